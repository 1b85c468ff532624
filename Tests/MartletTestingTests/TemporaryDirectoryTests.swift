import Foundation
import Testing

@testable import MartletTesting

@Suite struct TemporaryDirectoryTests {
  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func itIsGoneWithEverythingInIt() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory()
    let path = try #require(directory?.path)
    try FileManager.default.createDirectory(atPath: "\(path)/a/b", withIntermediateDirectories: true)
    try Data([1]).write(to: URL(fileURLWithPath: "\(path)/a/b/file"))
    directory = nil
    #expect(!exists(path))
  }

  /// A directory that was made some time ago, by a process that was killed since.
  private func abandoned(_ name: String, in parent: String) throws -> String {
    let path = "\(parent)/\(name)"
    try FileManager.default.createDirectory(atPath: "\(path)/data", withIntermediateDirectories: true)
    try Data([1]).write(to: URL(fileURLWithPath: "\(path)/data/store.db"))
    let past = Date(timeIntervalSinceNow: -600)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    return path
  }

  @Test func whatAKilledProcessLeftIsRemovedAndWhatIsUsedStays() throws {
    let parent = try TemporaryDirectory()
    let gone = try abandoned("\(TemporaryDirectory.prefix)gone", in: parent.path)
    let used = try abandoned("\(TemporaryDirectory.prefix)used", in: parent.path)
    let other = try abandoned("somebody-else", in: parent.path)
    let new = parent.file("\(TemporaryDirectory.prefix)new")
    try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: false)
    let link = parent.file("\(TemporaryDirectory.prefix)link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
    let lock = open(used, O_RDONLY | O_DIRECTORY)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    defer { close(lock) }
    TemporaryDirectory.removeAbandoned(in: parent.path)
    #expect(!exists(gone))
    for path in [used, other, new, link] { #expect(exists(path), "\(path)") }
    #expect(exists("\(other)/data/store.db") && exists("\(used)/data/store.db"))
  }

  @Test func aDirectoryInUseIsLocked() throws {
    let directory = try TemporaryDirectory()
    let lock = open(directory.path, O_RDONLY | O_DIRECTORY)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) != 0)
  }
}
