import MartletWire

/// What the user has set about another user, or about everybody in the relation to oneself.
///
/// Nobody else is told, except of friendship: it and requests for it are relations of both users.
public struct Relation: Hashable, Sendable {
  /// The other user.
  public let user: UserID
  /// Whether the other user is blocked.
  public var isBlocked: Bool { kinds.contains(.blocked) }
  /// Whether the other user is on the allow list.
  public var isAllowed: Bool { kinds.contains(.allowed) }
  /// Of the relation to oneself: whether only users on the allow list may write to the user.
  public var takesOnlyAllowed: Bool { kinds.contains(.onlyAllowed) }

  /// Whether the two are friends.
  public var isFriend: Bool { kinds.contains(.friend) }
  /// Whether the user has asked the other one to become friends, who has not answered.
  public var isAsked: Bool { kinds.contains(.asked) }
  /// Whether the other one has asked, and waits for the user's answer.
  public var isAsking: Bool { kinds.contains(.asks) }
  /// The words with the request, as long as it waits for an answer; empty for none.
  public let text: String

  package let kinds: RelationFlags

  package init(user: UserID, _ kinds: RelationFlags, text: String = "") {
    self.user = user
    self.kinds = kinds
    self.text = text
  }

  /// Nil if it names no user.
  package init?(_ wire: Wire.Relation) {
    guard let user = UserID(wire.user) else { return nil }
    self.init(user: user, RelationFlags(wire), text: wire.text)
  }
}
