import MartletStore
import MartletWire
import Testing

@Suite struct UserContractTests {
  @Test(arguments: Engine.all) func aUserIsMadeOnce(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    #expect(try await fixture.store.user(.alice, app: .demo) == nil)
    let first = try await fixture.store.createUser(.alice, app: .demo, at: 5)
    #expect(first.created)
    #expect(first.record == UserRecord(id: .alice, createdAt: 5, tokensRevokedUntil: 0))
    try await fixture.reopen()
    let second = try await fixture.store.createUser(.alice, app: .demo, at: 9)
    #expect(!second.created)
    #expect(second.record == first.record)
    #expect(try await fixture.store.user(.alice, app: .demo) == first.record)
  }

  @Test(arguments: Engine.all) func membersNeedNoUserRecord(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("hello"))
    #expect(try await fixture.store.user(.alice, app: .demo) == nil)
    #expect(try await fixture.store.existing([.alice, .bob], app: .demo).isEmpty)
  }

  @Test(arguments: Engine.all) func existingNamesThoseThatAre(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    for user in [UserID.alice, .bob] { _ = try await fixture.store.createUser(user, app: .demo, at: 1) }
    #expect(try await fixture.store.existing([.bob, .carol, .bob, .alice], app: .demo) == [.alice, .bob])
    #expect(try await fixture.store.existing([], app: .demo).isEmpty)
    #expect(try await fixture.store.existing([.alice], app: .other).isEmpty)
  }

  @Test(arguments: Engine.all) func revocationOnlyMovesForward(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    #expect(try await fixture.store.revokeTokens(of: .alice, app: .demo, issuedUntil: 5) == nil)
    _ = try await fixture.store.createUser(.alice, app: .demo, at: 1)
    #expect(try await fixture.store.revokeTokens(of: .alice, app: .demo, issuedUntil: 50) == 50)
    #expect(try await fixture.store.revokeTokens(of: .alice, app: .demo, issuedUntil: 20) == 50)
    try await fixture.reopen()
    #expect(try await fixture.store.user(.alice, app: .demo)?.tokensRevokedUntil == 50)
    #expect(try await fixture.store.revokeTokens(of: .alice, app: .demo, issuedUntil: 70) == 70)
  }

  @Test(arguments: Engine.all) func aSuspensionEndsByTimeOrEarlier(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    #expect(try await fixture.store.suspend(.alice, app: .demo, until: 50, at: 10) == nil)
    for user in [UserID.alice, .bob, .carol] { _ = try await fixture.store.createUser(user, app: .demo, at: 1) }
    #expect(try await fixture.store.suspend(.alice, app: .demo, until: 5, at: 10) == 0)
    #expect(try await fixture.store.suspended(of: .demo, at: 0, after: nil, limit: 10).isEmpty)
    for (user, until) in [(UserID.alice, Int64(50)), (.bob, 60), (.carol, 70)] {
      #expect(try await fixture.store.suspend(user, app: .demo, until: until, at: 10) == until)
    }
    func suspended(at time: Int64, after: UserID? = nil, limit: Int = 10) async throws -> [String] {
      try await fixture.store.suspended(of: .demo, at: time, after: after, limit: limit).map { "\($0.user) \($0.until)" }
    }
    #expect(try await suspended(at: 10) == ["alice 50", "bob 60", "carol 70"])
    try await fixture.reopen()
    #expect(try await suspended(at: 49, limit: 2) == ["alice 50", "bob 60"])
    #expect(try await suspended(at: 50, after: .bob) == ["carol 70"])
    #expect(try await suspended(at: 70).isEmpty)
    // Lifted early; of the others one is changed.
    #expect(try await fixture.store.suspend(.bob, app: .demo, until: 0, at: 20) == 0)
    #expect(try await fixture.store.suspend(.carol, app: .demo, until: 30, at: 20) == 30)
    #expect(try await suspended(at: 20) == ["alice 50", "carol 30"])
    #expect(try await fixture.store.user(.bob, app: .demo)?.isSuspended(at: 20) == false)
    try await fixture.reopen()
    #expect(try await suspended(at: 20) == ["alice 50", "carol 30"])
    #expect(try await fixture.store.suspended(of: .other, at: 0, after: nil, limit: 10).isEmpty)
    // Other changes of the user leave it as it is.
    _ = try await fixture.store.revokeTokens(of: .alice, app: .demo, issuedUntil: 5)
    #expect(try await fixture.store.user(.alice, app: .demo)?.suspendedUntil == 50)
  }

  @Test(arguments: Engine.all) func whenUsersWereSeenOnlyGrows(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    for user in [UserID.alice, .bob] { _ = try await fixture.store.createUser(user, app: .demo, at: 1) }
    func key(_ user: UserID) -> UserKey { UserKey(app: .demo, user: user) }
    func presence() async throws -> [PresenceRecord] {
      try await fixture.store.presence(of: [.bob, .carol, .alice], app: .demo)
    }
    #expect(try await presence() == [PresenceRecord(), PresenceRecord(), PresenceRecord()])
    try await fixture.store.noteSeen([SeenUser(key(.alice), at: 120_000), SeenUser(key(.carol), at: 60_000)])
    try await fixture.store.noteSeen([SeenUser(key(.alice), at: 60_000), SeenUser(key(.bob), at: 60_000)])
    try await fixture.set(#""away""#, for: "presence.text", of: .bob)
    try await fixture.set(#""nobody""#, for: "presence.visibility", of: .bob)
    try await fixture.set("7", for: "presence.visibility", of: .alice)
    try await fixture.set("7", for: "presenc", of: .alice)
    try await fixture.set("7", for: "presences", of: .alice)
    let expected = [
      PresenceRecord(lastSeen: 60_000, text: "away", visibility: .nobody), PresenceRecord(), PresenceRecord(lastSeen: 120_000),
    ]
    #expect(try await presence() == expected)
    // Other changes of the user leave it as it is.
    _ = try await fixture.store.revokeTokens(of: .alice, app: .demo, issuedUntil: 5)
    try await fixture.reopen()
    #expect(try await presence() == expected)
    #expect(try await fixture.store.presence(of: [.alice], app: .other) == [PresenceRecord()])
  }

  @Test(arguments: Engine.all) func concurrentCallsMakeAUserOnce(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let store = fixture.store
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for time in 0..<20 { group.addTask { try await store.createUser(.alice, app: .demo, at: Int64(time)).created } }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(made == 1)
  }
}

extension Fixture {
  fileprivate func set(_ value: String, for key: String, of user: UserID) async throws {
    let change = SettingChange(
      app: .demo, user: user, values: [(SettingName(key), value)], mostOfUser: 10, mostOfConversation: 10, time: 1)
    _ = try await store.change([change])
  }
}
