import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// A shard's caching, waiting and evicting, whatever the store does meanwhile.
@Suite(.timeLimit(.minutes(10))) struct ShardTests {
  private let group = Names.group("g")

  private func send(_ bytes: Int = 10) -> SendRequest {
    SendRequest(type: "text", content: #"{"text":"\#(String(repeating: "x", count: bytes))"}"#)
  }

  private func create(_ users: String...) -> CreateGroupRequest {
    CreateGroupRequest(title: "", members: users.map(Names.user), named: true)
  }

  private func add(_ users: String...) -> AddMembersRequest { AddMembersRequest(users: users.map(Names.user)) }

  // MARK: - Order

  @Test func failedBatchLetsNobodyOvertakeWhoIsBeingLookedUp() async throws {
    try await TestEngine.with { test in
      test.ask("alice", 1, group, create("bob"))
      await test.asker.answered(1)
      test.store.hold(.append)
      test.ask("alice", 2, group, send())
      await test.store.arrived(.append)
      test.store.hold(.existing)
      test.ask("alice", 3, group, add("carol"))
      test.ask("alice", 4, group, send())
      await test.store.arrived(.existing)
      test.store.fail(.append, with: StoreError(.full, "a test"))
      test.store.release(.append)
      await test.asker.answered(2)
      test.store.fail(.append, with: nil)
      await test.turn()
      test.store.release(.existing)
      await test.asker.answered(4)
      #expect(test.asker.code(2) == .storageFull)
      #expect(test.store.batches.joined().map(\.clientID.text) == ["r1", "r2", "r3", "r4"])
    }
  }

  @Test func requestsBehindAChangeOfMembersAreDecidedByIt() async throws {
    try await TestEngine.with { test in
      test.ask("alice", 1, group, create("bob"))
      test.ask("alice", 2, group, add("carol"))
      test.ask("carol", 3, group, send())
      test.ask("alice", 4, group, .removeMembers([Names.user("carol")]))
      test.ask("carol", 5, group, send())
      await test.asker.answered(5)
      #expect(test.asker.answers.map(\.id) == [1, 2, 3, 4, 5])
      #expect(test.asker.code(3) == nil)
      #expect(test.asker.code(5) == .conversationUnknown)
    }
  }

  @Test func batchesAreCutWhereTheyWouldHoldUpOthers() async throws {
    var limits = Limits()
    limits.batchRows = 12
    try await TestEngine.with(limits: limits) { test in
      test.store.hold(.append)
      test.ask("alice", 1, group, create("bob"))
      await test.store.arrived(.append)
      for id in 2...20 { test.ask("alice", UInt32(id), Names.group("g\(id)"), create("bob", "carol", "dave", "erin")) }
      while test.store.count(.existing) < 20 { await test.turn() }
      test.store.release(.append)
      await test.asker.answered(20)
      #expect(test.store.batches.dropFirst().allSatisfy { $0.count <= 2 })
      #expect(test.store.batches.joined().count == 20)
    }
  }

  // MARK: - Bounds

  @Test func conversationsThatDoNotExistAreNotKept() async throws {
    try await TestEngine.with { test in
      for id in 1...50 { test.ask("alice", UInt32(id), Names.group("none\(id)"), send()) }
      for id in 51...100 { test.mark("alice", UInt32(id), Names.group("none\(id)"), 1) }
      await test.asker.answered(100)
      await test.turn()
      #expect((1...100).allSatisfy { test.asker.code(UInt32($0)) == .conversationUnknown })
      #expect(await test.shard.conversationsInMemory == 0)
    }
  }

  @Test func whatWaitsForConversationsToBeReadIsBounded() async throws {
    var limits = Limits()
    limits.requestsWaiting = 10
    try await TestEngine.with(limits: limits) { test in
      test.store.hold(.conversation)
      for id in 1...10 { test.ask("alice", UInt32(id), Names.group("g\(id % 3)"), send()) }
      for id in 11...15 { test.mark("alice", UInt32(id), group, 1) }
      for id in 16...20 { test.ask("alice", UInt32(id), group, send()) }
      await test.asker.answered(10)
      #expect((11...20).allSatisfy { test.asker.code(UInt32($0)) == .overloaded })
      test.store.release(.conversation)
      await test.asker.answered(20)
      test.ask("alice", 21, group, create())
      await test.asker.answered(21)
      #expect(test.asker.code(21) == nil)
    }
  }

  @Test func bytesThatWaitAreBounded() async throws {
    var limits = Limits()
    limits.bytesWaiting = 100_000
    try await TestEngine.with(limits: limits) { test in
      test.store.hold(.conversation)
      for id in 1...5 { test.ask("alice", UInt32(id), group, send(40_000)) }
      await test.asker.answered(3)
      #expect((3...5).allSatisfy { test.asker.code(UInt32($0)) == .overloaded })
      test.store.release(.conversation)
      await test.asker.answered(5)
      test.ask("alice", 6, group, send(99_000))
      await test.asker.answered(6)
      #expect(test.asker.code(6) == .conversationUnknown)
    }
  }

  @Test func marksWaitingForTheStoreAreBounded() async throws {
    var limits = Limits()
    limits.requestsWaiting = 10
    try await TestEngine.with(limits: limits) { test in
      test.ask("alice", 1, group, create())
      await test.asker.answered(1)
      test.store.hold(.mark)
      for id in 2...30 { test.mark("alice", UInt32(id), group, 1) }
      await test.asker.answered(20)
      test.store.release(.mark)
      await test.asker.answered(30)
      #expect(test.asker.answers.filter { if case .marked = $0.body { true } else { false } }.count == 10)
    }
  }

  // MARK: - Memory

  @Test func conversationStaysWhileTheStoreHasItsAppend() async throws {
    try await TestEngine.with { test in
      let carol = Witness(test.loop)
      await test.shard.listen(carol, of: UserKey(app: TestEngine.app, user: Names.user("carol")))
      test.ask("alice", 1, group, create("bob"))
      await test.asker.answered(1)
      test.store.hold(.append)
      test.ask("alice", 2, group, add("carol"))
      await test.store.arrived(.append)
      await test.shard.run { $0.slots.forgetIdle(since: .max) }
      test.store.release(.append)
      test.ask("alice", 3, group, send())
      await test.asker.answered(3)
      await test.turn()
      #expect(carol.pushes.flatMap(\.entries).map(\.seq) == [2, 3])
    }
  }

  @Test func whereThereAreTooManyOnlyThoseInUseStay() async throws {
    var limits = Limits()
    limits.conversationsInMemory = 2
    let time = ManualTime()
    try await TestEngine.with(limits: limits, time: time) { test in
      for number in 1...3 {
        test.ask("alice", UInt32(number), Names.group("g\(number)"), create("bob"))
        await test.asker.answered(number)
      }
      await test.turn()
      await test.shard.sweep()
      #expect(await test.shard.conversationsInMemory == 3, "all were used just now")
      time.advance(by: .seconds(11))
      test.ask("bob", 4, Names.group("g2"), send())
      await test.asker.answered(4)
      await test.turn()
      await test.shard.sweep()
      #expect(await test.shard.conversationsInMemory == 1)
    }
  }

  @Test func idleConversationsAreForgottenAndReadAgain() async throws {
    try await TestEngine.with { test in
      test.ask("alice", 1, group, create("bob"))
      await test.asker.answered(1)
      await test.turn()
      #expect(await test.shard.conversationsInMemory == 1)
      await test.shard.run { $0.slots.forgetIdle(since: .max) }
      #expect(await test.shard.conversationsInMemory == 0)
      test.ask("bob", 2, group, send())
      await test.asker.answered(2)
      #expect(test.asker.code(2) == nil)
    }
  }

  @Test func theIdOfADirectConversationSaysWhoItsMembersAre() async throws {
    try await TestEngine.with { test in
      let own = ConversationID.direct(Names.user("alice"), Names.user("bob"))
      let bob = Witness(test.loop)
      await test.shard.listen(bob, of: UserKey(app: TestEngine.app, user: Names.user("bob")))
      for number in 1...2 {
        test.ask("alice", UInt32(number), own, send())
        await test.asker.answered(number)
        await test.turn()
        await test.shard.run { $0.slots.forgetIdle(since: .max) }
        #expect(await test.shard.conversationsInMemory == 0)
      }
      #expect(bob.pushes.flatMap(\.entries).map(\.seq) == [1, 2])
      #expect(test.store.count(.members) == 0)
    }
  }

  // MARK: - The end

  @Test(arguments: [GatedStore.Call.conversation, .existing, .append])
  func drainingWaitsForEveryRequestUnderWay(call: GatedStore.Call) async throws {
    try await TestEngine.with { test in
      let own = ConversationID.direct(Names.user("alice"), Names.user("bob"))
      test.ask("alice", 1, Names.group("other"), create())
      await test.asker.answered(1)
      test.store.hold(call)
      test.ask("alice", 2, own, send())
      await test.store.arrived(call)
      let (engine, asker) = (test.engine, test.asker)
      let drained = Task {
        await engine.drain()
        return asker.answers.count
      }
      for _ in 0..<100 { await test.turn() }
      test.store.release(call)
      #expect(await drained.value == 2)
    }
  }

  @Test func nothingOfTheEngineOutlivesIt() async throws {
    struct Held: Sendable { weak let shard: Shard? }
    let held = try await TestEngine.with { test in
      test.ask("alice", 1, group, create("bob"))
      test.ask("alice", 2, group, .edit(target: 1, type: "text", content: #"{"text":"a"}"#))
      test.mark("bob", 3, group, 1)
      await test.asker.answered(3)
      return Held(shard: test.shard)
    }
    #expect(held.shard == nil)
  }

  @Test func pushesArriveInTheOrderOfTheLog() async throws {
    try await TestEngine.with { test in
      let bob = Witness(test.loop)
      await test.shard.listen(bob, of: UserKey(app: TestEngine.app, user: Names.user("bob")))
      test.ask("alice", 1, group, create("bob", "carol", "dave", "erin"))
      for id in 2...300 { test.ask("alice", UInt32(id), group, send()) }
      await test.asker.answered(300)
      while bob.pushes.flatMap(\.entries).count < 300 { await test.turn() }
      #expect(bob.pushes.flatMap(\.entries).map(\.seq) == Array(1...300))
    }
  }
}
