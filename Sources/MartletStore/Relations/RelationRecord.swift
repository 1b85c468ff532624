import MartletWire

/// What a user has set about another user.
package struct RelationFlags: OptionSet, Sendable, Hashable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The user blocks the other one.
  package static let blocked = RelationFlags(rawValue: 1)
}

/// A relation as stored.
package struct RelationRecord: Sendable, Equatable {
  /// The other user.
  package var peer: UserID
  /// Empty for a relation that is no more.
  package var flags: RelationFlags
  /// The entry of the user's log that made it so.
  package var revision: UInt64

  package init(_ peer: UserID, _ flags: RelationFlags, revision: UInt64) {
    self.peer = peer
    self.flags = flags
    self.revision = revision
  }

  /// As the wire shows it.
  package var wire: Wire.Relation {
    Wire.Relation(user: peer.text, revision: revision, blocked: flags.contains(.blocked))
  }

  /// Nil if it names no user.
  init?(_ wire: Wire.Relation) {
    guard let peer = UserID(wire.user) else { return nil }
    self.init(peer, wire.blocked ? .blocked : [], revision: wire.revision)
  }
}

/// A page of a user's relations, in the order of the other users' ids.
package struct RelationsPage: Sendable, Equatable {
  package var relations: [RelationRecord]
  /// Every change of the user's log up to here is contained.
  package var head: UInt64
  package var more: Bool

  package init(relations: [RelationRecord], head: UInt64, more: Bool) {
    self.relations = relations
    self.head = head
    self.more = more
  }
}

/// What the users of a direct conversation have set about each other, as far as it decides who may write there.
///
/// It lies with the conversation: a decision on a message has that at hand, however many relations the users have.
package struct PairRelations: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The first user that the id names blocks the second one.
  package static let firstBlocks = PairRelations(rawValue: 1)
  /// The second user blocks the first one.
  package static let secondBlocks = PairRelations(rawValue: 2)

  /// Whether the other user of the conversation blocks a user.
  package func block(_ user: UserID, in conversation: ConversationID) -> Bool {
    // By far the most have nothing set.
    guard !isEmpty, let (first, second) = conversation.pair, first != second else { return false }
    return user == first ? contains(.secondBlocks) : user == second && contains(.firstBlocks)
  }

  /// Takes in what one of the two has set now.
  package mutating func set(_ flags: RelationFlags, by user: UserID, in conversation: ConversationID) {
    guard let (first, second) = conversation.pair, user == first || user == second else { return }
    let blocks = user == first ? Self.firstBlocks : Self.secondBlocks
    if flags.contains(.blocked) { insert(blocks) } else { remove(blocks) }
  }
}

extension StoredRow {
  /// peer, flags, revision.
  package func relation() throws -> RelationRecord {
    RelationRecord(try userID(0), RelationFlags(rawValue: try integer(1)), revision: try unsigned(2))
  }
}

/// A user's relation to another user, as news for the home of their direct conversation.
package struct PairNews: Sendable, Equatable {
  package let key: ConversationKey
  package let user: UserID
  package let flags: RelationFlags
  /// The entry of the user's log that made it so.
  package let revision: UInt64

  package init(_ relation: RelationRecord, of user: UserKey) {
    key = ConversationKey(app: user.app, id: .direct(user.user, relation.peer))
    self.user = user.user
    flags = relation.flags
    revision = relation.revision
  }

  /// Nil if it names no users.
  package init?(_ change: Nodes.RelationChange) {
    guard let app = AppID(change.app), let user = UserID(change.user), let peer = UserID(change.peer) else { return nil }
    let flags = RelationFlags(rawValue: Int64(bitPattern: change.flags))
    self.init(RelationRecord(peer, flags, revision: change.revision), of: UserKey(app: app, user: user))
  }
}
