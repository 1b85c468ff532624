import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// A conversation created a moment ago can be used at once.
@Suite(.timeLimit(.minutes(10))) struct NewConversationsTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let bob = UserID.of("bob")

  init() throws { folder = try TemporaryDirectory() }

  @Test func groupCanBeUsedAsSoonAsItIsMade() async throws {
    let client = try await network.online("alice", directory: folder.path)
    network.holdPushes(true)
    let group = try await client.createGroup(title: "Us", members: [bob], id: "us")
    let chat = client.chat(group)
    #expect(try await chat.summary()?.title == "Us")
    try await chat.markRead()
    #expect(try await chat.history().map(\.seq) == [1])
    #expect(try await chat.search(SearchQuery(sender: .of("alice"))).items.isEmpty)
    // Late packets report nothing new.
    let events = client.events()
    network.holdPushes(false)
    network.say("hello", as: "bob", to: group.text)
    for await event in events {
      guard case .message(let message) = event else { continue }
      #expect(message.text == "hello" && message.seq == 2)
      break
    }
    await client.close()
  }

  @Test func groupCanBeUsedAsSoonAsOneIsAdded() async throws {
    let client = try await network.online("alice", directory: folder.path)
    for (number, name) in ["read", "marked", "searched"].enumerated() {
      let group = ConversationID.of("group:\(name)")
      network.server { server in
        let create = Wire.CreateGroup(group: name, clientId: "make-\(name)", title: name, members: ["alice"])
        _ = server.answer(.createGroup(create), of: bob)
        let send = Wire.Send(
          conversation: group.text, clientId: "say-\(name)", type: "text", content: MessageContent.text("welcome").json)
        _ = server.answer(.send(send), of: bob)
        // Nothing of it is pushed.
        _ = server.takeDeliveries()
      }
      let chat = client.chat(group)
      switch number {
      case 0: #expect(try await chat.history().compactMap(\.text) == ["welcome"])
      case 1: try await chat.markRead()
      default: #expect(try await chat.search(SearchQuery("welcome")).items.compactMap(\.text) == ["welcome"])
      }
      #expect(try await chat.summary()?.title == name)
    }
    await client.close()
  }

  @Test func firstMessageShowsInHistoryThoughItsPushIsLost() async throws {
    let client = try await network.online("alice", directory: folder.path)
    let chat = client.chat(with: bob)
    #expect(try await chat.history().isEmpty)
    network.server { server in
      let send = Wire.Send(
        conversation: "direct:alice", clientId: "1", type: "text", content: MessageContent.text("hello").json)
      _ = server.answer(.send(send), of: bob)
      _ = server.takeDeliveries()
    }
    #expect(try await chat.history().map(\.text) == ["hello"])
    await client.close()
  }

  @Test func unknownConversationIsUnknownWithAndWithoutAConnection() async throws {
    let client = try await network.online("alice", directory: folder.path)
    let chat = client.chat(.of("group:none"))
    for isOnline in [true, false] {
      if !isOnline { await client.disconnect() }
      let marking = await #expect(throws: MartletError.self) { try await chat.markRead() }
      let reading = await #expect(throws: MartletError.self) { try await chat.history() }
      let finding = await #expect(throws: MartletError.self) { try await chat.search(SearchQuery("word")) }
      // What the device holds is in the list; the rest only the server can tell.
      for error in [marking, finding] { #expect(error?.code == .conversationUnknown) }
      #expect(reading?.code == (isOnline ? .conversationUnknown : .notConnected))
    }
    await client.close()
  }
}
