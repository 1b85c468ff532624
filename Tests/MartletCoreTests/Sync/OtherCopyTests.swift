import ClientModels
import MartletSQLite
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// A server restored from a backup: devices that had seen more notice, drop the fetched data, and keep their own.
@Suite struct OtherCopyTests {
  private let world = World(seed: 13)
  private let direct = ConversationID.of("direct:alice:bob")
  private let group = ConversationID.of("group:g")
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// Alice's device on a disk, and bob's, in a group and in a direct conversation of three messages each.
  private func begin() throws -> (alice: Device, bob: Device) {
    let (alice, bob) = (try world.add("alice", directory: folder.path), try world.add("bob"))
    _ = world.server.answer(
      .createGroup(Wire.CreateGroup(group: "g", clientId: "make", title: "G", members: ["alice", "bob"])), of: .of("alice"))
    for number in 1...3 {
      say("direct \(number)", direct)
      say("group \(number)", group)
    }
    world.settle()
    return (alice, bob)
  }

  private func say(_ text: String, _ id: ConversationID, as user: String = "bob") {
    let send = Wire.Send(conversation: id.text, clientId: "say \(text)", type: "text", content: MessageContent.text(text).json)
    _ = world.server.answer(.send(send), of: .of(user))
    world.deliver()
  }

  private func restore(_ backup: ModelServer, _ name: String = "second") {
    for device in world.devices { device.breakConnection() }
    world.server.restore(backup, as: name)
  }

  private func texts(_ device: Device, _ id: ConversationID) throws -> [String] {
    guard let row = try device.core.store.stored(id) else { return [] }
    return try device.core.store.messages(of: row, before: .max, limit: 100).compactMap(\.text)
  }

  private func missing(_ device: Device) -> [Int] {
    device.events.compactMap { if case .resynced(let missing) = $0 { missing } else { nil } }
  }

  // MARK: Noticing

  @Test func firstNameOfACopyIsOnlyStored() throws {
    let wires = Wirework(cursor: 0)
    wires.open()
    _ = wires.take()
    wires.welcome(generation: "first")
    let writes = wires.take().writes
    #expect(writes.contains { if case .generation("first") = $0 { true } else { false } })
    #expect(!writes.contains { if case .survey = $0 { true } else { false } })
  }

  @Test(arguments: ["first", ""]) func sameCopyIsGoneOnWith(generation: String) {
    var state = Sync.StoredState()
    (state.user, state.cursor, state.generation) = (.of("alice"), 0, "first")
    state.permissionBounds = PermissionBounds(Wire.Limits())
    let wires = Wirework()
    wires.sync = Sync(restoring: state, device: Wire.Device(id: "d"), seed: 7)
    wires.open()
    _ = wires.take()
    wires.welcome(generation: generation)
    #expect(wires.take().writes.isEmpty)
    #expect(wires.sync.generation == "first")
  }

  @Test func serverThatNamesNoCopyAndHasLessWasSetUpAnew() throws {
    let (alice, _) = try begin()
    world.server.generation = ""
    for device in world.devices { device.breakConnection() }
    // A name once told stays until there is another one.
    world.settle()
    #expect(missing(alice).isEmpty)
    for device in world.devices { device.breakConnection() }
    world.server = ModelServer()
    world.server.generation = ""
    world.settle()
    #expect(try alice.core.store.conversations().isEmpty)
    #expect(missing(alice) == [7])
  }

  @Test func deviceThatHadSeenMoreShowsWhatTheBackupHas() throws {
    let (alice, bob) = try begin()
    let backup = world.server
    say("lost", direct)
    say("lost too", group)
    world.settle()
    #expect(try texts(alice, direct).last == "lost")
    restore(backup)
    // Positions are given again.
    say("in its place", direct)
    alice.events = []
    world.settle()
    #expect(try texts(alice, direct) == ["direct 1", "direct 2", "direct 3", "in its place"])
    #expect(try texts(alice, group) == ["group 1", "group 2", "group 3"])
    #expect(missing(alice) == [1], "the other position has been given again")
    #expect(alice.core.sync.generation == "second" && bob.core.sync.generation == "second")
    #expect(try alice.core.store.state().generation == "second")
    // Once is enough.
    alice.events = []
    for device in world.devices { device.breakConnection() }
    world.settle()
    #expect(missing(alice).isEmpty && !alice.events.contains(.localDataReset(keptAt: nil, outboxKept: true)))
  }

  // MARK: Data of this device only

