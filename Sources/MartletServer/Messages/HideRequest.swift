import MartletStore
import MartletWire

/// Hides entries of a conversation from the caller.
struct HideRequest: ServedRequest, PersonalChange {
  typealias Message = Wire.Hide

  let key: ConversationKey
  let until: UInt64
  let targets: [UInt64]

  static var effort: RequestEffort { .write }

  /// The store also looks at the positions hidden already, up to `Limits.hiddenOfConversation`.
  static func cost(of hide: Wire.Hide) -> Int { 5 }

  static func serve(_ hide: Wire.Hide, for context: RequestContext) throws(Refusal) {
    let conversation = try context.conversation(hide.conversation)
    let limit = context.limits.value.hiddenPerRequest
    guard hide.targets.count <= limit, hide.until > 0 || !hide.targets.isEmpty else {
      throw Refusal(field: "targets", limit: limit, hide.targets.count)
    }
    let key = ConversationKey(app: context.user.app, id: conversation)
    context.submit(HideRequest(key: key, until: hide.until, targets: hide.targets))
  }

  func place(of caller: UserKey) -> Place { .conversation(key) }
  var bytes: Int { 256 &+ 8 &* targets.count }
  static func queue(in queues: PersonalQueues) -> PersonalQueue<HideRequest> { queues.hides }

  func answerAtOnce(on conversation: Conversation?, _ limits: Limits) -> Wire.ServerPacket.Body? {
    conversation?.permissions.refusalOfReadState
  }

  func item(of caller: UserKey, at time: Int64, _ limits: Limits) -> Hide {
    Hide(
      app: caller.app, conversation: key.id, user: caller.user, until: until, targets: targets,
      most: limits.hiddenOfConversation, time: time)
  }

  static func store(_ items: [Hide], in store: any Store) async throws -> [HideOutcome] { try await store.hide(items) }

  func settle(_ outcome: HideOutcome, of caller: UserKey, _ limits: Limits) -> PersonalSettlement {
    switch outcome {
    case .hidden(let entry): PersonalSettlement(answer: .changed(Wire.Changed(revision: entry.seq)), entry: entry)
    case .unchanged(let head): PersonalSettlement(answer: .changed(Wire.Changed(revision: head)))
    case .notMember: .failure(Wire.Failure(.conversationUnknown))
    case .full: .failure(Wire.Failure(.hiddenFull, limit: UInt64(clamping: limits.hiddenOfConversation)))
    }
  }
}
