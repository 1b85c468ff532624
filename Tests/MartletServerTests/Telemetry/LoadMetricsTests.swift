import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Figures of a server under load, as an operator reads them.
@Suite(.timeLimit(.minutes(10))) struct LoadMetricsTests {
  private func samples(_ server: TestServer) throws -> [String: Double] {
    try PrometheusText(server.server.metrics.prometheusText()).samples
  }

  private func send(_ conversation: String, _ text: String, id: String) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"\#(text)"}"#))
  }

  /// Waits for work that the server does after its answer.
  private func until(_ server: TestServer, _ isSo: ([String: Double]) -> Bool) async throws {
    while try !isSo(samples(server)) { await Task.yield() }
  }

  @Test func figuresOfAnAppFollowItsUsers() async throws {
    try await TestServer.with { server in
      let first = try await server.client(user: "alice", device: "a")
      let second = try await server.client(user: "alice", device: "b")
      let bob = try await server.client(user: "bob")
      #expect(try samples(server)["martlet_app_sessions_open{app=\"main\"}"] == 3)
      #expect(try samples(server)["martlet_app_users_connected{app=\"main\"}"] == 2)

      _ = try await first.request(send("direct:bob", "one", id: "1"))
      _ = try await first.request(send("direct:bob", "one", id: "1"))
      _ = try await bob.request(send("direct:alice", "two", id: "2"))
      _ = try await bob.request(send("group:none", "three", id: "3"))
      _ = try await bob.request(.markRead(Wire.MarkRead(conversation: "direct:alice", seq: 1)))
      #expect(try samples(server)["martlet_app_messages_total{app=\"main\"}"] == 2)
      #expect(try samples(server)["martlet_app_refusals_total{app=\"main\"}"] == 1)

      await first.close()
      try await until(server) { $0["martlet_app_sessions_open{app=\"main\"}"] == 2 }
      #expect(try samples(server)["martlet_app_users_connected{app=\"main\"}"] == 2)
      await second.close()
      try await until(server) { $0["martlet_app_users_connected{app=\"main\"}"] == 1 }
      // The same device once more takes the place of its session.
      let again = try await server.client(user: "bob")
      try await until(server) { $0["martlet_app_sessions_open{app=\"main\"}"] == 1 }
      #expect(try samples(server)["martlet_app_users_connected{app=\"main\"}"] == 1)
      await again.close()
      try await until(server) { $0["martlet_app_users_connected{app=\"main\"}"] == 0 }
    }
  }

  @Test func readsAreTimed() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      for _ in 0..<3 { _ = try await alice.request(.listConversations(Wire.ListConversations())) }
      #expect(try samples(server)["martlet_read_seconds_count"] == 3)
      #expect(try samples(server)["martlet_read_seconds_sum", default: 0] > 0)
    }
  }

  /// The clock jumps while a loop's timer is due: the loop is late by the rest of the jump.
  @Test func loopsTellHowLateTheyAre() async throws {
    let time = ManualTime()
    try await TestServer.with(limits: Limits(), time: time) { server in
      let alice = try await server.client(user: "alice")
      time.advance(by: .milliseconds(1250))
      guard case .pong = try await alice.request(.ping(Wire.Ping())) else { throw TestError("no answer") }
      try await until(server) { $0["martlet_loop_lag_seconds_count", default: 0] >= 2 }
      #expect(try samples(server)["martlet_loop_lag_seconds_bucket{le=\"0.5\"}"] == 0)
      #expect(try samples(server)["martlet_loop_lag_seconds_bucket{le=\"1\"}"] == 2)
    }
  }

  @Test func requestsThatWaitForTheStoreAreShown() async throws {
    try await TestServer.gated { server, store in
      let alice = try await server.client(user: "alice")
      store.hold(.append, .before)
      let sent = Task { try await alice.request(send("direct:alice", "one", id: "1")) }
      await store.arrived(.append, .before)
      try await until(server) { $0["martlet_requests_waiting"] == 1 }
      store.holdNoMore(.append, .before)
      store.release(.append, .before)
      _ = try await sent.value
      try await until(server) { $0["martlet_requests_waiting"] == 0 }
    }
  }

  @Test func loadOfTheStoreIsShown() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      // Folded rows have left the tail.
      var count = 0
      while try samples(server)["martlet_store_tail_rows", default: 0] == 0, count < 1000 {
        _ = try await alice.request(send("direct:alice", "one", id: "\(count)"))
        count += 1
      }
      #expect(try samples(server)["martlet_store_tail_rows", default: 0] > 0)
      #expect(try samples(server)["martlet_store_waiting_rows"] == 0)
    }
  }
}
