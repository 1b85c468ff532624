import MartletStore
import MartletWire

/// Answers a page of the users who are banned from a group, to those who may ban some.
enum ListBansRequest: ServedRequest {
  typealias Message = Wire.ListBans

  static var effort: RequestEffort { .read }

  static func serve(_ request: Wire.ListBans, for context: RequestContext) throws(Refusal) {
    let caller = context.user
    let after = try Form.optionalUser(request.after, "after")
    context.read { [now = context.now] reading in
      try await reading.group(request.conversation, of: caller, to: .ban) { id, _ in
        let limit = reading.page(request.limit, default: 100)
        let found = try await reading.store.outsiders(.banned, of: id, app: caller.app, at: now, after: after, limit: limit + 1)
        return .bans(
          Wire.Bans(conversation: id.text, bans: found.prefix(limit).map { Wire.Ban($0) }, more: found.count > limit))
      }
    }
  }
}

extension Wire.Ban {
  fileprivate init(_ ban: OutsiderRecord) {
    self.init(user: ban.user.text, by: ban.by.text, since: ban.since, until: ban.until, reason: ban.text)
  }
}
