import MartletStore
import MartletWire

/// Answers a page of the users who have applied to join a group, to those who may let them in.
enum ListApplicationsRequest: ServedRequest {
  typealias Message = Wire.ListApplications

  static var effort: RequestEffort { .read }

  static func serve(_ request: Wire.ListApplications, for context: RequestContext) throws(Refusal) {
    let caller = context.user
    let after = try Form.optionalUser(request.after, "after")
    context.read { [now = context.now] reading in
      try await reading.group(request.conversation, of: caller, to: .admit) { id, _ in
        let limit = reading.page(request.limit, default: 100)
        let found = try await reading.store.outsiders(.applied, of: id, app: caller.app, at: now, after: after, limit: limit + 1)
        // A text may be long.
        let count = min(limit, reading.fitting(found) { (bytes: 200 + $0.text.utf8.count, text: $0.text.utf8.count) })
        return .applications(
          Wire.Applications(
            conversation: id.text, applications: found.prefix(count).map { Wire.Application($0) }, more: found.count > count))
      }
    }
  }
}

extension Wire.Application {
  fileprivate init(_ applicant: OutsiderRecord) {
    self.init(user: applicant.user.text, since: applicant.since, until: applicant.until, text: applicant.text)
  }
}
