import MartletSQLite
import MartletStore
import MartletTesting
import MartletWire
import Testing

/// What was promised of some appends, to hold against what a store holds later.
struct AcknowledgedAppends {
  /// By text, which names the append.
  private var stored: [String: Position] = [:]
  private var refused: Set<String> = []

  mutating func acknowledge(_ text: String, _ outcome: AppendOutcome?) {
    switch outcome {
    case .stored(let stored): self.stored[text] = stored.position
    case .repeated(let position): self.stored[text] = position
    default: Issue.record("\(text) was answered with \(String(describing: outcome))")
    }
  }

  /// Records that an append must never appear, unless the error leaves open whether it was stored.
  mutating func fail(_ text: String, _ error: StoreError) {
    if error.code != .unknown { refused.insert(text) }
  }

  var count: Int { stored.count }

  /// Checks that every acknowledged append is there once where it was said to be, that logs are dense and nothing
  /// refused is in them, and that the file is sound.
  func check(_ store: SQLiteStore, in directory: TemporaryDirectory, _ note: Comment) async throws {
    var found: [String: Position] = [:]
    for summary in try await store.summaries(of: .alice, app: .demo, changed: 0...UInt64.max, only: nil, limit: .max) {
      let id = summary.record.id
      let log = try await store.entries(of: id, app: .demo, range: 1...UInt64.max, limit: .max, newest: false)
      #expect(log.map(\.seq) == Array(1...summary.record.head), note)
      #expect(log.map(\.countable) == Array(1...summary.record.head), note)
      #expect(summary.record.countable == summary.record.head, note)
      for entry in log {
        guard case .message(_, let content) = entry.event else { continue }
        let position = Position(conversation: id, seq: entry.seq, time: entry.time)
        #expect(found.updateValue(position, forKey: content) == nil, "twice: \(content), \(note)")
      }
    }
    for (text, position) in stored { #expect(found[LogEvent.json(text)] == position, "\(text), \(note)") }
    #expect(refused.allSatisfy { found[LogEvent.json($0)] == nil }, note)
    let tool = try SQLiteConnection(path: directory.file(SQLiteStore.fileName), access: .readOnly)
    #expect(try tool.statement("PRAGMA integrity_check").all { try $0.text(0) } == ["ok"], note)
    // Heads are written apart from entries, and requests apart from both.
    let lost = try tool.statement(
      """
      SELECT count(*) FROM conversation c WHERE head != (SELECT count(*) FROM entry WHERE key >> 32 = c.number)
        OR stamp > (SELECT stamp FROM newest) OR head != (SELECT count(*) FROM request WHERE key >> 32 = c.number)
      """
    ).first { try $0.integer(0) }
    #expect(lost == 0, note)
  }
}
