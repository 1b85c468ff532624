import MartletSQLite
import MartletTesting
import Testing

@testable import MartletStore

/// The journal alone on disks that fail, are full, or lose power.
@Suite struct JournalDiskTests {
  /// The rows that a journal should keep, over all its lives.
  private struct Kept {
    var rows: [Int64: [UInt8]] = [:]
    /// The row whose commit gave no clear answer.
    var open: (id: Int64, changes: [UInt8])?
    var last: Int64 = 0
    var released: Int64 = 0

    /// Checks that nothing acknowledged and not released is missing, and nothing else is there.
    mutating func check(_ journal: Journal, _ note: Comment) throws {
      var found: [Int64: [UInt8]] = [:]
      try journal.replay(after: released) { found[$0] = $1 }
      if let open, found[open.id] == open.changes {
        rows[open.id] = open.changes
        last = max(last, open.id)
      }
      open = nil
      #expect(found == rows.filter { $0.key > released }, note)
      #expect(journal.last == last, note)
      // Later lives continue from the existing rows.
      (rows, last, released) = (found, journal.last, min(released, journal.last))
    }
  }

  /// Writes, releases, trims and checkpoints until the journal gives up, or some time has passed.
  private func live(_ journal: Journal, _ kept: inout Kept, _ random: inout SeededRandom) {
    for _ in 0..<60 {
      do {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          kept.released = Int64.random(in: kept.released...kept.last, using: &random)
          journal.release(through: kept.released)
        case 1: _ = try journal.trim()
        case 2: try journal.checkpointIfDue()
        default:
          let changes = [UInt8](
            repeating: UInt8.random(in: 1...255, using: &random), count: Int.random(in: 1...9000, using: &random))
          kept.open = (kept.last + 1, changes)
          let id = try journal.write(changes)
          kept.rows[id] = changes
          kept.last = id
          kept.open = nil
        }
      } catch let error as StoreError {
        if error.code == .unknown || error.code == .stopped { return }
        kept.open = nil
      } catch {
        Issue.record(error)
      }
    }
  }

  private enum Trouble: CaseIterable {
    case power, write, sync, full
  }

  @Test(arguments: SeededRandom.environmentSeeds(1)) func whatWasAcknowledgedIsReplayed(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var lives: [Trouble: Int] = [:]
    for round in 0..<40 {
      let directory = try TemporaryDirectory(inMemory: true)
      var kept = Kept()
      for life in 0..<4 {
        let disk = FaultDisk()
        let trouble = Trouble.allCases.randomElement(using: &random) ?? .power
        let after = Int.random(in: 0..<150, using: &random)
        switch trouble {
        case .power: disk.cutPower(afterOperations: after)
        case .write: disk.fail(.write, after: after)
        case .sync: disk.fail(.sync, after: after / 4)
        case .full: disk.fill(afterWrites: after)
        }
        let journal = try? Journal(directory: directory.path, vfs: disk.name, checkpointPages: 12)
        if let journal {
          live(journal, &kept, &random)
          lives[trouble, default: 0] += 1
        }
        if trouble == .power { disk.cutPower() }
        journal?.close()
        if trouble == .power { disk.losePower(&random, kept: [0, 50, 100].randomElement(using: &random) ?? 0) }
        let again = try Journal(directory: directory.path)
        try kept.check(again, "seed \(seed), round \(round), life \(life), \(trouble) after \(after)")
        again.close()
        let tool = try SQLiteConnection(path: directory.file(Journal.fileName), access: .readOnly)
        #expect(try tool.statement("PRAGMA integrity_check").all { try $0.text(0) } == ["ok"], "seed \(seed), round \(round)")
      }
    }
    #expect(Trouble.allCases.allSatisfy { lives[$0, default: 0] > 5 }, "\(lives)")
  }

  /// Rows that another process wrote but could not sync count from the moment a process finds them, even after a loss of power.
  @Test func whatIsFoundAtTheStartOutlivesALossOfPower() throws {
    var random = SeededRandom(seed: 1)
    let directory = try TemporaryDirectory(inMemory: true)
    let disk = FaultDisk()
    func open() throws -> Journal { try Journal(directory: directory.path, vfs: disk.name, checkpointPages: 12) }
    let first = try open()
    _ = try first.write([1])
    disk.fail(.sync, after: 0, lasts: true)
    #expect(throws: StoreError.self) { try first.write([2]) }
    disk.cutPower()
    first.close()
    disk.restart()
    let second = try open()
    let found = second.last
    #expect(found == 2)
    disk.cutPower()
    second.close()
    disk.losePower(&random, kept: 0)
    disk.restart()
    let third = try open()
    #expect(third.last == found)
    third.close()
  }
}
