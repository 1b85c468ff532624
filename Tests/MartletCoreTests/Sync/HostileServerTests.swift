import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// A server can send anything.
///
/// Nothing of it may trap, be stored, or stop synchronisation for good.
@Suite struct HostileServerTests {
  private func online() -> Sync {
    var sync = Sync(restoring: Sync.StoredState(), device: Wire.Device(id: "d"), seed: 7)
    sync.start(at: 0)
    sync.tokenGiven("t", at: 0)
    sync.opened(at: 0)
    sync.received(Wire.ServerPacket(id: 1, body: .welcome(Wire.Welcome(user: "alice"))), at: 0)
    let conversation = Wire.Conversation(id: "direct:alice:bob", head: 3, stamp: 1)
    sync.received(Wire.ServerPacket(id: 2, body: .conversations(Wire.Conversations(conversations: [conversation]))), at: 0)
    _ = sync.takeActions()
    return sync
  }

  private func id(of request: Sync.Request, in sync: Sync) -> UInt32 { sync.requests.first { $0.value == request }?.key ?? 0 }

  /// Whether the connection was given up, and will be tried again.
  private func isBrokenOff(_ sync: Sync) -> Bool { if case .waiting = sync.phase { sync.lastFailure != nil } else { false } }

  @Test func bytesThatAreNoPacketEndTheConnection() {
    var sync = online()
    sync.garbled(at: 0)
    #expect(isBrokenOff(sync) && sync.lastFailure?.code == .protocolViolation)
  }

  @Test func answerToNothingEndsTheConnection() {
    var sync = online()
    sync.received(Wire.ServerPacket(id: 999, body: .pong(Wire.Pong())), at: 0)
    #expect(isBrokenOff(sync))
  }

  @Test func answerOfAnotherKindEndsTheConnection() {
    for body: Wire.ServerPacket.Body? in [.pong(Wire.Pong()), .done(Wire.Done()), .welcome(Wire.Welcome()), nil] {
      var sync = online()
      let page = id(of: .fetch(.direct(UserID.of("alice"), UserID.of("bob")), .newest(replacing: false)), in: sync)
      sync.received(Wire.ServerPacket(id: page, body: body), at: 0)
      #expect(isBrokenOff(sync))
    }
  }

  @Test func unknownPushIsPassedOver() {
    var sync = online()
    sync.received(Wire.ServerPacket(id: 0, body: nil), at: 0)
    sync.received(Wire.ServerPacket(id: 0, body: .pong(Wire.Pong())), at: 0)
    #expect(sync.isOpen)
  }

  @Test func entriesOfUnknownKindsOfConversationsAreTakenAsThoseOfGroups() {
    var sync = online()
    let entry = Wire.Entry(conversation: "channel:town:news", seq: 1)
    let userEntry = Wire.UserEntry(seq: 1, conversation: "channel:town:news", event: .joined(Wire.Joined(seq: 1)))
    sync.received(Wire.ServerPacket(body: .push(Wire.Push(entries: [entry], userEntries: [userEntry]))), at: 0)
    #expect(sync.isOpen && sync.cursor == 1)
    #expect(sync.notes.keys.map(\.text) == ["channel:town:news"])
  }

  @Test(arguments: ["Channel:news", "channel", "channel:", "channel:a:b:c"])
  func entriesOfConversationsWithoutAFormArePassedOver(_ conversation: String) {
    var sync = online()
    let entry = Wire.Entry(conversation: conversation, seq: 1)
    let userEntry = Wire.UserEntry(seq: 1, conversation: conversation, event: .joined(Wire.Joined(seq: 1)))
    sync.received(Wire.ServerPacket(body: .push(Wire.Push(entries: [entry], userEntries: [userEntry]))), at: 0)
    #expect(sync.isOpen && sync.cursor == 1)
  }

  @Test func userEntryOfUnknownKindMovesTheCursor() {
    var sync = online()
    let entry = Wire.UserEntry(seq: 1, conversation: "direct:alice:bob", event: nil)
    sync.received(Wire.ServerPacket(body: .push(Wire.Push(userEntries: [entry]))), at: 0)
    #expect(sync.isOpen && sync.cursor == 1)
  }

