import Martlet
import MartletTesting
import Testing

/// RongCloud IMLib's quick start, written for Martlet.
@Suite(.timeLimit(.minutes(10))) struct RongCloudFlowTests {
  /// Connects with a token, watches the connection, sends, receives, lists conversations, reads history, clears unread.
  @Test(arguments: TransportKind.allCases) func quickStart(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      // The app's server asks for the token; connectWithToken:dbOpened:success:error:
      let token = try await server.token(for: "rong-1")
      let mine = try kind.client(.init(server: server.url, directory: nil, device: .init(class: .tool)) { token })
      var states = mine.states().makeAsyncIterator()
      await mine.connect()
      // onConnectionStatusChanged:
      while let state = await states.next(), state != .online {}
      let other = try await server.swiftClient("rong-2", over: kind)
      let target = try #require(UserID("rong-2"))
      // sendMessage:pushContent:pushData:attached:success:error:
      guard case .sent(let id, _) = await mine.chat(with: target).send(.text("hello")) else {
        Issue.record("not sent")
        return
      }
      // onReceived:left:object:
      let theirs = other.chat(id.conversation)
      _ = try await theirs.entry { $0.text == "hello" }
      // getConversationList:, getUnreadCount:
      #expect(try await other.conversations().map(\.unread) == [1])
      // clearMessagesUnreadStatus:targetId:
      try await theirs.markRead()
      #expect(try await other.conversations().map(\.unread) == [0])
      // getHistoryMessages:targetId:oldestMessageId:count:
      #expect(try await theirs.history(limit: 20).map(\.text) == ["hello"])
      // disconnect
      await mine.disconnect()
      while let state = await states.next(), state != .offline {}
      #expect(mine.state == .offline)
      await mine.close()
      await other.close()
    }
  }
}
