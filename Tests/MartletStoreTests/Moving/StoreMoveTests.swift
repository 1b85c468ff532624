import Foundation
import MartletPostgres
import MartletServer
import MartletStore
import MartletTesting
import MartletWire
import Testing

/// All that a store holds moves from files to PostgreSQL and back.
@Suite struct StoreMoveTests {
  /// Files and a database, and a store in memory to which the same is written.
  private final class Place {
    let directory: TemporaryDirectory
    let schema: String
    let address: String
    let twin: any Store
    var history: RandomHistory

    init(_ name: String, seed: UInt64) async throws {
      directory = try TemporaryDirectory(inMemory: true)
      schema = "move_\(name)_\(seed)"
      address = try await PostgresServer.shared.value.schema(schema)
      twin = try await Engine.memory.open(directory.path, .standard)
      history = RandomHistory(seed: seed)
    }

    var files: String { directory.path + "/files" }

    /// Makes files with the rows of a random history.
    func fill(steps: Int = 40) async throws {
      try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
      let store = try await SQLiteStore.open(directory: files)
      for one in [twin, store] { try await Self.relateAndSet(in: one) }
      try await write(steps, to: store)
      await store.close()
    }

    /// A block and a setting that the random history neither makes nor removes.
    private static func relateAndSet(in store: any Store) async throws {
      let (erin, time) = (UserID.sample("erin"), Append.noon)
      _ = try await store.createUser(erin, app: .demo, at: time)
      let block = RelationChange(app: .demo, user: .alice, peers: [erin], .blocked, most: 9, time: time)
      #expect(try await store.change([block]).count == 1)
      let setting = SettingChange(
        app: .demo, user: erin, values: [(SettingName("kept", of: nil), "1")], mostOfUser: 9, mostOfConversation: 9, mostTags: 9,
        mostTagged: 9, time: time)
      #expect(try await store.change([setting]).count == 1)
    }

    func write(_ steps: Int, to store: any Store) async throws {
      for step in 0..<steps { try await Agreement().write(&history, store, twin, "\(schema), step \(step)") }
    }

    func compare(_ store: any Store) async throws { try await Agreement().compare(store, twin, &history, "\(schema)") }

    /// Moves the files to the database.
    func move(batch: Int = 7, cut: ((any MoveDestination) -> any MoveDestination)? = nil) async throws -> StoreMove.Outcome {
      try await Self.move(SQLiteMover.source(directory: files), PostgresMover.destination(address), batch, cut)
    }

    /// Moves the database to other files.
    func moveBack(
      to path: String, batch: Int = 7, cut: ((any MoveDestination) -> any MoveDestination)? = nil
    ) async throws -> StoreMove.Outcome {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return try await Self.move(PostgresMover.source(address), SQLiteMover.destination(directory: path), batch, cut)
    }

    private static func move(
      _ source: any MovableStore, _ destination: any MoveDestination, _ batch: Int,
      _ cut: ((any MoveDestination) -> any MoveDestination)?
    ) async throws -> StoreMove.Outcome {
      let result: Result<StoreMove.Outcome, any Error>
      do {
        result = .success(try await StoreMove(from: source, to: cut?(destination) ?? destination, batch: batch).run())
      } catch {
        result = .failure(error)
      }
      await source.close()
      await destination.close()
      return try result.get()
    }
  }

  @Test(arguments: SeededRandom.environmentSeeds(4))
  func rowsAndGenerationAreTheSameAfterAMoveAndBack(seed: UInt64) async throws {
    let place = try await Place("round", seed: seed)
    try await place.fill()
    let files = try await SQLiteStore.open(directory: place.files)
    let generation = files.generation
    await files.close()
    let outcome = try await place.move()
    #expect(outcome.isNew && outcome.rows > 30 && outcome.conversations > 0 && outcome.users > 0)
    let database = try await PostgresStore.open(place.address)
    #expect(database.generation == generation)
    try await place.compare(database)
    try await place.write(20, to: database)
    try await place.compare(database)
    await database.close()
    _ = try await place.moveBack(to: place.directory.path + "/back")
    let back = try await SQLiteStore.open(directory: place.directory.path + "/back")
    #expect(back.generation == generation)
    try await place.compare(back)
    try await place.write(20, to: back)
    try await place.compare(back)
    await back.close()
    // The source is as it was.
    let source = try await SQLiteStore.open(directory: place.files)
    #expect(source.generation == generation)
    await source.close()
  }

  @Test(arguments: [false, true]) func aMoveGoesOnWhereverItWasKilled(isDone: Bool) async throws {
    let place = try await Place("killed_\(isDone)", seed: 11)
    try await place.fill()
    var attempts = 0
    var outcome: StoreMove.Outcome?
    while outcome == nil, attempts < 2000 {
      attempts += 1
      // The comparison starts anew each time, so it must get through in the end.
      let calls = attempts < 60 ? attempts % 3 : attempts
      outcome = try? await place.move { CutDestination($0, after: calls, isDone: isDone) }
    }
    #expect(try #require(outcome).isNew && attempts >= 60, "\(attempts) attempts")
    let again = try await place.move()
    #expect(!again.isNew)
    let database = try await PostgresStore.open(place.address)
    try await place.compare(database)
    await database.close()

    let path = place.directory.path + "/back"
    (outcome, attempts) = (nil, 0)
    while outcome == nil, attempts < 2000 {
      attempts += 1
      let calls = attempts < 60 ? attempts % 3 : attempts
      outcome = try? await place.moveBack(to: path) { CutDestination($0, after: calls, isDone: isDone) }
    }
    #expect(try #require(outcome).isNew && attempts >= 60, "\(attempts) attempts")
    let back = try await SQLiteStore.open(directory: path)
    try await place.compare(back)
    await back.close()
  }

