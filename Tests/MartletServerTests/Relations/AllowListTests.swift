import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Users who let only allowed users write, over the socket and by the app's server.
@Suite(.timeLimit(.minutes(10))) struct AllowListTests {
  private func allow(_ client: WireClient, _ users: String..., on: Bool = true) async throws -> String {
    try await RelatedClients.outcome(client, .setRelations(Wire.SetRelations(users: users, kind: .allowed, set: on)))
  }

  private func takeOnlyAllowed(_ client: WireClient, _ on: Bool = true) async throws -> String {
    try await RelatedClients.outcome(client, .setRelations(Wire.SetRelations(kind: .onlyAllowed, set: on)))
  }

  @Test func whoIsNotAllowedCanReadAndRecallAndAddNothing() async throws {
    try await RelatedClients.with { clients async throws in
      let (alice, bob) = (clients.alice, clients.bob)
      #expect(try await RelatedClients.send(bob, to: "direct:alice") == "#1")
      #expect(try await takeOnlyAllowed(alice) == "2")
      let content = #"{"text":"y"}"#
      let pair = "direct:alice:bob"
      for request in [
        Wire.ClientPacket.Request.send(Wire.Send(conversation: pair, clientId: "a", type: "text", content: content)),
        .edit(Wire.Edit(conversation: pair, clientId: "b", target: 1, type: "text", content: content)),
        .signal(Wire.Signal(conversation: pair, type: "typing", content: "{}")),
      ] { #expect(try await RelatedClients.outcome(bob, request) == "not_on_allow_list") }
      #expect(try await RelatedClients.send(clients.carol, to: "direct:alice") == "not_on_allow_list", "also a first message")
      #expect(try await RelatedClients.send(alice, to: "direct:bob") == "#2")
      #expect(try await RelatedClients.outcome(bob, .recall(Wire.Recall(conversation: pair, clientId: "c", target: 1))) == "#3")
      #expect(try await RelatedClients.outcome(bob, .markRead(Wire.MarkRead(conversation: pair, seq: 2))) == "marked")
      #expect(try await allow(alice, "bob") == "3")
      #expect(try await RelatedClients.send(bob, to: "direct:alice") == "#4")
      #expect(
        try await RelatedClients.outcome(bob, .signal(Wire.Signal(conversation: pair, type: "typing", content: "{}"))) == "done")
      #expect(try await RelatedClients.send(clients.carol, to: "direct:alice") == "not_on_allow_list")
      #expect(try await takeOnlyAllowed(alice, false) == "5")
      #expect(try await takeOnlyAllowed(alice, false) == "5")
      #expect(try await RelatedClients.send(clients.carol, to: "direct:alice") == "#1")
      await alice.until { $0.pushes.flatMap(\.userEntries).filter { $0.conversation.isEmpty }.map(\.seq) == [1, 2, 3, 4, 5] }
    }
  }

  @Test func anAppMaySayItForAllUsers() async throws {
    var limits = Limits()
    limits.onlyAllowed = true
    try await RelatedClients.with(limits) { clients async throws in
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "not_on_allow_list")
      #expect(try await allow(clients.alice, "bob") == "1")
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "#1")
      #expect(try await RelatedClients.send(clients.alice, to: "direct:bob") == "not_on_allow_list")
      #expect(
        try await RelatedClients.outcome(
          clients.alice, .signal(Wire.Signal(conversation: "direct:bob", type: "t", content: "{}")))
          == "not_on_allow_list")
      #expect(try await RelatedClients.send(clients.alice, to: "direct:alice") == "#1")
      guard case .welcome(let welcome) = try await clients.server.connection().hello(token: clients.server.token(for: "bob"))
      else { throw TestError("not let in") }
      #expect(welcome.limits?.onlyAllowed == true && welcome.limits?.allowedUsers == 3000)
    }
  }

  @Test func requestsOfAWrongFormAreRefused() async throws {
    var limits = Limits()
    limits.allowedUsers = 1
    try await RelatedClients.with(limits) { clients async throws in
      let alice = clients.alice
      #expect(try await allow(alice, "alice") == "relation_to_self")
      #expect(try await allow(alice, "nobody") == "peer_unknown nobody")
      #expect(try await allow(alice, "bob", "carol") == "relations_full allowed 1")
      #expect(try await allow(alice, "bob") == "1")
      for (change, error) in [
        (Wire.SetRelations(users: ["bob"], set: true), "field_invalid kind"),
        (Wire.SetRelations(users: ["bob"], kind: Wire.RelationKind(rawValue: 77), set: true), "field_invalid kind"),
        (Wire.SetRelations(users: ["bob"], kind: .onlyAllowed, set: true), "field_invalid users"),
      ] { #expect(try await RelatedClients.outcome(alice, .setRelations(change)) == error) }
    }
  }

  // MARK: - The app's server

  @Test func theAppsServerSetsTheListAndTheSwitch() async throws {
    try await RelatedClients.with { clients async throws in
      let control = clients.server.control
      func set(_ users: [String], _ kind: Wire.RelationKind, _ isSet: Bool = true) async throws -> UInt64 {
        let body = Wire.SetUserRelations(user: "alice", users: users, kind: kind, set: isSet)
        let changed: Wire.Changed = try await control.call("/v1/users/relations/set", body)
        return changed.revision
      }
      func listed(_ kind: Wire.RelationKind) async throws -> [String] {
        let page: Wire.UserRelations = try await control.call(
          "/v1/users/relations", Wire.ListUserRelations(user: "alice", kind: kind))
        return page.users
      }
      #expect(try await listed(.onlyAllowed) == [])
      #expect(try await set([], .onlyAllowed) == 2)
      #expect(try await set(["bob"], .allowed) == 3)
      #expect(try await listed(.onlyAllowed) == ["alice"])
      #expect(try await listed(.allowed) == ["bob"])
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "#1")
      #expect(try await RelatedClients.send(clients.carol, to: "direct:alice") == "not_on_allow_list")
      #expect(try await set(["bob"], .allowed, false) == 4)
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "not_on_allow_list")
      #expect(try await set([], .onlyAllowed, false) == 6)
      #expect(try await RelatedClients.send(clients.carol, to: "direct:alice") == "#1")
      let response = try await control.response("/v1/users/relations", Wire.ListUserRelations(user: "alice"))
      #expect(try Wire.Failure(json: response.body).field == "kind")
    }
  }
}
