import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// How a group's title and attributes are changed, over the socket.
@Suite(.timeLimit(.minutes(10))) struct ConversationChangeTests {
  private static let group = "group:g"
  private static let first = [Wire.Attribute(key: "kind", value: "1"), Wire.Attribute(key: "topic", value: #"{"a":[1]}"#)]

  private struct Clients {
    let alice, bob: WireClient
  }

  /// A group of alice's with bob, made with attributes; alice said something at 2.
  private func withGroup(
    _ subprotocol: String = Gateway.binaryProtocol, _ limits: Limits = Limits(),
    _ body: @Sendable (TestServer, Clients) async throws -> Void
  ) async throws {
    try await TestServer.with(limits: limits) { server in
      let clients = Clients(
        alice: try await server.client(user: "alice", subprotocol: subprotocol),
        bob: try await server.client(user: "bob", subprotocol: subprotocol))
      // In another order than they are shown.
      let create = Wire.CreateGroup(
        group: "g", clientId: "create", title: "Team", members: ["bob"], attributes: Self.first.reversed())
      guard case .appended = try await clients.alice.request(.createGroup(create)) else { throw TestError("no group") }
      let send = Wire.Send(conversation: Self.group, clientId: "2", type: "text", content: #"{"text":"hello"}"#)
      _ = try await clients.alice.request(.send(send))
      try await body(server, clients)
    }
  }

  private func change(
    _ client: WireClient, _ id: String, title: String? = nil, _ attributes: [(String, String)] = []
  ) async throws -> String {
    let change = Wire.ChangeConversation(
      conversation: Self.group, clientId: id, title: title, attributes: attributes.map { Wire.Attribute(key: $0.0, value: $0.1) })
    switch try await client.request(.changeConversation(change)) {
    case .appended(let appended): return "\(appended.seq)"
    case .done: return "done"
    case .failure(let failure): return failure.name + (failure.field.isEmpty ? "" : " " + failure.field)
    case let other: throw TestError("\(other)")
    }
  }

  private func summary(_ client: WireClient) async throws -> Wire.Conversation {
    let list = Wire.ListConversations(only: [Self.group])
    guard case .conversations(let page) = try await client.request(.listConversations(list)), let found = page.conversations.first
    else { throw TestError("not in the list") }
    return found
  }

  private func entries(_ client: WireClient) async throws -> [Wire.Entry] {
    guard case .entries(let page) = try await client.request(.fetchEntries(Wire.FetchEntries(conversation: Self.group))) else {
      throw TestError("no page")
    }
    return page.entries
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func everyMemberIsToldAndSeesTheChange(subprotocol: String) async throws {
    try await withGroup(subprotocol) { (_, clients) async throws in
      #expect(try await summary(clients.bob).attributes == Self.first)
      let really = Wire.ConversationChanged(
        title: "Crew",
        attributes: [Wire.Attribute(key: "new", value: "[]"), Wire.Attribute(key: "topic", value: "")])
      let asked = [("topic", ""), ("new", "[]"), ("kind", "1"), ("gone", "")]
      #expect(try await change(clients.bob, "c1", title: "Crew", asked) == "3")
      for client in [clients.alice, clients.bob] {
        await client.until { $0.entries(of: Self.group).contains { $0.seq == 3 } }
        let pushed = await client.entries(of: Self.group).last
        #expect(pushed?.event == .conversationChanged(really))
        #expect(pushed?.sender == "bob" && pushed?.countable == 1)
        #expect(try await entries(client).last == pushed)
        let shown = try await summary(client)
        #expect(shown.title == "Crew" && shown.head == 3)
        #expect(shown.attributes == [Wire.Attribute(key: "kind", value: "1"), Wire.Attribute(key: "new", value: "[]")])
      }
      let made = Wire.GroupCreated(title: "Team", owner: "alice", members: ["alice", "bob"], attributes: Self.first)
      #expect(try await entries(clients.bob).first?.event == .groupCreated(made))
    }
  }

  @Test func itIsNeitherUnreadNorTheLastMessage() async throws {
    try await withGroup { (_, clients) async throws in
      #expect(try await change(clients.alice, "c1", title: "Crew") == "3")
      let shown = try await summary(clients.bob)
      #expect(shown.unread == 1 && shown.lastMessage?.seq == 2 && shown.title == "Crew")
    }
  }

  @Test func whatIsSoAlreadyIsDoneWithoutAnEntry() async throws {
    try await withGroup { (_, clients) async throws in
      #expect(try await change(clients.bob, "c1", title: "Team", [("kind", "1"), ("none", "")]) == "done")
      #expect(try await change(clients.bob, "c2") == "done")
      #expect(try await entries(clients.bob).count == 2)
    }
  }

  @Test func aRetryIsTheSameChangeAndAnotherPayloadAConflict() async throws {
    try await withGroup { (_, clients) async throws in
      #expect(try await change(clients.bob, "c1", title: "Crew", [("a", "1"), ("b", "2")]) == "3")
      #expect(try await change(clients.alice, "c1", title: "Other") == "4")
      // In any order; though it would change something again.
      #expect(try await change(clients.bob, "c1", title: "Crew", [("b", "2"), ("a", "1")]) == "3")
      #expect(try await summary(clients.bob).title == "Other")
      let others: [(String?, [(String, String)])] = [
        ("Crew", [("a", "1")]), ("Crew", [("a", "1"), ("b", "")]), (nil, [("a", "1"), ("b", "2")]),
      ]
      for (title, attributes) in others {
        #expect(try await change(clients.bob, "c1", title: title, attributes) == "client_id_conflict")
      }
      #expect(try await change(clients.bob, "c2", [("a", "3")]) == "5")
      #expect(try await change(clients.bob, "c2", title: "", [("a", "3")]) == "client_id_conflict")
    }
  }

  @Test(arguments: [(Changers.member, true), (.owner, false)])
  func whoMayChangeIsSaidByTheConfiguration(changers: Changers, isAllowed: Bool) async throws {
    var limits = Limits()
    limits.changeConversationBy = changers
    try await withGroup(Gateway.binaryProtocol, limits) { (_, clients) async throws in
      #expect(try await change(clients.bob, "c1", title: "Crew") == (isAllowed ? "3" : "not_permitted"))
      #expect(try await summary(clients.alice).title == (isAllowed ? "Crew" : "Team"))
      #expect(try await change(clients.alice, "c2", title: "Fleet") == (isAllowed ? "4" : "3"))
      // The next owner may.
      let leave = Wire.RemoveMembers(conversation: Self.group, clientId: "leave", users: ["alice"])
      _ = try await clients.alice.request(.removeMembers(leave))
      #expect(try await change(clients.bob, "c3", title: "Mine") == (isAllowed ? "6" : "5"))
      #expect(try await change(clients.alice, "c4", title: "Gone") == "conversation_unknown")
    }
  }

  @Test func badInputsAreRefused() async throws {
    var limits = Limits()
    (limits.attributes, limits.attributeBytes) = (4, 64)
    try await withGroup(Gateway.binaryProtocol, limits) { (_, clients) async throws in
      let long = String(repeating: "k", count: 65)
      let cases: [(String?, [(String, String)], String)] = [
        (String(repeating: "t", count: 257), [], "field_invalid title"), ("\u{7}", [], "field_invalid title"),
        (nil, [("", "1")], "field_invalid key"),
        (nil, [("a b", "1")], "field_invalid key"), (nil, [(long, "1")], "field_invalid key"),
        (nil, [("é", "1")], "field_invalid key"), (nil, [("a", "{")], "field_invalid value"),
        (nil, [("a", "text")], "field_invalid value"), (nil, [("a", "1"), ("a", "2")], "field_invalid attributes"),
        (nil, [("a", "1"), ("a", "")], "field_invalid attributes"),
        (nil, (0..<5).map { ("\($0)", "1") }, "attributes_full attributes"),
        (nil, (0..<3).map { ("\($0)", "1") }, "attributes_full attributes"),
        (nil, [("kind", "\"\(String(repeating: "x", count: 60))\"")], "attributes_full attribute_bytes"),
      ]
      for (number, (title, attributes, expected)) in cases.enumerated() {
        #expect(try await change(clients.bob, "bad\(number)", title: title, attributes) == expected)
      }
      #expect(try await entries(clients.bob).count == 2)
      let longest = String(repeating: "t", count: 256)
      #expect(try await change(clients.bob, "ok", title: longest, [("a", "1"), ("b", "2")]) == "3")
      #expect(try await summary(clients.bob).title == longest)
    }
  }

  @Test func newGroupsWithBadAttributesAreRefused() async throws {
    var limits = Limits()
    (limits.attributes, limits.attributeBytes) = (2, 64)
    try await withGroup(Gateway.binaryProtocol, limits) { (_, clients) async throws in
      let cases: [([(String, String)], ErrorCode)] = [
        ([("a", "")], .fieldInvalid), ([("a", "no")], .fieldInvalid), ([("a", "1"), ("a", "1")], .fieldInvalid),
        ([("a/b", "1")], .fieldInvalid), ((0..<3).map { ("\($0)", "1") }, .attributesFull),
        ([("a", "\"\(String(repeating: "x", count: 62))\"")], .attributesFull),
      ]
      for (attributes, expected) in cases {
        let create = Wire.CreateGroup(
          group: "bad", clientId: "bad", title: "", attributes: attributes.map { Wire.Attribute(key: $0.0, value: $0.1) })
        guard case .failure(let failure) = try await clients.alice.request(.createGroup(create)) else {
          throw TestError("\(attributes) were taken")
        }
        #expect(failure.errorCode == expected, "\(attributes)")
      }
      // The same id with other attributes is another request.
      var create = Wire.CreateGroup(group: "h", clientId: "h", title: "", attributes: [Wire.Attribute(key: "a", value: "1")])
      guard case .appended = try await clients.alice.request(.createGroup(create)) else { throw TestError("no group") }
      create.attributes = [Wire.Attribute(key: "a", value: "2")]
      guard case .failure(let failure) = try await clients.alice.request(.createGroup(create)) else { throw TestError("taken") }
      #expect(failure.errorCode == .clientIdConflict)
    }
  }

  @Test func directConversationsHaveNone() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      let request = Wire.ChangeConversation(conversation: "direct:bob", clientId: "c", title: "x")
      guard case .failure(let failure) = try await alice.request(.changeConversation(request)) else { throw TestError("taken") }
      #expect(failure.errorCode == .notSupportedHere)
    }
  }
}
