import MartletStore
import MartletWire
import Testing

/// Bans from a group.
@Suite struct BansContractTests {
  /// A group of alice, who owns it, and bob; carol and dave exist.
  private func prepare(_ engine: Engine) async throws -> Fixture {
    let fixture = try await Fixture(engine)
    var group = Append.group()
    group.event = .groupCreated(title: "Team", owner: .alice, members: [.alice, .bob])
    group.joins = [.alice, .bob]
    try await fixture.store(group)
    return fixture
  }

  private func ban(_ users: [UserID], until: Int64, removing removed: [UserID] = [], reason: String = "") -> Append {
    let change = BanChange(users: users, until: until, removed: removed, owner: .alice)
    var append = Append.sample(.usersBanned(change), to: .team, by: .alice)
    append.details = Details(Wire.Details(reason: reason))
    append.leaves = removed
    return append
  }

  private func add(_ users: UserID..., at time: Int64 = Append.noon) -> Append {
    var append = Append.sample(.membersAdded(users), to: .team, by: .alice, at: time)
    append.joins = users
    return append.with(.membershipChangesApply, .notBanned(users, at: time))
  }

  private func banned(_ fixture: Fixture, at time: Int64 = Append.noon, after: UserID? = nil) async throws -> [UserID] {
    try await fixture.store.outsiders(.banned, of: .team, app: .demo, at: time, after: after, limit: .max).map(\.user)
  }

  @Test(arguments: Engine.all) func aBannedUserIsNoMemberAndCannotBecomeOneUntilTheEnd(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let end = Append.noon + 500
    try await fixture.store(ban([.bob, .carol], until: end, removing: [.bob], reason: "noise"))
    for _ in 0..<2 {
      #expect(try await fixture.store.member(.bob, of: .team, app: .demo) == nil)
      #expect(try await fixture.store.conversation(.team, app: .demo)?.memberCount == 1)
      #expect(try await banned(fixture) == [.bob, .carol])
      #expect(try await banned(fixture, after: .bob) == [.carol])
      #expect(try await banned(fixture, at: end) == [])
      let kept = try await fixture.store.outsider(.carol, of: .team, app: .demo)
      #expect(
        kept
          == OutsiderRecord(user: .carol, standing: .banned, by: .alice, since: Append.noon, until: end, text: "noise"))
      let refusal = Condition.notBanned([.carol], at: end - 1, until: end)
      #expect(try await fixture.outcome(add(.dave, .carol, .bob, at: end - 1)) == .refused(refusal))
      try await fixture.reopen()
    }
    #expect(refusalOf(try await fixture.outcome(add(.bob)))?.until == end)
    #expect(try await fixture.outcome(add(.bob, at: end))?.stored != nil)
    try await fixture.reopen()
    #expect(try await fixture.store.outsider(.bob, of: .team, app: .demo) == nil)
  }

  /// A clock that is late does not bring back a ban that may have been removed since.
  @Test(arguments: Engine.all) func aBanEndsWithTheTimeOfTheLog(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let end = Append.noon + 500
    try await fixture.store(ban([.carol], until: end))
    #expect(try await fixture.outcome(add(.dave, at: end))?.stored != nil)
    #expect(try await fixture.outcome(add(.carol))?.stored != nil)
  }

  private func refusalOf(_ outcome: AppendOutcome?) -> Wire.Failure? {
    if case .refused(let condition)? = outcome { condition.failure } else { nil }
  }

  @Test(arguments: Engine.all) func aLiftedBanIsGone(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    // In one batch: the later items see the effects of the earlier ones.
    let outcomes = try await fixture.store.append([
      ban([.carol, .dave], until: .max), add(.carol), ban([.carol], until: 0), add(.carol), add(.dave),
    ])
    #expect(outcomes.map { $0.stored != nil } == [true, false, true, true, false])
    try await fixture.reopen()
    #expect(try await banned(fixture) == [.dave])
    #expect(try await fixture.store.conversation(.team, app: .demo)?.memberCount == 3)
  }

  @Test(arguments: Engine.all) func aBanChangesSomethingOrNothing(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let changes = Condition.bansChange(at: Append.noon)
    #expect(try await fixture.outcome(ban([.carol], until: 0).with(changes)) == .unchanged)
    #expect(try await fixture.outcome(ban([.carol], until: .max).with(changes))?.stored != nil)
    #expect(try await fixture.outcome(ban([.carol], until: .max).with(changes)) == .unchanged)
    #expect(try await fixture.outcome(ban([.carol, .bob], until: .max, removing: [.bob]).with(changes))?.stored != nil)
    // Another end is a change, and so is a user more.
    #expect(try await fixture.outcome(ban([.carol], until: Append.noon + 1).with(changes))?.stored != nil)
    #expect(try await fixture.outcome(ban([.carol], until: 0).with(.bansChange(at: Append.noon + 1))) == .unchanged)
  }

  @Test(arguments: Engine.all) func bansHaveRoomUntilTheyEnd(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let end = Append.noon + 500
    func room(_ limit: Int, at time: Int64 = Append.noon) -> Condition { .bansAtMost(limit, at: time) }
    #expect(try await fixture.outcome(ban([.carol, .dave], until: end).with(room(1))) == .refused(room(1)))
    #expect(try await fixture.outcome(ban([.carol], until: end).with(room(1)))?.stored != nil)
    try await fixture.reopen()
    #expect(try await fixture.outcome(ban([.dave], until: .max).with(room(1))) == .refused(room(1)))
    // A user who is banned already takes no room, and lifting needs none.
    #expect(try await fixture.outcome(ban([.carol], until: end + 1).with(room(1)))?.stored != nil)
    #expect(try await fixture.outcome(ban([.carol], until: 0).with(room(0)))?.stored != nil)
    #expect(try await fixture.outcome(ban([.dave], until: end).with(room(1)))?.stored != nil)
    #expect(try await fixture.outcome(ban([.carol], until: .max).with(room(1, at: end)))?.stored != nil)
  }

  @Test(arguments: Engine.all) func whoIsBannedLosesRoleAndOwnership(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    try await fixture.store(.sample(.rolesSet([.bob], .admin), to: .team, by: .alice))
    var append = ban([.alice], until: .max, removing: [.alice])
    append.event = .usersBanned(BanChange(users: [.alice], until: .max, removed: [.alice], owner: .bob))
    append.owner = .user(.bob)
    try await fixture.store(append)
    try await fixture.reopen()
    let record = try #require(try await fixture.store.conversation(.team, app: .demo))
    #expect(record.owner == .bob && record.rules == GroupRules(hasOutsiders: true))
  }
}
