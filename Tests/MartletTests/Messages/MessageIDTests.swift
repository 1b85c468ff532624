import ClientModels
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Messages are named by their ids; one of another conversation is refused before anything is asked or written.
@Suite(.timeLimit(.minutes(10))) struct MessageIDTests {
  private let network = MemoryNetwork()
  private let direct = ConversationID.of("direct:alice:bob")
  private let other = ConversationID.of("group:other").message(at: 1)

  @Test func messagesOfOtherConversationsAreNotChanged() async throws {
    let client = try await network.online("alice")
    let chat = client.chat(direct)
    _ = await chat.send(.text("one"))
    let results = [
      await chat.edit(other, to: .text("two")), await chat.recall(other), await chat.react("+1", to: other),
      await chat.unreact("+1", to: other), await chat.setProperties(["a": "1"], of: other), await chat.vote([0], on: other),
      await chat.closePoll(other), await chat.pinMessage(other), await chat.unpinMessage(other),
    ]
    for result in results {
      guard case .failed(let error) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(error.code == .argumentInvalid)
    }
    #expect(try await client.pending().isEmpty)
    #expect(network.server { $0.logs[direct]?.entries.count } == 1)
    await client.close()
  }

  @Test func messagesOfOtherConversationsAreNotRead() async throws {
    let client = try await network.online("alice")
    let chat = client.chat(direct)
    _ = await chat.send(.text("one"))
    let calls: [@Sendable () async throws -> Void] = [
      { try await chat.markRead(upTo: other) }, { _ = try await chat.history(before: other) },
      { _ = try await chat.history(after: other) }, { _ = try await chat.history(around: other) },
      { _ = try await chat.cachedHistory(before: other) }, { _ = try await chat.messages([other]) },
      { _ = try await chat.receivedTimes(of: [other]) }, { _ = try await chat.receipts(of: [other]) },
      { _ = try await chat.readers(of: other) }, { _ = try await chat.replies(to: other) },
      { _ = try await chat.versions(of: other) }, { _ = try await chat.annotators(of: .choice(0), at: other) },
      { _ = try await chat.recalledContent(of: other) }, { try await chat.hide([other]) },
      { try await chat.hide(upTo: other) }, { try await chat.setLocalFields(ContentFields(), on: other) },
      { [direct] in _ = try await chat.localFields(from: direct.message(at: 1), upTo: other) },
      { try await chat.timeline().move(to: .message(other)) },
    ]
    for (index, call) in calls.enumerated() {
      let error = await #expect(throws: MartletError.self, "call \(index)") { try await call() }
      #expect(error?.code == .argumentInvalid, "call \(index)")
    }
    await client.close()
  }

  @Test func cursorsOfOtherCallsAreRefused() async throws {
    let client = try await network.online("alice")
    let chat = client.chat(direct)
    _ = await chat.send(.text("one"))
    let first = direct.message(at: 1)
    let position = PageCursor.at(first)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await client.search(SearchQuery("one"), after: position) },
      { _ = try await client.conversations(matching: ConversationQuery(), limit: 1, after: position) },
      { _ = try await chat.readers(of: first, after: position) },
      { _ = try await chat.annotators(of: .choice(0), at: first, after: position) },
    ]
    for (index, call) in calls.enumerated() {
      let error = await #expect(throws: MartletError.self, "call \(index)") { try await call() }
      #expect(error?.code == .argumentInvalid && error?.field == "after", "call \(index)")
    }
    await client.close()
  }
}
