import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Large answers and many of them reach a client that reads, however slowly.
@Suite(.timeLimit(.minutes(10))) struct BackPressureTests {
  /// Of a message near the limit, made of characters that JSON has to escape.
  private static let content = #"{"text":""# + String(repeating: #"\""#, count: 29_000) + #""}"#

  /// Makes groups with bob in them, each with one large message.
  private func makeGroups(_ count: Int, _ server: TestServer) async throws -> [String] {
    let mallory = try await server.client(user: "mallory")
    _ = try await server.token(for: "bob")
    var ids: [String] = []
    for index in 0..<count {
      let id = "group:g\(index)"
      _ = try await mallory.request(
        .createGroup(Wire.CreateGroup(group: "g\(index)", clientId: "c\(index)", title: "", members: ["bob"])))
      guard
        case .appended = try await mallory.request(
          .send(Wire.Send(conversation: id, clientId: "m\(index)", type: "text", content: Self.content)))
      else { throw TestError("not sent") }
      ids.append(id)
    }
    return ids
  }

  private func page(_ client: WireClient, _ list: Wire.ListConversations) async throws -> Wire.Conversations {
    guard case .conversations(let page) = try await client.request(.listConversations(list)) else {
      throw TestError("no page of conversations")
    }
    return page
  }

  /// Sends bob large messages of his own, more than a few pages hold.
  private func fill(_ bob: WireClient) async throws {
    for index in 0..<40 {
      _ = try await bob.request(
        .send(Wire.Send(conversation: "direct:bob", clientId: "m\(index)", type: "text", content: Self.content)))
    }
  }

  /// Waits until a count stays the same while another client is answered many times, and returns it.
  private func settled(_ other: WireClient, _ count: @Sendable (_ pings: Int) -> Int) async throws -> Int {
    var (pings, known) = (0, -1)
    while count(pings) != known {
      known = count(pings)
      for _ in 0..<50 { _ = try await other.request(.ping(Wire.Ping())) }
      pings += 50
    }
    return known
  }

  @Test func conversationsWithLargeMessagesAreListedInPages() async throws {
    try await TestServer.with { server in
      let ids = try await makeGroups(90, server)
      for subprotocol in [Gateway.binaryProtocol, Gateway.jsonProtocol] {
        let bob = try await server.client(user: "bob", device: subprotocol, subprotocol: subprotocol)
        var listed: [String] = []
        var before: UInt64 = 0
        while true {
          let page = try await page(bob, Wire.ListConversations(changedBefore: before, limit: 200))
          listed += page.conversations.map(\.id)
          #expect(page.conversations.allSatisfy { $0.lastMessage != nil })
          guard page.more, let lowest = page.conversations.last?.stamp else { break }
          before = lowest
        }
        #expect(listed == ids.reversed())
        // Asked for by name, they come in parts too.
        var missing = Set(ids + ["group:none"])
        while true {
          let page = try await page(bob, Wire.ListConversations(only: missing.sorted()))
          missing.subtract(page.conversations.map(\.id))
          guard page.more else { break }
          #expect(!page.conversations.isEmpty)
        }
        #expect(missing == ["group:none"])
      }
    }
  }

  @Test func manyReadsAtOnceAreAllAnswered() async throws {
    try await TestServer.gated { server, store in
      let bob = try await server.client(user: "bob")
      try await fill(bob)
      await bob.setReading(false)
      async let answers = withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<80 {
          group.addTask {
            let answer = try await bob.request(.fetchEntries(Wire.FetchEntries(conversation: "direct:bob", limit: 100)))
            guard case .entries(let page) = answer else { return 0 }
            return page.entries.count
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      // Until the server reads no further, because the client does not, or for want of a bound.
      let other = try await server.client(user: "other")
      _ = try await settled(other) { _ in store.count(.page) }
      await bob.setReading(true)
      #expect(try await answers.allSatisfy { $0 > 0 })
      #expect(server.server.metrics.slowConsumers.value == 0)
    }
  }

  @Test func whatWaitsToBeReadIsBoundedInBytes() async throws {
    try await TestServer.gated { server, store in
      let (bob, other) = (try await server.client(user: "bob"), try await server.client(user: "other"))
      try await fill(bob)
      await bob.setReading(false)
      let fetch = Wire.ClientPacket.Request.fetchEntries(Wire.FetchEntries(conversation: "direct:bob", limit: 100))
      let fetches = (UInt32(1000)..<1080).map { Wire.ClientPacket(id: $0, request: fetch) }
      await bob.post(fetches)
      let read = try await settled(other) { _ in store.count(.page) }
      #expect(read < fetches.count)

      // Two of these are more than may wait.
      let list = Wire.ListConversations(only: [String(repeating: "x", count: 250 << 10)])
      let lists = (UInt32(2000)..<2040).map { Wire.ClientPacket(id: $0, request: .listConversations(list)) }
      let before = Int(server.server.metrics.packetsReceived.value)
      await bob.post(lists)
      let received = try await settled(other) { Int(server.server.metrics.packetsReceived.value) - before - $0 }
      #expect(received < 6)

      await bob.setReading(true)
      let asked = fetches.count + lists.count
      await bob.until { $0.closeCode != nil || $0.unawaited.count == asked }
      let answers = await bob.unawaited
      let pages = answers.count { if case .entries(let page) = $0 { !page.entries.isEmpty } else { false } }
      let refusals = answers.count { if case .failure(let failure) = $0 { failure.field == "only" } else { false } }
      #expect(pages == fetches.count && refusals == lists.count)
      #expect(server.server.metrics.slowConsumers.value == 0)
    }
  }

  @Test func listsThatAreTooLongAreRefusedBeforeTheyWait() async throws {
    try await TestServer.gated { server, store in
      let bob = try await server.client(user: "bob")
      _ = try await bob.request(
        .send(Wire.Send(conversation: "direct:bob", clientId: "m", type: "text", content: #"{"text":"a"}"#)))
      store.hold(.page)
      let fetch = Wire.ClientPacket.Request.fetchEntries(Wire.FetchEntries(conversation: "direct:bob"))
      await bob.post([Wire.ClientPacket(id: 1000, request: fetch), Wire.ClientPacket(id: 1001, request: fetch)])
      await store.arrived(.page, count: 2)
      // As many reads as may be are under way, so that another one waits.
      let names = [String](repeating: "group:g", count: 201)
      let requests: [(Wire.ClientPacket.Request, String)] = [
        (.listConversations(Wire.ListConversations(only: names)), "only"),
        (.countReceipts(Wire.CountReceipts(conversation: "direct:bob", seqs: Array(1...101))), "seqs"),
      ]
      for (request, field) in requests {
        let answer = try await bob.request(request)
        guard case .failure(let failure) = answer else { throw TestError("not refused: \(answer)") }
        #expect(failure.errorCode == .fieldInvalid && failure.field == field)
      }
      store.release(.page)
      await bob.until { $0.closeCode != nil || $0.unawaited.count == 2 }
    }
  }
}
