import MartletWire

/// Converts packets into facts of a history.
extension EntryFact {
  package init(_ entry: Wire.Entry) {
    self.init(conversation: entry.conversation, seq: entry.seq, kind: .unknown)
    time = entry.time
    sender = entry.sender
    clientID = entry.clientId
    countable = entry.countable
    switch entry.event {
    case .message(let message):
      kind = .message
      payload = PayloadHash.of(type: message.type, content: message.content)
      revision = message.revision
      isRecalled = message.recalled
      details = DetailsFact(message.details, parent: message.replyTo)
      (marks, marksThrough) = (MarkLine.lines(message.annotations), message.annotations?.through ?? 0)
    case .edited(let edited):
      kind = .edited
      payload = PayloadHash.of(type: edited.type, content: edited.content)
      target = edited.target
    case .recalled(let recalled):
      kind = .recalled
      target = recalled.target
    case .groupCreated(let created):
      kind = .groupCreated
      users = created.members
      owner = created.owner
      title = created.title
      changes = MarkLine.changes(created.attributes)
    case .membersAdded(let added):
      kind = .membersAdded
      (users, target, earlier) = (added.users, added.arrival?.link ?? 0, added.arrival?.history ?? 0)
      isAccepted = added.arrival?.accepted ?? false
    case .membersRemoved(let removed):
      kind = .membersRemoved
      users = removed.users
      owner = removed.owner
    case .conversationChanged(let changed):
      kind = .conversationChanged
      (title, isTitled, changes) = (changed.title ?? "", changed.title != nil, MarkLine.changes(changed.attributes))
      changes += MarkLine.rules(changed)
    case .rolesSet(let set): note(role: set.role.name, of: set.users)
    case .membersSilenced(let silenced): note(silenced: silenced.users, until: silenced.until)
    case .usersBanned(let banned):
      note(banned: banned.users, until: banned.until, removed: banned.removed, owner: banned.owner)
    case .applied(let applied): note(applied: applied.text, until: applied.until)
    case .applicationsRefused(let refused): note(refused: refused.users)
    case .memberNamed(let named): note(nickname: named.name, of: named.user)
    case .announced(let announced): note(announced: announced.text)
    case .hidden: kind = .hidden
    case .withheld: kind = .withheld
    case .annotated(let annotated):
      kind = .annotated
      (target, annotation, changes) = (annotated.target, MarkLine.name(of: annotated.kind), MarkLine.changes(annotated.items))
    case nil: break
    }
  }
}

extension UserEntryFact {
  package init(_ entry: Wire.UserEntry) {
    let (kind, position): (Kind, UInt64) =
      switch entry.event {
      case .joined(let joined): (.joined, joined.seq)
      case .left(let left): (.left, left.seq)
      case .readTo(let readTo): (.readTo, readTo.seq)
      case .hidden(let hidden): (.hidden, hidden.until)
      case .settingChanged: (.settingsChanged, 0)
      case .relationsChanged: (.relationsChanged, 0)
      case .applicationChanged(let change): (.applicationChanged, change.seq)
      case nil: (.unknown, 0)
      }
    self.init(seq: entry.seq, conversation: entry.conversation, kind: kind, position: position)
    switch entry.event {
    case .hidden(let hidden): targets = hidden.targets
    case .settingChanged(let changed): settings = SettingFact.list(changed.settings)
    case .relationsChanged(let changed): relations = RelationFact.list(changed.relations)
    default: break
    }
  }
}

extension SummaryFact {
  package init(_ conversation: Wire.Conversation) {
    self.init(
      conversation: conversation.id, head: conversation.head, unread: conversation.unread, read: conversation.read,
      joined: conversation.joined, members: UInt64(conversation.memberCount), owner: conversation.owner,
      stamp: conversation.stamp, lastMessage: conversation.lastMessage?.seq ?? 0)
    (mentions, firstMention) = (conversation.mentions, conversation.firstMention)
    (cleared, hidden) = (conversation.cleared, conversation.hidden)
    title = conversation.title
    attributes = MarkLine.attributes(conversation.attributes.values).merging(rules(of: conversation)) { $1 }
  }
}

extension SummaryFact {
  /// Roles and silences; whom the list belongs to stands for the own silence.
  private func rules(of conversation: Wire.Conversation) -> [String: String] {
    MarkLine.rules(conversation.rules ?? Wire.GroupRules(), silenced: [MarkLine.own: conversation.silencedUntil])
  }
}

