import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Alice, bob and carol, connected to a server of their own.
struct RelatedClients {
  let server: TestServer
  let alice, bob, carol: WireClient

  static func with(_ limits: Limits = Limits(), _ body: @Sendable (RelatedClients) async throws -> Void) async throws {
    try await TestServer.with(limits: limits) { server in
      try await body(
        RelatedClients(
          server: server, alice: try await server.client(user: "alice"), bob: try await server.client(user: "bob"),
          carol: try await server.client(user: "carol")))
    }
  }

  static func send(_ client: WireClient, to conversation: String) async throws -> String {
    let send = Wire.Send(
      conversation: conversation, clientId: WireClient.fresh(), type: "text", content: #"{"text":"x"}"#)
    return try await outcome(client, .send(send))
  }

  /// The position, the revision, `done`, `marked`, or the error with its field and limit.
  static func outcome(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> String {
    switch try await client.request(request) {
    case .appended(let appended): return "#\(appended.seq)"
    case .changed(let changed): return "\(changed.revision)"
    case .done: return "done"
    case .marked: return "marked"
    case .failure(let failure):
      return [failure.name, failure.field, failure.limit > 0 ? "\(failure.limit)" : ""].filter { !$0.isEmpty }
        .joined(separator: " ")
    case let other: throw TestError("\(other)")
    }
  }
}
