import MartletStore
import MartletWire
import Testing

@Suite struct ProfileContractTests {
  private func change(
    _ user: UserID = .alice, _ fields: [String: String] = [:], _ visibility: ProfileVisibility? = nil, number: String? = nil,
    at time: Int64 = 1
  ) -> ProfileChange {
    ProfileChange(app: .demo, user: user, fields: fields, visibility: visibility, number: number, time: time)
  }

  private func made(_ engine: Engine, _ users: UserID...) async throws -> Fixture {
    let fixture = try await Fixture(engine)
    for user in users { _ = try await fixture.store.createUser(user, app: .demo, at: 1) }
    return fixture
  }

  @Test(arguments: Engine.all) func changesOfAProfileAddUp(engine: Engine) async throws {
    let fixture = try await made(engine, .alice, .bob)
    let outcomes = try await fixture.store.change([
      change(.alice, ["name": "Alice", "location": "Köln"]),
      change(.alice, ["location": "", "about": "e\u{301} \u{0}"], .nobody),
      change(.alice, ["name": "Alice"]), change(.carol, ["name": "x"]),
    ])
    let first = ProfileRecord(revision: 1, fields: ["name": "Alice", "location": "Köln"])
    let second = ProfileRecord(revision: 2, fields: ["name": "Alice", "about": "e\u{301} \u{0}"], visibility: .nobody)
    #expect(
      outcomes == [
        .changed(from: ProfileRecord(), to: first), .changed(from: first, to: second), .unchanged(second), .userUnknown,
      ])
    try await fixture.reopen()
    // Later than every revision of a store that was restored to an earlier state.
    let third = ProfileRecord(revision: 500, fields: second.fields, visibility: .app)
    #expect(try await fixture.store.change([change(.alice, [:], .app, at: 500)]) == [.changed(from: second, to: third)])
    for _ in 0..<2 {
      let users = try await fixture.store.users([.bob, .alice, .carol], app: .demo)
      #expect(users.map(\.id) == [.bob, .alice] && users.map(\.profile) == [nil, third])
      #expect(try await fixture.store.users([.alice], app: .other).isEmpty)
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func aNumberBelongsToOneUser(engine: Engine) async throws {
    let fixture = try await made(engine, .alice, .bob)
    func owner(_ number: String) async throws -> UserID? {
      try await fixture.store.user(numbered: AccountNumber(number, app: .demo))?.id
    }
    _ = try await fixture.store.change([change(.alice, number: "7"), change(.bob, number: "8")])
    for _ in 0..<2 {
      #expect(try await owner("7") == .alice)
      #expect(try await owner("8") == .bob)
      #expect(try await owner("78") == nil)
      #expect(try await fixture.store.user(numbered: AccountNumber("7", app: .other)) == nil)
      #expect(try await fixture.store.change([change(.bob, ["name": "x"], number: "7")]) == [.numberTaken])
      #expect(try await fixture.store.user(.bob, app: .demo)?.profile?.fields == [:], "nothing of the change was stored")
      try await fixture.reopen()
    }
    // In one commit, the number of one user goes to another.
    _ = try await fixture.store.change([change(.alice, number: ""), change(.bob, number: "7"), change(.alice, number: "8")])
    for _ in 0..<2 {
      #expect(try await owner("7") == .bob)
      #expect(try await owner("8") == .alice)
      try await fixture.reopen()
    }
    _ = try await fixture.store.change([change(.bob, number: "")])
    #expect(try await owner("7") == nil)
  }

  @Test(arguments: Engine.all) func revokingTokensKeepsTheProfile(engine: Engine) async throws {
    let fixture = try await made(engine, .alice)
    _ = try await fixture.store.change([change(.alice, ["name": "Alice"], number: "7")])
    try await fixture.reopen()
    #expect(try await fixture.store.revokeTokens(of: .alice, app: .demo, issuedUntil: 50) == 50)
    _ = try await fixture.store.change([change(.alice, ["about": "x"])])
    try await fixture.reopen()
    let expected = ProfileRecord(revision: 2, fields: ["name": "Alice", "about": "x"], number: "7")
    let record = try await fixture.store.user(.alice, app: .demo)
    #expect(record == UserRecord(id: .alice, createdAt: 1, tokensRevokedUntil: 50, profile: expected))
  }

  @Test(arguments: Engine.all) func noneOfManyConcurrentChangesIsLost(engine: Engine) async throws {
    let fixture = try await made(engine, .alice, .bob)
    let store = fixture.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask { _ = try await store.change([change(.alice, ["key\(number)": "\(number)"])]) }
        group.addTask { _ = try await store.change([change(number % 2 == 0 ? .alice : .bob, number: "same")]) }
      }
      try await group.waitForAll()
    }
    let (alice, bob) = (try await store.user(.alice, app: .demo)?.profile, try await store.user(.bob, app: .demo)?.profile)
    #expect(alice?.fields.count == 20)
    #expect([alice?.number, bob?.number].count { $0 == "same" } == 1)
  }
}
