/// The kinds of a user's relation to another user; as stored, by server and client.
package struct RelationFlags: OptionSet, Sendable, Hashable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The user blocks the other one.
  package static let blocked = RelationFlags(rawValue: 1)
  /// The other one is on the user's allow list.
  package static let allowed = RelationFlags(rawValue: 2)
  /// Of the user's relation to oneself: only users on the allow list may write to the user.
  package static let onlyAllowed = RelationFlags(rawValue: 4)
  /// Of the user's relation to oneself: `onlyAllowed` is going to be set, and conversations are being told so; never shown.
  package static let closing = RelationFlags(rawValue: 8)
  /// The same of `onlyAllowed` that is going to be unset.
  package static let opening = RelationFlags(rawValue: 16)

  /// The user has asked the other one to become friends.
  package static let asked = RelationFlags(rawValue: 32)
  /// The other one has asked the user.
  package static let asks = RelationFlags(rawValue: 64)
  /// The two are friends.
  package static let friend = RelationFlags(rawValue: 128)

  /// All that two users have in common.
  package static let friendship: RelationFlags = [.asked, .asks, .friend]

  /// The kinds, as the wire names each.
  private static let kinds: [(flag: RelationFlags, kind: Wire.RelationKind)] = [
    (.blocked, .blocked), (.allowed, .allowed), (.onlyAllowed, .onlyAllowed), (.friend, .friend), (.asked, .asked),
    (.asks, .asks),
  ]

  /// The flag of one kind; nil if it is no single kind or an unknown one.
  package init?(_ kind: Wire.RelationKind) {
    guard let known = Self.kinds.first(where: { $0.kind == kind }) else { return nil }
    self = known.flag
  }

  /// How the wire names a single kind.
  package var kind: Wire.RelationKind { Self.kinds.first { $0.flag == self }?.kind ?? .any }

  /// Without what is never shown.
  package var shown: RelationFlags { subtracting([.closing, .opening]) }

  /// Of the user's relation to oneself: whether direct conversations are to admit allowed users only.
  package var admitsOnlyAllowed: Bool { contains(.closing) || contains(.onlyAllowed) && !contains(.opening) }

  /// The kinds that the wire shows.
  package init(_ wire: Wire.Relation) {
    self = []
    if wire.blocked { insert(.blocked) }
    if wire.allowed { insert(.allowed) }
    if wire.onlyAllowed { insert(.onlyAllowed) }
    if wire.friend { insert(.friend) }
    if wire.asked { insert(.asked) }
    if wire.asks { insert(.asks) }
  }
}

extension Wire.Relation {
  /// A relation of these kinds.
  package init(_ user: UserID, _ flags: RelationFlags, revision: UInt64, text: String = "") {
    self.init(
      user: user.text, revision: revision, blocked: flags.contains(.blocked), allowed: flags.contains(.allowed),
      onlyAllowed: flags.contains(.onlyAllowed), friend: flags.contains(.friend), asked: flags.contains(.asked),
      asks: flags.contains(.asks), text: text)
  }
}
