import MartletCore
import MartletWire

// The core's values in the form that JavaScript gets.

extension Bridge.Failure {
  package init(_ error: MartletError) {
    self.init(
      code: error.code.description, message: error.message, field: error.field ?? "", limit: error.limit ?? 0,
      actual: error.actual ?? 0, retryAfter: error.retryAfter.map { UInt64(clamping: $0.nanoseconds / 1_000_000) } ?? 0,
      until: error.until?.milliseconds ?? 0)
  }
}

extension Bridge.Message {
  init(_ message: MartletCore.Message) {
    self.init(
      conversation: message.conversation.text, position: message.seq, sender: message.sender.text,
      clientId: message.clientID?.text ?? "", time: message.time.milliseconds, type: message.content?.type ?? "",
      content: message.content?.json ?? "", edited: message.isEdited, recalled: message.isRecalled,
      recalledBy: message.recalledBy?.text ?? "", details: Bridge.MessageDetails(message.details), revision: message.revision)
    if case .notice(let notice) = message.kind { self.notice = Bridge.MessageNotice(notice) }
    let annotations = message.annotations
    reactions = annotations.reactions.map { Bridge.Reaction(key: $0.key, count: UInt32(clamping: $0.count), mine: $0.isMine) }
    if !annotations.votes.isEmpty || annotations.isPollClosed { poll = Bridge.Poll(annotations) }
    properties = annotations.properties
    expandable = annotations.isExpandable
    pinnedBy = annotations.pin?.user.text ?? ""
    pinnedAt = annotations.pin?.seq ?? 0
    recall = message.recall.flatMap { Bridge.RecallDetails($0) }
    replyCount = UInt32(clamping: annotations.replyCount)
  }
}

extension Bridge.Poll {
  fileprivate init(_ annotations: MartletCore.Annotations) {
    let votes = annotations.votes.sorted { $0.key < $1.key }.map { choice, tally in
      Bridge.Vote(choice: UInt32(clamping: choice), count: UInt32(clamping: tally.count), mine: tally.isMine)
    }
    self.init(votes: votes, closed: annotations.isPollClosed)
  }
}

extension Bridge.MessageNotice {
  init(_ notice: MartletCore.Notice) {
    switch notice {
    case .groupCreated(let title, let owner, let members):
      self.init(kind: "group_created", title: title, owner: owner?.text ?? "", users: members.map { $0.text })
    case .membersAdded(let users, let arrival):
      self.init(kind: "members_added", users: users.map { $0.text }, arrival: arrival.map { Bridge.Arrival($0) })
    case .membersRemoved(let users, let owner, let reason):
      self.init(kind: "members_removed", owner: owner?.text ?? "", users: users.map { $0.text }, reason: reason)
    case .conversationChanged(let title, let attributes, let isSilenced, let isOpen, let history, let applications):
      self.init(
        kind: "conversation_changed", title: title, attributes: attributes.mapValues { $0?.json ?? "" }, silenced: isSilenced,
        open: isOpen, history: history?.number, applications: applications)
    case .rolesSet(let users, let role):
      self.init(kind: "roles_set", users: users.map { $0.text }, role: role.rawValue)
    case .speakersSet(let users): self.init(kind: "speakers_set", users: users.map { $0.text })
    case .membersSilenced(let users, let until):
      self.init(kind: "members_silenced", users: users.map { $0.text }, until: until?.milliseconds ?? 0)
    case .usersBanned(let users, let until, let removed, let owner, let reason):
      self.init(
        kind: "users_banned", owner: owner?.text ?? "", users: users.map { $0.text }, reason: reason,
        until: until?.milliseconds ?? 0, removed: removed.map { $0.text })
    case .applied(let text, let until): self.init(kind: "applied", until: until?.milliseconds ?? 0, text: text)
    case .applicationsRefused(let users, let reason):
      self.init(kind: "applications_refused", users: users.map { $0.text }, reason: reason)
    case .memberNamed(let user, let name): self.init(kind: "member_named", users: [user.text], name: name)
    case .announced(let text): self.init(kind: "announced", text: text)
    case .linkMade(let id, let until, let uses):
      self.init(
        kind: "link_made", link: Bridge.JoinLink(id: id, until: until?.milliseconds ?? 0, uses: UInt32(clamping: uses ?? 0)))
    case .linksRevoked(let links): self.init(kind: "links_revoked", links: links)
    case .dismissed: self.init(kind: "dismissed")
    }
  }
}

