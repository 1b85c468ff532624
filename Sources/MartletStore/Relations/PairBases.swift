import MartletWire

/// What a commit was decided from about users who had no direct conversation yet.
///
/// Of a conversation that exists, its own row tells what its users have set about each other. Before there is one, its first
/// message and a block may be decided at two nodes at once, and neither would see the other. So both check all of this.
package struct PairBases: Sendable, Equatable {
  package struct Relation: Sendable, Equatable {
    package let user: UserKey
    package let peer: UserID
    package let flags: RelationFlags
  }

  /// Direct conversations that did not exist, in the order of their names.
  package let absent: [ConversationKey]
  /// What their users had set about each other, of those that the commit makes.
  package let relations: [Relation]

  /// - Throws: `MissingRows`.
  package init(_ layer: Layer, kinds: Kinds, from rows: some Rows) throws {
    let made = layer.conversations.values.filter { $0.isNew && kinds.policy(of: $0.state.record.id).heedsBlocks }
      .map { ConversationKey(app: $0.state.app, id: $0.state.record.id) }
    let unmet = layer.users.flatMap { user, tail in
      tail.unmet.map { ConversationKey(app: user.app, id: .direct(user.user, $0)) }
    }
    absent = Set(made + unmet).sorted { ($0.app.text, $0.id.text) < ($1.app.text, $1.id.text) }
    let sides = made.flatMap { key in
      (key.id.pair.map { $0 == $1 ? [] : [($0, $1), ($1, $0)] } ?? []).map { (UserKey(app: key.app, user: $0), $1) }
    }
    relations = try sides.mapGathering { user, peer in
      Relation(user: user, peer: peer, flags: try rows.relation(of: user, to: peer)?.flags ?? [])
    }
  }
}
