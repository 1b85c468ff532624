import Martlet
import MartletWire

/// Converts the client library's output into facts of a history.
extension EntryFact {
  package init(_ message: Message) {
    self.init(conversation: message.conversation.text, seq: message.seq, kind: .unknown)
    time = message.time.milliseconds
    sender = message.sender.text
    clientID = message.clientID?.text ?? ""
    switch message.kind {
    case .content(let content):
      kind = .message
      payload = PayloadHash.of(type: content.type, content: content.json)
      revision = message.revision
      note(message)
    case .recalled:
      kind = .message
      note(message)
      revision = message.revision
      isRecalled = true
    case .notice(.groupCreated(let title, let owner, let members)):
      kind = .groupCreated
      (self.title, self.owner) = (title, owner?.text ?? "")
      users = members.map(\.text)
    case .notice(.membersAdded(let added, let arrival)):
      kind = .membersAdded
      (users, target, earlier) = (added.map(\.text), arrival?.link ?? 0, arrival?.history ?? 0)
      isAccepted = arrival?.isAccepted ?? false
    case .notice(.membersRemoved(let removed, let owner, _)):
      kind = .membersRemoved
      users = removed.map(\.text)
      self.owner = owner?.text ?? ""
    case .notice(.rolesSet(let users, let role)): note(role: role.rawValue, of: users.map(\.text))
    case .notice(.speakersSet(let users)): note(silenced: users.map(\.text), until: MarkLine.speaker)
    case .notice(.membersSilenced(let users, let until)): note(silenced: users.map(\.text), until: until?.milliseconds ?? 0)
    case .notice(.linkMade(let id, _, _)): (kind, changes) = (.conversationChanged, [MarkLine.link(id, true)])
    case .notice(.linksRevoked(let links)): (kind, changes) = (.conversationChanged, links.map { MarkLine.link($0, false) })
    case .notice(.dismissed): (kind, changes) = (.conversationChanged, [MarkLine.dismissed])
    case .notice(.usersBanned(let users, let until, let removed, let owner, _)):
      note(
        banned: users.map(\.text), until: until?.milliseconds ?? 0, removed: removed.map(\.text), owner: owner?.text ?? "")
    case .notice(.conversationChanged(let title, let attributes, let isSilenced, let isOpen, let history, let applications)):
      kind = .conversationChanged
      (self.title, isTitled) = (title ?? "", title != nil)
      changes = attributes.map { MarkLine.change($0.key, $0.value?.json) }.sorted()
      changes += MarkLine.rules(silenced: isSilenced, open: isOpen, history: history?.number, applications: applications)
    case .notice(.applied(let text, let until)): note(applied: text, until: until?.milliseconds ?? 0)
    case .notice(.applicationsRefused(let users, _)): note(refused: users.map(\.text))
    case .notice(.memberNamed(let user, let name)): note(nickname: name, of: user.text)
    case .notice(.announced(let text)): note(announced: text)
    case .unknown: break
    }
  }

  /// Adds a message's details.
  private mutating func note(_ message: Message) {
    details = DetailsFact(message.details.wire, parent: message.replyTo ?? 0)
    marks = MarkLine.lines(message.annotations)
  }
}

extension MarkLine {
  /// Those of a message as the client library shows them.
  static func lines(_ attached: Annotations) -> [String] {
    var lines = attached.reactions.map { tally("reaction", $0.key, $0.count, isMine: $0.isMine) }
    lines += attached.votes.values.map { tally("vote", $0.key, $0.count, isMine: $0.isMine) }
    lines += attached.properties.map { property($0.key, $0.value) }
    if attached.isExpandable { lines.append(expandable) }
    if let pin = attached.pin { lines.append(self.pin(by: pin.user.text, at: pin.seq)) }
    if attached.isPollClosed { lines.append(closed) }
    if attached.replyCount > 0 { lines.append(replies(attached.replyCount)) }
    return lines.sorted()
  }
}

extension MartletError {
  /// The number in the registry, if the server refused; otherwise 0.
  package var serverCode: UInt32 {
    code.server?.rawValue ?? 0
  }
}

