import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Testing

/// A user's identity comes from the session alone, whatever the requests claim.
@Suite(.timeLimit(.minutes(10))) struct IdentityTests {
  private func send(_ conversation: String, id: String = "m") -> Wire.ClientPacket {
    Wire.ClientPacket(
      id: 9, request: .send(Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"a"}"#)))
  }

  private func head(_ group: String, _ server: TestServer) async throws -> UInt64? {
    let owner = try await server.client(user: "owner", device: "reader")
    guard case .conversations(let page) = try await owner.request(.listConversations(Wire.ListConversations(only: [group])))
    else {
      throw TestError("not listed")
    }
    return page.conversations.first?.head
  }

  /// Each way to name one's own group and somebody else's in one request.
  @Test(arguments: ["group:mine", "group:theirs"], [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func whatIsCheckedIsWhatIsDone(last: String, subprotocol: String) async throws {
    try await TestServer.with { server in
      let owner = try await server.client(user: "owner")
      let mallory = try await server.client(user: "mallory", subprotocol: subprotocol)
      for (client, group) in [(owner, "theirs"), (mallory, "mine")] {
        _ = try await client.request(.createGroup(Wire.CreateGroup(group: group, clientId: group, title: "", members: [])))
      }
      let first = last == "group:mine" ? "group:theirs" : "group:mine"
      if subprotocol == Gateway.jsonProtocol {
        let fields = #""clientId":"m","client_id":"m","type":"x","content":"{}""#
        await mallory.send(text: #"{"id":9,"send":{"conversation":"\#(first)",\#(fields),"conversation":"\#(last)"}}"#)
      } else {
        // Read as one packet, in which every field comes twice.
        await mallory.send(raw: send(first).encoded() + send(last).encoded())
      }
      await mallory.until { !$0.unawaited.isEmpty || $0.closeCode != nil }
      if last == "group:theirs" {
        let answers = await mallory.unawaited
        #expect(!answers.contains { if case .appended = $0 { true } else { false } })
      }
      #expect(try await head("group:theirs", server) == 1)
    }
  }

  @Test func deviceOfAnotherUserIsNotReplaced() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice", device: "phone", class: .mobile)
      _ = try await server.client(user: "mallory", device: "phone", class: .mobile)
      guard case .pong = try await alice.request(.ping(Wire.Ping())) else { throw TestError("replaced by another user") }
    }
  }

  @Test func clientIDOfAnotherUserIsNoRetry() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let mallory = try await server.client(user: "mallory")
      let start = Wire.CreateGroup(group: "g", clientId: "g", title: "", members: ["mallory"])
      _ = try await alice.request(.createGroup(start))
      let request = try #require(send("group:g").request)
      guard case .appended(let first) = try await alice.request(request),
        case .appended(let second) = try await mallory.request(request)
      else { throw TestError("not stored") }
      #expect(first.seq == 2 && second.seq == 3)
    }
  }

  @Test func tokenInTheAddressIsNotLookedAt() async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      let loop = try EventLoop(name: "client")
      let client = WireClient(loop: loop)
      try await client.connect(host: server.host, port: server.port, path: "\(Gateway.path)?token=\(token)&access_token=\(token)")
      await client.post([send("direct:alice")])
      await client.until { $0.closeCode != nil }
      #expect(await client.closing?.failure?.errorCode == .helloExpected)
      await loop.stop()
    }
  }

  /// Recorded packets of a session, replayed on another connection.
  @Test func packetsPlayedAgainChangeNothing() async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      _ = try await server.token(for: "bob")
      let hello = Wire.Hello(versionMin: 1, versionMax: 1, token: token, device: Wire.Device(id: "d", class: .tool))
      let text = #"{"text":"a"}"#
      let requests: [Wire.ClientPacket.Request] = [
        .hello(hello), .createGroup(Wire.CreateGroup(clientId: "1", title: "", members: ["bob"])),
        .send(Wire.Send(conversation: "direct:bob", clientId: "2", type: "text", content: text)),
        .send(Wire.Send(conversation: "direct:bob", clientId: "3", type: "text", content: text)),
        .edit(Wire.Edit(conversation: "direct:bob", clientId: "4", target: 1, type: "text", content: text)),
        .recall(Wire.Recall(conversation: "direct:bob", clientId: "5", target: 2)),
        .markRead(Wire.MarkRead(conversation: "direct:bob", seq: 2)),
      ]
      let packets = requests.enumerated().map { Wire.ClientPacket(id: UInt32($0.offset) + 1, request: $0.element) }
      var views: [View] = []
      for _ in 0..<3 {
        let client = try await server.connection()
        await client.post(packets)
        await client.until { $0.unawaited.count == packets.count }
        #expect(await client.unawaited.allSatisfy { if case .failure = $0 { false } else { true } })
        views.append(try await View.fresh(try await server.client(user: "alice", device: "looks"), user: "alice"))
      }
      #expect(views[0].conversations.count == 2 && views[0].conversations["direct:alice:bob"]?.head == 4)
      #expect(views.allSatisfy { $0 == views[0] })
    }
  }
}