extension Bridge.MessageDetails {
  /// Nil if all fields are at their defaults.
  package init?(_ details: MartletCore.MessageDetails) {
    guard !details.isEmpty else { return nil }
    self.init(
      mentions: details.mentions?.users.map { $0.text } ?? [], mentionsAll: details.mentions?.all ?? false,
      mentionText: details.mentions?.text ?? "", extra: details.extra, directedTo: details.directedTo.map { $0.text },
      replyTo: details.replyTo ?? 0, senderName: details.senderInfo?.name ?? "",
      senderPicture: details.senderInfo?.picture ?? "", text: details.text, senderExtra: details.senderInfo?.extra ?? "",
      priority: details.priority == .normal ? "" : details.priority.rawValue, push: Bridge.PushDetails(details.push),
      policy: Bridge.MessagePolicy(details.policy), expandable: details.properties != nil,
      properties: details.properties ?? [:])
  }
}

extension Bridge.PushDetails {
  /// Nil if all parts are at their defaults.
  fileprivate init?(_ push: MartletCore.MessageDetails.PushDetails) {
    guard push != MartletCore.MessageDetails.PushDetails() else { return nil }
    self.init(disabled: push.isDisabled, title: push.title, text: push.text, data: push.data)
  }
}

extension Bridge.MessagePolicy {
  /// Nil if all parts are at their defaults.
  fileprivate init?(_ policy: MartletCore.MessagePolicy) {
    guard policy != MartletCore.MessagePolicy() else { return nil }
    self.init(counted: policy.isCounted, listed: policy.isListed, live: policy.isLive, pushed: policy.isPushed)
  }
}

extension Bridge.RecallDetails {
  /// Nil if all parts are at their defaults.
  init?(_ details: MartletCore.RecallDetails) {
    guard details != MartletCore.RecallDetails() else { return nil }
    self.init(
      silent: details.isSilent, senderName: details.senderInfo?.name ?? "", senderPicture: details.senderInfo?.picture ?? "",
      senderExtra: details.senderInfo?.extra ?? "", extra: details.extra, push: Bridge.PushDetails(details.push))
  }
}

extension Bridge.Conversation {
  init(_ conversation: MartletCore.Conversation) {
    self.init(
      id: conversation.id.text, title: conversation.title, owner: conversation.owner?.text ?? "",
      peer: conversation.peer?.text ?? "", memberCount: UInt32(clamping: conversation.memberCount), head: conversation.head,
      first: conversation.first, readUpTo: conversation.readUpTo, unread: UInt32(clamping: conversation.unread),
      unreadMentions: UInt32(clamping: conversation.unreadMentions),
      lastMessage: conversation.lastMessage.map { Bridge.Message($0) },
      lastActivity: conversation.lastActivity?.milliseconds ?? 0,
      attributes: conversation.attributes.mapValues { $0.json }, settings: Bridge.ConversationSettings(conversation.settings),
      admins: conversation.admins.map { $0.text }, silenced: conversation.isSilenced,
      silencedUntil: conversation.silencedUntil?.milliseconds ?? 0, speaker: conversation.isSpeaker, open: conversation.isOpen,
      dismissed: conversation.isDismissed, history: conversation.history?.number, role: conversation.role?.rawValue ?? "",
      applications: conversation.takesApplications,
      announcement: conversation.announcement.map { Bridge.Announcement($0) })
  }
}

extension Bridge.ConversationSettings {
  init(_ settings: MartletCore.ConversationSettings) {
    self.init(
      pinnedAt: settings.pin?.at.milliseconds ?? 0, level: settings.level?.rawValue ?? "", muted: settings.isMuted,
      alias: settings.alias ?? "", draft: settings.draft.map { Bridge.Draft($0) },
      tags: settings.tags.keys.map { $0.text }.sorted(), removedUpTo: settings.removedUpTo,
      ringTone: settings.ringTone ?? "", attributes: settings.attributes.mapValues { $0.json },
      flags: settings.flags == 0 ? "" : String(settings.flags),
      pinCountsAsActivity: settings.pin?.countsAsActivity ?? false,
      taggings: settings.tags.sorted { $0.key < $1.key }.map { tag, tagging in
        Bridge.Tagging(tag: tag.text, time: tagging.at.milliseconds, pinnedAt: tagging.pinned?.milliseconds ?? 0)
      })
  }
}

extension Bridge.Draft {
  fileprivate init(_ draft: MartletCore.ConversationSettings.Draft) {
    self.init(
      text: draft.text, time: draft.at.milliseconds, replyTo: draft.replyTo ?? 0, local: draft.isLocal,
      mentions: draft.mentions?.users.map { $0.text } ?? [], mentionsAll: draft.mentions?.all ?? false,
      mentionText: draft.mentions?.text ?? "", extra: draft.extra?.json ?? "")
  }
}

extension Bridge.Member {
  init(_ member: MartletCore.Member) {
    self.init(
      user: member.id.text, role: member.role.rawValue, joined: member.joined, readUpTo: member.readUpTo,
      deliveredUpTo: member.deliveredUpTo, readAt: member.readAt?.milliseconds ?? 0,
      silencedUntil: member.silencedUntil?.milliseconds ?? 0, speaker: member.isSpeaker, nickname: member.nickname)
  }
}

