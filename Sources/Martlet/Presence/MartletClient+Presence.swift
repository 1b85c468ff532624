import MartletWire

/// The presence of users, live.
///
/// An async sequence of its changes, each with the whole new state. The first comes at once: what is not known yet is
/// `Presence.State.unknown`. The client renews the watch after each connection and before the server ends it. Several watches
/// of a user cost the server one. Changes that come faster than they are read arrive as one. Iterate it once: a second reader
/// takes over from the first, which ends. The watch ends when nobody holds the object any more. The sequence waits while the
/// client is suspended, and ends when the client is closed and when the task is cancelled.
///
/// It throws the server's refusals: `.server(.watchedFull)` if this client would watch more users than the server allows, which
/// is 1,000 by default, and `.server(.presenceOff)` if the app has no presence.
///
/// ```swift
/// for try await update in client.watchPresence(of: [bob, carol]) { show(update.presences) }
/// ```
public final class PresenceWatch: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = PresenceUpdate
  /// The error of a watch.
  public typealias Failure = MartletError

  private let client: MartletClient
  private let name: String
  private let users: [UserID]

  init(_ client: MartletClient, _ users: [UserID]) {
    self.client = client
    self.users = users
    name = client.newViewName()
  }

  deinit { client.closeView(name) }

  /// Starts to read.
  public func makeAsyncIterator() -> Iterator { Iterator(watch: self) }

  /// An iterator over changes.
  public struct Iterator: AsyncIteratorProtocol {
    let watch: PresenceWatch

    /// Waits for the next change; returns nil at the end.
    public mutating func next() async throws(MartletError) -> PresenceUpdate? { try await next(isolation: nil) }

    /// Waits for the next change; returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MartletError) -> PresenceUpdate? {
      let (client, name, users) = (watch.client, watch.name, watch.users)
      return try await client.change { $0.nextOfPresence(name, users, for: $1, then: $2) }
    }
  }
}

// Presence of users.
extension MartletClient {
  /// Asks the server whether a user is online.
  ///
  /// - Parameter user: The user. The presence of one who hides it, or who does not exist, is unknown.
  /// - Returns: The presence as it is now; nothing of it is cached.
  /// - Throws: `.server(.presenceOff)` if the app has no presence; `.notConnected`, `.timedOut`.
  public func presence(of user: UserID) async throws(MartletError) -> Presence {
    guard let presence = try await presences(of: [user])[user] else { throw MartletError.unexpectedAnswer }
    return presence
  }

  /// Asks the server which users are online, as ``presence(of:)`` does.
  ///
  /// - Parameter users: The users.
  /// - Returns: The presence of each of them.
  /// - Throws: As ``presence(of:)``.
  public func presences(of users: [UserID]) async throws(MartletError) -> [UserID: Presence] {
    try await outcome { $0.presences(of: users, for: $1, then: $2) }
  }

  /// Watches the presence of users.
  ///
  /// - Parameter users: The users; repeated ones count once.
  /// - Returns: The watch, which begins when it is first read.
  public nonisolated func watchPresence(of users: [UserID]) -> PresenceWatch { PresenceWatch(self, users) }

  /// Sets the user's status text, which stays until it is changed, also while the user is offline.
  ///
  /// The text is a setting, so it is stored at once and sent when the device is online. If the server refuses it, for example
  /// because it has more than 128 characters, it is rolled back and published as `Event.settingRefused`.
  ///
  /// - Parameter text: One line; empty for none.
  /// - Throws: As `change(_:)`.
  public func setStatus(_ text: String) throws(MartletError) { try change([PresenceSetting.text(text)]) }

  /// Returns the user's own status text, as set by ``setStatus(_:)``; empty for none.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The text.
  public nonisolated func status() async throws(MartletError) -> String { PresenceSetting.text(in: try await settings()) }

  /// Sets a status text for as long as this device is connected, such as "in a call".
  ///
  /// It is shown instead of that of ``setStatus(_:)``. Of several devices, the text that was set last is shown. The client tells
  /// it again after each connection, until it is closed.
  ///
  /// - Parameter text: One line; empty for none.
  /// - Throws: `.server(.fieldInvalid)` with the limit if it is too long; `.server(.presenceOff)`; `.notConnected`, `.timedOut`.
  public func setDeviceStatus(_ text: String) async throws(MartletError) {
    try await outcome { $0.setDeviceStatus(text, for: $1, then: $2) }
  }

  /// Sets who sees whether this user is online, and the status text.
  ///
  /// - Parameter visibility: The users who see it.
  /// - Throws: As `change(_:)`.
  public func setPresenceVisibility(_ visibility: Profile.Visibility) throws(MartletError) {
    try change([PresenceSetting.visibility(visibility)])
  }

  /// Returns who sees whether this user is online, as set by ``setPresenceVisibility(_:)``.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The users.
  public nonisolated func presenceVisibility() async throws(MartletError) -> Profile.Visibility {
    PresenceSetting.visibility(in: try await settings())
  }
}
