import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Looking for conversations, over the socket.
@Suite(.timeLimit(.minutes(2))) struct FindingTests {
  private func find(_ client: WireClient, _ find: Wire.FindConversations) async throws -> String {
    switch try await client.request(.findConversations(find)) {
    case .foundConversations(let found): return found.ids.joined(separator: " ") + (found.next > 0 ? " …" : "")
    case .failure(let failure): return "\(failure.name) \(failure.field)"
    case let other: throw TestError("\(other)")
    }
  }

  @Test func conversationsAreFoundByTheirMembersAndAttributes() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      for user in ["bob", "carol"] { _ = try await server.token(for: user) }
      for (name, members) in [("a", ["bob"]), ("b", ["bob", "carol"])] {
        let attributes = [Wire.Attribute(key: "topic", value: "\"\(name)\"")]
        let create = Wire.CreateGroup(group: name, clientId: name, title: "G", members: members, attributes: attributes)
        guard case .appended = try await alice.request(.createGroup(create)) else { throw TestError("not created") }
      }
      let topics = ["\"a\"", "\"b\""].map { Wire.Attribute(key: "topic", value: $0) }
      #expect(try await find(alice, Wire.FindConversations(members: ["bob", "alice", "bob"])) == "group:b group:a")
      #expect(try await find(alice, Wire.FindConversations(members: ["bob"], exactly: true)) == "group:a")
      #expect(try await find(alice, Wire.FindConversations(members: ["carol"], attributes: topics)) == "group:b")
      #expect(try await find(alice, Wire.FindConversations(members: ["nobody"])) == "")
      #expect(try await find(alice, Wire.FindConversations(title: "G", limit: 1)) == "group:b …")
      #expect(try await find(alice, Wire.FindConversations(activeFrom: .max - 1)) == "")
      let carol = try await server.client(user: "carol")
      #expect(try await find(carol, Wire.FindConversations(members: ["alice"])) == "group:b")
    }
  }

  @Test func malformedConditionsAreRefused() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let cases: [(Wire.FindConversations, String)] = [
        (Wire.FindConversations(members: (0...20).map { "u\($0)" }), "members"),
        (Wire.FindConversations(members: ["no name"]), "members"),
        (Wire.FindConversations(title: String(repeating: "t", count: 257)), "title"),
        (Wire.FindConversations(attributes: (0...20).map { Wire.Attribute(key: "k\($0)", value: "1") }), "attributes"),
        (Wire.FindConversations(attributes: [Wire.Attribute(key: "a b", value: "1")]), "key"),
        (Wire.FindConversations(attributes: [Wire.Attribute(key: "k", value: "")]), "value"),
        (Wire.FindConversations(attributes: [Wire.Attribute(key: "k", value: "{")]), "value"),
        (Wire.FindConversations(activeFrom: 2, activeBefore: 1), "active_before"),
      ]
      for (request, field) in cases { #expect(try await find(alice, request) == "field_invalid \(field)") }
    }
  }

  @Test func creatorOfAGroupIsToldAfterItHasLeft() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      let create = Wire.CreateGroup(group: "g", clientId: "1", title: "G", members: ["bob"])
      guard case .appended = try await alice.request(.createGroup(create)) else { throw TestError("not created") }
      let leave = Wire.RemoveMembers(conversation: "group:g", clientId: "2", users: ["alice"])
      guard case .appended = try await alice.request(.removeMembers(leave)) else { throw TestError("not left") }
      guard case .groupCard(let card) = try await bob.request(.describeGroup(Wire.DescribeGroup(conversation: "group:g")))
      else { throw TestError("no card") }
      #expect(card.creator == "alice" && card.owner == "bob" && card.member)
    }
  }
}
