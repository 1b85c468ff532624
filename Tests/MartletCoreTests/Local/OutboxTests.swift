import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// A message that was put in the outbox is sent once, wherever the process is killed.
@Suite struct OutboxTests {
  private let folder: TemporaryDirectory
  private let bob = Destination.user(UserID.of("bob"))
  private let direct = ConversationID.of("direct:alice:bob")

  init() throws { folder = try TemporaryDirectory() }

  /// The steps of one send.
  ///
  /// The process may be killed before each of them.
  private enum Step: Int, CaseIterable {
    case written, handedOver, taken, answered, pushed, done
  }

  @Test(arguments: 0..<6, [false, true]) func killedAtAnyStepASendIsStoredOnce(step: Int, isFirst: Bool) throws {
    let world = World(seed: 1)
    let device = try world.add("alice", directory: folder.path)
    world.settle()
    if !isFirst {
      device.send("earlier", to: bob)
      world.settle()
    }
    let id = device.send("hello", to: bob)
    let effects = device.play(.commit(at: world.now, wall: 0))
    #expect(effects.contains { if case .event(.pending(let pending)) = $0 { pending.id == id } else { false } })
    let stop = try #require(Step(rawValue: step))
    if stop.rawValue > Step.written.rawValue { device.perform(effects) }
    if stop.rawValue > Step.handedOver.rawValue { while !device.toServer.isEmpty { world.serve(device) } }
    device.releaseLate()
    if stop.rawValue > Step.taken.rawValue { device.receive() }
    if stop.rawValue > Step.answered.rawValue { device.receive() }
    if stop.rawValue > Step.pushed.rawValue { world.settle() }
    device.toServer.removeAll()
    try device.kill()
    world.settle()
    let entries = try #require(world.server.logs[direct]?.entries)
    #expect(entries.filter { $0.clientId == id.text }.count == 1)
    #expect(entries.count == (isFirst ? 1 : 2))
    #expect(try device.core.store.pending().isEmpty)
    #expect(try device.core.store.conversation(direct)?.head == UInt64(entries.count))
  }