  @Test(arguments: [
    Wire.Entries(conversation: "direct:alice:carol", head: 3, first: 1),
    Wire.Entries(conversation: "", head: 3, first: 1),
    Wire.Entries(conversation: "direct:alice:bob", head: .max, first: 1),
    Wire.Entries(conversation: "direct:alice:bob", head: 3, first: .max),
    Wire.Entries(
      conversation: "direct:alice:bob", entries: [Wire.Entry(conversation: "direct:alice:bob", seq: 0)], head: 3, first: 1),
    Wire.Entries(
      conversation: "direct:alice:bob", entries: [Wire.Entry(conversation: "direct:alice:bob", seq: .max)], head: 3, first: 1),
    Wire.Entries(conversation: "direct:alice:bob", entries: [Wire.Entry(conversation: "group:x", seq: 3)], head: 3, first: 1),
    Wire.Entries(
      conversation: "direct:alice:bob",
      entries: [
        Wire.Entry(conversation: "direct:alice:bob", seq: 1), Wire.Entry(conversation: "direct:alice:bob", seq: 3),
      ], head: 3, first: 1),
    Wire.Entries(
      conversation: "direct:alice:bob",
      entries: [
        Wire.Entry(conversation: "direct:alice:bob", seq: 2), Wire.Entry(conversation: "direct:alice:bob", seq: 1),
      ], head: 3, first: 1),
    Wire.Entries(
      conversation: "direct:alice:bob", entries: [Wire.Entry(conversation: "direct:alice:bob", seq: 4)], head: 3, first: 1),
  ]) func pageThatIsNoneEndsTheConnection(page: Wire.Entries) {
    var sync = online()
    let request = id(of: .fetch(.direct(UserID.of("alice"), UserID.of("bob")), .newest(replacing: false)), in: sync)
    #expect(request != 0)
    sync.received(Wire.ServerPacket(id: request, body: .entries(page)), at: 0)
    #expect(isBrokenOff(sync))
    #expect(!sync.takeActions().contains { if case .write(.prepend) = $0 { true } else { false } })
  }

  @Test(arguments: [0, UInt64.max, UInt64(Int64.max)]) func pushedEntryWithoutAPositionEndsTheConnection(seq: UInt64) {
    var sync = online()
    let entry = Wire.Entry(conversation: "direct:alice:bob", seq: seq)
    sync.received(Wire.ServerPacket(body: .push(Wire.Push(entries: [entry]))), at: 0)
    #expect(isBrokenOff(sync))
  }

  @Test(arguments: [0, UInt64.max]) func userEntryWithoutAPositionEndsTheConnection(seq: UInt64) {
    var sync = online()
    let entry = Wire.UserEntry(seq: seq, conversation: "direct:alice:bob")
    sync.received(Wire.ServerPacket(body: .push(Wire.Push(userEntries: [entry]))), at: 0)
    #expect(isBrokenOff(sync))
  }

  @Test(arguments: [
    Wire.Conversation(id: "group:g", head: 0), Wire.Conversation(id: "group:g", head: .max),
    Wire.Conversation(id: "group:g", head: 3, unread: .max), Wire.Conversation(id: "group:g", head: 3, joined: 4),
    Wire.Conversation(id: "group:g", head: 3, lastMessage: Wire.Entry(conversation: "group:g", seq: 4)),
    Wire.Conversation(id: "group:g", head: 3, lastMessage: Wire.Entry(conversation: "group:other", seq: 1)),
    Wire.Conversation(id: "group:g", head: 3, countable: .max),
  ]) func summaryThatMakesNoSenseEndsTheConnection(conversation: Wire.Conversation) {
    var sync = Sync(restoring: Sync.StoredState(), device: Wire.Device(), seed: 7)
    sync.start(at: 0)
    sync.tokenGiven("t", at: 0)
    sync.opened(at: 0)
    sync.received(Wire.ServerPacket(id: 1, body: .welcome(Wire.Welcome(user: "alice"))), at: 0)
    sync.received(Wire.ServerPacket(id: 2, body: .conversations(Wire.Conversations(conversations: [conversation]))), at: 0)
    #expect(isBrokenOff(sync) && sync.shelves.isEmpty)
  }

