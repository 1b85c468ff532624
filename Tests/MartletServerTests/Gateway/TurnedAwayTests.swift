import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

@Suite(.timeLimit(.minutes(10))) struct TurnedAwayTests {
  @Test func eachIsCountedAndOneLineAMinuteIsLogged() {
    let time = FixedTime()
    let lines = LogTests.Lines()
    let metrics = Metrics(version: "1", time: time)
    let turnedAway = TurnedAway(metrics: metrics, log: lines.log(), time: time)
    for _ in 0..<5 { turnedAway.note(NetError(.exhausted, "accepting: too many open files")) }
    turnedAway.note(NetError(.tls, "the handshake"))
    #expect(metrics.connectionsTurnedAway.value == 5)
    #expect(lines.all.count == 1)
    time.advance(seconds: 60)
    turnedAway.note(NetError(.limit, "full"))
    #expect(metrics.connectionsTurnedAway.value == 6)
    #expect(lines.all.count == 2)
    #expect(lines.all.allSatisfy { $0.contains("level=warning") })
  }

  @Test func connectionsBeyondTheLimitAreTurnedAwayAndTheRestGoesOn() async throws {
    var limits = Limits()
    limits.connections = 2
    try await TestServer.with(limits: limits) { server in
      let alice = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      // The administrator's interface has room of its own.
      let token = try await server.token(for: "carol")
      await #expect(throws: (any Error).self) { try await server.connection() }
      #expect(server.server.metrics.connectionsTurnedAway.value > 0)
      guard case .pong = try await alice.request(.ping(Wire.Ping())) else { throw TestError("not answered") }
      await bob.close()
      await bob.until { $0.closeCode != nil }
      while true {
        guard let carol = try? await server.connection() else { continue }
        guard case .welcome = try await carol.hello(token: token) else { throw TestError("not welcome") }
        break
      }
    }
  }
}