  @Test func whatWasNotSentIsSentOnce() throws {
    let (alice, _) = try begin()
    let backup = world.server
    // Stored, and lost again before the answer arrived; and never sent.
    let first = alice.send("first", to: .conversation(direct))
    alice.commit()
    world.serve(alice)
    #expect(world.server.logs[direct]?.head == 4)
    restore(backup)
    let second = alice.send("second", to: .conversation(direct))
    world.settle()
    let entries = world.server.logs[direct]?.entries ?? []
    #expect(entries.suffix(2).map(\.clientId) == [first.text, second.text] && entries.count == 5)
    #expect(try alice.core.store.pending().isEmpty)
    #expect(try texts(alice, direct).suffix(2) == ["first", "second"])
  }

  @Test func actsOnMessagesThatAreGoneFailAndOthersAreCarriedOut() throws {
    let (alice, _) = try begin()
    let backup = world.server
    say("lost", direct)
    world.settle()
    for device in world.devices { device.breakConnection() }
    let change = try #require(AnnotationChange(Wire.Annotate(kind: .reaction, items: [Wire.AnnotationItem(key: "👍")])))
    let kept = alice.enqueue(.annotate(2, change), to: .conversation(direct))
    let gone = alice.enqueue(.annotate(4, change), to: .conversation(direct))
    var reply = MessageDetails()
    reply.replyTo = 4
    let lostReply = alice.enqueue(.send(.text("to what?")), reply, to: .conversation(direct))
    let elsewhere = alice.enqueue(.annotate(4, change), to: .conversation(group))
    alice.commit()
    restore(backup)
    say("in its place", direct)
    world.settle()
    #expect(world.server.logs[direct]?.attached[2] != nil)
    #expect(world.server.logs[direct]?.attached[4] == nil, "another message stands there now")
    #expect(world.server.logs[group]?.attached[4] != nil)
    let codes = [kept, gone, lostReply, elsewhere].map { id in
      switch alice.results[id] {
      case .sent: "sent"
      case .failed(let error): error.code.description
      default: "?"
      }
    }
    #expect(codes == ["sent", "target_unknown", "target_unknown", "sent"])
  }

  @Test func whatOnlyTheDeviceHasStaysUpToWhereBothAgree() throws {
    let (alice, _) = try begin()
    let backup = world.server
    for number in 4...6 { say("lost \(number)", direct) }
    world.settle()
    for device in world.devices { device.breakConnection() }
    alice.endTape()
    let store = alice.core.store
    try alice.markRead(direct, upTo: 5)
    try alice.hide(direct, until: 0, [2, 5])
    _ = try alice.core.change { store throws(SQLiteError) in
      (0, try store.hideHere(direct, until: 0, [1, 6], isForAll: false).changes)
    }
    try alice.set(Setting("pin", of: direct, .flag(true)), Setting("removed", of: direct, .integer(6)), Setting("a", .integer(1)))
    try alice.set(Setting("_draft", of: direct, .text("begun")))
    for seq in [3, 4] as [UInt64] { try store.setLocalFields(ContentFields(["n": .integer(1)]), on: seq, of: direct) }
    _ = try store.insertLocal(
      [LocalDraft(.text("only here"))], to: direct, by: UserID.of("alice"), now: Timestamp(milliseconds: 1),
      skippingDuplicates: false)
    alice.commit()
    restore(backup)
    say("in its place", direct)
    world.settle()
    #expect(try texts(alice, direct) == ["direct 3", "in its place"])
    let member = try #require(world.server.logs[direct]?.members[.of("alice")])
    #expect(member.read == 3 && member.hidden == [2])
    let row = try #require(try alice.core.store.stored(direct))
    #expect(row.shownUnread == 1 && row.pendingRead == 0)
    #expect(world.server.settings[.of("alice")]?.values.map(\.key).sorted() == ["a", "pin"])
    #expect(try alice.core.store.value(of: Setting.Name("_draft", of: direct)) == "\"begun\"")
    #expect(try alice.core.store.localFields(of: direct, 0...9).keys.sorted() == [3])
    #expect(try alice.core.store.localMessages(direct, 0...UInt64.max, limit: 9).map(\.content.text) == ["only here"])
    #expect(alice.core.sync.isAtRest)
    #expect(try alice.core.store.database.statement("SELECT COUNT(*) FROM carried").first { try $0.integer(0) } == 0)
  }

  /// The server confirmed the hiding and lost it again, so a new device shows the messages, and so does this one.
  @Test(arguments: [true, false]) func confirmedHidingThatIsLostHidesNothing(isUpTo: Bool) throws {
    let (alice, _) = try begin()
    let backup = world.server
    try alice.hide(direct, until: isUpTo ? 2 : 0, isUpTo ? [] : [1, 2])
    alice.commit()
    world.settle()
    #expect(try texts(alice, direct) == ["direct 3"])
    restore(backup)
    world.settle()
    #expect(try texts(alice, direct) == ["direct 1", "direct 2", "direct 3"])
  }

