import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Users who block others, over the socket and by the app's server.
@Suite(.timeLimit(.minutes(10))) struct BlockTests {
  private static let pair = "direct:alice:bob"

  private func block(_ client: WireClient, _ users: String..., on: Bool = true) async throws -> String {
    try await RelatedClients.outcome(client, .setRelations(Wire.SetRelations(users: users, kind: .blocked, set: on)))
  }

  /// The users whom a client's user blocks; `more` at the end if the page is not the last.
  private func blocked(_ client: WireClient, after: String = "", limit: UInt32 = 0) async throws -> [String] {
    let answer = try await client.request(
      .listRelations(Wire.ListRelations(kind: .blocked, after: after, limit: limit)))
    guard case .relations(let page) = answer else { throw TestError("\(answer)") }
    #expect(page.relations.allSatisfy { $0.blocked && $0.revision > 0 && $0.revision <= page.head })
    return page.relations.map(\.user) + (page.more ? ["more"] : [])
  }

  @Test func aBlockedUserCanReadAndRecallAndAddNothing() async throws {
    try await RelatedClients.with { clients async throws in
      let (alice, bob) = (clients.alice, clients.bob)
      #expect(try await RelatedClients.send(bob, to: "direct:alice") == "#1")
      #expect(try await RelatedClients.send(alice, to: "direct:bob") == "#2")
      #expect(try await block(alice, "bob") == "1")
      let content = #"{"text":"y"}"#
      let refused: [Wire.ClientPacket.Request] = [
        .send(Wire.Send(conversation: Self.pair, clientId: "1", type: "text", content: content)),
        .edit(Wire.Edit(conversation: Self.pair, clientId: "2", target: 1, type: "text", content: content)),
        .annotate(
          Wire.Annotate(
            conversation: Self.pair, clientId: "3", target: 2, kind: .reaction, items: [Wire.AnnotationItem(key: "👍")])),
        .annotate(
          Wire.Annotate(conversation: Self.pair, clientId: "4", target: 2, kind: .pin, items: [Wire.AnnotationItem()])),
        .signal(Wire.Signal(conversation: Self.pair, type: "typing", content: "{}")),
      ]
      for request in refused { #expect(try await RelatedClients.outcome(bob, request) == "blocked", "\(request)") }
      guard case .entries(let page) = try await bob.request(.fetchEntries(Wire.FetchEntries(conversation: Self.pair))) else {
        throw TestError("a blocked user cannot read")
      }
      #expect(page.entries.map(\.seq) == [1, 2])
      guard case .marked = try await bob.request(.markRead(Wire.MarkRead(conversation: Self.pair, seq: 2))) else {
        throw TestError("a blocked user cannot mark as read")
      }
      #expect(
        try await RelatedClients.outcome(bob, .recall(Wire.Recall(conversation: Self.pair, clientId: "5", target: 1))) == "#3")
      // The one who blocks can do all of it.
      #expect(try await RelatedClients.send(alice, to: "direct:bob") == "#4")
      #expect(try await RelatedClients.outcome(alice, refused[4]) == "done")
      #expect(await alice.unawaited.isEmpty, "a signal of a blocked user came through")
      #expect(try await block(alice, "bob", on: false) == "2")
      #expect(try await RelatedClients.outcome(bob, refused[0]) == "#5")
      #expect(try await RelatedClients.outcome(bob, refused[4]) == "done")
    }
  }

  @Test func groupsAndOtherConversationsAreNotAffected() async throws {
    try await RelatedClients.with { clients async throws in
      try await clients.alice.createGroup("team", ["bob", "carol"])
      #expect(try await block(clients.alice, "bob") == "2")
      #expect(try await RelatedClients.send(clients.bob, to: "group:team") == "#2")
      #expect(try await RelatedClients.send(clients.bob, to: "direct:carol") == "#1")
      await clients.alice.until { $0.entries(of: "group:team").contains { $0.seq == 2 } }
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "blocked")
    }
  }

  /// Before there is a conversation, the user's relations alone tell.
  @Test func aFirstMessageOfABlockedUserIsRefused() async throws {
    try await RelatedClients.with { clients async throws in
      #expect(try await block(clients.alice, "bob") == "1")
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "blocked")
      #expect(try await RelatedClients.send(clients.alice, to: "direct:bob") == "#1")
      // The conversation has begun in memory with what was set before.
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "blocked")
      let typing = Wire.Signal(conversation: Self.pair, type: "typing", content: "{}")
      #expect(try await RelatedClients.outcome(clients.bob, .signal(typing)) == "blocked")
      #expect(try await RelatedClients.outcome(clients.alice, .signal(typing)) == "done")
    }
  }

  @Test func allDevicesOfTheUserAreToldAndNobodyElse() async throws {
    try await RelatedClients.with { clients async throws in
      let other = try await clients.server.client(user: "alice", device: "other", subprotocol: Gateway.jsonProtocol)
      #expect(try await block(clients.alice, "bob", "carol") == "1")
      #expect(try await block(other, "bob") == "1", "what is so already is not told again")
      #expect(try await block(other, "bob", "carol", on: false) == "2")
      for client in [clients.alice, other] {
        await client.until { $0.pushes.flatMap(\.userEntries).count == 2 }
        let entries = await client.pushes.flatMap(\.userEntries)
        for (entry, isBlocked) in zip(entries, [true, false]) {
          let relations = ["bob", "carol"].map { Wire.Relation(user: $0, revision: entry.seq, blocked: isBlocked) }
          #expect(entry.event == .relationsChanged(Wire.RelationsChanged(relations: relations)))
          #expect(entry.conversation.isEmpty)
        }
      }
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "#1")
      for client in [clients.bob, clients.carol] { #expect(await client.pushes.allSatisfy { $0.userEntries.isEmpty }) }
    }
  }

  @Test func theListHasPagesAndALimit() async throws {
    var limits = Limits()
    limits.blockedUsers = 3
    try await RelatedClients.with(limits) { clients async throws in
      for user in ["dave", "eve"] { _ = try await clients.server.token(for: user) }
      let alice = clients.alice
      #expect(try await block(alice, "dave", "bob", "carol") == "1")
      #expect(try await block(alice, "eve") == "relations_full blocked 3")
      #expect(try await blocked(alice) == ["bob", "carol", "dave"])
      #expect(try await blocked(alice, limit: 2) == ["bob", "carol", "more"])
      #expect(try await blocked(alice, after: "carol", limit: 2) == ["dave"])
      #expect(try await blocked(clients.bob).isEmpty)
      guard case .welcome(let welcome) = try await clients.server.connection().hello(token: clients.server.token(for: "eve"))
      else { throw TestError("not let in") }
      #expect(welcome.limits?.blockedUsers == 3)
    }
  }

  @Test func requestsOfAWrongFormAreRefused() async throws {
    var limits = Limits()
    limits.usersPerRequest = 2
    try await RelatedClients.with(limits) { clients async throws in
      let alice = clients.alice
      #expect(try await block(alice) == "field_invalid users 2")
      #expect(try await block(alice, "bob", "carol", "dave") == "field_invalid users 2")
      #expect(try await block(alice, "bob", "a b") == "field_invalid users")
      #expect(try await block(alice, "alice") == "relation_to_self")
      #expect(try await block(alice, "alice", on: false) == "relation_to_self")
      #expect(try await block(alice, "bob", "nobody") == "peer_unknown nobody")
      #expect(try await blocked(alice).isEmpty, "all are blocked, or none")
      #expect(try await block(alice, "nobody", on: false) == "0")
      #expect(try await block(alice, "bob", "bob") == "1")
      for (list, field) in [
        (Wire.ListRelations(kind: Wire.RelationKind(rawValue: 77)), "kind"), (Wire.ListRelations(after: "a b"), "after"),
      ] { #expect(try await RelatedClients.outcome(alice, .listRelations(list)) == "field_invalid \(field)") }
    }
  }

  /// It was scheduled before, and is due after the block.
  @Test func aScheduledMessageOfABlockedUserIsDropped() async throws {
    var limits = Limits()
    limits.scheduledLeast = .seconds(1)
    let time = ManualTime(wallMilliseconds: 1_800_000_000_000)
    try await TestServer.with(limits: limits, time: time) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let later = Wire.Schedule(
        send: Wire.Send(conversation: "direct:alice", clientId: "later", type: "text", content: #"{"text":"x"}"#),
        at: time.wallMilliseconds + 5_000)
      #expect(try await RelatedClients.outcome(bob, .schedule(later)) == "done")
      #expect(try await block(alice, "bob") == "1")
      while await !bob.pushes.flatMap(\.scheduled).contains(where: { $0.ended == "later" }) {
        time.advance(by: .seconds(1))
        guard case .pong = try await bob.request(.ping(Wire.Ping())) else { throw TestError("no answer") }
      }
      #expect(await bob.pushes.flatMap(\.scheduled).last?.how == .dropped)
      #expect(await alice.pushes.flatMap(\.entries).isEmpty)
    }
  }

  // MARK: - The app's server

  @Test func theAppsServerSetsAndListsBlocks() async throws {
    try await RelatedClients.with { clients async throws in
      let control = clients.server.control
      let set = Wire.SetUserRelations(user: "alice", users: ["bob", "carol"], kind: .blocked, set: true)
      let changed: Wire.Changed = try await control.call("/v1/users/relations/set", set)
      #expect(changed.revision == 1)
      await clients.alice.until { $0.pushes.contains { !$0.userEntries.isEmpty } }
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "blocked")
      let first: Wire.UserRelations = try await control.call(
        "/v1/users/relations", Wire.ListUserRelations(user: "alice", kind: .blocked, limit: 1))
      #expect(first == Wire.UserRelations(users: ["bob"], more: true))
      let rest: Wire.UserRelations = try await control.call(
        "/v1/users/relations", Wire.ListUserRelations(user: "alice", kind: .blocked, after: "bob"))
      #expect(rest == Wire.UserRelations(users: ["carol"]))
      let none: Wire.UserRelations = try await control.call(
        "/v1/users/relations", Wire.ListUserRelations(user: "bob", kind: .blocked))
      #expect(none == Wire.UserRelations())
      let lifted: Wire.Changed = try await control.call(
        "/v1/users/relations/set", Wire.SetUserRelations(user: "alice", users: ["bob"], kind: .blocked))
      #expect(lifted.revision == 2)
      #expect(try await RelatedClients.send(clients.bob, to: "direct:alice") == "#1")
    }
  }

  @Test func callsOfAWrongFormAreRefused() async throws {
    try await RelatedClients.with { clients async throws in
      func refusal(_ path: String, _ body: some WireMessage) async throws -> String {
        let response = try await clients.server.control.response("/v1/users/relations\(path)", body)
        let failure = try Wire.Failure(json: response.body)
        #expect(response.status == failure.errorCode.httpStatus)
        return failure.field.isEmpty ? failure.name : "\(failure.name) \(failure.field)"
      }
      func set(_ user: String, _ users: String...) async throws -> String {
        try await refusal("/set", Wire.SetUserRelations(user: user, users: users, kind: .blocked, set: true))
      }
      #expect(try await set("a b", "bob") == "field_invalid user")
      #expect(try await set("nobody", "bob") == "peer_unknown user")
      #expect(try await set("alice", "nobody") == "peer_unknown nobody")
      #expect(try await set("alice", "alice") == "relation_to_self")
      #expect(try await set("alice") == "field_invalid users")
      #expect(try await refusal("", Wire.ListUserRelations(user: "nobody", kind: .blocked)) == "peer_unknown user")
      #expect(try await refusal("", Wire.ListUserRelations(user: "alice", kind: .blocked, after: "a b")) == "field_invalid after")
    }
  }
}
