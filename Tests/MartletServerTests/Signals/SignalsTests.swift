import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Signals: sent to connected members, and stored nowhere.
@Suite(.timeLimit(.minutes(10))) struct SignalsTests {
  private func signal(_ conversation: String = "direct:bob", type: String = "typing", content: String = "{}")
    -> Wire.ClientPacket.Request
  {
    .signal(Wire.Signal(conversation: conversation, type: type, content: content))
  }

  private func say(_ client: WireClient, _ id: String, to conversation: String) async throws {
    let send = Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"a"}"#)
    guard case .appended = try await client.request(.send(send)) else { throw TestError("not sent") }
  }

  private func signals(_ client: WireClient) async -> [Wire.Signalled] {
    await client.unawaited.compactMap { if case .signalled(let signalled) = $0 { signalled } else { nil } }
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func signalsReachTheOthersWhoAreConnectedAndLeaveNothing(subprotocol: String) async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice", subprotocol: subprotocol)
      let bob = try await server.client(user: "bob", subprotocol: subprotocol)
      try await say(alice, "1", to: "direct:bob")
      let before = try await server.server.engine.store.stamp(app: Names.app("main"))
      let voice = #"{"type":"voice"}"#
      guard case .done = try await alice.request(signal(content: voice)) else { throw TestError("refused") }
      await bob.until { !$0.unawaited.isEmpty }
      let received = await signals(bob)
      #expect(
        received.map { [$0.conversation, $0.sender, $0.type, $0.content] } == [["direct:alice:bob", "alice", "typing", voice]])
      let later = try await server.client(user: "bob", device: "later", subprotocol: subprotocol)
      try await say(alice, "2", to: "direct:bob")
      await later.until { $0.entries(of: "direct:alice:bob").contains { $0.seq == 2 } }
      #expect(await signals(later).isEmpty)
      #expect(await signals(alice).isEmpty, "who signals is not told")
      #expect(try await server.server.engine.store.stamp(app: Names.app("main")) == before + 1)
    }
  }

  @Test func signalsOfAWrongFormOrTooManyAreRefused() async throws {
    var limits = Limits()
    (limits.signalsAtOnce, limits.signalsPerSecond) = (8, 1)
    let time = ManualTime()
    try await TestServer.with(limits: limits, time: time) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let stranger = try await server.client(user: "stranger")
      try await say(alice, "1", to: "direct:bob")
      let cases: [(Wire.ClientPacket.Request, ErrorCode)] = [
        (signal("x"), .fieldInvalid), (signal(type: "A"), .fieldInvalid), (signal(content: "[]"), .contentInvalid),
        (signal(content: #"{"x":"\#(String(repeating: "y", count: 5000))"}"#), .contentTooLarge),
        (signal("direct:stranger"), .conversationUnknown), (signal("group:none"), .conversationUnknown),
      ]
      for (request, code) in cases {
        guard case .failure(let failure) = try await alice.request(request) else { throw TestError("taken: \(request)") }
        #expect(failure.errorCode == code)
      }
      guard case .failure(let unknown) = try await stranger.request(signal("direct:alice:bob")) else {
        throw TestError("taken")
      }
      #expect(unknown.errorCode == .conversationUnknown)
      for _ in 0..<2 { guard case .done = try await alice.request(signal()) else { throw TestError("refused") } }
      guard case .failure(let failure) = try await alice.request(signal()) else { throw TestError("taken") }
      #expect(failure.errorCode == .tooManyRequests && failure.retryAfterMs == 1000)
      // Messages have an allowance of their own.
      try await say(alice, "2", to: "direct:bob")
      time.advance(by: .seconds(3))
      guard case .done = try await alice.request(signal()) else { throw TestError("refused") }
      await bob.until { $0.unawaited.count == 3 }
    }
  }

  @Test func devicesAndSessionsOfAUserShareWhatTheUserMaySignal() async throws {
    var limits = Limits()
    (limits.signalsAtOnce, limits.signalsPerSecond) = (3, 1)
    try await TestServer.with(limits: limits, time: ManualTime()) { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      try await say(alice, "1", to: "direct:bob")
      for _ in 0..<2 { guard case .done = try await alice.request(signal()) else { throw TestError("refused") } }
      // Neither another device nor signing in anew brings more than the one that is left.
      let other = try await server.client(user: "alice", device: "other")
      guard case .done = try await other.request(signal()) else { throw TestError("refused") }
      await alice.close()
      await alice.until { $0.closeCode != nil }
      let again = try await server.client(user: "alice")
      for client in [other, again] {
        guard case .failure(let failure) = try await client.request(signal()) else { throw TestError("taken") }
        #expect(failure.errorCode == .tooManyRequests)
      }
      // The allowances of other users are separate, and so is that for writes.
      guard case .done = try await bob.request(signal("direct:alice")) else { throw TestError("refused") }
      try await say(again, "2", to: "direct:bob")
    }
  }

  @Test func aGroupIsToldButForWhoSignals() async throws {
    try await TestServer.with { server in
      let names = ["bob", "carol", "dave", "erin", "frank", "grace"]
      var others: [WireClient] = []
      for name in names { others.append(try await server.client(user: name)) }
      let alice = try await server.client(user: "alice")
      let second = try await server.client(user: "alice", device: "second")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "c", title: "", members: names)))
      for _ in 0..<3 { guard case .done = try await alice.request(signal("group:g")) else { throw TestError("refused") } }
      guard case .done = try await others[0].request(signal("group:g")) else { throw TestError("refused") }
      try await say(alice, "1", to: "group:g")
      for client in others + [alice, second] { await client.until { $0.entries(of: "group:g").contains { $0.seq == 2 } } }
      #expect(await signals(others[0]).map(\.sender) == ["alice", "alice", "alice"])
      for client in others.dropFirst() { #expect(await signals(client).map(\.sender) == ["alice", "alice", "alice", "bob"]) }
      for client in [alice, second] { #expect(await signals(client).map(\.sender) == ["bob"]) }
    }
  }
}
