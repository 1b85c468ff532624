import MartletCore
import MartletWire

// Title, attributes and rules of a group, ways into it, and its end.
extension ModelServer {
  mutating func change(_ change: Wire.ChangeConversation, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let (id, _) = try membership(change.conversation, user)
    guard id.kind == .group, let log = logs[id] else { throw Refusal(code: .notSupportedHere) }
    let title = change.title == log.title ? nil : change.title
    let attributes = change.attributes.values.filter { log.attributes[$0.key] ?? "" != $0.value }
    let silenced = change.silenced == log.isSilenced ? nil : change.silenced
    let open = change.open == log.isOpen ? nil : change.open
    let history = change.history == log.history ? nil : change.history
    let applications = change.applications == log.takesApplications ? nil : change.applications
    guard silenced == nil && open == nil && history == nil && applications == nil || rank(of: user, in: id) > 0 else {
      throw Refusal(code: .notPermitted)
    }
    try requireNotDismissed(id)
    guard title != nil || !attributes.isEmpty || silenced != nil || open != nil || history != nil || applications != nil
    else { return nil }
    logs[id]?.isSilenced = silenced ?? log.isSilenced
    logs[id]?.isOpen = open ?? log.isOpen
    logs[id]?.history = history ?? log.history
    logs[id]?.takesApplications = applications ?? log.takesApplications
    logs[id]?.title = title ?? log.title
    for (key, value) in attributes { logs[id]?.attributes[key] = value.isEmpty ? nil : value }
    let changed = Wire.ConversationChanged(
      title: title, attributes: [Wire.Attribute](attributes), silenced: silenced, open: open,
      history: history, applications: applications)
    return (id, store(.conversationChanged(changed), in: id, by: user, change.clientId))
  }

  mutating func join(_ join: Wire.JoinGroup, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let link = logs.first { $0.value.links.contains { $0.code == join.link } }
    guard let id = join.link.isEmpty ? ConversationID(join.conversation) : link?.key, let log = logs[id] else {
      throw Refusal(code: join.link.isEmpty ? .conversationUnknown : .linkInvalid)
    }
    guard log.members[user] == nil else { return nil }
    try requireNotBanned([user], in: id)
    var arrival = Wire.Arrival(sharedBy: join.sharedBy, way: join.way)
    if let index = log.links.firstIndex(where: { $0.code == join.link && !join.link.isEmpty }) {
      let link = log.links[index]
      guard link.until == 0 || link.until > time, link.uses == 0 || link.used < link.uses else {
        throw Refusal(code: .linkInvalid)
      }
      logs[id]?.links[index].used += 1
      arrival.link = link.id
    } else if !log.isOpen {
      throw Refusal(code: .conversationUnknown)
    }
    try requireNotDismissed(id)
    arrival.history = log.earlier
    logs[id]?.members[user] = Member(joined: log.head + 1, earlier: log.earlier)
    let added = Wire.MembersAdded(users: [user.text], arrival: arrival == Wire.Arrival() ? nil : arrival)
    let seq = store(.membersAdded(added), in: id, by: user, join.clientId)
    tell(user, id, .joined(Wire.Joined(seq: seq)))
    return (id, seq)
  }

  mutating func makeLink(_ make: Wire.MakeLink, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let id = try leadership(make.conversation, user)
    let seq = (logs[id]?.head ?? 0) + 1
    var link = Wire.JoinLink(id: seq, by: user.text, until: make.until, uses: make.uses)
    let changed = Wire.ConversationChanged(linkMade: link)
    link.code = "\(id.text)~\(seq)"
    logs[id]?.links.append(link)
    return (id, store(.conversationChanged(changed), in: id, by: user, make.clientId))
  }

  mutating func revokeLinks(_ revoke: Wire.RevokeLinks, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let id = try leadership(revoke.conversation, user)
    let gone = (logs[id]?.links ?? []).map(\.id).filter { revoke.links.contains($0) }
    guard !gone.isEmpty else { return nil }
    logs[id]?.links.removeAll { gone.contains($0.id) }
    return (id, store(.conversationChanged(Wire.ConversationChanged(linksRevoked: gone)), in: id, by: user, revoke.clientId))
  }

