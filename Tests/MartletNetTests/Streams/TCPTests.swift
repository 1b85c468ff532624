import MartletNet
import MartletTesting
import Synchronization
import Testing

@Suite struct TCPTests {
  @Test func aPortInUseIsSaid() async throws {
    try await withLoops { loops in
      let first = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      let port = first.address.port
      #expect(
        await code { _ = try await TCP.listen(host: "127.0.0.1", port: port, loops: loops) { StreamEcho($0) } } == .addressInUse)
      await first.close()
      let second = try await TCP.listen(host: "127.0.0.1", port: port, loops: loops) { StreamEcho($0) }
      #expect(second.address.port == port)
    }
  }

  @Test func aPortWhereNobodyListensRefuses() async throws {
    try await withLoops { loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      let port = listener.address.port
      await listener.close()
      #expect(
        await code { _ = try await TCP.connect(host: "127.0.0.1", port: port, loop: loops[0]) { StreamEcho($0) } } == .refused)
    }
  }

  @Test func aNameIsLookedUpAndItsAddressesTried() async throws {
    try await withLoops { loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      // `localhost` may be ::1 first, where nobody listens.
      let stream = try await TCP.connect(host: "localhost", port: listener.address.port, loop: loops[0]) { StreamEcho($0) }
      #expect(stream.remoteAddress.isLoopback)
      #expect(
        await code { _ = try await TCP.connect(host: "no.such.host.invalid", port: 1, loop: loops[0]) { StreamEcho($0) } }
          == .unknownHost)
      #expect(await code { _ = try await TCP.connect(host: "a\0b", port: 1, loop: loops[0]) { StreamEcho($0) } } == .invalid)
    }
  }

  @Test func connectionsAreDealtOutToAllLoops() async throws {
    try await withLoops(3) { loops in
      let accepted = Inbox<ObjectIdentifier>()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { stream in
        #expect(stream.loop.isCurrent)
        accepted.put(ObjectIdentifier(stream.loop))
        return StreamEcho(stream)
      }
      var seen: [ObjectIdentifier: Int] = [:]
      for _ in 0..<9 {
        _ = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in StreamWitness() }
        seen[try await accepted.next(), default: 0] += 1
      }
      #expect(seen.values.sorted() == [3, 3, 3])
    }
  }

  @Test func connectionsOverTheLimitAreTurnedAway() async throws {
    try await withLoops { loops in
      let reports = Inbox<NetError.Code>()
      var options = ListenOptions()
      options.connectionLimit = 2
      options.report = { reports.put($0.code) }
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops, options: options) { StreamEcho($0) }
      let witnesses = (0..<3).map { _ in StreamWitness() }
      var streams: [ByteStream] = []
      for witness in witnesses {
        streams.append(try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in witness })
      }
      #expect(try await reports.next() == .limit)
      _ = try await witnesses[2].closing()
      #expect(listener.connections == 2)
      await loops[0].run { [first = streams[0]] in first.shutdown() }
      _ = try await witnesses[0].closing()
      try await eventually { listener.connections == 1 }
    }
  }

  @Test func connectingTakesNoLongerThanItMay() async throws {
    let time = ManualTime()
    try await withLoops(time: time) { loops in
      // A listener that never accepts, whose queue is full, does not answer.
      let silent = try SilentPort()
      defer { silent.close() }
      let attempt = Task { () -> NetError.Code? in
        await code {
          _ = try await TCP.connect(host: "127.0.0.1", port: silent.port, loop: loops[0], timeout: .seconds(3)) { StreamEcho($0) }
        }
      }
      let result = Inbox<NetError.Code?>()
      Task { result.put(await attempt.value) }
      try await eventually {
        time.advance(by: .milliseconds(100))
        return !result.arrived.isEmpty
      }
      #expect(try await result.next() == .timedOut)
    }
  }

  @Test func connectingCanBeCancelled() async throws {
    try await withLoops(time: ManualTime()) { loops in
      let silent = try SilentPort()
      defer { silent.close() }
      let attempt = Task {
        _ = try await TCP.connect(host: "127.0.0.1", port: silent.port, loop: loops[0]) { StreamEcho($0) }
      }
      attempt.cancel()
      await #expect(throws: CancellationError.self) { try await attempt.value }
    }
  }

  @Test func aStoppedLoopConnectsNowhere() async throws {
    let loop = try EventLoop(name: "stopped")
    await loop.stop()
    #expect(await code { _ = try await TCP.connect(host: "127.0.0.1", port: 1, loop: loop) { StreamEcho($0) } } == .closed)
    #expect(await code { _ = try await TCP.connect(host: "localhost", port: 1, loop: loop) { StreamEcho($0) } } == .closed)
    #expect(await code { _ = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [loop]) { StreamEcho($0) } } == .closed)
  }
}

/// The code of the network error that the body throws; nil if it throws none.
func code(_ body: () async throws -> Void) async -> NetError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? NetError)?.code
  }
}
