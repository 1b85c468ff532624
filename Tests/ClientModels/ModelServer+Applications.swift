import MartletCore
import MartletWire

// Applications to join a group, nicknames and announcements.
extension ModelServer {
  private static let lifetime: Int64 = 86_400_000

  mutating func answerOnMembers(_ request: Wire.ClientPacket.Request, _ user: UserID) -> Wire.ServerPacket.Body {
    switch request {
    case .applyToGroup(let one): append(request, one.conversation, one.clientId, user) { try $0.apply(one, user) }
    case .answerApplications(let one): append(request, one.conversation, one.clientId, user) { try $0.answer(one, user) }
    case .listApplications(let list): applications(list, user)
    case .setNickname(let set): append(request, set.conversation, set.clientId, user) { try $0.setNickname(set, user) }
    case .announce(let one): append(request, one.conversation, one.clientId, user) { try $0.announce(one, user) }
    case .listAnnouncements(let list): announcements(list, user)
    default: .failure(Wire.Failure(.internal))
    }
  }

  mutating func apply(_ apply: Wire.ApplyToGroup, _ user: UserID) throws -> (ConversationID, UInt64)? {
    guard let id = ConversationID(apply.conversation), let log = logs[id] else { throw Refusal(code: .conversationUnknown) }
    let known = log.applications[user]
    guard log.members[user] == nil, apply.withdrawn ? known != nil : known?.text != apply.text else { return nil }
    guard apply.withdrawn || log.takesApplications else { throw Refusal(code: .conversationUnknown) }
    try requireNotBanned([user], in: id)
    try requireNotDismissed(id)
    let until = apply.withdrawn ? 0 : time + Self.lifetime
    let seq = store(.applied(Wire.Applied(text: apply.text, until: until)), in: id, by: user, apply.clientId)
    logs[id]?.applications[user] =
      apply.withdrawn ? nil : Wire.Application(user: user.text, since: time, until: until, text: apply.text)
    let state: Wire.ApplicationState = apply.withdrawn ? .withdrawn : .pending
    tell(user, id, .applicationChanged(Wire.ApplicationChanged(seq: seq, state: state, until: until)))
    return (id, seq)
  }

  mutating func answer(_ answer: Wire.AnswerApplications, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let id = try leadership(answer.conversation, user)
    let users = answer.users.compactMap { UserID($0) }.filter { !answer.accepted || logs[id]?.members[$0] == nil }
    if users.isEmpty { return nil }
    for one in users where logs[id]?.applications[one] == nil { throw Refusal(code: .applicationUnknown, field: one.text) }
    for one in users { logs[id]?.applications[one] = nil }
    guard answer.accepted else {
      let event = Wire.ApplicationsRefused(users: answer.users, reason: answer.reason)
      let seq = store(.applicationsRefused(event), in: id, by: user, answer.clientId)
      for one in users {
        tell(
          one, id,
          .applicationChanged(Wire.ApplicationChanged(seq: seq, state: .refused, by: user.text, reason: answer.reason)))
      }
      return (id, seq)
    }
    let earlier = logs[id]?.earlier ?? 0
    let joined = (logs[id]?.head ?? 0) + 1
    for one in users { logs[id]?.members[one] = Member(joined: joined, earlier: earlier) }
    let added = Wire.MembersAdded(users: users.map(\.text), arrival: Wire.Arrival(history: earlier, accepted: true))
    let seq = store(.membersAdded(added), in: id, by: user, answer.clientId)
    for one in users { tell(one, id, .joined(Wire.Joined(seq: seq))) }
    return (id, seq)
  }

  /// In pages of two.
  func applications(_ list: Wire.ListApplications, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(list.conversation), let log = logs[id], log.members[user] != nil else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    guard rank(of: user, in: id) > 0 else { return .failure(Wire.Failure(.notPermitted)) }
    let left = log.applications.values.filter { $0.user > list.after }.sorted { $0.user < $1.user }
    return .applications(Wire.Applications(conversation: id.text, applications: Array(left.prefix(2)), more: left.count > 2))
  }

  mutating func setNickname(_ set: Wire.SetNickname, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let (id, _) = try membership(set.conversation, user)
    guard let named = set.user.isEmpty ? user : UserID(set.user), let member = logs[id]?.members[named] else {
      throw Refusal(code: .memberUnknown)
    }
    guard named == user || rank(of: named, in: id) < rank(of: user, in: id) else { throw Refusal(code: .notPermitted) }
    try requireNotDismissed(id)
    guard member.nickname != set.name else { return nil }
    logs[id]?.members[named]?.nickname = set.name
    return (id, store(.memberNamed(Wire.MemberNamed(user: named.text, name: set.name)), in: id, by: user, set.clientId))
  }

  mutating func announce(_ announce: Wire.Announce, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let id = try leadership(announce.conversation, user)
    guard logs[id]?.announced.last?.text ?? "" != announce.text else { return nil }
    let seq = store(.announced(Wire.Announced(text: announce.text)), in: id, by: user, announce.clientId)
    logs[id]?.announced.append(Wire.Announcement(text: announce.text, by: user.text, time: time, seq: seq))
    return (id, seq)
  }

  func announcements(_ list: Wire.ListAnnouncements, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(list.conversation), let log = logs[id], log.members[user] != nil else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let found = log.announced.reversed().filter { list.from == 0 || $0.seq <= list.from }
    let page = Array(found.prefix(Int(list.limit)))
    return .announcements(
      Wire.Announcements(
        conversation: id.text, announcements: page, next: found.count > page.count ? found[page.count].seq : 0))
  }
}
