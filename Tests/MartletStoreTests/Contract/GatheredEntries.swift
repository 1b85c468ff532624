import MartletStore
import MartletWire

/// A page's entries as values, ascending.
struct GatheredEntries: EntrySink {
  var backwards = false
  /// How many are enough.
  var room = Int.max
  private(set) var entries: [LogEntry] = []
  /// Entries that the reader hid, in order of arrival.
  private(set) var hidden: [HiddenLogEntry] = []
  /// How many came as bytes.
  private(set) var lent = 0

  init(backwards: Bool = false, room: Int = .max) {
    self.backwards = backwards
    self.room = room
  }

  mutating func take(_ message: LentMessage) -> Bool {
    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
    lent += 1
    return take(
      LogEntry(
        seq: message.seq, time: message.time, sender: .sample(text(message.sender)), clientID: .sample(text(message.clientID)),
        countable: message.countable, event: .message(type: text(message.type), content: text(message.content)),
        details: (try? Wire.Details(decoding: Array(message.details))).flatMap { Details($0) }, revision: message.revision,
        isRecalled: message.isRecalled, parent: message.parent))
  }

  mutating func takeWithheld(seq: UInt64, time: Int64, countable: UInt64) -> Bool {
    take(.withheld(seq, time, countable))
  }

  mutating func take(_ entry: LogEntry) -> Bool {
    entries.insert(entry, at: backwards ? 0 : entries.count)
    return entries.count + hidden.count < room
  }

  mutating func take(_ entry: HiddenLogEntry) -> Bool {
    hidden.append(entry)
    return entries.count + hidden.count < room
  }
}

extension LogEntry {
  /// The placeholder of an entry that is not for the reader.
  static func withheld(_ seq: UInt64, _ time: Int64, _ countable: UInt64) -> LogEntry {
    LogEntry(
      seq: seq, time: time, sender: .sample("-"), clientID: .sample("-"), countable: countable,
      event: .message(type: "withheld", content: ""))
  }

  /// The entry as a page shows it to a member who sees the log from a position.
  func shown(to reader: UserID, since: UInt64) -> LogEntry {
    if case .edited(let target, _, _) = event, target < since { return .withheld(seq, time, countable) }
    return details?.isVisible(to: reader, sender: sender) ?? true ? self : .withheld(seq, time, countable)
  }
}
