import MartletCore
import MartletWire

// Bans, applications, names of members, and announcements.
extension BrowserClient {
  /// - Returns: False for other operations.
  func beginOnLeading(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .banUsers(let ban):
      engine.ban(
        try Parsed.users(ban.users, "users"), from: try Destination(to: ban.to), until: ban.until, reason: ban.reason,
        for: operation, then: completion(call))
    case .bans(let place):
      engine.bans(
        of: try Destination(to: place.to), for: operation,
        then: completion(call) { .bans(Bridge.GroupBans(bans: $0.map { Bridge.GroupBan($0) })) })
    case .applyToGroup(let apply):
      guard let group = ConversationID(apply.group) else {
        throw MartletError(.argumentInvalid, "the id of a group is like group:climbers", field: "group")
      }
      engine.apply(
        to: group, text: apply.text, sharedBy: try Parsed.optionalUser(apply.sharedBy, "sharedBy"), way: apply.way,
        isWithdrawn: apply.withdrawn, for: operation,
        then: completion(call))
    case .answerApplications(let answer):
      engine.answerApplications(
        of: try Parsed.users(answer.users, "users"), to: try Destination(to: answer.to), isAccepted: answer.accepted,
        reason: answer.reason, for: operation, then: completion(call))
    case .applications(let place):
      engine.applications(
        to: try Destination(to: place.to), for: operation,
        then: completion(call) { .applications(Bridge.Applications(applications: $0.map { Bridge.Application($0) })) })
    case .setNickname(let set):
      engine.setNickname(
        set.name, of: try Parsed.optionalUser(set.user, "user"), in: try Destination(to: set.to), for: operation,
        then: completion(call))
    case .announce(let announce):
      engine.announce(announce.text, in: try Destination(to: announce.to), for: operation, then: completion(call))
    case .announcements(let query):
      engine.announcements(
        of: try Destination(to: query.to), after: try PageCursor.position(try Parsed.cursor(query.after)),
        limit: Self.limit(query.limit), for: operation,
        then: completion(call) { page in
          let announcements = page.items.map { Bridge.Announcement($0) }
          return .announcements(Bridge.Announcements(announcements: announcements, next: page.next?.text ?? ""))
        })
    default: return false
    }
    return true
  }
}

extension Bridge.GroupBan {
  fileprivate init(_ ban: MartletCore.GroupBan) {
    self.init(
      user: ban.id.text, by: ban.by?.text ?? "", since: ban.since.milliseconds, until: ban.until?.milliseconds ?? 0,
      reason: ban.reason)
  }
}

extension Bridge.Application {
  fileprivate init(_ application: GroupApplication) {
    self.init(
      user: application.id.text, since: application.since.milliseconds, until: application.until.milliseconds,
      text: application.text)
  }
}

extension Bridge.Announcement {
  init(_ announcement: GroupAnnouncement) {
    self.init(
      text: announcement.text, by: announcement.by?.text ?? "", time: announcement.time.milliseconds,
      position: announcement.id.seq)
  }
}

extension Bridge.ApplicationChanged {
  init(_ id: ConversationID, _ state: ApplicationState) {
    switch state {
    case .pending(let until): self.init(conversation: id.text, state: "pending", until: until.milliseconds)
    case .withdrawn: self.init(conversation: id.text, state: "withdrawn")
    case .refused(let by, let reason):
      self.init(conversation: id.text, state: "refused", by: by?.text ?? "", reason: reason)
    }
  }
}
