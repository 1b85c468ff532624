import CUV
import Glibc

/// A connection: bytes both ways, over TCP, a Unix domain socket, or TLS on either.
///
/// Writes are gathered: all of a turn go to the kernel in one call when the turn ends.
///
/// `@unchecked Sendable`: `loop` and `remoteAddress` never change; all else is touched on the loop's thread only.
package final class ByteStream: @unchecked Sendable {
  package let loop: EventLoop
  package let remoteAddress: SocketAddress
  private let sharedOptions: SharedOptions<StreamOptions>

  /// Nil from the moment that closing begins.
  var handle: UnsafeMutablePointer<uv_stream_t>?
  var handler: (any ByteStreamHandler)?
  /// The next bytes for the kernel; encrypted if TLS is used.
  var queue = WriteQueue()
  /// The number of leading bytes of the queue that libuv holds.
  var inFlight = 0
  var phase = Phase.open
  var flags: Flags = []
  /// Bounds the handshake, later the closing.
  var timer: LoopTimer?
  var tls: TLSSession?
  /// Waits for the end of the handshake.
  private var secured: ((NetError?) -> Void)?
  private var closeError: NetError?
  private let census: ConnectionCensus?

  enum Phase: UInt8 {
    case open
    /// Takes no more writes; ends its side when the queue is empty.
    case draining
    /// Has ended its side; waits for the peer's end.
    case finished
    case closed
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    /// In the loop's list of streams to write out.
    static let willFlush = Flags(rawValue: 1)
    /// The handler is owed a `streamDrained`.
    static let owesDrained = Flags(rawValue: 2)
    static let paused = Flags(rawValue: 4)
    static let peerEnded = Flags(rawValue: 8)
    /// TLS has said that nothing more will come.
    static let saidEnd = Flags(rawValue: 16)
    /// Has read its share of this turn.
    static let rests = Flags(rawValue: 32)
  }

  var options: StreamOptions { sharedOptions.value }

  /// Takes over a connected socket; closes it if that fails.
  init(
    loop: EventLoop, descriptor: Int32, remoteAddress: SocketAddress, options: SharedOptions<StreamOptions>,
    census: ConnectionCensus? = nil
  ) throws {
    self.loop = loop
    self.remoteAddress = remoteAddress
    sharedOptions = options
    self.census = census
    guard loop.takesHandles else {
      Glibc.close(descriptor)
      throw NetError(.closed, "loop \(loop.name) is stopped")
    }
    let isLocal = remoteAddress.isLocalSocket
    let size = isLocal ? MemoryLayout<uv_pipe_t>.size : MemoryLayout<uv_tcp_t>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    let status: Int32
    if isLocal {
      let pipe = memory.bindMemory(to: uv_pipe_t.self, capacity: 1)
      uv_pipe_init(loop.uv, pipe, 0)
      status = uv_pipe_open(pipe, descriptor)
    } else {
      let tcp = memory.bindMemory(to: uv_tcp_t.self, capacity: 1)
      uv_tcp_init(loop.uv, tcp)
      status = uv_tcp_open(tcp, descriptor)
      if status == 0 {
        uv_tcp_nodelay(tcp, 1)
        uv_tcp_keepalive(tcp, 1, 60)
      }
    }
    guard status == 0 else {
      Glibc.close(descriptor)
      memory.assumingMemoryBound(to: uv_handle_t.self).pointee.data = nil
      uv_close(memory.assumingMemoryBound(to: uv_handle_t.self)) { UnsafeMutableRawPointer($0)?.deallocate() }
      throw NetError(status: status, "opening a connection")
    }
    let handle = memory.assumingMemoryBound(to: uv_stream_t.self)
    handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
    self.handle = handle
    loop.openStreams += 1
    census?.add()
  }

  /// Starts reading, unless the stream was closed before.
  func begin(_ handler: any ByteStreamHandler) {
    self.handler = handler
    startReading()
  }

  /// Does the handshake before anything else; `done` is told how it went, on the loop, and calls `begin`.
  func secure(_ session: TLSSession, done: @escaping (NetError?) -> Void) {
    guard handle != nil else { return done(NetError(.closed, "the connection was closed")) }
    tls = session
    secured = done
    timer = loop.schedule(after: options.handshakeTimeout) { [weak self] in
      self?.fail(NetError(.timedOut, "the handshake took too long"))
    }
    startReading()
    readSecure(UnsafeRawBufferPointer(start: nil, count: 0), session)
  }

  /// Tells another handler from now on.
  func handOver(to handler: any ByteStreamHandler) {
    guard handle != nil else { return }
    self.handler = handler
  }

  static func of(_ data: UnsafeMutableRawPointer?) -> ByteStream? {
    data.map { Unmanaged<ByteStream>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Reading

  /// Leaves the peer's bytes in the kernel, so that the peer has to wait (back-pressure).
  package func pauseReading() {
    assert(loop.isCurrent)
    guard let handle, phase == .open else { return }
    flags.insert(.paused)
    uv_read_stop(handle)
  }

  package func resumeReading() {
    assert(loop.isCurrent)
    guard flags.contains(.paused) else { return }
    flags.remove(.paused)
    startReading()
  }

  private func startReading() {
    guard let handle, flags.isDisjoint(with: [.peerEnded, .paused, .rests]) else { return }
    let status = uv_read_start(
      handle,
      { handle, _, buffer in
        let room = EventLoop.of(handle?.pointee.loop)?.readBuffer
        buffer?.pointee = uv_buf_t(base: room?.baseAddress?.assumingMemoryBound(to: CChar.self), len: room?.count ?? 0)
      },
      { handle, count, buffer in
        ByteStream.of(handle?.pointee.data)?.read(count, UnsafeRawPointer(buffer?.pointee.base))
      })
    if status != 0, status != UV_EALREADY.rawValue { fail(NetError(status: status, "reading")) }
  }

  private func read(_ count: Int, _ start: UnsafeRawPointer?) {
    if count > 0 {
      // After `shutdown()` the peer's bytes are only read to find its end.
      guard phase == .open else { return }
      let bytes = UnsafeRawBufferPointer(start: start, count: count)
      if count == loop.readBuffer.count { rest() }
      if let tls { readSecure(bytes, tls) } else { handler?.streamReceived(bytes) }
    } else if count == Int(UV_EOF.rawValue) {
      // Only TLS itself can say that a peer ended; a bare end may be someone else's doing.
      if tls != nil, phase == .open { fail(NetError(.reset, "the connection was cut")) } else { end() }
    } else if count < 0 {
      fail(NetError(status: Int32(truncatingIfNeeded: count), "reading"))
    }
  }

  /// Leaves the next turn to others: libuv would go on reading for as long as there is more, and a peer that floods
  /// would have the loop to itself.
  private func rest() {
    guard let handle else { return }
    flags.insert(.rests)
    uv_read_stop(handle)
    loop.inNextTurn { [weak self] in
      self?.flags.remove(.rests)
      self?.startReading()
    }
  }

  private func readSecure(_ bytes: UnsafeRawBufferPointer, _ tls: TLSSession) {
    do {
      let hasEnded = try tls.receive(bytes, buffer: loop.plainBuffer, established: endHandshake) { plain in
        guard phase == .open else { return false }
        handler?.streamReceived(plain)
        return phase == .open
      }
      tls.drain(into: &queue)
      // The TLS session's own answers to the peer have no other bound.
      guard queue.count <= options.writeQueueLimit &+ 262_144 else {
        return fail(NetError(.limit, "the peer does not read"))
      }
      flushLater()
      if hasEnded, phase == .open { end() }
    } catch {
      // The alert that says why.
      tls.drain(into: &queue)
      writeOut()
      fail(error as? NetError ?? NetError(.tls, "the session"))
    }
  }

  private func endHandshake() {
    timer?.cancel()
    timer = nil
    let secured = self.secured
    self.secured = nil
    secured?(nil)
  }

  private func end() {
    flags.insert(.peerEnded)
    switch phase {
    case .open: if options.halfClose { handler?.streamEnded() } else { shutdown() }
    case .finished: close(nil)
    case .draining, .closed: break
    }
  }

  // MARK: Closing

  /// Closes the stream after queued bytes were written and the peer has ended too.
  ///
  /// Waits for `StreamOptions.closeTimeout`, and again while the peer takes bytes, up to six times in all. Bytes from the peer
  /// are dropped meanwhile.
  package func shutdown() {
    assert(loop.isCurrent)
    guard phase == .open else { return }
    phase = .draining
    boundClosing(queuedBytes, rounds: Self.closeRounds)
    resumeReading()
    flushLater()
  }

  /// A peer that takes a little now and then must not hold the queue indefinitely.
  private static let closeRounds = 6

  /// Aborts if the peer took no bytes within the timeout, or after `rounds` timeouts; `before` is the earlier size of the queue.
  private func boundClosing(_ before: Int, rounds: Int) {
    timer?.cancel()
    timer = loop.schedule(after: options.closeTimeout) { [weak self] in
      guard let self else { return }
      let queued = self.queuedBytes
      if queued == 0 { return self.close(nil) }
      if queued < before, rounds > 1 { return self.boundClosing(queued, rounds: rounds &- 1) }
      self.fail(NetError(.timedOut, "the peer did not read the queued bytes in time"))
    }
  }

  /// Ends this side.
  ///
  /// Closing at once instead would lose bytes that the peer has not read yet, if it is still sending.
  func finish() {
    phase = .finished
    var descriptor: Int32 = -1
    guard let handle, !flags.contains(.peerEnded),
      uv_fileno(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self), &descriptor) == 0,
      Glibc.shutdown(descriptor, Int32(SHUT_WR)) == 0
    else { return close(nil) }
  }

  /// Closes at once and drops queued bytes; the peer of a TCP connection sees a reset.
  package func abort() {
    assert(loop.isCurrent)
    close(nil, resets: true)
  }

  func fail(_ error: NetError) { close(error) }

  private func close(_ error: NetError?, resets: Bool = false) {
    guard let handle else { return }
    self.handle = nil
    phase = .closed
    closeError = error
    timer?.cancel()
    timer = nil
    let closed: uv_close_cb = { handle in
      guard let handle, let data = handle.pointee.data else { return }
      Unmanaged<ByteStream>.fromOpaque(data).takeRetainedValue().closed()
      UnsafeMutableRawPointer(handle).deallocate()
    }
    // If bytes are left, a reset signals their loss, and the kernel keeps nothing for a peer that does not read.
    if resets || queuedBytes > 0, !remoteAddress.isLocalSocket,
      uv_tcp_close_reset(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_tcp_t.self), closed) == 0
    {
      return
    }
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self), closed)
  }

  private func closed() {
    loop.openStreams -= 1
    census?.remove(remoteAddress)
    queue = WriteQueue()
    tls = nil
    let (handler, secured) = (handler, secured)
    (self.handler, self.secured) = (nil, nil)
    secured?(closeError ?? NetError(.closed, "the connection was closed"))
    handler?.streamClosed(closeError)
  }
}

extension ByteStream: LoopResident {
  func loopStops() { close(NetError(.closed, "loop \(loop.name) is stopped")) }
}
