import Foundation
import MartletServer
import MartletStore
import MartletTesting
import Testing

@testable import MartletCommand

/// `doctor` reports a failure for every directory on which `serve` refuses to start.
@Suite(.timeLimit(.minutes(10))) struct RefusedDirectoryTests {
  /// One way for a data directory not to be one.
  enum Flaw: String, CaseIterable, Sendable {
    case noParent, parentIsAFile, isAFile, isUnfinishedBackup, hasNoApps, appsAreMalformed, appsAreOpen, isTooLong,
      controlIsAFile,
      configurationIsMalformed, storeIsOfAnotherProgram, storeIsNewer, journalIsNewer, storeIsGarbage

    /// Makes the directory in `parent`, and gives its path.
    func make(in parent: String) async throws -> String {
      let path = parent + "/data"
      switch self {
      case .noParent: return path + "/deeper"
      case .parentIsAFile:
        try write("x", to: path)
        return path + "/deeper"
      case .isAFile:
        try write("x", to: path)
        return path
      case .isTooLong: return parent + "/" + String(repeating: "d", count: 100)
      default: break
      }
      try await TestServer.start(directory: path).stop()
      switch self {
      case .isUnfinishedBackup: try write("", to: path + "/unfinished-backup")
      case .hasNoApps: try FileManager.default.removeItem(atPath: path + "/apps.json")
      case .appsAreMalformed: try write("{", to: path + "/apps.json")
      case .appsAreOpen:
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path + "/apps.json")
      case .controlIsAFile: try write("x", to: path + "/control.sock")
      case .configurationIsMalformed: try write("limits.hello = soon\n", to: path + "/martlet.conf")
      case .storeIsOfAnotherProgram: try setHeader(of: path + "/store.db", at: 68)
      case .storeIsNewer: try setHeader(of: path + "/store.db", at: 60)
      case .journalIsNewer: try setHeader(of: path + "/journal.db", at: 60)
      case .storeIsGarbage: try write(String(repeating: "garbage ", count: 1000), to: path + "/store.db")
      default: break
      }
      return path
    }

    private func write(_ text: String, to path: String) throws {
      #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    }

    /// Makes one of the numbers in the head of a database, its version or its application, another.
    private func setHeader(of path: String, at offset: UInt64) throws {
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      try file.seek(toOffset: offset)
      try file.write(contentsOf: Data([0, 1, 0, 0]))
      try file.close()
    }
  }

  @Test(arguments: Flaw.allCases) func doctorAndServeAgree(flaw: Flaw) async throws {
    try await TemporaryDirectory.with { parent in
      let path = try await flaw.make(in: parent)
      let before = try? FileManager.default.subpathsOfDirectory(atPath: parent).sorted()
      let (output, errors) = (TestOutput(), TestOutput())
      #expect(await CommandLineInterface.run(["doctor", "--data", path], output: output) == .checkFailed)
      #expect(output.lines.contains { $0.hasPrefix("fail  data directory: ") || $0.hasPrefix("fail  configuration: ") })
      let after = try? FileManager.default.subpathsOfDirectory(atPath: parent).sorted()
      #expect(after == before)

      let words = ["serve", "--data", path, "--listen", "127.0.0.1:0"]
      let code = await CommandLineInterface.run(words, output: output, errors: errors)
      #expect(code != .success && code != .internalFailure, "\(errors.text)")
    }
  }

  @Test func aDirectoryThatAServerUsedIsFine() async throws {
    try await TemporaryDirectory.with { parent in
      let server = try await TestServer.start(directory: parent + "/data")
      #expect(DirectoryChecks.all(at: parent + "/data").map(\.status) == [.ok, .ok])
      await server.stop()
      #expect(DirectoryChecks.all(at: parent + "/data").map(\.status) == [.ok])
      #expect(DirectoryChecks.all(at: parent + "/new").map(\.status) == [.ok])
    }
  }
}
