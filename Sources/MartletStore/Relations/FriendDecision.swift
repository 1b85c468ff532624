import MartletWire

/// How one user becomes a friend of another.
package enum FriendStep: Sendable, Equatable {
  /// Asks; or accepts, if the other one has asked.
  ///
  /// - Parameters:
  ///   - text: The words with the request.
  ///   - most: The maximum number of requests that one user has sent, and that one has received, without an answer.
  case ask(String, most: Int)
  /// Accepts a request.
  case accept
  /// Makes friends without a request.
  case befriend
}

/// The two relations of a pair of users, of which a change of friendship changes both.
private struct FriendPair {
  /// The relation of the user who changes it.
  var own: RelationRecord
  /// The other user's relation to this one.
  var their: RelationRecord

  private var areFriends: Bool { own.flags.contains(.friend) }
  /// The other one has asked, even if this user has not been told because of a block.
  private var isAsked: Bool { own.flags.contains(.asks) || their.flags.contains(.asked) }

  /// Takes a step.
  ///
  /// - Returns: False if it accepts a request that does not exist.
  mutating func take(_ step: FriendStep) -> Bool {
    if areFriends { return true }
    switch step {
    case .ask(let text, _) where !isAsked: ask(text)
    case .accept where !own.flags.contains(.asks): return false
    case .ask, .accept, .befriend: set(.friend)
    }
    return true
  }

  /// Ends whatever there is.
  mutating func end() { set([]) }

  private mutating func ask(_ text: String) {
    own.flags.insert(.asked)
    own.text = text
    // The asker sees the same whether there is a block or not.
    guard !their.flags.contains(.blocked) else { return }
    their.flags.insert(.asks)
    their.text = text
  }

  private mutating func set(_ flags: RelationFlags) {
    own.flags = own.flags.subtracting(.friendship).union(flags)
    their.flags = their.flags.subtracting(.friendship).union(flags)
    (own.text, their.text) = ("", "")
  }
}

extension RelationDecision {
  /// Decides on a change of friendship, which is a relation of both users: one commit changes both and tells both logs.
  static func decideFriends(_ change: RelationChange, in view: DecidingView<some Rows>) throws -> RelationDecision {
    let user = UserKey(app: change.app, user: change.user)
    // The heads first: if another node changes relations of one of them after that, its entry takes the position of this one's,
    // and the commit fails.
    let heads = try ([change.user] + change.peers).mapGathering { try view.userHead($0, app: change.app) }
    let known = try change.peers.mapGathering { peer in
      (
        pair: FriendPair(
          own: try view.relation(of: user, to: peer) ?? RelationRecord(peer, [], revision: 0),
          their: try view.relation(of: UserKey(app: change.app, user: peer), to: change.user)
            ?? RelationRecord(change.user, [], revision: 0)),
        exists: try !change.isSet || view.user(peer, app: change.app) != nil
      )
    }
    if let unknown = known.first(where: { !$0.exists }) { return .answer(.userUnknown(unknown.pair.own.peer)) }
    var changed: [(before: FriendPair, after: FriendPair, head: UInt64)] = []
    for ((before, _), head) in zip(known, heads.dropFirst()) {
      var after = before
      if change.isSet {
        guard after.take(change.step) else { return .answer(.notAsked(before.own.peer)) }
      } else {
        after.end()
      }
      if after.own != before.own || after.their != before.their { changed.append((before, after, head)) }
    }
    let head = heads[0]
    guard !changed.isEmpty else { return .answer(.unchanged(head: head)) }
    if let full = try limit(change, changed, in: view) { return .answer(full) }
    return try store(change, changed, head: head, in: view)
  }

  /// The refusal if somebody would have too many friends or requests.
  private static func limit(
    _ change: RelationChange, _ changed: [(before: FriendPair, after: FriendPair, head: UInt64)], in view: DecidingView<some Rows>
  ) throws -> RelationOutcome? {
    let user = UserKey(app: change.app, user: change.user)
    func added(_ flag: RelationFlags, _ side: (FriendPair) -> RelationRecord) -> [UserID] {
      changed.filter { side($0.after).flags.contains(flag) && !side($0.before).flags.contains(flag) }.map(\.after.own.peer)
    }
    let (friends, asked) = (added(.friend) { $0.own }, added(.asked) { $0.own })
    if !friends.isEmpty, try view.countRelations(of: user, .friend, limit: change.most) &+ friends.count > change.most {
      return .full(limit: change.most)
    }
    for peer in added(.friend, { $0.their }) {
      let peer = UserKey(app: change.app, user: peer)
      if try view.countRelations(of: peer, .friend, limit: change.most) >= change.most {
        return .peerFull(.friend, limit: change.most)
      }
    }
    guard case .ask(_, let most) = change.step, change.isSet else { return nil }
    if !asked.isEmpty, try view.countRelations(of: user, .asked, limit: most) &+ asked.count > most {
      return .requestsFull(limit: most)
    }
    for peer in added(.asks, { $0.their }) {
      let peer = UserKey(app: change.app, user: peer)
      if try view.countRelations(of: peer, .asks, limit: most) >= most { return .peerFull(.asks, limit: most) }
    }
    return nil
  }

  private static func store(
    _ change: RelationChange, _ changed: [(before: FriendPair, after: FriendPair, head: UInt64)], head: UInt64,
    in view: DecidingView<some Rows>
  ) throws -> RelationDecision {
    let user = UserKey(app: change.app, user: change.user)
    let known = try changed.mapGathering { try view.direct(user, $0.after.own.peer) }
    var conversations: [ConversationState] = []
    var unmet: Set<UserID> = []
    var others: [RelationEffects] = []
    for ((before, after, peerHead), found) in zip(changed, known) {
      let peer = after.own.peer
      if var conversation = found {
        let id = conversation.record.id
        let known = conversation.record.relations
        conversation.record.relations.set(after.own.flags, by: change.user, about: peer, in: id)
        conversation.record.relations.set(after.their.flags, by: peer, about: change.user, in: id)
        if conversation.record.relations != known { conversations.append(conversation) }
      } else {
        unmet.insert(peer)
      }
      guard after.their != before.their else { continue }
      others.append(
        RelationEffects(
          user: UserKey(app: change.app, user: peer), relations: [after.their], seq: peerHead &+ 1, time: change.time,
          unmet: found == nil ? [change.user] : []))
    }
    let own = RelationEffects(
      user: user, relations: changed.map(\.after.own), seq: head &+ 1, time: change.time, unmet: unmet)
    return .store([own] + others, conversations)
  }
}
