import MartletWire

/// A change of what a user has set about others, atomically.
package struct RelationChange: Sendable, Equatable {
  package var app: AppID
  package var user: UserID
  /// The others; no two are the same, and the user is not among them.
  package var peers: [UserID]
  package var isBlocked: Bool
  /// The maximum number of users that the user blocks.
  package var mostBlocked: Int
  /// Milliseconds since 1970.
  package var time: Int64

  package init(app: AppID, user: UserID, peers: [UserID], isBlocked: Bool, mostBlocked: Int, time: Int64) {
    self.app = app
    self.user = user
    self.peers = peers
    self.isBlocked = isBlocked
    self.mostBlocked = mostBlocked
    self.time = time
  }

  /// About how many rows of a quarter of a KiB it writes.
  package var weight: Int { 1 &+ 2 &* peers.count }
}

/// The outcome of one `RelationChange`.
package enum RelationOutcome: Sendable, Equatable {
  /// Stored, and told to the user's log by this entry.
  case changed(UserLogEntry)
  /// Everything was so already; the newest position of the user's log.
  case unchanged(head: UInt64)
  /// The app has no such user.
  case userUnknown(UserID)
  /// The user would block more users than allowed.
  case full(limit: Int)
}

/// Everything that a change of relations changes for the user, settled.
package final class RelationEffects: Sendable, Equatable {
  package let user: UserKey
  package let relations: [RelationRecord]
  /// The entry for the user's log.
  package let entry: UserLogEntry
  /// The others with whom the user had no conversation yet: its first message looks at the relations.
  ///
  /// Matters to the commit alone, and is not journaled.
  package let unmet: Set<UserID>

  init(user: UserKey, relations: [RelationRecord], seq: UInt64, time: Int64, unmet: Set<UserID> = []) {
    self.user = user
    self.relations = relations.map { RelationRecord($0.peer, $0.flags, revision: seq) }
    self.unmet = unmet
    entry = UserLogEntry(seq: seq, time: time, conversation: nil, event: .relationsChanged(self.relations))
  }

  package static func == (one: RelationEffects, other: RelationEffects) -> Bool {
    one.user == other.user && one.relations == other.relations && one.entry == other.entry
  }
}

/// The decision on a change of relations.
enum RelationDecision: Sendable, Equatable {
  /// Nothing is stored.
  case answer(RelationOutcome)
  /// The effects, and the direct conversations that exist, as they are afterwards.
  case store(RelationEffects, [ConversationState])

  static func decide(_ change: RelationChange, in view: DecidingView<some Rows>) throws -> RelationDecision {
    let user = UserKey(app: change.app, user: change.user)
    let known = try change.peers.mapGathering { peer in
      (
        peer: peer, before: try view.relation(of: user, to: peer)?.flags ?? [],
        exists: try !change.isBlocked || view.user(peer, app: change.app) != nil
      )
    }
    if let unknown = known.first(where: { !$0.exists }) { return .answer(.userUnknown(unknown.peer)) }
    let changed = known.compactMap { peer, before, _ -> RelationRecord? in
      let after = change.isBlocked ? before.union(.blocked) : before.subtracting(.blocked)
      return after == before ? nil : RelationRecord(peer, after, revision: 0)
    }
    let head = try view.userHead(change.user, app: change.app)
    guard !changed.isEmpty else { return .answer(.unchanged(head: head)) }
    if change.isBlocked,
      try view.countRelations(of: user, .blocked, limit: change.mostBlocked) &+ changed.count > change.mostBlocked
    {
      return .answer(.full(limit: change.mostBlocked))
    }
    var conversations: [ConversationState] = []
    var unmet: Set<UserID> = []
    for (relation, found) in zip(changed, try changed.mapGathering({ try view.direct(user, $0.peer) })) {
      guard var conversation = found else {
        unmet.insert(relation.peer)
        continue
      }
      conversation.record.relations.set(relation.flags, by: change.user, in: conversation.record.id)
      conversations.append(conversation)
    }
    return .store(
      RelationEffects(user: user, relations: changed, seq: head &+ 1, time: change.time, unmet: unmet), conversations)
  }
}

extension DecidingView {
  /// The direct conversation of two users; nil if it does not exist.
  func direct(_ user: UserKey, _ peer: UserID) throws -> ConversationState? {
    try conversation(.direct(user.user, peer), app: user.app)
  }

  /// Reads the relations of two users whose direct conversation does not exist yet.
  func relations(in conversation: ConversationID, app: AppID) throws -> PairRelations {
    guard kinds.policy(of: conversation).heedsBlocks, let (first, second) = conversation.pair else { return [] }
    var relations: PairRelations = []
    let flags = try [(first, second), (second, first)].mapGathering { user, peer in
      (user, try relation(of: UserKey(app: app, user: user), to: peer)?.flags ?? [])
    }
    for (user, flags) in flags { relations.set(flags, by: user, in: conversation) }
    return relations
  }
}
