import MartletNet
import MartletStore
import MartletWire

extension Wire.Appended {
  init(_ position: Position) {
    self.init(conversation: position.conversation.text, seq: position.seq, time: position.time)
  }
}

extension Shared<Append> {
  /// Calls `body` with the stored entry if it is a message without properties; returns nil for any other entry.
  ///
  /// Nearly all entries are such messages. The texts are lent for the call, because copying them costs more than encoding.
  func lendMessage<Result>(as stored: Stored, _ body: (Wire.MessageEntry) -> Result) -> Result? {
    guard value.properties == nil, case .message(var type, var content) = value.event else { return nil }
    var (conversation, sender, client) = (value.conversation.text, value.sender.text, value.clientID.text)
    return conversation.withUTF8 { conversation in
      sender.withUTF8 { sender in
        client.withUTF8 { client in
          type.withUTF8 { type in
            content.withUTF8 { content in
              (stored.details?.bytes ?? []).withUnsafeBytes { details in
                body(
                  Wire.MessageEntry(
                    conversation: UnsafeRawBufferPointer(conversation), seq: stored.position.seq, time: stored.position.time,
                    sender: UnsafeRawBufferPointer(sender), clientID: UnsafeRawBufferPointer(client), countable: stored.countable,
                    type: UnsafeRawBufferPointer(type), content: UnsafeRawBufferPointer(content), revision: 0, isRecalled: false,
                    replyTo: value.parent, details: details))
              }
            }
          }
        }
      }
    }
  }
}

extension Wire.Entry {
  /// The entry that an append became.
  init(_ append: Shared<Append>, _ stored: Stored) {
    self.init(
      conversation: append.value.conversation.text, seq: stored.position.seq, time: stored.position.time,
      sender: append.value.sender.text, clientId: append.value.clientID.text, countable: stored.countable,
      event: Event(stored.settled?.value ?? append.value.event, details: stored.details))
    if append.value.parent > 0 || append.value.properties != nil { connect(append.value, at: stored.position.seq) }
    if case .annotated(let annotation)? = stored.settled?.value { hideSecret(annotation) }
  }

  /// The form for members to whom the message is not directed.
  var withheld: Wire.Entry {
    Wire.Entry(conversation: conversation, seq: seq, time: time, countable: countable, event: .withheld(Wire.Withheld()))
  }

  /// Adds the parent of a new message, and its first properties.
  private mutating func connect(_ append: Append, at seq: UInt64) {
    guard case .message(var message)? = event else { return }
    message.replyTo = append.parent
    if let properties = append.properties { message.annotations = Wire.Annotations(first: properties, at: seq) }
    event = .message(message)
  }

  /// Removes the sender and the client id of a secret vote.
  private mutating func hideSecret(_ annotation: Annotation) {
    guard annotation.isSecret else { return }
    sender = ""
    clientId = ""
  }

  /// A stored entry as the wire shows it.
  init(_ entry: LogEntry, of conversation: ConversationID) {
    self.init(
      conversation: conversation.text, seq: entry.seq, time: entry.time, sender: entry.sender.text,
      clientId: entry.clientID.text, countable: entry.countable, event: Event(entry.event, details: entry.details))
    switch entry.event {
    case .message(let type, let content):
      event = .message(
        Wire.Message(
          type: type, content: content, revision: entry.revision, recalled: entry.isRecalled,
          annotations: Wire.Annotations(of: entry), replyTo: entry.parent, details: entry.details?.wire))
    case .annotated(let annotation): hideSecret(annotation)
    default: break
    }
  }
}

extension Wire.Entry {
  /// The form of an entry for a user who hid it.
  init(_ entry: HiddenLogEntry, of conversation: ConversationID) {
    self.init(
      conversation: conversation.text, seq: entry.seq, time: entry.time, sender: entry.sender?.text ?? "",
      countable: entry.countable, event: .hidden(Wire.HiddenEntry(message: entry.isMessage, replyTo: entry.parent)))
  }
}

