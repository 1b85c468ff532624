import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Per-user settings sync to all devices, and work without a connection.
@Suite(.timeLimit(.minutes(10))) struct PersonalTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let direct = ConversationID.of("direct:alice:bob")
  private let nobody = ConversationID.of("direct:alice:carol")
  private let bob = UserID.of("bob")

  init() throws { folder = try TemporaryDirectory() }

  private func tag(_ text: String) throws -> TagID { try #require(TagID(text)) }

  @Test func everythingOfAConversationReachesTheOtherDevices() async throws {
    network.say("hello", as: "bob", to: "direct:alice")
    let (one, two) = (try await network.online("alice"), try await network.online("alice"))
    let chat = one.chat(with: bob)
    try await chat.pinToTop(countsAsActivity: true)
    try await chat.setLevel(.mentions)
    try await chat.setMuted(true)
    try await chat.setAlias("Bobby")
    try await chat.setRingTone("bell")
    try await chat.saveDraft("I was about to")
    try await chat.setAttribute("color", .text("red"))
    try await chat.setFlags(0b1011, unset: 0b0001)
    try await one.setTag(try tag("work"), name: "Work")
    try await one.addTag(try tag("work"), to: [direct])
    try await chat.setPinned(true, in: try tag("work"))
    let mine = try #require(try await chat.summary()).settings
    #expect(mine.pin?.countsAsActivity == true && mine.level == .mentions && mine.isMuted && mine.alias == "Bobby")
    #expect(mine.ringTone == "bell" && mine.draft?.text == "I was about to" && mine.draft?.isLocal == false)
    #expect(mine.attributes == ["color": .text("red")] && mine.flags == 0b1010)
    #expect(mine.tags[try tag("work")]?.pinned != nil)
    try await network.pass { try await two.chat(direct).summary()?.settings == mine }
    #expect(try await two.tags().map(\.name) == ["Work"])
    // A new device gets it with the list.
    let three = try await network.online("alice")
    #expect(try await three.chat(direct).settings() == mine)
    #expect(try await three.conversations().first?.settings == mine)
    // And all of it goes.
    try await chat.unpinFromTop()
    try await chat.setLevel(nil)
    try await chat.setMuted(false)
    try await chat.setAlias(nil)
    try await chat.setRingTone(nil)
    try await chat.saveDraft(nil)
    try await chat.setAttribute("color", nil)
    try await chat.setFlags(0, unset: .max)
    try await one.deleteTag(try tag("work"))
    try await network.pass { try await two.chat(direct).settings() == ConversationSettings([:]) }
    #expect(try await two.tags().isEmpty)
    for client in [one, two, three] { await client.close() }
  }

  @Test func changeThatTheServerRefusesIsRolledBackAndToldWithItsReason() async throws {
    let client = try await network.online("alice")
    let name = Setting.Name("alias", of: .of("group:none"))
    var events = client.events().makeAsyncIterator()
    try await client.change([Setting(name.key, of: name.conversation, .text("mine"))])
    try await client.changesSynced()
    #expect(await client.unsyncedChanges == 0)
    #expect(try await client.settings(of: name.conversation).isEmpty)
    var refused: MartletError?
    while refused == nil, let event = await events.next() {
      if case .settingRefused(name, let error) = event { refused = error }
    }
    #expect(refused?.code == .conversationUnknown)
    await client.close()
  }

  @Test func changesAreWaitedForUntilTheServerHasThem() async throws {
    let client = try network.client("alice")
    try await client.changesSynced()
    try await client.change([Setting("color", .text("red"))])
    let offline = await #expect(throws: MartletError.self) { try await client.changesSynced() }
    #expect(offline?.code == .notConnected)
    network.goDown()
    await client.connect()
    let ended = Counter()
    let limited = Task {
      defer { ended.add() }
      try await client.changesSynced(within: .seconds(1))
    }
    try await network.pass { ended.value == 1 }
    let late = await #expect(throws: MartletError.self) { try await limited.value }
    #expect(late?.code == .timedOut)
    let synced = Task { try await client.changesSynced() }
    network.comeBack()
    try await network.pass { await client.unsyncedChanges == 0 }
    try await synced.value
    #expect(network.server { $0.settings[.of("alice")]?.count } == 1)
    await client.close()
  }

  @Test func flagsSetAtTheSameTimeAreAllSet() async throws {
    let client = try await network.online("alice", directory: folder.path)
    let chat = client.chat(direct)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for bit in 0..<64 { group.addTask { try await chat.setFlags(1 << UInt64(bit)) } }
      try await group.waitForAll()
    }
    #expect(try await chat.settings().flags == .max)
    await client.close()
  }

  @Test func whatIsSetOfflineCountsAtOnceAndIsToldLater() async throws {
    network.say("hello", as: "bob", to: "direct:alice")
    var client = try await network.online("alice", directory: folder.path)
    await client.disconnect()
    try await client.chat(direct).pinToTop()
    try await client.chat(direct).setAlias("first")
    try await client.chat(direct).setAlias("second")
    #expect(try await client.chat(direct).settings().alias == "second")
    await client.close()
    #expect(network.server { $0.settings.isEmpty })
    client = try network.client("alice", directory: folder.path)
    #expect(try await client.chat(direct).summary()?.settings.pin != nil, "also after the app was ended")
    await client.connect()
    try await network.pass { network.server { $0.settings[UserID.of("alice")]?.count == 2 } }
    #expect(network.server { $0.settings[UserID.of("alice")]?[[direct.text, "alias"]]?.value == #""second""# })
    await client.close()
  }

  @Test func ofTwoDevicesTheOneHeardLastWins() async throws {
    let (one, two) = (try await network.online("alice"), try await network.online("alice"))
    await one.disconnect()
    try await one.setDefaultLevel(.nothing)
    try await two.setDefaultLevel(.mentions)
    try await network.pass { network.server { $0.settings[UserID.of("alice")]?.count == 1 } }
    await one.connect()
    for client in [one, two] { try await network.pass { try await client.notificationLevel(of: direct) == .nothing } }
    for client in [one, two] { await client.close() }
  }

  @Test func whatTheServerRefusesIsAsBefore() async throws {
    let client = try await network.online("alice")
    let stranger = ConversationID.of("group:none")
    var events = client.events().makeAsyncIterator()
    try await client.change([Setting("good", .flag(true)), Setting("pin", of: stranger, .flag(true))])
    try await network.pass { try await client.settings(of: stranger).isEmpty }
    #expect(try await client.settings() == ["good": .flag(true)])
    #expect(network.server { $0.settings[UserID.of("alice")]?.count == 1 })
    var told = 0
    while let event = await events.next() {
      if event == .setting(Setting.Name("pin", of: stranger)) { told += 1 }
      if told == 2 { break }
    }
    await client.close()
  }

  @Test func aDraftShowsInTheListAtOnce() async throws {
    network.say("hello", as: "bob", to: "direct:alice")
    let client = try await network.online("alice")
    let direct = ConversationID.of("direct:alice:bob")
    try await network.held(client, direct, upTo: 1)
    await client.disconnect()
    var events = client.events().makeAsyncIterator()
    for words in ["so far", ""] {
      try await client.chat(direct).saveDraft(words)
      while let event = await events.next() {
        guard case .conversation(let conversation) = event else { continue }
        #expect(conversation.id == direct && conversation.settings.draft?.text == (words.isEmpty ? nil : words))
        break
      }
    }
    await client.close()
  }

  @Test func aDraftHasAllThatTheMessageWillHave() async throws {
    network.say("hello", as: "bob", to: "direct:alice")
    let (one, two) = (try await network.online("alice"), try await network.online("alice"))
    let chat = one.chat(with: bob)
    let mentions = MessageDetails.Mentions(users: [bob], all: true, text: "bob!")
    let picture = ContentValue.fields(ContentFields(["file": .text("a.jpg"), "pages": .list([.integer(1), .null])]))
    try await chat.saveDraft("so far", replyTo: 1, mentions: mentions, extra: picture)
    let mine = try #require(try await chat.settings().draft)
    #expect(mine.text == "so far" && mine.replyTo == 1 && mine.mentions == mentions && mine.extra == picture)
    try await network.wait { try await two.chat(with: bob).settings().draft == mine }
    // On the other device it is sent as it is.
    let draft = try #require(try await two.chat(with: bob).settings().draft)
    _ = await two.chat(with: bob).send(.text(draft.text), details: draft.details)
    try await network.wait(for: two, toHold: direct, upTo: 2)
    let sent = try #require(try await two.chat(with: bob).history().last)
    #expect(sent.text == "so far" && sent.replyTo == 1 && sent.details.mentions == mentions)
    // Without text there is something to keep as well, and with nothing there is not.
    try await chat.saveDraft(nil, replyTo: 1)
    #expect(try await chat.settings().draft?.replyTo == 1)
    #expect(try await chat.settings().draft?.text.isEmpty == true)
    try await chat.saveDraft("")
    #expect(try await chat.settings().draft == nil)
    let error = await #expect(throws: MartletError.self) {
      try await chat.saveDraft("x", extra: .text(String(repeating: "y", count: 16 << 10)))
    }
    #expect(error?.code == .argumentInvalid && error?.field == "draft" && error?.limit == 16 << 10)
    for client in [one, two] { await client.close() }
  }

  @Test func draftsMayStayOnTheDevice() async throws {
    let (one, two) = (try await network.online("alice"), try await network.online("alice"))
    try await one.chat(with: bob).saveDraft("secret", isLocal: true)
    try await one.chat(with: bob).setMuted(true)
    try await network.pass { try await two.chat(with: bob).settings().isMuted }
    #expect(try await one.chat(with: bob).settings().draft?.isLocal == true)
    #expect(try await two.chat(with: bob).settings().draft == nil)
    try await one.chat(with: bob).saveDraft("for all")
    try await network.pass { try await two.chat(with: bob).settings().draft?.text == "for all" }
    #expect(try await one.chat(with: bob).settings().draft?.isLocal == false)
    for client in [one, two] { await client.close() }
  }

  @Test func levelsComeFromTheConversationItsKindOrAllAndQuietHoursNarrowThem() async throws {
    let client = try await network.online("alice")
    let group = ConversationID.of("group:g")
    let time = Timestamp(milliseconds: 0)
    #expect(try await client.notificationLevel(of: direct, at: time) == .all)
    try await client.setDefaultLevel(.mentionsOfMe)
    try await client.setDefaultLevel(.mentions, of: .direct)
    #expect(try await client.notificationLevel(of: group, at: time) == .mentionsOfMe)
    #expect(try await client.notificationLevel(of: direct, at: time) == .mentions)
    try await client.chat(direct).setLevel(.all)
    #expect(try await client.notificationLevel(of: direct, at: time) == .all)
    // Midnight in London is one in the morning an hour east of it.
    let quiet = QuietHours(from: 30, to: 90, zoneOffset: 60, level: .mentionsOfAll)
    try await client.setQuietHours(quiet)
    #expect(try await client.quietHours() == quiet)
    #expect(try await client.notificationLevel(of: direct, at: time) == .mentionsOfAll)
    #expect(try await client.notificationLevel(of: group, at: time) == .nothing, "nothing that both let through")
    #expect(try await client.notificationLevel(of: direct, at: Timestamp(milliseconds: 30 * 60_000)) == .all)
    try await client.chat(direct).setMuted(true)
    #expect(try await client.notificationLevel(of: direct, at: Timestamp(milliseconds: 30 * 60_000)) == .nothing)
    let error = await #expect(throws: MartletError.self) {
      try await client.setQuietHours(QuietHours(from: 1440, to: 0, zoneOffset: 0))
    }
    #expect(error?.field == "hours")
    await client.close()
  }

  @Test func quietHoursMayGoOverMidnight() {
    let night = QuietHours(from: 22 * 60, to: 7 * 60, zoneOffset: -300)
    func contains(_ hour: Int64) -> Bool { night.contains(Timestamp(milliseconds: (hour + 5) * 3_600_000 - 86_400_000 * 3)) }
    #expect((0..<24).filter { contains(Int64($0)) } == Array(0..<7) + [22, 23])
  }

  @Test func tagsHaveTheirLimits() async throws {
    let client = try await network.online("alice")
    for number in 0..<20 { try await client.setTag(try tag("t\(number)"), name: "Tag") }
    let full = await #expect(throws: MartletError.self) { try await client.setTag(try tag("more"), name: "Tag") }
    #expect(full?.limit == 20)
    try await client.setTag(try tag("t3"), name: "Renamed")
    #expect(try await client.tags().first { $0.id.text == "t3" }?.name == "Renamed")
    await #expect(throws: MartletError.self) { try await client.setTag(try tag("t3"), name: "") }
    await #expect(throws: MartletError.self) { try await client.addTag(try tag("none"), to: [direct]) }
    await #expect(throws: MartletError.self) { try await client.chat(direct).setPinned(true, in: try tag("t1")) }
    await #expect(throws: MartletError.self) { try await client.change([Setting("no key", .null)]) }
    #expect(TagID("") == nil && TagID("elevenbytes") == nil && TagID("a b") == nil)
    // Of a thousand and one, the first loses it.
    let many = (0..<1_001).map { ConversationID.of("direct:alice:u\($0)") }
    try await client.addTag(try tag("t1"), to: Array(many[0..<1]))
    network.time.advance(by: .seconds(1))
    try await client.addTag(try tag("t1"), to: Array(many[1...]))
    let tagged = try await client.read { try $0.settings(under: "tag.t1") }
    #expect(tagged.count == 1_000 && tagged[many[0]] == nil)
    await client.close()
  }

  /// The limit also holds for conversations tagged by one call; a conversation named twice counts once.
  @Test func tagKeepsTheLastThousandOfOneCall() async throws {
    let client = try await network.online("alice")
    try await client.setTag(try tag("t1"), name: "Tag")
    let many = (0..<1_003).map { ConversationID.of("direct:alice:u\($0)") }
    try await client.addTag(try tag("t1"), to: [many[2]] + many)
    let tagged = try await client.read { try $0.settings(under: "tag.t1") }
    #expect(tagged.count == 1_000)
    #expect(Set(tagged.keys) == Set(many[3...]))
    await client.close()
  }

  @Test func nonsenseOfOtherClientsCountsForNothing() async throws {
    let client = try await network.online("alice")
    try await client.change([
      Setting("pin", of: nobody, .text("now")), Setting("level", of: nobody, .text("loud")), Setting("tag.x", of: nobody, .null),
      Setting("flags", of: nobody, .number(1.5)), Setting("removed", of: nobody, .integer(-1)),
      Setting("draft", of: nobody, .fields(ContentFields(["text": .integer(1)]))), Setting("quiet", .list([])),
      Setting("tag.y", .flag(true)), Setting("level", .integer(1)),
    ])
    #expect(try await client.chat(nobody).settings() == ConversationSettings([:]))
    let odd = ContentFields([
      "text": .text("x"), "at": .integer(1), "reply": .integer(-1), "mentions": .fields(ContentFields(["users": .text("bob")])),
    ])
    try await client.change([Setting("draft", of: nobody, .fields(odd))])
    let draft = try #require(try await client.chat(nobody).settings().draft)
    #expect(draft.text == "x" && draft.replyTo == nil && draft.mentions == MessageDetails.Mentions())
    #expect(try await client.quietHours() == nil)
    #expect(try await client.tags().isEmpty)
    #expect(try await client.notificationLevel(of: nobody) == .all)
    await client.close()
  }
}
