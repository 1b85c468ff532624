import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// The pushes of a batch that the store has answered.
@Suite(.timeLimit(.minutes(10))) struct SettledBatchTests {
  private let group = Names.group("g")

  /// A batch of one sender's events in a group, as it was stored.
  private func batch(_ events: [Append], from first: UInt64 = 7) throws -> (SettledBatch, Slot) {
    let loop = try EventLoop(name: "none")
    let slot = Slot(ConversationKey(app: TestEngine.app, id: group), figures: AppFigures().of(TestEngine.app))
    var batch = AppendBatch()
    var outcomes: [AppendOutcome] = []
    for (index, append) in events.enumerated() {
      let request = AppendRequest(
        caller: UserKey(app: append.app, user: append.sender), conversation: group, clientID: append.clientID,
        form: SendRequest(type: "text", content: ""), origin: Asker(loop), id: 1)
      batch.add(Shared(append), WaitingAppend(request: request, slot: slot, blocks: false))
      let position = Position(conversation: group, seq: first + UInt64(index), time: 6)
      outcomes.append(.stored(Stored(position: position, countable: 3, stamp: 9, details: append.details, userEntries: [])))
    }
    return (SettledBatch(batch, outcomes), slot)
  }

  private func append(
    _ event: LogEvent = .message(type: "text", content: #"{"text":"é"}"#), details: Details? = nil, parent: UInt64 = 0,
    properties: [AnnotationItem]? = nil
  ) -> Append {
    Append(
      app: TestEngine.app, conversation: group, sender: Names.user("ann"), clientID: Names.client("c1"), fingerprint: [1],
      time: 5, event: event, details: details, parent: parent, properties: properties, counts: true)
  }

  @Test func messagesArePushedAsTheirValuesWouldBe() throws {
    var (settled, slot) = try batch([append(), append(details: Details(Wire.Details(extra: "{}"))), append(parent: 4)])
    var entries: [Wire.Entry] = []
    for index in settled.appends.indices {
      guard case .stored(let stored) = settled.outcomes[index] else { continue }
      let bytes = try #require(settled.appends[index].lendMessage(as: stored, \.encodedSize))
      settled.keep(index, bytes: bytes, for: slot)
      entries.append(Wire.Entry(settled.appends[index], stored))
    }
    let (frame, count) = try #require(settled.takeFrame(of: slot))
    #expect(count == 3)
    let expected = Wire.ServerPacket(id: 0, body: .push(Wire.Push(entries: entries))).binaryFrame
    #expect(frame.withUnsafeBytes { Array($0) } == expected.withUnsafeBytes { Array($0) })
    #expect(settled.takeFrame(of: slot) == nil, "each is pushed once")
  }

  @Test func onlyMessagesWithoutPropertiesAreLent() throws {
    let stored = Stored(
      position: Position(conversation: group, seq: 7, time: 6), countable: 3, stamp: 9, details: nil, userEntries: [])
    #expect(Shared(append(properties: [AnnotationItem("k", "1")])).lendMessage(as: stored, \.encodedSize) == nil)
    #expect(Shared(append(.edited(target: 2, type: "text", content: "{}"))).lendMessage(as: stored, \.encodedSize) == nil)
  }

  // MARK: - On a shard

  private func send(_ bytes: Int = 10) -> SendRequest {
    SendRequest(type: "text", content: #"{"text":"\#(String(repeating: "x", count: bytes))"}"#)
  }

  private func listen(_ name: String, on test: TestEngine) async -> Witness {
    let witness = Witness(test.loop)
    await test.shard.listen(witness, of: UserKey(app: TestEngine.app, user: Names.user(name)))
    return witness
  }

  /// Makes a group of alice and bob, and has the store hold request 2, so that later requests share a batch.
  private func gather(on test: TestEngine) async {
    test.ask("alice", 1, group, CreateGroupRequest(title: "", members: [Names.user("bob")], named: true))
    await test.asker.answered(1)
    test.store.hold(.append)
    test.ask("alice", 2, group, send())
    await test.store.arrived(.append)
  }

  /// The positions that each push brought.
  private func positions(_ witness: Witness) -> [[UInt64]] { witness.pushes.map { $0.entries.map(\.seq) }.filter { !$0.isEmpty } }

  @Test func messagesThatOneBatchStoresArePushedTogether() async throws {
    try await TestEngine.with { test in
      let bob = await listen("bob", on: test)
      await gather(on: test)
      for id in 3...30 { test.ask("alice", UInt32(id), group, send()) }
      test.ask("alice", 31, group, EditRequest(target: 2, type: "text", content: #"{"text":"b"}"#))
      for id in 32...33 { test.ask("alice", UInt32(id), group, send()) }
      test.store.release(.append)
      await test.asker.answered(33)
      while positions(bob).joined().count < 33 { await test.turn() }
      #expect(positions(bob) == [[1], [2], Array(3...30), [31], [32, 33]])
    }
  }

  @Test func largeMessagesAreNotGathered() async throws {
    try await TestEngine.with { test in
      let bob = await listen("bob", on: test)
      await gather(on: test)
      for id in 3...6 { test.ask("alice", UInt32(id), group, send(15_000)) }
      for id in 7...8 { test.ask("alice", UInt32(id), group, send(60_000)) }
      test.store.release(.append)
      await test.asker.answered(8)
      while positions(bob).joined().count < 8 { await test.turn() }
      #expect(positions(bob) == [[1], [2], [3, 4], [5, 6], [7], [8]])
    }
  }

  @Test func membersAreToldOfTheirTimeInAGroupOnly() async throws {
    try await TestEngine.with { test in
      let (bob, carol) = (await listen("bob", on: test), await listen("carol", on: test))
      await gather(on: test)
      // All of these are stored together.
      test.ask("alice", 3, group, send())
      test.ask("alice", 4, group, .removeMembers([Names.user("bob")]))
      test.ask("alice", 5, group, AddMembersRequest(users: [Names.user("carol")]))
      test.ask("alice", 6, group, send())
      test.store.release(.append)
      await test.asker.answered(6)
      while positions(carol).joined().count < 2 { await test.turn() }
      #expect(positions(bob).joined().elementsEqual([1, 2, 3]), "its own removal is told in the user log")
      #expect(positions(carol).joined().elementsEqual([5, 6]))
    }
  }
}
