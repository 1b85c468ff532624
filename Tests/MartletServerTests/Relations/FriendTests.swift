import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Friend requests over the socket and by the app's server.
@Suite(.timeLimit(.minutes(10))) struct FriendTests {
  private func ask(_ client: WireClient, _ users: String..., text: String = "") async throws -> String {
    try await RelatedClients.outcome(
      client, .setRelations(Wire.SetRelations(users: users, kind: .friend, set: true, text: text)))
  }

  private func accept(_ client: WireClient, _ users: String...) async throws -> String {
    try await RelatedClients.outcome(
      client, .setRelations(Wire.SetRelations(users: users, kind: .friend, set: true, accept: true)))
  }

  private func end(_ client: WireClient, _ users: String...) async throws -> String {
    try await RelatedClients.outcome(client, .setRelations(Wire.SetRelations(users: users, kind: .friend)))
  }

  private func list(_ client: WireClient, _ kind: Wire.RelationKind) async throws -> [String] {
    guard case .relations(let page) = try await client.request(.listRelations(Wire.ListRelations(kind: kind))) else {
      throw TestError("no list")
    }
    return page.relations.map { $0.text.isEmpty ? $0.user : "\($0.user): \($0.text)" }
  }

  @Test func bothUsersAreToldOfARequestAndItsAnswer() async throws {
    try await RelatedClients.with { clients async throws in
      let (alice, bob) = (clients.alice, clients.bob)
      #expect(try await ask(alice, "bob", text: "Hello") == "1")
      await bob.until { $0.pushes.flatMap(\.userEntries).count == 1 }
      #expect(try await list(bob, .asks) == ["alice: Hello"])
      #expect(try await list(alice, .asked) == ["bob: Hello"])
      #expect(try await accept(bob, "alice") == "2")
      for client in [alice, bob] {
        await client.until { $0.pushes.flatMap(\.userEntries).map(\.seq) == [1, 2] }
        #expect(try await list(client, .friend).count == 1)
      }
      #expect(try await end(alice, "bob") == "3")
      await bob.until { $0.pushes.flatMap(\.userEntries).map(\.seq) == [1, 2, 3] }
      #expect(try await list(bob, .friend) == [])
      #expect(await clients.carol.pushes.allSatisfy { $0.userEntries.isEmpty })
    }
  }

  @Test func aDeclinedUserSeesThatTheRequestWaitsNoMore() async throws {
    try await RelatedClients.with { clients async throws in
      #expect(try await ask(clients.alice, "bob", "carol") == "1")
      #expect(try await end(clients.bob, "alice") == "2")
      #expect(try await list(clients.alice, .asked) == ["carol"])
      #expect(try await end(clients.bob, "alice") == "2", "declining again changes nothing")
      #expect(try await end(clients.alice, "carol") == "3", "and withdrawing is the same from the other side")
      #expect(try await accept(clients.carol, "alice") == "friend_request_unknown alice")
    }
  }

  @Test func requestsOfAWrongFormAndTooManyAreRefused() async throws {
    var limits = Limits()
    (limits.friendRequests, limits.friendsOfUser) = (1, 1)
    try await RelatedClients.with(limits) { clients async throws in
      let (alice, bob, carol) = (clients.alice, clients.bob, clients.carol)
      #expect(try await ask(alice, "alice") == "relation_to_self")
      #expect(try await ask(alice, "nobody") == "peer_unknown nobody")
      #expect(
        try await ask(alice, "bob", text: String(repeating: "x", count: Limits.noteBytes + 1))
          == "field_invalid text \(Limits.noteBytes)")
      #expect(try await ask(alice, "bob", "carol", text: "x") == "field_invalid users 1")
      #expect(try await accept(alice, "bob") == "friend_request_unknown bob")
      #expect(try await ask(alice, "bob", "carol") == "relations_full asked 1")
      #expect(try await ask(alice, "bob") == "1")
      #expect(try await ask(carol, "bob") == "peer_relations_full asks 1")
      #expect(try await accept(bob, "alice") == "2")
      #expect(try await ask(carol, "bob") == "1")
      #expect(try await accept(bob, "carol") == "relations_full friend 1")
      for (change, error) in [
        (Wire.SetRelations(users: ["bob"], kind: .asked, set: true), "field_invalid kind"),
        (Wire.SetRelations(users: ["bob"], kind: .asks, set: true), "field_invalid kind"),
        (Wire.SetRelations(users: ["bob"], kind: .blocked, set: true, text: "x"), "field_invalid text"),
        (Wire.SetRelations(users: ["bob"], kind: .friend, accept: true), "field_invalid accept"),
        (Wire.SetRelations(users: ["bob"], kind: .friend, set: true, text: "x", accept: true), "field_invalid text"),
      ] { #expect(try await RelatedClients.outcome(alice, .setRelations(change)) == error) }
    }
  }

  @Test func anAppMayAskForNoConsentOrLetNobodyAsk() async throws {
    var limits = Limits()
    limits.friends = .withoutConsent
    try await RelatedClients.with(limits) { clients async throws in
      #expect(try await ask(clients.alice, "bob", text: "x") == "1")
      #expect(try await list(clients.bob, .friend) == ["alice"])
    }
    limits.friends = .off
    try await RelatedClients.with(limits) { clients async throws in
      #expect(try await ask(clients.alice, "bob") == "friends_off")
      #expect(try await accept(clients.alice, "bob") == "friends_off")
      let made: Wire.Changed = try await clients.server.control.call(
        "/v1/users/relations/set", Wire.SetUserRelations(user: "alice", users: ["bob"], kind: .friend, set: true))
      #expect(made.revision == 1)
      await clients.bob.until { $0.pushes.flatMap(\.userEntries).map(\.seq) == [1] }
      let page: Wire.UserRelations = try await clients.server.control.call(
        "/v1/users/relations", Wire.ListUserRelations(user: "bob", kind: .friend))
      #expect(page.users == ["alice"])
      #expect(try await end(clients.bob, "alice") == "2", "whoever has friends can end it")
      guard case .welcome(let welcome) = try await clients.server.connection().hello(token: clients.server.token(for: "bob"))
      else { throw TestError("not let in") }
      #expect(welcome.limits?.friends == .off && welcome.limits?.friendsOfUser == 3000 && welcome.limits?.friendRequests == 100)
    }
  }

  @Test func friendsMayWriteAndSignalWhereOnlyAllowedUsersDo() async throws {
    var limits = Limits()
    limits.onlyAllowed = true
    try await RelatedClients.with(limits) { clients async throws in
      let (alice, bob) = (clients.alice, clients.bob)
      let typing = Wire.ClientPacket.Request.signal(Wire.Signal(conversation: "direct:alice:bob", type: "typing", content: "{}"))
      #expect(try await RelatedClients.send(alice, to: "direct:bob") == "not_on_allow_list")
      #expect(try await ask(alice, "bob") == "1")
      #expect(try await RelatedClients.send(bob, to: "direct:alice") == "not_on_allow_list")
      #expect(try await accept(bob, "alice") == "2")
      #expect(try await RelatedClients.send(alice, to: "direct:bob") == "#1")
      #expect(try await RelatedClients.send(bob, to: "direct:alice") == "#2")
      #expect(try await RelatedClients.outcome(alice, typing) == "done")
      #expect(try await end(bob, "alice") == "3")
      for client in [alice, bob] { #expect(try await RelatedClients.outcome(client, typing) == "not_on_allow_list") }
    }
  }

  /// A page with the longest texts is no larger than a packet.
  @Test func aPageOfLongRequestsFitsInAPacket() async throws {
    try await TestServer.with { server in
      let bob = try await server.client(user: "bob")
      let names = (10..<80).map { "user\($0)" }
      for name in names {
        let client = try await server.client(user: name)
        #expect(try await ask(client, "bob", text: String(repeating: "\"", count: Limits.noteBytes)) == "1")
      }
      var found: [String] = []
      while true {
        let list = Wire.ListRelations(kind: .asks, after: found.last ?? "", limit: 100)
        guard case .relations(let page) = try await bob.request(.listRelations(list)) else { throw TestError("no page") }
        found += page.relations.map(\.user)
        #expect(!page.relations.isEmpty)
        guard page.more, !page.relations.isEmpty else { break }
      }
      #expect(found == names)
    }
  }
}