extension Wire.Entry.Event {
  fileprivate init(_ event: LogEvent, details: Details?) {
    switch event {
    case .message(let type, let content):
      self = .message(Wire.Message(type: type, content: content, details: details?.wire))
    case .annotated(let annotation): self = .annotated(Wire.Annotated(annotation))
    case .edited(let target, let type, let content):
      self = .edited(Wire.Edited(target: target, type: type, content: content))
    case .recalled(let target):
      self = .recalled(Wire.Recalled(target: target, details: details?.wire.recall))
    case .groupCreated(let title, let owner, let members, let attributes):
      self = .groupCreated(
        Wire.GroupCreated(
          title: title, owner: owner.text, members: members.map(\.text),
          attributes: [Wire.Attribute](attributes?.values ?? [:])))
    case .conversationChanged(let change): self = .conversationChanged(change.wire)
    case .rolesSet(let users, let role):
      self = .rolesSet(Wire.RolesSet(users: users.map(\.text), role: role.wire))
    case .membersSilenced(let users, let until):
      self = .membersSilenced(Wire.MembersSilenced(users: users.map(\.text), until: until))
    case .usersBanned(let change):
      self = .usersBanned(
        Wire.UsersBanned(
          users: change.users.map(\.text), until: change.until, removed: change.removed.map(\.text),
          owner: change.owner?.text ?? "", reason: details?.wire.reason ?? ""))
    case .applied(let text, let until):
      self = .applied(Wire.Applied(text: text, until: until, arrival: details?.wire.arrival))
    case .applicationsRefused(let users):
      self = .applicationsRefused(
        Wire.ApplicationsRefused(users: users.map(\.text), reason: details?.wire.reason ?? ""))
    case .memberNamed(let user, let name): self = .memberNamed(Wire.MemberNamed(user: user.text, name: name))
    case .announced(let text, _): self = .announced(Wire.Announced(text: text))
    case .membersAdded(let users):
      self = .membersAdded(Wire.MembersAdded(users: users.map(\.text), arrival: details?.wire.arrival))
    case .membersRemoved(let users, let owner):
      self = .membersRemoved(
        Wire.MembersRemoved(users: users.map(\.text), owner: owner?.text ?? "", reason: details?.wire.reason ?? ""))
    }
  }
}

extension Wire.UserEntry {
  init(_ entry: UserLogEntry) {
    let event: Event =
      switch entry.event {
      case .settingsChanged(let settings): .settingChanged(Wire.SettingChanged(settings: settings.map(\.wire)))
      case .hidden(let until, let targets): .hidden(Wire.Hidden(until: until, targets: targets))
      case .joined(let seq): .joined(Wire.Joined(seq: seq))
      case .left(let seq): .left(Wire.Left(seq: seq))
      case .readTo(let seq): .readTo(Wire.ReadTo(seq: seq))
      case .relationsChanged(let relations): .relationsChanged(Wire.RelationsChanged(relations: relations.map(\.wire)))
      case .applicationChanged(let seq): .applicationChanged(Wire.ApplicationChanged(seq: seq))
      }
    self.init(seq: entry.seq, time: entry.time, conversation: entry.conversation?.text ?? "", event: event)
  }

  /// Says what stands with the conversation's entry alone: of a removal whose doing it was, why, and until when the user is
  /// banned; what became of an application, and why.
  mutating func complete(by author: UserID, _ cause: LogEvent, _ details: Details?) {
    let reason = details?.wire.reason ?? ""
    switch event {
    case .left(var left):
      (left.by, left.reason) = (author.text, reason)
      if case .usersBanned(let change) = cause { left.bannedUntil = change.until }
      event = .left(left)
    case .applicationChanged(var change):
      if case .applied(_, let until) = cause {
        (change.state, change.until) = (until > 0 ? .pending : .withdrawn, until)
      } else {
        (change.state, change.by, change.reason) = (.refused, author.text, reason)
      }
      event = .applicationChanged(change)
    default: break
    }
  }
}

extension Store {
  /// Stored user entries as their user is told them, with what stands with the conversations' entries alone.
  func told(_ entries: ArraySlice<UserLogEntry>, app: AppID) async throws -> [Wire.UserEntry] {
    var told: [Wire.UserEntry] = []
    for entry in entries {
      var wire = Wire.UserEntry(entry)
      if let (id, seq) = entry.cause, let cause = try await self.entry(at: seq, of: id, app: app) {
        wire.complete(by: cause.sender, cause.event, cause.details)
      }
      told.append(wire)
    }
    return told
  }
}

extension Wire.Conversation {
  init(_ summary: ConversationSummary) {
    let (record, member) = (summary.record, summary.member)
    self.init(
      id: record.id.text, title: record.title, owner: record.owner?.text ?? "", memberCount: UInt32(clamping: record.memberCount),
      head: record.head, stamp: record.stamp, unread: summary.unread, joined: member.joined, read: member.read,
      lastMessage: summary.lastMessage.map { Wire.Entry($0, of: record.id) }, lastSent: member.lastSent,
      countable: record.countable, cleared: member.cleared, hidden: member.hidden, mentions: summary.mentions,
      firstMention: summary.firstMention, time: record.time,
      attributes: record.attributes.map { [Wire.Attribute]($0.values) } ?? [], rules: record.rules?.wire,
      silencedUntil: member.silencedUntil, earlier: member.earlier)
  }
}

extension Wire.Member {
  /// A member as a caller sees it.
  ///
  /// Only the member sees the data that others are not told.
  init(_ member: MemberRecord, of record: ConversationRecord, to caller: UserID) {
    self.init(
      user: member.user.text, role: record.role(of: member.user).wire, joined: member.joined,
      read: member.user == caller ? member.read : member.told, delivered: member.has, silencedUntil: member.silencedUntil,
      nickname: member.nickname)
  }
}

extension MemberRecord {
  /// A device of the member holds the log up to here, as far as others are told.
  var has: UInt64 { max(told, delivered) }
}
