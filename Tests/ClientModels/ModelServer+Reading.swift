import MartletCore
import MartletWire

extension ModelServer {
  package func entries(_ fetch: Wire.FetchEntries, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(fetch.conversation, caller: user), let log = logs[id], let member = log.members[user] else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let first = member.first
    let from = max(fetch.from, first)
    let to = fetch.to == 0 ? log.head : min(fetch.to, log.head)
    var answer = Wire.Entries(conversation: id.text, head: log.head, first: first)
    if from <= to {
      let all = log.entries[Int(from) - 1..<Int(to)].map { $0.shown(to: user, in: log.entries, since: member.since) }
      let limit = min(fetch.limit == 0 ? 100 : Int(fetch.limit), Int(limits.pageEntries))
      answer.entries = (fetch.newest ? Array(all.suffix(limit)) : Array(all.prefix(limit)))
        .map { log.shown($0, to: user) }.map { member.hides($0) ? $0.hidden : $0 }
    }
    return .entries(answer)
  }

  package func userEntries(_ fetch: Wire.FetchUserEntries, _ user: UserID) -> Wire.ServerPacket.Body {
    let log = userLogs[user] ?? []
    let cut = userLogCuts[user] ?? 0
    let page = log.filter { $0.seq > max(fetch.after, cut) }.prefix(Int(limits.pageEntries))
    return .userEntries(Wire.UserEntries(entries: Array(page), head: UInt64(log.count), first: cut + 1))
  }

  package func conversations(_ list: Wire.ListConversations, _ user: UserID) -> Wire.ServerPacket.Body {
    var found = logs.compactMap { id, _ in summary(id, user) }.sorted { $0.stamp > $1.stamp }
    if list.only.isEmpty {
      found = found.filter { $0.stamp > list.changedAfter && (list.changedBefore == 0 || $0.stamp < list.changedBefore) }
    } else {
      found = found.filter { list.only.contains($0.id) }
    }
    // Of those asked for by name it gives few at a time, as a server does where their messages are large.
    let limit = list.only.isEmpty ? min(Int(list.limit), Int(limits.pageEntries)) : 2
    return .conversations(
      Wire.Conversations(conversations: Array(found.prefix(limit)), more: found.count > limit, stamp: stamp))
  }

  /// It gives two at a time.
  func found(_ find: Wire.FindConversations, _ user: UserID) -> Wire.ServerPacket.Body {
    let all = logs.filter { id, log in
      let isMeant = (find.members + [user.text]).allSatisfy { name in log.members.keys.contains { $0.text == name } }
      return isMeant && (find.title ?? log.title) == log.title && (!find.exactly || log.members.count == find.members.count + 1)
        && (find.before == 0 || log.stamp < find.before) && find.attributes.allSatisfy { log.attributes[$0.key] == $0.value }
    }.sorted { $0.value.stamp > $1.value.stamp }
    return .foundConversations(
      Wire.FoundConversations(ids: all.prefix(2).map(\.key.text), next: all.count > 2 ? all[1].value.stamp : 0))
  }

  package func members(_ list: Wire.ListMembers, _ caller: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(list.conversation, caller: caller), let log = logs[id], log.members[caller] != nil else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let all = log.members.keys.sorted().filter { list.after.isEmpty || $0.text > list.after }
    let page = all.prefix(2).map { user in
      Wire.Member(
        user: user.text, role: role(of: user, in: id), joined: log.members[user]?.joined ?? 0,
        read: (user == caller ? log.members[user]?.read : log.members[user]?.told) ?? 0, delivered: log.members[user]?.has ?? 0,
        silencedUntil: log.members[user]?.silencedUntil ?? 0, nickname: log.members[user]?.nickname ?? "")
    }
    return .members(
      Wire.Members(conversation: id.text, members: page, more: all.count > 2, head: log.head))
  }

  package func settings(_ fetch: Wire.FetchSettings, _ user: UserID) -> Wire.ServerPacket.Body {
    func name(_ setting: Wire.Setting) -> (String, String) { (setting.conversation, setting.key) }
    let all = (settings[user] ?? [:]).values.sorted { name($0) < name($1) }
      .filter { name($0) > (fetch.afterConversation, fetch.afterKey) }
    let limit = min(fetch.limit == 0 ? 100 : Int(fetch.limit), Int(limits.pageEntries))
    return .settings(
      Wire.Settings(
        settings: Array(all.prefix(limit)), head: UInt64(userLogs[user]?.count ?? 0), more: all.count > limit))
  }

  /// A conversation as a member's list shows it, counted from the log.
  package func summary(_ id: ConversationID, _ user: UserID) -> Wire.Conversation? {
    guard let log = logs[id], let member = log.members[user] else { return nil }
    let base = max(max(member.joined, member.cleared), max(member.read, member.lastSent))
    var unread: UInt64 = 0
    var mentions: [UInt64] = []
    var last: Wire.Entry?
    var countable: UInt64 = 0
    for entry in log.entries {
      let counts = entry.countable > countable
      countable = entry.countable
      guard case .message(let message)? = entry.event, !message.recalled, !member.hides(entry) else { continue }
      guard entry.isMeant(for: user, in: []) else { continue }
      let details = message.details ?? Wire.Details()
      if entry.seq >= member.since, details.policy?.listed != .no { last = entry }
      let isCounted = details.policy?.counted != .no
      guard entry.seq > base, counts || (isCounted && !details.directed.isEmpty) else { continue }
      unread += 1
      if let named = details.mentions, named.all || named.users.contains(user.text) { mentions.append(entry.seq) }
    }
    return Wire.Conversation(
      id: id.text, title: log.title, owner: log.owner, memberCount: UInt32(log.members.count), head: log.head,
      stamp: log.stamp, unread: unread, joined: member.joined, read: member.read,
      lastMessage: last.map { log.shown($0, to: user) }, lastSent: member.lastSent, countable: countable,
      cleared: member.cleared, hidden: member.hiddenAt, mentions: UInt64(mentions.count), firstMention: mentions.first ?? 0,
      time: log.entries.last?.time ?? 0, attributes: [Wire.Attribute](log.attributes), rules: log.rules,
      silencedUntil: member.silencedUntil, earlier: member.earlier)
  }