  @Test func listingThatDoesNotEndEndsTheConnection() {
    var sync = Sync(restoring: Sync.StoredState(), device: Wire.Device(), seed: 7)
    sync.start(at: 0)
    sync.tokenGiven("t", at: 0)
    sync.opened(at: 0)
    sync.received(Wire.ServerPacket(id: 1, body: .welcome(Wire.Welcome(user: "alice"))), at: 0)
    sync.received(Wire.ServerPacket(id: 2, body: .conversations(Wire.Conversations(more: true))), at: 0)
    #expect(isBrokenOff(sync))
  }

  @Test func welcomeThatMakesNoSenseEndsTheConnection() {
    for welcome in [Wire.Welcome(user: ""), Wire.Welcome(user: "a b"), Wire.Welcome(user: "alice", userHead: .max)] {
      var sync = Sync(restoring: Sync.StoredState(), device: Wire.Device(), seed: 7)
      sync.start(at: 0)
      sync.tokenGiven("t", at: 0)
      sync.opened(at: 0)
      sync.received(Wire.ServerPacket(id: 1, body: .welcome(welcome)), at: 0)
      #expect(isBrokenOff(sync) && sync.user == nil)
    }
  }

  @Test func limitsThatMakeNoSenseAreBounded() {
    let none = ServerLimits(Wire.Limits())
    #expect(none.heartbeat == 30_000_000_000 && none.requestsInFlight >= 1 && none.pageEntries >= 1)
    let tiny = ServerLimits(Wire.Limits(heartbeatMs: 1, packetBytes: 1, pageEntries: 1, requestsInFlight: 1))
    #expect(tiny.heartbeat >= 250_000_000 && tiny.packetBytes >= 1_024)
    let huge = ServerLimits(
      Wire.Limits(heartbeatMs: .max, packetBytes: .max, pageEntries: .max, requestsInFlight: .max))
    #expect(huge.heartbeat <= 3_600_000_000_000 && huge.pageEntries <= 100 && huge.requestsInFlight <= 4_096)
  }

  /// With any packets in any order, nothing traps, and the database stays valid.
  @Test(arguments: SeededRandom.environmentSeeds(200)) func randomPacketsAreSurvived(seed: UInt64) throws {
    let world = World(seed: seed)
    let folder = try TemporaryDirectory(inMemory: true)
    let device = try world.add("alice", directory: folder.path)
    device.play(.start(at: 0))
    device.commit()
    for _ in 0..<150 {
      if device.dials { device.open() }
      let packet = Nonsense.packet(&world.random, answering: Array(device.core.sync.requests.keys))
      device.toDevice.append(packet)
      device.receive()
      if world.chance(10) { device.send("text", to: .user(UserID.of("bob"))) }
      if world.chance(10) { world.advance() }
    }
    device.commit()
    try LocalStore.check(device.core.store.database)
    let held = try Held(device.core.store)
    try device.kill()
    #expect(try Held(device.core.store) == held, "MARTLET_SEED=\(seed)")
  }

  /// The contents of a device, as its user sees them.
  private struct Held: Equatable {
    let conversations: [Conversation]
    let messages: [[Message]]
    let pending: [PendingSend]
    let shelves: [Shelf]

    init(_ store: LocalStore) throws {
      conversations = try store.conversations()
      messages = try conversations.map { conversation in
        try store.stored(conversation.id).map { try store.messages(of: $0, before: .max, limit: 1_000) } ?? []
      }
      pending = try store.pending()
      shelves = try store.state().shelves.map(\.1)
    }
  }
}

