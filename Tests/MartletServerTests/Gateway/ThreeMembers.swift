import MartletServer
import MartletTesting
import MartletWire

extension TestServer {
  /// Runs `body` with the sessions of alice, bob and carol, the members of `group:g` on a server of its own.
  static func withGroup(
    _ limits: Limits = Limits(), naming members: [String] = ["bob", "carol"],
    _ body: (_ alice: WireClient, _ bob: WireClient, _ carol: WireClient) async throws -> Void
  ) async throws {
    try await TestServer.with(limits: limits) { server in
      var clients: [WireClient] = []
      for user in ["alice", "bob", "carol"] { clients.append(try await server.client(user: user)) }
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "", members: members)
      guard case .appended = try await clients[0].request(.createGroup(create)) else { throw TestError("no group") }
      try await body(clients[0], clients[1], clients[2])
    }
  }
}
