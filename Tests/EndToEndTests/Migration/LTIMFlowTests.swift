import Martlet
import MartletTesting
import Testing

/// LT IM's flow, written for Martlet: a channel is made, a message sent in it, marked as read and recalled.
@Suite(.timeLimit(.minutes(10))) struct LTIMFlowTests {
  @Test(arguments: TransportKind.allCases) func channelSendReadRecall(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let (owner, member) = (
        try await server.swiftClient("owner", over: kind), try await server.swiftClient("member", over: kind)
      )
      let reader = try #require(UserID("member"))
      // createGroupChannel
      let channel = try await owner.createGroup(title: "project", members: [reader], id: "project")
      var events = owner.events().makeAsyncIterator()
      // sendMessage with a transaction id of the app's own
      let transaction = await owner.newClientID()
      guard case .sent(let id, _) = await owner.chat(channel).send(.text("first"), id: transaction) else {
        Issue.record("not sent")
        return
      }
      // The same transaction again is the same message.
      #expect(await owner.chat(channel).send(.text("first"), id: transaction) == .sent(id, at: try await time(of: id, owner)))
      // markRead
      let message = try await member.chat(channel).entry { $0.text == "first" }
      #expect(message.clientID == transaction)
      try await member.chat(channel).markRead(upTo: message.id)
      let read = try await events.first { event -> UInt64? in
        if case .read(channel, by: reader, upTo: let seq) = event { seq } else { nil }
      }
      #expect(read == id.seq)
      // recallMessage
      guard case .sent = await owner.chat(channel).recall(id) else {
        Issue.record("not recalled")
        return
      }
      let recall = try await member.chat(channel).entry { $0.event == .recalled(target: id.seq) }
      #expect(recall.sender.text == "owner")
      #expect(try await member.chat(channel).summary()?.lastMessage == nil)
      // setChannelSubject, setChannelCustomAttr; every member gets the changes
      try await owner.chat(channel).change(title: "project two", attributes: ["customAttr": .integer(0b101)])
      let change = Notice.conversationChanged(title: "project two", attributes: ["customAttr": .integer(5)])
      #expect(try await member.chat(channel).entry { $0.event == .notice(change) }.sender.text == "owner")
      #expect(try await member.chat(channel).summary()?.title == "project two")
      await owner.close()
      await member.close()
    }
  }

  private func time(of id: MessageID, _ client: MartletClient) async throws -> Timestamp {
    try await client.chat(id.conversation).entry { $0.id == id }.time
  }
}
