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

  @Test(arguments: Engine.all) func usersAreFoundByTheWordsOfTheirNames(engine: Engine) async throws {
    let fixture = try await made(engine, .alice, .bob, .carol, .dave)
    func expect(_ name: String, _ users: [UserID], limit: Int = 9, app: AppID = .demo) async throws {
      let found = try await fixture.store.users(named: name, app: app, limit: limit)
      #expect(found.map(\.id) == users, "\(name)")
    }
    _ = try await fixture.store.change([
      change(.alice, ["name": "Ána-María d'Alba"]), change(.bob, ["name": "王小明 Alban"]),
      change(.carol, ["name": "ANA", "about": "Zoe"]), change(.dave, ["name": "Ana"], .nobody),
    ])
    for _ in 0..<2 {
      try await expect("ana", [.alice, .carol])
      try await expect("an", [.alice, .carol])
      try await expect("an", [.alice], limit: 1)
      // All words count, in any order; accents do not.
      try await expect("Mari ALB", [.alice])
      try await expect("a\u{301}na", [.alice, .carol])
      try await expect("alb", [.alice, .bob])
      for part in ["小明", "明", "王"] { try await expect(part, [.bob]) }
      for none in ["王明", "zoe", "na", "", "%", "ana zoe"] { try await expect(none, []) }
      try await expect("ana", [], app: .other)
      try await fixture.reopen()
    }
    _ = try await fixture.store.change([
      change(.alice, ["name": "Zoë"], at: 2), change(.carol, ["name": ""], at: 2), change(.dave, [:], .everyone, at: 2),
    ])
    for _ in 0..<2 {
      try await expect("ana", [.dave])
      try await expect("zoe", [.alice])
      try await expect("maria", [])
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func aNameIsFoundAmongManyThatBeginSo(engine: Engine) async throws {
    let fixture = try await made(engine)
    let users = try (0..<600).map { try #require(UserID("u\(1000 + $0)")) }
    for user in users { _ = try await fixture.store.createUser(user, app: .demo, at: 1) }
    _ = try await fixture.store.change(users.enumerated().map { change($1, ["name": "Common Name\($0)"]) })
    try await fixture.reopen()
    // By the longer word, which one user has.
    let found = try await fixture.store.users(named: "com name599", app: .demo, limit: 20)
    #expect(found.map(\.id) == [users[599]])
    #expect(try await fixture.store.users(named: "common", app: .demo, limit: 50).map(\.id) == Array(users[..<50]))
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
