import MartletStore
import MartletWire

/// A conversation in the memory of its home shard, and the decisions on it.
///
/// A decision never refuses a request from memory, because the store may know the request as a retry. It states conditions, and
/// the store answers retries before it checks them.
final class Conversation {
  let key: ConversationKey
  /// Nil while the conversation does not exist.
  ///
  /// Its title is the one at loading time, and it has no attributes: no decision here depends on them.
  private(set) var record: ConversationRecord?
  /// Whether the conversation was made; asked for more often than the record is worth copying.
  private(set) var exists: Bool
  private(set) var members: [UserID: MemberRecord]
  /// The users told of every entry.
  private(set) var audience: Audience
  /// The users of a direct conversation.
  private let pair: (UserID, UserID)?

  init(key: ConversationKey, record: ConversationRecord? = nil, members: [MemberRecord] = []) {
    self.key = key
    self.record = record
    self.record?.attributes = nil
    exists = record != nil
    pair = key.id.directUsers
    self.members = Dictionary(members.map { ($0.user, $0) }, uniquingKeysWith: { $1 })
    audience = Audience(app: key.app, users: members.map(\.user))
  }

  /// The next step for a request.
  enum Decision {
    case append(Shared<Append>)
    case answer(Wire.ServerPacket.Body)
    /// Ask again with the existing ones of these users.
    case lookUp([UserID])
  }

  /// Decides a request.
  ///
  /// `known` holds the existing ones of the users asked for; nil before they were looked up.
  func decide(_ request: Request, limits: Shared<Limits>, now: Int64, known: Set<UserID>? = nil) -> Decision {
    if let failure = limits.value.failure(of: request.clientID, now: now) { return .answer(.failure(failure)) }
    let caller = request.caller.user
    var append = Append(
      app: key.app, conversation: key.id, sender: caller, clientID: request.clientID, fingerprint: request.fingerprint,
      time: now, event: .membersAdded([]), conditions: [.member(caller)])
    switch request.operation {
    case .send(let type, let content, let details, let more):
      let isDirected = details?.isDirected == true
      guard !isDirected || key.id.kind == .group else { return .answer(.failure(Wire.Failure(.notSupportedHere))) }
      let details = settled(details, type: type, limits: limits)
      append.event = .message(type: type, content: content)
      append.details = details
      append.parent = more.parent
      append.properties = more.properties
      append.counts = !isDirected && details?.wire.counts ?? true
      // Ensures that a message cancelled at this moment is either cancelled or sent.
      if let name = request.scheduled {
        append.conditions.append(.scheduled(name))
        // It was due by the clock, which may have been put back since.
        append.time = max(now, request.clientID.madeAt ?? now)
      }
      if key.id.kind == .direct, let decision = decideDirectSend(&append, known: known) { return decision }
    case .edit(let target, let type, let content):
      append.event = .edited(target: target, type: type, content: content)
      append.conditions += [.visibleMessage(target, to: caller), .sentBy(caller, target), .keepsPoll(target)]
    case .recall(let target, let details):
      return decideRecall(append, of: target, details, limits: limits, now: now)
    case .annotate(let annotation):
      annotate(&append, annotation, limits: limits)
    case .createGroup(let title, let users, let attributes, _):
      return decideCreation(append, title: title, users: users, attributes, limits: limits, known: known)
    case .addMembers(let users):
      return decideAddition(append, users: users, limits: limits, known: known)
    case .removeMembers(let users, let details):
      append.details = details
      return decideRemoval(append, users: users)
    case .changeConversation(let change):
      return decideChange(append, change, limits: limits)
    }
    return .append(Shared(append))
  }

  /// The members who may see an event; nil if all may.
  func readers(of event: LogEvent, _ details: Details?, by sender: UserID) -> Set<UserID>? {
    let recipients = details?.recipients(sender: sender)
    guard recipients != nil || event.edits else { return nil }
    let readers = members.values.filter { member in
      !event.discloses(before: member.joined) && recipients?.contains(member.user.text) ?? true
    }
    return readers.count == members.count ? nil : Set(readers.map(\.user))
  }

  /// Takes in an entry that was stored.
  func apply(_ stored: Stored) {
    record?.head = stored.position.seq
    record?.time = stored.position.time
    record?.countable = stored.countable
    record?.stamp = stored.stamp
  }

  /// Takes in an entry that was stored and may have made the conversation or changed its members.
  func apply(_ append: Shared<Append>, _ stored: Stored) {
    if record == nil {
      record = ConversationRecord(
        id: key.id, title: append.value.create?.title ?? "", owner: append.value.create?.owner, head: 0, countable: 0, time: 0,
        stamp: 0, memberCount: 0)
      exists = true
    }
    apply(stored)
    switch append.value.owner {
    case .user(let user): record?.owner = user
    case .nobody: record?.owner = nil
    case nil: break
    }
    guard !append.value.joins.isEmpty || !append.value.leaves.isEmpty else { return }
    let joined = key.id.kind == .direct ? 0 : stored.position.seq
    for user in append.value.joins where members[user] == nil {
      members[user] = MemberRecord(user: user, joined: joined, read: 0, lastSent: 0)
    }
    for user in append.value.leaves { members[user] = nil }
    audience = Audience(app: key.app, users: Array(members.keys))
    record?.memberCount = members.count
  }

