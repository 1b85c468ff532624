import MartletStore
import MartletWire
import Testing

/// Roles in a group, and who may write in it.
@Suite struct RolesContractTests {
  /// A group of alice, who owns it, bob and carol, with a message.
  private func prepare(_ engine: Engine) async throws -> Fixture {
    let fixture = try await Fixture(engine)
    var group = Append.group()
    group.event = .groupCreated(title: "Team", owner: .alice, members: [.alice, .bob, .carol])
    group.joins = [.alice, .bob, .carol]
    try await fixture.store(group)
    try await fixture.store(.text("2", to: .team))
    return fixture
  }

  private func set(_ role: MemberRole, _ users: UserID...) -> Append {
    var append = Append.sample(.rolesSet(users, role), to: .team, by: .alice)
    if role == .owner { append.owner = users.first.map { .user($0) } }
    return append
  }

  private func silence(_ users: UserID..., until: Int64) -> Append {
    .sample(.membersSilenced(users, until: until), to: .team, by: .alice)
  }

  private func silence(_ isSilenced: Bool) -> Append {
    .sample(.conversationChanged(ConversationChange(silenced: isSilenced)), to: .team, by: .alice)
  }

  private func write(_ user: UserID, at time: Int64 = Append.noon) -> Append {
    Append.text("x", to: .team, by: user).with(.mayWrite(user, at: time))
  }

  private func rules(_ fixture: Fixture) async throws -> GroupRules? {
    let record = try #require(try await fixture.store.conversation(.team, app: .demo))
    #expect(try await fixture.summary(.bob, .team)?.record == record)
    return record.rules
  }

