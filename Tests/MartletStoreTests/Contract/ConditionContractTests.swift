import MartletStore
import MartletWire
import Testing

@Suite struct ConditionContractTests {
  /// A group of alice (owner) and bob: 1 created, 2 alice's message, 3 bob's, 4 carol added, 5 dave's from outside,
  /// 6 alice's recalled by 7, 8 an edit of 2.
  private func prepare(_ fixture: Fixture) async throws {
    let outcomes = try await fixture.store.append([
      .group(), .text("2", to: .team), .text("3", to: .team, by: .bob), .add([.carol]), .text("5", to: .team, by: .dave),
      .text("6", to: .team), .recall(6, in: .team), .edit(2, "two", in: .team),
    ])
    #expect(outcomes.map(\.seq) == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  private static let cases: [(Condition, Bool)] = [
    (.absent, false), (.member(.alice), true), (.member(.carol), true), (.member(.dave), false), (.owner(.alice), true),
    (.owner(.bob), false), (.membersAtMost(3), true), (.membersAtMost(2), false), (.membersAtMost(-1), false),
    (.visibleMessage(2, to: .alice), true), (.visibleMessage(2, to: .bob), true), (.visibleMessage(5, to: .bob), true),
    (.visibleMessage(2, to: .carol), false), (.visibleMessage(5, to: .carol), true), (.visibleMessage(5, to: .dave), false),
    (.visibleMessage(6, to: .alice), false), (.visibleMessage(1, to: .alice), false), (.visibleMessage(8, to: .alice), false),
    (.visibleMessage(9, to: .alice), false), (.visibleMessage(0, to: .alice), false),
    (.visibleMessage(.max, to: .alice), false), (.visibleMessage(1 << 32, to: .alice), false),
    (.visibleMessage(1 << 32 | 2, to: .alice), false), (.sentBy(.alice, 2), true), (.sentBy(.bob, 2), false),
    (.sentBy(.alice, 6), true), (.sentBy(.alice, 1), false), (.sentBy(.alice, 8), false), (.sentBy(.alice, 0), false),
    (.sentBy(.alice, .max), false), (.membershipChangesApply, true),
    (.allowed(.dave, .anybody, to: .read), true), (.allowed(.alice, [], to: .recall, at: 2), false),
    (.allowed(.bob, [.owner, .sender], to: .recall, at: 3), true),
    (.allowed(.alice, [.owner, .sender], to: .recall, at: 3), true),
    (.allowed(.carol, [.owner, .sender], to: .recall, at: 3), false), (.allowed(.dave, [.owner, .member], to: .pin), false),
    (.notRecalled(6, to: .bob), false), (.notRecalled(6, to: .carol), false), (.notRecalled(6, to: .dave), true),
    (.visibleMessage(2, to: nil), true), (.visibleMessage(5, to: nil), true), (.visibleMessage(6, to: nil), false),
    (.visibleMessage(1, to: nil), false), (.visibleMessage(9, to: nil), false), (.notRecalled(6, to: nil), false),
    (.notRecalled(2, to: nil), true), (.notRecalled(99, to: nil), true),
    (.mediaKept("a", until: Append.noon), false), (.mediaKept("a", until: Append.noon + 1), true),
    (.mediaKept("a", until: 0), false),
    (.notRecalled(2, to: .bob), true), (.notRecalled(7, to: .bob), true), (.notRecalled(99, to: .bob), true),
  ]

  @Test(arguments: Engine.all) func eachHoldsOrRefuses(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await prepare(fixture)
    var head: UInt64 = 8
    for (condition, holds) in Self.cases {
      // An entry that does not count and is not a message changes nothing on which the conditions depend.
      let outcome = try await fixture.outcome(.sample(.membersAdded([]), to: .team, by: .alice).with(condition))
      if holds {
        head += 1
        #expect(outcome?.seq == head, "\(condition)")
      } else {
        #expect(outcome == (condition.isOfChange ? .unchanged : .refused(condition)))
      }
    }
    #expect(try await fixture.store.conversation(.team, app: .demo)?.head == head)
  }

