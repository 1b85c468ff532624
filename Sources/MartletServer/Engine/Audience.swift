import MartletStore
import MartletWire

/// The recipients of something: the members of a conversation as of a position of its log, or one user.
///
/// An object, so that a shard recognises a known audience by its identity.
final class Audience: Sendable {
  let app: AppID
  /// In no particular order.
  let users: [UserID]

  init(app: AppID, users: [UserID]) {
    self.app = app
    self.users = users
  }
}

/// The sessions of one user on one loop.
final class Presence {
  let user: UserID
  fileprivate(set) var sessions: [any LiveSession] = []

  fileprivate init(of user: UserID) { self.user = user }
}

/// The users connected to a loop.
///
/// Caches which users of a recently used audience are connected, so that it need not look up thousands of users for every
/// message.
struct Attendance {
  private var presences: [UserKey: Presence] = [:]
  /// Grows when a user connects who was not connected before.
  ///
  /// Results cached earlier may lack this user.
  private var arrivals: UInt64 = 0
  private var found: [ObjectIdentifier: Found] = [:]
  /// Results from before the last `forgetUnused`, not used since.
  private var unused: [ObjectIdentifier: Found] = [:]

  /// Fewer users are as quickly looked for.
  private static let worthRemembering = 5

  private struct Found {
    /// Kept, so that no other audience gets its identity.
    let audience: Audience
    let presences: [Presence]
    let arrivals: UInt64
  }

  /// Whether nobody is.
  var isEmpty: Bool { presences.isEmpty }

  mutating func add(_ session: any LiveSession, of user: UserKey) {
    if let presence = presences[user] { return presence.sessions.append(session) }
    let presence = Presence(of: user.user)
    presence.sessions = [session]
    presences[user] = presence
    arrivals &+= 1
  }

  /// From here on the session is in nothing that was found.
  mutating func remove(_ session: any LiveSession, of user: UserKey) {
    guard let presence = presences[user] else { return }
    presence.sessions.removeAll { $0 === session }
    if presence.sessions.isEmpty { presences[user] = nil }
  }

  /// The presences of an audience's users; some may be empty.
  mutating func present(of audience: Audience) -> [Presence] {
    guard audience.users.count >= Self.worthRemembering else { return look(for: audience) }
    let identity = ObjectIdentifier(audience)
    if let known = found[identity], known.arrivals == arrivals { return known.presences }
    let known = unused.removeValue(forKey: identity)
    let presences = if let known, known.arrivals == arrivals { known.presences } else { look(for: audience) }
    found[identity] = Found(audience: audience, presences: presences, arrivals: arrivals)
    return presences
  }

  /// Forgets audiences that nobody asked for since the last call.
  mutating func forgetUnused() {
    unused = found
    found = [:]
  }

  private func look(for audience: Audience) -> [Presence] {
    audience.users.compactMap { presences[UserKey(app: audience.app, user: $0)] }
  }
}
