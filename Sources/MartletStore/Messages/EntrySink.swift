import MartletWire

/// Takes the entries of a page one by one, starting at the end of the log from which the page starts.
///
/// Nearly all entries are messages, and nearly all pages go straight to a client. So a message is passed as its stored bytes, and
/// a sink that only passes it on need not decode them.
package protocol EntrySink: Sendable {
  /// Takes a message, and tells whether it takes more.
  mutating func take(_ message: LentMessage) -> Bool

  /// Takes an entry that is no message or was changed since it was stored, and tells whether it takes more.
  mutating func take(_ entry: LogEntry) -> Bool

  /// Takes a place in the log whose entry is not for the reader, and tells whether it takes more.
  mutating func takeWithheld(seq: UInt64, time: Int64, countable: UInt64) -> Bool

  /// Takes a hidden entry's remains; true if it takes more.
  mutating func take(_ entry: HiddenLogEntry) -> Bool
}

/// The part of an entry that its reader hid which must be sent to keep the log free of gaps.
package struct HiddenLogEntry: Sendable, Equatable {
  package var seq: UInt64
  package var time: Int64
  package var sender: UserID?
  package var countable: UInt64
  package var isMessage: Bool
  /// The message to which it replies; 0 for none.
  package var parent: UInt64

  package init(seq: UInt64, time: Int64, sender: UserID?, countable: UInt64, isMessage: Bool, parent: UInt64 = 0) {
    self.seq = seq
    self.time = time
    self.sender = sender
    self.countable = countable
    self.isMessage = isMessage
    self.parent = parent
  }
}

/// A sink behind a reference, so that what walks the rows of an engine is compiled for these rows, whatever sinks there are.
package protocol EntryTaker: AnyObject, Sendable {
  /// Forgets what it took: the page begins anew, because rows of it were missing.
  func restart()

  func take(_ message: LentMessage) -> Bool
  func take(_ entry: LogEntry) -> Bool
  func takeWithheld(seq: UInt64, time: Int64, countable: UInt64) -> Bool
  func take(_ entry: HiddenLogEntry) -> Bool
}

/// The taker of a sink.
///
/// `@unchecked Sendable`: whoever asks for a page makes one, hands it to the one reading that fills it, and looks at the sink
/// once that has returned.
final class SinkTaker<Sink: EntrySink>: EntryTaker, @unchecked Sendable {
  private let empty: Sink
  private(set) var sink: Sink

  init(_ sink: Sink) { (empty, self.sink) = (sink, sink) }

  func restart() { sink = empty }

  func take(_ message: LentMessage) -> Bool { sink.take(message) }

  func take(_ entry: LogEntry) -> Bool { sink.take(entry) }

  func takeWithheld(seq: UInt64, time: Int64, countable: UInt64) -> Bool {
    sink.takeWithheld(seq: seq, time: time, countable: countable)
  }

  func take(_ entry: HiddenLogEntry) -> Bool { sink.take(entry) }
}

/// Passes entries on as one member sees them: entries that the member hid, and edits of these, as hidden.
final class HidingTaker: EntryTaker {
  private let taker: any EntryTaker
  private let hidden: HiddenPositions

  init(_ taker: any EntryTaker, hidden: HiddenPositions) {
    self.taker = taker
    self.hidden = hidden
  }

  func restart() { taker.restart() }

  func take(_ message: LentMessage) -> Bool {
    guard hidden.contains(message.seq) else { return taker.take(message) }
    return taker.take(
      HiddenLogEntry(
        seq: message.seq, time: message.time, sender: UserID(String(decoding: message.sender, as: UTF8.self)),
        countable: message.countable, isMessage: true, parent: message.parent))
  }

  func take(_ entry: LogEntry) -> Bool {
    var isMessage = false
    var target: UInt64?
    switch entry.event {
    case .message: isMessage = true
    case .edited(let edited, _, _): target = edited
    default: break
    }
    guard hidden.contains(entry.seq) || target.map(hidden.contains) ?? false else { return taker.take(entry) }
    return taker.take(
      HiddenLogEntry(
        seq: entry.seq, time: entry.time, sender: entry.sender, countable: entry.countable, isMessage: isMessage,
        parent: isMessage ? entry.parent : 0))
  }

