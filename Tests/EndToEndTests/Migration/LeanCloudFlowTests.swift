import Martlet
import MartletTesting
import Testing

/// The flows of LeanCloud's introduction, written for Martlet.
@Suite(.timeLimit(.minutes(10))) struct LeanCloudFlowTests {
  private func user(_ name: String) throws -> UserID { try #require(UserID(name)) }

  /// Tom opens a client, makes a conversation with Jerry, sends a message; Jerry's delegate gets it.
  @Test(arguments: TransportKind.allCases) func oneToOne(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      // AVIMClient openWithClientId: here a user is known to the server, and a token proves who it is.
      let (tom, jerry) = (try await server.swiftClient("Tom", over: kind), try await server.swiftClient("Jerry", over: kind))
      var received = jerry.events().makeAsyncIterator()
      // No query for an existing conversation: two users have one, made by its first message.
      let chat = tom.chat(with: try user("Jerry"))
      guard case .sent = await chat.send(.text("耗子,起床!")) else {
        Issue.record("not sent")
        return
      }
      // conversation:didReceiveCommonMessage:
      let message = try await received.first { if case .message(let message) = $0 { message } else { nil } }
      #expect(message.text == "耗子,起床!" && message.sender.text == "Tom")
      #expect(try await jerry.conversations().map(\.peer) == [try user("Tom")])
      await tom.close()
      await jerry.close()
    }
  }

  /// Tom makes a group with friends, one of them sends, the others get it; one is added, one leaves.
  @Test(arguments: TransportKind.allCases) func group(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let names = ["Tom", "Jerry", "Bob", "Harry"]
      var clients: [MartletClient] = []
      for name in names { clients.append(try await server.swiftClient(name, over: kind)) }
      let (tom, bob) = (clients[0], clients[2])
      // createConversationWithName:clientIds:attributes:options:
      let id = try await tom.createGroup(
        title: "猫和老鼠", members: [try user("Jerry"), try user("Bob")], attributes: ["type": .integer(1)])
      // sendMessage: the same as one to one.
      _ = await tom.chat(id).send(.text("到哪儿了?"))
      _ = try await bob.chat(id).entry { $0.text == "到哪儿了?" }
      // AVIMConversationQuery whereKey:AVIMAttr("type") equalTo:
      var query = ConversationQuery(kinds: [.group])
      query.sharedAttributes = ["type": .integer(1)]
      #expect(try await bob.conversations(matching: query).map(\.id) == [id])
      // addMembersWithClientIds:, conversation:membersAdded:byClientId:
      try await tom.chat(id).add([try user("Harry")])
      let added = try await bob.chat(id).entry { $0.event == .notice(.membersAdded([UserID("Harry")].compactMap(\.self))) }
      #expect(added.sender.text == "Tom")
      // quitWithCallback:, conversation:membersRemoved:byClientId:
      try await bob.chat(id).leave()
      let members = try await tom.chat(id).members().map(\.id.text)
      #expect(Set(members) == ["Tom", "Jerry", "Harry"])
      // removeMembersWithClientIds:callback:, conversation:kickedByClientId:
      let harry = clients[3]
      #expect(try await harry.chat(id).history().count >= 1)
      var told = harry.events().makeAsyncIterator()
      try await tom.chat(id).remove([try user("Harry")], reason: "late")
      let kick = try await told.first { if case .conversationRemoved(id, let removal) = $0 { removal } else { nil } }
      #expect(kick.by.text == "Tom" && kick.reason == "late")
      // queryMessagesWithLimit:
      #expect(try await tom.chat(id).history(limit: 10).compactMap(\.text) == ["到哪儿了?"])
      for client in clients { await client.close() }
    }
  }
}