extension Operation {
  /// The operation of a request; `caller` completes the short form of a direct conversation.
  package init(_ request: Wire.ClientPacket.Request, caller: UserID) {
    func full(_ text: String) -> String { ConversationID(text, caller: caller)?.text ?? text }
    if let change = Operation(ofGroup: request, full) {
      self = change
      return
    }
    switch request {
    case .send(let send): self.init(send, in: full(send.conversation))
    case .annotate(let annotate):
      self.init(
        annotate: annotate.target, annotate.kind, annotate.items, in: full(annotate.conversation), clientID: annotate.clientId)
    case .edit(let edit):
      self.init(
        .edit, conversation: full(edit.conversation), clientID: edit.clientId,
        payload: PayloadHash.of(type: edit.type, content: edit.content), target: edit.target)
    case .recall(let recall):
      self.init(.recall, conversation: full(recall.conversation), clientID: recall.clientId, target: recall.target)
    case .markRead(let mark):
      self.init(.mark, conversation: full(mark.conversation), target: mark.seq)
      isQuiet = mark.quiet
    case .fetchEntries(let fetch):
      self.init(.readPage, conversation: full(fetch.conversation), target: fetch.from)
      (until, isNewestFirst) = (fetch.to, fetch.newest)
    case .listConversations(let list):
      let isBounded = list.changedAfter > 0 || list.changedBefore > 0 || !list.only.isEmpty
      self.init(isBounded ? .read : .readList, conversation: "")
    case .listMembers(let list): self.init(.read, conversation: full(list.conversation))
    case .listMentions(let list): self.init(.read, conversation: full(list.conversation))
    case .hide(let hide):
      self.init(.hide, conversation: full(hide.conversation), target: hide.until)
      targets = hide.targets
    case .changeSetting(let change):
      self.init(.changeSettings, conversation: "")
      settings = SettingFact.list(change.settings)
    case .setRelations(let set):
      self.init(.setRelations, conversation: "", users: set.users)
      let flag = RelationFlags(set.kind)?.rawValue ?? 0
      annotation = Self.relation(UInt64(bitPattern: flag), set.set)
    case .countReceipts(let count): self.init(.read, conversation: full(count.conversation))
    case .listReceipts(let list): self.init(.read, conversation: full(list.conversation))
    case .listVersions(let list): self.init(.readVersions, conversation: full(list.conversation), target: list.target)
    case .signal(let signal): self.init(.read, conversation: full(signal.conversation))
    case .schedule(let schedule):
      let send = schedule.send ?? Wire.Send()
      self.init(send, in: full(send.conversation), kind: .schedule)
      time = schedule.at
    case .cancelScheduled(let cancel): self.init(.cancelScheduled, conversation: "", clientID: cancel.clientId)
    // No promise is about the others.
    default: self.init(.read, conversation: "")
    }
  }

  /// The operation of a request on a group; nil for others.
  private init?(ofGroup request: Wire.ClientPacket.Request, _ full: (String) -> String) {
    switch request {
    case .createGroup(let create):
      self.init(.createGroup, conversation: "group:\(create.group)", clientID: create.clientId, users: create.members)
      (title, isTitled, changes) = (create.title, true, MarkLine.changes(create.attributes))
    case .changeConversation(let change):
      self.init(.changeConversation, conversation: full(change.conversation), clientID: change.clientId)
      (title, isTitled, changes) = (change.title ?? "", change.title != nil, MarkLine.changes(change.attributes))
      changes += MarkLine.rules(
        silenced: change.silenced, open: change.open, history: change.history, applications: change.applications)
    case .setRoles(let set):
      self.init(.setRoles, conversation: full(set.conversation), clientID: set.clientId, users: set.users)
      annotation = set.role.name
    case .silenceMembers(let silence):
      self.init(.silenceMembers, conversation: full(silence.conversation), clientID: silence.clientId, users: silence.users)
      time = silence.until
    case .banUsers(let ban):
      self.init(.banUsers, conversation: full(ban.conversation), clientID: ban.clientId, users: ban.users)
      time = ban.until
    case .applyToGroup(let apply):
      self.init(
        .applyToGroup, conversation: full(apply.conversation), clientID: apply.clientId,
        payload: PayloadHash.of(type: "", content: apply.text))
      annotation = apply.withdrawn ? "withdrawn" : ""
    case .answerApplications(let answer):
      self.init(
        .answerApplications, conversation: full(answer.conversation), clientID: answer.clientId, users: answer.users)
      annotation = answer.accepted ? "accepted" : ""
    case .setNickname(let set):
      self.init(
        .setNickname, conversation: full(set.conversation), clientID: set.clientId,
        payload: PayloadHash.of(type: "", content: set.name), users: set.user.isEmpty ? [] : [set.user])
    case .announce(let announce):
      self.init(
        .announce, conversation: full(announce.conversation), clientID: announce.clientId,
        payload: PayloadHash.of(type: "", content: announce.text))
    case .addMembers(let add):
      self.init(.addMembers, conversation: full(add.conversation), clientID: add.clientId, users: add.users)
    case .joinGroup(let join): self.init(.joinGroup, conversation: full(join.conversation), clientID: join.clientId)
    case .makeLink(let make): self.init(.makeLink, conversation: full(make.conversation), clientID: make.clientId)
    case .revokeLinks(let revoke):
      self.init(.revokeLinks, conversation: full(revoke.conversation), clientID: revoke.clientId)
      changes = revoke.links.map { MarkLine.link($0, false) }
    case .dismissGroup(let dismiss):
      self.init(.dismissGroup, conversation: full(dismiss.conversation), clientID: dismiss.clientId)
      changes = [MarkLine.dismissed]
    case .removeMembers(let remove):
      self.init(.removeMembers, conversation: full(remove.conversation), clientID: remove.clientId, users: remove.users)
    default: return nil
    }
  }
}

