import Foundation
import MartletSQLite
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletStore

@Suite struct SQLiteStoreTests {
  /// Holds the writer in its first commit until as many callers as wanted are about to write, so that all of them
  /// come into the next ones together.
  private final class Crowd: Sendable {
    private let waiting = Atomic<Int>(0)
    private let wanted: Int
    private let gate = Gate()
    let commits = Mutex<[Int]>([])

    init(of wanted: Int) { self.wanted = wanted }

    func committed(_ writes: Int) {
      if commits.withLock({
        $0.append(writes)
        return $0.count == 1
      }) {
        gate.pass()
      }
    }

    func arrive() {
      if waiting.wrappingAdd(1, ordering: .relaxed).newValue == wanted { gate.open() }
    }
  }

  @Test func messagesInTheTablesAreLentAndDamagedOnesRepaired() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await SQLiteStore.open(directory: directory.path)
    _ = try await store.append([.direct("1"), .text("zwölf"), .edit(1, "one"), .text("4")])
    try await store.fold()
    func read() async throws -> GatheredEntries? {
      try await store.page(PageRequest(limit: 9), of: .pair, app: .demo, for: .bob, into: GatheredEntries())?.sink
    }
    #expect(try await read()?.lent == 3)
    #expect(try await read()?.entries.map(\.event).prefix(2) == [.text("one"), .text("zwölf")])
    let other = try SQLiteConnection(path: directory.file(SQLiteStore.fileName))
    try other.execute("UPDATE entry SET content = CAST(x'41FF' AS TEXT) WHERE content LIKE '%zw%'")
    #expect(try await read()?.lent == 2)
    #expect(try await read()?.entries[1].event == .message(type: "text", content: "A\u{FFFD}"))
  }

  @Test func whatArrivesDuringACommitIsTheNextCommit() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let crowd = Crowd(of: 400)
    var options = SQLiteStore.Options()
    options.onCommit = { crowd.committed($0.calls) }
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<400 {
        group.addTask {
          crowd.arrive()
          _ = try await store.append([.direct("\(number)")])
        }
      }
      try await group.waitForAll()
    }
    let commits = crowd.commits.withLock { $0 }
    #expect(commits.reduce(0, +) == 400)
    #expect(commits.count <= 10, "\(commits)")
  }

  @Test func aCommitTakesNoMoreThanItsLimit() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let crowd = Crowd(of: 50)
    var options = SQLiteStore.Options()
    options.batchLimit = 10
    let isArmed = Flag()
    options.onCommit = { if isArmed.isSet { crowd.committed($0.calls) } }
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    _ = try await store.append([.group()])
    isArmed.set()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask {
          crowd.arrive()
          // Two rows each in weight; the last alone is heavier than a commit.
          let count = number == 49 ? 30 : 2
          let outcomes = try await store.append((0..<count).map { .text("\(number) \($0)", to: .team) })
          #expect(outcomes.count == count)
        }
      }
      try await group.waitForAll()
    }
    #expect(crowd.commits.withLock { $0.allSatisfy { $0 <= 5 } })
    #expect(crowd.commits.withLock { $0.reduce(0, +) } == 50)
  }

  @Test func whatIsTooMuchToWaitIsRefused() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var options = SQLiteStore.Options()
    options.waitingWeight = 12
    let (isArmed, gate) = (Flag(), Gate())
    options.onCommit = { _ in if isArmed.isSet { gate.pass() } }
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    _ = try await store.append([.direct("first")])
    isArmed.set()
    let refused = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<30 {
        group.addTask {
          do {
            _ = try await store.append([.text("\(number)")])
            return 0
          } catch let error as StoreError {
            #expect(error.code == .overloaded)
            gate.open()
            return 1
          }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(refused > 0)
    #expect(try await store.conversation(.pair, app: .demo)?.head == UInt64(31 - refused))
    #expect(try await store.append([.text("there is room again")]).count == 1)
  }

  @Test func foldedAndClosedNothingIsLeftInTheJournal() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await SQLiteStore.open(directory: directory.path)
    for number in 0..<50 { _ = try await store.append([.direct("\(number)", to: .sample("u\(number)"))]) }
    await store.close()
    let journal = try Journal(directory: directory.path)
    #expect(journal.size.bytes == 0)
    #expect(journal.last == 50)
    journal.close()
    let tables = try SQLiteConnection(path: directory.file(SQLiteStore.fileName), access: .readOnly)
    #expect(try tables.statement("SELECT count(*) FROM entry").first { try $0.integer(0) } == 50)
    #expect(try tables.statement("SELECT min(row) FROM folded").first { try $0.integer(0) } == 50)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [Duration.zero, .seconds(3600)])
  func theJournalIsTrimmedOnceNothingWasWrittenForAWhile(pause: Duration) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var options = SQLiteStore.Options()
    options.foldInterval = pause
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    for number in 0..<50 { _ = try await store.append([.direct("\(number)")]) }
    try await store.fold()
    if pause == .zero {
      while await store.journalSize().bytes > 0 { await Task.yield() }
      #expect(await store.journalSize().rows == 1)
    } else {
      for _ in 0..<3 { #expect(await store.journalSize().rows == 50, "not between writes, which would wait for it") }
    }
  }

  @Test func anErrorOfOneCallerLeavesTheOthersAlone() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let crowd = Crowd(of: 21)
    var options = SQLiteStore.Options()
    let isArmed = Flag()
    options.onCommit = { if isArmed.isSet { crowd.committed($0.calls) } }
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    _ = try await store.append([.group(), .text("to be damaged", to: .team)])
    try await store.fold()
    let tool = try SQLiteConnection(path: directory.file(SQLiteStore.fileName), access: .readWrite)
    try tool.execute("UPDATE entry SET sender = x'00' WHERE key & 0xFFFFFFFF = 2")
    tool.close()
    isArmed.set()
    let damaged = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<21 {
        group.addTask {
          crowd.arrive()
          do {
            _ = try await store.append([number == 7 ? .recall(2, in: .team) : .direct("\(number)")])
            return false
          } catch let error as StoreError {
            #expect(error.code == .corrupt)
            return true
          }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(damaged == 1)
    #expect(try await store.conversation(.pair, app: .demo)?.head == 20)
    #expect(try await store.conversation(.team, app: .demo)?.head == 2)
  }

  @Test func numbersThatRunOutAreAnErrorAndNoTrap() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var store = try await SQLiteStore.open(directory: directory.path)
    _ = try await store.append([.direct("1"), .group()])
    await store.close()
    let tool = try SQLiteConnection(path: directory.file(SQLiteStore.fileName))
    try tool.execute(
      """
      UPDATE conversation SET head = 4294967295 WHERE number = 1;
      UPDATE conversation SET number = 2147483647, members = 9223372036854775807 WHERE number = 2
      """)
    tool.close()
    store = try await SQLiteStore.open(directory: directory.path)
    for append in [Append.text("one too many"), .group(.sample("another"))] {
      let error = await #expect(throws: StoreError.self) { try await store.append([.text("x", to: .team), append]) }
      #expect(error?.code == .failed)
    }
    #expect(try await store.conversation(.team, app: .demo)?.head == 1, "a call fails as a whole")
    #expect(try await store.append([.text("2", to: .team), .add([.carol])]).map(\.seq) == [2, 3])
  }

  @Test func conversationsBeyondTheCacheAreReadAgain() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var options = SQLiteStore.Options()
    options.cachedConversations = 3
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    for round in 1...3 {
      for number in 0..<20 {
        let id = ConversationID.sample("g\(number)")
        let outcome = try await store.append([round == 1 ? .group(id) : .text("x", to: id)])
        #expect(outcome.first?.seq == UInt64(round))
      }
    }
  }

  @Test func schedulingReadsNoOtherMessagesContent() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var store = try await SQLiteStore.open(directory: directory.path)
    func request(_ id: String) -> Schedule {
      let message = ScheduledMessage(
        app: .demo, user: .alice, clientID: .sample(id), conversation: .pair, type: "text", content: id, time: Append.noon)
      return Schedule(message, fingerprint: [1], time: Append.noon, limit: 2)
    }
    #expect(try await store.schedule(request("1")) == .scheduled)
    try await store.fold()
    await store.close()
    let tool = try SQLiteConnection(path: directory.file(SQLiteStore.fileName))
    try tool.execute("UPDATE scheduled SET details = x'FF'")
    tool.close()
    store = try await SQLiteStore.open(directory: directory.path)
    #expect(try await store.schedule(request("2")) == .scheduled)
    #expect(try await store.schedule(request("3")) == .tooMany, "the damaged one counts")
    let error = await #expect(throws: StoreError.self) {
      try await store.scheduled(of: .alice, app: .demo, after: nil, limit: 9)
    }
    #expect(error?.code == .corrupt, "it is damaged indeed")
    #expect(try await store.unschedule(.sample("1"), of: .alice, app: .demo, as: .cancelled, at: Append.noon) == .ended)
    #expect(try await store.schedule(request("3")) == .scheduled)
  }

  @Test func requestsAreForgottenByTheTimeInTheirID() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await SQLiteStore.open(directory: directory.path)
    let day: Int64 = 86_400_000
    var random = SystemRandomNumberGenerator()
    let plain = Append.direct("kept for ever", id: .sample("plain"))
    _ = try await store.append([plain])
    let old = (0..<500).map { Append.text("\($0)", id: ClientID(milliseconds: Append.noon + $0, random: &random)) }
    _ = try await store.append(old)
    let young = Append.text("young", id: ClientID(milliseconds: Append.noon + 2 * day, random: &random))
    _ = try await store.append([young])
    try await store.fold()
    // A week later every one of them is still recognised.
    func retry(_ append: Append, after days: Int64) async throws -> Bool {
      var append = append
      append.time = Append.noon + days * day
      if case .repeated = try await store.append([append]).first { return true }
      return false
    }
    for append in [old[0], old[499], young, plain] { #expect(try await retry(append, after: 7)) }
    // After nine days the old ones go, some with each commit.
    let reader = try SQLiteConnection(path: directory.file(SQLiteStore.fileName), access: .readOnly)
    func remembered() throws -> Int64? { try reader.statement("SELECT count(*) FROM request").first { try $0.integer(0) } }
    var counts: [Int64] = []
    for number in 0..<12 {
      let time = Append.noon + 9 * day
      _ = try await store.append([
        .text("later", id: ClientID(milliseconds: time + Int64(number), random: &random), at: time)
      ])
      try await store.fold()
      counts.append(try #require(try remembered()))
    }
    #expect(counts.first ?? 0 > 300, "not all at once: \(counts)")
    #expect(counts.last == 14, "young, plain and twelve later ones: \(counts)")
    for append in [young, plain] { #expect(try await retry(append, after: 9)) }
  }

  @Test func aClockThatWasAheadMakesNoRequestForgotten() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var store = try await SQLiteStore.open(directory: directory.path)
    let month: Int64 = 30 * 86_400_000
    var random = SystemRandomNumberGenerator()
    let ahead = Append.direct("by the wrong clock", id: .sample("x"), at: Append.noon + month)
    _ = try await store.append([ahead])
    // The clock was put right, but the conversation's times do not go back.
    let append = Append.text("by the right one", id: ClientID(milliseconds: Append.noon, random: &random))
    let stored = try await store.append([append])
    #expect(stored.map(\.seq) == [2])
    try await store.fold()
    await store.close()
    store = try await SQLiteStore.open(directory: directory.path)
    let again = try await store.append([append, ahead])
    #expect(
      again == [
        .repeated(Position(conversation: .pair, seq: 2, time: Append.noon + month)),
        .repeated(Position(conversation: .pair, seq: 1, time: Append.noon + month)),
      ])
  }

  @Test func whatIsAttachedToARecalledMessageCountsNoMoreWhereverItIs() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await SQLiteStore.open(directory: directory.path)
    func append(_ append: Append, if conditions: [Condition] = [], properties: [AnnotationItem]? = nil) async throws -> Bool {
      var append = append
      append.conditions += conditions
      append.properties = properties
      guard case .stored = try await store.append([append]).first else { return false }
      return true
    }
    let item = AnnotationItem("k", "1")
    #expect(try await append(.direct("hello"), properties: [item]))
    #expect(try await append(.text("one"), if: [.expandable(1)]))
    // In the tables now, and the recall not yet.
    try await store.fold()
    #expect(try await append(.text("two"), if: [.expandable(1)]))
    #expect(try await append(.recall(1)))
    #expect(try await !append(.text("three"), if: [.expandable(1)]))
    try await store.fold()
    #expect(try await !append(.text("four"), if: [.expandable(1)]))
    await store.close()
  }

  @Test func aRecalledTextIsNotInTheFileAfterClosing() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await SQLiteStore.open(directory: directory.path)
    let secret = "canary-\(UInt64.random(in: 0...UInt64.max))"
    let long = String(repeating: secret, count: 2000)
    _ = try await store.append([
      .direct(secret), .edit(1, long), .edit(1, "\(secret) again"), .text("kept"), .text(long), .recall(1), .recall(5),
    ])
    await store.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      let bytes = try Data(contentsOf: URL(filePath: directory.file(name)))
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name)")
    }
  }

  @Test func theLogStaysShortWhileReadersRead() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    var options = SQLiteStore.Options()
    options.checkpointPages = 50
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    _ = try await store.append([.direct("first")])
    let isDone = Flag()
    let longest = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          while !isDone.isSet && !Task.isCancelled {
            _ = try await store.entries(of: .pair, app: .demo, range: 1...UInt64.max, limit: 500, newest: true)
          }
          return 0
        }
      }
      group.addTask {
        defer { isDone.set() }
        var longest = 0
        for number in 0..<600 {
          _ = try await store.append([.text("\(number)", to: .pair)])
          let size = try FileManager.default.attributesOfItem(atPath: directory.file("store.db-wal"))[.size] as? Int
          longest = max(longest, size ?? 0)
        }
        return longest
      }
      return try await group.reduce(0) { max($0, $1) }
    }
    // At most four times the length to copy at, and one commit more.
    #expect(longest < 5 * 50 * 4200, "\(longest) bytes")
    #expect(longest > 0)
  }
}
