import MartletWire

/// What happened in a conversation at one position.
package enum LogEvent: Sendable, Equatable {
  /// A message; `content` is JSON text, empty once recalled.
  case message(type: String, content: String)
  /// The message at `target` has this content now.
  ///
  /// Stored, it also rewrites the target, where that is a message not recalled. Its own content is emptied
  /// when the message is recalled.
  case edited(target: UInt64, type: String, content: String)
  /// The message at `target` is taken back.
  ///
  /// Stored, it empties the target, where that is a message not recalled, and the edits that rewrote it. Their types
  /// remain; their texts are in no later read, nor in the database's live rows.
  case recalled(target: UInt64)
  /// What is attached to a message changes so.
  ///
  /// Stored, it names what really changed, which is nothing where the target is no message, or recalled. It loses that
  /// when the message is recalled.
  case annotated(Annotation)
  /// Apart, as it is rare and large.
  indirect case groupCreated(title: String, owner: UserID, members: [UserID], attributes: Attributes? = nil)
  case membersAdded([UserID])
  case membersRemoved([UserID], owner: UserID?)
  /// What all members see of the conversation changes so.
  ///
  /// Stored, it names what really changed.
  case conversationChanged(ConversationChange)
}

/// Who reads a log, and since when.
package struct LogReader: Sendable, Equatable {
  package let user: UserID
  /// The position of the entry that made the user a member; 0 in direct conversations.
  package let joined: UInt64

  package init(_ user: UserID, joined: UInt64) {
    self.user = user
    self.joined = joined
  }

  init(_ member: MemberRecord) { self.init(member.user, joined: member.joined) }
}

extension LogEvent {
  /// Whether it gives a message another content.
  package var edits: Bool { if case .edited = self { true } else { false } }

  /// Whether it tells members who joined at a position what a message of before says: an edit repeats all of it.
  package func discloses(before joined: UInt64) -> Bool {
    if case .edited(let target, _, _) = self { target < joined } else { false }
  }

  /// The length of what a user wrote.
  package var contentBytes: Int {
    switch self {
    case .message(_, let content), .edited(_, _, let content): content.utf8.count
    case .annotated(let annotation): annotation.bytes
    case .groupCreated(_, _, _, let attributes): attributes?.bytes ?? 0
    case .conversationChanged(let change): change.bytes
    case .recalled, .membersAdded, .membersRemoved: 0
    }
  }
}

/// One stored entry of a conversation log, as of now.
package struct LogEntry: Sendable, Equatable {
  package var seq: UInt64
  package var time: Int64
  package var sender: UserID
  package var clientID: ClientID
  /// How many entries up to and including this one count as unread.
  package var countable: UInt64
  package var event: LogEvent
  /// What a message carries besides its content; of an edit, whom it is directed to; of a recall, what goes with it, too.
  ///
  /// Of a recalled message only what says who may see it, how it was counted and how it was recalled.
  package var details: Details?
  /// For a message: the position of the last edit or recall folded into it; 0 for none.
  package var revision: UInt64
  /// For a message: whether it was recalled.
  package var isRecalled: Bool
  /// For a message: the one that it replies to; 0 for none.
  package var parent: UInt64
  /// For a message: the newest entry that changed what is attached to it; 0 for none.
  package var annotated: UInt64
  /// What is attached to it, for a reader: what is shown to everyone, and the reader's own.
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

  /// Whether a member may see it: it is not directed to others only, and tells nothing of what was said before the joining.
  package func isVisible(to reader: LogReader) -> Bool { !event.discloses(before: reader.joined) && isVisible(to: reader.user) }

  /// The length of what a user wrote, and of what goes with it.
  var bytes: Int { event.contentBytes &+ (details?.bytes.count ?? 0) }
}
