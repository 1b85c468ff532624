import MartletStore
import MartletWire

/// Sets or unsets a kind of relation to users.
struct SetRelationsRequest: ServedRequest, PersonalChange {
  typealias Message = Wire.SetRelations

  let users: [UserID]
  let kind: SettableRelation
  let isSet: Bool

  static var effort: RequestEffort { .write }

  static func named(_ request: Wire.SetRelations) -> Int { request.users.count }

  static func serve(_ request: Wire.SetRelations, for context: RequestContext) throws(Refusal) {
    guard let kind = SettableRelation(request.kind) else { throw Refusal(field: "kind") }
    guard !kind.isOfAll else {
      guard request.users.isEmpty else { throw Refusal(field: "users", limit: 0, request.users.count) }
      return context.submit(SetRelationsRequest(users: [context.user.user], kind: kind, isSet: request.set))
    }
    let users = try Form.users(request.users, "users", limits: context.limits.value, atLeast: 1)
    guard !users.contains(context.user.user) else { throw Refusal(.relationToSelf) }
    context.submit(SetRelationsRequest(users: users, kind: kind, isSet: request.set))
  }

  func place(of caller: UserKey) -> Place { .user(caller) }
  var bytes: Int { 256 &+ 128 &* users.count }
  static func queue(in queues: PersonalQueues) -> PersonalQueue<SetRelationsRequest> { queues.relations }

  func item(of caller: UserKey, at time: Int64, _ limits: Limits) -> RelationChange {
    RelationChange(
      app: caller.app, user: caller.user, peers: users, kind.flag, isSet, most: kind.most?(limits) ?? 1, time: time)
  }

  static func store(_ items: [RelationChange], in store: any Store) async throws -> [RelationOutcome] {
    try await store.change(items)
  }

  func settle(_ outcome: RelationOutcome, of caller: UserKey, _ limits: Limits) -> PersonalSettlement {
    switch outcome {
    case .changed(let entry, let earlier):
      PersonalSettlement(
        answer: .changed(Wire.Changed(revision: entry.seq)), entry: entry, earlier: earlier,
        relations: PairNews.of(entry, caller))
    case .unchanged(let head): PersonalSettlement(answer: .changed(Wire.Changed(revision: head)))
    case .userUnknown(let user): .failure(Wire.Failure(.peerUnknown, field: user.text))
    case .full(let limit): .failure(Wire.Failure(.relationsFull, field: kind.name, limit: UInt64(clamping: limit)))
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