extension HistoryEvent {
  /// The end of a call that was answered with this failure.
  ///
  /// `internal` and `unavailable` do not tell whether the call took effect.
  package init(call: UInt64, failure: Wire.Failure) {
    let isOpen = failure.code == UInt32(ErrorCode.internal.rawValue) || failure.code == UInt32(ErrorCode.unavailable.rawValue)
    self = isOpen ? .unknown(call: call) : .refused(call: call, code: failure.code)
  }

  /// The end of a call with this answer; nil if the answer does not end an operation.
  package init?(call: UInt64, answer: Wire.ServerPacket.Body) {
    switch answer {
    case .appended(let appended): self = .ok(call: call, seq: appended.seq)
    case .marked(let marked): self = .ok(call: call, seq: marked.read)
    case .failure(let failure): self = HistoryEvent(call: call, failure: failure)
    case .changed(let changed): self = .ok(call: call, seq: changed.revision)
    case .entries(let page): self = .ok(call: call, seq: page.head)
    case .conversations(let list): self = .ok(call: call, seq: list.more ? 1 : 0)
    case .done, .userEntries, .members, .messages, .annotators, .receipts, .scheduledMessages, .groupCard, .links, .bans,
      .applications, .announcements, .foundConversations, .settings, .relations, .profiles, .presences, .pong, .welcome:
      self = .ok(call: call, seq: 0)
    case .push, .signalled, .closing: return nil
    }
  }
}

extension History {
  /// Writes down everything a push brings.
  package func record(_ push: Wire.Push, device: String, user: String) {
    for entry in push.entries { record(.entry(EntryFact(entry), .push), device: device, user: user) }
    for entry in push.userEntries { record(.told(UserEntryFact(entry), .push), device: device, user: user) }
    for marker in push.markers where marker.read > 0 {
      record(
        .marker(conversation: marker.conversation, user: marker.user, read: marker.read, .push), device: device, user: user)
    }
  }

  /// Writes down everything an answer brings, then that the call ended so.
  package func record(_ answer: Wire.ServerPacket.Body, to call: UInt64, device: String, user: String) {
    switch answer {
    case .entries(let page):
      for entry in page.entries { record(.entry(EntryFact(entry), .answer(call)), device: device, user: user) }
    case .userEntries(let page):
      for entry in page.entries { record(.told(UserEntryFact(entry), .answer(call)), device: device, user: user) }
    case .conversations(let list):
      for one in list.conversations { record(.summary(SummaryFact(one), .answer(call)), device: device, user: user) }
    case .messages(let some):
      for entry in some.entries { record(.entry(EntryFact(entry), .selection(call)), device: device, user: user) }
    case .members(let members):
      for member in members.members {
        record(
          .marker(conversation: members.conversation, user: member.user, read: member.read, .answer(call)),
          device: device, user: user)
      }
    default: break
    }
    if let end = HistoryEvent(call: call, answer: answer) { record(end, device: device, user: user) }
  }
}