extension Bridge.Pending {
  init(_ pending: MartletCore.PendingSend) {
    self.init(
      id: pending.id.text, to: pending.destination.description, action: Bridge.Action(pending.action),
      details: Bridge.MessageDetails(pending.details), time: pending.made.milliseconds)
    switch pending.state {
    case .waiting: break
    case .uploading(let progress, let isPaused):
      upload = Bridge.UploadProgress(sent: progress.bytes, total: progress.total, paused: isPaused)
    case .sent(let id, _): position = id.seq
    case .failed(let error): failure = Bridge.Failure(error)
    }
  }
}

extension Bridge.Action {
  package init(_ action: MartletCore.PendingSend.Action) {
    switch action {
    case .send(let content): self.init(action: .send(Bridge.SendAction(type: content.type, content: content.json)))
    case .edit(let seq, let content):
      self.init(action: .edit(Bridge.EditAction(position: seq, type: content.type, content: content.json)))
    case .recall(let seq, let details):
      self.init(action: .recall(Bridge.RecallAction(position: seq, details: Bridge.RecallDetails(details))))
    case .annotate(let seq, let change):
      self.init(action: .annotate(Bridge.AnnotateAction(position: seq, change: Bridge.AnnotateAction.Change(change))))
    }
  }
}

extension Bridge.AnnotateAction.Change {
  init(_ change: MartletCore.AnnotationChange) {
    switch change {
    case .reactions(let added, let removed): self = .reactions(Bridge.KeyChange(added: added, removed: removed))
    case .properties(let set, let removed): self = .properties(Bridge.PropertyChange(set: set, removed: removed))
    case .ballot(let choices): self = .ballot(Bridge.Choices(choices: choices.map { UInt32(clamping: $0) }))
    case .votes(let added, let removed):
      self = .votes(
        Bridge.VoteChange(added: added.map { UInt32(clamping: $0) }, removed: removed.map { UInt32(clamping: $0) }))
    case .pin(let isPinned): self = .pin(Bridge.Flag(on: isPinned))
    case .pollClosed: self = .closePoll(Bridge.Flag(on: true))
    }
  }
}

extension Bridge.ConnectionState {
  package init(_ state: MartletCore.ConnectionState) {
    switch state {
    case .offline: self.init(name: "offline")
    case .waitingForNetwork: self.init(name: "waiting_for_network")
    case .connecting(let attempt, let delay):
      self.init(
        name: "connecting", attempt: UInt32(clamping: attempt),
        retryIn: delay.map { UInt64(clamping: $0.nanoseconds / 1_000_000) })
    case .online: self.init(name: "online")
    case .ended(let error): self.init(name: "ended", failure: Bridge.Failure(error))
    }
  }
}

extension Bridge.Event {
  package init(_ event: MartletCore.Event) {
    switch event {
    case .conversation(let conversation): self.init(event: .conversation(Bridge.Conversation(conversation)))
    case .conversationRemoved(let id, let removal):
      self.init(
        event: .conversationRemoved(
          Bridge.ConversationRemoved(
            conversation: id.text, by: removal?.by.text ?? "", reason: removal?.reason ?? "",
            bannedUntil: removal?.bannedUntil?.milliseconds ?? 0)))
    case .application(let id, let state):
      self.init(event: .application(Bridge.ApplicationChanged(id, state)))
    case .message(let message): self.init(event: .message(Bridge.Message(message)))
    case .messageChanged(let message): self.init(event: .messageChanged(Bridge.Message(message)))
    case .hidden(let id, let until, let positions):
      self.init(event: .hidden(Bridge.Hidden(conversation: id.text, upTo: until, positions: positions)))
    case .hidingRefused(let id, let until, let positions, let error):
      let failure = Bridge.Failure(error)
      self.init(event: .hidden(Bridge.Hidden(conversation: id.text, upTo: until, positions: positions, failure: failure)))
    case .annotated(let id, let change, let user):
      let change = Bridge.AnnotateAction(position: id.seq, change: Bridge.AnnotateAction.Change(change))
      self.init(
        event: .annotated(
          Bridge.Annotated(conversation: id.conversation.text, position: id.seq, by: user?.text ?? "", change: change)))
    case .read(let id, let user, let seq):
      self.init(event: .read(Bridge.Marked(conversation: id.text, user: user.text, upTo: seq)))
    case .delivered(let id, let user, let seq):
      self.init(event: .delivered(Bridge.Marked(conversation: id.text, user: user.text, upTo: seq)))
    case .typing(let id, let user, let type):
      self.init(event: .typing(Bridge.Typing(conversation: id.text, user: user.text, type: type ?? "")))
    case .profile(let profile, let changed):
      self.init(
        event: .profile(
          Bridge.ProfileChanged(profile: Bridge.Profile(profile), changed: changed.map { $0.rawValue }.sorted())))
    case .relation(let relation): self.init(event: .relation(Bridge.Relation(relation)))
    case .signal(let signal): self.init(event: .signal(Bridge.Signal(signal)))
    case .pending(let pending): self.init(event: .pending(Bridge.Pending(pending)))
    case .pendingRemoved(let id): self.init(event: .pendingRemoved(Bridge.PendingRemoved(id: id.text)))
    case .setting(let name):
      self.init(event: .setting(Bridge.SettingChanged(conversation: name.conversation?.text ?? "", key: name.key)))
    case .settingRefused(let name, let error):
      let failure = Bridge.Failure(error)
      self.init(
        event: .setting(Bridge.SettingChanged(conversation: name.conversation?.text ?? "", key: name.key, failure: failure)))
    case .caughtUp: self.init(event: .caughtUp(Bridge.Nothing()))
    case .localDataReset(let path, let outboxKept):
      self.init(event: .localDataReset(Bridge.LocalDataReset(keptAt: path ?? "", outboxKept: outboxKept)))
    case .resynced(let missing): self.init(event: .resynced(Bridge.Resynced(missing: UInt32(clamping: missing))))
    case .missed: self.init(event: .missed(Bridge.Nothing()))
    case .scheduled(let message): self.init(event: .scheduled(Bridge.ScheduledMessage(message)))
    case .scheduledEnded(let id, let end):
      self.init(event: .scheduledEnded(Bridge.ScheduledEnded(id: id.text, end: end.text)))
    case .localMessages(let id): self.init(event: .localMessages(Bridge.Place(to: id.text)))
    case .members(let id): self.init(event: .members(Bridge.Place(to: id.text)))
    }
  }
}