  @Test func answerComesBeforeTheEntryAndBothAreOneMessage() throws {
    let world = World(seed: 2)
    let device = try world.add("alice")
    world.settle()
    device.send("first", to: bob)
    device.commit()
    world.settle()
    let id = device.send("second", to: bob)
    device.commit()
    world.serve(device)
    device.receive()
    #expect(device.results[id] == .sent(direct.message(at: 2), at: Timestamp(milliseconds: world.server.time)))
    #expect(
      try device.core.store.pending().map(\.state) == [
        .sent(direct.message(at: 2), at: Timestamp(milliseconds: world.server.time))
      ])
    device.receive()
    #expect(try device.core.store.pending().isEmpty)
    #expect(device.events.suffix(3).contains(.pendingRemoved(id)))
  }

  /// The answer was lost, but the entry arrives by itself after connecting again.
  @Test func entryThatArrivesSettlesItsRowWithoutAnAnswer() throws {
    let world = World(seed: 3)
    let device = try world.add("alice")
    world.settle()
    device.send("first", to: bob)
    world.settle()
    let id = device.send("second", to: bob)
    device.commit()
    world.serve(device)
    // The answer is lost; the entry is not.
    device.toDevice.removeFirst()
    device.receive()
    #expect(device.results[id] == .sent(direct.message(at: 2), at: Timestamp(milliseconds: world.server.time)))
    #expect(try device.core.store.pending().isEmpty)
    #expect(device.core.sync.lanes.isEmpty)
  }

  /// Another device used the same client id for something else: that is not this message.
  @Test func entryWithTheSameClientIDAndAnotherContentSettlesNothing() throws {
    let world = World(seed: 4)
    let device = try world.add("alice")
    let other = try world.add("alice")
    world.settle()
    let id = ClientID.of("chosen-by-the-app")
    other.enqueue(.send(.text("other")), to: bob, id: id)
    world.settle()
    device.enqueue(.send(.text("mine")), to: bob, id: id)
    world.settle()
    #expect(device.results[id] == .failed(MartletError(Wire.Failure(.clientIdConflict))))
    #expect(world.server.logs[direct]?.entries.count == 1)
  }

  @Test func sameSendTwiceIsOneMessageWithOneResult() throws {
    let world = World(seed: 5)
    let device = try world.add("alice")
    world.settle()
    let id = ClientID.of("again")
    for _ in 0..<2 { device.enqueue(.send(.text("hi")), to: bob, id: id) }
    world.settle()
    let first = device.results[id]
    #expect(world.server.logs[direct]?.entries.count == 1)
    device.results[id] = nil
    device.enqueue(.send(.text("hi")), to: bob, id: id)
    world.settle()
    #expect(device.results[id] == first && first != nil)
    #expect(world.server.logs[direct]?.entries.count == 1)
  }

  @Test func sameClientIDForSomethingElseIsRefusedHere() throws {
    let world = World(seed: 6)
    let device = try world.add("alice")
    let id = ClientID.of("one")
    device.enqueue(.send(.text("hi")), to: bob, id: id)
    device.enqueue(.send(.text("ho")), to: bob, id: id)
    device.commit()
    guard case .failed(let error)? = device.results[id] else { return #expect(Bool(false), "not refused") }
    #expect(error.code == .clientIDConflict)
    #expect(try device.core.store.pending().map(\.action) == [.send(.text("hi"))])
  }

  @Test func refusedSendStaysToBeSeenAndCanBeSentAgain() throws {
    let world = World(seed: 7)
    let device = try world.add("alice", directory: folder.path)
    world.settle()
    let group = Destination.of("group:none")
    let id = device.send("hi", to: group)
    world.settle()
    guard case .failed(let error)? = device.results[id] else { return #expect(Bool(false), "not refused") }
    #expect(error.code == .conversationUnknown)
    try device.kill()
    #expect(try device.core.store.pending().map(\.state) == [.failed(error)])
    // Now the group exists.
    device.call(.request(.createGroup(Wire.CreateGroup(group: "none", clientId: "c", title: "T"))))
    world.settle()
    device.enqueue(.send(.text("hi")), to: group, id: id)
    world.settle()
    #expect(
      device.results[id]
        == .sent(ConversationID.of("group:none").message(at: 2), at: Timestamp(milliseconds: world.server.time)))
    #expect(try device.core.store.pending().isEmpty)
  }

  @Test func discardedRowIsNotSent() throws {
    let world = World(seed: 8)
    let device = try world.add("alice")
    let id = device.send("no", to: bob)
    device.commit()
    device.endTape()
    let row = try #require(try device.core.store.discard(id)).row
    device.core.input { $0.outboxRemoved(row) }
    world.settle()
    #expect(world.server.logs[direct] == nil)
  }

  @Test func fullOutboxRefusesMore() throws {
    let store = try LocalStore.inMemory(newDeviceID: "d")
    let drafts = (1...5).map {
      LocalStore.Draft(id: ClientID.of("c\($0)"), destination: bob, action: .recall(1), made: Timestamp(milliseconds: 0))
    }
    let outcomes = try store.enqueue(drafts, limit: 3)
    for outcome in outcomes.prefix(3) { guard case .added = outcome else { return #expect(Bool(false)) } }
    for outcome in outcomes.suffix(2) {
      guard case .refused(let error) = outcome else { return #expect(Bool(false)) }
      #expect(error.code == .tooManyWaiting && error.limit == 3)
    }
  }

  @Test func fullDiskRefusesTheSendAndSendsNothing() throws {
    let world = World(seed: 9)
    let device = try world.add("alice", directory: folder.path)
    world.settle()
    device.endTape()
    let pages = try device.core.store.database.pragma("page_count")
    try device.core.store.database.setPragma("max_page_count", to: pages)
    var id = device.send(String(repeating: "x", count: 50_000), to: bob)
    device.commit()
    guard case .failed(let error)? = device.results[id] else { return #expect(Bool(false), "not refused") }
    #expect(error.code == .storageFull)
    #expect(device.toServer.isEmpty && device.core.sync.isOpen, "the connection is none the worse")
    // There is room again.
    try device.core.store.database.setPragma("max_page_count", to: 1_000_000)
    id = device.send("now", to: bob)
    world.settle()
    #expect(world.server.logs[direct]?.entries.count == 1)
    #expect(device.results[id] != nil)
  }

  /// The send that it repeats is on disk, and continues.
  @Test func repetitionThatAFullDiskRefusesEndsNothingElse() throws {
    let world = World(seed: 14)
    let device = try world.add("alice", directory: folder.path)
    let id = device.send("first", to: bob)
    device.commit()
    device.endTape()
    let pages = try device.core.store.database.pragma("page_count")
    try device.core.store.database.setPragma("max_page_count", to: pages)
    device.enqueue(.send(.text("first")), to: bob, id: id)
    device.send(String(repeating: "x", count: 50_000), to: bob)
    let effects = device.play(.commit(at: world.now, wall: 0))
    #expect(effects.count { if case .written(_, _?) = $0 { true } else { false } } == 2)
    #expect(!effects.contains { if case .result = $0 { true } else { false } })
    #expect(try device.core.store.pending().map(\.id) == [id])
  }

  @Test func fullDiskWhileReceivingLosesNothing() throws {
    let world = World(seed: 10)
    let alice = try world.add("alice", directory: folder.path)
    let bobs = try world.add("bob")
    world.settle()
    alice.send("hello", to: bob)
    world.settle()
    alice.endTape()
    let pages = try alice.core.store.database.pragma("page_count")
    try alice.core.store.database.setPragma("max_page_count", to: pages)
    for number in 0..<20 { bobs.send("\(number) " + String(repeating: "y", count: 5_000), to: .user(UserID.of("alice"))) }
    world.settle([bobs])
    while !alice.toDevice.isEmpty { alice.receive() }
    #expect(!alice.core.sync.isOpen, "what cannot be stored is not taken")
    #expect(alice.core.sync.lastFailure?.code == .storageFull)
    #expect(alice.core.sync.isActive)
    try alice.core.store.database.setPragma("max_page_count", to: 1_000_000)
    world.settle()
    #expect(try alice.core.store.conversation(direct)?.head == 21)
    #expect(try alice.core.store.conversation(direct)?.unread == 20)
  }

  @Test func messageLargerThanThePacketIsRefusedHere() throws {
    let world = World(seed: 11)
    world.server.limits.packetBytes = 2_000
    let device = try world.add("alice")
    let id = device.send(String(repeating: "x", count: 3_000), to: bob)
    let next = device.send("small", to: bob)
    world.settle()
    guard case .failed(let error)? = device.results[id] else { return #expect(Bool(false), "not refused") }
    #expect(error.code == .contentTooLarge && error.limit == 2_000)
    guard case .sent? = device.results[next] else { return #expect(Bool(false), "the next one is held up") }
  }

  /// The server would close the connection, and the client would send them again on every next one.
  @Test func settingAndCallLargerThanThePacketAreRefusedHere() throws {
    let world = World(seed: 13)
    world.server.limits.packetBytes = 2_000
    let device = try world.add("alice", directory: folder.path)
    let large = String(repeating: "x", count: 3_000)
    try device.set(Setting("a", .text("before")), Setting("large", .text(large)), Setting("z", .text("after")))
    device.commit()
    // Limits are known once there is a connection, so this waits for it.
    try device.kill()
    device.events = []
    let send = Wire.Send(
      conversation: "direct:bob", clientId: "later", type: "text", content: MessageContent.text(large).json)
    let call = device.call(.request(.schedule(Wire.Schedule(send: send, at: world.server.time + 3_600_000))))
    world.settle()
    #expect(device.largestSent > 0 && device.largestSent <= 2_000)
    #expect(device.core.sync.settings.waiting.isEmpty)
    #expect(try device.core.store.pendingSettings().isEmpty)
    #expect(try device.core.store.value(of: Setting.Name("large")).isEmpty, "it is as it was before")
    #expect(device.events.contains(.setting(Setting.Name("large"))))
    for (key, text) in [("a", "before"), ("z", "after")] {
      #expect(try device.core.store.value(of: Setting.Name(key)) == "\"\(text)\"")
    }
    #expect(world.server.settings[device.user]?.count == 2, "one that is too large takes no other with it")
    guard case .failure(let error)? = device.answers[call] else { return #expect(Bool(false), "not refused") }
    #expect(error.code == .contentTooLarge && error.limit == 2_000)
    #expect(world.server.scheduled[device.user] == nil && device.core.sync.isOpen)
  }

  @Test func messagesWrittenBeforeTheFirstConnectionKeepTheirOrder() throws {
    let world = World(seed: 12)
    let device = try world.add("alice", directory: folder.path)
    for number in 0..<5 { device.send("short \(number)", to: bob) }
    device.commit()
    try device.kill()
    device.send("short 5", to: bob)
    world.settle()
    device.send("long 6", to: .conversation(direct))
    device.send("short 7", to: bob)
    world.settle()
    let texts = world.server.logs[direct]?.entries.compactMap { $0.message(of: direct)?.text }
    #expect(texts == (0..<6).map { "short \($0)" } + ["long 6", "short 7"])
  }

  /// The server refuses an annotation that changes nothing, and it does no harm to waiting rows.
  @Test func annotationWithoutKeysIsReadAsItWasWritten() throws {
    let world = World(seed: 3)
    let device = try world.add("alice", directory: folder.path)
    world.settle()
    device.send("first", to: bob)
    world.settle()
    let changes: [AnnotationChange] = [.reactions(added: [], removed: []), .properties(set: [:], removed: []), .ballot([])]
    for change in changes { device.enqueue(.annotate(1, change), to: bob) }
    device.commit()
    try device.kill()
    #expect(try device.core.store.pending().map(\.action) == changes.map { .annotate(1, $0) })
  }
}
