import MartletTesting
import Testing

@testable import MartletCommand

@Suite(.timeLimit(.minutes(10))) struct TokenCommandTests {
  private let output = TestOutput()
  private let errors = TestOutput()

  private func token(_ words: String...) async -> ExitCode {
    await CommandLineInterface.run(["token"] + words, output: output, errors: errors)
  }

  @Test func theFirstCommandOnANewDirectoryMakesIt() async throws {
    try await TemporaryDirectory.with { directory in
      #expect(await token("--data", directory + "/data", "--user", "alice") == .success)
      #expect(output.text.hasSuffix("\n") && output.lines.count == 1)
      let claims = try #require(TokenSource.claims(of: output.lines[0]))
      #expect(claims.user.text == "alice")
      #expect(claims.app.text == "main")
      #expect(errors.text.isEmpty)
    }
  }

  @Test func tokensMadeBeforeAndWhileTheServerRunsAreGood() async throws {
    try await TemporaryDirectory.with { directory in
      #expect(await token("--data", directory, "--user", "alice") == .success)
      let server = try await TestServer.start(directory: directory)
      #expect(await token("--data", directory, "--user", "bob", "--valid", "1h") == .success)
      for token in output.lines {
        let code = await CommandLineInterface.run(
          ["send", "--server", server.url, "--to", "direct:alice", "--text", "hi"], variables: ["MARTLET_TOKEN": token],
          output: TestOutput(), errors: errors)
        #expect(code == .success)
      }
      await server.stop()
      #expect(await token("--data", directory, "--user", "alice") == .success)
      #expect(output.lines.count == 3)
    }
  }

  @Test func anUnknownAppIsSaidWithAndWithoutAServer() async throws {
    try await TestServer.with { server in
      #expect(await token("--data", server.directory, "--user", "alice", "--app", "none") == .missing)
      #expect(await token("--data", server.directory, "--user", "alice", "--app", "main") == .success)
    }
    try await TemporaryDirectory.with { directory in
      #expect(await token("--data", directory, "--user", "alice", "--app", "none") == .missing)
    }
    #expect(errors.lines.count == 2)
    #expect(errors.lines.allSatisfy { $0.contains("no app none") })
  }

  @Test func whatIsNoUserOrTimeIsRefused() async {
    #expect(await token("--data", "/nowhere", "--user", "a b") == .usage)
    #expect(await token("--data", "/nowhere", "--user", "a", "--valid", "0") == .usage)
    #expect(await token("--data", "/nowhere", "--user", "a", "--valid", "367d") == .usage)
    #expect(output.text.isEmpty)
  }

  @Test func aDirectoryThatCannotBeMadeIsSaid() async {
    #expect(await token("--data", "/nowhere/at/all", "--user", "alice") == .missing)
    #expect(await token("--data", "/etc/passwd/x", "--user", "alice") == .unwritable)
    #expect(output.text.isEmpty)
  }
}
