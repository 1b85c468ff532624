import Foundation
import MartletPostgres
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

/// A storage engine the contract is checked on; a further engine is one more in `all`.
struct Engine: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// True to reopen a store from its files while it is still open, as after a kill.
  var isKilled = false
  /// Whether the stamps of an app are counted; otherwise they only rise.
  var countsStamps = true
  /// Opens the store kept in a directory, or named after it.
  let open: @Sendable (String, Kinds) async throws -> any Store

  /// The engines that count stamps.
  static let counting = all.filter(\.countsStamps)

  static let all = [Engine.sqlite, .foldingSQLite, .killedSQLite, .memory, .remoteMemory, .postgres, .nodes]

  /// Folds nothing, so that a reopened store comes from the journal.
  static let killedSQLite = Engine(testDescription: "SQLite, killed before it folds", isKilled: true) {
    var options = SQLiteStore.Options()
    options.kinds = $1
    options.foldInterval = .seconds(3600)
    return try await SQLiteStore.open(directory: $0, options: options)
  }

  /// Folds whenever there is anything to fold, so that reads find the tail empty, full or in between.
  static let foldingSQLite = Engine(testDescription: "SQLite, folding all the time") {
    var options = SQLiteStore.Options()
    options.kinds = $1
    (options.foldInterval, options.foldRound, options.foldWeight, options.runBits) = (.zero, .zero, 1, 0)
    return try await SQLiteStore.open(directory: $0, options: options)
  }

  /// Rows in memory under the rules that all engines share.
  static let memory = inMemory("memory")

  /// The same, with rows that are not there before they were asked for.
  static let remoteMemory = inMemory("memory, fetching what is missing", isRemote: true)

  private static func inMemory(_ description: String, isRemote: Bool = false) -> Engine {
    let disks = Disks()
    return Engine(testDescription: description) { MemoryStore(disks[$0], kinds: $1, isRemote: isRemote) }
  }

  /// Disks in memory, by name, for as long as the engine is there.
  private final class Disks: Sendable {
    private let all = Mutex<[String: MemoryDisk]>([:])

    subscript(name: String) -> MemoryDisk {
      all.withLock { all in
        if let disk = all[name] { return disk }
        let disk = MemoryDisk(generation: name)
        all[name] = disk
        return disk
      }
    }
  }

  /// A schema for each store, in one server.
  static let postgres = Engine(testDescription: "PostgreSQL") {
    let name = $0.split(separator: "/").last.map { $0.map { $0.isLetter || $0.isNumber ? $0 : "_" } } ?? []
    let address = try await PostgresServer.shared.value.schema(String(name))
    var options = PostgresStore.Options()
    (options.kinds, options.readers) = ($1, 2)
    return try await PostgresStore.open(address, options: options)
  }

  /// Two nodes on one database, of which each call takes another one.
  static let nodes = Engine(testDescription: "PostgreSQL, two nodes in turns", countsStamps: false) {
    let name = $0.split(separator: "/").last.map { $0.map { $0.isLetter || $0.isNumber ? $0 : "_" } } ?? []
    let address = try await PostgresServer.shared.value.schema("nodes_" + String(name))
    var options = PostgresStore.Options()
    (options.kinds, options.readers, options.isShared) = ($1, 2, true)
    let first = try await PostgresStore.open(address, options: options)
    return AlternatingStore(first, try await PostgresStore.open(address, options: options))
  }

  static let sqlite = Engine(testDescription: "SQLite") {
    var options = SQLiteStore.Options()
    options.kinds = $1
    return try await SQLiteStore.open(directory: $0, options: options)
  }
}

/// A store for one test, gone with it.
final class Fixture {
  private let engine: Engine
  private let kinds: Kinds
  private var directory: TemporaryDirectory
  private(set) var store: any Store

  init(_ engine: Engine, kinds: Kinds = .standard) async throws {
    self.engine = engine
    self.kinds = kinds
    directory = try TemporaryDirectory(inMemory: true)
    store = try await engine.open(directory.path, kinds)
  }

  func reopen() async throws {
    if engine.isKilled {
      let copy = try TemporaryDirectory(inMemory: true)
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
        try FileManager.default.copyItem(atPath: directory.file(name), toPath: copy.file(name))
      }
      await store.close()
      directory = copy
    } else {
      await store.close()
    }
    store = try await engine.open(directory.path, kinds)
  }

  /// Appends one entry and expects it to be stored.
  @discardableResult
  func store(_ append: Append, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Stored {
    try await store(store.append([append]), sourceLocation: sourceLocation)
  }

  private func store(_ outcomes: [AppendOutcome], sourceLocation: SourceLocation) throws -> Stored {
    guard case .stored(let stored) = outcomes.first else {
      Issue.record("not stored: \(outcomes)", sourceLocation: sourceLocation)
      throw NotStored()
    }
    return stored
  }

  struct NotStored: Error {}

  /// The outcome of one append.
  func outcome(_ append: Append) async throws -> AppendOutcome? { try await store.append([append]).first }

  /// The whole log of a conversation.
  func log(_ id: ConversationID, app: AppID = .demo) async throws -> [LogEntry] {
    try await store.entries(of: id, app: app, range: 1...UInt64.max, limit: .max, newest: false)
  }

  func summary(_ user: UserID, _ id: ConversationID, app: AppID = .demo) async throws -> ConversationSummary? {
    try await store.summaries(of: user, app: app, changed: 0...UInt64.max, only: [id], limit: 1).first
  }

  func summaries(_ user: UserID, app: AppID = .demo) async throws -> [ConversationSummary] {
    try await store.summaries(of: user, app: app, changed: 0...UInt64.max, only: nil, limit: .max)
  }

  /// The whole log of a user.
  func userLog(_ user: UserID, app: AppID = .demo) async throws -> [UserLogEntry] {
    try await store.userLog(of: user, app: app, after: 0, limit: .max).entries
  }
}

extension Store {
  /// A page of a list as the server reads it: with the newest stamp from before.
  func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, limit: Int
  ) async throws -> [ConversationSummary] {
    let stamp = try await stamp(app: app)
    return try await summaries(of: user, app: app, changed: changed, only: only, asOf: stamp, limit: limit)
  }
}
