import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

extension MartletClient {
  fileprivate var isNobodyTyping: Bool { core?.sync.typing.isEmpty ?? true }
}

/// Receipts and signals as an app uses them.
@Suite(.timeLimit(.minutes(10))) struct ReceiptsTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let alice = UserID.of("alice")
  private let bob = UserID.of("bob")
  private let direct = ConversationID.of("direct:alice:bob")

  init() throws { folder = try TemporaryDirectory() }

  @Test func whatArrivesIsAcknowledgedByItselfAndReadingIsTold() async throws {
    let (mine, theirs) = (try await network.online("alice", directory: folder.path), try await network.online("bob"))
    let events = mine.events()
    _ = await mine.chat(with: bob).send(.text("hello"))
    try await network.held(mine, direct, upTo: 1)
    let chat = mine.chat(direct)
    try await network.pass { try await chat.markers()[bob]?.deliveredUpTo == 1 }
    #expect(try await chat.markers()[bob]?.readUpTo == 0)
    let first = direct.message(at: 1)
    #expect(try await chat.receipts(of: [first]) == [Receipt(id: first, members: 1, read: 0, delivered: 1)])
    #expect(try await chat.readers(of: direct.message(at: 1)).items.isEmpty)
    #expect(try await chat.readers(of: direct.message(at: 1), .delivered).items.map(\.id) == [bob])
    try await theirs.chat(direct).markRead()
    try await network.pass { try await chat.markers()[bob]?.readUpTo == 1 }
    #expect(try await chat.receipts(of: [first]) == [Receipt(id: first, members: 1, read: 1, delivered: 1)])
    #expect(try await chat.readers(of: direct.message(at: 1), .unread).items.isEmpty)
    let now = network.server { $0.time }
    #expect(try await chat.readers(of: direct.message(at: 1)).items.map(\.readAt) == [Timestamp(milliseconds: now)])
    var told: [Event] = []
    for await event in events {
      switch event {
      case .delivered, .read: told.append(event)
      default: continue
      }
      if case .read = event { break }
    }
    #expect(told == [.delivered(direct, by: bob, upTo: 1), .read(direct, by: bob, upTo: 1)])
    await mine.close()
    // Received markers are stored.
    let again = try network.client("alice", directory: folder.path)
    #expect(try await again.chat(direct).markers() == [bob: MemberMarker(readUpTo: 1, deliveredUpTo: 1)])
    for client in [again, theirs] { await client.close() }
  }

  @Test func pagesOfReadersAreReadToTheEnd() async throws {
    let others = ["bob", "carol", "dave", "erin", "frank"]
    network.server { server in
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "G", members: others)
      _ = server.answer(.createGroup(create), of: alice)
      let send = Wire.Send(conversation: "group:g", clientId: "1", type: "text", content: MessageContent.text("a").json)
      _ = server.answer(.send(send), of: alice)
      for user in others.dropLast() {
        _ = server.answer(.markRead(Wire.MarkRead(conversation: "group:g", seq: 2)), of: .of(user))
      }
    }
    let client = try await network.online("alice")
    let chat = client.chat(.of("group:g"))
    #expect(try await chat.readers(of: chat.messageID(at: 2)).items.map(\.id.text) == ["bob", "carol", "dave", "erin"])
    let page = try await chat.readers(of: chat.messageID(at: 2), .any, limit: 3)
    #expect(page.items.map(\.id.text) == ["bob", "carol", "dave"])
    let rest = try await chat.readers(of: chat.messageID(at: 2), .any, limit: 3, after: page.next)
    #expect(rest.items.map(\.id.text) == ["erin", "frank"] && rest.next == nil)
    #expect(try await chat.readers(of: chat.messageID(at: 2), .unread).items.map(\.id.text) == ["frank"])
    #expect(try await chat.markers().isEmpty)
    _ = try await chat.members()
    #expect(try await chat.markers()[.of("carol")]?.readUpTo == 2)
    await #expect(throws: MartletError.self) { try await chat.receipts(of: []) }
    await #expect(throws: MartletError.self) { try await chat.readers(of: chat.messageID(at: 9)) }
    await client.close()
  }

  @Test func membersAnsweredLateLowerNoDeliveredMarker() throws {
    let store = try LocalStore.inMemory(newDeviceID: "d")
    let group = ConversationID.of("group:g")
    let carol = UserID.of("carol")
    let summary = try #require(Summary(Wire.Conversation(id: group.text, title: "G", head: 6, joined: 1), id: group))
    // Bob has read nothing; for Carol this device knows the marker from before she left and came back.
    _ = try store.apply([
      .user(alice), .adopt(summary, anchor: 0), .marker(group, bob, read: 0, delivered: 5),
      .marker(group, carol, read: 1, delivered: 2),
    ])
    let members = [
      Member(id: bob, role: .member, joined: 2, readUpTo: 0, deliveredUpTo: 3),
      Member(id: carol, role: .member, joined: 6, readUpTo: 0, deliveredUpTo: 0),
    ]
    try store.keepMarkers(of: members, in: group)
    let expected = [
      bob: MemberMarker(readUpTo: 0, deliveredUpTo: 5), carol: MemberMarker(readUpTo: 0, deliveredUpTo: 0),
    ]
    #expect(try store.markers(of: group) == expected)
  }

  @Test func markBeyondTheHeldMessagesReachesTheServer() async throws {
    network.say("one", as: "bob", to: "direct:alice")
    let client = try await network.online("alice", directory: folder.path)
    try await network.held(client, direct, upTo: 1)
    await client.disconnect()
    for text in ["two", "three"] { network.say(text, as: "bob", to: "direct:alice") }
    // A notification named the message, which this device has not fetched.
    let chat = client.chat(direct)
    try await chat.markRead(upTo: direct.message(at: 3))
    let before = try await chat.summary()
    #expect(before?.readUpTo == 1 && before?.unread == 0, "only messages that are here show as read")
    await client.close()
    let again = try await network.online("alice", directory: folder.path)
    try await network.pass { network.server { $0.logs[direct]?.members[alice]?.read } == 3 }
    try await network.held(again, direct, upTo: 3)
    #expect(try await again.chat(direct).summary()?.unread == 0)
    // Beyond the newest message the marker stops at that message, and the next one is unread.
    try await again.chat(direct).markRead(upTo: direct.message(at: .max))
    try await network.pass { await again.isAtRest }
    network.say("four", as: "bob", to: "direct:alice")
    try await network.pass { try await again.chat(direct).summary()?.unread == 1 }
    #expect(try await again.chat(direct).summary()?.readUpTo == 3)
    await again.close()
  }

  @Test func quietDeviceTellsNobody() async throws {
    let mine = try await network.online("alice")
    let quiet = try network.client("bob", hidesReceipts: true)
    await quiet.connect()
    try await quiet.caughtUp()
    _ = await mine.chat(with: bob).send(.text("hello"))
    try await network.held(quiet, direct, upTo: 1)
    try await quiet.chat(direct).markRead()
    try await network.pass { network.server { $0.logs[direct]?.members[bob]?.read } == 1 }
    for _ in 0..<50 { network.time.advance(by: .milliseconds(100)) }
    #expect(network.server { $0.logs[direct]?.members[bob]?.has } == 0)
    #expect(try await quiet.chat(direct).summary()?.unread == 0)
    for client in [mine, quiet] { await client.close() }
  }

  @Test func receiptsAreToldInTheKindsThatTheAppNames() async throws {
    let mine = try await network.online("alice")
    let group = try await mine.createGroup(title: "G", members: [bob], id: "g")
    let quiet = try network.client("bob", receiptKinds: [.group])
    await quiet.connect()
    try await quiet.caughtUp()
    _ = await mine.chat(with: bob).send(.text("hello"))
    _ = await mine.chat(group).send(.text("hello"))
    for id in [direct, group] {
      let head: UInt64 = id == direct ? 1 : 2
      try await network.held(quiet, id, upTo: head)
      try await quiet.chat(id).markRead()
      try await network.pass { network.server { $0.logs[id]?.members[bob]?.read } == head }
    }
    for _ in 0..<50 { network.time.advance(by: .milliseconds(100)) }
    try await network.pass { network.server { $0.logs[group]?.members[bob]?.has } == 2 }
    #expect(network.server { $0.logs[direct]?.members[bob]?.has } == 0)
    #expect(network.server { $0.logs[direct]?.members[bob]?.told } == 0)
    #expect(network.server { $0.logs[group]?.members[bob]?.told } == 2)
    for client in [mine, quiet] { await client.close() }
  }

  @Test func typingIsToldNowAndThenAndEndsByItself() async throws {
    let (mine, theirs) = (try await network.online("alice"), try await network.online("bob"))
    _ = await mine.chat(with: bob).send(.text("hello"))
    for client in [mine, theirs] { try await network.held(client, direct, upTo: 1) }
    let events = theirs.events()
    for _ in 0..<20 { try await mine.chat(direct).setTyping() }
    try await network.pass { network.server { $0.signals } == 1 }
    var shown: [Event] = []
    for await event in events {
      if case .typing = event { shown.append(event) }
      if shown.count == 1 { break }
    }
    // Nobody says that it ends; after six seconds it does.
    let ending = Task {
      for await event in events { if case .typing(_, _, nil) = event { return event } }
      return Event.missed
    }
    try await network.pass {
      network.time.advance(by: .seconds(1)); return await theirs.isNobodyTyping
    }
    #expect(shown == [.typing(direct, by: alice, "text")])
    #expect(await ending.value == .typing(direct, by: alice, nil))
    for _ in 0..<5 { try await mine.chat(direct).setTyping() }
    try await network.pass { network.server { $0.signals } == 2 }
    try await mine.chat(direct).setTyping(false)
    try await mine.chat(direct).setTyping(false)
    try await network.pass { network.server { $0.signals } == 3 }
    for client in [mine, theirs] { await client.close() }
  }

  @Test func typingSaysWhatIsWritten() async throws {
    let (mine, theirs) = (try await network.online("alice"), try await network.online("bob"))
    _ = await mine.chat(with: bob).send(.text("hello"))
    for client in [mine, theirs] { try await network.wait(for: client, toHold: direct, upTo: 1) }
    let events = theirs.events()
    let chat = mine.chat(direct)
    try await chat.setTyping()
    // Something else is told at once, and then no more often than text.
    for _ in 0..<5 { try await chat.setTyping(of: VoiceContent.type) }
    try await network.wait { network.server { $0.signals } == 2 }
    try await chat.setTyping(false)
    try await network.wait { network.server { $0.signals } == 3 }
    // A malformed type from another client means text.
    network.server { server in
      for content in [#"{"type":"No Type"}"#, #"{ "stopped" : true }"#] {
        _ = server.answer(.signal(Wire.Signal(conversation: "direct:bob", type: "typing", content: content)), of: alice)
      }
    }
    var told: [String?] = []
    for await event in events {
      guard case .typing(direct, alice, let type) = event else { continue }
      told.append(type)
      if told.count == 5 { break }
    }
    #expect(told == ["text", "voice", nil, "text", nil])
    let error = await #expect(throws: MartletError.self) { try await chat.setTyping(of: "No Type") }
    #expect(error?.code == .argumentInvalid && error?.field == "type")
    for client in [mine, theirs] { await client.close() }
  }

  @Test func signalArrivesOnceAndOnlyWhereThereIsAConnection() async throws {
    let (mine, theirs) = (try await network.online("alice"), try await network.online("bob"))
    _ = await mine.chat(with: bob).send(.text("hello"))
    for client in [mine, theirs] { try await network.held(client, direct, upTo: 1) }
    let events = theirs.events()
    let content = MessageContent.custom(type: "app.wave", json: #"{"hand":"left"}"#)
    try await mine.chat(direct).signal(content)
    for await event in events {
      guard case .signal(let signal) = event else { continue }
      #expect(signal.content == content && signal.sender == alice && signal.conversation == direct)
      break
    }
    #expect(try await theirs.chat(direct).history().count == 1)
    await mine.disconnect()
    let error = await #expect(throws: MartletError.self) { try await mine.chat(direct).signal(content) }
    #expect(error?.code == .notConnected)
    #expect(network.server { $0.signals } == 1)
    for client in [mine, theirs] { await client.close() }
  }
}
