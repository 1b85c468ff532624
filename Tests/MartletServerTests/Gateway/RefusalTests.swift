import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Bad input over the socket, each with the code it is answered with.
@Suite(.timeLimit(.minutes(10))) struct RefusalTests {
  private func code(_ body: Wire.ServerPacket.Body) -> ErrorCode? {
    if case .failure(let failure) = body { failure.errorCode } else { nil }
  }

  private func text(_ text: String) -> String { #"{"text":"\#(text)"}"# }

  private func send(_ conversation: String, _ content: String, id: String = "1", type: String = "text")
    -> Wire.ClientPacket.Request
  {
    .send(Wire.Send(conversation: conversation, clientId: id, type: type, content: content))
  }

  /// Waits for Closing and returns its code.
  private func closing(_ client: WireClient) async -> ErrorCode? {
    await client.until { $0.closeCode != nil }
    #expect(await client.closeCode == Gateway.closeCode)
    return await client.closing?.failure?.errorCode
  }

  // MARK: - Signing in

  @Test func tokensThatAreNoneAreRefusedWithTheirReason() async throws {
    try await TestServer.with { server in
      let good = try await server.token(for: "alice")
      let parts = good.split(separator: ".").map(String.init)
      let none = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
      let rs256 = Base64URL.encode(#"{"alg":"RS256","typ":"JWT"}"#.utf8)
      let cases: [(String, ErrorCode)] = [
        ("", .tokenMalformed), ("a.b.c", .tokenMalformed), ("\(none).\(parts[1]).", .tokenAlgorithm),
        ("\(rs256).\(parts[1]).\(parts[2])", .tokenSignature),
        ("\(parts[0]).\(parts[1]).\(Base64URL.encode([UInt8](repeating: 0, count: 32)))", .tokenSignature),
      ]
      for (token, expected) in cases {
        let client = try await server.connection()
        _ = try? await client.hello(token: token)
        #expect(await closing(client) == expected, "token \(token)")
      }
    }
  }

  @Test func tokenOfAUserWhoDoesNotExistIsRefused() async throws {
    try await TestServer.with { server in
      let apps = server.server.apps.current
      let keys = try #require(apps.all.first)
      let ghost = Names.record("ghost")
      let token = try TokenIssuer().issue(for: ghost, keys: keys, now: SystemTimeSource().wallMilliseconds).token
      let client = try await server.connection()
      _ = try? await client.hello(token: token)
      #expect(await closing(client) == .userUnknown)
    }
  }

  @Test func expiredTokenIsRefused() async throws {
    try await TestServer.with { server in
      let keys = try #require(server.server.apps.current.all.first)
      _ = try await server.token(for: "alice")
      let past = SystemTimeSource().wallMilliseconds - 3_600_000
      let token = try TokenIssuer().issue(for: Names.record("alice"), keys: keys, lifetime: 60, now: past).token
      let client = try await server.connection()
      _ = try? await client.hello(token: token)
      #expect(await closing(client) == .tokenExpired)
    }
  }

  @Test func revocationClosesOpenSessionsAndRefusesTheToken() async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      let client = try await server.connection()
      _ = try await client.hello(token: token)
      try await server.revokeTokens(of: "alice")
      // The session was told before the revocation was answered, so it serves nothing any more.
      let answer = try? await client.request(.ping(Wire.Ping()))
      try #require(answer == nil, "a session outlives its token")
      #expect(await closing(client) == .tokenRevoked)
      let again = try await server.connection()
      _ = try? await again.hello(token: token)
      #expect(await closing(again) == .tokenRevoked)
      _ = try await server.client(user: "alice")
    }
  }

  // MARK: - Packets

  @Test func garbageClosesTheConnection() async throws {
    try await TestServer.with { server in
      for bytes: [UInt8] in [[0xFF], [0x12, 0x7F], Array("GET / HTTP/1.1".utf8)] {
        let client = try await server.connection()
        await client.send(raw: bytes)
        #expect(await closing(client) == .malformedPacket)
      }
    }
  }

  @Test func largePacketBeforeHelloClosesTheConnection() async throws {
    try await TestServer.with { server in
      let client = try await server.connection()
      await client.send(raw: [UInt8](repeating: 0, count: Limits().helloBytes + 1))
      #expect(await closing(client) == .packetTooLarge)
    }
  }

  /// Limits with the largest packets and contents that a configuration may have.
  private func largest() throws -> Limits {
    var limits = Limits()
    for name in ["limits.packet_bytes", "limits.content_bytes"] {
      guard let key = ConfigurationKey.named(name), let most = key.allowed.split(separator: " ").last,
        key.set(String(most), in: &limits)
      else { throw TestError("no largest \(name)") }
    }
    limits.queuedBytes = max(limits.queuedBytes, 2 * limits.packetBytes)
    return limits
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func packetsUpToTheLimitAreTakenHoweverLargeThatIs(subprotocol: String) async throws {
    let limits = try largest()
    try await TestServer.with(limits: limits) { server in
      let alice = try await server.client(user: "alice", subprotocol: subprotocol)
      let bob = try await server.client(user: "bob", subprotocol: subprotocol)
      // No conversation has such a name, which is found when the packet was read.
      let list = Wire.ListConversations(only: [String(repeating: "x", count: limits.packetBytes - 100)])
      #expect(code(try await alice.request(.listConversations(list))) == .fieldInvalid)

      let content = text(String(repeating: "x", count: limits.contentBytes - text("").utf8.count))
      guard case .appended = try await alice.request(send("direct:bob", content)) else { throw TestError("not sent") }
      await bob.until { $0.closeCode != nil || !$0.entries(of: "direct:alice:bob").isEmpty }
      let fetch = Wire.FetchEntries(conversation: "direct:alice")
      guard case .entries(let page) = try await bob.request(.fetchEntries(fetch)) else { throw TestError("no page") }
      for entry in [await bob.entries(of: "direct:alice:bob").first, page.entries.first] {
        guard case .message(let message)? = entry?.event else { throw TestError("no message") }
        let isWhole = message.content == content
        #expect(isWhole)
      }
    }
  }

  @Test func silenceBeforeHelloEndsTheConnection() async throws {
    var limits = Limits()
    limits.hello = .milliseconds(100)
    try await TestServer.with(limits: limits) { server in
      let client = try await server.connection()
      #expect(await closing(client) == .helloTimeout)
    }
  }

  @Test func silenceEndsTheSession() async throws {
    var limits = Limits()
    limits.idle = .milliseconds(300)
    try await TestServer.with(limits: limits) { server in
      let client = try await server.client(user: "alice")
      #expect(await closing(client) == .idleTimeout)
      #expect(await client.closing?.reconnect == true)
    }
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func clientThatDoesNotReadIsToldWhyAndFetchesLaterWhileOthersGoOn(subprotocol: String) async throws {
    var limits = Limits()
    limits.writesPerSecond = 0
    // Nobody moves the clock, so nobody is cut for taking long.
    try await TestServer.with(limits: limits, time: ManualTime()) { server in
      let slow = try await server.client(user: "slow", subprotocol: subprotocol)
      let (bob, carol) = (try await server.client(user: "bob"), try await server.client(user: "carol"))
      _ = try await bob.request(
        .createGroup(Wire.CreateGroup(group: "g", clientId: "create", title: "", members: ["slow", "carol"])))
      await slow.setReading(false)
      let content = text(String(repeating: "x", count: 60_000))
      var sent: UInt64 = 1
      while server.server.metrics.slowConsumers.value == 0, sent < 1000 {
        guard case .appended(let entry) = try await bob.request(send("group:g", content, id: "m\(sent)")) else {
          throw TestError("not sent")
        }
        sent = entry.seq
      }
      #expect(server.server.metrics.slowConsumers.value == 1)
      await slow.setReading(true)
      await slow.until { $0.closeCode != nil }
      #expect(await slow.closeCode == Gateway.closeCode)
      let told = await slow.closing
      #expect(told?.failure?.errorCode == .slowConsumer && told?.reconnect == true)

      // The received entries are the log's beginning, without a gap; the dropped ones can be fetched.
      let received = await slow.entries(of: "group:g").map(\.seq)
      #expect(received == Array(1...UInt64(received.count)) && received.count < sent)
      let again = try await server.client(user: "slow", subprotocol: subprotocol)
      var next = UInt64(received.count) + 1
      while next <= sent {
        let fetch = Wire.FetchEntries(conversation: "group:g", from: next, to: sent)
        guard case .entries(let page) = try await again.request(.fetchEntries(fetch)), !page.entries.isEmpty else {
          throw TestError("no page from \(next)")
        }
        #expect(page.entries.map(\.seq) == Array(next..<next + UInt64(page.entries.count)))
        next += UInt64(page.entries.count)
      }
      let head = sent
      await carol.until { $0.entries(of: "group:g").last?.seq == head }
      #expect(await carol.entries(of: "group:g").map(\.seq) == Array(1...head))
    }
  }

  // MARK: - Devices

  @Test func sameDeviceReplacesItsEarlierConnection() async throws {
    try await TestServer.with { server in
      let first = try await server.client(user: "alice", device: "phone", class: .mobile)
      let second = try await server.client(user: "alice", device: "phone", class: .mobile)
      #expect(await closing(first) == .replaced)
      #expect(await first.closing?.reconnect == false)
      guard case .pong = try await second.request(.ping(Wire.Ping())) else { throw TestError("second session is dead") }
    }
  }

  @Test func anotherDeviceOfTheClassEndsTheOldest() async throws {
    try await TestServer.with { server in
      let phone = try await server.client(user: "alice", device: "phone", class: .mobile)
      let desktop = try await server.client(user: "alice", device: "desktop", class: .desktop)
      let newPhone = try await server.client(user: "alice", device: "new-phone", class: .mobile)
      #expect(await closing(phone) == .signedInElsewhere)
      for client in [desktop, newPhone] {
        guard case .pong = try await client.request(.ping(Wire.Ping())) else { throw TestError("a session is dead") }
      }
    }
  }

  // MARK: - Requests

  @Test func requestsOfTheWrongFormAreRefused() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      let big = text(String(repeating: "x", count: Limits().contentBytes))
      let cases: [(Wire.ClientPacket.Request, ErrorCode)] = [
        (send("nonsense", text("a")), .fieldInvalid), (send("direct:bob:alice", text("a")), .fieldInvalid),
        (send("direct:bob", text("a"), id: ""), .fieldInvalid), (send("direct:bob", text("a"), id: "a b"), .fieldInvalid),
        (send("direct:bob", text("a"), type: "Text!"), .fieldInvalid), (send("direct:bob", "not json"), .contentInvalid),
        (send("direct:bob", #"{"text":7}"#), .contentInvalid), (send("direct:bob", "{}"), .contentInvalid),
        (send("direct:bob", big), .contentTooLarge), (send("direct:nobody", text("a")), .peerUnknown),
        (send("group:none", text("a")), .conversationUnknown), (send("direct:bob:carol", text("a")), .conversationUnknown),
        (.edit(Wire.Edit(conversation: "direct:bob", clientId: "e", target: 0, type: "text", content: text("a"))), .fieldInvalid),
        (.recall(Wire.Recall(conversation: "direct:bob", clientId: "r", target: 1)), .conversationUnknown),
        (.addMembers(Wire.AddMembers(conversation: "direct:bob", clientId: "a", users: ["carol"])), .notSupportedHere),
        (.addMembers(Wire.AddMembers(conversation: "group:x", clientId: "a", users: [])), .fieldInvalid),
        (.createGroup(Wire.CreateGroup(group: "a b", clientId: "g", title: "", members: [])), .fieldInvalid),
        (.createGroup(Wire.CreateGroup(group: "g", clientId: "g", title: "", members: ["nobody"])), .peerUnknown),
        (.markRead(Wire.MarkRead(conversation: "group:none", seq: 1)), .conversationUnknown),
        (.fetchEntries(Wire.FetchEntries(conversation: "group:none")), .conversationUnknown),
        (.listMembers(Wire.ListMembers(conversation: "direct:bob:carol")), .conversationUnknown),
        (.listMembers(Wire.ListMembers(conversation: "direct:bob")), .conversationUnknown),
        (.listMembers(Wire.ListMembers(conversation: "direct:nobody")), .peerUnknown),
      ]
      for (request, expected) in cases {
        #expect(code(try await alice.request(request)) == expected, "\(request)")
      }
    }
  }

  @Test func clientIDWithAnotherPayloadIsAConflictAndARetryIsNot() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      guard case .appended(let first) = try await alice.request(send("direct:bob", text("a"), id: "same")) else {
        throw TestError("not stored")
      }
      guard case .appended(let retry) = try await alice.request(send("direct:bob", text("a"), id: "same")) else {
        throw TestError("retry refused")
      }
      #expect(first == retry)
      #expect(code(try await alice.request(send("direct:bob", text("b"), id: "same"))) == .clientIdConflict)
    }
  }

  @Test func aRetryIsAnsweredAlikeEvenAfterBeingRemoved() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "g", title: "", members: ["bob"])))
      let stored = try await bob.request(send("group:g", text("a"), id: "b1"))
      _ = try await alice.request(.removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "x", users: ["bob"])))
      #expect(try await bob.request(send("group:g", text("a"), id: "b1")) == stored)
      #expect(code(try await bob.request(send("group:g", text("a"), id: "b2"))) == .conversationUnknown)
    }
  }

  @Test func whoIsRemovedIsPushedNothingMore() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "g", title: "", members: ["bob"])))
      _ = try await alice.request(.removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "x", users: ["bob"])))
      _ = try await alice.request(send("group:g", text("secret")))
      _ = try await alice.request(send("direct:bob", text("fence"), id: "2"))
      await bob.until { !$0.entries(of: "direct:alice:bob").isEmpty }
      #expect(await bob.entries(of: "group:g").map(\.seq) == [1])
      #expect(await bob.pushes.flatMap(\.userEntries).map(\.event).count == 2)
      #expect(code(try await bob.request(.fetchEntries(Wire.FetchEntries(conversation: "group:g")))) == .conversationUnknown)
    }
  }

  @Test func recalledMessagesAreToldFromThoseThatNeverWere() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      _ = try await alice.request(send("direct:bob", text("a")))
      _ = try await alice.request(.recall(Wire.Recall(conversation: "direct:bob", clientId: "r", target: 1)))
      let edit = Wire.Edit(conversation: "direct:bob", clientId: "e1", target: 1, type: "text", content: text("b"))
      #expect(code(try await alice.request(.edit(edit))) == .targetRecalled)
      let far = Wire.Edit(conversation: "direct:bob", clientId: "e2", target: 99, type: "text", content: text("b"))
      #expect(code(try await alice.request(.edit(far))) == .targetUnknown)
    }
  }

  @Test func othersMayNotEditOrRecall() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      _ = try await alice.request(send("direct:bob", text("a")))
      let edit = Wire.Edit(conversation: "direct:alice", clientId: "e", target: 1, type: "text", content: text("b"))
      #expect(code(try await bob.request(.edit(edit))) == .notPermitted)
      let recall = Wire.Recall(conversation: "direct:alice", clientId: "r", target: 1)
      #expect(code(try await bob.request(.recall(recall))) == .notPermitted)
    }
  }

  @Test func groupsBeyondTheLimitAreRefused() async throws {
    var limits = Limits()
    limits.groupMembers = 2
    try await TestServer.with(limits: limits) { server in
      let alice = try await server.client(user: "alice")
      for user in ["bob", "carol"] { _ = try await server.token(for: user) }
      let three = Wire.CreateGroup(group: "g", clientId: "g1", title: "", members: ["bob", "carol"])
      #expect(code(try await alice.request(.createGroup(three))) == .groupFull)
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "g2", title: "", members: ["bob"])))
      let add = Wire.AddMembers(conversation: "group:g", clientId: "a", users: ["carol"])
      #expect(code(try await alice.request(.addMembers(add))) == .groupFull)
      let again = Wire.CreateGroup(group: "g", clientId: "g3", title: "", members: [])
      #expect(code(try await alice.request(.createGroup(again))) == .groupExists)
    }
  }

  @Test func drainingServerAnswersWhatIsUnderWayAndTellsEveryoneToComeBack() async throws {
    try await TemporaryDirectory.with { directory in
      let server = try await TestServer.start(directory: directory)
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      async let answers = withThrowingTaskGroup(of: Wire.ServerPacket.Body.self) { group in
        for index in 0..<50 { group.addTask { try await alice.request(send("direct:bob", text("\(index)"), id: "m\(index)")) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let stored = try await answers.filter { if case .appended = $0 { true } else { false } }.count
      await server.server.stop()
      await alice.until { $0.closeCode != nil }
      #expect(await alice.closing?.failure?.errorCode == .draining)
      #expect(await alice.closing?.reconnect == true)
      let reopened = try await TestServer.start(directory: directory)
      let reader = try await reopened.client(user: "alice")
      guard case .entries(let entries) = try await reader.request(.fetchEntries(Wire.FetchEntries(conversation: "direct:bob")))
      else {
        throw TestError("no entries")
      }
      #expect(entries.entries.count == stored)
      await reopened.stop()
    }
  }
}