/// Packets that are well formed and mean nothing, with numbers at the edges.
private enum Nonsense {
  static func packet(_ random: inout SplitMix64, answering ids: [UInt32]) -> Wire.ServerPacket {
    let id = Bool.random(using: &random) ? 0 : ids.sorted().randomElement(using: &random) ?? 1
    return Wire.ServerPacket(id: id, body: body(&random))
  }

  private static func number(_ random: inout SplitMix64) -> UInt64 {
    [0, 1, 2, 3, 4, 5, 6, UInt64.max, UInt64(Int64.max), UInt64(Int64.max) + 1, UInt64(UInt32.max)]
      .randomElement(using: &random) ?? 0
  }

  private static func conversation(_ random: inout SplitMix64) -> String {
    ["direct:alice:bob", "direct:alice:bob", "group:g", "group:h", "", "direct:", "x:y", "direct:bob:alice"]
      .randomElement(using: &random) ?? ""
  }

  private static func user(_ random: inout SplitMix64) -> String {
    ["alice", "bob", "", "a b"].randomElement(using: &random) ?? ""
  }

  private static func entry(_ random: inout SplitMix64, _ id: String, _ seq: UInt64) -> Wire.Entry {
    let target = number(&random)
    let events: [Wire.Entry.Event?] = [
      .message(Wire.Message(type: "text", content: "{", revision: target, recalled: Bool.random(using: &random))),
      .edited(Wire.Edited(target: target, type: "", content: "{}")), .recalled(Wire.Recalled(target: target)),
      .groupCreated(Wire.GroupCreated(title: "t", owner: user(&random), members: [user(&random)])),
      .membersAdded(Wire.MembersAdded(users: ["x"])), .membersRemoved(Wire.MembersRemoved(users: ["x", "y"])),
      .conversationChanged(
        Wire.ConversationChanged(
          title: "t",
          attributes: ["1", "{", "", "1e999"].map { Wire.Attribute(key: user(&random), value: $0) })), nil,
    ]
    return Wire.Entry(
      conversation: id, seq: seq, time: Int64(bitPattern: number(&random)), sender: user(&random), clientId: "c",
      countable: number(&random), event: events.randomElement(using: &random) ?? nil)
  }

  private static func body(_ random: inout SplitMix64) -> Wire.ServerPacket.Body? {
    let id = conversation(&random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<3:
      return .welcome(
        Wire.Welcome(user: "alice", limits: Wire.Limits(), userHead: number(&random), stamp: number(&random)))
    case 3:
      return .conversations(
        Wire.Conversations(
          conversations: [
            Wire.Conversation(
              id: id, head: number(&random), stamp: number(&random), unread: number(&random), joined: number(&random),
              read: number(&random), lastMessage: entry(&random, id, number(&random)), lastSent: number(&random),
              attributes: [Wire.Attribute(key: "a", value: ""), Wire.Attribute(key: "a", value: "[")])
          ], more: Bool.random(using: &random), stamp: number(&random)))
    case 4:
      return .entries(
        Wire.Entries(
          conversation: id, entries: (1...3).map { entry(&random, id, $0) }, head: number(&random), first: number(&random)))
    case 5: return .userEntries(Wire.UserEntries(entries: [], head: number(&random), first: number(&random)))
    case 6: return .appended(Wire.Appended(conversation: id, seq: number(&random), time: 0))
    case 7: return .marked(Wire.Marked(conversation: id, read: number(&random)))
    case 8: return .failure(Wire.Failure(ErrorCode(rawValue: UInt32.random(in: 990...1500, using: &random))))
    case 9: return .closing(Wire.Closing(failure: nil, reconnect: true))
    case 10: return nil
    default:
      let entries = (0..<3).map { _ in entry(&random, id, number(&random)) }
      let event = Wire.UserEntry.Event.left(Wire.Left(seq: number(&random)))
      let users = [Wire.UserEntry(seq: number(&random), conversation: id, event: Bool.random(using: &random) ? event : nil)]
      let markers = [Wire.Marker(conversation: id, user: user(&random), read: number(&random))]
      return .push(Wire.Push(entries: entries, userEntries: users, markers: markers))
    }
  }
}
