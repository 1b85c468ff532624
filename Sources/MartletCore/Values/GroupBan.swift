import MartletWire

/// A user who can neither join a group nor be added to it.
public struct GroupBan: Hashable, Sendable, Identifiable {
  /// The banned user.
  public let id: UserID
  /// The user who banned this one.
  public let by: UserID?
  /// The time of the ban.
  public let since: Timestamp
  /// The time at which the ban ends, by the server's clock; nil if it ends only by being lifted.
  public let until: Timestamp?
  /// The stated reason; empty for none.
  public let reason: String

  init?(_ wire: Wire.Ban) {
    guard let user = UserID(wire.user) else { return nil }
    id = user
    by = UserID(wire.by)
    since = Timestamp(milliseconds: wire.since)
    until = wire.until < Wire.SilenceMembers.forever ? Timestamp(milliseconds: wire.until) : nil
    reason = wire.reason
  }
}
