import MartletPostgres
import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Connections that break and a server that crashes, while messages are appended: each is stored once, and told so.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PostgresFaultTests {
  private let writers = (0..<4).map { UserID.sample("writer\($0)") }

  /// Appends a message after the other from each writer, with `fault` again and again, until each has `count`.
  private func append(
    _ count: Int, to store: PostgresStore, during fault: @escaping @Sendable () async throws -> Void
  ) async throws {
    let outcomes = try await withThrowingTaskGroup(of: [(ClientID, Position)].self) { group in
      for writer in writers {
        group.addTask {
          var told: [(ClientID, Position)] = []
          for number in 0..<count {
            let append = Append.direct("\(number)", from: writer)
            told.append((append.clientID, try await position(of: append, in: store)))
          }
          return told
        }
      }
      group.addTask {
        for _ in 0..<5 { try await fault() }
        return []
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(outcomes.count == writers.count * count)
    for writer in writers {
      let log = try await store.entries(
        of: .direct(writer, .bob), app: .demo, range: 1...UInt64.max, limit: .max, newest: false)
      #expect(log.map(\.seq) == Array(1...UInt64(count)))
      let told = Dictionary(outcomes.filter { $0.1.conversation == .direct(writer, .bob) }) { $1 }
      #expect(log.allSatisfy { told[$0.clientID]?.seq == $0.seq })
    }
  }

  /// Where an append was stored; one that was refused because nothing could be reached is tried again, as clients do.
  private func position(of append: Append, in store: PostgresStore) async throws -> Position {
    while true {
      do {
        switch try await store.append([append]).first {
        case .stored(let stored): return stored.position
        case .repeated(let position): throw TestError("an append was told twice, or not at first: \(position)")
        case let other: throw TestError("\(String(describing: other))")
        }
      } catch let error as StoreError where error.message.contains("cannot be reached") {
        await Task.yield()
      }
    }
  }

  @Test func eachMessageIsStoredOnceThoughConnectionsBreak() async throws {
    let server = try await PostgresServer()
    let store = try await PostgresStore.open(try await server.schema("broken"))
    try await append(200, to: store) {
      try await server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'martlet' AND pid <> pg_backend_pid()")
    }
    await store.close()
  }

  /// The server has committed, and the store does not hear of it: it has to find out, and to tell the callers what it decided.
  @Test func eachMessageIsToldAsStoredThoughTheReplyToItsCommitIsLost() async throws {
    let server = try await PostgresServer()
    let proxy = try CommitCutter(to: server.socket, each: 7)
    let store = try await PostgresStore.open(
      try await server.schema("unheard").replacing("host=\(server.directory)", with: "host=\(proxy.directory)"))
    try await append(100, to: store) {}
    #expect(proxy.cuts > 10)
    await store.close()
    proxy.stop()
  }

  @Test func eachMessageIsStoredOnceThoughTheServerCrashes() async throws {
    let server = try await PostgresServer()
    let address = try await server.schema("crashed")
    let store = try await PostgresStore.open(address)
    try await append(200, to: store) { try await server.crash() }
    await store.close()
    let again = try await PostgresStore.open(address)
    #expect(again.generation == store.generation)
    #expect(try await again.conversation(.direct(writers[0], .bob), app: .demo)?.head == 200)
    await again.close()
  }

  @Test func closingEndsThoughTheDatabaseIsAway() async throws {
    let server = try await PostgresServer()
    var options = PostgresStore.Options()
    options.closingTime = .milliseconds(300)
    let store = try await PostgresStore.open(try await server.schema("away"), options: options)
    _ = try await store.append([.direct("first")])
    await server.stop()
    // The first append is decided from memory and waits for the database. Later ones wait behind it.
    var writing: [Task<Void, any Error>] = []
    while store.load.waitingRows == 0 || writing.count < 3 {
      writing.append(Task { _ = try await store.append([.direct("second")]) })
      try await Task.sleep(for: .milliseconds(1))
    }
    await store.close()
    for one in writing { await #expect(throws: StoreError.self) { try await one.value } }
  }

  @Test func aServerThatLostTheDatabaseToAnotherWritesNoMore() async throws {
    let server = try await PostgresServer()
    let address = try await server.schema("taken")
    let store = try await PostgresStore.open(address)
    _ = try await store.append([.direct("first")])
    // As if another server had been there while this one could not reach the database.
    try await server.execute("UPDATE taken.martlet SET epoch = epoch + 1")
    try await server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'martlet'")
    await #expect(throws: StoreError.self) { _ = try await store.append([.text("second")]) }
    do {
      _ = try await store.append([.text("third")])
      Issue.record("it wrote")
    } catch let error as StoreError {
      #expect(error.endsWriting)
    }
    await store.close()
  }
}
