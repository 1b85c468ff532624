import MartletSQLite
import MartletTesting
import MartletWire
import Testing

@testable import MartletStore

/// Of a user's log the newest entries are kept.
@Suite struct UserLogCutTests {
  private static let bound = 8

  private func options(folding: Bool) -> SQLiteStore.Options {
    var options = SQLiteStore.Options()
    options.userLogEntries = Self.bound
    options.runBits = 0
    if folding {
      (options.foldInterval, options.foldRound, options.foldWeight) = (.zero, .zero, 1)
    } else {
      options.foldInterval = .seconds(3600)
    }
    return options
  }

  /// Whether the log shows the newest entries, without a gap, and nothing else.
  private func check(_ store: SQLiteStore, head: UInt64, _ note: Comment) async throws {
    let bound = UInt64(Self.bound)
    let first = head > bound ? head - bound + 1 : 1
    for after in [0, first - 1, head / 2, head] {
      let page = try await store.userLog(of: .bob, app: .demo, after: after, limit: .max)
      #expect(page.head == head && page.first == first, note)
      #expect(page.entries.map(\.seq) == Array(max(first, after + 1)..<head + 1), note)
    }
    let few = try await store.userLog(of: .bob, app: .demo, after: 0, limit: 3)
    #expect(few.entries.map(\.seq) == Array(Array(first..<head + 1).prefix(3)), note)
  }

  @Test(arguments: [true, false]) func theNewestEntriesAreThereAndNoOthers(folding: Bool) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var store = try await SQLiteStore.open(directory: directory.path, options: options(folding: folding))
    // In several slices, which are folded one after the other.
    let groups = (0..<5).map { ConversationID.sample("g\($0)") }
    for group in groups { _ = try await store.append([.group(group)]) }
    var head: UInt64 = 5
    for round in 0..<12 {
      for group in groups {
        _ = try await store.append([.text("\(round)", to: group)])
        _ = try await store.mark([.sample(.bob, UInt64(round + 2), in: group)])
        head += 1
      }
      if round % 4 == 1 { try await store.fold() }
      if round % 4 == 3 {
        await store.close()
        store = try await SQLiteStore.open(directory: directory.path, options: options(folding: folding))
      }
      try await check(store, head: head, "round \(round)")
    }
    await store.close()
    let tool = try SQLiteConnection(path: directory.file(SQLiteStore.fileName), access: .readOnly)
    let rows = try tool.statement("SELECT count(*) FROM user_entry WHERE user = 'bob'").first { try $0.integer(0) } ?? 0
    #expect(rows >= Self.bound && rows <= 2 * Self.bound)
  }

  @Test func positionsGoOnAfterACut() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await SQLiteStore.open(directory: directory.path, options: options(folding: true))
    _ = try await store.append([.group()])
    for number in 0..<30 {
      _ = try await store.append([.text("\(number)", to: .team)])
      let outcome = try await store.mark([.sample(.bob, UInt64(number + 2), in: .team)])
      guard case .moved(_, let entry) = outcome[0] else {
        Issue.record("not moved")
        return
      }
      #expect(entry.seq == UInt64(number + 2))
    }
    await store.close()
  }
}
