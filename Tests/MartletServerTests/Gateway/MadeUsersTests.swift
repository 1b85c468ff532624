import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Users whom the server makes by itself, because the app lets it.
@Suite(.timeLimit(.minutes(2))) struct MadeUsersTests {
  private func makingUsers() -> Limits {
    var limits = Limits()
    limits.makesUsers = true
    return limits
  }

  /// A valid token of a user whom the app never created.
  private func token(of user: String, in server: TestServer) throws -> String {
    let keys = try #require(server.server.apps.current.all.first)
    return try TokenIssuer().issue(for: Names.record(user), keys: keys, now: SystemTimeSource().wallMilliseconds).token
  }

  /// Reading the members of a conversation with a user says whether the user exists, and makes nobody.
  private func exists(_ user: String, to client: WireClient) async throws -> Bool {
    let list = Wire.ListMembers(conversation: "direct:\(user)")
    guard case .failure(let failure) = try await client.request(.listMembers(list)) else { return true }
    return failure.errorCode == .conversationUnknown
  }

  @Test func validTokenMakesItsUser() async throws {
    try await TestServer.with(limits: makingUsers()) { server in
      let ghost = try token(of: "ghost", in: server)
      let alice = try await server.client(user: "alice")
      #expect(try await !exists("ghost", to: alice))
      let client = try await server.connection()
      guard case .welcome(let welcome) = try await client.hello(token: ghost) else { throw TestError("refused") }
      #expect(welcome.user == "ghost")
      #expect(try await exists("ghost", to: alice))
      let send = Wire.Send(conversation: "direct:ghost", clientId: "1", type: "text", content: #"{"text":"boo"}"#)
      guard case .appended = try await alice.request(.send(send)) else { throw TestError("not sent") }
      // A token that was not signed by the app makes nobody.
      let forged = String(try token(of: "nobody", in: server).dropLast(4)) + "AAAA"
      let other = try await server.connection()
      _ = try? await other.hello(token: forged)
      await other.until { $0.closeCode != nil }
      #expect(await other.closing?.failure?.errorCode == .tokenSignature)
      #expect(try await !exists("nobody", to: alice))
      // From then on the user's tokens can be revoked.
      try await server.revokeTokens(of: "ghost")
      await client.until { $0.closeCode != nil }
      #expect(await client.closing?.failure?.errorCode == .tokenRevoked)
    }
  }

  @Test func whoeverIsNamedIsMade() async throws {
    try await TestServer.with(limits: makingUsers()) { server in
      let alice = try await server.client(user: "alice")
      let send = Wire.Send(conversation: "direct:bob", clientId: "1", type: "text", content: #"{"text":"hi"}"#)
      guard case .appended = try await alice.request(.send(send)) else { throw TestError("not sent") }
      let create = Wire.CreateGroup(group: "g", clientId: "2", title: "G", members: ["carol"])
      guard case .appended = try await alice.request(.createGroup(create)) else { throw TestError("not created") }
      let add = Wire.AddMembers(conversation: "group:g", clientId: "3", users: ["dan"])
      guard case .appended = try await alice.request(.addMembers(add)) else { throw TestError("not added") }
      let later = Wire.Send(conversation: "direct:erin", clientId: "4", type: "text", content: #"{"text":"later"}"#)
      let schedule = Wire.Schedule(send: later, at: SystemTimeSource().wallMilliseconds + 120_000)
      guard case .done = try await alice.request(.schedule(schedule)) else { throw TestError("not scheduled") }
      for user in ["bob", "carol", "dan", "erin"] { #expect(try await exists(user, to: alice), "\(user)") }
      // What was sent before is there when the user signs in for the first time.
      let bob = try await server.connection()
      _ = try await bob.hello(token: try token(of: "bob", in: server))
      let list = Wire.ListConversations(limit: 10)
      guard case .conversations(let mine) = try await bob.request(.listConversations(list)) else { throw TestError("no list") }
      #expect(mine.conversations.map(\.id) == ["direct:alice:bob"] && mine.conversations.first?.unread == 1)
      // No name of another form.
      let odd = Wire.CreateGroup(group: "h", clientId: "5", title: "H", members: ["no name"])
      guard case .failure(let failure) = try await alice.request(.createGroup(odd)) else { throw TestError("created") }
      #expect(failure.errorCode == .fieldInvalid)
    }
  }

  @Test func appsThatDoNotWishItMakeTheirUsersThemselves() async throws {
    var limits = makingUsers()
    limits.setOwn(Limits(), of: try #require(AppID("main")))
    try await TestServer.with(limits: limits) { server in
      let client = try await server.connection()
      _ = try? await client.hello(token: try token(of: "ghost", in: server))
      await client.until { $0.closeCode != nil }
      #expect(await client.closing?.failure?.errorCode == .userUnknown)
      let alice = try await server.client(user: "alice")
      let send = Wire.Send(conversation: "direct:bob", clientId: "1", type: "text", content: #"{"text":"hi"}"#)
      guard case .failure(let failure) = try await alice.request(.send(send)) else { throw TestError("sent") }
      #expect(failure.errorCode == .peerUnknown)
      for user in ["ghost", "bob"] { #expect(try await !exists(user, to: alice)) }
    }
  }
}
