import MartletWire

/// What the user has set about another user; nobody else is told.
public struct Relation: Hashable, Sendable {
  /// The other user.
  public let user: UserID
  /// Whether the other user is blocked.
  public let isBlocked: Bool

  package init(user: UserID, isBlocked: Bool) {
    self.user = user
    self.isBlocked = isBlocked
  }

  /// Nil if it names no user.
  package init?(_ wire: Wire.Relation) {
    guard let user = UserID(wire.user) else { return nil }
    self.init(user: user, isBlocked: wire.blocked)
  }
}
