import MartletStore
import MartletWire

/// A status text that a device set, and when, in milliseconds since 1970.
struct StatusText: Sendable, Equatable {
  var text: String
  var time: Int64
}

/// A user's devices that are connected at one node, and the status text that one of them set last.
struct PresencePart: Sendable, Equatable {
  /// Ascending, each once.
  var classes: [Wire.DeviceClass] = []
  var status: StatusText?

  static let none = PresencePart()

  /// Whether no device is connected.
  var isOffline: Bool { classes.isEmpty }

  /// Whether something of an earlier part is not in this one, and may come back at once: a device that reconnects.
  func lacks(_ earlier: PresencePart) -> Bool { !isSame(as: kept(earlier)) }

  /// Whether both look the same; a device that reconnects sets its text again, a little later.
  func isSame(as other: PresencePart) -> Bool { classes == other.classes && status?.text == other.status?.text }

  /// This part together with what an earlier one had.
  func kept(_ earlier: PresencePart) -> PresencePart {
    PresencePart(
      classes: Set(classes + earlier.classes).sorted { $0.rawValue < $1.rawValue }, status: newer(status, earlier.status))
  }

  private func newer(_ one: StatusText?, _ other: StatusText?) -> StatusText? {
    guard let one, let other else { return one ?? other }
    return other.time > one.time ? other : one
  }

  /// All parts of a user as one.
  static func together(_ parts: some Sequence<PresencePart>) -> PresencePart { parts.reduce(.none) { $0.kept($1) } }
}

extension SignIns {
  /// The devices of a user that were found good.
  func part(of user: UserKey) -> PresencePart {
    .together(
      signIns(of: user).filter(\.isConfirmed).map { PresencePart(classes: [$0.deviceClass], status: $0.status) })
  }
}

/// The devices of the users whose home a shard is, as others may see them, and what is still to be told.
///
/// A device that comes is seen at once. One that goes is seen for a while longer, and nobody is told anything if it comes back
/// before: a storm of reconnects is silent.
struct OwnPresence {
  /// A change that was not told yet.
  private struct Pending {
    /// As others were told.
    var told: PresencePart
    /// Since when something is gone: in monotonic nanoseconds, and in milliseconds since 1970; nil if nothing is.
    var gone: (since: UInt64, time: Int64)?
  }

  /// A part as it is told now.
  struct Change: Sendable {
    let user: UserKey
    let part: PresencePart
    /// When the last device disconnected, rounded down to a minute; 0 if one is connected.
    let lastSeen: Int64
  }

  /// As others may see them; nothing of users who are offline.
  private(set) var seen: [UserKey: PresencePart] = [:]
  private var pending: [UserKey: Pending] = [:]

  static let minute: Int64 = 60_000

  /// Notes that a user's part may have changed, at a moment in monotonic nanoseconds and in milliseconds since 1970.
  mutating func changed(_ user: UserKey, to part: PresencePart, at now: UInt64, _ time: Int64) {
    let before = seen[user] ?? .none
    let told = pending[user]?.told ?? before
    if part.lacks(before) {
      set(part.kept(before), of: user)
      pending[user] = Pending(told: told, gone: pending[user]?.gone ?? (now, time))
    } else {
      set(part, of: user)
      pending[user] = part.isSame(as: told) ? nil : Pending(told: told)
    }
  }

  private mutating func set(_ part: PresencePart, of user: UserKey) { seen[user] = part.isOffline ? nil : part }

  /// Takes out the changes that are due.
  ///
  /// - Parameters:
  ///   - now: Monotonic nanoseconds.
  ///   - part: The part of a user in truth.
  ///   - grace: How long a device of a user may be away, in nanoseconds.
  /// - Returns: The changes, in no order.
  mutating func takeDue(at now: UInt64, part: (UserKey) -> PresencePart, grace: (UserKey) -> UInt64) -> [Change] {
    var changes: [Change] = []
    for (user, pending) in pending {
      var time: Int64 = 0
      let before = seen[user] ?? .none
      if let gone = pending.gone {
        let isOver = now &- gone.since >= grace(user)
        if isOver {
          set(part(user), of: user)
          time = gone.time
        }
        self.pending[user] = isOver ? nil : Pending(told: seen[user] ?? .none, gone: gone)
      } else {
        self.pending[user] = nil
      }
      let part = seen[user] ?? .none
      // Watchers may have seen what was not told yet.
      guard !part.isSame(as: pending.told) || !part.isSame(as: before) else { continue }
      let lastSeen = part.isOffline ? time &- time % Self.minute : 0
      changes.append(Change(user: user, part: part, lastSeen: lastSeen))
    }
    return changes
  }
}
