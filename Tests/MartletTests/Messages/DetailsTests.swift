import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// A message's details, as an app uses them.
@Suite(.timeLimit(.minutes(10))) struct DetailsTests {
  private let network = MemoryNetwork()
  private let bob = UserID.of("bob")
  private let carol = UserID.of("carol")
  private let group = ConversationID.of("group:g")

  private func online(_ user: String) async throws -> MartletClient { try await network.online(user) }

  private func makeGroup() {
    network.server { server in
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "G", members: ["bob", "carol"])
      _ = server.answer(.createGroup(create), of: .of("alice"))
    }
  }

  @Test func detailsComeBackAsTheyWereGiven() async throws {
    let client = try await online("alice")
    let details = MessageDetails(
      mentions: .init(users: [bob], all: true, text: "you"), extra: #"{"a":1}"#,
      senderInfo: .init(name: "A", picture: "p", extra: "{}"), priority: .low,
      push: .init(isDisabled: true, title: "t", text: "x", data: "d"), text: "words",
      policy: .init(isCounted: false, isPushed: true))
    let id = await client.newClientID()
    try await client.chat(with: bob).enqueue(.text("hello"), details: details, id: id)
    _ = await client.chat(with: bob).send(.text("hello"), details: details, id: id)
    let message = try #require(try await client.chat(with: bob).history().first)
    #expect(message.details == details && message.text == "hello")
    #expect(MessageDetails(details.wire) == details && MessageDetails().isEmpty && !details.isEmpty)
    await client.close()
  }

  @Test func pendingSendTellsItsDetails() async throws {
    let client = try network.client("alice")
    let details = MessageDetails(mentions: .init(users: [bob]))
    try await client.chat(with: bob).enqueue(.text("later"), details: details)
    #expect(try await client.pending().map(\.details) == [details])
    await client.close()
  }

  @Test func unreadMentionsAreCountedAndListed() async throws {
    makeGroup()
    let (alice, reader) = (try await online("alice"), try await online("bob"))
    let chat = alice.chat(group)
    for number in 0..<6 {
      let mentions = number % 2 == 0 ? MessageDetails.Mentions(users: [bob], all: number == 4) : nil
      _ = await chat.send(.text("\(number)"), details: MessageDetails(mentions: mentions))
    }
    try await network.held(reader, group, upTo: 7)
    var summary = try #require(try await reader.chat(group).summary())
    #expect(summary.unread == 6 && summary.unreadMentions == 3 && summary.firstUnreadMention == 2)
    #expect(try await reader.chat(group).unreadMentions().map(\.seq) == [2, 4, 6])
    #expect(try await reader.chat(group).unreadMentions(limit: 1, newest: true).map(\.seq) == [6])
    _ = await chat.recall(group.message(at: 2))
    try await network.held(reader, group, upTo: 8)
    summary = try #require(try await reader.chat(group).summary())
    #expect(summary.unreadMentions == 2 && summary.firstUnreadMention == 4)
    try await reader.chat(group).markRead(upTo: group.message(at: 4))
    summary = try #require(try await reader.chat(group).summary())
    #expect(summary.unreadMentions == 1 && summary.firstUnreadMention == 6)
    await alice.close()
    await reader.close()
  }

  @Test func mentionsReadOnOneDeviceAreReadOnTheOther() async throws {
    makeGroup()
    let (alice, phone, tablet) = (try await online("alice"), try await online("bob"), try await online("bob"))
    _ = await alice.chat(group).send(.text("you"), details: MessageDetails(mentions: .init(users: [bob])))
    for client in [phone, tablet] {
      try await network.held(client, group, upTo: 2)
      #expect(try await client.chat(group).summary()?.unreadMentions == 1)
    }
    try await phone.chat(group).markRead()
    while try await tablet.chat(group).summary()?.unread != 0 { network.time.advance(by: .milliseconds(100)) }
    let summary = try #require(try await tablet.chat(group).summary())
    #expect(summary.unreadMentions == 0 && summary.firstUnreadMention == nil)
    #expect(try await tablet.chat(group).unreadMentions().isEmpty)
    for client in [alice, phone, tablet] { await client.close() }
  }

  @Test func mentionsBeforeWhatIsHeldComeFromTheServer() async throws {
    makeGroup()
    let alice = try await online("alice")
    for number in 0..<80 {
      let mentions = number % 10 == 0 ? MessageDetails.Mentions(users: [bob]) : nil
      _ = await alice.chat(group).send(.text("\(number)"), details: MessageDetails(mentions: mentions))
    }
    let reader = try await online("bob")
    #expect(try await reader.chat(group).summary()?.unreadMentions == 8)
    #expect(try await reader.chat(group).unreadMentions().map(\.seq) == [2, 12, 22, 32, 42, 52, 62, 72])
    #expect(try await reader.chat(group).unreadMentions(limit: 2).map(\.seq) == [2, 12])
    #expect(try await reader.chat(group).unreadMentions(limit: 2, newest: true).map(\.seq) == [62, 72])
    // The first of them is not held here, nor is anything near it.
    _ = await alice.chat(group).recall(group.message(at: 2))
    try await network.held(reader, group, upTo: 82)
    while try await reader.chat(group).summary()?.unreadMentions != 7 { network.time.advance(by: .milliseconds(100)) }
    let summary = try #require(try await reader.chat(group).summary())
    #expect(summary.firstUnreadMention == 12 && summary.unread == 79)
    await alice.close()
    await reader.close()
  }

  @Test func directedMessageShowsOnlyThereWhereItIsMeant() async throws {
    makeGroup()
    let (alice, theirs, others) = (try await online("alice"), try await online("bob"), try await online("carol"))
    _ = await alice.chat(group).send(.text("for all"))
    _ = await alice.chat(group).send(.text("forbob"), details: MessageDetails(directedTo: [bob]))
    for client in [theirs, others] { try await network.held(client, group, upTo: 3) }
    let (seen, unseen) = (
      try #require(try await theirs.chat(group).summary()), try #require(try await others.chat(group).summary())
    )
    #expect(seen.unread == 2 && seen.lastMessage?.text == "forbob" && seen.lastMessage?.details.directedTo == [bob])
    #expect(unseen.unread == 1 && unseen.lastMessage?.text == "for all" && unseen.head == 3)
    #expect(try await others.chat(group).history().compactMap(\.text) == ["for all"])
    #expect(try await theirs.search(SearchQuery("forbob")).items.count == 1)
    #expect(try await others.search(SearchQuery("forbob")).items.isEmpty)
    for client in [alice, theirs, others] { await client.close() }
  }

  @Test func searchFindsTheTextOfTheDetailsUntilTheMessageIsEdited() async throws {
    let client = try await online("alice")
    let chat = client.chat(with: bob)
    let details = MessageDetails(text: "pineapple")
    _ = await chat.send(.custom(type: "app.card", json: #"{"n":1}"#), details: details)
    try await network.held(client, .of("direct:alice:bob"), upTo: 1)
    #expect(try await client.search(SearchQuery("pineapple")).items.count == 1)
    _ = try await chat.edit(chat.messageID(at: 1), to: .text("something else"))
    try await network.held(client, .of("direct:alice:bob"), upTo: 2)
    #expect(try await client.search(SearchQuery("pineapple")).items.isEmpty)
    #expect(try await client.search(SearchQuery("something")).items.count == 1)
    await client.close()
  }
}
