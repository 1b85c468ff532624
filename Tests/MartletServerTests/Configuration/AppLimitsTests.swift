import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Configured limits of apps take effect.
@Suite(.timeLimit(.minutes(10))) struct AppLimitsTests {
  private func limits(_ text: String) throws -> Limits {
    try ServerConfiguration(file: Array(text.utf8), name: "test").limits
  }

  @Test func anAppsOwnLimitsAreToldAndHold() async throws {
    let limits = try limits(
      """
      app.main.limits.content_bytes = 100
      app.main.limits.group_members = 2
      app.main.limits.users_per_request = 2
      app.other.limits.content_bytes = 64
      """)
    try await TestServer.with(limits: limits) { server in
      for user in ["bob", "carol"] { _ = try await server.token(for: user) }
      let alice = try await server.connection()
      guard case .welcome(let welcome) = try await alice.hello(token: try await server.token(for: "alice")) else {
        throw TestError("not welcome")
      }
      #expect(welcome.limits?.contentBytes == 100 && welcome.limits?.groupMembers == 2)
      func code(_ request: Wire.ClientPacket.Request) async throws -> ErrorCode? {
        if case .failure(let failure) = try await alice.request(request) { failure.errorCode } else { nil }
      }
      func send(_ count: Int) -> Wire.ClientPacket.Request {
        let content = #"{"text":""# + String(repeating: "x", count: count - 11) + #""}"#
        return .send(Wire.Send(conversation: "direct:bob", clientId: "s\(count)", type: "text", content: content))
      }
      #expect(try await code(send(100)) == nil)
      #expect(try await code(send(101)) == .contentTooLarge)
      let group = Wire.CreateGroup(group: "g", clientId: "g", title: "", members: ["bob", "carol"])
      #expect(try await code(.createGroup(group)) == .groupFull)
      let many = Wire.AddMembers(conversation: "group:g", clientId: "m", users: ["alice", "bob", "carol"])
      #expect(try await code(.addMembers(many)) == .fieldInvalid)
    }
  }

  @Test func anAppsDevicesAreCountedByItsOwnLimit() async throws {
    let limits = try limits("limits.devices_tool = 5\napp.main.limits.devices_tool = 1")
    try await TestServer.with(limits: limits) { server in
      let first = try await server.client(user: "alice", device: "one")
      _ = try await server.client(user: "alice", device: "two")
      await first.until { $0.closeCode != nil }
      #expect(await first.closing?.failure?.errorCode == .signedInElsewhere)
    }
  }

  @Test func tokensLiveAsLongAsIsConfigured() async throws {
    let limits = try limits("app.main.limits.token_lifetime = 1h\napp.main.limits.token_lifetime_most = 2h")
    try await TestServer.with(limits: limits) { server in
      let verified = try TokenVerifier().verify(
        try await server.token(for: "alice"), apps: server.server.apps.current, now: SystemTimeSource().wallMilliseconds)
      #expect(verified.expiresAt - verified.issuedAt == 3600)
    }
    let issuer = TokenIssuer(limits.of(try #require(AppID("main"))))
    #expect(issuer.maximumLifetime == 7200)
  }
}
