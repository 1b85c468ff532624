import ClientModels
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import Martlet
@testable import MartletCore

/// Interception, broadcast and handing on.
@Suite(.timeLimit(.minutes(10))) struct SendingTests {
  private let network = MemoryNetwork()
  private let direct = ConversationID.of("direct:alice:bob")
  private let bob = UserID.of("bob")

  private func client(
    intercepting intercept: @escaping @Sendable (OutgoingMessage) async throws -> OutgoingMessage?
  ) async throws -> MartletClient {
    let client = try network.client("alice", intercept: intercept)
    await client.connect()
    try await client.caughtUp()
    return client
  }

  private func stored() -> [String?] {
    network.server { server in
      (server.logs[direct]?.entries ?? []).map { entry in
        if case .message(let message) = entry.event {
          MessageContent(type: message.type, json: message.content).text
        } else {
          nil
        }
      }
    }
  }

  @Test func interceptorChangesAndRefuses() async throws {
    let seen = Mutex<[OutgoingMessage]>([])
    let client = try await client { outgoing in
      seen.withLock { $0.append(outgoing) }
      guard outgoing.content.text != "bad" else { throw MartletError.invalid("not that word", field: "text") }
      guard outgoing.content.text != "worse" else { throw CancellationError() }
      var outgoing = outgoing
      outgoing.content = .text("\(outgoing.content.text ?? "")!")
      return outgoing
    }
    let chat = client.chat(with: bob)
    guard case .sent = await chat.send(.text("hi")) else { return #expect(Bool(false), "not sent") }
    _ = try await chat.enqueue(.text("ho"))
    #expect(await chat.send(.text("bad")) == .failed(.invalid("not that word", field: "text")))
    guard case .failed(let error) = await chat.send(.text("worse")) else { return #expect(Bool(false), "sent") }
    #expect(error.code == .refusedByApp)
    await #expect(throws: MartletError.self) { try await chat.enqueue(.text("bad")) }
    _ = try await chat.edit(chat.messageID(at: 1), to: .text("edited"))
    #expect(stored() == ["edited!", "ho!", nil])
    #expect(seen.withLock { $0.map(\.edited) } == [nil, nil, nil, nil, nil, 1])
    #expect(try await client.pending().isEmpty, "what was refused was never in the outbox")
    await client.close()
  }

  @Test func everyChangeOfAMessageWaitsInTheOutbox() async throws {
    let client = try await network.online("alice")
    let chat = client.chat(direct)
    _ = await chat.send(.text("first"), details: MessageDetails(properties: ["state": "new"]))
    _ = await chat.send(try MessageContent(PollContent("Lunch?", choices: [.text("yes"), .text("no")])))
    try await network.held(client, direct, upTo: 2)
    await client.disconnect()
    let (message, poll) = (direct.message(at: 1), direct.message(at: 2))
    let changes: [(MessageID, MessageChange)] = [
      (message, .edit(.text("second"))), (message, .react("+1")), (message, .react("-1")), (message, .unreact("-1")),
      (message, .setProperties(["state": "old"])), (message, .pin), (poll, .vote([1])), (poll, .closePoll), (poll, .pin),
      (poll, .unpin),
    ]
    var ids: [ClientID] = []
    for (id, change) in changes { ids.append(try await chat.enqueue(change, of: id)) }
    let waiting = try await client.pending()
    #expect(waiting.map(\.id) == ids && waiting.allSatisfy { $0.state == .waiting })
    await client.connect()
    try await network.pass { try await client.pending().isEmpty }
    let shown = try await chat.messages([message, poll])
    #expect(shown.first?.text == "second" && shown.first?.annotations.properties == ["state": "old"])
    #expect(shown.first?.annotations.reactions.map(\.key) == ["+1"] && shown.first?.annotations.pin != nil)
    let ballot = shown.last?.annotations
    #expect(ballot?.isPollClosed == true && ballot?.pin == nil)
    try await chat.enqueue(.recall(), of: message)
    try await network.pass { try await chat.messages([message]).first?.isRecalled == true }
    let error = await #expect(throws: MartletError.self) {
      try await chat.enqueue(.pin, of: ConversationID.of("group:other").message(at: 1))
    }
    #expect(error?.code == .argumentInvalid)
    await client.close()
  }

  @Test func interceptorChangesDetailsAndTakesOver() async throws {
    let taken = Mutex<[OutgoingMessage]>([])
    let client = try await client { outgoing in
      guard outgoing.content.text != "own" else {
        taken.withLock { $0.append(outgoing) }
        return nil
      }
      var outgoing = outgoing
      outgoing.details.properties = ["checked": "yes"]
      outgoing.details.extra = #"{"by":"hook"}"#
      return outgoing
    }
    let chat = client.chat(with: bob)
    #expect(await chat.send(.text("own")) == .takenOver)
    let id = try await chat.enqueue(.text("own"))
    #expect(taken.withLock { $0.map(\.id).last } == id)
    #expect(await chat.edit(direct.message(at: 1), to: .text("own")) == .takenOver)
    #expect(try await client.pending().isEmpty && stored().isEmpty, "the client sends nothing of it")
    // The app sends it in another form, which the interceptor lets pass.
    guard case .sent(let message, _) = await chat.send(.text("by the app")) else { return #expect(Bool(false), "not sent") }
    try await network.held(client, direct, upTo: 1)
    let held = try #require(try await chat.history().first)
    #expect(held.id == message && held.annotations.properties == ["checked": "yes"])
    #expect(held.details.extra == #"{"by":"hook"}"#)
    await client.close()
  }

  @Test func receivedMessageIsKeptFromListenersAndOpenTimelinesOnly() async throws {
    let client = try network.client("alice", shows: { $0.text != "secret" })
    await client.connect()
    try await client.caughtUp()
    let events = client.events()
    let open = client.chat(direct).timeline().followed()
    network.say("zero", as: "bob", to: "direct:alice")
    try await network.pass { open.texts == ["zero"] }
    for text in ["one", "secret", "two"] { network.say(text, as: "bob", to: "direct:alice") }
    _ = await client.chat(direct).send(.text("secret"))
    try await network.held(client, direct, upTo: 5)
    var told: [String] = []
    for await event in events {
      if case .message(let message) = event { told.append(message.text ?? "") }
      if told.count == 4 { break }
    }
    #expect(told == ["zero", "one", "two", "secret"], "the user's own message is told")
    try await network.pass { open.texts == ["zero", "one", "two", "secret"] }
    // An edit does not bring it back.
    _ = await client.chat(direct).react("+1", to: direct.message(at: 1))
    try await network.pass { open.rows.first?.message?.annotations.reactions.count == 1 }
    #expect(open.texts == ["zero", "one", "two", "secret"] && open.agrees)
    let anew = client.chat(direct).timeline().followed()
    try await network.pass { anew.texts == ["zero", "one", "secret", "two", "secret"] }
    #expect(try await client.chat(direct).history().map(\.text) == ["zero", "one", "secret", "two", "secret"])
    await client.close()
  }

  @Test func fieldsOfASentMessageAreSetAfterSending() async throws {
    let client = try await network.online("alice")
    let events = client.events()
    let chat = client.chat(direct)
    _ = try await chat.enqueue(.text("good"))
    _ = try await client.chat(ConversationID.of("group:not-mine")).enqueue(.text("lost"))
    var ends: [PendingSend.State] = []
    for await event in events {
      guard case .pending(let pending) = event, pending.state != .waiting else { continue }
      ends.append(pending.state)
      if case .sent(let message, _) = pending.state {
        try await chat.setLocalFields(ContentFields(["seen": .flag(true)]), on: message)
      }
      if ends.count == 2 { break }
    }
    #expect(ends.contains { if case .failed(let error) = $0 { error.code == .server(.conversationUnknown) } else { false } })
    #expect(ends.contains { if case .sent(let message, _) = $0 { message == direct.message(at: 1) } else { false } })
    let message = direct.message(at: 1)
    #expect(try await chat.localFields(from: message, upTo: message) == [message: ContentFields(["seen": .flag(true)])])
    await client.close()
  }

  @Test func interceptorDelays() async throws {
    let gate = Promise<Void>()
    let client = try await client { outgoing in
      if outgoing.content.text == "slow" { await gate.value() }
      return outgoing
    }
    let chat = client.chat(with: bob)
    async let slow = chat.send(.text("slow"))
    _ = await chat.send(.text("quick"))
    #expect(stored() == ["quick"])
    gate.resolve(())
    guard case .sent = await slow else { return #expect(Bool(false), "not sent") }
    #expect(stored() == ["quick", "slow"])
    await client.close()
  }

  @Test func broadcastReachesAllAndTellsOfEach() async throws {
    let client = try await network.online("alice")
    let group = try await client.createGroup(title: "G", members: [], id: "g")
    let results = try await client.broadcast(
      .text("to all"), to: [.user(bob), .conversation(group), .conversation(ConversationID.of("group:not-mine"))])
    #expect(results.map(\.destination.description) == ["direct:bob", "group:g", "group:not-mine"])
    #expect(Set(results.map(\.id)).count == 3)
    guard case .sent = results[0].result, case .sent(let entry, _) = results[1].result, case .failed = results[2].result else {
      return #expect(Bool(false), "\(results)")
    }
    #expect(entry.conversation == group && stored() == ["to all"])
    await #expect(throws: MartletError.self) { try await client.broadcast(.text("x"), to: []) }
    await #expect(throws: MartletError.self) { try await client.broadcast(.text("x"), to: [.user(bob), .user(bob)]) }
    await client.close()
  }

  @Test func messagesAreHandedOnOneByOneAndTogether() async throws {
    network.say("one", as: "bob", to: "direct:alice")
    network.say("two", as: "bob", to: "direct:alice")
    let client = try await network.online("alice")
    try await network.held(client, direct, upTo: 2)
    let carol = ConversationID.of("direct:alice:carol")
    let messages = try await client.chat(direct).history()
    let results = try await client.forward(messages, to: [.conversation(carol)])
    #expect(results.count == 2)
    _ = try await client.forward(messages, to: [.conversation(carol)], .combined(title: "Bob says"))
    try await network.held(client, carol, upTo: 3)
    let handed = try await client.chat(carol).history()
    #expect(handed.prefix(2).map(\.text) == ["one", "two"])
    let combined = try #require(handed.last?.content?.read(as: ForwardContent.self))
    #expect(combined.title == "Bob says" && combined.entries.map(\.content.text) == ["one", "two"])
    #expect(combined.entries.map(\.sender) == [bob, bob] && combined.entries.map(\.time) == messages.map(\.time))
    _ = await client.chat(carol).recall(carol.message(at: 1))
    try await network.held(client, carol, upTo: 4)
    let recalled = try await client.chat(carol).history()
    let error = await #expect(throws: MartletError.self) { try await client.forward(recalled, to: [.user(bob)]) }
    #expect(error?.field == "messages")
    await client.close()
  }

  @Test func messagesHandedOnKeepTheirOrder() async throws {
    let texts = (1...60).map { "message \($0)" }
    for text in texts { network.say(text, as: "bob", to: "direct:alice") }
    let client = try await network.online("alice")
    try await network.held(client, direct, upTo: 60)
    let carol = ConversationID.of("direct:alice:carol")
    _ = try await client.forward(try await client.chat(direct).history(limit: 60), to: [.conversation(carol)])
    try await network.held(client, carol, upTo: 60)
    #expect(try await client.chat(carol).history(limit: 60).map(\.text) == texts)
    await client.close()
  }

  @Test func unknownContentIsHandedOnAsItIs() async throws {
    let content = MessageContent.custom(type: "com.example.later", json: "{\"b\": 1, \"a\":[1.50]}")
    let client = try await network.online("alice")
    _ = await client.chat(with: bob).send(content)
    try await network.held(client, direct, upTo: 1)
    _ = try await client.forward(try await client.chat(direct).history(), to: [.user(UserID.of("carol"))])
    let carol = ConversationID.of("direct:alice:carol")
    try await network.held(client, carol, upTo: 1)
    #expect(try await client.chat(carol).history().first?.content == content)
    await client.close()
  }
}
