import MartletStore
import MartletWire
import Testing

@Suite struct AppendContractTests {
  @Test(arguments: Engine.all) func positionsAreDenseFromOne(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let first = try await fixture.store(.direct("1"))
    #expect(first.position == Position(conversation: .pair, seq: 1, time: Append.noon))
    let rest = try await fixture.store.append((2...5).map { .text("\($0)", by: $0 % 2 == 0 ? .bob : .alice) })
    #expect(rest.map(\.seq) == [2, 3, 4, 5])
    try await fixture.reopen()
    #expect(try await fixture.store(.text("6")).position.seq == 6)
    let log = try await fixture.log(.pair)
    #expect(log.map(\.seq) == [1, 2, 3, 4, 5, 6])
    #expect(log.map(\.event) == (1...6).map { LogEvent.text("\($0)") })
    #expect(log.map(\.sender) == [.alice, .bob, .alice, .bob, .alice, .alice])
  }

  @Test(arguments: Engine.all) func everyEventIsReadAsItWasStored(engine: Engine) async throws {
    let events: [LogEvent] = [
      .message(type: "text", content: "{}"), .message(type: "app.odd-type_1", content: ""),
      .groupCreated(title: "", owner: .alice, members: []), .groupCreated(title: "A, B", owner: .bob, members: [.alice, .bob]),
      .groupCreated(
        title: "C", owner: .bob, members: [.alice], attributes: Attributes(["a": "1", "b.c": "\"\\u0000\u{1F985}\""])),
      .conversationChanged(ConversationChange(title: "D", attributes: ["a": "{}", "Z_-": "[1]"])),
      .conversationChanged(ConversationChange(title: "")), .conversationChanged(ConversationChange(attributes: ["a": ""])),
      .conversationChanged(ConversationChange(silenced: true)),
      .conversationChanged(ConversationChange(title: "E", attributes: ["b": "2"], silenced: false)),
      .rolesSet([.alice, .bob], .admin), .rolesSet([.bob], .member), .rolesSet([.bob], .owner),
      .membersSilenced([.carol, .dave], until: 1_800_000_000_000), .membersSilenced([.alice], until: 0),
      .membersSilenced([], until: .max), .membersAdded([.carol]), .membersAdded([]),
      .usersBanned(BanChange(users: [.carol, .dave], until: .max, removed: [.carol], owner: .alice)),
      .usersBanned(BanChange(users: [.dave], until: 0, owner: nil)),
      .membersRemoved([.carol, .dave], owner: .alice),
      .membersRemoved([.alice], owner: nil), .edited(target: 99, type: "text", content: "{}"),
      .edited(target: .max, type: "text", content: "{}"), .recalled(target: 1 << 40), .recalled(target: 0),
    ]
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("first"))
    for event in events { try await fixture.store(.sample(event, to: .pair, by: .bob)) }
    try await fixture.reopen()
    let log = try await fixture.log(.pair)
    #expect(log.dropFirst().map(\.event) == events)
    #expect(log.allSatisfy { $0.revision == 0 && !$0.isRecalled })
  }

  @Test(arguments: Engine.all) func anEntryKeepsClientIDAndTime(engine: Engine) async throws {
    let odd = ClientID.sample("any~visible!id")
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("1", id: odd, at: 100))
    #expect(try await fixture.store(.text("2", at: 50)).position.time == 100)
    #expect(try await fixture.store(.text("3", at: 200)).position.time == 200)
    let log = try await fixture.log(.pair)
    #expect(log.map(\.time) == [100, 100, 200])
    #expect(log.first?.clientID == odd)
    let record = try #require(try await fixture.store.conversation(.pair, app: .demo))
    #expect(record.time == 200)
    #expect(record.head == 3)
  }

  @Test(arguments: Engine.all) func nothingIsStoredWithoutAConversation(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    #expect(try await fixture.outcome(.text("lost").with(.member(.alice))) == .noConversation)
    #expect(try await fixture.store.conversation(.pair, app: .demo) == nil)
    #expect(try await fixture.log(.pair).isEmpty)
    #expect(try await fixture.store.append([]).isEmpty)
  }

  @Test(arguments: Engine.all) func aConversationIsMadeOnce(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group(members: [.alice, .bob, .alice]))
    var again = Append.group(owner: .bob, members: [.bob])
    again.conditions = []
    again.create = NewConversation(title: "Other", owner: .bob)
    #expect(try await fixture.store(again).position.seq == 2)
    let record = try #require(try await fixture.store.conversation(.team, app: .demo))
    #expect(record.title == "Team")
    #expect(record.owner == .alice)
    #expect(record.memberCount == 2)
    #expect(try await fixture.store.conversation(.pair, app: .demo) == nil)
  }

  @Test(arguments: Engine.all) func itemsSeeTheEffectsOfThoseBefore(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let outcomes = try await fixture.store.append([
      .text("too early", to: .team), .group(members: [.alice]), .text("no member", to: .team, by: .bob).with(.member(.bob)),
      .add([.bob]).with(.member(.alice)), .text("hello", to: .team, by: .bob).with(.member(.bob)), .group(),
      .remove([.bob]), .text("gone", to: .team, by: .bob).with(.member(.bob)),
    ])
    #expect(outcomes.map(\.seq) == [nil, 1, nil, 2, 3, nil, 4, nil])
    #expect(outcomes[0] == .noConversation)
    #expect(outcomes[2] == .refused(.member(.bob)))
    #expect(outcomes[5] == .refused(.absent))
    #expect(outcomes[7] == .refused(.member(.bob)))
  }

  @Test(arguments: Engine.all) func countableRunsAlong(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let outcomes = try await fixture.store.append([
      .group(), .text("1", to: .team), .add([.carol]), .text("2", to: .team), .text("3", to: .team),
    ])
    #expect(outcomes.map(\.countable) == [0, 1, 1, 2, 3])
    #expect(try await fixture.log(.team).map(\.countable) == [0, 1, 1, 2, 3])
    #expect(try await fixture.store.conversation(.team, app: .demo)?.countable == 3)
  }

  @Test(arguments: Engine.all) func joiningAndLeavingChangeMembersAndTellUserLogs(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let made = try await fixture.store(.group())
    #expect(
      made.userEntries
        == [UserID.alice, .bob].map {
          AddressedUserEntry(
            user: $0, entry: UserLogEntry(seq: 1, time: Append.noon, conversation: .team, event: .joined(1)))
        })
    let added = try await fixture.store(.add([.bob, .carol, .carol]))
    #expect(added.userEntries.map(\.user) == [.carol])
    let removed = try await fixture.store(.remove([.bob, .dave, .bob]))
    #expect(
      removed.userEntries == [
        AddressedUserEntry(
          user: .bob, entry: UserLogEntry(seq: 2, time: Append.noon, conversation: .team, event: .left(3)))
      ])
    try await fixture.reopen()
    #expect(try await fixture.userLog(.bob).map(\.event) == [.joined(1), .left(3)])
    #expect(try await fixture.userLog(.carol).map(\.event) == [.joined(2)])
    #expect(try await fixture.userLog(.dave).isEmpty)
    let members = try await fixture.store.members(of: .team, app: .demo, after: nil, limit: 10)
    #expect(
      members == [
        MemberRecord(user: .alice, joined: 1, read: 0, lastSent: 0),
        MemberRecord(user: .carol, joined: 2, read: 0, lastSent: 0),
      ])
    #expect(try await fixture.store.conversation(.team, app: .demo)?.memberCount == 2)
    #expect(try await fixture.store.member(.bob, of: .team, app: .demo) == nil)
  }

  @Test(arguments: Engine.all) func whoReturnsStartsAnew(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.group(), .text("old", to: .team, by: .bob)])
    _ = try await fixture.store.mark([.sample(.bob, 2, in: .team)])
    _ = try await fixture.store.append([.remove([.bob]), .add([.bob])])
    #expect(
      try await fixture.store.member(.bob, of: .team, app: .demo) == MemberRecord(user: .bob, joined: 4, read: 0, lastSent: 0))
    #expect(try await fixture.userLog(.bob).map(\.event) == [.joined(1), .readTo(2), .left(3), .joined(4)])
  }

  @Test(arguments: Engine.all) func directConversationsAreThereFromTheirStart(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    #expect(try await fixture.store(.direct("hi")).userEntries.isEmpty)
    #expect(
      try await fixture.store.member(.bob, of: .pair, app: .demo) == MemberRecord(user: .bob, joined: 0, read: 0, lastSent: 0))
    #expect(
      try await fixture.store.member(.alice, of: .pair, app: .demo)
        == MemberRecord(user: .alice, joined: 0, read: 0, lastSent: 1))
    #expect(try await fixture.userLog(.bob).isEmpty)
    try await fixture.store(.direct("note", from: .alice, to: .alice))
    #expect(try await fixture.store.conversation(.direct(.alice, .alice), app: .demo)?.memberCount == 1)
  }

  @Test(arguments: Engine.all) func lastSentFollowsMessagesOnly(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([
      .group(), .text("1", to: .team), .add([.carol]), .text("from outside", to: .team, by: .dave),
    ])
    _ = try await fixture.store.append([.edit(2, "new", in: .team), .recall(2, in: .team)])
    #expect(try await fixture.store.member(.alice, of: .team, app: .demo)?.lastSent == 2)
    #expect(try await fixture.store.member(.dave, of: .team, app: .demo) == nil)
    try await fixture.store(.text("2", to: .team))
    #expect(try await fixture.store.member(.alice, of: .team, app: .demo)?.lastSent == 7)
  }

  @Test(arguments: Engine.all) func theOwnerChangesWithTheEntryThatSaysSo(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    var leave = Append.remove([.alice])
    leave.owner = .user(.bob)
    try await fixture.store(leave)
    #expect(try await fixture.store.conversation(.team, app: .demo)?.owner == .bob)
    try await fixture.store(.text("no change", to: .team, by: .bob))
    #expect(try await fixture.store.conversation(.team, app: .demo)?.owner == .bob)
    var last = Append.remove([.bob], by: .bob)
    last.owner = .nobody
    try await fixture.store(last)
    try await fixture.reopen()
    let record = try #require(try await fixture.store.conversation(.team, app: .demo))
    #expect(record.owner == nil)
    #expect(record.memberCount == 0)
  }

  @Test(arguments: Engine.all) func oddContentComesBackByteForByte(engine: Engine) async throws {
    let texts = [
      "", "NUL \0 here", "🦅👩‍👩‍👧 e\u{301} \u{202E}", "'; DROP TABLE entry; --", "100%_\\ [a-z]*?",
      "\u{FFFE}\u{10FFFF}\r\n\t\u{7F}",
      String(repeating: "é", count: 32 * 1024),
    ]
    let group = ConversationID.sample("a_b-c.")
    let fixture = try await Fixture(engine)
    try await fixture.store(.group(group, members: [.alice]))
    for text in texts { try await fixture.store(.sample(.message(type: "text", content: text), to: group, by: .alice)) }
    try await fixture.store(.sample(.edited(target: 2, type: "text", content: texts[6]), to: group, by: .alice))
    var titled = Append.group(members: [.alice])
    titled.create?.title = texts[3] + texts[1]
    titled.event = .groupCreated(title: texts[3] + texts[1], owner: .alice, members: [.alice])
    try await fixture.store(titled)
    try await fixture.reopen()
    let expected = [texts[6]] + texts.dropFirst()
    #expect(try await fixture.log(group)[1...7].map(\.event) == expected.map { .message(type: "text", content: $0) })
    #expect(try await fixture.store.conversation(.team, app: .demo)?.title == texts[3] + texts[1])
    #expect(try await fixture.log(.team).first?.event == titled.event)
  }
}

extension AppendOutcome {
  /// The position, where it was stored now.
  var seq: UInt64? { stored?.position.seq }

  var countable: UInt64? { stored?.countable }

  var stored: Stored? { if case .stored(let stored) = self { stored } else { nil } }
}
