import Foundation
import MartletSQLite
import MartletTesting
import Testing

@testable import MartletStore

@Suite struct JournalTests {
  private func rows(_ journal: Journal, after id: Int64 = 0) throws -> [Int64: [UInt8]] {
    var rows: [Int64: [UInt8]] = [:]
    try journal.replay(after: id) { rows[$0] = $1 }
    return rows
  }

  private func trimAll(_ journal: Journal) throws { while try journal.trim() {} }

  @Test func rowsAreReplayedInOrderAfterAnyEnd() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    do {
      let journal = try Journal(directory: directory.path)
      #expect(journal.last == 0)
      #expect(try [[1, 1], [2], [3, 3, 3]].map { try journal.write($0) } == [1, 2, 3])
      #expect(journal.size == (3, 6))
      journal.close()
    }
    let journal = try Journal(directory: directory.path)
    #expect(journal.last == 3)
    #expect(journal.size == (3, 6))
    #expect(try rows(journal) == [1: [1, 1], 2: [2], 3: [3, 3, 3]])
    #expect(try rows(journal, after: 2) == [3: [3, 3, 3]])
    #expect(try rows(journal, after: 3) == [:])
    var order: [Int64] = []
    try journal.replay(after: 0) { id, _ in order.append(id) }
    #expect(order == [1, 2, 3])
  }

  @Test func releasedRowsGoWithLaterWrites() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let journal = try Journal(directory: directory.path)
    let row = [UInt8](repeating: 7, count: 10_000)
    for _ in 0..<200 { _ = try journal.write(row) }
    var most = 0
    for _ in 0..<1000 {
      let id = try journal.write(row)
      journal.release(through: id - 100)
      most = max(most, journal.size.rows)
    }
    #expect(journal.size.rows <= 120)
    #expect(try rows(journal, after: 1100).count == 100)
    journal.close()
    let bytes = try FileManager.default.attributesOfItem(atPath: directory.file(Journal.fileName))[.size] as? Int
    #expect(bytes ?? 0 < 300 * 12_288)
  }

  @Test func idsGoOnAfterEverythingWasRemoved() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    for life in 0..<4 {
      let journal = try Journal(directory: directory.path)
      #expect(journal.last == Int64(3 * life))
      for _ in 0..<3 { _ = try journal.write([1, 2, 3]) }
      journal.release(through: life % 2 == 0 ? journal.last : .max)
      if life != 2 { try trimAll(journal) }
      #expect(try rows(journal, after: journal.last) == [:])
      journal.close()
      #expect(life == 2 || journal.size == (1, 0))
    }
    let journal = try Journal(directory: directory.path)
    #expect(journal.size == (1, 0), "closing removes what is released")
    #expect(try journal.write([9]) == 13)
    #expect(try rows(journal, after: 12) == [13: [9]])
    journal.release(through: 13)
    #expect(try journal.write([8]) == 14)
    try trimAll(journal)
    #expect(try rows(journal, after: 13) == [14: [8]])
  }

  @Test func nothingGoesThatIsNotReleased() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let journal = try Journal(directory: directory.path)
    for _ in 0..<50 { _ = try journal.write([UInt8](repeating: 1, count: 5000)) }
    journal.release(through: -1)
    journal.release(through: 0)
    #expect(try !journal.trim())
    journal.release(through: 20)
    journal.release(through: 10)
    try trimAll(journal)
    for _ in 0..<50 { _ = try journal.write([UInt8](repeating: 1, count: 5000)) }
    #expect(try rows(journal, after: 20).keys.sorted() == Array(21...100))
    let error = #expect(throws: StoreError.self) { try rows(journal, after: 19) }
    #expect(error?.code == .corrupt)
  }

  @Test func tablesWithoutTheirJournalGoOn() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let journal = try Journal(directory: directory.path)
    try journal.resume(after: 500)
    try journal.resume(after: 400)
    #expect(journal.last == 500)
    #expect(try rows(journal, after: 500) == [:])
    #expect(try journal.write([1]) == 501)
    #expect(try rows(journal, after: 500) == [501: [1]])
    let error = #expect(throws: StoreError.self) { try journal.resume(after: 600) }
    #expect(error?.code == .corrupt, "a journal of other tables")
    journal.release(through: 501)
    try trimAll(journal)
    try journal.resume(after: 600)
    journal.close()
    #expect(try Journal(directory: directory.path).write([1]) == 601)
  }

  @Test func missingRowsAreNoticed() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let journal = try Journal(directory: directory.path)
    for _ in 0..<5 { _ = try journal.write([1]) }
    journal.close()
    let tool = try SQLiteConnection(path: directory.file(Journal.fileName))
    try tool.execute("DELETE FROM journal WHERE id = 3")
    tool.close()
    let error = #expect(throws: StoreError.self) { try Journal(directory: directory.path) }
    #expect(error?.code == .corrupt)
  }

  @Test func aJournalOfANewerVersionOrAnotherProgramIsRefused() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    try Journal(directory: directory.path).close()
    let tool = try SQLiteConnection(path: directory.file(Journal.fileName))
    try tool.setPragma("user_version", to: 99)
    tool.close()
    let newer = #expect(throws: SQLiteError.self) { try Journal(directory: directory.path) }
    #expect(newer?.code == .newer)
    let again = try SQLiteConnection(path: directory.file(Journal.fileName))
    try again.setPragma("application_id", to: Int64(SQLiteSchema.application))
    again.close()
    let foreign = #expect(throws: SQLiteError.self) { try Journal(directory: directory.path) }
    #expect(foreign?.code == .notADatabase)
  }

  @Test func onlyTheOwnerMayReadTheFiles() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let journal = try Journal(directory: directory.path)
    _ = try journal.write([1])
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(Set(names) == ["journal.db", "journal.db-wal"])
    for name in names {
      let mode = try FileManager.default.attributesOfItem(atPath: directory.file(name))[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    journal.close()
  }

  /// Removed rows are overwritten: in the file once its log was copied, which closing does.
  @Test(arguments: [true, false]) func removedRowsLeaveNoText(withWrites: Bool) throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let secret = Array("the secret text".utf8)
    let journal = try Journal(directory: directory.path, checkpointPages: 20)
    for number in 0..<60 {
      _ = try journal.write((0..<(number % 7 * 40 + 1)).flatMap { _ in secret })
      try journal.checkpointIfDue()
    }
    journal.release(through: 60)
    if withWrites {
      for _ in 0..<60 { _ = try journal.write([UInt8](repeating: 7, count: 3000)) }
    } else {
      try trimAll(journal)
    }
    journal.close()
    let file = try Data(contentsOf: URL(filePath: directory.file(Journal.fileName)))
    #expect(file.range(of: Data(secret)) == nil)
    #expect(!FileManager.default.fileExists(atPath: directory.file("journal.db-wal")))
  }

  @Test func theLogIsCopiedWhenItHasGrown() throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let journal = try Journal(directory: directory.path, checkpointPages: 50)
    for _ in 0..<500 {
      let id = try journal.write([UInt8](repeating: 1, count: 9000))
      journal.release(through: id - 10)
      try journal.checkpointIfDue()
    }
    let log = try FileManager.default.attributesOfItem(atPath: directory.file("journal.db-wal"))[.size] as? Int
    #expect(log ?? 0 > 0)
    #expect(log ?? .max < 80 * 4200)
  }
}
