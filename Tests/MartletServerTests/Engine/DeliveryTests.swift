import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Recipients and unread counts of a group's messages.
@Suite(.timeLimit(.minutes(10))) struct DeliveryTests {
  private func send(_ text: String, _ id: String) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: "group:g", clientId: id, type: "text", content: #"{"text":"\#(text)"}"#))
  }

  private func create(_ members: String...) -> Wire.ClientPacket.Request {
    .createGroup(Wire.CreateGroup(group: "g", clientId: "create", title: "G", members: members))
  }

  private func add(_ users: String...) -> Wire.ClientPacket.Request {
    .addMembers(Wire.AddMembers(conversation: "group:g", clientId: "add", users: users))
  }

  private func remove(_ users: String...) -> Wire.ClientPacket.Request {
    .removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "remove", users: users))
  }

  /// The group as a member's list shows it.
  private func summary(_ client: WireClient) async throws -> Wire.Conversation {
    guard
      case .conversations(let page) = try await client.request(
        .listConversations(Wire.ListConversations(only: ["group:g"]))), let found = page.conversations.first
    else { throw TestError("the group is not in the list") }
    return found
  }

  @Test func changesOfMembersAreToldAndNeitherUnreadNorTheLastMessage() async throws {
    try await TestServer.with { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      _ = try await server.token(for: "carol")
      for request in [create("bob"), send("hello", "1"), add("carol"), remove("carol")] { _ = try await alice.request(request) }
      await bob.until { $0.entries(of: "group:g").count == 4 }
      let told = await bob.entries(of: "group:g")
      #expect(told.map(\.sender) == ["alice", "alice", "alice", "alice"])
      #expect(told[0].event == .groupCreated(Wire.GroupCreated(title: "G", owner: "alice", members: ["alice", "bob"])))
      #expect(told[2].event == .membersAdded(Wire.MembersAdded(users: ["carol"])))
      #expect(told[3].event == .membersRemoved(Wire.MembersRemoved(users: ["carol"], owner: "alice")))
      let shown = try await summary(bob)
      #expect(shown.head == 4 && shown.unread == 1 && shown.lastMessage?.seq == 2 && shown.memberCount == 2)
      _ = try await bob.request(remove("bob"))
      await alice.until { $0.entries(of: "group:g").count == 5 }
      let left = try #require(await alice.entries(of: "group:g").last)
      #expect(left.sender == "bob" && left.event == .membersRemoved(Wire.MembersRemoved(users: ["bob"], owner: "alice")))
      let kept = try await summary(alice)
      #expect(kept.head == 5 && kept.unread == 0 && kept.lastMessage?.seq == 2 && kept.memberCount == 1)
    }
  }

  /// The user log's entries about removals, for users who were there and for users who come back.
  private func removals(_ client: WireClient) async throws -> [Wire.Left] {
    guard case .userEntries(let page) = try await client.request(.fetchUserEntries(Wire.FetchUserEntries())) else {
      throw TestError("no page")
    }
    return page.entries.compactMap { if case .left(let left)? = $0.event { left } else { nil } }
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func whoIsRemovedIsToldByWhomAndWhy(subprotocol: String) async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let (bob, carol) = (
        try await server.client(user: "bob", subprotocol: subprotocol),
        try await server.client(user: "carol", subprotocol: subprotocol)
      )
      _ = try await alice.request(create("bob", "carol"))
      let reason = "spam, \"again\""
      let removal = Wire.RemoveMembers(conversation: "group:g", clientId: "out", users: ["bob"], reason: reason)
      let answer = try await alice.request(.removeMembers(removal))
      let told = Wire.Left(seq: 2, by: "alice", reason: reason)
      await bob.until { $0.pushes.contains { $0.userEntries.contains { $0.event == .left(told) } } }
      #expect(try await removals(bob) == [told], "who was away reads the same")
      await carol.until { $0.entries(of: "group:g").count == 2 }
      let event = Wire.Entry.Event.membersRemoved(Wire.MembersRemoved(users: ["bob"], owner: "alice", reason: reason))
      #expect(await carol.entries(of: "group:g").last?.event == event)
      guard case .entries(let page) = try await carol.request(.fetchEntries(Wire.FetchEntries(conversation: "group:g"))) else {
        throw TestError("no page")
      }
      #expect(page.entries.last?.event == event)
      // The same again is the same; with another reason it is another request.
      #expect(try await alice.request(.removeMembers(removal)) == answer)
      for other in ["", "spam"] {
        var changed = removal
        changed.reason = other
        guard case .failure(let failure) = try await alice.request(.removeMembers(changed)) else { throw TestError("taken") }
        #expect(failure.errorCode == .clientIdConflict)
      }
      var long = removal
      (long.clientId, long.users, long.reason) = ("long", ["carol"], String(repeating: "x", count: 257))
      guard case .failure(let failure) = try await alice.request(.removeMembers(long)) else { throw TestError("taken") }
      #expect(failure.errorCode == .fieldInvalid && failure.field == "reason" && failure.limit == 256)
      _ = try await carol.request(remove("carol"))
      await carol.until { $0.pushes.contains { $0.userEntries.contains { $0.event == .left(Wire.Left(seq: 3, by: "carol")) } } }
      #expect(try await removals(carol) == [Wire.Left(seq: 3, by: "carol")])
    }
  }

  @Test func whoIsAddedIsToldByWhomAndSeesNothingBefore() async throws {
    try await TestServer.with { server in
      let (alice, carol) = (try await server.client(user: "alice"), try await server.client(user: "carol"))
      for request in [create(), send("before", "1"), add("carol"), send("after", "2")] { _ = try await alice.request(request) }
      await carol.until { $0.entries(of: "group:g").count == 2 }
      let told = await carol.entries(of: "group:g")
      #expect(told.map(\.seq) == [3, 4])
      #expect(told[0].sender == "alice" && told[0].event == .membersAdded(Wire.MembersAdded(users: ["carol"])))
      for from in [0, 1, 2] as [UInt64] {
        let fetch = Wire.FetchEntries(conversation: "group:g", from: from)
        guard case .entries(let page) = try await carol.request(.fetchEntries(fetch)) else { throw TestError("no page") }
        #expect(page.entries == told && page.first == 3)
      }
      #expect(try await summary(carol).unread == 1)
    }
  }

  @Test func recallNamesWhoDidItAndIsNeitherUnreadNorTheLastMessage() async throws {
    try await TestServer.with { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let carol = try await server.client(user: "carol")
      _ = try await alice.request(create("bob", "carol"))
      for (text, id) in [("kept", "1"), ("taken back", "2")] { _ = try await bob.request(send(text, id)) }
      _ = try await alice.request(.recall(Wire.Recall(conversation: "group:g", clientId: "recall", target: 3)))
      await carol.until { $0.entries(of: "group:g").count == 4 }
      let recall = try #require(await carol.entries(of: "group:g").last)
      #expect(recall.sender == "alice" && recall.event == .recalled(Wire.Recalled(target: 3)))
      let shown = try await summary(carol)
      #expect(shown.head == 4 && shown.unread == 1 && shown.lastMessage?.seq == 2)
    }
  }
}
