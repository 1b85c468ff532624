import MartletWire

/// What the user has set about another user, or about everybody in the relation to oneself; nobody else is told.
public struct Relation: Hashable, Sendable {
  /// The other user.
  public let user: UserID
  /// Whether the other user is blocked.
  public var isBlocked: Bool { kinds.contains(.blocked) }
  /// Whether the other user is on the allow list.
  public var isAllowed: Bool { kinds.contains(.allowed) }
  /// Of the relation to oneself: whether only users on the allow list may write to the user.
  public var takesOnlyAllowed: Bool { kinds.contains(.onlyAllowed) }

  package let kinds: RelationFlags

  package init(user: UserID, _ kinds: RelationFlags) {
    self.user = user
    self.kinds = kinds
  }

  /// Nil if it names no user.
  package init?(_ wire: Wire.Relation) {
    guard let user = UserID(wire.user) else { return nil }
    self.init(user: user, RelationFlags(wire))
  }
}
