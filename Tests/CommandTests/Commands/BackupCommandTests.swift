import Foundation
import MartletTesting
import Testing

@testable import MartletCommand

@Suite(.timeLimit(.minutes(10))) struct BackupCommandTests {
  private let output = TestOutput()
  private let errors = TestOutput()

  private func backup(_ words: String...) async -> ExitCode {
    await CommandLineInterface.run(["backup"] + words, output: output, errors: errors)
  }

  @Test func aServerIsCopiedWhileItRunsAndWhileItDoesNot() async throws {
    let parent = try TemporaryDirectory()
    let data = parent.file("data")
    let server = try await TestServer.start(directory: data)
    let token = try await server.token(for: "alice")
    #expect(await backup("--data", data, "--to", parent.file("running")) == .success)
    await server.stop()
    #expect(await backup("--data", data, "--to", parent.file("stopped")) == .success)
    #expect(output.text == "\(parent.file("running"))\n\(parent.file("stopped"))\n")
    #expect(errors.text.isEmpty)
    for copy in ["running", "stopped"] {
      let restored = try await TestServer.start(directory: parent.file(copy))
      guard case .welcome = try await restored.connection().hello(token: token) else {
        Issue.record("not welcome on \(copy)")
        continue
      }
      await restored.stop()
    }
  }

  @Test func whatCannotBeIsSaid() async throws {
    #expect(await backup("--data", "/nowhere") == .missing)
    let parent = try TemporaryDirectory()
    try await TestServer.with { server in
      #expect(await backup("--data", server.directory, "--to", parent.file("none/copy")) == .unwritable)
      #expect(errors.text.contains(parent.file("none/copy")))
    }
    #expect(output.text.isEmpty)
  }

  @Test func aPlaceThatExistsIsNotOverwritten() async throws {
    let parent = try TemporaryDirectory()
    let data = parent.file("data")
    let server = try await TestServer.start(directory: data)
    #expect(await backup("--data", data, "--to", parent.path) == .unwritable)
    await server.stop()
    #expect(await backup("--data", data, "--to", parent.path) == .unwritable)
    #expect(
      errors.lines == Array(repeating: "martlet backup: \(parent.path) exists already. Choose a new path for --to.", count: 2))
    #expect(output.text.isEmpty)
  }
}
