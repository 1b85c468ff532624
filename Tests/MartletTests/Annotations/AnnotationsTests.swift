import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Annotations as an app uses them.
@Suite(.timeLimit(.minutes(10))) struct AnnotationsTests {
  private let network = MemoryNetwork()
  private let bob = UserID.of("bob")
  private let pair = ConversationID.of("direct:alice:bob")

  /// Alice with a message of hers at position 1, and bob, who has received it.
  private func pairOnline(
    _ content: MessageContent = .text("hello"), details: MessageDetails = MessageDetails()
  ) async throws -> (alice: MartletClient, bob: MartletClient) {
    let (alice, bob) = (try await network.online("alice"), try await network.online("bob"))
    _ = await alice.chat(pair).send(content, details: details)
    try await network.held(bob, pair, upTo: 1)
    return (alice, bob)
  }

  private func message(_ client: MartletClient, _ seq: UInt64 = 1) async throws -> Message {
    try #require(try await client.chat(pair).history().first { $0.seq == seq })
  }

  private func position(_ result: SendResult) -> UInt64? { if case .sent(let id, _) = result { id.seq } else { nil } }

  @Test func reactionsShowInTheMessageOnEveryDevice() async throws {
    let (alice, reader) = try await pairOnline()
    #expect(position(await reader.chat(pair).react("👍", to: pair.message(at: 1))) == 2)
    #expect(await reader.chat(pair).react("👍", to: pair.message(at: 1)) == .unchanged)
    #expect(position(await alice.chat(pair).react("👍", to: pair.message(at: 1))) == 3)
    try await network.held(reader, pair, upTo: 3)
    var reactions = try await message(reader).annotations.reactions
    #expect(reactions == [Annotations.Tally(key: "👍", count: 2, isMine: true)])
    #expect(position(await reader.chat(pair).unreact("👍", to: pair.message(at: 1))) == 4)
    try await network.held(reader, pair, upTo: 4)
    reactions = try await message(reader).annotations.reactions
    #expect(reactions == [Annotations.Tally(key: "👍", count: 1, isMine: false)])
    #expect(try await reader.pending().isEmpty, "what changed nothing leaves the outbox too")
    #expect(try await alice.chat(pair).annotators(of: .reaction("👍"), at: pair.message(at: 1)).items.map(\.text) == ["alice"])
    let summary = try #require(try await reader.chat(pair).summary())
    #expect(summary.unread == 1, "the message, and no reaction")
    #expect(summary.lastMessage?.annotations.reactions.count == 1)
    await alice.close()
    await reader.close()
  }

  /// The server's answer may come before the entry.
  @Test func whoLearnsThatAReactionWasMadeFindsItOnTheMessage() async throws {
    let (alice, reader) = try await pairOnline()
    let (chat, message) = (reader.chat(pair), pair.message(at: 1))
    network.holdPushes(true)
    let seen = Task {
      let result = await chat.react("👍", to: message)
      return (result, try await chat.cachedHistory().first?.annotations.reactions)
    }
    try await network.wait { try await reader.pending().contains { if case .sent = $0.state { true } else { false } } }
    network.holdPushes(false)
    let (result, reactions) = try await seen.value
    #expect(position(result) == 2)
    #expect(reactions == [Annotations.Tally(key: "👍", count: 1, isMine: true)])
    #expect(try await reader.pending().isEmpty)
    await alice.close()
    await reader.close()
  }

  /// The group was left before the entry came, which never comes then.
  @Test func whoLeftLearnsThatAReactionWasMade() async throws {
    let alice = try await network.online("alice")
    _ = try await alice.createGroup(title: "Team", members: [bob], id: "g")
    let reader = try await network.online("bob")
    let chat = reader.chat(.of("group:g"))
    _ = await chat.send(.text("hello"))
    network.holdPushes(true)
    let outcome = Task { await chat.react("👍", to: ConversationID.of("group:g").message(at: 2)) }
    try await network.wait { try await reader.pending().contains { if case .sent = $0.state { true } else { false } } }
    try await alice.chat(.of("group:g")).remove([bob])
    network.holdPushes(false)
    #expect(position(await outcome.value) == 3)
    await alice.close()
    await reader.close()
  }

  @Test func changesAreToldWithWhatChanged() async throws {
    let (alice, reader) = try await pairOnline(details: MessageDetails(properties: ["state": "new"]))
    let events = alice.events()
    _ = await reader.chat(pair).setProperties(["by": "bob"], removing: ["state"], of: pair.message(at: 1))
    var told: [Event] = []
    for await event in events {
      if case .messageChanged = event { told.append(event) }
      guard case .annotated = event else { continue }
      told.append(event)
      break
    }
    guard case .messageChanged(let changed)? = told.first else { throw MartletError.unexpectedAnswer }
    #expect(changed.annotations.properties == ["by": "bob"])
    let expected = AnnotationChange.properties(set: ["by": "bob"], removed: ["state"])
    #expect(told.last == .annotated(MessageID(conversation: pair, seq: 1), expected, by: bob))
    await alice.close()
    await reader.close()
  }

  @Test func offlineChangesOfPropertiesAreAllTold() async throws {
    let (alice, reader) = try await pairOnline(details: MessageDetails(properties: ["state": "new"]))
    await alice.disconnect()
    for number in 1...6 { _ = await reader.chat(pair).setProperties(["k\(number)": "\(number)"], of: pair.message(at: 1)) }
    _ = await reader.chat(pair).setProperties([:], removing: ["k3", "state"], of: pair.message(at: 1))
    let events = alice.events()
    await alice.connect()
    try await alice.caughtUp()
    var told: [AnnotationChange] = []
    var shown: Message?
    for await event in events {
      switch event {
      case .annotated(let id, let change, _): if id.seq == 1 { told.append(change) }
      case .messageChanged(let message): shown = message
      default: break
      }
      if told.count == 7, shown != nil { break }
    }
    let set = (1...6).map { AnnotationChange.properties(set: ["k\($0)": "\($0)"], removed: []) }
    #expect(told == set + [.properties(set: [:], removed: ["k3", "state"])])
    let expected = ["k1": "1", "k2": "2", "k4": "4", "k5": "5", "k6": "6"]
    #expect(shown?.annotations.properties == expected)
    #expect(try await message(alice).annotations.properties == expected)
    for client in [alice, reader] { await client.close() }
  }

  @Test func propertiesGoWithTheMessageAndAreSetByBoth() async throws {
    let (alice, reader) = try await pairOnline(details: MessageDetails(properties: ["state": "new"]))
    let first = try await message(reader).annotations
    #expect(first.isExpandable && first.properties == ["state": "new"])
    #expect(position(await reader.chat(pair).setProperties(["state": "paid"], of: pair.message(at: 1))) != nil)
    try await network.held(alice, pair, upTo: 2)
    #expect(try await message(alice).annotations.properties == ["state": "paid"])
    _ = await alice.chat(pair).send(.text("plain"))
    let refused = await alice.chat(pair).setProperties(["a": "b"], of: pair.message(at: 3))
    guard case .failed(let error) = refused else { throw MartletError.unexpectedAnswer }
    #expect(error.code == .server(.notExpandable))
    await alice.close()
    await reader.close()
  }

  @Test func aPollIsVotedOnAndClosed() async throws {
    let poll = PollContent("Where?", choices: [.text("here"), .text("there")], mostChoices: 2)
    let (alice, reader) = try await pairOnline(try MessageContent(poll))
    #expect(try await message(reader).content?.read(as: PollContent.self) == poll)
    #expect(position(await reader.chat(pair).vote([0, 1], on: pair.message(at: 1))) == 2)
    #expect(position(await reader.chat(pair).vote([1], on: pair.message(at: 1))) == 3)
    #expect(position(await alice.chat(pair).closePoll(pair.message(at: 1))) == 4)
    try await network.held(reader, pair, upTo: 4)
    let shown = try await message(reader).annotations
    #expect(shown.votes == [1: Annotations.Tally(key: "1", count: 1, isMine: true)] && shown.isPollClosed)
    guard case .failed(let error) = await reader.chat(pair).vote([0], on: pair.message(at: 1)) else {
      throw MartletError.unexpectedAnswer
    }
    #expect(error.code == .server(.pollClosed))
    #expect(try await alice.chat(pair).annotators(of: .choice(1), at: pair.message(at: 1)).items == [bob])
    await alice.close()
    await reader.close()
  }

  @Test func pollsAreCheckedBeforeTheyAreSent() throws {
    #expect(throws: MartletError.self) { try MessageContent(PollContent("", choices: [.text("a")])) }
    #expect(throws: MartletError.self) { try MessageContent(PollContent("a", choices: [])) }
    #expect(throws: MartletError.self) { try MessageContent(PollContent("a", choices: [.text("a")], mostChoices: 0)) }
    let full = PollContent(
      "a", choices: [.text("b")], mostChoices: 1, deadline: Timestamp(milliseconds: 5), isSecret: true)
    #expect(try MessageContent(full).read(as: PollContent.self) == full)
    #expect(full.searchText == "a\nb" && full.summary == "a")
  }

  @Test func choicesAreContentsOfAnyType() async throws {
    let types = ["sticker", "image", "video", "voice", "contact", "location", "file", "com.example.dice"]
    let choices = types.map { MessageContent.custom(type: $0, json: "{\"name\":\"\($0)\"}") }
    let (alice, reader) = try await pairOnline(try MessageContent(PollContent("Which?", choices: choices)))
    #expect(try await message(reader).content?.read(as: PollContent.self)?.choices == choices)
    #expect(position(await reader.chat(pair).vote([7], on: pair.message(at: 1))) == 2)
    await alice.close()
    await reader.close()
  }

  @Test func pinnedMessagesAreListed() async throws {
    let (alice, reader) = try await pairOnline()
    #expect(position(await reader.chat(pair).pinMessage(pair.message(at: 1))) == 2)
    #expect(await alice.chat(pair).pinMessage(pair.message(at: 1)) == .unchanged)
    let pinned = try await alice.chat(pair).pinnedMessages()
    #expect(pinned.map(\.seq) == [1])
    #expect(pinned.first?.annotations.pin == Annotations.Pin(user: bob, seq: 2))
    _ = await alice.chat(pair).unpinMessage(pair.message(at: 1))
    #expect(try await reader.chat(pair).pinnedMessages().isEmpty)
    await alice.close()
    await reader.close()
  }

  @Test func repliesAreCountedAndListed() async throws {
    let (alice, reader) = try await pairOnline()
    for number in 0..<5 { _ = await reader.chat(pair).send(.text("\(number)"), details: MessageDetails(replyTo: 1)) }
    try await network.held(alice, pair, upTo: 6)
    #expect(try await message(alice).annotations.replyCount == 5)
    #expect(try await message(alice, 3).replyTo == 1)
    #expect(try await alice.chat(pair).replies(to: pair.message(at: 1)).items.map(\.seq) == [2, 3, 4, 5, 6])
    let page = try await alice.chat(pair).replies(to: pair.message(at: 1), limit: 2, after: .at(pair.message(at: 3)))
    #expect(page.items.map(\.seq) == [4, 5] && page.next == .at(pair.message(at: 5)))
    let last = try await alice.chat(pair).replies(to: pair.message(at: 1), limit: 2, after: page.next)
    #expect(last.items.map(\.seq) == [6] && last.next == nil)
    _ = await reader.chat(pair).recall(pair.message(at: 4))
    try await network.held(alice, pair, upTo: 7)
    #expect(try await message(alice).annotations.replyCount == 4)
    #expect(try await alice.chat(pair).replies(to: pair.message(at: 1)).items.map(\.seq) == [2, 3, 5, 6])
    await alice.close()
    await reader.close()
  }

  @Test func whatAMessageSaidBeforeIsRead() async throws {
    let (alice, reader) = try await pairOnline()
    for text in ["two", "three"] { _ = await alice.chat(pair).edit(pair.message(at: 1), to: .text(text)) }
    let versions = try await reader.chat(pair).versions(of: pair.message(at: 1))
    #expect(versions.map(\.text) == ["hello", "two", "three"] && versions.map(\.seq) == [1, 2, 3])
    _ = await alice.chat(pair).recall(pair.message(at: 1))
    #expect(try await reader.chat(pair).versions(of: pair.message(at: 1)).isEmpty)
    await alice.close()
    await reader.close()
  }

  @Test func whatWasAttachedOfflineIsSentInOrder() async throws {
    let (alice, reader) = try await pairOnline()
    await reader.disconnect()
    let changes: [AnnotationChange] =
      ["a", "b", "c"].map { .reactions(added: [$0], removed: []) } + [.reactions(added: [], removed: ["b"])]
    for (index, change) in changes.enumerated() {
      Task { [pair] in _ = await reader.chat(pair).annotate(pair.message(at: 1), change) }
      try await network.pass { try await reader.pending().count == index + 1 }
    }
    #expect(try await reader.pending().map(\.action) == changes.map { .annotate(1, $0) })
    await reader.connect()
    try await network.held(reader, pair, upTo: 5)
    #expect(try await message(reader).annotations.reactions.map(\.key) == ["a", "c"])
    #expect(try await reader.pending().isEmpty)
    await alice.close()
    await reader.close()
  }

  @Test func logsTellOfAnnotations() async throws {
    let (alice, reader) = try await pairOnline()
    _ = await reader.chat(pair).react("👍", to: pair.message(at: 1))
    _ = await alice.chat(pair).recall(pair.message(at: 1))
    var items: [LogItem] = []
    for try await item in alice.chat(pair).log(from: .first) {
      items.append(item)
      if items.count == 3 { break }
    }
    #expect(items.map(\.kind) == ["message", "annotated", "recalled"])
    #expect(items[1].event == .annotated(target: 1, nil), "a recall takes it away")
    await alice.close()
    await reader.close()
  }
}

