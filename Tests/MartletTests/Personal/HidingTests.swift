import MartletTesting
import MartletWire
import Testing

@testable import Martlet

/// What a user hides is to be seen no more, on whatever device.
@Suite(.timeLimit(.minutes(2))) struct HidingTests {
  private let network = MemoryNetwork()
  private let direct = ConversationID.of("direct:alice:bob")

  /// Two devices of alice that hold five messages of bob.
  private func devices() async throws -> (MartletClient, MartletClient) {
    for number in 1...5 { network.say("m\(number)", as: "bob", to: "direct:alice") }
    let (one, two) = (try await network.online("alice"), try await network.online("alice"))
    for client in [one, two] { try await network.held(client, direct, upTo: 5) }
    return (one, two)
  }

  @Test func hiddenMessagesAreInNoHistoryCountSearchOrLastMessage() async throws {
    let (one, two) = try await devices()
    try await one.chat(direct).hide([5, 2, 99])
    for client in [one, two] {
      try await network.pass { try await client.chat(direct).history().map(\.seq) == [1, 3, 4] }
      let summary = try #require(try await client.chat(direct).summary())
      #expect(summary.unread == 3)
      #expect(summary.lastMessage?.seq == 4)
      #expect(try await client.chat(direct).search(SearchQuery("m5")).messages.isEmpty)
      #expect(try await client.chat(direct).search(SearchQuery("m4")).messages.map(\.seq) == [4])
    }
    let fresh = try await network.online("alice")
    #expect(try await fresh.chat(direct).history().map(\.seq) == [1, 3, 4])
    let bob = try await network.online("bob")
    #expect(try await bob.chat(direct).history().count == 5)
    // What is done to a hidden message changes nothing here.
    _ = await bob.chat(direct).edit(5, to: .text("again"))
    _ = await bob.chat(direct).recall(2)
    try await network.held(two, direct, upTo: 7)
    #expect(try await two.chat(direct).history().map(\.seq) == [1, 3, 4])
    #expect(try await two.chat(direct).summary()?.unread == 3)
    for client in [one, two, fresh, bob] { await client.close() }
  }

  @Test func hidingUpToAPositionLeavesTheRest() async throws {
    let (one, two) = try await devices()
    try await one.chat(direct).hide(upTo: 3)
    for client in [one, two] { try await network.pass { try await client.chat(direct).history().map(\.seq) == [4, 5] } }
    try await network.pass { try await two.chat(direct).summary()?.unread == 2 }
    #expect(try await two.chat(direct).summary()?.first == 4)
    try await two.chat(direct).hide(upTo: nil)
    for client in [one, two] { try await network.pass { try await client.chat(direct).history().isEmpty } }
    #expect(try await one.chat(direct).summary()?.lastMessage == nil)
    #expect(try await one.chat(direct).summary()?.unread == 0)
    network.say("m6", as: "bob", to: "direct:alice")
    for client in [one, two] { try await network.pass { try await client.chat(direct).history().map(\.seq) == [6] } }
    #expect(try await one.chat(direct).summary()?.unread == 1)
    for client in [one, two] { await client.close() }
  }

  @Test func onThisDeviceOnlyOthersAreAsBefore() async throws {
    let (one, two) = try await devices()
    try await one.chat(direct).hide([5, 1], on: .thisDevice)
    #expect(try await one.chat(direct).history().map(\.seq) == [2, 3, 4])
    #expect(try await one.chat(direct).summary()?.lastMessage?.seq == 4)
    #expect(try await one.chat(direct).summary()?.unread == 5, "what is unread stays so")
    #expect(try await two.chat(direct).history().count == 5)
    try await one.chat(direct).hide(upTo: 3, on: .thisDevice)
    #expect(try await one.chat(direct).history().map(\.seq) == [4])
    // Everywhere counts more.
    try await two.chat(direct).hide([5, 4])
    try await network.pass { try await one.chat(direct).summary()?.unread == 3 }
    #expect(try await one.chat(direct).history().isEmpty)
    await #expect(throws: MartletError.self) { try await one.chat(.of("group:none")).hide([1], on: .thisDevice) }
    await one.disconnect()
    let error = await #expect(throws: MartletError.self) { try await one.chat(direct).hide([1]) }
    #expect(error?.code == .notConnected)
    for client in [one, two] { await client.close() }
  }

  @Test func theEventTellsWhatIsHidden() async throws {
    let (one, two) = try await devices()
    var events = two.events.makeAsyncIterator()
    try await one.chat(direct).hide([2])
    while let event = await events.next() {
      if case .hidden(let id, let until, let positions) = event {
        #expect(id == direct && until == 0 && positions == [2])
        break
      }
    }
    for client in [one, two] { await client.close() }
  }

  @Test func aConversationTakenOutOfTheListComesBackWithItsNextMessage() async throws {
    let (one, two) = try await devices()
    try await one.chat(direct).removeFromList()
    for client in [one, two] { try await network.pass { try await client.conversations().isEmpty } }
    #expect(try await one.conversations(limit: 9).isEmpty)
    #expect(try await one.chat(direct).summary()?.isRemoved == true)
    network.say("m6", as: "bob", to: "direct:alice")
    for client in [one, two] { try await network.pass { try await client.conversations().map(\.id) == [direct] } }
    #expect(try await two.chat(direct).history().count == 6, "with what was said before")
    try await two.chat(direct).removeFromList(withHistory: true)
    for client in [one, two] { try await network.pass { try await client.conversations().isEmpty } }
    network.say("m7", as: "bob", to: "direct:alice")
    for client in [one, two] { try await network.pass { try await client.chat(direct).history().map(\.seq) == [7] } }
    for client in [one, two] { await client.close() }
  }

  @Test func theFirstUnreadMessageIsFound() async throws {
    let (one, two) = try await devices()
    try await one.chat(direct).markRead(upTo: 2)
    #expect(try await one.chat(direct).firstUnread() == 3)
    try await one.chat(direct).hide([3])
    try await network.pass { try await one.chat(direct).firstUnread() == 4 }
    try await one.chat(direct).markRead()
    #expect(try await one.chat(direct).firstUnread() == nil)
    for client in [one, two] { await client.close() }
  }

  @Test func aDeviceWhoseLogWasCutLearnsWhatIsHidden() async throws {
    let (one, two) = try await devices()
    await two.disconnect()
    try await one.chat(direct).hide([2])
    try await one.chat(direct).hide(upTo: 1)
    try await one.chat(direct).setMuted(true)
    try await network.pass { network.server { $0.userLogs[UserID.of("alice")]?.count == 3 } }
    network.server { $0.userLogCuts[UserID.of("alice")] = 3 }
    await two.connect()
    try await network.pass { try await two.chat(direct).personal().isMuted }
    try await network.pass { try await two.chat(direct).history().map(\.seq) == [3, 4, 5] }
    for client in [one, two] { await client.close() }
  }
}
