import Martlet
import MartletTesting
import Testing

/// The flows of Tencent TIM's guide, written for Martlet.
@Suite(.timeLimit(.minutes(10))) struct TIMFlowTests {
  /// A message of several elements is sent, received and taken back.
  @Test(arguments: TransportKind.allCases) func sendReceiveRecall(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let (iosA, iosB) = (
        try await server.swiftClient("iOS_001", over: kind), try await server.swiftClient("iOS_002", over: kind)
      )
      var received = iosB.events().makeAsyncIterator()
      let peer = try #require(UserID("iOS_002"))
      // TIMManager.getConversation:TIM_C2C receiver:
      let conversation = iosA.chat(with: peer)
      // TIMMessage.addElem: of a text and a place.
      let place = LocationContent(latitude: 39.9, longitude: 116.4, name: "北京")
      let parts = PartsContent([.text("this is a msg"), try MessageContent(place)])
      // sendMessage:succ:fail:
      guard case .sent(let id, _) = await conversation.send(try MessageContent(parts)) else {
        Issue.record("not sent")
        return
      }
      // TIMMessageListener.onNewMessage:, elemCount, getElem:
      let message = try await received.first { if case .message(let message) = $0 { message } else { nil } }
      let got = try PartsContent(ContentFields(json: try #require(message.content).json))
      #expect(got.parts.count == 2 && got.parts[0].text == "this is a msg")
      // setReadMessage:, onRecvMessageReceipts:
      var receipts = iosA.events().makeAsyncIterator()
      try await iosB.chat(message.conversation).markRead(upTo: message.id)
      let read = try await receipts.first { event -> UInt64? in
        if case .read(_, by: peer, upTo: let seq) = event { seq } else { nil }
      }
      #expect(read == id.seq)
      // revokeMessage:, onRevokeMessage:
      guard case .sent = await conversation.recall(id) else {
        Issue.record("not recalled")
        return
      }
      let revoked = try await received.first { if case .messageChanged(let message) = $0 { message } else { nil } }
      #expect(revoked.isRecalled && revoked.content == nil && revoked.seq == id.seq)
      await iosA.close()
      await iosB.close()
    }
  }

  /// A draft is saved, and then sent.
  @Test(arguments: TransportKind.allCases) func draft(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let client = try await server.swiftClient("iOS_001", over: kind)
      _ = try await server.token(for: "iOS_002")
      let conversation = client.chat(with: try #require(UserID("iOS_002")))
      // TIMMessageDraft addElem:, userData, setDraft:
      try await conversation.saveDraft("this is a draft", extra: .text("of the app"))
      // getDraft, transformToMessage, sendMessage:succ:fail:
      let draft = try #require(try await conversation.settings().draft)
      #expect(draft.text == "this is a draft" && draft.extra == .text("of the app"))
      guard case .sent = await conversation.send(.text(draft.text), details: draft.details) else {
        Issue.record("not sent")
        return
      }
      // setDraft: with nil
      try await conversation.saveDraft(nil)
      #expect(try await conversation.settings().draft == nil)
      #expect(try await conversation.history().compactMap(\.text) == ["this is a draft"])
      await client.close()
    }
  }
}
