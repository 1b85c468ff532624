import Foundation
import Testing

@testable import MartletCommand

@Suite struct DirectoryChecksTests {
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("doctor-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  private func set(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func aDirectoryClosedToOthersIsFine() throws {
    try withDirectory { path in
      #expect(DirectoryChecks.all(at: path).map(\.status) == [.ok])
    }
  }

  @Test func anOpenDirectoryIsSaidWithWhatToDo() throws {
    try withDirectory { path in
      try set(0o755, path)
      let finding = try #require(DirectoryChecks.all(at: path).first)
      #expect(finding.status == .fail)
      #expect(finding.advice.contains("chmod 700 \(path)"))
    }
  }

  @Test func aReadableSecretIsSaidWithWhatToDo() throws {
    try withDirectory { path in
      #expect(
        FileManager.default.createFile(atPath: path + "/apps.json", contents: Data(), attributes: [.posixPermissions: 0o644]))
      let finding = try #require(DirectoryChecks.all(at: path).first)
      #expect(finding.status == .fail)
      #expect(finding.advice.contains("chmod 600 \(path)/apps.json"))
    }
  }

  @Test func aDirectoryThatDoesNotExistIsFineWhereItCanBeMade() throws {
    try withDirectory { path in
      #expect(DirectoryChecks.all(at: path + "/data").map(\.status) == [.ok])
      #expect(DirectoryChecks.nearestExisting(path + "/data/deeper") == path)
    }
    #expect(DirectoryChecks.all(at: "/etc/passwd/martlet").map(\.status) == [.fail])
    #expect(DirectoryChecks.nearestExisting("/no-such-place") == "/")
    #expect(DirectoryChecks.nearestExisting("no-such-place") == ".")
  }
}
