import MartletTesting
import MartletWire
import Testing

/// What the app's server asks of one node reaches the users at all.
@Suite(.serialized, .timeLimit(.minutes(5))) struct AppAtNodesTests {
  @Test func groupsOfTheAppAreChangedAtAnyNode() async throws {
    try await Cluster.with("app") { cluster in
      let alice = try await cluster[1].client(user: "alice")
      _ = try await cluster[0].token(for: "bob")
      let _: Wire.Appended = try await cluster[0].control.call(
        "/v1/groups", Wire.MakeGroup(owner: "alice", clientId: "make", group: "team"))
      let add = Wire.AddMembers(conversation: "group:team", clientId: "add", users: ["bob"])
      for node in cluster.nodes {
        let added: Wire.Appended = try await node.control.call("/v1/groups/members/add", add)
        #expect(added.seq == 2)
      }
      await alice.until { $0.entries(of: "group:team").count == 2 }
    }
  }

  @Test func messagesOfTheAppReachUsersAtAllNodesOnce() async throws {
    try await Cluster.with("messages") { cluster in
      let alice = try await cluster[1].client(user: "alice")
      let bob = try await cluster[0].client(user: "bob")
      try await bob.createGroup("team", ["alice"])
      let (system, group) = ("system:=app:alice", "group:team")
      let message = Wire.Send(clientId: "1", type: "text", content: #"{"text":"x"}"#)
      for node in cluster.nodes {
        let sent: Wire.SentMessages = try await node.control.call(
          "/v1/messages/send", Wire.SendMessages(message: message, conversations: ["system:alice", group]))
        #expect(sent.messages.map { "\($0.conversation)#\($0.seq)" } == ["\(system)#1", "\(group)#2"])
      }
      let recall = Wire.RecallMessage(recall: Wire.Recall(conversation: group, clientId: "2", target: 2))
      for node in cluster.nodes.reversed() {
        let recalled: Wire.Appended = try await node.control.call("/v1/messages/recall", recall)
        #expect(recalled.seq == 3)
      }
      await alice.until { $0.entries(of: system).count == 1 && $0.entries(of: group).count == 3 }
      await bob.until { $0.entries(of: group).count == 3 }
      for node in cluster.nodes {
        let list = Wire.ListEntries(fetch: Wire.FetchEntries(conversation: group))
        let page: Wire.Entries = try await node.control.call("/v1/messages", list)
        #expect(page.entries.map(\.seq) == [1, 2, 3])
      }
    }
  }
}
