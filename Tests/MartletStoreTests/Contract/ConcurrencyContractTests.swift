import MartletStore
import MartletWire
import Testing

@Suite struct ConcurrencyContractTests {
  @Test(arguments: Engine.all) func concurrentAppendersShareOneDenseOrder(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let store = fixture.store
    try await fixture.store(.direct("first"))
    let positions = try await withThrowingTaskGroup(of: [UInt64].self) { group in
      for writer in 0..<20 {
        group.addTask {
          var mine: [UInt64] = []
          for number in 0..<25 {
            let outcome = try await store.append([.text("\(writer) \(number)", by: writer % 2 == 0 ? .alice : .bob)])
            mine += outcome.compactMap(\.seq)
          }
          return mine
        }
      }
      return try await group.reduce(into: [[UInt64]]()) { $0.append($1) }
    }
    #expect(positions.allSatisfy { $0 == $0.sorted() }, "one caller's appends keep their order")
    #expect(positions.flatMap { $0 }.sorted() == Array(2...501))
    #expect(try await fixture.log(.pair).map(\.seq) == Array(1...501))
  }

  @Test(arguments: Engine.all) func readersSeeWritesThatReturnedAndNoGaps(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let store = fixture.store
    try await fixture.store(.direct("first"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            let stored = try #require(try await store.append([.text("x")]).first?.stored)
            let seq = stored.position.seq
            let page = try await store.entries(of: .pair, app: .demo, range: seq...seq, limit: 1, newest: false)
            #expect(page.map(\.seq) == [seq])
            let stamp = try await store.stamp(app: .demo)
            #expect(!engine.countsStamps || stamp >= stored.stamp)
            let record = try await store.conversation(.pair, app: .demo)
            #expect((record?.head ?? 0) >= seq)
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          var head = 0
          while head < 201 {
            try Task.checkCancellation()
            let log = try await store.entries(of: .pair, app: .demo, range: 1...UInt64.max, limit: .max, newest: false)
            #expect(log.map(\.seq) == Array(1...UInt64(log.count)), "no gap")
            #expect(log.count >= head, "what was seen stays")
            head = log.count
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: Engine.all) func listsCountAsOfTheHidingTheyName(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let store = fixture.store
    let messages = 90
    _ = try await store.append([.direct("1")] + (2...messages).map { .text("\($0)") })
    // With a longer list, the first fact about the last row is older when the row is read.
    _ = try await store.append((0..<40).map { .direct("hello", from: .sample("user\($0)"), to: .bob) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for seq in 1...UInt64(messages) { _ = try await store.hide([.sample(targets: [seq])]) }
      }
      for _ in 0..<2 {
        group.addTask {
          var hidden: UInt64 = 0
          while hidden < messages {
            try Task.checkCancellation()
            let list = try await store.summaries(of: .bob, app: .demo, changed: 0...UInt64.max, only: nil, limit: 99)
            let summary = try #require(list.first { $0.record.id == .pair })
            hidden = summary.member.hidden
            try #require(summary.unread == UInt64(messages) - hidden, "each hiding hid one")
            #expect((summary.lastMessage == nil) == (hidden == messages))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: Engine.all) func usersLogsHaveNoGapsWhoeverReads(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let store = fixture.store
    let peers = (0..<24).map { UserID.sample("user\($0)") }
    for peer in peers { _ = try await store.append((0..<60).map { .direct("\($0)", from: peer, to: .alice) }) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for seq in UInt64(1)...60 {
          _ = try await store.mark(peers.map { .sample(.alice, seq, in: .direct(.alice, $0)) })
        }
      }
      for _ in 0..<2 {
        group.addTask {
          var head = 0
          while head < 60 * peers.count {
            try Task.checkCancellation()
            let page = try await store.userLog(of: .alice, app: .demo, after: 0, limit: .max)
            let isDense = page.entries.enumerated().allSatisfy { $1.seq == UInt64($0) + 1 }
            try #require(isDense, "a gap")
            #expect(page.first == 1)
            #expect(page.head == UInt64(page.entries.count))
            #expect(page.entries.count >= head, "what was seen stays")
            head = page.entries.count
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: Engine.all) func whatIsStampedUpToAStampReadBeforeIsVisible(engine: Engine) async throws {
    let users = (0..<4).map { UserID.sample("user\($0)") }
    let fixture = try await Fixture(engine)
    let store = fixture.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for user in users {
        group.addTask {
          for number in 0..<40 { _ = try await store.append([.direct("\(number)", to: user)]) }
        }
      }
      group.addTask {
        var seen: [ConversationID: UInt64] = [:]
        var newest: UInt64 = 0
        while seen.values.reduce(0, +) < 160 {
          try Task.checkCancellation()
          let stamp = try await store.stamp(app: .demo)
          // Only changes after the last round's stamp are asked for; together they must be complete.
          let changed = try await store.summaries(
            of: .alice, app: .demo, changed: newest + 1...UInt64.max, only: nil, limit: .max)
          for summary in changed { seen[summary.record.id] = summary.record.head }
          for id in seen.keys {
            let record = try #require(try await store.conversation(id, app: .demo))
            if record.stamp <= stamp { #expect(seen[id] == record.head) }
          }
          newest = stamp
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: Engine.all) func closingFinishesWhatRunsAndRefusesTheRest(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let store = fixture.store
    try await fixture.store(.direct("first"))
    // Callers that never pause: closing must not wait for them to have nothing more to write.
    let stored = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var stored = 0
          do {
            while true { stored += try await store.append([.text("x")]).count }
          } catch {
            #expect((error as? StoreError)?.code == .closed)
          }
          return stored
        }
      }
      group.addTask {
        while (try? await store.conversation(.pair, app: .demo)?.head) ?? 0 < 100 {}
        await store.close()
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(stored >= 99)
    for read in [{ try await store.stamp(app: .demo) }, { UInt64(try await store.append([.text("x")]).count) }] {
      let error = await #expect(throws: StoreError.self) { try await read() }
      #expect(error?.code == .closed)
    }
    try await fixture.reopen()
    #expect(try await fixture.log(.pair).count == 1 + stored)
  }
}
