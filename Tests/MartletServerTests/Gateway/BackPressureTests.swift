import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

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

  /// Waits until something is so of a session of the server, or a client was cut off as slow.
  ///
  /// It is asked on the session's loop; nothing here goes by the clock, which stands.
  private func until(_ server: TestServer, _ isSo: @escaping @Sendable (isolated Session) -> Bool) async {
    while server.server.metrics.slowConsumers.value == 0 {
      for shard in server.server.engine.shards {
        let sessions = await shard.run { shard in shard.sessions.connections.sessions.compactMap { $0 as? Session } }
        for session in sessions {
          if await session.run(isSo) { return }
        }
      }
      await Task.yield()
    }
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
    try await TestServer.with(limits: Limits(), time: ManualTime()) { server in
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
      await until(server) { $0.holdsBackReads }
      await bob.setReading(true)
      #expect(try await answers.allSatisfy { $0 > 0 })
      #expect(server.server.metrics.slowConsumers.value == 0)
    }
  }

  @Test func whatWaitsToBeReadIsBoundedInBytes() async throws {
    try await TestServer.gated(time: ManualTime()) { server, store in
      let bob = try await server.client(user: "bob")
      try await fill(bob)
      await bob.setReading(false)
      let fetch = Wire.ClientPacket.Request.fetchEntries(Wire.FetchEntries(conversation: "direct:bob", limit: 100))
      let fetches = (UInt32(1000)..<1080).map { Wire.ClientPacket(id: $0, request: fetch) }
      let metrics = server.server.metrics
      let before = Int(metrics.packetsReceived.value)
      await bob.post(fetches)
      await until(server) { $0.holdsBackReads && Int(metrics.packetsReceived.value) == before + 80 }
      // No more are read until bob takes the answers.
      #expect(store.count(.page) < fetches.count)

      // Two of these are more than may wait.
      let list = Wire.ListConversations(only: [String(repeating: "x", count: 250 << 10)])
      let lists = (UInt32(2000)..<2040).map { Wire.ClientPacket(id: $0, request: .listConversations(list)) }
      await bob.post(lists)
      await until(server) { $0.isReadingPaused }
      #expect(Int(metrics.packetsReceived.value) - before - fetches.count < 6)

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

extension Session {
  /// Runs the body on the session.
  fileprivate func run<Result: Sendable>(_ body: @Sendable (isolated Session) -> Result) -> Result { body(self) }
}
