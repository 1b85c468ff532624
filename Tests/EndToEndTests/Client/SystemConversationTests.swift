import Martlet
import MartletTesting
import MartletWire
import Testing

/// System conversations in the Swift SDK.
@Suite(.timeLimit(.minutes(10))) struct SystemConversationTests {
  @Test func aUserReadsAndCannotAnswer() async throws {
    try await TestServer.with { server in
      _ = try await server.token(for: "orders")
      let (alice, other) = (try await server.swiftClient("alice"), try await server.swiftClient("alice"))
      let message = Wire.Send(clientId: "sent", type: "text", content: #"{"text":"sent"}"#)
      let events = other.events()
      let sent: Wire.SentMessages = try await server.control.call(
        "/v1/messages/send", Wire.SendMessages(user: "orders", message: message, conversations: ["system:alice"]))
      #expect(sent.messages.map(\.seq) == [1])
      let account = try #require(UserID("orders"))
      let id = ConversationID.system(account, to: try #require(UserID("alice")))
      let chat = alice.chat(id)
      _ = try await chat.entry { $0.id.seq == 1 }
      let conversation = try #require(try await alice.conversations().first { $0.id == id })
      #expect(conversation.peer == account && conversation.unread == 1 && conversation.lastMessage?.sender == account)
      #expect(try await chat.permissions().operations == [.read])
      guard case .failed(let failure) = await chat.send(.text("thanks")) else { throw TestError("taken") }
      #expect(failure.code == .server(.notPermitted))
      try await chat.markRead()
      #expect(try await alice.conversations().first { $0.id == id }?.unread == 0)
      // The user's other devices know it, too.
      for await event in events {
        if case .conversation(let changed) = event, changed.id == id, changed.readUpTo == 1 { break }
      }
      await other.close()
      await alice.close()
    }
  }
}