  @Test(arguments: [
    "UPDATE entry SET content = 'changed' WHERE kind = 1", "UPDATE entry SET countable = countable + 1",
    "DELETE FROM entry WHERE seq = 1", "UPDATE member SET read = read + 1", "UPDATE user_entry SET time = time + 1",
    "UPDATE setting SET value = 'changed'", "UPDATE request SET fingerprint = 'changed'",
    "UPDATE conversation SET stamp = stamp + 1", "UPDATE app SET stamp = stamp + 1", "UPDATE account SET revoked = 99",
    "INSERT INTO hidden VALUES (1, 'eve', 1)", "UPDATE relation SET flags = flags + 1",
    "UPDATE conversation SET relations = 1 - relations", "UPDATE scheduled SET time = time + 1",
    "UPDATE answered SET state = 3 - state",
  ])
  func aChangedRowInTheDestinationIsNoticed(statement: String) async throws {
    let name = String(statement.filter(\.isLetter)).lowercased().prefix(40)
    let place = try await Place(String(name), seed: 3)
    try await place.fill(steps: 60)
    // Dies before it compares, when all rows are there.
    await #expect(throws: TestError.self) {
      try await place.move { CutDestination($0, after: nil, isDone: false) }
    }
    try await PostgresServer.shared.value.execute("SET search_path TO \"\(place.schema)\"; \(statement)")
    do {
      _ = try await place.move()
      Issue.record("the change was not noticed")
    } catch StoreMove.Failure.different(let owners) {
      #expect(!owners.isEmpty)
    }
    // No server starts on it.
    await #expect(throws: StoreError.self) { try await PostgresStore.open(place.address) }
  }

  @Test func aDestinationWithOtherRowsIsRefused() async throws {
    let place = try await Place("refused", seed: 5)
    try await place.fill(steps: 5)
    await (try PostgresStore.open(place.address)).close()
    await #expect(throws: StoreMove.Failure.notEmpty) { try await place.move() }
    let other = try await Place("refused_other", seed: 6)
    try await other.fill(steps: 5)
    _ = try? await other.move { CutDestination($0, after: 1, isDone: true) }
    let mixed = try await SQLiteMover.source(directory: place.files)
    let destination = try await PostgresMover.destination(other.address)
    await #expect(throws: StoreMove.Failure.otherSource) { try await StoreMove(from: mixed, to: destination).run() }
    await mixed.close()
    await destination.close()
    let foreign = try await Place("refused_foreign", seed: 7)
    try await foreign.fill(steps: 5)
    try await PostgresServer.shared.value.execute("CREATE TABLE \"\(foreign.schema)\".member(a int)")
    await #expect(throws: StoreError.self) { try await foreign.move() }
    try await PostgresServer.shared.value.execute(
      "SELECT 1 / (SELECT (count(*) = 1)::int FROM pg_tables WHERE schemaname = '\(foreign.schema)')")
  }

  @Test(arguments: [false, true]) func noServerMayUseTheDatabase(isShared: Bool) async throws {
    let place = try await Place("busy_\(isShared)", seed: 8)
    try await place.fill(steps: 5)
    var options = PostgresStore.Options()
    options.isShared = isShared
    let server = try await PostgresStore.open(place.address, options: options)
    for attempt in [{ _ = try await place.move() }, { _ = try await place.moveBack(to: place.directory.path + "/back") }] {
      do {
        try await attempt()
        Issue.record("it moved")
      } catch let error as StoreError {
        #expect(error.code == .busy)
      }
    }
    await server.close()
  }

  @Test func stampsOfNodesThatWereKilledMoveToo() async throws {
    let place = try await Place("nodes", seed: 9)
    var options = PostgresStore.Options()
    options.isShared = true
    let node = try await PostgresStore.open(place.address, options: options)
    _ = try await node.append([.direct("one")])
    await node.beat()
    let stamp = try await node.stamp(app: .demo)
    await node.close()
    // As if it had not said good-bye.
    try await PostgresServer.shared.value.execute(
      """
      SET search_path TO "\(place.schema)"; UPDATE node SET ended = 0; DELETE FROM app;
      INSERT INTO node_app SELECT id, 'demo', \(stamp) FROM node
      """)
    _ = try await place.moveBack(to: place.directory.path + "/back")
    let back = try await SQLiteStore.open(directory: place.directory.path + "/back")
    #expect(try await back.stamp(app: .demo) == stamp)
    await back.close()
  }

  @Test func encodedValuesAreDecoded() {
    let values: [MovedValue] = [.null, .integer(.min), .bytes([]), .bytes([0, 1, 2]), .integer(-1), .null]
    #expect([MovedValue](encoded: values.encoded) == values)
    for count in 1..<values.encoded.count {
      let cut = [MovedValue](encoded: Array(values.encoded.prefix(count)))
      #expect(cut == nil || values.starts(with: cut ?? []), "\(count) bytes")
    }
  }
}
