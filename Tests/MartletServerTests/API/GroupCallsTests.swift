import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Groups in the hands of the app's server.
@Suite(.timeLimit(.minutes(10))) struct GroupCallsTests {
  private static let group = "group:team"

  /// A group of alice's with bob, made by the app's server; carol is not in it.
  private func withGroup(_ limits: Limits = Limits(), _ body: @Sendable (TestServer) async throws -> Void) async throws {
    try await TestServer.with(limits: limits) { server in
      for user in ["alice", "bob", "carol"] { _ = try await server.token(for: user) }
      let made: Wire.Appended = try await server.control.call(
        "/v1/groups",
        Wire.MakeGroup(
          owner: "alice", clientId: "make", group: "team", title: "Team", members: ["bob"],
          attributes: [Wire.Attribute(key: "topic", value: "\"tea\"")]))
      #expect(made.conversation == Self.group && made.seq == 1)
      try await body(server)
    }
  }

  /// The position of the entry, `done`, or the error with its field.
  private func outcome(_ server: TestServer, _ path: String, _ body: some WireMessage) async throws -> String {
    let response = try await server.control.response("/v1/groups" + path, body)
    if response.status != 200 {
      let failure = try Wire.Failure(json: response.body)
      #expect(response.status == failure.errorCode.httpStatus)
      return failure.field.isEmpty ? failure.name : "\(failure.name) \(failure.field)"
    }
    let appended = try Wire.Appended(json: response.body)
    return appended.seq == 0 ? "done" : "\(appended.seq)"
  }

  /// The members with their roles.
  private func members(_ server: TestServer) async throws -> [String] {
    let members: Wire.Members = try await server.control.call("/v1/groups/members", Wire.ListMembers(conversation: Self.group))
    return members.members.map { member in
      let role = member.role == .owner ? "owner" : member.role == .admin ? "admin" : "member"
      return "\(member.user) \(role)"
    }
  }

  @Test func theOwnerIsShownAsTheMakerAndHasTheRights() async throws {
    try await withGroup { server async throws in
      #expect(try await members(server) == ["alice owner", "bob member"])
      let card: Wire.GroupCard = try await server.control.call(
        "/v1/groups/describe", Wire.DescribeGroup(conversation: Self.group))
      #expect(card.owner == "alice" && card.creator == "alice" && card.title == "Team" && card.memberCount == 2 && !card.member)
      #expect(card.attributes == [Wire.Attribute(key: "topic", value: "\"tea\"")])
      let alice = try await server.client(user: "alice")
      let rename = Wire.ChangeConversation(conversation: Self.group, clientId: WireClient.fresh(), title: "Tea")
      guard case .appended = try await alice.request(.changeConversation(rename)) else { throw TestError("not the owner") }
    }
  }

  @Test func aRepeatedCallIsCarriedOutOnce() async throws {
    try await withGroup { server async throws in
      let make = Wire.MakeGroup(
        owner: "alice", clientId: "make", group: "team", title: "Team", members: ["bob"],
        attributes: [Wire.Attribute(key: "topic", value: "\"tea\"")])
      #expect(try await outcome(server, "", make) == "1")
      let emptier = Wire.MakeGroup(owner: "alice", clientId: "make", group: "team")
      #expect(try await outcome(server, "", emptier) == "client_id_conflict")
      #expect(try await outcome(server, "", Wire.MakeGroup(owner: "bob", clientId: "make", group: "team")) == "group_exists")
      let add = Wire.AddMembers(conversation: Self.group, clientId: "add", users: ["carol"])
      #expect(try await outcome(server, "/members/add", add) == "2")
      #expect(try await outcome(server, "/members/add", add) == "2")
      var other = add
      other.users = ["alice"]
      #expect(try await outcome(server, "/members/add", other) == "client_id_conflict")
      other.clientId = "nobody-new"
      #expect(try await outcome(server, "/members/add", other) == "done")
    }
  }

  @Test func theAppNeedsNoRoleAndMembersSeeThatItWasTheApp() async throws {
    try await withGroup { server async throws in
      let bob = try await server.client(user: "bob")
      let add = Wire.AddMembers(conversation: Self.group, clientId: "add", users: ["carol"])
      #expect(try await outcome(server, "/members/add", add) == "2")
      let carol = try await server.client(user: "carol")
      func roles(_ user: String, _ role: Wire.Role, _ id: String) async throws -> String {
        try await outcome(
          server, "/roles", Wire.SetRoles(conversation: Self.group, clientId: id, users: [user], role: role))
      }
      #expect(try await roles("bob", .admin, "admin") == "3")
      #expect(try await roles("carol", .owner, "hand-over") == "4")
      #expect(try await members(server) == ["alice member", "bob admin", "carol owner"])
      let silence = Wire.SilenceMembers(
        conversation: Self.group, clientId: "silence", users: ["alice"], until: Wire.SilenceMembers.forever)
      #expect(try await outcome(server, "/members/silence", silence) == "5")
      // The owner may be taken out, too: the admin follows.
      let remove = Wire.RemoveMembers(conversation: Self.group, clientId: "remove", users: ["carol"])
      #expect(try await outcome(server, "/members/remove", remove) == "6")
      #expect(try await members(server) == ["alice member", "bob owner"])
      let rules = Wire.ChangeConversation(
        conversation: Self.group, clientId: "rules", silenced: true, open: true, history: 10)
      #expect(try await outcome(server, "/change", rules) == "7")
      await bob.until { $0.entries(of: Self.group).count == 6 }
      #expect(Set(await bob.entries(of: Self.group).map(\.sender)) == ["=app"])
      // Who was taken out learns it from the own log.
      await carol.until { $0.pushes.flatMap(\.userEntries).contains { if case .left? = $0.event { true } else { false } } }
    }
  }

  @Test func linksOfTheAppLetUsersIn() async throws {
    try await withGroup { server async throws in
      #expect(try await outcome(server, "/links/make", Wire.MakeLink(conversation: Self.group, clientId: "link")) == "2")
      let links: Wire.Links = try await server.control.call("/v1/groups/links", Wire.ListLinks(conversation: Self.group))
      let link = try #require(links.links.first)
      #expect(link.by == "=app")
      let carol = try await server.client(user: "carol")
      let join = Wire.JoinGroup(clientId: WireClient.fresh(), link: link.code)
      guard case .appended = try await carol.request(.joinGroup(join)) else { throw TestError("not let in") }
      let revoke = Wire.RevokeLinks(conversation: Self.group, clientId: "revoke", links: [link.id])
      #expect(try await outcome(server, "/links/revoke", revoke) == "4")
    }
  }

  @Test func aDismissedGroupStaysAsItIs() async throws {
    try await withGroup { server async throws in
      let dismiss = Wire.DismissGroup(conversation: Self.group, clientId: "dismiss")
      #expect(try await outcome(server, "/dismiss", dismiss) == "2")
      let add = Wire.AddMembers(conversation: Self.group, clientId: "add", users: ["carol"])
      #expect(try await outcome(server, "/members/add", add) == "conversation_dismissed")
      let remove = Wire.RemoveMembers(conversation: Self.group, clientId: "remove", users: ["bob"])
      #expect(try await outcome(server, "/members/remove", remove) == "conversation_dismissed")
      let rename = Wire.ChangeConversation(conversation: Self.group, clientId: "rename", title: "x")
      #expect(try await outcome(server, "/change", rename) == "conversation_dismissed")
    }
  }

  @Test func membersComeByThePage() async throws {
    try await withGroup { server async throws in
      let first: Wire.Members = try await server.control.call(
        "/v1/groups/members", Wire.ListMembers(conversation: Self.group, limit: 1))
      #expect(first.members.map(\.user) == ["alice"] && first.more)
      let second: Wire.Members = try await server.control.call(
        "/v1/groups/members", Wire.ListMembers(conversation: Self.group, after: "alice", limit: 1))
      #expect(second.members.map(\.user) == ["bob"] && !second.more)
    }
  }

  @Test func whatIsWrongIsNamed() async throws {
    try await withGroup { server async throws in
      func add(_ conversation: String, _ users: [String], id: String = "id") async throws -> String {
        try await outcome(server, "/members/add", Wire.AddMembers(conversation: conversation, clientId: id, users: users))
      }
      #expect(try await add("group:none", ["bob"]) == "conversation_unknown")
      #expect(try await add("team", ["bob"]) == "field_invalid conversation")
      #expect(try await add("direct:alice:bob", ["carol"]) == "not_supported_here")
      #expect(try await add(Self.group, []) == "field_invalid users")
      #expect(try await add(Self.group, ["nobody"]) == "peer_unknown nobody")
      #expect(try await add(Self.group, ["carol"], id: "") == "field_invalid client_id")
      #expect(try await outcome(server, "", Wire.MakeGroup(owner: "", clientId: "x")) == "field_invalid owner")
      #expect(try await outcome(server, "", Wire.MakeGroup(owner: "nobody", clientId: "x")) == "peer_unknown nobody")
      #expect(try await outcome(server, "", Wire.MakeGroup(owner: "alice", clientId: "x", group: "a b")) == "field_invalid group")
      let roles = Wire.SetRoles(conversation: Self.group, clientId: "r", users: ["carol"], role: .admin)
      #expect(try await outcome(server, "/roles", roles) == "member_unknown")
    }
  }

  @Test func limitsOfTheGroupHoldForTheApp() async throws {
    var limits = Limits()
    limits.groupMembers = 2
    try await withGroup(limits) { server async throws in
      let add = Wire.AddMembers(conversation: Self.group, clientId: "add", users: ["carol"])
      #expect(try await outcome(server, "/members/add", add) == "group_full")
    }
  }

  /// The name alone gives no rights: they come with the app's signature.
  @Test func aUserOfTheAppsNameMayNoMoreThanOthers() async throws {
    try await withGroup { server async throws in
      let impostor = try await server.client(user: "=app")
      let request = Wire.RemoveMembers(conversation: Self.group, clientId: WireClient.fresh(), users: ["bob"])
      guard case .failure(let failure) = try await impostor.request(.removeMembers(request)) else {
        throw TestError("the name was enough")
      }
      #expect(failure.errorCode == .conversationUnknown)
    }
  }
}
