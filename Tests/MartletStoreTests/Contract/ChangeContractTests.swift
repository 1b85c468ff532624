import MartletStore
import MartletWire
import Testing

/// A conversation's title and shared attributes.
@Suite struct ChangeContractTests {
  private static let made = ["topic": "\"sea\"", "kind": "1"]

  /// A group of alice and bob with attributes, and a message.
  private func prepare(_ engine: Engine) async throws -> Fixture {
    let fixture = try await Fixture(engine)
    var group = Append.group()
    group.event = .groupCreated(title: "Team", owner: .alice, members: [.alice, .bob], attributes: Attributes(Self.made))
    try await fixture.store(group)
    try await fixture.store(.text("2", to: .team))
    return fixture
  }

  private func change(_ title: String? = nil, _ attributes: [String: String] = [:], by user: UserID = .bob) -> Append {
    .sample(.conversationChanged(ConversationChange(title: title, attributes: attributes)), to: .team, by: user)
  }

  private func described(_ fixture: Fixture) async throws -> ConversationChange {
    let record = try #require(try await fixture.store.conversation(.team, app: .demo))
    #expect(try await fixture.summary(.bob, .team)?.record == record)
    return ConversationChange(title: record.title, attributes: record.attributes?.values ?? [:])
  }

  @Test(arguments: Engine.all) func theLastChangeOfTheTitleAndOfEachKeyWins(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await described(fixture) == ConversationChange(title: "Team", attributes: Self.made))
    _ = try await fixture.store.append([
      change("Crew"), change(nil, ["topic": "\"land\"", "new": "{}"]), change(nil, ["topic": "\"air\"", "kind": ""], by: .alice),
      change(""), change("Fleet", ["new": "[]"]),
    ])
    for _ in 0..<2 {
      #expect(try await described(fixture) == ConversationChange(title: "Fleet", attributes: ["topic": "\"air\"", "new": "[]"]))
      try await fixture.reopen()
    }
    // After the restart the next change goes on from there.
    try await fixture.store(change(nil, ["new": "", "topic": ""]))
    try await fixture.reopen()
    #expect(try await described(fixture) == ConversationChange(title: "Fleet"))
    #expect(try await fixture.store.conversation(.team, app: .demo)?.attributes == nil)
  }

  @Test(arguments: Engine.all) func aChangeSaysWhatReallyChanged(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let outcome = try await fixture.store(change("Team", ["topic": "\"sea\"", "kind": "2", "gone": "", "x": "1"]))
    let really = ConversationChange(attributes: ["kind": "2", "x": "1"])
    #expect(outcome.settled?.value == .conversationChanged(really))
    try await fixture.reopen()
    #expect(try await fixture.log(.team).last?.event == .conversationChanged(really))
    // The same characters, otherwise written, are another title.
    try await fixture.store(change("Caf\u{E9}"))
    let other = try await fixture.store(change("Cafe\u{301}"))
    let titled: ConversationChange? = if case .conversationChanged(let change)? = other.settled?.value { change } else { nil }
    #expect(titled?.title.map { Array($0.utf8) } == Array("Cafe\u{301}".utf8))
  }

  @Test(arguments: Engine.all) func whatChangesNothingIsNotStoredWhereThatIsAsked(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    for same in [change("Team"), change(nil, Self.made), change("Team", ["no": ""]), change()] {
      #expect(try await fixture.outcome(same.with(.conversationChanges)) == .unchanged)
    }
    #expect(try await fixture.outcome(.text("x", to: .team).with(.conversationChanges)) == .unchanged)
    #expect(try await fixture.outcome(change("Crew").with(.conversationChanges))?.seq == 3)
    #expect(try await fixture.outcome(change(nil, ["kind": ""]).with(.conversationChanges))?.seq == 4)
  }

  @Test(arguments: Engine.all) func attributesHaveRoomOrDoNotGrow(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let bytes = Attributes(Self.made)?.bytes ?? 0
    #expect(bytes == 15)
    #expect(try await fixture.outcome(change(nil, ["c": "3"]).with(.attributesAtMost(2))) == .refused(.attributesAtMost(2)))
    let full = Condition.attributeBytesAtMost(bytes + 1)
    #expect(try await fixture.outcome(change(nil, ["c": "3"]).with(full)) == .refused(full))
    // Attributes stored under an earlier, larger limit may stay and may be reduced.
    let none: [Condition] = [.attributesAtMost(0), .attributeBytesAtMost(0)]
    for allowed in [change(nil, ["kind": "2"]), change("New"), change(nil, ["kind": "", "c": "5"])] {
      var allowed = allowed
      allowed.conditions = none
      #expect(try await fixture.outcome(allowed)?.stored != nil)
    }
    #expect(try await fixture.outcome(change(nil, ["c": "33"]).with(none[1])) == .refused(none[1]))
    let more = change(nil, ["d": "4"]).with(.attributesAtMost(3), .attributeBytesAtMost(99))
    #expect(try await fixture.outcome(more)?.stored != nil)
  }

  @Test(arguments: Engine.all) func itCountsAsNothingAndChangesTheStamp(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let stamp = try await fixture.store.stamp(app: .demo)
    let outcome = try await fixture.store(change("Crew", by: .alice))
    #expect(outcome.countable == 1)
    #expect(outcome.stamp > stamp)
    #expect(outcome.userEntries.isEmpty)
    let summary = try #require(try await fixture.summary(.bob, .team))
    #expect(summary.unread == 1)
    #expect(summary.lastMessage?.seq == 2)
    #expect(summary.record.head == 3)
    // Nor is it the author's own last message.
    #expect(try await fixture.store.member(.alice, of: .team, app: .demo)?.lastSent == 2)
  }
}