extension ScheduledMessage.End {
  fileprivate var text: String {
    switch self {
    case .sent: "sent"
    case .cancelled: "cancelled"
    case .dropped: "dropped"
    }
  }
}

extension Bridge.ScheduledMessage {
  init(_ message: MartletCore.ScheduledMessage) {
    self.init(
      id: message.id.text, conversation: message.conversation.text, type: message.content.type, content: message.content.json,
      details: Bridge.MessageDetails(message.details), time: message.time.milliseconds)
  }
}

extension Bridge.LocalMessage {
  init(_ message: MartletCore.LocalMessage) {
    self.init(
      id: message.id, sender: message.sender.text, time: message.time.milliseconds, type: message.content.type,
      content: message.content.json, conversation: message.conversation.text, after: message.after,
      fields: message.fields.isEmpty ? "" : message.fields.json, name: message.name ?? "")
  }
}

extension Bridge.Signal {
  fileprivate init(_ signal: MartletCore.Signal) {
    self.init(
      conversation: signal.conversation.text, sender: signal.sender.text, time: signal.time.milliseconds,
      type: signal.content.type, content: signal.content.json)
  }
}

extension Bridge.SearchPage {
  init(_ page: Page<SearchHit>) {
    let hits = page.items.map { hit in
      Bridge.SearchHit(
        conversation: Bridge.Conversation(hit.conversation), count: UInt32(clamping: hit.count),
        newest: Bridge.Message(hit.newest))
    }
    self.init(hits: hits, complete: page.isComplete, next: page.next?.text ?? "")
  }
}

extension Bridge.Messages {
  init(_ messages: [MartletCore.Message]) { self.init(messages: messages.map { Bridge.Message($0) }) }

  init(_ page: Page<MartletCore.Message>) {
    self.init(
      messages: page.items.map { Bridge.Message($0) }, next: page.next?.text ?? "", incomplete: !page.isComplete)
  }
}

extension Bridge.Arrival {
  init(_ arrival: Arrival) {
    self.init(
      link: arrival.link ?? 0, sharedBy: arrival.sharedBy?.text ?? "", way: arrival.way, history: arrival.history,
      accepted: arrival.isAccepted)
  }
}

extension Bridge.JoinLink {
  init(_ link: GroupLink) {
    self.init(
      id: link.id, by: link.by?.text ?? "", until: link.until?.milliseconds ?? 0, uses: UInt32(clamping: link.uses ?? 0),
      used: UInt32(clamping: link.used), code: link.code)
  }
}

extension Bridge.GroupCard {
  init(_ card: GroupCard) {
    self.init(
      conversation: card.id.text, title: card.title, memberCount: UInt32(clamping: card.memberCount),
      owner: card.owner?.text ?? "", attributes: card.attributes.mapValues { $0.json }, member: card.isMember,
      creator: card.creator?.text ?? "", open: card.isOpen, applications: card.takesApplications,
      appliedUntil: card.appliedUntil?.milliseconds ?? 0)
  }
}
