import MartletWire

/// A change of what a user has set about others, atomically.
package struct RelationChange: Sendable, Equatable {
  package var app: AppID
  package var user: UserID
  /// The others; no two are the same, and the user is not among them, unless it is the only one.
  package var peers: [UserID]
  /// The kind of relation.
  package var kind: RelationFlags
  /// Whether the relations are of this kind from now on.
  package var isSet: Bool
  /// The maximum number of the user's relations of this kind.
  package var most: Int
  /// Milliseconds since 1970.
  package var time: Int64
  /// How users become friends; matters to `.friend` that is set.
  package var step: FriendStep

  package init(
    app: AppID, user: UserID, peers: [UserID], _ kind: RelationFlags, _ isSet: Bool = true, most: Int, time: Int64,
    step: FriendStep = .befriend
  ) {
    self.app = app
    self.user = user
    self.peers = peers
    self.kind = kind
    self.isSet = isSet
    self.most = most
    self.time = time
    self.step = step
  }

  /// About how many rows of a quarter of a KiB it writes.
  package var weight: Int { 1 &+ (kind == .friend ? 4 : 2) &* peers.count }

  /// True if it is about everybody, so that all direct conversations of the user have to know it.
  package var isOfAll: Bool { peers == [user] }
}

/// The outcome of one `RelationChange`.
package enum RelationOutcome: Sendable, Equatable {
  /// Stored, and told to the user's log by this entry; the entries before it, if it took several; and those of other users' logs.
  case changed(UserLogEntry, after: [UserLogEntry] = [], others: [AddressedUserEntry] = [])
  /// Everything was so already; the newest position of the user's log.
  case unchanged(head: UInt64)
  /// The app has no such user.
  case userUnknown(UserID)
  /// The user would have more relations of the kind than allowed.
  case full(limit: Int)
  /// The user would have more requests that wait for an answer than allowed.
  case requestsFull(limit: Int)
  /// The other user would have more friends or requests than allowed.
  case peerFull(RelationFlags, limit: Int)
  /// This user has not asked.
  case notAsked(UserID)
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
    self.relations = relations.map { RelationRecord($0.peer, $0.flags, revision: seq, text: $0.text) }
    self.unmet = unmet
    entry = UserLogEntry(
      seq: seq, time: time, conversation: nil,
      event: .relationsChanged(self.relations.map { RelationRecord($0.peer, $0.flags.shown, revision: seq, text: $0.text) }))
  }

  package static func == (one: RelationEffects, other: RelationEffects) -> Bool {
    one.user == other.user && one.relations == other.relations && one.entry == other.entry
  }
}

/// The decision on a change of relations.
enum RelationDecision: Sendable, Equatable {
  /// Nothing is stored.
  case answer(RelationOutcome)
  /// The effects, those on the user first, and the direct conversations that exist, as they are afterwards.
  case store([RelationEffects], [ConversationState])

  static func decide(_ change: RelationChange, in view: DecidingView<some Rows>) throws -> RelationDecision {
    let user = UserKey(app: change.app, user: change.user)
    if change.kind == .friend { return try decideFriends(change, in: view) }
    // The head first: if another node changes relations after that, its entry takes the position, and the commit fails.
    let head = try view.userHead(change.user, app: change.app)
    let known = try change.peers.mapGathering { peer in
      (
        before: try view.relation(of: user, to: peer) ?? RelationRecord(peer, [], revision: 0),
        exists: try !change.isSet || view.user(peer, app: change.app) != nil
      )
    }
    if let unknown = known.first(where: { !$0.exists }) { return .answer(.userUnknown(unknown.before.peer)) }
    let changed = known.compactMap { before, _ -> RelationRecord? in
      var after = before
      after.flags = change.isSet ? before.flags.union(change.kind) : before.flags.subtracting(change.kind)
      return after.flags == before.flags ? nil : after
    }
    guard !changed.isEmpty else { return .answer(.unchanged(head: head)) }
    if change.isSet, try view.countRelations(of: user, change.kind, limit: change.most) &+ changed.count > change.most {
      return .answer(.full(limit: change.most))
    }
    var conversations: [ConversationState] = []
    var unmet: Set<UserID> = []
    for (relation, found) in zip(changed, try changed.mapGathering({ try view.direct(user, $0.peer) })) {
      guard var conversation = found else {
        unmet.insert(relation.peer)
        continue
      }
      conversation.record.relations.set(relation.flags, by: change.user, about: relation.peer, in: conversation.record.id)
      conversations.append(conversation)
    }
    return .store(
      [RelationEffects(user: user, relations: changed, seq: head &+ 1, time: change.time, unmet: unmet)], conversations)
  }
}

