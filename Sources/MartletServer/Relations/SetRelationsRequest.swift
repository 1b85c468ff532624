import MartletStore
import MartletWire

/// Sets or unsets a kind of relation to users.
struct SetRelationsRequest: ServedRequest, PersonalChange {
  typealias Message = Wire.SetRelations

  let users: [UserID]
  let kind: SettableRelation
  let isSet: Bool
  /// How users become friends, unless the change is about something else.
  var step = FriendStep.befriend

  static var effort: RequestEffort { .write }

  static func named(_ request: Wire.SetRelations) -> Int { request.users.count }

  static func serve(_ request: Wire.SetRelations, for context: RequestContext) throws(Refusal) {
    guard let kind = SettableRelation(request.kind) else { throw Refusal(field: "kind") }
    let isOfFriends = kind.flag == .friend && request.set
    guard isOfFriends || request.text.isEmpty else { throw Refusal(field: "text") }
    guard isOfFriends || !request.accept else { throw Refusal(field: "accept") }
    guard !kind.isOfAll else {
      guard request.users.isEmpty else { throw Refusal(field: "users", limit: 0, request.users.count) }
      return context.submit(SetRelationsRequest(users: [context.user.user], kind: kind, isSet: request.set))
    }
    let users = try Form.users(request.users, "users", limits: context.limits.value, atLeast: 1)
    guard !users.contains(context.user.user) else { throw Refusal(.relationToSelf) }
    var change = SetRelationsRequest(users: users, kind: kind, isSet: request.set)
    if isOfFriends { change.step = try step(request, for: context) }
    context.submit(change)
  }

  /// How a request makes friends, as the app lets users do it.
  private static func step(_ request: Wire.SetRelations, for context: RequestContext) throws(Refusal) -> FriendStep {
    let limits = context.limits.value
    try Form.short(request.text, Limits.noteBytes, "text")
    // An entry of the log repeats the text for each user.
    guard request.text.isEmpty || request.users.count == 1 else { throw Refusal(field: "users", limit: 1, request.users.count) }
    if context.isOfApp { return .befriend }
    switch limits.friends {
    case .off: throw Refusal(.friendsOff)
    case _ where request.accept:
      guard request.text.isEmpty else { throw Refusal(field: "text") }
      return .accept
    case .withConsent: return .ask(request.text, most: limits.friendRequests)
    case .withoutConsent: return .befriend
    }
  }

  func place(of caller: UserKey) -> Place { .user(caller) }
  var bytes: Int {
    guard case .ask(let text, _) = step else { return 256 &+ 128 &* users.count }
    return 256 &+ (128 &+ text.utf8.count) &* users.count
  }
  static func queue(in queues: PersonalQueues) -> PersonalQueue<SetRelationsRequest> { queues.relations }

  func item(of caller: UserKey, at time: Int64, _ limits: Limits) -> RelationChange {
    RelationChange(
      app: caller.app, user: caller.user, peers: users, kind.flag, isSet, most: kind.most?(limits) ?? 1, time: time, step: step)
  }

  static func store(_ items: [RelationChange], in store: any Store) async throws -> [RelationOutcome] {
    try await store.change(items)
  }

  func settle(_ outcome: RelationOutcome, of caller: UserKey, _ limits: Limits) -> PersonalSettlement {
    switch outcome {
    case .changed(let entry, let earlier, let others):
      PersonalSettlement(
        answer: .changed(Wire.Changed(revision: entry.seq)), entry: entry, earlier: earlier, others: others,
        relations: PairNews.of(entry, caller)
          + others.flatMap { PairNews.of($0.entry, UserKey(app: caller.app, user: $0.user)) })
    case .unchanged(let head): PersonalSettlement(answer: .changed(Wire.Changed(revision: head)))
    case .userUnknown(let user): .failure(Wire.Failure(.peerUnknown, field: user.text))
    case .full(let limit): .failure(Wire.Failure(.relationsFull, field: kind.name, limit: UInt64(clamping: limit)))
    case .requestsFull(let limit): .failure(Wire.Failure(.relationsFull, field: "asked", limit: UInt64(clamping: limit)))
    case .peerFull(let flag, let limit):
      .failure(
        Wire.Failure(.peerRelationsFull, field: flag == .friend ? "friend" : "asks", limit: UInt64(clamping: limit)))
    case .notAsked(let user): .failure(Wire.Failure(.friendRequestUnknown, field: user.text))
    }
  }
}

extension PairNews {
  /// What an entry of a user's log says to the homes of direct conversations.
  fileprivate static func of(_ entry: UserLogEntry, _ user: UserKey) -> [PairNews] {
    guard case .relationsChanged(let relations) = entry.event else { return [] }
    return relations.map { PairNews($0, of: user) }
  }
}
