import Foundation
import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Roles and silences, over the socket.
@Suite(.timeLimit(.minutes(10))) struct RolesTests {
  private static let group = "group:g"

  private struct Clients {
    let alice, bob, carol: WireClient
    let time: ManualTime
  }

  /// A group of alice's with bob and carol; the head is 1.
  private func withGroup(_ limits: Limits = Limits(), _ body: @Sendable (Clients) async throws -> Void) async throws {
    let time = ManualTime(wallMilliseconds: 1_800_000_000_000)
    try await TestServer.with(limits: limits, time: time) { server in
      let clients = Clients(
        alice: try await server.client(user: "alice"), bob: try await server.client(user: "bob"),
        carol: try await server.client(user: "carol"), time: time)
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "Team", members: ["bob", "carol"])
      #expect(try await outcome(clients.alice, .createGroup(create)) == "1")
      try await body(clients)
    }
  }

  /// The position of the entry, `done`, or the error with its field and limit.
  private func outcome(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> String {
    switch try await client.request(request) {
    case .appended(let appended): return "\(appended.seq)"
    case .done: return "done"
    case .failure(let failure):
      return [failure.name, failure.field, failure.limit > 0 ? "\(failure.limit)" : ""].filter { !$0.isEmpty }
        .joined(separator: " ")
    case let other: throw TestError("\(other)")
    }
  }

  private func set(_ client: WireClient, _ role: Wire.Role, _ users: String..., id: String = UUID().uuidString.lowercased())
    async throws -> String
  {
    try await outcome(client, .setRoles(Wire.SetRoles(conversation: Self.group, clientId: id, users: users, role: role)))
  }

  private func silence(_ client: WireClient, _ users: String..., until: Int64 = Wire.SilenceMembers.forever) async throws
    -> String
  {
    try await outcome(
      client,
      .silenceMembers(
        Wire.SilenceMembers(conversation: Self.group, clientId: UUID().uuidString.lowercased(), users: users, until: until)))
  }

  private func silence(_ client: WireClient, group isSilenced: Bool) async throws -> String {
    try await outcome(
      client,
      .changeConversation(
        Wire.ChangeConversation(conversation: Self.group, clientId: UUID().uuidString.lowercased(), silenced: isSilenced)))
  }

  private func send(_ client: WireClient) async throws -> String {
    try await outcome(
      client,
      .send(
        Wire.Send(conversation: Self.group, clientId: UUID().uuidString.lowercased(), type: "text", content: #"{"text":"x"}"#)))
  }

  private func remove(_ client: WireClient, _ users: String...) async throws -> String {
    try await outcome(
      client, .removeMembers(Wire.RemoveMembers(conversation: Self.group, clientId: UUID().uuidString.lowercased(), users: users))
    )
  }

  private func summary(_ client: WireClient) async throws -> Wire.Conversation {
    let list = Wire.ListConversations(only: [Self.group])
    guard case .conversations(let page) = try await client.request(.listConversations(list)), let found = page.conversations.first
    else { throw TestError("not in the list") }
    return found
  }

  private func roles(_ client: WireClient) async throws -> [String: Wire.Role] {
    guard case .members(let page) = try await client.request(.listMembers(Wire.ListMembers(conversation: Self.group))) else {
      throw TestError("no members")
    }
    return Dictionary(page.members.map { ($0.user, $0.role) }) { $1 }
  }

  @Test func theOwnerAppointsAdminsAndEveryMemberIsTold() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await set(clients.alice, .admin, "bob") == "2")
      for client in [clients.alice, clients.bob, clients.carol] {
        await client.until { $0.entries(of: Self.group).contains { $0.seq == 2 } }
        #expect(await client.entries(of: Self.group).last?.event == .rolesSet(Wire.RolesSet(users: ["bob"], role: .admin)))
        #expect(try await summary(client).rules == Wire.GroupRules(admins: ["bob"]))
        #expect(try await roles(client) == ["alice": .owner, "bob": .admin, "carol": .member])
      }
      // Only those who get another role are named, and nobody if all have it.
      #expect(try await set(clients.alice, .admin, "carol", "bob") == "3")
      #expect(await clients.alice.entries(of: Self.group).last?.event == .rolesSet(Wire.RolesSet(users: ["carol"], role: .admin)))
      #expect(try await set(clients.alice, .admin, "carol", "bob") == "done")
      #expect(try await set(clients.alice, .member, "bob") == "4")
      #expect(try await roles(clients.bob) == ["alice": .owner, "bob": .member, "carol": .admin])
    }
  }

  @Test func aGroupIsHandedOverToOneMember() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await set(clients.alice, .admin, "bob") == "2")
      #expect(try await set(clients.alice, .owner, "bob") == "3")
      #expect(try await summary(clients.carol).owner == "bob")
      #expect(try await roles(clients.carol) == ["alice": .member, "bob": .owner, "carol": .member])
      #expect(try await set(clients.alice, .admin, "carol") == "not_permitted")
      #expect(try await set(clients.bob, .owner, "bob") == "done")
      #expect(try await set(clients.bob, .admin, "alice") == "4")
    }
  }

  @Test func anAdminLeadsMembersAndNotItsEquals() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await set(clients.alice, .admin, "bob", "carol") == "2")
      #expect(try await remove(clients.bob, "carol") == "not_permitted")
      #expect(try await remove(clients.bob, "alice") == "not_permitted")
      #expect(try await silence(clients.bob, "carol") == "not_permitted")
      #expect(try await set(clients.alice, .member, "carol") == "3")
      #expect(try await silence(clients.bob, "carol") == "4")
      #expect(try await remove(clients.bob, "carol") == "5")
      #expect(try await remove(clients.alice, "bob") == "6")
    }
  }

  @Test func whenTheOwnerLeavesAnAdminFollows() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await set(clients.alice, .admin, "carol") == "2")
      #expect(try await remove(clients.alice, "alice") == "3")
      #expect(try await roles(clients.bob) == ["bob": .member, "carol": .owner])
      #expect(try await summary(clients.bob).rules == nil)
    }
  }

  @Test func aSilencedMemberWritesAgainAfterTheEnd() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await send(clients.bob) == "2")
      let end = clients.time.wallMilliseconds + 60_000
      #expect(try await silence(clients.alice, "bob", until: end) == "3")
      #expect(try await summary(clients.bob).silencedUntil == end)
      #expect(try await summary(clients.carol).silencedUntil == 0)
      for request in Self.writing { #expect(try await outcome(clients.bob, request) == "silenced", "\(request)") }
      for request in Self.notWriting { #expect(try await outcome(clients.bob, request) != "silenced", "\(request)") }
      #expect(try await send(clients.carol) != "silenced")
      clients.time.advance(by: .seconds(60))
      #expect(Int(try await send(clients.bob)) != nil)
    }
  }

  /// What adds something to the conversation.
  private static let writing: [Wire.ClientPacket.Request] = [
    .send(Wire.Send(conversation: group, clientId: "w1", type: "text", content: #"{"text":"x"}"#)),
    .send(
      Wire.Send(
        conversation: group, clientId: "w2", type: "text", content: #"{"text":"x"}"#,
        details: Wire.Details(directed: ["alice"]))),
    .edit(Wire.Edit(conversation: group, clientId: "w3", target: 2, type: "text", content: #"{"text":"y"}"#)),
    .annotate(
      Wire.Annotate(
        conversation: group, clientId: "w4", target: 2, kind: .reaction, items: [Wire.AnnotationItem(key: "👍")])),
    .annotate(Wire.Annotate(conversation: group, clientId: "w5", target: 2, kind: .pin, items: [Wire.AnnotationItem()])),
    .changeConversation(Wire.ChangeConversation(conversation: group, clientId: "w6", title: "mine")),
    .signal(Wire.Signal(conversation: group, type: "typing", content: "{}")),
  ]

  private static let notWriting: [Wire.ClientPacket.Request] = [
    .recall(Wire.Recall(conversation: group, clientId: "n1", target: 2)),
    .addMembers(Wire.AddMembers(conversation: group, clientId: "n2", users: ["carol"])),
  ]

  @Test func speakersWriteInASilencedGroup() async throws {
    try await withGroup { (clients) async throws in
      let speaker = Wire.SilenceMembers.speaker
      #expect(try await silence(clients.bob, "bob", until: speaker) == "not_permitted")
      #expect(try await silence(clients.alice, group: true) == "2")
      #expect(try await silence(clients.alice, "bob", until: speaker) == "3")
      #expect(try await summary(clients.bob).silencedUntil == speaker)
      let typing = Wire.ClientPacket.Request.signal(Wire.Signal(conversation: Self.group, type: "typing", content: "{}"))
      #expect(try await outcome(clients.bob, typing) == "done")
      #expect(try await outcome(clients.carol, typing) == "conversation_silenced")
      #expect(try await send(clients.bob) == "4")
      #expect(try await send(clients.carol) == "conversation_silenced")
      #expect(try await remove(clients.alice, "bob") == "5")
      #expect(
        try await outcome(
          clients.alice, .addMembers(Wire.AddMembers(conversation: Self.group, clientId: "back", users: ["bob"]))) == "6")
      #expect(try await send(clients.bob) == "conversation_silenced", "it ends with the membership")
    }
  }

  @Test func inASilencedGroupOwnerAndAdminsWrite() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await set(clients.alice, .admin, "bob") == "2")
      #expect(try await silence(clients.carol, group: true) == "not_permitted")
      #expect(try await silence(clients.bob, group: true) == "3")
      #expect(try await summary(clients.carol).rules == Wire.GroupRules(admins: ["bob"], silenced: true))
      #expect(try await send(clients.carol) == "conversation_silenced")
      let typing = Wire.Signal(conversation: Self.group, type: "typing", content: "{}")
      #expect(try await outcome(clients.carol, .signal(typing)) == "conversation_silenced")
      #expect(try await outcome(clients.bob, .signal(typing)) == "done")
      #expect(try await send(clients.alice) == "4")
      #expect(try await send(clients.bob) == "5")
      #expect(try await silence(clients.alice, group: true) == "done")
      #expect(try await silence(clients.alice, group: false) == "6")
      #expect(try await send(clients.carol) == "7")
      #expect(
        await clients.carol.entries(of: Self.group).map(\.event).contains(
          .conversationChanged(Wire.ConversationChanged(silenced: false))))
    }
  }

  @Test func aRetryIsTheSameChange() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await set(clients.alice, .admin, "bob", id: "one") == "2")
      #expect(try await set(clients.alice, .member, "bob") == "3")
      #expect(try await set(clients.alice, .admin, "bob", id: "one") == "2")
      #expect(try await set(clients.alice, .admin, "carol", id: "one") == "client_id_conflict")
      #expect(try await roles(clients.bob)["bob"] == .member)
    }
  }

  @Test func badInputsAreRefused() async throws {
    var limits = Limits()
    (limits.groupAdmins, limits.usersPerRequest) = (1, 2)
    try await withGroup(limits) { (clients) async throws in
      #expect(try await set(clients.alice, .admin) == "field_invalid users 2")
      #expect(try await set(clients.alice, .admin, "a", "b", "c") == "field_invalid users 2")
      #expect(try await set(clients.alice, .admin, "no one") == "field_invalid users")
      #expect(try await set(clients.alice, .unspecified, "bob") == "field_invalid role")
      #expect(try await set(clients.alice, Wire.Role(rawValue: 9), "bob") == "field_invalid role")
      #expect(try await set(clients.alice, .owner, "bob", "carol") == "field_invalid users 1")
      #expect(try await set(clients.alice, .admin, "nobody") == "member_unknown")
      #expect(try await set(clients.alice, .owner, "nobody") == "member_unknown")
      #expect(try await set(clients.alice, .admin, "bob", "carol") == "admins_full 1")
      #expect(try await set(clients.alice, .member, "alice") == "not_permitted")
      #expect(try await silence(clients.alice, "bob", until: -2) == "field_invalid until")
      #expect(try await silence(clients.alice, "bob", until: Wire.SilenceMembers.forever + 1) == "field_invalid until")
      #expect(try await silence(clients.alice, "nobody") == "member_unknown")
      #expect(try await silence(clients.alice, "alice") == "not_permitted")
      #expect(try await summary(clients.alice).head == 1)
    }
  }
}