extension DeviceState {
  /// The state of a client that has caught up: its list, all messages of its conversations, and their members.
  ///
  /// - Throws: `MartletError` if the client cannot tell.
  package static func read(
    of client: MartletClient, device: String, user: String, origin: Origin
  ) async throws -> DeviceState {
    var state = DeviceState(device: device, user: user, origin: origin)
    for one in try await client.conversations() {
      var shown = Conversation()
      (shown.title, shown.owner, shown.memberCount) = (one.title, one.owner?.text ?? "", one.memberCount)
      shown.attributes = MarkLine.attributes(one.attributes.mapValues(\.json)).merging(
        MarkLine.rules(
          Wire.GroupRules(
            admins: one.admins.map(\.text), silenced: one.isSilenced, open: one.isOpen, dismissed: one.isDismissed,
            history: one.history?.number, applications: one.takesApplications,
            announcement: one.announcement.map {
              Wire.Announcement(text: $0.text, by: $0.by?.text ?? "", time: $0.time.milliseconds, seq: $0.id.seq)
            }),
          silenced: [MarkLine.own: one.isSpeaker ? MarkLine.speaker : one.silencedUntil?.milliseconds ?? 0])
      ) { $1 }
      (shown.head, shown.first, shown.read, shown.unread) = (one.head, one.first, one.readUpTo, one.unread)
      shown.lastMessage = one.lastMessage?.seq ?? 0
      (shown.mentions, shown.firstMention) = (one.unreadMentions, one.firstUnreadMention ?? 0)
      let chat = client.chat(one.id)
      var messages: [Message] = []
      while true {
        let page = try await chat.history(before: messages.first?.id, limit: 1000)
        if page.isEmpty { break }
        messages = page + messages
      }
      shown.lines = messages.map(Line.init)
      shown.members = Dictionary(
        try await chat.members().map { ($0.id.text, Member(joined: $0.joined, read: $0.readUpTo, has: $0.deliveredUpTo)) },
        uniquingKeysWith: { $1 })
      shown.pinned = try await chat.pinnedMessages().map(\.seq)
      let own = shown.lines.filter { $0.sender == user && $0.payload != 0 }.suffix(100).map(\.seq)
      for receipt in own.isEmpty ? [] : try await chat.receipts(of: own.map(one.id.message(at:))) {
        shown.receipts[receipt.id.seq] = Receipt(members: receipt.members, read: receipt.read, delivered: receipt.delivered)
      }
      for message in messages.filter({ $0.isEdited && $0.content != nil }).suffix(asked) {
        shown.versions[message.seq] = try await chat.versions(of: message.id).map(Version.init)
      }
      for message in messages.filter({ !$0.annotations.keys.isEmpty }).suffix(asked) {
        shown.annotators[message.seq] = try await annotators(of: message, chat)
      }
      state.conversations[one.id.text] = shown
      state.settings[one.id.text] = try await settings(of: one.id, client)
    }
    if let user = UserID(user) { state.relations = try await relations(client, of: user) }
    state.settings[""] = try await settings(of: nil, client)
    state.waiting = try await client.pending().filter { $0.isWaiting }.map(\.id.text)
    return state
  }

  private static func relations(_ client: MartletClient, of user: UserID) async throws -> [String: UInt64] {
    var relations: [String: UInt64] = [:]
    for peer in try await client.blocked() { relations[peer.text, default: 0] |= 1 }
    for peer in try await client.allowed() { relations[peer.text, default: 0] |= 2 }
    for friend in try await client.friends() { relations[friend.text, default: 0] |= 128 }
    for request in try await client.friendRequests() { relations[request.user.text, default: 0] |= 64 }
    for request in try await client.askedFriends() { relations[request.user.text, default: 0] |= 32 }
    if try await client.relation(to: user).takesOnlyAllowed { relations[user.text, default: 0] |= 4 }
    return relations
  }

  /// The number of newest messages per conversation whose versions and annotators are read.
  private static let asked = 4

  /// All users who reacted to a message or voted, in small pages.
  private static func annotators(of message: Message, _ chat: Chat) async throws(MartletError) -> [String: [String]] {
    var all: [String: [String]] = [:]
    for key in message.annotations.keys {
      var users: [UserID] = []
      var next: PageCursor?
      repeat {
        let page = try await chat.annotators(of: key, at: message.id, limit: 2, after: next)
        users += page.items
        next = page.next
      } while next != nil
      let name =
        switch key {
        case .reaction(let text): MarkLine.key("reaction", text)
        case .choice(let index): MarkLine.key("vote", String(index))
        }
      all[name] = users.map(\.text)
    }
    return all
  }

  /// The settings, without those that stay on the device.
  private static func settings(of id: ConversationID?, _ client: MartletClient) async throws -> Set<SettingFact> {
    Set(
      try await client.settings(of: id).filter { !$0.key.hasPrefix("_") }
        .map { SettingFact($0.key, of: id?.text ?? "", json: $0.value.json) })
  }
}

extension Annotations {
  /// The keys of reactions and votes.
  fileprivate var keys: [AnnotationKey] {
    reactions.map { AnnotationKey.reaction($0.key) } + votes.keys.sorted().map { AnnotationKey.choice($0) }
  }
}

extension DeviceState.Version {
  fileprivate init(_ message: Message) {
    let fact = EntryFact(message)
    self.init(seq: fact.seq, time: fact.time, payload: fact.payload)
  }
}

extension DeviceState.Line {
  fileprivate init(_ message: Message) {
    let fact = EntryFact(message)
    self.init(
      seq: fact.seq, sender: fact.sender, time: fact.time, payload: fact.payload, revision: fact.revision,
      isRecalled: fact.isRecalled, details: fact.details, marks: fact.marks)
  }
}
