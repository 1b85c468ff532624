import MartletWire

/// A relation as stored.
package struct RelationRecord: Sendable, Equatable {
  /// The other user.
  package var peer: UserID
  /// Empty for a relation that is no more.
  package var flags: RelationFlags
  /// The entry of the user's log that made it so.
  package var revision: UInt64
  /// What was said with a request to become friends that waits for an answer.
  package var text: String

  package init(_ peer: UserID, _ flags: RelationFlags, revision: UInt64, text: String = "") {
    self.peer = peer
    self.flags = flags
    self.revision = revision
    self.text = text
  }

  /// As the wire shows it.
  package var wire: Wire.Relation { Wire.Relation(peer, flags, revision: revision, text: text) }

  /// Nil if it names no user.
  init?(_ wire: Wire.Relation) {
    guard let peer = UserID(wire.user) else { return nil }
    self.init(peer, RelationFlags(wire), revision: wire.revision, text: wire.text)
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
  /// The first user has the second one on the allow list, or as a friend.
  package static let firstAllows = PairRelations(rawValue: 4)
  /// The second user has the first one on the allow list, or as a friend.
  package static let secondAllows = PairRelations(rawValue: 8)
  /// Only users on the allow list may write to the first user.
  package static let firstOnlyAllows = PairRelations(rawValue: 16)
  /// Only users on the allow list may write to the second user.
  package static let secondOnlyAllows = PairRelations(rawValue: 32)

  /// Whether the other user of the conversation blocks a user.
  package func block(_ user: UserID, in conversation: ConversationID) -> Bool {
    // By far the most have nothing set.
    guard !isEmpty, let (first, second) = conversation.pair, first != second else { return false }
    return user == first ? contains(.secondBlocks) : user == second && contains(.firstBlocks)
  }

  /// Whether a user is on the other user's allow list, or need not be.
  ///
  /// - Parameters:
  ///   - user: The user who writes.
  ///   - conversation: The direct conversation.
  ///   - onlyAllowed: Whether the app lets only allowed users write to anybody.
  /// - Returns: False if the user may not write there; true for conversations of other kinds.
  package func admit(_ user: UserID, in conversation: ConversationID, onlyAllowed: Bool) -> Bool {
    guard onlyAllowed || !isEmpty, let (first, second) = conversation.pair, first != second, user == first || user == second
    else { return true }
    let (allows, only) = user == first ? (Self.secondAllows, Self.secondOnlyAllows) : (.firstAllows, .firstOnlyAllows)
    return contains(allows) || !onlyAllowed && !contains(only)
  }

  /// Takes in what one of the two has set now, about the other or about everybody.
  package mutating func set(_ flags: RelationFlags, by user: UserID, about peer: UserID, in conversation: ConversationID) {
    guard let (first, second) = conversation.pair, first != second, user == first || user == second else { return }
    if peer == user {
      put(user == first ? .firstOnlyAllows : .secondOnlyAllows, flags.admitsOnlyAllowed)
    } else {
      put(user == first ? .firstBlocks : .secondBlocks, flags.contains(.blocked))
      // Friends are allowed.
      put(user == first ? .firstAllows : .secondAllows, !flags.isDisjoint(with: [.allowed, .friend]))
    }
  }

  private mutating func put(_ bit: PairRelations, _ isSet: Bool) {
    if isSet { insert(bit) } else { remove(bit) }
  }
}

extension StoredRow {
  /// peer, flags, revision, text.
  package func relation() throws -> RelationRecord {
    RelationRecord(try userID(0), RelationFlags(rawValue: try integer(1)), revision: try unsigned(2), text: try text(3))
  }
}

/// A user's relation to another user, as news for the home of their direct conversation; or to oneself, for the homes of all of
/// the user's direct conversations.
package struct PairNews: Sendable, Equatable {
  package let app: AppID
  package let user: UserID
  package let peer: UserID
  package let flags: RelationFlags
  /// The entry of the user's log that made it so.
  package let revision: UInt64

  package init(_ relation: RelationRecord, of user: UserKey) {
    (app, self.user, peer) = (user.app, user.user, relation.peer)
    flags = relation.flags
    revision = relation.revision
  }

  /// Nil if it names no users.
  package init?(_ change: Nodes.RelationChange) {
    guard let app = AppID(change.app), let user = UserID(change.user), let peer = UserID(change.peer) else { return nil }
    let flags = RelationFlags(rawValue: Int64(bitPattern: change.flags))
    self.init(RelationRecord(peer, flags, revision: change.revision), of: UserKey(app: app, user: user))
  }

  /// The conversation that it concerns; nil for all direct conversations of the user.
  package var key: ConversationKey? {
    peer == user ? nil : ConversationKey(app: app, id: .direct(user, peer))
  }

  /// True if it says something about this conversation.
  package func concerns(_ key: ConversationKey) -> Bool {
    guard key.app == app, key.id.kind == .direct, let (first, second) = key.id.pair else { return false }
    return (first == user || second == user) && (peer == user || first == peer || second == peer)
  }
}
