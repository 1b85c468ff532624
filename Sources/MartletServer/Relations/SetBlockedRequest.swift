import MartletStore
import MartletWire

/// Blocks users, or lifts blocks.
struct SetBlockedRequest: ServedRequest, PersonalChange {
  typealias Message = Wire.SetBlocked

  let users: [UserID]
  let isBlocked: Bool

  static var effort: RequestEffort { .write }

  static func named(_ request: Wire.SetBlocked) -> Int { request.users.count }

  static func serve(_ request: Wire.SetBlocked, for context: RequestContext) throws(Refusal) {
    let users = try Form.users(request.users, "users", limits: context.limits.value, atLeast: 1)
    guard !users.contains(context.user.user) else { throw Refusal(.relationToSelf) }
    context.submit(SetBlockedRequest(users: users, isBlocked: request.blocked))
  }

  func place(of caller: UserKey) -> Place { .user(caller) }
  var bytes: Int { 256 &+ 128 &* users.count }
  static func queue(in queues: PersonalQueues) -> PersonalQueue<SetBlockedRequest> { queues.blocks }

  func item(of caller: UserKey, at time: Int64, _ limits: Limits) -> RelationChange {
    RelationChange(
      app: caller.app, user: caller.user, peers: users, isBlocked: isBlocked, mostBlocked: limits.blockedUsers, time: time)
  }

  static func store(_ items: [RelationChange], in store: any Store) async throws -> [RelationOutcome] {
    try await store.change(items)
  }

  func settle(_ outcome: RelationOutcome, of caller: UserKey, _ limits: Limits) -> PersonalSettlement {
    switch outcome {
    case .changed(let entry):
      PersonalSettlement(answer: .changed(Wire.Changed(revision: entry.seq)), entry: entry, relations: PairNews.of(entry, caller))
    case .unchanged(let head): PersonalSettlement(answer: .changed(Wire.Changed(revision: head)))
    case .userUnknown(let user): .failure(Wire.Failure(.peerUnknown, field: user.text))
    case .full(let limit): .failure(Wire.Failure(.blocksFull, limit: UInt64(clamping: limit)))
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
