import MartletStore
import MartletWire
import Testing

@Suite struct FoldContractTests {
  @Test(arguments: Engine.all) func anEditRewritesItsTarget(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.direct("1"), .text("2", by: .bob), .edit(1, "one"), .edit(1, "uno")])
    try await fixture.store(.sample(.edited(target: 2, type: "poll", content: "{}"), to: .pair, by: .bob))
    try await fixture.reopen()
    let log = try await fixture.log(.pair)
    #expect(
      log.map(\.event) == [
        .text("uno"), .message(type: "poll", content: "{}"), .edited(target: 1, type: "text", content: LogEvent.json("one")),
        .edited(target: 1, type: "text", content: LogEvent.json("uno")), .edited(target: 2, type: "poll", content: "{}"),
      ])
    #expect(log.map(\.revision) == [4, 5, 0, 0, 0])
    #expect(log.map(\.isRecalled) == [false, false, false, false, false])
    #expect(log.map(\.countable) == [1, 2, 2, 2, 2])
  }

  @Test(arguments: Engine.all) func aRecallEmptiesItsTargetAndTheTargetsEdits(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([
      .direct("secret 1"), .text("kept"), .edit(1, "secret 2"), .edit(2, "kept too"), .edit(1, "secret 3"), .recall(1),
    ])
    try await fixture.reopen()
    let log = try await fixture.log(.pair)
    #expect(
      log.map(\.event) == [
        .message(type: "text", content: ""), .text("kept too"), .edited(target: 1, type: "text", content: ""),
        .edited(target: 2, type: "text", content: LogEvent.json("kept too")), .edited(target: 1, type: "text", content: ""),
        .recalled(target: 1),
      ])
    #expect(log.map(\.revision) == [6, 4, 0, 0, 0, 0])
    #expect(log.map(\.isRecalled) == [true, false, false, false, false, false])
  }

  @Test(arguments: Engine.all) func aRecalledMessageSaysHowItWasRecalled(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let recall = Wire.RecallDetails(silent: true, extra: "{}", push: Wire.PushDetails(text: "gone"))
    var noted = Append.recall(2, in: .team, by: .bob)
    noted.details = Details(Wire.Details(recall: recall))
    var mention = Append.text("secret", to: .team)
    mention.details = Details(Wire.Details(mentions: Wire.Mentions(users: ["bob"], text: "secret"), extra: #"{"x":"secret"}"#))
    _ = try await fixture.store.append([.group(), mention, .text("3", to: .team), .recall(3, in: .team)])
    try await fixture.reopen()
    // Once over entries in the tables, once over entries in the tail.
    mention.clientID = .fresh()
    _ = try await fixture.store.append([noted, mention, .recall(6, in: .team)])
    for _ in 0..<2 {
      let log = try await fixture.log(.team)
      let told = Wire.RecallDetails(silent: true, extra: "{}", by: "bob")
      let mentions = Wire.Mentions(users: ["bob"])
      #expect(log.map(\.isRecalled) == [false, true, true, false, false, true, false])
      #expect(log[1].details?.wire == Wire.Details(mentions: mentions, recall: told))
      #expect(log[2].details == nil && log[3].details == nil)
      #expect(log[4].event == .recalled(target: 2) && log[4].details?.wire.recall == recall)
      #expect(log[5].details?.wire == Wire.Details(mentions: mentions))
      #expect(try await fixture.summary(.bob, .team)?.mentions == 0)
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func foldsHappenWithinABatchAcrossConversations(engine: Engine) async throws {
    let other = ConversationID.direct(.alice, .carol)
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([
      .direct("1"), .direct("other 1", to: .carol), .edit(1, "one"), .edit(1, "other one", in: other), .recall(1, in: other),
    ])
    #expect(try await fixture.log(.pair).first?.event == .text("one"))
    #expect(try await fixture.log(other).first?.isRecalled == true)
  }

  @Test(arguments: Engine.all) func whatIsNoMessageIsNotFoldedInto(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.group(), .text("2", to: .team), .recall(2, in: .team)])
    let before = try await fixture.log(.team)
    let stray: [UInt64] = [0, 1, 2, 3, 99, 1 << 32, .max]
    for target in stray {
      _ = try await fixture.store.append([.edit(target, "x", in: .team), .recall(target, in: .team)])
    }
    let log = try await fixture.log(.team)
    #expect(Array(log.prefix(3)) == before)
    #expect(log.count == 3 + 2 * stray.count)
    #expect(log.dropFirst(3).allSatisfy { $0.revision == 0 && !$0.isRecalled })
  }

  @Test(arguments: Engine.all) func theNewestMessageStandingIsTheLastMessage(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    func last(_ user: UserID) async throws -> UInt64? { try await fixture.summary(user, .team)?.lastMessage?.seq }
    try await fixture.store(.group())
    #expect(try await last(.alice) == nil)
    _ = try await fixture.store.append([.text("2", to: .team), .text("3", to: .team), .text("4", to: .team)])
    #expect(try await last(.alice) == 4)
    _ = try await fixture.store.append([.recall(3, in: .team), .add([.carol])])
    #expect(try await last(.alice) == 4)
    #expect(try await last(.carol) == nil, "not what was said before")
    try await fixture.store(.edit(4, "four", in: .team))
    #expect(try await fixture.summary(.alice, .team)?.lastMessage?.event == .text("four"))
    try await fixture.store(.recall(4, in: .team))
    #expect(try await last(.alice) == 2)
    try await fixture.reopen()
    #expect(try await last(.alice) == 2)
    try await fixture.store(.recall(2, in: .team))
    #expect(try await last(.alice) == nil)
    let next = try await fixture.store(.text("next", to: .team)).position.seq
    #expect(try await last(.carol) == next)
  }
}
