import MartletTesting
import MartletWire
import Testing

@testable import MartletCommand

@Suite(.timeLimit(.minutes(10))) struct RestoredCommandTests {
  private let output = TestOutput()
  private let errors = TestOutput()

  private func restored(_ words: String...) async -> ExitCode {
    await CommandLineInterface.run(["restored"] + words, output: output, errors: errors)
  }

  private func generation(of data: String) async throws -> String {
    let server = try await TestServer.start(directory: data)
    let answer = try await server.connection().hello(token: try await server.token(for: "alice"))
    await server.stop()
    guard case .welcome(let welcome) = answer else { throw TestError("not welcome: \(answer)") }
    return welcome.generation
  }

  @Test func clientsOfARestoredDirectoryAreToldOfANewGeneration() async throws {
    let parent = try TemporaryDirectory()
    let data = parent.file("data")
    let first = try await generation(of: data)
    #expect(try await generation(of: data) == first)
    #expect(await restored("--data", data) == .success)
    #expect(output.text.isEmpty && errors.text.contains("marked as restored"))
    let second = try await generation(of: data)
    #expect(second != first)
    #expect(try await generation(of: data) == second)
  }

  @Test func aDirectoryInUseIsRefused() async throws {
    #expect(await restored("--data", "/nowhere") == .missing)
    try await TestServer.with { server in
      #expect(await restored("--data", server.directory) == .directoryInUse)
      #expect(errors.text.contains("in use"))
    }
  }
}
