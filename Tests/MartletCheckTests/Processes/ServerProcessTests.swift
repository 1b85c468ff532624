import Foundation
import MartletProcess
import MartletTesting
import MartletWire
import Testing

@testable import MartletCheck

@Suite(.timeLimit(.minutes(2))) struct ServerProcessTests {
  private func server(_ lines: String, in directory: String) async throws -> ServerProcess {
    ServerProcess(
      program: try await Script.write(lines, in: directory), directory: directory + "/data",
      log: try Folder.log(directory + "/log"), history: History(time: SystemTimeSource()))
  }

  @Test func oneThatDoesNotStartIsAFailureOfTheProduct() async throws {
    try await TemporaryDirectory.with { directory in
      let server = try await server("exit 74", in: directory)
      await #expect { try await server.start() } throws: { ($0 as? ProductFailure)?.description.contains("74") == true }
      // Also where it was to fail at a point: it did not come to that.
      await #expect(throws: ProductFailure.self) { try await server.start(failingAt: "before-commit:1") }
    }
  }

  @Test func oneThatCannotBeStartedSaysNothingOfTheProduct() async throws {
    try await TemporaryDirectory.with { directory in
      let server = ServerProcess(
        program: directory + "/nothing", directory: directory, log: try Folder.log(directory + "/log"),
        history: History(time: SystemTimeSource()))
      await #expect(throws: ProcessError.self) { try await server.start() }
    }
  }

  @Test func deathAtAPointBeforeItListensIsThatPoint() async throws {
    try await TemporaryDirectory.with { directory in
      let server = try await server("kill -9 $$", in: directory)
      #expect(try await server.start(failingAt: "after-fold:1") == false)
      await #expect(throws: ProductFailure.self) { try await server.start() }
    }
  }

  @Test func diskThatFailedExcusesOneCode() async throws {
    try await TemporaryDirectory.with { directory in
      let server = try await server("exit 0", in: directory)
      #expect(server.expectedStatuses() == [])
      #expect(server.expectedStatuses(for: SIGTERM) == [0])
      server.noteDiskFailure()
      #expect(server.expectedStatuses() == [74])
      #expect(server.expectedStatuses(for: SIGKILL) == [-SIGKILL, 74])
    }
  }
}
