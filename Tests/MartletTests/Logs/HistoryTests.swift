import ClientModels
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Paging through history: cached parts, fetched parts, and gaps between them.
@Suite(.timeLimit(.minutes(10))) struct HistoryTests {
  private let network = MemoryNetwork()
  private let direct = ConversationID.of("direct:alice:bob")

  private func fill(_ range: Range<Int>) { for number in range { network.say("m\(number)", as: "bob", to: "direct:alice") } }

  private func online(_ client: MartletClient) async throws {
    await client.connect()
    try await client.caughtUp()
  }

  /// Pages from the end to the beginning.
  private func all(_ chat: Chat, by limit: Int) async throws -> [Message] {
    var messages: [Message] = []
    while true {
      let page = try await chat.history(before: messages.first?.id, limit: limit)
      if page.isEmpty { return messages }
      #expect(page.count <= limit)
      messages = page + messages
    }
  }

  @Test(arguments: [1, 7, 50, 1_000]) func pagesLeadToTheBeginning(limit: Int) async throws {
    fill(0..<130)
    let client = try network.client("alice")
    try await online(client)
    #expect(try await all(client.chat(direct), by: limit).map(\.text) == (0..<130).map { "m\($0)" })
    await client.close()
  }

  @Test func whatWasFetchedIsKept() async throws {
    fill(0..<60)
    let client = try network.client("alice")
    try await online(client)
    _ = try await all(client.chat(direct), by: 20)
    await client.disconnect()
    #expect(try await all(client.chat(direct), by: 7).count == 60)
    await client.close()
  }

  /// A hundred entries of a group.
  ///
  /// The last but one is not for alice.
  @Test func whatIsWithheldDoesNotMakePagesFetchMore() async throws {
    network.server { server in
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "", members: ["alice", "carol"])
      _ = server.answer(.createGroup(create), of: .of("bob"))
      for number in 2...100 {
        var send = Wire.Send(
          conversation: "group:g", clientId: "\(number)", type: "text", content: MessageContent.text("m\(number)").json)
        if number == 99 { send.details = Wire.Details(directed: ["carol"]) }
        _ = server.answer(.send(send), of: .of("bob"))
      }
    }
    let group = ConversationID.of("group:g")
    let client = try network.client("alice")
    try await online(client)
    try await pass(client) { try await client.read { try $0.stored(group)?.last ?? 0 } == 100 }
    let first = try await client.read { try $0.stored(group)?.first ?? 0 }
    #expect((12..<90).contains(first))
    let page = try await client.chat(group).history(limit: 10)
    #expect(page.map(\.seq) == Array(90...98) + [100])
    #expect(try await client.read { try $0.stored(group)?.first } == first, "nothing had to be fetched")
    // Cached history is read without further requests.
    let held = try await client.chat(group).cachedHistory(limit: 1_000)
    #expect(held.map(\.seq) == Array(first...98) + [100])
    #expect(try await client.chat(group).cachedHistory(before: group.message(at: first + 2)).map(\.seq) == [first, first + 1])
    #expect(try await client.chat(group).cachedHistory(before: group.message(at: 5)).isEmpty)
    #expect(try await client.chat(.of("group:none")).cachedHistory().isEmpty)
    #expect(try await client.read { try $0.stored(group)?.first } == first)
    await client.close()
  }

  @Test func withoutAConnectionWhatIsHeldIsShown() async throws {
    fill(0..<100)
    let client = try network.client("alice")
    try await online(client)
    try await pass(client) { try await client.read { try $0.stored(direct)?.first ?? 0 } < 90 }
    await client.disconnect()
    let page = try await client.chat(direct).history(limit: 1_000)
    #expect(!page.isEmpty && page.count < 100 && page.last?.text == "m99")
    await #expect(throws: MartletError.self) { try await client.chat(direct).history(before: page.first?.id) }
    await client.close()
  }

  /// So many entries came meanwhile that the cached range is dropped; old positions are then far from the new one.
  @Test func positionsFarBeforeWhatIsHeldAreReadFromTheServer() async throws {
    fill(0..<10)
    let client = try network.client("alice")
    try await online(client)
    _ = try await client.chat(direct).history(limit: 10)
    await client.disconnect()
    fill(10..<1_500)
    try await online(client)
    try await pass(client) { try await client.read { try $0.stored(direct)?.last ?? 0 } == 1_500 }
    let held = try await client.read { try $0.stored(direct)?.first ?? 0 }
    #expect(held > 1_000)
    let page = try await client.chat(direct).history(before: direct.message(at: 30), limit: 5)
    #expect(page.map(\.text) == (24..<29).map { "m\($0)" })
    #expect(try await client.read { try $0.stored(direct)?.first ?? 0 } == held, "no gap was made")
    #expect(try await client.chat(direct).history(before: direct.message(at: 3), limit: 5).map(\.text) == ["m0", "m1"])
    #expect(try await all(client.chat(direct), by: 400).count == 1_500)
    await client.close()
  }

  @Test func conversationThatIsNotThereIsEmptyOrUnknown() async throws {
    let client = try network.client("alice")
    try await online(client)
    #expect(try await client.chat(with: UserID.of("bob")).history().isEmpty)
    do {
      _ = try await client.chat(ConversationID.of("group:none")).history()
      Issue.record("it is there")
    } catch {
      #expect(error.code == .conversationUnknown)
    }
    await client.close()
  }

  @Test func historyOfANewDeviceWaitsForTheFirstConnection() async throws {
    fill(0..<3)
    let client = try network.client("alice")
    await client.connect()
    #expect(try await client.chat(with: UserID.of("bob")).history().count == 3)
    await client.close()
  }

  @Test func editsAndRecallsAreNoLines() async throws {
    fill(0..<2)
    network.server { server in
      let bob = UserID.of("bob")
      for number in 0..<120 {
        _ = server.answer(
          .edit(
            Wire.Edit(
              conversation: "direct:alice", clientId: "e\(number)", target: 2, type: "text",
              content: "{\"text\":\"\(number)\"}")),
          of: bob)
      }
    }
    let client = try network.client("alice")
    try await online(client)
    #expect(try await client.chat(direct).history(limit: 2).map(\.text) == ["m0", "119"])
    await client.close()
  }

  private func pass(_ client: MartletClient, until isSo: () async throws -> Bool) async throws {
    while try await !isSo() {
      network.time.advance(by: .milliseconds(10))
      await Task.yield()
    }
  }
}