  /// Details as they are stored: normalised, with policy defaults applied and redundant fields dropped.
  private func settled(_ details: Details?, type: String, limits: Shared<Limits>) -> Details? {
    let usual = limits.value.types.departure(of: type)
    guard usual != nil || details?.wire.policy != nil else { return details }
    var wire = details?.wire ?? Wire.Details()
    wire.policy = (usual ?? TypePolicy()).settled(wire.policy)
    return Details(wire)
  }

  // MARK: - Decisions

  private func decideRecall(_ append: Append, of target: UInt64, _ details: Details?, limits: Shared<Limits>, now: Int64)
    -> Decision
  {
    let caller = append.sender
    var append = append
    append.event = .recalled(target: target)
    append.details = details
    append.conditions.append(.visibleMessage(target, to: caller))
    let isOwner = record?.owner == caller
    switch details?.wire.recall?.silent == true ? limits.value.silentRecallBy : limits.value.recallBy {
    case .nobody: return .answer(.failure(Wire.Failure(.notPermitted)))
    case .sender: append.conditions.append(.sentBy(caller, target))
    case .owner: append.conditions.append(.owner(caller))
    case .senderOrOwner: append.conditions.append(isOwner ? .owner(caller) : .sentBy(caller, target))
    case .members: break
    }
    if !isOwner, limits.value.recallWindow > .zero {
      append.conditions.append(.sentSince(now &- limits.value.recallWindow.milliseconds, target))
    }
    return .append(Shared(append))
  }

  /// Completes a message to the user's peer.
  ///
  /// Returns the next step if more is needed.
  private func decideDirectSend(_ append: inout Append, known: Set<UserID>?) -> Decision? {
    guard let (first, second) = pair, append.sender == first || append.sender == second else {
      return .answer(.failure(Wire.Failure(.conversationUnknown)))
    }
    guard !exists else { return nil }
    let peer = append.sender == first ? second : first
    guard let known else { return .lookUp([peer]) }
    guard known.contains(peer) else { return .answer(.failure(Wire.Failure(.peerUnknown, field: peer.text))) }
    append.create = NewConversation()
    append.joins = first == second ? [first] : [first, second]
    return nil
  }

  private func decideCreation(
    _ append: Append, title: String, users: [UserID], _ attributes: Attributes?, limits: Shared<Limits>, known: Set<UserID>?
  ) -> Decision {
    var users = users
    if !users.contains(append.sender) { users.insert(append.sender, at: 0) }
    guard let known else { return .lookUp(users) }
    if let missing = users.first(where: { !known.contains($0) }) {
      return .answer(.failure(Wire.Failure(.peerUnknown, field: missing.text)))
    }
    var append = append
    append.event = .groupCreated(title: title, owner: append.sender, members: users, attributes: attributes)
    append.create = NewConversation(title: title, owner: append.sender)
    append.joins = users
    append.conditions = [.absent, .membersAtMost(limits.value.groupMembers)]
    return .append(Shared(append))
  }

  private func decideAddition(_ append: Append, users: [UserID], limits: Shared<Limits>, known: Set<UserID>?) -> Decision {
    guard key.id.kind == .group else { return .answer(.failure(Wire.Failure(.notSupportedHere))) }
    let new = users.filter { members[$0] == nil }
    guard let known else { return .lookUp(new) }
    if let missing = new.first(where: { !known.contains($0) }) {
      return .answer(.failure(Wire.Failure(.peerUnknown, field: missing.text)))
    }
    var append = append
    // If nobody is new, the store refuses an inapplicable request, unless it knows it as a retry.
    append.joins = new.isEmpty ? users : new
    append.event = .membersAdded(append.joins)
    append.conditions += [.membershipChangesApply, .membersAtMost(limits.value.groupMembers)]
    return .append(Shared(append))
  }

  private func decideRemoval(_ append: Append, users: [UserID]) -> Decision {
    guard key.id.kind == .group else { return .answer(.failure(Wire.Failure(.notSupportedHere))) }
    var append = append
    if users != [append.sender] { append.conditions.append(.owner(append.sender)) }
    let present = users.filter { members[$0] != nil }
    append.leaves = present.isEmpty ? users : present
    append.conditions.append(.membershipChangesApply)
    var owner = record?.owner
    if let current = owner, append.leaves.contains(current) {
      owner = successor(without: Set(append.leaves))
      append.owner = owner.map(OwnerChange.user) ?? .nobody
    }
    append.event = .membersRemoved(append.leaves, owner: owner)
    return .append(Shared(append))
  }

  /// The next owner when the owner leaves: the member who joined first, then the first by id.
  private func successor(without leaving: Set<UserID>) -> UserID? {
    members.values.filter { !leaving.contains($0.user) }
      .min { ($0.joined, $0.user) < ($1.joined, $1.user) }?.user
  }
}
