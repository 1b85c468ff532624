import MartletSQLite
import MartletTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct SQLiteMigrationTests {
  static let steps = [
    SQLiteMigration("people", script: "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL)"),
    SQLiteMigration("first person", script: "INSERT INTO person(name) VALUES ('one'); INSERT INTO person(name) VALUES ('two')"),
    SQLiteMigration("age", script: "ALTER TABLE person ADD COLUMN age INTEGER; UPDATE person SET age = id * 10"),
  ]

  private func people(_ database: SQLiteConnection) throws -> [String] {
    try database.statement("SELECT name, age FROM person ORDER BY id").all { "\(try $0.text(0)) \(try $0.integer(1))" }
  }

  @Test func stepsRunOnceEachWhereverTheLastRunEnded() throws {
    for first in 0...Self.steps.count {
      let directory = try TemporaryDirectory(inMemory: true)
      for count in [first, Self.steps.count, Self.steps.count] {
        let database = try SQLiteConnection(path: directory.file("step.db"))
        try database.migrate(Array(Self.steps.prefix(count)), application: 77)
        #expect(try database.pragma("user_version") == Int64(count))
      }
      #expect(try people(SQLiteConnection(path: directory.file("step.db"))) == ["one 10", "two 20"])
    }
  }

  @Test func aStepThatFailsLeavesTheStepsBefore() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("fails.db"))
    var steps = Self.steps
    steps[2] = SQLiteMigration("broken") { database throws(SQLiteError) in
      try database.execute("ALTER TABLE person ADD COLUMN age INTEGER")
      try database.execute("INSERT INTO nowhere VALUES (1)")
    }
    let error = #expect(throws: SQLiteError.self) { try database.migrate(steps, application: 77) }
    #expect(error?.message.contains("broken") == true)
    #expect(try database.pragma("user_version") == 2)
    try database.migrate(Self.steps, application: 77)
    #expect(try people(database) == ["one 10", "two 20"])
  }

  @Test func aNewerFileIsRefusedAndLeftAlone() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("newer.db"))
    try database.migrate(Self.steps, application: 77)
    let error = #expect(throws: SQLiteError.self) { try database.migrate(Array(Self.steps.prefix(2)), application: 77) }
    #expect(error?.code == .newer)
    #expect(try people(database) == ["one 10", "two 20"])
  }

  @Test func aFileOfAnotherProgramIsRefused() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let database = try SQLiteConnection(path: directory.file("foreign.db"))
    try database.execute("CREATE TABLE theirs(a)")
    let unmarked = #expect(throws: SQLiteError.self) { try database.migrate(Self.steps, application: 77) }
    #expect(unmarked?.code == .notADatabase)
    try database.setPragma("application_id", to: 78)
    let marked = #expect(throws: SQLiteError.self) { try database.migrate(Self.steps, application: 77) }
    #expect(marked?.code == .notADatabase)
  }

  /// A process is killed in the middle of each step, and just after it; the next one finishes the work.
  @Test(arguments: 0..<steps.count, [false, true])
  func killedProcessesLeaveWholeSteps(step: Int, after: Bool) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let path = directory.file("killed.db")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, step = step as Int, after = after as Bool] in
      let database = try SQLiteConnection(path: path)
      try database.enterWAL()
      var steps = Self.steps
      if after {
        steps.insert(SQLiteMigration("killed") { _ in kill(getpid(), SIGKILL) }, at: step + 1)
      } else {
        let whole = steps[step]
        steps[step] = SQLiteMigration("killed") { database throws(SQLiteError) in
          try whole.apply(database)
          kill(getpid(), SIGKILL)
        }
      }
      try database.migrate(steps, application: 77)
    }
    let database = try SQLiteConnection(path: path)
    #expect(try database.pragma("user_version") == Int64(after ? step + 1 : step))
    try database.migrate(Self.steps, application: 77)
    #expect(try people(database) == ["one 10", "two 20"])
    #expect(try database.statement("PRAGMA integrity_check").all { try $0.text(0) } == ["ok"])
  }
}
