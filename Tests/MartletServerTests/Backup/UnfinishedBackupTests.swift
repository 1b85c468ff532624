import Foundation
import MartletTesting
import Synchronization
import Testing

@testable import MartletServer

@Suite struct UnfinishedBackupTests {
  private struct Died: Error {}

  /// Makes a backup of two files, and dies before a step.
  private func make(at path: String, dyingAt last: Int = .max) throws {
    let steps = Mutex(0)
    let backup = try UnfinishedBackup(at: path) { _ in
      let number = steps.withLock { steps in
        steps += 1
        return steps
      }
      guard number < last else { throw Died() }
    }
    try backup.add("martlet.conf", [1])
    try backup.add("apps.json", Array("{}".utf8))
    try backup.finish()
  }

  private func isWhole(_ path: String) -> Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return names.map { Set($0) == ["martlet.conf", "apps.json"] } ?? false
  }

  @Test func wheneverItsMakerDiesThereIsNoHalfBackupAndTheNextTryWorks() throws {
    var number = 0
    var died = 0
    repeat {
      number += 1
      let parent = try TemporaryDirectory(inMemory: true)
      let path = parent.file("backup")
      do {
        try make(at: path, dyingAt: number)
        break
      } catch is Died {
        died += 1
        #expect(!FileManager.default.fileExists(atPath: path) || isWhole(path), "died at step \(number)")
      }
      guard !FileManager.default.fileExists(atPath: path) else { continue }
      // Unless all of it was there, and only the name was missing.
      do {
        try make(at: path)
        #expect(isWhole(path))
      } catch let error as ServerError {
        #expect(error.code == .foreign && isWhole(path + ".unfinished"), "died at step \(number)")
      }
    } while number < 1000
    #expect(died > 10)
  }

  @Test func noServerStartsOnAnUnfinishedBackup() throws {
    let parent = try TemporaryDirectory(inMemory: true)
    let backup = try UnfinishedBackup(at: parent.file("backup"))
    try backup.add("apps.json", Array("{}".utf8))
    let refusal = #expect(throws: ServerError.self) {
      try DataDirectory.open(backup.directory, random: SystemRandomBytes(), attempts: 1)
    }
    #expect(refusal?.code == .malformed && refusal?.message.contains("unfinished") == true)
    backup.discard()
    #expect(!FileManager.default.fileExists(atPath: backup.directory))
  }

  @Test func nothingOfOthersIsTouched() throws {
    let parent = try TemporaryDirectory(inMemory: true)
    let path = parent.file("backup")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: ServerError.self) { try UnfinishedBackup(at: path) }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(
      atPath: path + ".unfinished", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try Data([1]).write(to: URL(filePath: path + ".unfinished/store.db"))
    #expect(throws: ServerError.self) { try UnfinishedBackup(at: path) }
    #expect(FileManager.default.fileExists(atPath: path + ".unfinished/store.db"))
  }
}
