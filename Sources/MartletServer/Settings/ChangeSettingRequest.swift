import MartletStore
import MartletWire

/// Changes settings of the caller.
struct ChangeSettingRequest: ServedRequest, PersonalChange {
  typealias Message = Wire.ChangeSetting

  let values: [(name: SettingName, value: String)]

  static var effort: RequestEffort { .write }

  static func named(_ change: Wire.ChangeSetting) -> Int { change.settings.count }

  static func serve(_ change: Wire.ChangeSetting, for context: RequestContext) throws(Refusal) {
    let values = try Form.settings(change.settings, for: context, limits: context.limits.value)
    context.submit(ChangeSettingRequest(values: values))
  }

  func place(of caller: UserKey) -> Place { .user(caller) }
  var bytes: Int { values.reduce(256) { $0 &+ 256 &+ $1.value.utf8.count } }
  static func queue(in queues: PersonalQueues) -> PersonalQueue<ChangeSettingRequest> { queues.settings }

  func item(of caller: UserKey, at time: Int64, _ limits: Limits) -> SettingChange {
    SettingChange(
      app: caller.app, user: caller.user, values: values, mostOfUser: limits.settingsOfUser,
      mostOfConversation: limits.settingsOfConversation, mostBytes: limits.settingBytesOfUser, mostTags: limits.tags,
      mostTagged: limits.tagConversations, time: time)
  }

  static func store(_ items: [SettingChange], in store: any Store) async throws -> [SettingOutcome] {
    try await store.change(items)
  }

  func settle(_ outcome: SettingOutcome, of caller: UserKey, _ limits: Limits) -> PersonalSettlement {
    func full(_ field: String, _ limit: Int) -> PersonalSettlement {
      .failure(Wire.Failure(.settingsFull, field: field, limit: UInt64(clamping: limit)))
    }
    return switch outcome {
    case .changed(let entry):
      PersonalSettlement(
        answer: .changed(Wire.Changed(revision: entry.seq)), entry: entry,
        changesPresence: values.contains { PresenceSetting($0.name) != nil })
    case .unchanged(let head): PersonalSettlement(answer: .changed(Wire.Changed(revision: head)))
    case .notMember: .failure(Wire.Failure(.conversationUnknown))
    case .fullBytes(let limit): full("setting_bytes", limit)
    case .tagsFull(let tag, let limit): full(tag ?? "tags", limit)
    case .full(let conversation, let limit): full(conversation?.text ?? "", limit)
    }
  }
}
