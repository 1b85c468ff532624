import MartletWire

/// A user who wants to join a group.
public struct GroupApplication: Hashable, Sendable, Identifiable {
  /// The user.
  public let id: UserID
  /// The time of the application.
  public let since: Timestamp
  /// The time at which it ends, by the server's clock.
  public let until: Timestamp
  /// The user's message to the owner and admins; may be empty.
  public let text: String

  init?(_ wire: Wire.Application) {
    guard let user = UserID(wire.user) else { return nil }
    id = user
    since = Timestamp(milliseconds: wire.since)
    until = Timestamp(milliseconds: wire.until)
    text = wire.text
  }
}

/// The state of the user's own application to join a group.
///
/// An accepted one makes the user a member, and the group a conversation of the list.
@nonexhaustive
public enum ApplicationState: Hashable, Sendable {
  /// The user applied, on any device; the application ends at this time, by the server's clock.
  case pending(until: Timestamp)
  /// The user withdrew it, on any device.
  case withdrawn
  /// The owner or an admin refused it; `reason` is empty if none was given.
  case refused(by: UserID?, reason: String)

  /// Nil for a state that this version does not know.
  init?(_ wire: Wire.ApplicationChanged) {
    switch wire.state {
    case .pending: self = .pending(until: Timestamp(milliseconds: wire.until))
    case .withdrawn: self = .withdrawn
    case .refused: self = .refused(by: UserID(wire.by), reason: wire.reason)
    default: return nil
    }
  }
}
