import Martlet
import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletCommand

@Suite struct ServerCheckTests {
  @Test func aServerIsFoundAndAsked() async throws {
    try await TestServer.with { server in
      let address = try #require(ServerAddress(server.url))
      let findings = await ServerCheck(address: address, time: SystemTimeSource(), trust: nil).findings()
      #expect(findings.map(\.status) == [.ok])
      #expect(findings.first?.found.hasPrefix("Martlet ") == true)
    }
  }

  @Test func theServerOfADirectoryIsFound() async throws {
    try await TestServer.with { server in
      let output = TestOutput()
      _ = await CommandLineInterface.run(
        ["doctor", "--data", server.directory, "--listen", "127.0.0.1:\(server.port)"], output: output)
      #expect(output.text.contains("ok    running server: process "))
      #expect(output.text.contains("ok    address: 127.0.0.1:\(server.port) is in use by the server of"))
    }
  }

  @Test func noServerIsSaidWithWhatToDo() async throws {
    let output = TestOutput()
    #expect(await CommandLineInterface.run(["doctor", "--server", "ws://127.0.0.1:1"], output: output) == .checkFailed)
    #expect(output.text.contains("fail  server: no answer from 127.0.0.1 port 1"))
  }

  @Test(arguments: [
    (200, "ok", "1.0", Finding.Status.ok), (503, "draining", "1.0", .warn), (200, "", "", .fail), (404, "", "", .fail),
  ])
  func answersAreJudged(status: Int, word: String, version: String, expected: Finding.Status) {
    let health = Wire.Health(status: word, version: version)
    #expect(ServerCheck.judged(status: status, health: health, milliseconds: 3).status == expected)
  }

  @Test func somethingElseIsNoServer() {
    #expect(ServerCheck.judged(status: 200, health: nil, milliseconds: 3).status == .fail)
  }

  @Test(arguments: [NetError.Code.refused, .timedOut, .unreachable, .unknownHost, .tls, .protocolViolation])
  func failuresSayWhatToDo(code: NetError.Code) throws {
    let finding = ServerCheck.judged(NetError(code, "why"), try #require(ServerAddress("ws://host:1")))
    #expect(finding.status == .fail)
    #expect(finding.found.contains("why"))
    #expect(!finding.advice.isEmpty)
  }

  @Test(arguments: [(Int64(-1), Finding.Status.fail), (0, .fail), (86400, .warn), (13 * 86400, .warn), (15 * 86400, .ok)])
  func certificatesAreJudged(left: Int64, status: Finding.Status) {
    #expect(CertificateCheck.judged(expires: 1_800_000_000 + left, now: 1_800_000_000).status == status)
  }
}
