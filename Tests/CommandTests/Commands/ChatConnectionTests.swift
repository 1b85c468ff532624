import Foundation
import MartletNet
import MartletTesting
import Testing

@testable import MartletCommand

/// `chat` reports the reason for a missing connection, because the remedy depends on it.
@Suite(.timeLimit(.minutes(10))) struct ChatConnectionTests {
  @Test func aPortWhereNothingListensIsSaid() async throws {
    let said = try await ChatFailure.said(of: "ws://127.0.0.1:1")
    #expect(said.contains("-- no connection to ws://127.0.0.1:1: "))
    #expect(said.contains("connection refused"))
    #expect(said.contains("Check the address, and that the server runs."))
  }

  @Test func aNameThatNobodyHasIsSaid() async throws {
    #expect(
      try await ChatFailure.said(of: "ws://no-such-host.invalid:7777").contains("cannot find the host no-such-host.invalid: "))
  }

  @Test func aServerWithoutTLSIsSaid() async throws {
    try await TestServer.with { server in
      let said = try await ChatFailure.said(of: server.url.replacing("ws://", with: "wss://"))
      #expect(said.contains("does not speak TLS"))
      #expect(said.contains("ws://"))
    }
  }

  @Test func anotherKindOfServerIsSaid() async throws {
    let loop = try EventLoop(name: "other")
    let server = HTTPServer(loops: [loop], application: OtherServer())
    let address = try await server.listen(host: "127.0.0.1", port: 0)
    #expect(try await ChatFailure.said(of: "ws://\(address)").contains("answered with HTTP status 404"))
    await server.close()
    await loop.stop()
  }

  @Test func aCauseIsSaidOnce() async throws {
    var model = ChatModel(me: nil, destination: nil)
    #expect(model.connectionFailed("refused") == [.tell("refused", isBad: true)])
    #expect(model.connectionFailed("refused").isEmpty)
    #expect(model.connectionFailed("no such host") == [.tell("no such host", isBad: true)])
    _ = model.stateChanged(.online)
    #expect(model.connectionFailed("no such host") == [.tell("no such host", isBad: true)])
  }
}

/// The messages of `chat` when it cannot connect.
enum ChatFailure {
  static func said(of url: String, _ words: String...) async throws -> String {
    try await TemporaryDirectory.with { directory in
      let (signals, ending) = AsyncStream.makeStream(of: Int32.self)
      let (input, errors) = (TestInput(), TestOutput())
      let running = Task {
        await CommandLineInterface.run(
          ["chat", "--server", url, "--data", directory + "/alice"] + words, variables: ["MARTLET_TOKEN": "t"], input: input,
          output: TestOutput(), errors: errors, signals: signals)
      }
      await errors.until("-- no connection to ")
      ending.yield(SIGTERM)
      #expect(await running.value == .terminated)
      input.end()
      return errors.text
    }
  }
}

/// A web server that knows nothing of Martlet.
private struct OtherServer: HTTPApplication {
  func respond(to request: HTTPRequest) async -> HTTPResponse { HTTPResponse(status: 404) }
  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .refuse(HTTPResponse(status: 404)) }
}
