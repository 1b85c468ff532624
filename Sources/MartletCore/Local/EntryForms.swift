import MartletSQLite
import MartletWire

/// The kinds of rows in the table of entries.
enum EntryKind {
  static let message: Int64 = 1
  static let edited: Int64 = 2
  static let recalled: Int64 = 3
  static let other: Int64 = 4
  static let annotated: Int64 = 5
  /// An entry that the user hid.
  static let hidden: Int64 = 6
  /// A message that was recalled silently: in its place nothing is shown.
  static let gone: Int64 = 7
}

extension Wire.Entry {
  /// Reads the columns seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body,
  /// details, annotations.
  init(_ row: SQLiteRow, of conversation: ConversationID) throws(SQLiteError) {
    self.init(
      conversation: conversation.text, seq: try row.unsigned(0), time: try row.integer(1), sender: try row.text(2),
      clientId: try row.text(3), countable: try row.unsigned(4))
    switch try row.integer(5) {
    case EntryKind.message, EntryKind.gone:
      event = .message(
        Wire.Message(
          type: try row.text(7), content: try row.text(8), revision: try row.unsigned(9), recalled: try row.boolean(10),
          annotations: try row.annotations(13), replyTo: row.isNull(6) ? 0 : try row.unsigned(6), details: try row.details(12)))
    case EntryKind.edited:
      event = .edited(Wire.Edited(target: try row.unsigned(6), type: try row.text(7), content: try row.text(8)))
    case EntryKind.recalled:
      event = .recalled(Wire.Recalled(target: try row.unsigned(6), details: try row.details(12)?.recall))
    case EntryKind.annotated:
      event = .annotated(try Wire.Annotated(target: row.unsigned(6), type: row.text(7), content: row.text(8)))
    default: event = try row.entry(11).event
    }
  }

  /// The message or notice that the entry shows as.
  ///
  /// Nil for entries that show nothing: edits, recalls, silently recalled messages, and entries without a sender.
  package func message(of id: ConversationID) -> Message? {
    guard let user = UserID(sender) else { return nil }
    let kind: Message.Kind
    var revision: UInt64 = 0
    var details = MessageDetails()
    var annotations = Annotations.none
    var recall: RecallDetails?
    var recalledBy: UserID?
    switch event {
    case .message(let message):
      guard !message.isGone else { return nil }
      if message.recalled {
        recall = RecallDetails(message.details?.recall ?? Wire.RecallDetails())
        recalledBy = UserID(message.details?.recall?.by ?? "") ?? user
      }
      kind = message.recalled ? .recalled : .content(MessageContent(type: message.type, json: message.content))
      revision = message.revision
      details = message.details.map { MessageDetails($0) } ?? details
      details.replyTo = message.replyTo == 0 ? nil : message.replyTo
      annotations = message.annotations.map { Annotations($0) } ?? annotations
    case .edited, .recalled, .annotated, .hidden: return nil
    case let event: kind = event?.notice.map { .notice($0) } ?? .unknown
    }
    return Message(
      id: MessageID(conversation: id, seq: seq), sender: user, clientID: ClientID(clientId), time: Timestamp(milliseconds: time),
      kind: kind, revision: revision, details: details, annotations: annotations, recall: recall, recalledBy: recalledBy)
  }

  /// The entry as the log shows it; nil if it has no sender.
  package func item(of id: ConversationID) -> LogItem? {
    guard let user = UserID(sender) else { return nil }
    var recall: RecallDetails?
    if case .recalled(let recalled)? = event { recall = RecallDetails(recalled.details ?? Wire.RecallDetails()) }
    let shown: LogItem.Event =
      switch event {
      case .message(let message):
        message.recalled
          ? .recalledMessage(type: message.type, by: message.revision)
          : .message(MessageContent(type: message.type, json: message.content), revision: message.revision)
      case .edited(let edited):
        .edited(
          target: edited.target, edited.content.isEmpty ? nil : MessageContent(type: edited.type, json: edited.content))
      case .recalled(let recalled): .recalled(target: recalled.target)
      case .hidden: .hidden
      case .annotated(let annotated): .annotated(target: annotated.target, AnnotationChange(annotated))
      case let event: event?.notice.map { .notice($0) } ?? .unknown
      }
    return LogItem(
      id: MessageID(conversation: id, seq: seq), sender: user, clientID: ClientID(clientId), time: Timestamp(milliseconds: time),
      event: shown, recall: recall)
  }
}

extension Wire.Entry.Event {
  fileprivate var notice: Notice? {
    switch self {
    case .groupCreated(let created):
      .groupCreated(title: created.title, owner: UserID(created.owner), members: created.members.compactMap { UserID($0) })
    case .membersAdded(let added):
      .membersAdded(added.users.compactMap { UserID($0) }, arrival: added.arrival.map { Arrival($0) })
    case .membersRemoved(let removed):
      .membersRemoved(removed.users.compactMap { UserID($0) }, owner: UserID(removed.owner), reason: removed.reason)
    case .conversationChanged(let changed): changed.notice
    case .rolesSet(let set): .rolesSet(set.users.compactMap { UserID($0) }, Member.Role(set.role))
    case .membersSilenced(let silenced) where silenced.until == Wire.SilenceMembers.speaker:
      .speakersSet(silenced.users.compactMap { UserID($0) })
    case .membersSilenced(let silenced):
      .membersSilenced(silenced.users.compactMap { UserID($0) }, until: Timestamp(end: silenced.until))
    case .usersBanned(let banned):
      .usersBanned(
        banned.users.compactMap { UserID($0) }, until: Timestamp(end: banned.until),
        removed: banned.removed.compactMap { UserID($0) }, owner: UserID(banned.owner), reason: banned.reason)
    case .applied(let applied): .applied(applied.text, until: Timestamp(end: applied.until))
    case .applicationsRefused(let refused):
      .applicationsRefused(refused.users.compactMap { UserID($0) }, reason: refused.reason)
    case .memberNamed(let named): UserID(named.user).map { .memberNamed($0, named.name) }
    case .announced(let announced): .announced(announced.text)
    case .message, .edited, .recalled, .annotated, .withheld, .hidden: nil
    }
  }
}

extension Wire.ConversationChanged {
  /// A link and the end of a group come alone.
  fileprivate var notice: Notice {
    if dismissed { return .dismissed }
    if let made = linkMade {
      return .linkMade(
        id: made.id, until: Timestamp(end: made.until), uses: made.uses > 0 ? Int(clamping: made.uses) : nil)
    }
    if !linksRevoked.isEmpty { return .linksRevoked(linksRevoked) }
    return .conversationChanged(
      title: title, attributes: attributes.values.mapValues { ContentValue(settingJSON: $0) }, isSilenced: silenced,
      isOpen: open, history: history.map { GroupHistory($0) }, takesApplications: applications)
  }
}

extension Arrival {
  fileprivate init(_ wire: Wire.Arrival) {
    self.init(
      link: wire.link > 0 ? wire.link : nil, sharedBy: UserID(wire.sharedBy), way: wire.way, history: wire.history,
      isAccepted: wire.accepted)
  }
}
