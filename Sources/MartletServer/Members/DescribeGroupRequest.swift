import MartletStore
import MartletWire

/// Answers what a user who could join a group should know of it.
enum DescribeGroupRequest: ServedRequest {
  typealias Message = Wire.DescribeGroup

  static var effort: RequestEffort { .read }

  static func serve(_ request: Wire.DescribeGroup, for context: RequestContext) throws(Refusal) {
    let caller = context.user
    let (id, code) = try Form.joined(request.conversation, request.link, context.kinds, caller: caller.user)
    guard !context.kinds.policy(of: id).permissions[.join].isEmpty else { throw Refusal(.notSupportedHere) }
    context.read { [now = context.now] reading in
      let unknown = Wire.Failure(code == nil ? .conversationUnknown : .linkInvalid)
      guard let record = try await reading.store.conversation(id, app: caller.app) else { return .failure(unknown) }
      let isMember = try await reading.store.member(caller.user, of: id, app: caller.app) != nil
      guard isMember || reading.isOfApp || record.rules?.shows(to: code, at: now) == true else { return .failure(unknown) }
      let known = isMember ? nil : try await reading.store.outsider(caller.user, of: id, app: caller.app)
      if !reading.isOfApp, let known, known.standing == .banned, known.holds(at: now) {
        return .failure(Wire.Failure(.banned, field: caller.user.text, until: known.until))
      }
      // The first entry is the group's creation, whose sender may have left or handed the group over.
      let first = try await reading.store.entry(at: 1, of: id, app: caller.app)
      var card = Wire.GroupCard(record, isMember: isMember, creator: first?.sender)
      if let known, known.standing == .applied, known.holds(at: now) { card.appliedUntil = known.until }
      return .groupCard(card)
    }
  }
}

extension Wire.GroupCard {
  fileprivate init(_ record: ConversationRecord, isMember: Bool, creator: UserID?) {
    self.init(
      conversation: record.id.text, title: record.title, memberCount: UInt32(clamping: record.memberCount),
      owner: record.owner?.text ?? "", attributes: [Wire.Attribute](record.attributes?.values ?? [:]), member: isMember,
      creator: creator?.text ?? "", open: record.rules?.isOpen ?? false,
      applications: record.rules?.takesApplications ?? false)
  }
}
