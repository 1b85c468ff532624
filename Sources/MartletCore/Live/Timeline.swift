import MartletWire

/// A row of a live timeline.
public struct TimelineRow: Hashable, Sendable, Identifiable {
  /// The kinds of line.
  @nonexhaustive
  public enum Line: Hashable, Sendable {
    /// A message or notice of the conversation's log.
    case message(Message)
    /// A message in the outbox: it waits, is on its way, or was refused.
    case unsent(PendingSend)
    /// A message of this device only.
    case local(LocalMessage)
  }

  /// A name that stays the same while the row is shown, also when an unsent message becomes a sent one.
  public let key: String
  /// The line that the row shows.
  public let line: Line
  /// Operations in the outbox that change the message, such as an edit that waits, in the order of the calls.
  public let changes: [PendingSend]

  /// The key.
  public var id: String { key }

  /// The message or notice; nil for a line that is not in the log.
  public var message: Message? { if case .message(let message) = line { message } else { nil } }
  /// The message in the outbox; nil for other lines.
  public var unsent: PendingSend? { if case .unsent(let pending) = line { pending } else { nil } }
  /// The message of this device; nil for other lines.
  public var local: LocalMessage? { if case .local(let message) = line { message } else { nil } }
}

/// A place in a conversation.
@nonexhaustive
public enum TimelinePlace: Hashable, Sendable {
  /// The end.
  case newest
  /// The first unread message; the end if everything is read.
  case firstUnread
  /// A message or notice of the conversation.
  case message(MessageID)
  /// A position in the conversation's log, such as one from a link.
  case position(UInt64)
  /// The first message of this moment or later.
  case time(Timestamp)
}

/// A change of a live timeline, with its new state.
public struct TimelineUpdate: Hashable, Sendable {
  /// The facts about the rows as a whole.
  public struct Facts: Hashable, Sendable {
    /// True if there is nothing before the rows.
    public let isAtBeginning: Bool
    /// True if the rows end with the newest, and new messages appear at their end.
    public let isAtEnd: Bool
    /// The position from which messages were unread when the timeline was opened; nil if none was.
    ///
    /// It stays while the timeline is open, so that a divider there does not move.
    public let firstUnread: UInt64?
    /// The number of messages on this device after the rows; 100 stands for 100 or more.
    public let newerCount: Int
  }

  /// The rows, oldest first.
  public let rows: [TimelineRow]
  /// The messages and notices of the rows, without unsent and local messages.
  public var messages: [Message] { rows.compactMap { $0.message } }
  /// The difference from the update before; in the first update all rows are inserted.
  public let change: RowChange<TimelineRow>
  /// The facts about the rows as a whole.
  public let facts: Facts
  /// True for the first update of a view.
  package let isFirst: Bool
}

/// A timeline to open.
package struct TimelineOpening: Hashable, Sendable {
  package let destination: Destination
  /// The number of messages that a move brings; 1 to 250.
  package let window: Int
  package let place: TimelinePlace

  package init(_ destination: Destination, window: Int, at place: TimelinePlace) {
    self.destination = destination
    self.window = min(max(window, 1), 250)
    self.place = place
  }
}
