import MartletNet
import Testing

/// A server that has no descriptors left; in a process of its own, because the limit is a process's.
@Suite struct ListenerExhaustionTests {
  private func start(pause: Int) async throws -> (ForeignProcess, UInt16) {
    let server = try ForeignProcess.built("net-echo", ["stream", "\(pause)"], descriptors: 24)
    let line = try await server.lines.next()
    return (server, try #require(UInt16(line.split(separator: " ").last ?? "")))
  }

  private func answers(_ client: RawClient) async throws -> Bool {
    await client.send([1])
    return try await client.witness.bytes(1) == [1]
  }

  @Test func connectionsWaitUntilThereIsRoom() async throws {
    try await withLoops { loops in
      let (server, port) = try await start(pause: 10)
      var clients: [RawClient] = []
      for _ in 0..<40 { clients.append(try await RawClient(port: port, loop: loops[0])) }
      #expect(try await server.lines.next() == "report exhausted")
      #expect(try await answers(clients[0]))
      for client in clients.dropLast() { await loops[0].run { client.stream.abort() } }
      // The last was never accepted until now.
      #expect(try await answers(clients[39]))
    }
  }

  @Test func whoIsExhaustedDoesNotTryAgainAtOnce() async throws {
    try await withLoops { loops in
      let (server, port) = try await start(pause: 3_600_000)
      var clients: [RawClient] = []
      for _ in 0..<40 { clients.append(try await RawClient(port: port, loop: loops[0])) }
      #expect(try await server.lines.next() == "report exhausted")
      for _ in 0..<200 { #expect(try await answers(clients[0])) }
      #expect(server.lines.arrived.isEmpty)
    }
  }
}
