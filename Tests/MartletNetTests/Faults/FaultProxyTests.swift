import MartletNet
import MartletTesting
import MartletWire
import Testing

@Suite struct FaultProxyTests {
  /// A server that records each connection's input, behind a proxy.
  private final class Fixture: Sendable {
    let loop: EventLoop
    let proxy: FaultProxy
    let listener: Listener
    let accepted: Inbox<(ByteStream, StreamWitness)>

    init(_ loop: EventLoop, seed: UInt64 = 1, time: (any TimeSource)? = nil) async throws {
      self.loop = loop
      let accepted = Inbox<(ByteStream, StreamWitness)>()
      self.accepted = accepted
      listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [loop]) { stream in
        let witness = StreamWitness()
        accepted.put((stream, witness))
        return witness
      }
      proxy = try await FaultProxy(port: listener.address.port, seed: seed, time: time)
    }

    func connect() async throws -> RawClient { try await RawClient(port: proxy.port, loop: loop) }
  }

  private func withProxy(seed: UInt64 = 1, time: (any TimeSource)? = nil, _ body: (Fixture) async throws -> Void) async throws {
    try await withLoops { loops in
      let fixture = try await Fixture(loops[0], seed: seed, time: time)
      let result: Result<Void, any Error>
      do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
      await fixture.proxy.close()
      try result.get()
    }
  }

  @Test func withoutFaultsBytesPassBothWays() async throws {
    try await withProxy { fixture in
      let client = try await fixture.connect()
      let (stream, server) = try await fixture.accepted.next()
      let sent = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      for start in stride(from: 0, to: sent.count, by: 500_000) {
        await client.send(Array(sent[start..<start + 500_000]))
        #expect(try await server.bytes(500_000) == Array(sent[start..<start + 500_000]))
      }
      await fixture.loop.run { _ = stream.write(SharedBytes([1, 2, 3])) }
      #expect(try await client.witness.bytes(3) == [1, 2, 3])
      await client.shutdown()
      #expect(try await server.closing() == nil)
      try await eventually { await fixture.proxy.connections() == 0 }
    }
  }

  @Test func silenceOfOneWayLeavesTheOther() async throws {
    try await withProxy { fixture in
      let client = try await fixture.connect()
      let (stream, server) = try await fixture.accepted.next()
      await client.send([1])
      #expect(try await server.bytes(1) == [1])
      await fixture.proxy.silence(.toServer)
      await client.send([2])
      await fixture.loop.run { _ = stream.write(SharedBytes([3])) }
      #expect(try await client.witness.bytes(1) == [3])
      #expect(server.events.arrived.isEmpty)
    }
  }

  @Test func laterConnectionOvertakesOneThatIsHeldUp() async throws {
    let time = ManualTime()
    try await withProxy(time: time) { fixture in
      fixture.proxy.faults.connectDelay = .seconds(5) ... .seconds(5)
      let first = try await fixture.connect()
      await first.send([1])
      try await eventually { fixture.proxy.accepted == 1 }
      fixture.proxy.faults.connectDelay = nil
      let second = try await fixture.connect()
      await second.send([2])
      let (_, early) = try await fixture.accepted.next()
      #expect(try await early.bytes(1) == [2])
      time.advance(by: .seconds(6))
      let (_, late) = try await fixture.accepted.next()
      #expect(try await late.bytes(1) == [1])
    }
  }

  @Test func piecesAreSentOneByOneAndInOrder() async throws {
    try await withProxy { fixture in
      fixture.proxy.faults.piece = 1...1
      let client = try await fixture.connect()
      let (_, server) = try await fixture.accepted.next()
      let sent = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      await client.send(sent)
      var pieces = 0
      var all: [UInt8] = []
      while all.count < sent.count {
        if case .received(let bytes) = try await server.events.next() { (pieces, all) = (pieces + 1, all + bytes) }
      }
      #expect(all == sent)
      // In one piece they would fit one read; how many it takes is the scheduler's affair.
      #expect(pieces > 1)
    }
  }

  @Test func delayedBytesWaitForTheirTime() async throws {
    let time = ManualTime()
    try await withProxy(time: time) { fixture in
      fixture.proxy.faults.delay = .seconds(2)...(.seconds(3))
      let client = try await fixture.connect()
      let (_, server) = try await fixture.accepted.next()
      await client.send([1, 2, 3])
      await client.send([4])
      time.advance(by: .seconds(1))
      // The proxy has looked at its clock when it answers.
      #expect(await fixture.proxy.connections() == 1)
      #expect(server.events.arrived.isEmpty)
      let received = Task { try await server.bytes(4) }
      let done = Inbox<[UInt8]>()
      Task { done.put((try? await received.value) ?? []) }
      try await eventually {
        time.advance(by: .milliseconds(100))
        return !done.arrived.isEmpty
      }
      #expect(try await done.next() == [1, 2, 3, 4])
    }
  }

  @Test(arguments: [0, 1, 1_000, 70_000])
  func aCutComesAfterItsBytesOnBothSides(_ count: Int) async throws {
    try await withProxy { fixture in
      fixture.proxy.faults.cutAfter = count...count
      let client = try await fixture.connect()
      let (_, server) = try await fixture.accepted.next()
      await client.send([UInt8](repeating: 5, count: 100_000))
      #expect(try await client.witness.closing() == .reset)
      var received = 0
      loop: while true {
        switch try await server.events.next() {
        case .received(let bytes): received += bytes.count
        // Bytes and a reset that arrive together are told as bytes and an end.
        case .closed(let code):
          #expect(code == .reset || code == nil && count > 0)
          break loop
        case .drained, .ended: break
        }
      }
      #expect(received == count)
    }
  }

  @Test func aSilentConnectionSaysNothingToAnyone() async throws {
    try await withProxy { fixture in
      fixture.proxy.faults.silentAfter = 3...3
      let client = try await fixture.connect()
      let (stream, server) = try await fixture.accepted.next()
      await client.send([1, 2, 3, 4, 5])
      #expect(try await server.bytes(3) == [1, 2, 3])
      await client.send([6])
      await fixture.loop.run { _ = stream.write(SharedBytes([9])) }
      await fixture.loop.run { client.stream.abort() }
      _ = try await client.witness.closing()
      try await eventually { await fixture.proxy.connections() == 0 }
      await fixture.loop.run {}
      #expect(server.events.arrived.isEmpty)
      #expect(client.witness.events.arrived.isEmpty)
    }
  }

  @Test func openConnectionsCanBeCutAndSilenced() async throws {
    try await withProxy { fixture in
      let client = try await fixture.connect()
      let (_, server) = try await fixture.accepted.next()
      await client.send([1])
      _ = try await server.bytes(1)
      await fixture.proxy.cut()
      #expect(try await client.witness.closing() == .reset)
      #expect(try await server.closing() == .reset)

      let other = try await fixture.connect()
      let (_, deaf) = try await fixture.accepted.next()
      await other.send([1])
      _ = try await deaf.bytes(1)
      await fixture.proxy.silence()
      await other.send([2])
      #expect(await fixture.proxy.connections() == 1)
      #expect(deaf.events.arrived.isEmpty)
    }
  }

  @Test func connectionsCanBeRefusedAndTakenAgain() async throws {
    try await withProxy { fixture in
      await fixture.proxy.refuse()
      #expect(await code { _ = try await fixture.connect() } == .refused)
      try await fixture.proxy.accept()
      try await fixture.proxy.accept()
      _ = try await fixture.connect()
      _ = try await fixture.accepted.next()
      #expect(fixture.proxy.accepted == 1)
    }
  }

  @Test func aServerThatIsGoneResetsTheClient() async throws {
    try await withProxy { fixture in
      await fixture.listener.close()
      // The reset may come before the client has heard that it is connected.
      let ending = await code {
        let closing = try await fixture.connect().witness.closing()
        throw NetError(closing ?? .closed, "closed")
      }
      #expect(ending == .reset)
      let other = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [fixture.loop]) { StreamEcho($0) }
      fixture.proxy.retarget(port: other.address.port)
      let again = try await fixture.connect()
      await again.send([8])
      #expect(try await again.witness.bytes(1) == [8])
    }
  }

  @Test func aDuplicateSendsTheSameBytesOnTwoConnections() async throws {
    try await withProxy { fixture in
      fixture.proxy.faults.duplicates = true
      let client = try await fixture.connect()
      await client.send([1, 2, 3])
      var streams: [ByteStream] = []
      for _ in 0..<2 {
        let (stream, server) = try await fixture.accepted.next()
        #expect(try await server.bytes(3) == [1, 2, 3])
        streams.append(stream)
      }
      let both = streams
      await fixture.loop.run { for stream in both { _ = stream.write(SharedBytes([7])) } }
      #expect(try await client.witness.bytes(1) == [7])
      await client.shutdown()
      try await eventually { fixture.listener.connections == 0 }
      #expect(client.witness.events.arrived.filter { $0 == .received([7]) }.isEmpty)
    }
  }

  @Test func aSeedRepeatsItsCuts() async throws {
    func cuts(_ seed: UInt64) async throws -> [Int] {
      var counts: [Int] = []
      try await withProxy(seed: seed) { fixture in
        fixture.proxy.faults.cutAfter = 0...50_000
        for _ in 0..<5 {
          let client = try await fixture.connect()
          let (_, server) = try await fixture.accepted.next()
          await client.send([UInt8](repeating: 5, count: 60_000))
          var count = 0
          while case .received(let bytes) = try await server.events.next() { count += bytes.count }
          counts.append(count)
        }
      }
      return counts
    }
    let first = try await cuts(42)
    #expect(first.count == 5)
    #expect(Set(first).count > 1)
    #expect(try await cuts(42) == first)
    #expect(try await cuts(43) != first)
  }

  @Test func webSocketsSurviveEveryCut() async throws {
    try await withLoops { loops in
      let server = HTTPServer(loops: loops, application: Mirror())
      let port = try await server.listen(host: "127.0.0.1", port: 0).port
      let proxy = try await FaultProxy(port: port, seed: SeededRandom.fromEnvironment().seed)
      proxy.faults.piece = 1...3
      let witness = SocketWitness()
      let socket = try await WebSocketClient.connect(host: "127.0.0.1", port: proxy.port, loop: loops[0]) { _ in witness }
      let texts = (0..<50).map { String(repeating: "é🎈", count: $0) }
      await loops[0].run { for text in texts { _ = socket.send(text: text) } }
      for text in texts { try await witness.events.expect(.text(text)) }
      await loops[0].run { socket.close(code: 1_000) }
      try await witness.events.expect(.closed(1_000, ""))
      await proxy.close()
    }
  }
}
