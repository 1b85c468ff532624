import MartletSQLite
import MartletTesting
import MartletWire
import Testing

@testable import MartletStore

/// Measures the cost of a recall by the number of messages read, not by time.
@Suite struct RecallWorkTests {
  private static let count: UInt64 = 200

  private func open(_ directory: TemporaryDirectory) async throws -> SQLiteStore {
    var options = SQLiteStore.Options()
    options.foldInterval = .seconds(3600)
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    return store
  }

  private func lookups(_ store: SQLiteStore) async throws -> Int {
    try await store.writer.write(weight: 0) { $0.lookups }
  }

  private func lastMessage(_ store: SQLiteStore) async throws -> UInt64? {
    try await store.summaries(of: .alice, app: .demo, changed: 0...UInt64.max, only: nil, limit: 1).first?.lastMessage?.seq
  }

  /// One's newest messages are recalled one after another: each recall looks at one message, however many were recalled.
  @Test(arguments: [Int?.none, 0, 70]) func recallOfTheNewestLooksAtOneMessage(foldedEvery: Int?) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await open(directory)
    _ = try await store.append([.group()])
    _ = try await store.append((0..<Self.count).map { .text("\($0)", to: .team) })
    if foldedEvery != nil { try await store.fold() }
    for seq in (2...Self.count + 1).reversed() {
      #expect(try await store.append([.recall(seq, in: .team)]).first?.stored != nil)
      if let foldedEvery, foldedEvery > 0, Int(seq) % foldedEvery == 0 { try await store.fold() }
    }
    #expect(try await lookups(store) == Int(Self.count))
    #expect(try await lastMessage(store) == nil)
    await store.close()
  }

  /// Messages recalled before the newest message was sent are not read again.
  @Test(arguments: [false, true]) func sendAndRecallInTurnsLooksAtOneMessageEach(folded: Bool) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await open(directory)
    _ = try await store.append([.group(), .text("stays", to: .team)])
    for number in 0..<Self.count {
      let seq = 3 + 2 * number
      _ = try await store.append([.text("\(number)", to: .team), .recall(seq, in: .team)])
      if folded { try await store.fold() }
      #expect(try await lastMessage(store) == 2)
    }
    #expect(try await lookups(store) == Int(Self.count))
    await store.close()
  }

  /// The newest is recalled last, so all before it are looked at: once.
  @Test func recallInTheOrderOfSendingLooksAtEachMessageOnce() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await open(directory)
    _ = try await store.append([.group()])
    _ = try await store.append((0..<Self.count).map { .text("\($0)", to: .team) })
    for seq in 2...Self.count + 1 { _ = try await store.append([.recall(seq, in: .team)]) }
    #expect(try await lookups(store) <= Int(Self.count))
    #expect(try await lastMessage(store) == nil)
    await store.close()
  }

  /// Messages stored by an earlier version do not record the message shown before them.
  @Test func messagesOfEarlierVersionsAreSearchedFor() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var store = try await open(directory)
    _ = try await store.append([.group()])
    _ = try await store.append((0..<9).map { .text("\($0)", to: .team) })
    await store.close()
    let tool = try SQLiteConnection(path: directory.file(SQLiteStore.fileName))
    try tool.execute("UPDATE entry SET shown = NULL")
    tool.close()
    store = try await open(directory)
    for (recalled, last) in [(10, 9), (8, 9), (9, 7), (7, 6)] as [(UInt64, UInt64)] {
      _ = try await store.append([.recall(recalled, in: .team)])
      #expect(try await lastMessage(store) == last)
    }
    #expect(try await lookups(store) <= 6)
    await store.close()
  }
}