/// Senseless values that a peer or a server may send.
@Suite struct AnnotationFoldTests {
  private func folded(_ items: [Wire.AnnotationItem], kind: Wire.AnnotationKind = .reaction, times: Int = 1) -> Wire.Annotations {
    var shown = Wire.Annotations()
    for seq in 1...times {
      _ = shown.fold(Wire.Annotated(target: 1, kind: kind, items: items), at: UInt64(seq), by: "x", for: nil)
    }
    return shown
  }

  @Test func entriesContainedAlreadyChangeNothing() {
    var shown = Wire.Annotations(through: 5)
    let annotated = Wire.Annotated(target: 1, kind: .reaction, items: [Wire.AnnotationItem(key: "a")])
    let changed = [5, 6, 6].map { shown.fold(annotated, at: $0, by: "x", for: nil) }
    #expect(changed == [false, true, false])
    #expect(shown.tallies.map(\.count) == [1])
  }

  @Test func whatMakesNoSenseIsBounded() {
    #expect(folded([Wire.AnnotationItem(key: "a", removed: true)]).tallies.isEmpty)
    #expect(folded([Wire.AnnotationItem(key: "a")], kind: Wire.AnnotationKind(rawValue: 77)).tallies.isEmpty)
    let many = folded((0..<5_000).map { Wire.AnnotationItem(key: "\($0)") })
    #expect(many.tallies.count == 2_000)
    let large = folded([Wire.AnnotationItem(key: "a", value: String(repeating: "x", count: 1 << 20))], kind: .property)
    #expect(large.properties.isEmpty)
    let shown = Annotations(Wire.Annotations(tallies: [Wire.Tally(kind: .vote, key: "x", count: 1)], pinnedBy: "no user!"))
    #expect(shown.votes.isEmpty && shown.pin == nil)
  }
}