  mutating func dismiss(_ dismiss: Wire.DismissGroup, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let id = try leadership(dismiss.conversation, user)
    guard rank(of: user, in: id) == 2 else { throw Refusal(code: .notPermitted) }
    logs[id]?.isDismissed = true
    return (id, store(.conversationChanged(Wire.ConversationChanged(dismissed: true)), in: id, by: user, dismiss.clientId))
  }

  func links(_ list: Wire.ListLinks, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(list.conversation), let log = logs[id], log.members[user] != nil else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    guard rank(of: user, in: id) > 0 else { return .failure(Wire.Failure(.notPermitted)) }
    return .links(Wire.Links(conversation: id.text, links: log.links))
  }

  func describe(_ describe: Wire.DescribeGroup, _ user: UserID) -> Wire.ServerPacket.Body {
    let linked = logs.first { $0.value.links.contains { $0.code == describe.link } }?.key
    guard let id = ConversationID(describe.conversation) ?? linked, let log = logs[id] else {
      return .failure(Wire.Failure(describe.link.isEmpty ? .conversationUnknown : .linkInvalid))
    }
    return .groupCard(
      Wire.GroupCard(
        conversation: id.text, title: log.title, memberCount: UInt32(log.members.count), owner: log.owner,
        member: log.members[user] != nil, creator: log.entries.first?.sender ?? "",
        open: log.isOpen, applications: log.takesApplications, appliedUntil: log.applications[user]?.until ?? 0))
  }

  /// Ends memberships, and names another owner if need be.
  mutating func drop(_ gone: [UserID], from id: ConversationID) {
    for user in gone {
      logs[id]?.members[user] = nil
      logs[id]?.admins.remove(user.text)
      settings[user] = settings[user]?.filter { $0.key[0] != id.text }
    }
    if let owner = logs[id]?.owner, gone.contains(where: { $0.text == owner }) {
      let next = logs[id]?.members.min { ($0.value.joined, $0.key) < ($1.value.joined, $1.key) }
      logs[id]?.owner = next?.key.text ?? ""
      logs[id]?.admins.remove(next?.key.text ?? "")
    }
  }

  mutating func ban(_ ban: Wire.BanUsers, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let id = try leadership(ban.conversation, user)
    let users = ban.users.compactMap { UserID($0) }
    guard users.allSatisfy({ rank(of: $0, in: id) < rank(of: user, in: id) }) else { throw Refusal(code: .notPermitted) }
    let gone = ban.until > 0 ? users.filter { logs[id]?.members[$0] != nil } : []
    drop(gone, from: id)
    for one in users {
      logs[id]?.bans[one] =
        ban.until > 0 ? Wire.Ban(user: one.text, by: user.text, since: time, until: ban.until, reason: ban.reason) : nil
    }
    let event = Wire.UsersBanned(
      users: ban.users, until: ban.until, removed: gone.map(\.text), owner: logs[id]?.owner ?? "", reason: ban.reason)
    let seq = store(.usersBanned(event), in: id, by: user, ban.clientId)
    for one in gone {
      tell(one, id, .left(Wire.Left(seq: seq, by: user.text, reason: ban.reason, bannedUntil: ban.until)))
    }
    return (id, seq)
  }

  /// In pages of two.
  func bans(_ list: Wire.ListBans, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(list.conversation), let log = logs[id], log.members[user] != nil else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    guard rank(of: user, in: id) > 0 else { return .failure(Wire.Failure(.notPermitted)) }
    let left = log.bans.values.filter { $0.until > time && $0.user > list.after }.sorted { $0.user < $1.user }
    return .bans(Wire.Bans(conversation: id.text, bans: Array(left.prefix(2)), more: left.count > 2))
  }

  func requireNotBanned(_ users: [UserID], in id: ConversationID) throws {
    for user in users {
      guard let until = logs[id]?.bans[user]?.until, until > time else { continue }
      throw Refusal(code: .banned, field: user.text, until: until)
    }
  }

  func leadership(_ text: String, _ user: UserID) throws -> ConversationID {
    let (id, _) = try membership(text, user)
    guard rank(of: user, in: id) > 0 else { throw Refusal(code: .notPermitted) }
    try requireNotDismissed(id)
    return id
  }

  func requireNotDismissed(_ id: ConversationID) throws {
    if logs[id]?.isDismissed == true { throw Refusal(code: .conversationDismissed) }
  }
}
