import MartletPostgres
import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Databases that cannot be used, and what is stored in one.
@Suite struct PostgresStoreTests {
  private func refusal(_ address: String) async throws -> StoreError {
    do {
      await (try PostgresStore.open(address)).close()
    } catch let error as StoreError {
      return error
    }
    throw TestError("the store opened")
  }

  private func server() async throws -> PostgresServer { try await PostgresServer.shared.value }

  @Test func aSecondServerIsRefusedUntilTheFirstEnds() async throws {
    let address = try await server().schema("second")
    let first = try await PostgresStore.open(address)
    #expect(try await refusal(address).code == .busy)
    await first.close()
    await (try PostgresStore.open(address)).close()
  }

  @Test func tablesOfANewerVersionAreRefused() async throws {
    let address = try await server().schema("newer")
    await (try PostgresStore.open(address)).close()
    try await server().execute("UPDATE newer.martlet SET version = 1000")
    #expect(try await refusal(address).code == .newer)
  }

  @Test func usersAreFoundWhoGotTheirNamesBeforeThereWereWordsOfThem() async throws {
    let address = try await server().schema("named_before")
    let store = try await PostgresStore.open(address)
    for user in [UserID.alice, .bob] { _ = try await store.createUser(user, app: .demo, at: 1) }
    _ = try await store.change([ProfileChange(app: .demo, user: .alice, fields: ["name": "Alice Alba"], time: 1)])
    await store.close()
    // As an older version left it.
    try await server().execute(
      "DROP TABLE named_before.name_word; UPDATE named_before.martlet SET version = \(DatabaseFacts.tablesVersion - 1)")
    let newer = try await PostgresStore.open(address)
    #expect(try await newer.users(named: "alba", app: .demo, limit: 9).map(\.id) == [.alice])
    await newer.close()
  }

  @Test func tablesOfAnotherProgramAreLeftAsTheyAre() async throws {
    let address = try await server().schema("foreign_tables")
    try await server().execute("CREATE TABLE foreign_tables.conversation(a int)")
    let error = try await refusal(address)
    #expect(error.code == .failed && error.message.contains("another program"))
    try await server().execute("INSERT INTO foreign_tables.conversation VALUES (1)")
    try await server().execute("SELECT 1 / (SELECT (count(*) = 1)::int FROM pg_tables WHERE schemaname = 'foreign_tables')")
  }

  @Test func databaseThatTakesNoWritesIsRefused() async throws {
    let address = try await server().schema("standby")
    let error = try await refusal(
      address.replacing("options='", with: "options='-c default_transaction_read_only=on "))
    #expect(error.code == .readOnly)
  }

  @Test(arguments: [
    ("host=/nowhere", "cannot be reached"), ("host=127.0.0.1 port=1", "cannot be reached"), ("nonsense", "nonsense"),
  ])
  func addressThatLeadsNowhereIsSaid(address: String, reason: String) async throws {
    let error = try await refusal(address)
    #expect(error.code == .failed && error.message.contains(reason))
  }

  @Test func schemaThatDoesNotExistIsSaid() async throws {
    let address = try await server().schema("gone")
    try await server().execute("DROP SCHEMA gone")
    #expect(try await refusal(address).message.contains("search_path"))
  }

  @Test func databaseMarkedAsRestoredGetsANewGeneration() async throws {
    let address = try await server().schema("restored")
    func generation() async throws -> String {
      let store = try await PostgresStore.open(address)
      await store.close()
      return store.generation
    }
    let first = try await generation()
    #expect(try await generation() == first && first.count == 32)
    try await server().execute("UPDATE restored.martlet SET generation = ''")
    let second = try await generation()
    #expect(second != first)
    #expect(try await generation() == second)
  }

  @Test func textsMayHoldAnyCharacter() async throws {
    let store = try await PostgresStore.open(try await server().schema("characters"))
    let text = "\u{0}\u{1F600}\u{FEFF}'\\\"\n"
    let outcomes = try await store.append([.direct(text), .text("")])
    #expect(outcomes.allSatisfy { $0.stored != nil })
    _ = try await store.change([
      SettingChange(
        app: .demo, user: .alice, values: [(SettingName("key"), "\"\(text)\"")], mostOfUser: 9, mostOfConversation: 9, time: 1)
    ])
    let stored = try await store.entries(of: .pair, app: .demo, range: 1...9, limit: 9, newest: false)
    guard case .message(_, let first)? = stored.first?.event, case .message(_, let second)? = stored.last?.event else {
      throw TestError("no messages: \(stored)")
    }
    #expect(first.contains(text) && !second.contains(text))
    #expect(try await store.settings(of: .alice, app: .demo, after: nil, limit: 9).settings.first?.value == "\"\(text)\"")
    await store.close()
  }

  @Test(arguments: [
    "postgres://martlet@db.example/martlet", "postgresql://db.example", "postgres://a@/b?host=%2Ftmp&options=-csearch_path%3Dx",
  ])
  func addressesForOperators(address: String) { #expect(PostgresAddress.isValid(address)) }

  @Test(arguments: [
    "", "martlet", "mysql://a@b/c", "postgres://a:secret@b/c", "postgres://a@b/c?password=secret", "postgres://a@b/c d",
    "host=/tmp password=secret",
  ])
  func addressesWithPasswordsAndOtherTextsAreNone(address: String) { #expect(!PostgresAddress.isValid(address)) }
}