  func take(_ entry: HiddenLogEntry) -> Bool { taker.take(entry) }

  func takeWithheld(seq: UInt64, time: Int64, countable: UInt64) -> Bool {
    taker.takeWithheld(seq: seq, time: time, countable: countable)
  }
}

/// The positions that one member hid in a conversation.
struct HiddenPositions: Sendable, Equatable {
  /// Everything up to here.
  var cleared: UInt64
  var single: Set<UInt64>

  func contains(_ seq: UInt64) -> Bool { seq <= cleared || single.contains(seq) }
}

/// A message as it is stored, to which nothing was attached; the bytes of its texts, which are UTF-8, are lent for the
/// call that hands it over.
package struct LentMessage {
  package var seq: UInt64
  package var time: Int64
  package var countable: UInt64
  package var revision: UInt64
  package var isRecalled: Bool
  package var parent: UInt64
  package var sender: UnsafeRawBufferPointer
  package var clientID: UnsafeRawBufferPointer
  package var type: UnsafeRawBufferPointer
  package var content: UnsafeRawBufferPointer
  /// The wire form of its `Details`; empty for none.
  package var details: UnsafeRawBufferPointer
}

extension LogEntry {
  /// Calls `body` with the bytes of the entry, where it is a message; gives nil where it is not.
  package func lend<Result>(_ body: (LentMessage) throws -> Result) rethrows -> Result? {
    guard case .message(var type, var content) = event else { return nil }
    var (sender, client) = (self.sender.text, clientID.text)
    return try sender.withUTF8 { sender in
      try client.withUTF8 { client in
        try type.withUTF8 { type in
          try content.withUTF8 { content in
            try (details?.bytes ?? []).withUnsafeBytes { details in
              try body(
                LentMessage(
                  seq: seq, time: time, countable: countable, revision: revision,
                  isRecalled: isRecalled, parent: parent, sender: UnsafeRawBufferPointer(sender),
                  clientID: UnsafeRawBufferPointer(client), type: UnsafeRawBufferPointer(type),
                  content: UnsafeRawBufferPointer(content), details: details))
            }
          }
        }
      }
    }
  }
}

extension EntryTaker {
  /// Takes an entry as far as the reader may see it.
  func take(_ entry: LogEntry, for reader: LogReader) -> Bool {
    entry.isVisible(to: reader)
      ? take(entry) : takeWithheld(seq: entry.seq, time: entry.time, countable: entry.countable)
  }
}

/// The entries of a log that a reader requests.
package struct PageRequest: Sendable {
  /// The first position; those that the reader may not see are passed over.
  package var from: UInt64
  /// The last position; 0 for the newest.
  package var to: UInt64
  package var limit: Int
  /// True for the upper end if there are more than `limit`.
  package var newest: Bool

  package init(from: UInt64 = 0, to: UInt64 = 0, limit: Int, newest: Bool = false) {
    self.from = from
    self.to = to
    self.limit = limit
    self.newest = newest
  }

  /// The requested positions, in a log that is visible to the reader from `first` to `head`; nil for none.
  package func positions(first: UInt64, head: UInt64) -> ClosedRange<UInt64>? {
    var lower = max(from, first)
    var upper = to == 0 ? head : min(to, head)
    guard lower <= upper, limit > 0 else { return nil }
    // A log has no gaps.
    let others = UInt64(limit) &- 1
    if upper &- lower > others { if newest { lower = upper &- others } else { upper = lower &+ others } }
    return lower...upper
  }
}

/// A page of a log as one member sees it.
package struct LogPage<Sink: EntrySink>: Sendable {
  /// The sink that took the entries, from the lower end on or, if the newest are wanted, from the upper.
  package var sink: Sink
  /// The newest position of the log.
  package var head: UInt64
  /// The first position that the member may see.
  package var first: UInt64
}