  @Test(arguments: Engine.all) func whatIsDirectedToSomeIsNotToAll(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await prepare(fixture)
    var directed = Append.text("to bob", to: .team)
    directed.details = Details(Wire.Details(directed: ["bob"]))
    var detailed = Append.text("to all", to: .team)
    detailed.details = Details(Wire.Details(text: "to all"))
    #expect(try await fixture.store.append([directed, detailed]).map(\.seq) == [9, 10])
    for round in 0..<2 {
      for seq in [1, 2, 10, 40] as [UInt64] {
        let append = Append.sample(.membersAdded([]), to: .team, by: .alice).with(.toAll(seq))
        #expect(try await fixture.outcome(append)?.seq != nil, "\(seq) in round \(round)")
      }
      let refused = Append.sample(.membersAdded([]), to: .team, by: .alice).with(.toAll(9))
      #expect(try await fixture.outcome(refused) == .refused(.toAll(9)))
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func theFirstThatFailsIsNamed(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await prepare(fixture)
    let append = Append.text("x", to: .team).with(.member(.alice), .owner(.bob), .member(.dave))
    #expect(try await fixture.outcome(append) == .refused(.owner(.bob)))
  }

  @Test(arguments: Engine.all) func aRefusalChangesNothing(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await prepare(fixture)
    let before = try await fixture.summaries(.alice)
    let stamp = try await fixture.store.stamp(app: .demo)
    var append = Append.add([.dave]).with(.owner(.bob))
    append.leaves = [.bob]
    append.owner = .nobody
    append.clientID = .sample("kept-free")
    #expect(try await fixture.outcome(append) == .refused(.owner(.bob)))
    var group = Append.group(.sample("new")).with(.owner(.bob))
    group.clientID = .sample("kept-free")
    #expect(try await fixture.outcome(group) == .refused(.owner(.bob)))
    #expect(try await fixture.summaries(.alice) == before)
    #expect(try await fixture.store.stamp(app: .demo) == stamp)
    #expect(try await fixture.store.conversation(.sample("new"), app: .demo) == nil)
    #expect(try await fixture.userLog(.dave).isEmpty)
    // The id of a refused append is still free.
    append.conditions = []
    #expect(try await fixture.outcome(append)?.seq == 9)
  }

  @Test(arguments: Engine.all) func membershipChangesMustApplyAsAWhole(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await prepare(fixture)
    let strict = Condition.membershipChangesApply
    for append in [Append.add([.dave, .bob]), .remove([.dave]), .remove([.bob, .dave])] {
      #expect(try await fixture.outcome(append.with(strict)) == .unchanged)
    }
    var swap = Append.add([.dave])
    swap.leaves = [.bob]
    #expect(try await fixture.store(swap.with(strict, .membersAtMost(3))).position.seq == 9)
    #expect(
      try await fixture.store.members(of: .team, app: .demo, after: nil, limit: 9).map(\.user) == [.alice, .carol, .dave])
  }

  @Test(arguments: Engine.all) func theMemberLimitCountsWhoReallyJoinsAndLeaves(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await prepare(fixture)
    #expect(try await fixture.outcome(.add([.dave]).with(.membersAtMost(3))) == .refused(.membersAtMost(3)))
    #expect(try await fixture.outcome(.add([.bob, .carol]).with(.membersAtMost(3)))?.seq == 9)
    #expect(try await fixture.outcome(.add([.dave, .dave]).with(.membersAtMost(4)))?.seq == 10)
    let over = Append.group(.sample("new"), members: [.alice, .bob]).with(.membersAtMost(1))
    #expect(try await fixture.outcome(over) == .refused(.membersAtMost(1)))
  }

  @Test(arguments: Engine.all) func anAppendThatMakesTheConversationIsJudgedByWhatItMakes(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let group = Append.group(members: [.alice, .bob])
    #expect(try await fixture.outcome(group.with(.member(.carol))) == .refused(.member(.carol)))
    #expect(try await fixture.outcome(group.with(.owner(.bob))) == .refused(.owner(.bob)))
    #expect(try await fixture.outcome(group.with(.sentBy(.alice, 1))) == .refused(.sentBy(.alice, 1)))
    let visible = Condition.visibleMessage(1, to: .alice)
    #expect(try await fixture.outcome(group.with(visible)) == .refused(visible))
    let good = group.with(.member(.bob), .owner(.alice), .membershipChangesApply, .membersAtMost(2))
    #expect(try await fixture.outcome(good)?.seq == 1)
  }

  @Test(arguments: Engine.all) func inDirectConversationsAllIsVisible(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("1"))
    try await fixture.store(.edit(1, "one", by: .alice).with(.visibleMessage(1, to: .bob), .sentBy(.alice, 1)))
  }
}