  /// A device that hides what was hidden before it began is not told of it by the user log.
  @Test(arguments: [true, false]) func hidingThatWasNoNewsAndIsLostHidesNothing(isUpTo: Bool) throws {
    let (alice, _) = try begin()
    let backup = world.server
    try alice.hide(direct, until: isUpTo ? 2 : 0, isUpTo ? [] : [1, 2])
    alice.commit()
    world.settle()
    let tablet = try world.add("alice")
    world.settle()
    #expect(try texts(tablet, direct) == ["direct 3"])
    try tablet.hide(direct, until: isUpTo ? 2 : 0, isUpTo ? [] : [1, 2])
    tablet.commit()
    world.settle()
    #expect(try tablet.core.store.waitingHides().isEmpty)
    restore(backup)
    world.settle()
    #expect(try texts(tablet, direct) == ["direct 1", "direct 2", "direct 3"])
  }

  @Test func whatWasKeptForAConversationThatIsGoneGoesWithIt() throws {
    let (alice, _) = try begin()
    var backup = world.server
    backup.logs[group] = nil
    for device in world.devices { device.breakConnection() }
    try alice.markRead(group, upTo: 3)
    try alice.hide(group, until: 0, [2])
    let send = alice.send("to nobody", to: .conversation(group))
    alice.commit()
    restore(backup)
    world.settle()
    #expect(try alice.core.store.stored(group) == nil)
    #expect(try alice.core.store.waitingHides().isEmpty && alice.core.sync.marks.isEmpty)
    guard case .failed(let error)? = alice.results[send] else { return #expect(Bool(false)) }
    #expect(error.code == .conversationUnknown)
    #expect(alice.core.sync.isAtRest)
  }

  // MARK: On the way

  /// Whatever arrived before the device is killed or loses its connection, the result is the same.
  @Test(arguments: 0..<24, [true, false]) func changeThatIsInterruptedGoesOn(packets: Int, isKilled: Bool) throws {
    let (alice, _) = try begin()
    let backup = world.server
    say("lost", direct)
    world.settle()
    for device in world.devices { device.breakConnection() }
    try alice.markRead(direct, upTo: 2)
    try alice.hide(group, until: 0, [2])
    let sent = alice.send("waits", to: .conversation(direct))
    alice.commit()
    restore(backup)
    alice.play(.start(at: world.now))
    alice.commit()
    if !alice.dials { world.advance([alice]) }
    alice.open()
    var left = packets
    while left > 0 {
      if !alice.toServer.isEmpty { world.serve(alice) }
      alice.releaseLate()
      alice.receive()
      left -= 1
    }
    if isKilled { try alice.kill() } else { alice.breakConnection() }
    world.settle()
    // How far back a device holds a log depends on when it was interrupted.
    let (direct, group) = (try texts(alice, direct), try texts(alice, group))
    #expect(!direct.isEmpty && direct == ["direct 1", "direct 2", "direct 3", "waits"].suffix(direct.count))
    #expect(!group.isEmpty && group == ["group 2", "group 3"].suffix(group.count), "the first is hidden")
    let log = try #require(world.server.logs[self.direct])
    #expect(log.entries.last?.clientId == sent.text && log.entries.count == 4)
    #expect(log.members[.of("alice")]?.read ?? 0 >= 2)
    #expect(world.server.logs[self.group]?.members[.of("alice")]?.hidden == [2])
    #expect(try alice.core.store.state().generation == "second")
  }

  /// Pushed entries are of the new copy, and the cached ones are of the old.
  @Test func nothingIsTakenBeforeTheChange() throws {
    let (alice, bob) = try begin()
    let backup = world.server
    say("lost", direct)
    world.settle()
    for device in world.devices { device.breakConnection() }
    try alice.markRead(direct, upTo: 2)
    alice.commit()
    restore(backup)
    alice.play(.start(at: world.now))
    alice.commit()
    world.advance([alice])
    alice.open()
    // Hello is answered; the comparison is under way.
    world.serve(alice)
    alice.receive()
    say("in its place", direct)
    say("and more", direct)
    while alice.toDevice.first?.id == 0 { alice.receive() }
    #expect(try texts(alice, direct).last == "lost")
    world.settle()
    #expect(try texts(alice, direct).suffix(2) == ["in its place", "and more"])
    #expect(try texts(bob, direct).suffix(2) == ["in its place", "and more"])
  }
}

extension [Sync.Action] {
  fileprivate var writes: [Sync.Write] { compactMap { if case .write(let write) = $0 { write } else { nil } } }
}
