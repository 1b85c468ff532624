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

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func conversationsWithLargeMessagesAreListedInPages(subprotocol: String) async throws {
    try await TestServer.with { server in
      let ids = try await makeGroups(90, server)
      let bob = try await server.client(user: "bob", subprotocol: subprotocol)
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
    }
  }

  @Test func conversationsAskedForByNameComeInPartsToo() async throws {
    try await TestServer.with { server in
      let ids = try await makeGroups(90, server)
      let bob = try await server.client(user: "bob")
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

  @Test func manyReadsAtOnceAreAllAnswered() async throws {
    try await TestServer.gated { server, store in
      let bob = try await server.client(user: "bob")
      for index in 0..<40 {
        _ = try await bob.request(
          .send(Wire.Send(conversation: "direct:bob", clientId: "m\(index)", type: "text", content: Self.content)))
      }
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
      var read = -1
      while store.count(.page) != read {
        read = store.count(.page)
        for _ in 0..<50 { _ = try await other.request(.ping(Wire.Ping())) }
      }
      await bob.setReading(true)
      #expect(try await answers.allSatisfy { $0 > 0 })
      #expect(server.server.metrics.slowConsumers.value == 0)
    }
  }
}
