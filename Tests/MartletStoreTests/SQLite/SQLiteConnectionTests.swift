import CSQLite
import MartletSQLite
import MartletTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct SQLiteConnectionTests {
  @Test func everyKindOfValueComesBackAsItWas() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("values.db"))
    try database.execute("CREATE TABLE odd(id INTEGER PRIMARY KEY, number INTEGER, words TEXT, bytes BLOB)")
    let texts = ["", "plain", "NUL \0 inside", "🦅 e\u{301}", "'\"%_\\", String(repeating: "x", count: 1 << 16)]
    let bytes: [[UInt8]] = [[], [0], [0xFF, 0, 0xFE], [UInt8](repeating: 7, count: 1 << 16)]
    let numbers: [Int64] = [0, 1, -1, .max, .min]
    let insert = try database.statement("INSERT INTO odd(number, words, bytes) VALUES (?1, ?2, ?3)")
    for text in texts {
      for blob in bytes {
        for number in numbers {
          try insert.run(.integer(number), .text(text), .blob(blob))
          let row = try #require(
            try database.statement("SELECT number, words, bytes FROM odd WHERE id = ?1").first(.integer(database.lastInsertID)) {
              (try $0.integer(0), try $0.text(1), try $0.blob(2))
            })
          #expect(row.0 == number)
          #expect(row.1 == text)
          #expect(row.2 == blob)
        }
      }
    }
    #expect(try database.statement("SELECT count(*) FROM odd").first { try $0.integer(0) } == 120)
  }

  @Test func nullIsTakenAndGiven() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("null.db"))
    try database.execute("CREATE TABLE odd(a, b)")
    try database.statement("INSERT INTO odd VALUES (?1, ?2)").run(nil, .optional(Int64?.none))
    let row = try database.statement("SELECT a, b FROM odd").first {
      ($0.isNull(0), try $0.optionalText(0), try $0.optionalInteger(1))
    }
    #expect(row?.0 == true)
    #expect(row?.1 == nil)
    #expect(row?.2 == nil)
  }

  @Test func columnsOfAnotherTypeThrowInsteadOfTrapping() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("odd.db"))
    let odd = try database.statement("SELECT 'text', 1, x'00', 1.5, NULL, -1, CAST(x'FFFE41' AS TEXT)")
    func code(_ read: (SQLiteRow) throws -> Void) throws -> SQLiteError.Code? {
      do {
        try odd.first { try read($0) }
        return nil
      } catch let error as SQLiteError { return error.code }
    }
    #expect(try code { _ = try $0.integer(0) } == .unexpectedValue)
    #expect(try code { _ = try $0.text(1) } == .unexpectedValue)
    #expect(try code { _ = try $0.text(2) } == .unexpectedValue)
    #expect(try code { _ = try $0.integer(3) } == .unexpectedValue)
    #expect(try code { _ = try $0.blob(4) } == .unexpectedValue)
    #expect(try code { _ = try $0.unsigned(5) } == .unexpectedValue)
    #expect(try code { _ = try $0.integer(99) } == .unexpectedValue)
    #expect(try odd.first { try $0.text(6) } == "\u{FFFD}\u{FFFD}A")
  }

  @Test func wrongUseIsRefused() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("misuse.db"))
    let one = try database.statement("SELECT ?1")
    #expect(throws: SQLiteError.self) { try one.run() }
    #expect(throws: SQLiteError.self) { try one.run(1, 2) }
    #expect(throws: SQLiteError.self) { try one.first(1) { _ in try one.run(2) } }
    #expect(try one.first(3) { try $0.integer(0) } == 3, "usable after misuse")
    #expect(throws: SQLiteError.self) { try database.statement("SELEC 1") }
    #expect(throws: SQLiteError.self) { try database.statement("") }
    database.close()
    database.close()
    #expect(throws: SQLiteError.self) { try one.run(1) }
    #expect(throws: SQLiteError.self) { try database.statement("SELECT 2") }
  }

  @Test func closingWithinAVisitEndsIt() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("closing.db"))
    var visits = 0
    try database.statement("SELECT 1 UNION ALL SELECT 2").each([]) { _ in
      visits += 1
      database.close()
      return true
    }
    #expect(visits == 1)
  }

  @Test func transactionsStoreAllOrNothing() throws {
    struct Refusal: Error {}
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("all.db"))
    try database.execute("CREATE TABLE number(value INTEGER UNIQUE)")
    func count() throws -> Int64? { try database.statement("SELECT count(*) FROM number").first { try $0.integer(0) } }
    let insert = try database.statement("INSERT INTO number VALUES (?1)")
    try database.transaction { try insert.run(1) }
    #expect(throws: Refusal.self) {
      try database.transaction {
        try insert.run(2)
        throw Refusal()
      }
    }
    #expect(try count() == 1)
    let error = #expect(throws: SQLiteError.self) {
      try database.transaction {
        try insert.run(3)
        try insert.run(1)
      }
    }
    #expect(error?.code == .constraint)
    #expect(try count() == 1)
    #expect(!database.isInTransaction)
  }

  @Test func aSecondWriterIsToldTheFileIsBusy() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let first = try SQLiteConnection(path: directory.file("busy.db"))
    try first.enterWAL()
    let second = try SQLiteConnection(path: directory.file("busy.db"), busyMilliseconds: 0)
    try first.transaction {
      let error = #expect(throws: SQLiteError.self) { try second.transaction {} }
      #expect(error?.code == .busy)
    }
    try second.transaction {}
  }

  @Test func aSnapshotDoesNotSeeLaterWrites() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let writer = try SQLiteConnection(path: directory.file("snapshot.db"))
    try writer.enterWAL()
    try writer.execute("CREATE TABLE number(value INTEGER)")
    let reader = try SQLiteConnection(path: directory.file("snapshot.db"), access: .readOnly)
    func count() throws -> Int64? { try reader.statement("SELECT count(*) FROM number").first { try $0.integer(0) } }
    try reader.snapshot {
      #expect(try count() == 0)
      try writer.statement("INSERT INTO number VALUES (1)").run()
      #expect(try count() == 0)
    }
    #expect(try count() == 1)
  }

  @Test func filesThatAreNoDatabaseAreRefused() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    try String(repeating: "not a database ", count: 1000).write(
      toFile: directory.file("text.db"), atomically: false, encoding: .utf8)
    let database = try SQLiteConnection(path: directory.file("text.db"))
    #expect(throws: SQLiteError.self) { try database.enterWAL() }
    let error = #expect(throws: SQLiteError.self) { try database.migrate([], application: 1) }
    #expect(error?.code == .notADatabase)
    let missing = #expect(throws: SQLiteError.self) {
      try SQLiteConnection(path: directory.file("missing.db"), access: .readWrite)
    }
    #expect(missing?.code == .cannotOpen)
    #expect(missing?.message.contains("missing.db") == true)
  }

  @Test(arguments: [
    (SQLITE_IOERR | 4 << 8, Int32(0), SQLiteError.Code.syncFailed), (SQLITE_IOERR | 5 << 8, ENOSPC, .syncFailed),
    (SQLITE_IOERR | 3 << 8, EIO, .ioError), (SQLITE_IOERR | 19 << 8, ENOSPC, .full), (SQLITE_IOERR | 3 << 8, EFBIG, .full),
    (SQLITE_CANTOPEN, EROFS, .readOnly),
    (SQLITE_CANTOPEN, ENOENT, .cannotOpen), (SQLITE_FULL, 0, .full), (SQLITE_READONLY | 8 << 8, 0, .readOnly),
    (SQLITE_CORRUPT | 1 << 8, 0, .corrupt), (SQLITE_INTERRUPT, 0, .interrupted), (SQLITE_BUSY | 2 << 8, 0, .busy),
    (SQLITE_NOMEM, 0, .outOfMemory), (SQLITE_TOOBIG, 0, .tooBig), (SQLITE_PROTOCOL, 0, .other),
  ])
  func resultsOfSQLiteBecomeCodes(extended: Int32, system: Int32, code: SQLiteError.Code) {
    #expect(SQLiteError.code(of: extended, systemError: system) == code)
  }
}
