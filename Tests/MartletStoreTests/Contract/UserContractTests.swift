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
