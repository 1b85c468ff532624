import Foundation
import MartletTesting
import Processes
import Testing

/// Runs the tests of the JavaScript SDK that are written in JavaScript, with Node's own test runner.
@Suite(.timeLimit(.minutes(10)))
struct NodeTests {
  private static let folder = Repository.root.appending(path: "Tests/JavaScript")

  static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".test.mjs") }.sorted()
  }

  @Test(arguments: try files())
  func testsInNodePass(file: String) async throws {
    let path = Self.folder.appending(path: file).path
    let program = try Program(
      "/usr/bin/env", ["node", "--test", "--test-timeout=120000", path], environment: ["MARTLET_PROGRAM": Place.martlet])
    let status = try await program.exit(within: .seconds(300))
    #expect(status == 0, "\(program.lines.filter { !$0.hasSuffix("...") }.joined(separator: "\n"))")
    #expect(program.lines.contains { $0.hasPrefix("# pass ") && $0 != "# pass 0" })
  }
}
