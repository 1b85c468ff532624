import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// However a session ends, nothing of it stays.
@Suite(.timeLimit(.minutes(10))) struct SessionEndTests {
  /// A session that must go.
  private struct Held: Sendable {
    weak let session: (any LiveSession)?
  }

  private func sessions(_ server: TestServer) async -> [Held] {
    var held: [Held] = []
    for shard in server.server.engine.shards {
      held += await shard.run { shard in shard.sessions.connections.sessions.map { Held(session: $0) } }
    }
    return held
  }

  private func isEmpty(_ server: TestServer) async -> Bool {
    for shard in server.server.engine.shards {
      let isEmpty = await shard.run { shard in
        shard.sessions.connections.isEmpty && shard.sessions.attendance.isEmpty && shard.users.signIns.isEmpty
      }
      if !isEmpty { return false }
    }
    return true
  }

  private func expectNothingLeft(_ server: TestServer, _ held: [Held]) async throws {
    #expect(!held.isEmpty)
    while await !isEmpty(server) { await Task.yield() }
    while held.contains(where: { $0.session != nil }) { await Task.yield() }
    #expect(server.server.metrics.connectionsOpen.value == 0)
    #expect(server.server.metrics.sessionsOpen.value == 0)
  }

  @Test(arguments: [true, false]) func whoGoesLeavesNothing(politely: Bool) async throws {
    try await TestServer.with { server in
      var clients: [WireClient] = []
      for index in 0..<20 {
        let client = try await server.client(user: "u\(index % 3)", device: "d\(index)")
        _ = try await client.request(
          .send(Wire.Send(conversation: "direct:u0", clientId: "m", type: "text", content: #"{"text":"a"}"#)))
        clients.append(client)
      }
      let held = await sessions(server)
      for client in clients {
        // Some with a request under way.
        async let answer = try? client.request(.listConversations(Wire.ListConversations()))
        if politely { await client.close() } else { await client.abort() }
        _ = await answer
      }
      try await expectNothingLeft(server, held)
    }
  }

  @Test func whoIsSentAwayLeavesNothing() async throws {
    try await TestServer.with { server in
      let token = try await server.token(for: "alice")
      var held: [Held] = []
      for _ in 0..<5 {
        let client = try await server.connection()
        _ = try await client.hello(token: token, device: "same")
        held += await sessions(server)
      }
      let refused = try await server.connection()
      _ = try? await refused.hello(token: "none")
      let garbled = try await server.connection()
      held += await sessions(server)
      await garbled.send(raw: [0xFF])
      try await server.revokeTokens(of: "alice")
      try await expectNothingLeft(server, held)
    }
  }

  @Test(arguments: [GatedStore.Call.user, .userLog, .stamp])
  func whoGoesWhileSigningInLeavesNothing(call: GatedStore.Call) async throws {
    try await TestServer.gated { server, store in
      let token = try await server.token(for: "alice")
      store.hold(call)
      let client = try await server.connection()
      let welcome = Task { try? await client.hello(token: token) }
      await store.arrived(call)
      let held = await sessions(server)
      await client.abort()
      while await !isEmpty(server) { await Task.yield() }
      store.release(call)
      try await expectNothingLeft(server, held)
      _ = await welcome.value
    }
  }
}

extension Shard {
  /// Runs the body on the shard.
  func run<Result: Sendable>(_ body: @Sendable (isolated Shard) -> Result) -> Result { body(self) }
}