  @Test(arguments: Engine.all) func rolesStayUntilTheyAreChanged(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await rules(fixture) == nil)
    try await fixture.store(set(.admin, .carol, .bob))
    for _ in 0..<2 {
      #expect(try await rules(fixture)?.admins == [.bob, .carol])
      try await fixture.reopen()
    }
    try await fixture.store(set(.member, .carol))
    try await fixture.reopen()
    #expect(try await rules(fixture)?.admins == [.bob])
    // The new owner is no longer an admin, and the previous owner does not become one.
    try await fixture.store(set(.owner, .bob))
    try await fixture.reopen()
    #expect(try await rules(fixture) == nil)
    #expect(try await fixture.store.conversation(.team, app: .demo)?.owner == .bob)
  }

  @Test(arguments: Engine.all) func whoLeavesLosesRoleAndSilence(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    try await fixture.store(set(.admin, .bob))
    try await fixture.store(silence(.bob, .carol, until: .max))
    var leave = Append.sample(.membersRemoved([.bob], owner: .alice), to: .team, by: .bob)
    leave.leaves = [.bob]
    try await fixture.store(leave)
    #expect(try await fixture.store.conversation(.team, app: .demo)?.rules == nil)
    var back = Append.sample(.membersAdded([.bob]), to: .team, by: .alice)
    back.joins = [.bob]
    try await fixture.store(back)
    try await fixture.reopen()
    #expect(try await fixture.store.member(.bob, of: .team, app: .demo)?.silencedUntil == 0)
    #expect(try await fixture.store.member(.carol, of: .team, app: .demo)?.silencedUntil == .max)
    #expect(try await rules(fixture) == nil)
  }

  @Test(arguments: Engine.all) func aSilencedMemberMayNotWriteUntilTheEnd(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let end = Append.noon + 500
    // In one batch: the later item sees the effects of the earlier one.
    let outcomes = try await fixture.store.append([silence(.bob, until: end), write(.bob), write(.carol), write(.bob, at: end)])
    #expect(outcomes.map { $0.stored != nil } == [true, false, true, true])
    #expect(outcomes[1] == .refused(.mayWrite(.bob, at: Append.noon)))
    try await fixture.reopen()
    #expect(try await fixture.store.member(.bob, of: .team, app: .demo)?.silencedUntil == end)
    #expect(try await fixture.outcome(write(.bob, at: end - 1)) == .refused(.mayWrite(.bob, at: end - 1)))
    // An admin may write all the same, and a silence ends early.
    try await fixture.store(set(.admin, .bob))
    #expect(try await fixture.outcome(write(.bob))?.stored != nil)
    try await fixture.store(set(.member, .bob))
    #expect(try await fixture.outcome(write(.bob))?.stored == nil)
    try await fixture.store(silence(.bob, until: 0))
    #expect(try await fixture.outcome(write(.bob))?.stored != nil)
  }

  @Test(arguments: Engine.all) func inASilencedGroupOnlyOwnerAndAdminsMayWrite(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    try await fixture.store(set(.admin, .bob))
    let stored = try await fixture.store(silence(true))
    #expect(stored.settled?.value == .conversationChanged(ConversationChange(silenced: true)))
    try await fixture.reopen()
    #expect(try await rules(fixture) == GroupRules(admins: [.bob], isSilenced: true))
    #expect(try await fixture.outcome(write(.carol)) == .refused(.notSilenced(.carol)))
    for user in [UserID.alice, .bob] { #expect(try await fixture.outcome(write(user))?.stored != nil) }
    #expect(try await fixture.outcome(silence(true).with(.conversationChanges)) == .unchanged)
    try await fixture.store(silence(false))
    #expect(try await fixture.outcome(write(.carol))?.stored != nil)
    #expect(try await rules(fixture)?.isSilenced == false)
  }

  @Test(arguments: Engine.all) func speakersWriteInASilencedGroup(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    // In one batch: the later item sees the effects of the earlier one.
    let outcomes = try await fixture.store.append([
      silence(true), write(.bob), silence(.bob, until: -1), write(.bob), write(.carol),
    ])
    #expect(outcomes.map { $0.stored != nil } == [true, false, true, true, false])
    try await fixture.reopen()
    #expect(try await fixture.store.member(.bob, of: .team, app: .demo)?.silencedUntil == Wire.SilenceMembers.speaker)
    #expect(try await fixture.outcome(write(.bob))?.stored != nil)
    // A silence takes it away, and so does the end of one.
    for until in [Int64.max, 0] {
      try await fixture.store(silence(.bob, until: until))
      #expect(try await fixture.outcome(write(.bob)) == .refused(.notSilenced(.bob)))
      try await fixture.store(silence(.bob, until: -1))
    }
    #expect(try await fixture.outcome(write(.bob))?.stored != nil)
  }

  @Test(arguments: Engine.all) func rolesAreCheckedWhenItIsDecided(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let leaders = Condition.allowed(.bob, .leaders, to: .removeMembers)
    #expect(try await fixture.outcome(Append.text("a", to: .team).with(leaders)) == .refused(leaders))
    try await fixture.store(set(.admin, .bob))
    #expect(try await fixture.outcome(Append.text("b", to: .team).with(leaders))?.stored != nil)
    let cases: [(Condition, Bool)] = [
      (.outranks(.bob, [.carol]), true), (.outranks(.bob, [.bob]), false), (.outranks(.bob, [.carol, .alice]), false),
      (.outranks(.alice, [.bob, .carol]), true), (.outranks(.alice, [.alice]), false), (.outranks(.carol, [.carol]), false),
      (.members([.bob, .carol]), true), (.members([.bob, .dave]), false), (.members([]), true),
    ]
    for (condition, holds) in cases {
      let isStored = try await fixture.outcome(Append.text("c", to: .team).with(condition))?.stored != nil
      #expect(isStored == holds, "\(condition)")
    }
  }

  @Test(arguments: Engine.all) func adminsHaveRoomAndRolesChange(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let one = Condition.adminsAtMost(1)
    #expect(try await fixture.outcome(set(.admin, .bob, .carol).with(one)) == .refused(one))
    #expect(try await fixture.outcome(set(.admin, .bob).with(one, .rolesChange))?.stored != nil)
    #expect(try await fixture.outcome(set(.admin, .bob).with(.rolesChange)) == .unchanged)
    #expect(try await fixture.outcome(set(.owner, .alice).with(.rolesChange)) == .unchanged)
    // Admins of before a lower limit stay, and can become fewer.
    try await fixture.store(set(.admin, .carol))
    #expect(try await fixture.outcome(set(.member, .bob).with(.adminsAtMost(0)))?.stored != nil)
    #expect(try await rules(fixture)?.admins == [.carol])
  }
}