/// A change of what a user has set about everybody.
///
/// All direct conversations of the user have to know it, and there may be thousands. So it begins with a commit that says what is
/// going to be: a conversation that is made from then on knows it from the start. Others are told in parts. At last a commit says
/// that it is so, and the user is told. If a server stops in between, the next change finds it as it was left.
extension RelationChange {
  /// Says what is going to be.
  ///
  /// - Returns: The entry that says it; nil if it has been said. `.unchanged` if it is so already.
  func begin(in view: DecidingView<some Rows>) throws -> (entry: UserLogEntry?, isDone: Bool) {
    let seq = try nextSeq(in: view)
    let known = try view.relation(of: UserKey(app: app, user: user), to: user)?.flags ?? []
    if known == (isSet ? .onlyAllowed : []) { return (nil, true) }
    let next = known.intersection(.onlyAllowed).union(isSet ? .closing : .opening)
    return (known == next ? nil : store(next, at: seq, in: view), false)
  }

  /// Says that it is so.
  ///
  /// - Returns: The entry that says it; nil if another change has begun since.
  func finish(in view: DecidingView<some Rows>) throws -> UserLogEntry? {
    let seq = try nextSeq(in: view)
    let known = try view.relation(of: UserKey(app: app, user: user), to: user)?.flags ?? []
    guard known.contains(isSet ? .closing : .opening) else { return nil }
    return store(isSet ? .onlyAllowed : [], at: seq, in: view)
  }

  /// The position of the entry; read before the relation, as that of other changes.
  private func nextSeq(in view: DecidingView<some Rows>) throws -> UInt64 { try view.userHead(user, app: app) &+ 1 }

  private func store(_ flags: RelationFlags, at seq: UInt64, in view: DecidingView<some Rows>) -> UserLogEntry {
    let key = UserKey(app: app, user: user)
    let effects = RelationEffects(
      user: key, relations: [RelationRecord(user, flags, revision: seq)], seq: seq, time: time)
    view.perform(effects, in: [])
    return effects.entry
  }
}

/// The part of a user's direct conversations that must learn what the user has set about everybody.
struct RelationSpread {
  /// How many of the user's conversations one commit looks at.
  static let atOnce = 200

  /// Direct conversations that did not know it, as they are afterwards.
  private(set) var conversations: [ConversationState] = []
  /// The number after which the next part begins; nil at the end.
  let next: Int64?

  /// - Parameters:
  ///   - user: The user.
  ///   - number: The end of the part before; 0 for the first.
  ///   - view: What is known.
  /// - Throws: `MissingRows`.
  init(of user: UserKey, after number: Int64, in view: DecidingView<some Rows>) throws {
    let own = try view.relation(of: user, to: user.user)?.flags ?? []
    let part = try view.direct(of: user, after: number, among: Self.atOnce)
    next = part.next
    for var conversation in part.conversations {
      let before = conversation.record.relations
      conversation.record.relations.set(own, by: user.user, about: user.user, in: conversation.record.id)
      if conversation.record.relations != before { conversations.append(conversation) }
    }
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
    let sides = [(first, second), (second, first), (first, first), (second, second)]
    let flags = try sides.mapGathering { user, peer in
      try relation(of: UserKey(app: app, user: user), to: peer)?.flags ?? []
    }
    for ((user, peer), flags) in zip(sides, flags) { relations.set(flags, by: user, about: peer, in: conversation) }
    return relations
  }
}
