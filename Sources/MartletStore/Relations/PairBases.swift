import MartletWire

/// What a commit was decided from about users who had no direct conversation yet.
///
/// Of a conversation that exists, its own row tells what its users have set about each other. Before there is one, its first
/// message and a block may be decided at two nodes at once, and neither would see the other. So both check all of this.
///
/// What a user has set about everybody is stored first, and told to the user's direct conversations afterwards. Whoever makes a
/// conversation or tells one looks at it, so these commits and its change come one after another: all of them have the user's
/// name among `absent`.
package struct PairBases: Sendable, Equatable {
  package struct Relation: Sendable, Equatable {
    package let user: UserKey
    package let peer: UserID
    package let flags: RelationFlags
  }

  /// Direct conversations that did not exist, and names of users, in the order of their names.
  package let absent: [ConversationKey]
  /// What users had set about each other, of the conversations that the commit makes, and about everybody.
  package let relations: [Relation]

  /// - Throws: `MissingRows`.
  package init(_ layer: Layer, kinds: Kinds, from rows: some Rows) throws {
    let made = layer.conversations.values.filter { $0.isNew && kinds.policy(of: $0.state.record.id).heedsBlocks }
      .map { ConversationKey(app: $0.state.app, id: $0.state.record.id) }
    let unmet = layer.users.flatMap { user, tail in
      tail.unmet.map { ConversationKey(app: user.app, id: .direct(user.user, $0)) }
    }
    let told = layer.conversations.values.filter { !$0.isNew && $0.relations != nil }
      .map { ConversationKey(app: $0.state.app, id: $0.state.record.id) }
    let users = Set((made + told).flatMap(Self.users))
    let changed = layer.users.filter { $0.value.relations[$0.key.user] != nil }.keys
    absent = Set(made + unmet + users.union(changed).compactMap(Self.name))
      .sorted { ($0.app.text, $0.id.text) < ($1.app.text, $1.id.text) }
    let sides =
      made.map { Self.users(of: $0) }.filter { $0.count == 2 }
      .flatMap { [($0[0], $0[1].user), ($0[1], $0[0].user)] }
      + users.sorted { $0.user < $1.user }.map { ($0, $0.user) }
    relations = try sides.mapGathering { user, peer in
      Relation(user: user, peer: peer, flags: try rows.relation(of: user, to: peer)?.flags ?? [])
    }
  }

  /// The two users of a direct conversation; one for notes to oneself.
  private static func users(of key: ConversationKey) -> [UserKey] {
    guard let (first, second) = key.id.pair else { return [] }
    return (first == second ? [first] : [first, second]).map { UserKey(app: key.app, user: $0) }
  }

  /// A name that commits have in common if they depend on what a user has set about everybody.
  ///
  /// No conversation has it, because no server has conversations of the kind. Users whose ids differ in bytes that such names
  /// cannot have share one, which makes commits wait and does no harm.
  private static func name(of user: UserKey) -> ConversationKey? {
    let bytes = user.user.text.utf8.map { "@+=".utf8.contains($0) ? UInt8(ascii: "_") : $0 }
    return ConversationID("user:" + String(decoding: bytes, as: UTF8.self)).map { ConversationKey(app: user.app, id: $0) }
  }
}
