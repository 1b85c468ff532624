import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Hidden entries disappear on all of the user's devices.
@Suite(.timeLimit(.minutes(10))) struct HidingTests {
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
    try await one.chat(direct).hide([5, 2, 99].map(direct.message(at:)))
    for client in [one, two] {
      try await network.pass { try await client.chat(direct).history().map(\.seq) == [1, 3, 4] }
      let summary = try #require(try await client.chat(direct).summary())
      #expect(summary.unread == 3)
      #expect(summary.lastMessage?.seq == 4)
      #expect(try await client.chat(direct).search(SearchQuery("m5")).items.isEmpty)
      #expect(try await client.chat(direct).search(SearchQuery("m4")).items.map(\.seq) == [4])
    }
    let fresh = try await network.online("alice")
    #expect(try await fresh.chat(direct).history().map(\.seq) == [1, 3, 4])
    let bob = try await network.online("bob")
    #expect(try await bob.chat(direct).history().count == 5)
    // Changes of a hidden message have no effect here.
    _ = await bob.chat(direct).edit(direct.message(at: 5), to: .text("again"))
    _ = await bob.chat(direct).recall(direct.message(at: 2))
    try await network.held(two, direct, upTo: 7)
    #expect(try await two.chat(direct).history().map(\.seq) == [1, 3, 4])
    #expect(try await two.chat(direct).summary()?.unread == 3)
    for client in [one, two, fresh, bob] { await client.close() }
  }

  @Test func hidingUpToAPositionLeavesTheRest() async throws {
    let (one, two) = try await devices()
    try await one.chat(direct).hide(upTo: direct.message(at: 3))
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
    try await one.chat(direct).hide([5, 1].map(direct.message(at:)), on: .thisDevice)
    #expect(try await one.chat(direct).history().map(\.seq) == [2, 3, 4])
    #expect(try await one.chat(direct).summary()?.lastMessage?.seq == 4)
    #expect(try await one.chat(direct).summary()?.unread == 3)
    #expect(try await one.unreadTotal().messages == 3)
    #expect(try await two.unreadTotal().messages == 5)
    #expect(try await two.chat(direct).history().count == 5)
    try await one.chat(direct).hide(upTo: direct.message(at: 3), on: .thisDevice)
    #expect(try await one.chat(direct).history().map(\.seq) == [4])
    #expect(try await one.chat(direct).summary()?.unread == 1)
    // Hidden here or not, it counts nowhere once it is recalled.
    let bob = try await network.online("bob")
    _ = await bob.chat(direct).recall(direct.message(at: 2))
    for client in [one, two] { try await network.held(client, direct, upTo: 6) }
    #expect(try await one.chat(direct).summary()?.unread == 1)
    #expect(try await two.chat(direct).summary()?.unread == 4)
    // Everywhere counts more.
    try await two.chat(direct).hide([5, 4].map(direct.message(at:)))
    try await network.pass { try await one.chat(direct).summary()?.unread == 0 }
    #expect(try await two.chat(direct).summary()?.unread == 2)
    #expect(try await one.chat(direct).history().isEmpty)
    network.say("m7", as: "bob", to: "direct:alice")
    try await network.held(one, direct, upTo: 7)
    #expect(try await one.chat(direct).summary()?.unread == 1)
    try await one.chat(direct).hide(upTo: nil, on: .thisDevice)
    #expect(try await one.chat(direct).summary()?.unread == 0)
    let none = ConversationID.of("group:none")
    await #expect(throws: MartletError.self) { try await one.chat(none).hide([none.message(at: 1)], on: .thisDevice) }
    for client in [one, two, bob] { await client.close() }
  }

  @Test func hiddenMentionsAreNotCounted() async throws {
    network.server { server in
      _ = server.answer(.createGroup(Wire.CreateGroup(group: "g", clientId: "c", title: "", members: ["alice"])), of: .of("bob"))
      for number in 1...3 {
        let send = Wire.Send(
          conversation: "group:g", clientId: "\(number)", type: "text", content: MessageContent.text("m").json,
          details: Wire.Details(mentions: Wire.Mentions(users: ["alice"])))
        _ = server.answer(.send(send), of: .of("bob"))
      }
    }
    let group = ConversationID.of("group:g")
    let client = try await network.online("alice")
    try await network.held(client, group, upTo: 4)
    try await client.chat(group).hide([group.message(at: 2)], on: .thisDevice)
    let summary = try #require(try await client.chat(group).summary())
    #expect(summary.unread == 2 && summary.unreadMentions == 2 && summary.firstUnreadMention == 3)
    #expect(try await client.chat(group).unreadMentions(limit: 1).map(\.seq) == [3])
    #expect(try await client.unreadTotal() == UnreadTotal(messages: 2, conversations: 1, mentions: 2))
    await client.close()
  }

  @Test func whatIsHiddenWithoutAConnectionIsToldLater() async throws {
    for number in 1...5 { network.say("m\(number)", as: "bob", to: "direct:alice") }
    let folder = try TemporaryDirectory()
    let (one, two) = (try await network.online("alice", directory: folder.path), try await network.online("alice"))
    for client in [one, two] { try await network.held(client, direct, upTo: 5) }
    await one.disconnect()
    try await one.chat(direct).hide(upTo: direct.message(at: 2))
    try await one.chat(direct).hide([direct.message(at: 4)])
    // Here it counts at once.
    #expect(try await one.chat(direct).history().map(\.seq) == [3, 5])
    #expect(try await one.chat(direct).summary()?.unread == 2)
    #expect(await one.unsyncedChanges == 2)
    await one.close()
    // Messages sent meanwhile are not affected.
    network.say("m6", as: "bob", to: "direct:alice")
    let again = try await network.online("alice", directory: folder.path)
    for client in [again, two] {
      try await network.pass { try await client.chat(direct).history().map(\.seq) == [3, 5, 6] }
      try await network.pass { try await client.chat(direct).summary()?.unread == 3 }
    }
    let kept = network.server { $0.logs[direct]?.members[.of("alice")] }
    #expect(kept?.cleared == 2 && kept?.hidden == [4])
    try await network.pass { try await again.read { try $0.waitingHides() }.isEmpty }
    #expect(await again.unsyncedChanges == 0)
    for client in [again, two] { await client.close() }
  }

  @Test func whatTheServerWillNotHideStaysHiddenHere() async throws {
    let (one, two) = try await devices()
    network.server { $0.refusesHiding = true }
    var events = one.events().makeAsyncIterator()
    try await one.chat(direct).hide([direct.message(at: 3)])
    while let event = await events.next() {
      guard case .hidingRefused(let id, let until, let positions, let error) = event else { continue }
      #expect(id == direct && until == 0 && positions == [3] && error.code == .server(.hiddenFull))
      break
    }
    #expect(try await one.chat(direct).history().map(\.seq) == [1, 2, 4, 5])
    #expect(try await one.read { try $0.waitingHides() }.isEmpty)
    #expect(try await two.chat(direct).history().count == 5)
    for client in [one, two] { await client.close() }
  }

  @Test func theEventTellsWhatIsHidden() async throws {
    let (one, two) = try await devices()
    var events = two.events().makeAsyncIterator()
    try await one.chat(direct).hide([direct.message(at: 2)])
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
    try await one.chat(direct).markRead(upTo: direct.message(at: 2))
    #expect(try await one.chat(direct).firstUnread() == direct.message(at: 3))
    try await one.chat(direct).hide([direct.message(at: 3)])
    try await network.pass { try await one.chat(direct).firstUnread() == direct.message(at: 4) }
    try await one.chat(direct).markRead()
    #expect(try await one.chat(direct).firstUnread() == nil)
    for client in [one, two] { await client.close() }
  }

  @Test func aDeviceWhoseLogWasCutLearnsWhatIsHidden() async throws {
    let (one, two) = try await devices()
    await two.disconnect()
    try await one.chat(direct).hide([direct.message(at: 2)])
    try await one.chat(direct).hide(upTo: direct.message(at: 1))
    try await one.chat(direct).setMuted(true)
    try await network.pass { network.server { $0.userLogs[UserID.of("alice")]?.count == 3 } }
    network.server { $0.userLogCuts[UserID.of("alice")] = 3 }
    await two.connect()
    try await network.pass { try await two.chat(direct).settings().isMuted }
    try await network.pass { try await two.chat(direct).history().map(\.seq) == [3, 4, 5] }
    for client in [one, two] { await client.close() }
  }
}
