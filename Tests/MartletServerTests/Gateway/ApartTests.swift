import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Two apps on one server, in which everybody and everything has the same names, never see each other.
@Suite(.timeLimit(.minutes(10))) struct ApartTests {
  /// A server with two apps, and the store beneath it.
  private static func with(_ body: (TestServer, GatedStore) async throws -> Void) async throws {
    try await MartletTesting.TemporaryDirectory.with { path in
      let directory = try DataDirectory.open(path, random: SystemRandomBytes())
      try directory.store(try Apps([appKeys("one", secret(1)), appKeys("two", secret(2))]))
      directory.close()
      try await TestServer.gated(directory: path, body)
    }
  }

  private static func token(_ user: String, of app: AppID, _ server: TestServer, _ store: GatedStore) async throws -> String {
    let (record, _) = try await store.createUser(Names.user(user), app: app, at: 0)
    let keys = try #require(server.server.apps.current[app])
    return try TokenIssuer().issue(for: record, keys: keys, now: SystemTimeSource().wallMilliseconds).token
  }

  private static func client(
    _ user: String, of app: AppID, _ server: TestServer, _ store: GatedStore
  ) async throws -> WireClient {
    let client = try await server.connection()
    guard case .welcome = try await client.hello(token: try await token(user, of: app, server, store), class: .mobile) else {
      throw TestError("not welcome")
    }
    return client
  }

  private func send(_ conversation: String, _ text: String, id: String) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"\#(text)"}"#))
  }

  @Test func sameNamesInTwoAppsAreDifferentPeopleAndConversations() async throws {
    try await Self.with { server, store in
      let (one, two) = (Names.app("one"), Names.app("two"))
      var clients: [AppID: [WireClient]] = [:]
      for app in [one, two] {
        for user in ["alice", "bob"] { clients[app, default: []].append(try await Self.client(user, of: app, server, store)) }
      }
      for app in [one, two] {
        let alice = try #require(clients[app]?.first)
        let group = Wire.CreateGroup(group: "g", clientId: "create", title: "of \(app)", members: ["bob"])
        guard case .appended(let created) = try await alice.request(.createGroup(group)) else { throw TestError("not created") }
        #expect(created.seq == 1)
        for (conversation, id) in [("group:g", "1"), ("direct:bob", "2")] {
          guard case .appended = try await alice.request(send(conversation, "of \(app)", id: id)) else {
            throw TestError("a client id of the other app is in the way")
          }
        }
        _ = try await alice.request(.markRead(Wire.MarkRead(conversation: "group:g", seq: 2)))
      }
      for app in [one, two] {
        for client in clients[app] ?? [] {
          await client.until { $0.entries(of: "direct:alice:bob").count == 1 && $0.entries(of: "group:g").count == 2 }
          try await expectOnly(app, client)
        }
      }
    }
  }

  /// Everything pushed to a client and everything it can read names its own app only.
  private func expectOnly(_ app: AppID, _ client: WireClient) async throws {
    let other = app.text == "one" ? "of two" : "of one"
    var seen = await client.pushes.map { "\($0)" }
    for request: Wire.ClientPacket.Request in [
      .fetchEntries(Wire.FetchEntries(conversation: "group:g")),
      .fetchEntries(Wire.FetchEntries(conversation: "direct:alice:bob")),
      .listConversations(Wire.ListConversations()), .listConversations(Wire.ListConversations(only: ["group:g"])),
      .listMembers(Wire.ListMembers(conversation: "group:g")), .fetchUserEntries(Wire.FetchUserEntries()),
    ] {
      let answer = try await client.request(request)
      if case .failure(let failure) = answer { Issue.record("\(failure)") }
      seen.append("\(answer)")
    }
    #expect(seen.contains { $0.contains("of \(app)") })
    #expect(!seen.contains { $0.contains(other) })
    #expect(await client.entries(of: "group:g").map(\.seq) == [1, 2])
  }

  @Test func strangersOfAnotherAppFindNothing() async throws {
    try await Self.with { server, store in
      let (one, two) = (Names.app("one"), Names.app("two"))
      let alice = try await Self.client("alice", of: one, server, store)
      _ = try await Self.client("carol", of: one, server, store)
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "c", title: "", members: ["carol"])))
      let stranger = try await Self.client("alice", of: two, server, store)
      for request in [
        send("group:g", "a", id: "1"), .fetchEntries(Wire.FetchEntries(conversation: "group:g")),
        .listMembers(Wire.ListMembers(conversation: "group:g")), .markRead(Wire.MarkRead(conversation: "group:g", seq: 1)),
        .addMembers(Wire.AddMembers(conversation: "group:g", clientId: "2", users: ["alice"])),
      ] {
        guard case .failure(let failure) = try await stranger.request(request) else { throw TestError("\(request)") }
        #expect(failure.errorCode == .conversationUnknown)
      }
      guard case .failure(let failure) = try await stranger.request(send("direct:carol", "a", id: "3")) else {
        throw TestError("found a user of the other app")
      }
      #expect(failure.errorCode == .peerUnknown)
    }
  }

  @Test func devicesAndRevocationsOfOneAppDoNotTouchTheOther() async throws {
    try await Self.with { server, store in
      let (one, two) = (Names.app("one"), Names.app("two"))
      let first = try await Self.client("alice", of: one, server, store)
      let second = try await Self.client("alice", of: two, server, store)
      guard case .pong = try await first.request(.ping(Wire.Ping())) else { throw TestError("replaced by the other app's") }
      try await server.revokeTokens(of: "alice")
      await first.until { $0.closeCode != nil }
      #expect(await first.closing?.failure?.errorCode == .tokenRevoked)
      guard case .pong = try await second.request(.ping(Wire.Ping())) else { throw TestError("revoked with the other app's") }
    }
  }

  @Test func tokenOfOneAppIsWorthNothingInTheOther() async throws {
    try await Self.with { server, store in
      let token = try await Self.token("alice", of: Names.app("one"), server, store)
      let parts = token.split(separator: ".").map(String.init)
      let claims = try #require(Base64URL.decode(parts[1].utf8))
      let forged = String(decoding: claims, as: UTF8.self).replacing("\"one\"", with: "\"two\"")
      let client = try await server.connection()
      _ = try? await client.hello(token: "\(parts[0]).\(Base64URL.encode(forged.utf8)).\(parts[2])")
      await client.until { $0.closeCode != nil }
      #expect(await client.closing?.failure?.errorCode == .tokenSignature)
    }
  }
}
