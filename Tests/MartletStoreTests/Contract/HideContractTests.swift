import MartletStore
import MartletWire
import Testing

@Suite struct HideContractTests {
  /// Bob's page, the hidden positions negative.
  private func page(_ fixture: Fixture, _ id: ConversationID = .pair, newest: Bool = false) async throws -> [Int] {
    let request = PageRequest(limit: 50, newest: newest)
    let page = try await fixture.store.page(
      request, of: id, app: .demo, for: .bob, into: GatheredEntries(backwards: newest))
    let sink = try #require(page?.sink)
    return (sink.entries.map { Int($0.seq) } + sink.hidden.map { -Int($0.seq) }).sorted { abs($0) < abs($1) }
  }

  @Test(arguments: Engine.all) func hiddenEntriesAreInNoPageCountOrLastMessage(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.direct("1"), .text("2"), .text("3"), .text("4")])
    let outcomes = try await fixture.store.hide([.sample(targets: [4, 2, 2]), .sample(targets: [2]), .sample(targets: [9, 0])])
    let told = UserLogEntry(seq: 1, time: Append.noon, conversation: .pair, event: .hidden(until: 0, [2, 4]))
    #expect(outcomes == [.hidden(told), .unchanged(head: 1), .unchanged(head: 1)])
    for _ in 0..<2 {
      #expect(try await page(fixture) == [1, -2, 3, -4])
      #expect(try await page(fixture, newest: true) == [1, -2, 3, -4])
      let summary = try #require(try await fixture.summary(.bob, .pair))
      #expect(summary.unread == 2)
      #expect(summary.lastMessage?.seq == 3)
      #expect(summary.member.hidden == 1)
      let others = try #require(try await fixture.summary(.alice, .pair))
      #expect(others.lastMessage?.seq == 4)
      #expect(try await fixture.userLog(.bob) == [told])
      #expect(try await fixture.userLog(.alice).isEmpty)
      try await fixture.reopen()
    }
    // An entry that is also recalled is subtracted once.
    _ = try await fixture.store.append([.recall(2), .recall(1)])
    #expect(try await fixture.summary(.bob, .pair)?.unread == 1)
    _ = try await fixture.store.hide([.sample(targets: [1])])
    #expect(try await fixture.summary(.bob, .pair)?.unread == 1)
  }

  @Test(arguments: Engine.all) func theLastMessageIsTheNewestThatIsLeftHoweverFarBack(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    func text(_ text: String, by sender: UserID = .alice, _ details: Wire.Details? = nil) -> Append {
      var append = Append.text(text, to: .team, by: sender)
      append.details = details.flatMap { Details($0) }
      return append
    }
    // 1 the group, 2 to all, 3 to bob alone, 4 to alice alone, 5 for no list, 6 recalled by 8, 7 the last of all.
    _ = try await fixture.store.append([
      .group(), text("2"), text("3", Wire.Details(directed: ["bob"])), text("4", Wire.Details(directed: ["alice"])),
      text("5", Wire.Details(policy: Wire.MessagePolicy(listed: .no))), text("6"), text("7"), .recall(6, in: .team),
    ])
    func last() async throws -> UInt64? { try await fixture.summary(.bob, .team)?.lastMessage?.seq }
    #expect(try await last() == 7)
    // Many entries that are no messages, in the tables and not there yet.
    for _ in 0..<2 {
      _ = try await fixture.store.append((0..<200).map { _ in .sample(.membersAdded([]), to: .team, by: .alice) })
      try await fixture.reopen()
    }
    _ = try await fixture.store.append((0..<200).map { _ in .sample(.membersAdded([]), to: .team, by: .alice) })
    for (hidden, newest) in [(7, 3), (3, 2), (2, nil)] as [(UInt64, UInt64?)] {
      _ = try await fixture.store.hide([.sample(in: .team, targets: [hidden])])
      #expect(try await last() == newest)
      try await fixture.reopen()
      #expect(try await last() == newest)
    }
    try await fixture.store(text("8", Wire.Details(directed: ["alice"])))
    #expect(try await last() == nil)
  }

  @Test(arguments: Engine.all) func hidingUpToAPositionMovesTheFirstOneToBeSeen(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.direct("1"), .text("2"), .text("3"), .text("4")])
    let stamp = try await fixture.store.stamp(app: .demo)
    _ = try await fixture.store.hide([.sample(until: 2, targets: [1, 3])])
    #expect(try await page(fixture) == [-3, 4])
    #expect(try await fixture.summary(.bob, .pair)?.unread == 1)
    #expect(try await fixture.store.member(.bob, of: .pair, app: .demo)?.first == 3)
    #expect(try await fixture.store.stamp(app: .demo) == stamp)
    // It only grows, and not beyond the head.
    #expect(try await fixture.store.hide([.sample(until: 1)]) == [.unchanged(head: 1)])
    _ = try await fixture.store.hide([.sample(until: .max)])
    try await fixture.store(.text("5"))
    for _ in 0..<2 {
      #expect(try await page(fixture) == [5])
      #expect(try await fixture.summary(.bob, .pair)?.lastMessage?.seq == 5)
      #expect(try await fixture.summary(.bob, .pair)?.unread == 1)
      try await fixture.reopen()
    }
    _ = try await fixture.store.hide([.sample(until: .max)])
    #expect(try await fixture.summary(.bob, .pair)?.lastMessage == nil)
    #expect(try await fixture.summary(.bob, .pair)?.unread == 0)
  }

  @Test(arguments: Engine.all) func editsOfHiddenMessagesAreHidden(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.direct("1"), .text("2"), .edit(1, "new"), .edit(2, "new")])
    _ = try await fixture.store.hide([.sample(targets: [2])])
    _ = try await fixture.store.append([.edit(2, "newer")])
    #expect(try await page(fixture) == [1, -2, 3, -4, -5])
    _ = try await fixture.store.hide([.sample(until: 1)])
    try await fixture.reopen()
    #expect(try await page(fixture) == [-2, -3, -4, -5])
  }

  /// Every device that holds the log needs their changes.
  @Test(arguments: Engine.all) func onlyMessagesAreHiddenOneByOne(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.group(), .text("2", to: .team), .edit(2, "new", in: .team), .recall(2, in: .team)])
    #expect(try await fixture.store.hide([.sample(in: .team, targets: [1, 3, 4])]) == [.unchanged(head: 1)])
    guard case .hidden(let told) = try await fixture.store.hide([.sample(in: .team, targets: [1, 2])]).first else {
      return #expect(Bool(false), "a recalled message can be hidden")
    }
    #expect(told.event == .hidden(until: 0, [2]))
    #expect(try await page(fixture, .team) == [1, -2, -3, 4])
  }

  @Test(arguments: Engine.all) func whoLeavesAndReturnsBeginsAnew(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.group(), .text("2", to: .team), .text("3", to: .team)])
    _ = try await fixture.store.hide([.sample(in: .team, until: 2, targets: [3])])
    #expect(try await fixture.store.hide([.sample(in: .team, by: .carol, until: 2)]) == [.notMember])
    #expect(try await fixture.store.hide([.sample(in: .sample("none"), until: 2)]) == [.notMember])
    _ = try await fixture.store.append([.remove([.bob]), .add([.bob]), .text("6", to: .team)])
    // Entries before joining can be neither seen nor hidden.
    #expect(try await fixture.store.hide([.sample(in: .team, until: 4, targets: [3])]) == [.unchanged(head: 4)])
    try await fixture.reopen()
    #expect(try await page(fixture, .team) == [5, 6])
    #expect(try await fixture.store.member(.bob, of: .team, app: .demo)?.cleared == 0)
  }

  @Test(arguments: Engine.all) func noMoreThanAllowedAreHiddenOneByOne(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.direct("1")] + (2...9).map { .text("\($0)") })
    func hide(_ targets: [UInt64], until: UInt64 = 0) async throws -> HideOutcome? {
      var hide = Hide.sample(until: until, targets: targets)
      hide.most = 3
      return try await fixture.store.hide([hide]).first
    }
    #expect(try await hide([1, 2, 3, 4]) == .full)
    guard case .hidden = try await hide([1, 2, 3]) else { return #expect(Bool(false)) }
    #expect(try await hide([4]) == .full)
    guard case .hidden = try await hide([4, 5], until: 2) else { return #expect(Bool(false), "those up to there count no more") }
    #expect(try await page(fixture) == [-3, -4, -5, 6, 7, 8, 9])
  }
}

extension Hide {
  static func sample(
    in conversation: ConversationID = .pair, by user: UserID = .bob, until: UInt64 = 0, targets: [UInt64] = []
  ) -> Hide {
    Hide(app: .demo, conversation: conversation, user: user, until: until, targets: targets, most: 100, time: Append.noon)
  }
}