  /// The recipients of a message without its sender; nil if the caller may not see it as a message.
  private func readers(_ seq: UInt64, of id: ConversationID, _ caller: UserID) -> [(UserID, Member)]? {
    guard let log = logs[id], let own = log.members[caller], seq >= max(own.since, 1), seq <= log.head else { return nil }
    let entry = log.entries[Int(seq) - 1]
    guard case .message(let message)? = entry.event, !message.recalled, entry.isMeant(for: caller, in: []) else { return nil }
    return log.members.filter { user, member in
      user.text != entry.sender && member.joined <= seq && entry.isMeant(for: user, in: [])
    }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  package func receipts(_ count: Wire.CountReceipts, _ caller: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(count.conversation, caller: caller), logs[id]?.members[caller] != nil else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let counts = Set(count.seqs).sorted().compactMap { seq in
      readers(seq, of: id, caller).map { readers in
        Wire.ReceiptCount(
          seq: seq, members: UInt32(readers.count), read: UInt32(readers.count { $0.1.told >= seq }),
          delivered: UInt32(readers.count { $0.1.has >= seq }))
      }
    }
    return .receipts(Wire.Receipts(conversation: id.text, counts: counts))
  }

  package func receipts(_ list: Wire.ListReceipts, _ caller: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(list.conversation, caller: caller), logs[id]?.members[caller] != nil else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    guard let readers = readers(list.seq, of: id, caller) else { return .failure(Wire.Failure(.targetUnknown)) }
    let found = readers.filter { user, member in
      guard user.text > list.after else { return false }
      return switch list.state {
      case .read: member.told >= list.seq
      case .unread: member.told < list.seq
      case .delivered: member.has >= list.seq
      case .undelivered: member.has < list.seq
      default: true
      }
    }
    let page = found.prefix(2).map { user, member in
      Wire.Member(
        user: user.text, role: .member, joined: member.joined, read: member.told, delivered: member.has,
        readAt: member.moves.first { $0.since < list.seq && $0.seq >= list.seq }?.time ?? 0)
    }
    return .members(Wire.Members(conversation: id.text, members: page, more: found.count > 2))
  }

  package func mentions(_ list: Wire.ListMentions, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let id = ConversationID(list.conversation, caller: user), let log = logs[id], let member = log.members[user] else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let base = max(max(member.joined, member.cleared), member.read, member.lastSent, list.after)
    let found = log.entries.filter { entry in
      guard entry.seq > base, case .message(let message)? = entry.event, !message.recalled, entry.isMeant(for: user, in: []),
        !member.hides(entry), let details = message.details, details.policy?.counted != .no, let named = details.mentions
      else { return false }
      return named.all || named.users.contains(user.text)
    }
    let some = list.newest ? Array(found.suffix(2)) : Array(found.prefix(2))
    return .messages(Wire.Messages(conversation: id.text, entries: some.map { log.shown($0, to: user) }, more: found.count > 2))
  }
}

extension Wire.Entry {
  /// The entry as a page shows it to a user who hid it.
  package var hidden: Wire.Entry {
    var hidden = Wire.HiddenEntry()
    if case .message(let message)? = event { (hidden.message, hidden.replyTo) = (true, message.replyTo) }
    return Wire.Entry(
      conversation: conversation, seq: seq, time: time, sender: sender, countable: countable, event: .hidden(hidden))
  }
}

extension Wire.Entry {
  /// Whether a member may see it; an edit or annotation is seen where its message, in `log`, is.
  package func isMeant(for user: UserID, in log: [Wire.Entry]) -> Bool {
    switch event {
    case .message(let message):
      guard let directed = message.details?.directed, !directed.isEmpty else { return true }
      return sender == user.text || directed.contains(user.text)
    case .edited(let edited):
      return log.first { $0.seq == edited.target }?.isMeant(for: user, in: []) ?? true
    case .annotated(let annotated):
      return log.first { $0.seq == annotated.target }?.isMeant(for: user, in: []) ?? true
    case .recalled(let recalled):
      return log.first { $0.seq == recalled.target }?.isMeant(for: user, in: []) ?? true
    default: return true
    }
  }

  /// The entry as a member sees it who sees the log from a position: without edits of earlier messages.
  package func shown(to user: UserID, in log: [Wire.Entry], since: UInt64) -> Wire.Entry {
    var isOld = false
    if case .edited(let edited)? = event { isOld = edited.target < since }
    return isMeant(for: user, in: log) && !isOld
      ? self
      : Wire.Entry(conversation: conversation, seq: seq, time: time, countable: countable, event: .withheld(Wire.Withheld()))
  }
}

extension Wire.Details {
  /// The details that remain after a recall.
  package func after(_ recall: Wire.RecallDetails) -> Wire.Details? {
    let rest = Wire.Details(
      mentions: mentions.map { Wire.Mentions(all: $0.all, users: $0.users) }, directed: directed, policy: policy,
      recall: recall == Wire.RecallDetails() ? nil : recall)
    return rest == Wire.Details() ? nil : rest
  }
}
