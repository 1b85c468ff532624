import MartletWire

/// The event at one position of a conversation.
package enum LogEvent: Sendable, Equatable {
  /// A message; `content` is JSON text, empty once recalled.
  case message(type: String, content: String)
  /// The message at `target` has this content now.
  ///
  /// As stored, it also rewrites the target, unless the target is recalled or not a message. Its own content is emptied when the
  /// message is recalled.
  case edited(target: UInt64, type: String, content: String)
  /// A recall of the message at `target`.
  ///
  /// As stored, it empties the target and its edits, unless the target is recalled or not a message. Their types remain; their
  /// texts are in no later read, nor in the database's live rows.
  case recalled(target: UInt64)
  /// A change of a message's annotations.
  ///
  /// As stored, it names the actual changes: none if the target is not a message or is recalled. A recall of the message erases
  /// them.
  case annotated(Annotation)
  /// Apart, as it is rare and large.
  indirect case groupCreated(title: String, owner: UserID, members: [UserID], attributes: Attributes? = nil)
  case membersAdded([UserID])
  case membersRemoved([UserID], owner: UserID?)
  /// A change of title, attributes or rules.
  ///
  /// As stored, it names the actual changes.
  case conversationChanged(ConversationChange)
  /// Members have this role from here on; if it is `.owner`, there is one, and the owner before is a plain member.
  case rolesSet([UserID], MemberRole)
  /// Members may not write before this time, in milliseconds since 1970; 0 lets them write again.
  case membersSilenced([UserID], until: Int64)
  /// Users are banned, or may join again. Apart, as it is rare and large.
  indirect case usersBanned(BanChange)
  /// The sender, who is no member, wants to join until a time, in milliseconds since 1970; 0 if no longer.
  case applied(text: String, until: Int64)
  /// Users who wanted to join are not let in.
  case applicationsRefused([UserID])
  /// A member has a name in the group; an empty one for none.
  case memberNamed(UserID, String)
  /// The group has an announcement; an empty one for none.
  ///
  /// As stored, it names the position of the one before; 0 for none.
  case announced(String, previous: UInt64 = 0)
}

/// The reader of a log, and the position from which the reader sees it.
package struct LogReader: Sendable, Equatable {
  package let user: UserID
  package let since: UInt64

  package init(_ member: MemberRecord) {
    user = member.user
    since = member.since
  }
}

extension LogEvent {
  /// Whether it gives a message another content.
  package var edits: Bool { if case .edited = self { true } else { false } }

  /// True if it reveals an earlier message to members who see the log from a position: an edit repeats the whole message.
  package func discloses(before start: UInt64) -> Bool {
    if case .edited(let target, _, _) = self { target < start } else { false }
  }

  /// Whether the entry may change the members or their roles.
  package var changesMembers: Bool {
    switch self {
    case .groupCreated, .membersAdded, .membersRemoved, .rolesSet, .usersBanned: true
    case .message, .edited, .recalled, .annotated, .conversationChanged, .membersSilenced, .applied, .applicationsRefused,
      .memberNamed, .announced:
      false
    }
  }

  /// The length of the user's text.
  package var contentBytes: Int {
    switch self {
    case .message(_, let content), .edited(_, _, let content): content.utf8.count
    case .annotated(let annotation): annotation.bytes
    case .groupCreated(_, _, _, let attributes): attributes?.bytes ?? 0
    case .conversationChanged(let change): change.bytes
    case .applied(let text, _), .memberNamed(_, let text), .announced(let text, _): text.utf8.count
    case .recalled, .membersAdded, .membersRemoved, .rolesSet, .membersSilenced, .usersBanned, .applicationsRefused: 0
    }
  }

  /// Whether the title, the attributes or the rules of the group may differ after it.
  package func changesRules(_ details: Details?) -> Bool {
    switch self {
    case .membersRemoved, .rolesSet, .conversationChanged, .usersBanned, .announced: true
    // The group has had an applicant from the first one on.
    case .applied: true
    // It counts as a use of the link.
    case .membersAdded: details?.wire.arrival?.link ?? 0 > 0
    case .message, .edited, .recalled, .annotated, .groupCreated, .membersSilenced, .applicationsRefused, .memberNamed: false
    }
  }
}

/// One stored entry of a conversation log, as of now.
package struct LogEntry: Sendable, Equatable {
  package var seq: UInt64
  package var time: Int64
  package var sender: UserID
  package var clientID: ClientID
  /// The number of entries up to and including this one that count as unread.
  package var countable: UInt64
  package var event: LogEvent
  /// The details of a message; of an edit, its recipients; of a recall, also the details of the recall.
  ///
  /// A recalled message keeps only its recipients, its policy, and the details of the recall.
  package var details: Details?
  /// For a message: the position of the last edit or recall folded into it; 0 for none.
  package var revision: UInt64
  /// For a message: whether it was recalled.
  package var isRecalled: Bool
  /// For a message: its parent; 0 for none.
  package var parent: UInt64
  /// For a message: the newest entry that changed its annotations; 0 for none.
  package var annotated: UInt64
  /// The annotations for a reader: the shared ones, and the reader's own.
  package var annotations: [AttachedAnnotation]

  package init(
    seq: UInt64, time: Int64, sender: UserID, clientID: ClientID, countable: UInt64, event: LogEvent,
    details: Details? = nil, revision: UInt64 = 0, isRecalled: Bool = false, parent: UInt64 = 0, annotated: UInt64 = 0,
    annotations: [AttachedAnnotation] = []
  ) {
    self.seq = seq
    self.time = time
    self.sender = sender
    self.clientID = clientID
    self.countable = countable
    self.event = event
    self.details = details
    self.revision = revision
    self.isRecalled = isRecalled
    self.parent = parent
    self.annotated = annotated
    self.annotations = annotations
  }
}

extension LogEntry {
  /// Whether it is not directed to others only.
  package func isVisible(to user: UserID) -> Bool { details?.isVisible(to: user, sender: sender) ?? true }

  /// True if a member may see it: it is not directed to others only, and reveals no message that the member may not read.
  package func isVisible(to reader: LogReader) -> Bool { !event.discloses(before: reader.since) && isVisible(to: reader.user) }

  /// How many entries before it the users whom it adds may read.
  package var history: UInt64 { if case .membersAdded = event { details?.wire.arrival?.history ?? 0 } else { 0 } }

  /// The length of the user's text and of the details.
  var bytes: Int { event.contentBytes &+ (details?.bytes.count ?? 0) }
}
