import MartletStore
import MartletWire

extension Wire.Appended {
  init(_ position: Position) {
    self.init(conversation: position.conversation.text, seq: position.seq, time: position.time)
  }
}

extension Wire.Entry {
  /// The entry a request became.
  init(of request: Request, _ event: LogEvent, _ stored: Stored) {
    self.init(
      conversation: request.conversation.text, seq: stored.position.seq, time: stored.position.time,
      sender: request.caller.user.text, clientId: request.clientID.text, countable: stored.countable,
      event: Event(event, details: stored.details))
  }

  /// What those are told of it to whom it is not directed.
  var withheld: Wire.Entry {
    Wire.Entry(conversation: conversation, seq: seq, time: time, countable: countable, event: .withheld(Wire.Withheld()))
  }

  /// A stored entry as the wire shows it.
  init(_ entry: LogEntry, of conversation: ConversationID) {
    self.init(
      conversation: conversation.text, seq: entry.seq, time: entry.time, sender: entry.sender.text,
      clientId: entry.clientID.text, countable: entry.countable,
      event: Event(entry.event, details: entry.details, revision: entry.revision, isRecalled: entry.isRecalled))
  }
}

extension Wire.Entry.Event {
  fileprivate init(_ event: LogEvent, details: Details?, revision: UInt64 = 0, isRecalled: Bool = false) {
    switch event {
    case .message(let type, let content):
      self = .message(
        Wire.Message(type: type, content: content, revision: revision, recalled: isRecalled, details: details?.wire))
    case .edited(let target, let type, let content):
      self = .edited(Wire.Edited(target: target, type: type, content: content))
    case .recalled(let target):
      self = .recalled(Wire.Recalled(target: target))
    case .groupCreated(let title, let owner, let members):
      self = .groupCreated(Wire.GroupCreated(title: title, owner: owner.text, members: members.map(\.text)))
    case .membersAdded(let users):
      self = .membersAdded(Wire.MembersAdded(users: users.map(\.text)))
    case .membersRemoved(let users, let owner):
      self = .membersRemoved(Wire.MembersRemoved(users: users.map(\.text), owner: owner?.text ?? ""))
    }
  }
}

extension Wire.UserEntry {
  init(_ entry: UserLogEntry) {
    let event: Event =
      switch entry.event {
      case .joined(let seq): .joined(Wire.Joined(seq: seq))
      case .left(let seq): .left(Wire.Left(seq: seq))
      case .readTo(let seq): .readTo(Wire.ReadTo(seq: seq))
      }
    self.init(seq: entry.seq, time: entry.time, conversation: entry.conversation.text, event: event)
  }
}

extension Wire.Conversation {
  init(_ summary: ConversationSummary) {
    let (record, member) = (summary.record, summary.member)
    self.init(
      id: record.id.text, title: record.title, owner: record.owner?.text ?? "", memberCount: UInt32(clamping: record.memberCount),
      head: record.head, stamp: record.stamp, unread: summary.unread, joined: member.joined, read: member.read,
      lastMessage: summary.lastMessage.map { Wire.Entry($0, of: record.id) }, lastSent: member.lastSent,
      countable: record.countable, mentions: summary.mentions, firstMention: summary.firstMention)
  }
}

extension Wire.Member {
  init(_ member: MemberRecord, owner: UserID?) {
    self.init(
      user: member.user.text, role: member.user == owner ? .owner : .member, joined: member.joined, read: member.read)
  }
}
