import MartletNet
import MartletTesting
import Synchronization
import Testing

@Suite struct ByteStreamTests {
  @Test func bytesComeBackFromAnEcho() async throws {
    try await withLoops(2) { loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      let witness = StreamWitness()
      let stream = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in witness }
      #expect(stream.remoteAddress.isLoopback)
      let sent = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      #expect(await loops[0].run { stream.write(SharedBytes(sent)) } == .queued)
      #expect(try await witness.bytes(sent.count) == sent)
      await loops[0].run { stream.shutdown() }
      #expect(try await witness.closing() == nil)
      try await eventually { listener.connections == 0 }
      await listener.close()
    }
  }

  @Test func writesOfATurnKeepTheirOrder() async throws {
    try await withLoops { loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      let witness = StreamWitness()
      let stream = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in witness }
      let parts = (0..<1_000).map { index in SharedBytes((0...index % 7).map { _ in UInt8(truncatingIfNeeded: index) }) }
      await loops[0].run { for part in parts { _ = stream.write(part) } }
      let expected = parts.flatMap { part in part.withUnsafeBytes { Array($0) } }
      #expect(try await witness.bytes(expected.count) == expected)
    }
  }

  @Test func aPeerThatFloodsLeavesTheLoopToOthersBetweenItsTurns() async throws {
    try await withLoops(2) { loops in
      let accepted = Inbox<ByteStream>()
      let counter = TurnCounter(loops[0])
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [loops[0]]) { stream in
        stream.pauseReading()
        accepted.put(stream)
        return counter
      }
      let client = StreamWitness()
      let writing = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[1]) { _ in client }
      let reading = try await accepted.next()
      let block = SharedBytes([UInt8](repeating: 7, count: 100_000))
      var taken = 0
      while await loops[1].run({ writing.write(block) }) == .queued { taken += block.count }
      await loops[0].run { reading.resumeReading() }
      let all = taken
      try await eventually { counter.total == all }
      #expect(taken > 1 << 20)
      #expect(counter.mostInOneTurn <= 65_536)
    }
  }

  @Test func aPeerThatDoesNotReadOverflowsTheQueue() async throws {
    try await withLoops { loops in
      let accepted = Inbox<ByteStream>()
      let server = StreamWitness()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { stream in
        accepted.put(stream)
        return server
      }
      let client = StreamWitness()
      let reading = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { stream in
        stream.pauseReading()
        return client
      }
      let writing = try await accepted.next()
      let block = SharedBytes([UInt8](repeating: 7, count: 100_000))
      var taken = 0
      while await loops[0].run({ writing.write(block) }) == .queued { taken += block.count }
      let queued = await loops[0].run { writing.queuedBytes }
      #expect(queued <= 1 << 20)
      #expect(queued > 1 << 19)
      await loops[0].run { reading.resumeReading() }
      #expect(try await client.bytes(taken).count == taken)
      #expect(try await server.events.next() == .drained)
      #expect(await loops[0].run { writing.queuedBytes } == 0)
      #expect(await loops[0].run { writing.write(block) } == .queued)
    }
  }

  @Test func manySmallPiecesOverflowTheQueueToo() async throws {
    try await withLoops { loops in
      let accepted = Inbox<ByteStream>()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { stream in
        accepted.put(stream)
        return StreamWitness()
      }
      _ = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { stream in
        stream.pauseReading()
        return StreamWitness()
      }
      let stream = try await accepted.next()
      let (large, small) = (SharedBytes([UInt8](repeating: 1, count: 300_000)), SharedBytes([1, 2]))
      // The kernel takes some until it is full, too.
      while await loops[0].run({ stream.queuedBytes }) < 500_000 { _ = await loops[0].run { stream.write(large) } }
      let pieces = await loops[0].run {
        var pieces = 0
        while stream.write(small) == .queued { pieces += 1 }
        return pieces
      }
      #expect((1_000...16_384).contains(pieces))
    }
  }

  @Test func aMessageOverTheQueueLimitIsRefused() async throws {
    try await withLoops { loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      var options = StreamOptions()
      options.writeQueueLimit = 10
      let witness = StreamWitness()
      let stream = try await TCP.connect(
        host: "127.0.0.1", port: listener.address.port, loop: loops[0], options: options
      ) { _ in witness }
      #expect(await loops[0].run { stream.write(SharedBytes([UInt8](repeating: 1, count: 11))) } == .overflow)
      #expect(try await witness.events.next() == .drained)
      #expect(await loops[0].run { stream.write(SharedBytes([UInt8](repeating: 1, count: 10))) } == .queued)
      #expect(try await witness.bytes(10).count == 10)
    }
  }

  @Test func whoAsksIsToldWhenNothingIsQueued() async throws {
    try await withLoops { loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      let witness = StreamWitness()
      let stream = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in witness }
      await loops[0].run { stream.tellWhenDrained() }
      #expect(try await witness.events.next() == .drained)
      await loops[0].run {
        _ = stream.write(SharedBytes([1]))
        stream.tellWhenDrained()
      }
      #expect(try await witness.events.next() == .drained)
    }
  }

  @Test func shutdownDeliversWhatWasQueued() async throws {
    try await withLoops { loops in
      let sent = [UInt8](repeating: 3, count: 900_000)
      let server = StreamWitness()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { stream in
        _ = stream.write(SharedBytes(sent))
        stream.shutdown()
        return server
      }
      let client = StreamWitness()
      _ = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in client }
      #expect(try await client.bytes(sent.count) == sent)
      #expect(try await client.closing() == nil)
      #expect(try await server.closing() == nil)
    }
  }

  @Test func shutdownEndsThoughThePeerNeverReads() async throws {
    let time = ManualTime()
    try await withLoops(time: time) { loops in
      let accepted = Inbox<ByteStream>()
      let server = StreamWitness()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { stream in
        accepted.put(stream)
        return server
      }
      _ = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { stream in
        stream.pauseReading()
        return StreamWitness()
      }
      let stream = try await accepted.next()
      let block = SharedBytes([UInt8](repeating: 7, count: 500_000))
      while await loops[0].run({ stream.write(block) }) == .queued {}
      await loops[0].run { stream.shutdown() }
      #expect(await loops[0].run { stream.write(block) } == .closed)
      time.advance(by: .seconds(5))
      #expect(try await server.closing() == .timedOut)
    }
  }

  /// A stream that shuts down with so much queued, its peer's end and both witnesses.
  private func shutDown(
    queueing limit: Int, time: ManualTime,
    _ body: (
      _ loop: EventLoop, _ stream: ByteStream, _ reading: ByteStream, _ sent: Int, _ both: [StreamWitness]
    ) async throws -> Void
  ) async throws {
    try await withLoops(time: time) { loops in
      let loop = loops[0]
      let accepted = Inbox<ByteStream>()
      let server = StreamWitness()
      var options = ListenOptions()
      // More than the kernel takes at once.
      options.stream.writeQueueLimit = limit
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops, options: options) { stream in
        accepted.put(stream)
        return server
      }
      let client = StreamWitness()
      let reading = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loop) { stream in
        stream.pauseReading()
        return Sipper(stream, client)
      }
      let stream = try await accepted.next()
      let block = SharedBytes([UInt8](repeating: 7, count: 100_000))
      var sent = 0
      while await loop.run({ stream.write(block) }) == .queued { sent += block.count }
      await loop.run { stream.shutdown() }
      try await body(loop, stream, reading, sent, [server, client])
    }
  }

  /// Lets the peer take a little, and so many seconds pass.
  private func sip(
    _ loop: EventLoop, _ stream: ByteStream, _ reading: ByteStream, _ time: ManualTime, seconds: Double
  ) async throws {
    let queued = await loop.run { stream.queuedBytes }
    try await eventually {
      await loop.run {
        reading.resumeReading()
        return stream.queuedBytes
      } < queued
    }
    time.advance(by: .seconds(seconds))
    await loop.run {}
  }

  @Test func shutdownWaitsForAPeerThatReadsSlowly() async throws {
    let time = ManualTime()
    try await shutDown(queueing: 20_000_000, time: time) { loop, stream, reading, sent, both in
      // Each time nearly at the end.
      for _ in 0..<3 { try await sip(loop, stream, reading, time, seconds: 4.9) }
      var received = 0
      while received < sent {
        await loop.run { reading.resumeReading() }
        if case .received(let bytes) = try await both[1].events.next() { received += bytes.count }
      }
      await loop.run { reading.resumeReading() }
      #expect(received == sent)
      #expect(try await both[0].closing() == nil)
    }
  }

  @Test func shutdownEndsThoughThePeerReadsATrickle() async throws {
    let time = ManualTime()
    try await shutDown(queueing: 60_000_000, time: time) { loop, stream, reading, _, both in
      for _ in 0..<5 { try await sip(loop, stream, reading, time, seconds: 5) }
      #expect(await loop.run { stream.queuedBytes } > 0)
      try await sip(loop, stream, reading, time, seconds: 5)
      #expect(try await both[0].closing() == .timedOut)
    }
  }

  @Test func aHalfClosedPeerIsStillAnswered() async throws {
    try await withLoops { loops in
      var options = ListenOptions()
      options.stream.halfClose = true
      let accepted = Inbox<ByteStream>()
      let server = StreamWitness()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops, options: options) { stream in
        accepted.put(stream)
        return server
      }
      let client = StreamWitness()
      let outgoing = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in client }
      let incoming = try await accepted.next()
      await loops[0].run {
        _ = outgoing.write(SharedBytes([1, 2, 3]))
        outgoing.shutdown()
      }
      #expect(try await server.bytes(3) == [1, 2, 3])
      #expect(try await server.events.next() == .ended)
      #expect(await loops[0].run { incoming.write(SharedBytes([4])) } == .queued)
      await loops[0].run { incoming.shutdown() }
      #expect(try await server.closing() == nil)
    }
  }

  @Test func abortIsToldOnceAndEndsWriting() async throws {
    try await withLoops { loops in
      let server = StreamWitness()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { _ in server }
      let client = StreamWitness()
      let stream = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in client }
      await loops[0].run {
        stream.abort()
        stream.abort()
        stream.shutdown()
        stream.pauseReading()
        stream.resumeReading()
      }
      #expect(try await client.closing() == nil)
      #expect(await loops[0].run { stream.write(SharedBytes([1])) } == .closed)
      _ = try await server.closing()
      await loops[0].run {}
      #expect(client.events.arrived.isEmpty)
    }
  }

  @Test func streamsOfAStoppedLoopAreToldSo() async throws {
    let witness = StreamWitness()
    try await withLoops { loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      _ = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[0]) { _ in witness }
    }
    #expect(try await witness.closing() == .closed)
  }

  @Test func closedStreamsAreFreed() async throws {
    try await withLoops(2) { loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops) { StreamEcho($0) }
      let gone = Inbox<Bool>()
      for round in 0..<200 {
        let witness = FreedWitness(gone)
        let stream = try await TCP.connect(host: "127.0.0.1", port: listener.address.port, loop: loops[round % 2]) { _ in
          witness
        }
        await stream.loop.run {
          _ = stream.write(SharedBytes([1]))
          if round % 3 == 0 { stream.abort() } else { stream.shutdown() }
        }
      }
      for _ in 0..<200 { #expect(try await gone.next()) }
      try await eventually { listener.connections == 0 }
    }
  }
}

/// Tells when it is freed.
private final class FreedWitness: ByteStreamHandler {
  private let gone: Inbox<Bool>
  init(_ gone: Inbox<Bool>) { self.gone = gone }
  func streamReceived(_ bytes: UnsafeRawBufferPointer) {}
  func streamDrained() {}
  func streamClosed(_ error: NetError?) {}
  deinit { gone.put(true) }
}
