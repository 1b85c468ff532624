import CUV
import Glibc

/// What is told about a stream: on the stream's loop only, so that an actor of that loop can enter itself with
/// `assumeIsolated`.
package protocol ByteStreamHandler: AnyObject, Sendable {
  /// Bytes arrived, in order; they are gone when this returns.
  func streamReceived(_ bytes: UnsafeRawBufferPointer)

  /// The queue is empty again after a write was refused as `.overflow` or the peer was slow.
  func streamDrained()

  /// The peer will send no more but may still read; only with `StreamOptions.halfClose`, and at most once.
  func streamEnded()

  /// The stream is closed, by the peer, by an error or by this side. Exactly once, and nothing comes after.
  ///
  /// - Parameter error: Nil where both sides ended in order, or this side aborted.
  func streamClosed(_ error: NetError?)
}

extension ByteStreamHandler {
  package func streamEnded() {}
}

/// What became of a write.
package enum WriteResult: Sendable, Hashable {
  /// It will be written when the turn ends, after everything queued before.
  case queued
  /// Nothing was taken: the queue would pass its limit. `streamDrained` says when there is room again.
  case overflow
  /// Nothing was taken: the stream is closed or closing.
  case closed
}

/// How streams of a listener or a connection behave.
package struct StreamOptions: Sendable {
  /// How many bytes may wait to be written; default 1 MiB.
  package var writeQueueLimit = 1 << 20
  /// How long `shutdown()` waits for the peer to take what is queued and to end its side; default 5 s.
  package var closeTimeout = Duration.seconds(5)
  /// Whether a peer that ends its side keeps the stream open until this side ends too; default false.
  package var halfClose = false

  package init() {}
}

/// A connection: bytes both ways, over TCP, a Unix domain socket, or TLS on either.
///
/// Writes are gathered: all of a turn go to the kernel in one call when the turn ends.
///
/// `@unchecked Sendable`: `loop` and `remoteAddress` never change; all else is touched on the loop's thread only.
package final class ByteStream: @unchecked Sendable {
  package let loop: EventLoop
  package let remoteAddress: SocketAddress
  private let options: StreamOptions

  /// Nil from the moment that closing begins.
  private var handle: UnsafeMutablePointer<uv_stream_t>?
  private var handler: (any ByteStreamHandler)?
  private var queue = WriteQueue()
  /// How many of the first bytes of the queue libuv holds.
  private var inFlight = 0
  private var phase = Phase.open
  private var flags: Flags = []
  private var closeTimer: LoopTimer?
  private var closeError: NetError?
  private let census: ConnectionCensus?

  private enum Phase: UInt8 {
    case open
    /// Takes no more writes; ends its side when the queue is empty.
    case draining
    /// Has ended its side; waits for the peer's end.
    case finished
    case closed
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    /// In the loop's list of streams to write out.
    static let willFlush = Flags(rawValue: 1)
    /// The handler is owed a `streamDrained`.
    static let owesDrained = Flags(rawValue: 2)
    static let paused = Flags(rawValue: 4)
    static let peerEnded = Flags(rawValue: 8)
  }

  /// Takes over a connected socket, which it closes where it cannot.
  init(
    loop: EventLoop, descriptor: Int32, remoteAddress: SocketAddress, options: StreamOptions, census: ConnectionCensus? = nil
  ) throws {
    self.loop = loop
    self.remoteAddress = remoteAddress
    self.options = options
    self.census = census
    guard !loop.isWinding else {
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

  /// Tells another handler from now on.
  func handOver(to handler: any ByteStreamHandler) {
    guard handle != nil else { return }
    self.handler = handler
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> ByteStream? {
    data.map { Unmanaged<ByteStream>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Reading

  /// Leaves what the peer sends in the kernel, so that the peer has to wait.
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
    guard let handle, !flags.contains(.peerEnded), !flags.contains(.paused) else { return }
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
      if phase == .open { handler?.streamReceived(UnsafeRawBufferPointer(start: start, count: count)) }
    } else if count == Int(UV_EOF.rawValue) {
      end()
    } else if count < 0 {
      fail(NetError(status: Int32(truncatingIfNeeded: count), "reading"))
    }
  }

  private func end() {
    flags.insert(.peerEnded)
    switch phase {
    case .open: if options.halfClose { handler?.streamEnded() } else { shutdown() }
    case .finished: close(nil)
    case .draining, .closed: break
    }
  }

  // MARK: Writing

  /// How many bytes wait to be taken by the kernel.
  package var queuedBytes: Int { queue.count }

  /// Queues the bytes.
  package func write(_ bytes: SharedBytes) -> WriteResult { write(bytes, passesLimit: false) }

  /// Queues the bytes, though they may pass the queue's limit: for the few that say why the stream ends.
  func write(_ bytes: SharedBytes, passesLimit: Bool) -> WriteResult {
    assert(loop.isCurrent)
    guard phase == .open, handle != nil else { return .closed }
    if !passesLimit, bytes.count > options.writeQueueLimit - queue.count {
      // The limit is for what the peer does not take, so a burst within one turn may first go to the kernel.
      writeOut()
      guard phase == .open else { return .closed }
      guard bytes.count <= options.writeQueueLimit - queue.count else {
        flags.insert(.owesDrained)
        flushLater()
        return .overflow
      }
    }
    queue.append(bytes)
    flushLater()
    return .queued
  }

  private func flushLater() {
    guard !flags.contains(.willFlush) else { return }
    flags.insert(.willFlush)
    loop.flushAtEndOfTurn(self)
  }

  /// Writes out what is queued and says what follows from that; called by the loop when a turn ends.
  func flush() {
    flags.remove(.willFlush)
    guard handle != nil else { return }
    writeOut()
    settle()
  }

  /// Hands the kernel what it takes, and the rest to libuv.
  private func writeOut() {
    while let handle, inFlight == 0, !queue.isEmpty {
      let result = queue.withFirst { list, number, total in (total, uv_try_write(handle, list, number)) }
      guard let (total, status) = result else { return }
      if status < 0, status != UV_EAGAIN.rawValue { return fail(NetError(status: status, "writing")) }
      queue.remove(Int(max(0, status)))
      if Int(status) < total { return writeLater() }
    }
  }

  private func writeLater() {
    guard let handle, !queue.isEmpty else { return }
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    let result = queue.withFirst { list, number, total in
      let status = uv_write(request, handle, list, number) { request, status in
        guard let request else { return }
        // The handle, and with it the stream, outlives its requests.
        ByteStream.of(request.pointee.handle.pointee.data)?.wrote(status)
        request.deallocate()
      }
      return (total, status)
    }
    guard let (total, status) = result, status == 0 else {
      request.deallocate()
      return fail(NetError(status: result?.1 ?? 0, "writing"))
    }
    flags.insert(.owesDrained)
    inFlight = total
  }

  private func wrote(_ status: Int32) {
    queue.remove(inFlight)
    inFlight = 0
    guard handle != nil else { return }
    guard status == 0 else { return fail(NetError(status: status, "writing")) }
    writeOut()
    settle()
  }

  /// Does what waited for the queue to be empty.
  private func settle() {
    guard handle != nil, queue.isEmpty else { return }
    switch phase {
    case .open:
      guard flags.contains(.owesDrained) else { return }
      flags.remove(.owesDrained)
      handler?.streamDrained()
    case .draining:
      finish()
    case .finished, .closed: break
    }
  }

  // MARK: Closing

  /// Closes the stream after what is queued was written and the peer has ended too.
  ///
  /// Waits no longer than `StreamOptions.closeTimeout`. What the peer sends meanwhile is dropped.
  package func shutdown() {
    assert(loop.isCurrent)
    guard phase == .open else { return }
    phase = .draining
    closeTimer = loop.schedule(after: options.closeTimeout) { [weak self] in
      guard let self else { return }
      self.close(self.queue.isEmpty ? nil : NetError(.timedOut, "the peer did not take what was queued"))
    }
    resumeReading()
    flushLater()
  }

  /// Ends this side.
  ///
  /// Closing at once instead would lose what the peer has not read yet, if it is still sending.
  private func finish() {
    phase = .finished
    var descriptor: Int32 = -1
    guard let handle, !flags.contains(.peerEnded),
      uv_fileno(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self), &descriptor) == 0,
      Glibc.shutdown(descriptor, Int32(SHUT_WR)) == 0
    else { return close(nil) }
  }

  /// Closes at once and drops what is queued; the peer of a TCP connection sees it reset.
  package func abort() {
    assert(loop.isCurrent)
    close(nil, resets: true)
  }

  private func fail(_ error: NetError) { close(error) }

  private func close(_ error: NetError?, resets: Bool = false) {
    guard let handle else { return }
    self.handle = nil
    phase = .closed
    closeError = error
    closeTimer?.cancel()
    closeTimer = nil
    let closed: uv_close_cb = { handle in
      guard let handle, let data = handle.pointee.data else { return }
      Unmanaged<ByteStream>.fromOpaque(data).takeRetainedValue().closed()
      UnsafeMutableRawPointer(handle).deallocate()
    }
    // Where bytes are left, a reset says that they are lost; and the kernel keeps nothing for a peer that does not read.
    if resets || !queue.isEmpty, !remoteAddress.isLocalSocket,
      uv_tcp_close_reset(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_tcp_t.self), closed) == 0
    {
      return
    }
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self), closed)
  }

  private func closed() {
    loop.openStreams -= 1
    census?.remove()
    queue = WriteQueue()
    let handler = self.handler
    self.handler = nil
    handler?.streamClosed(closeError)
  }
}

extension ByteStream: LoopResident {
  func loopStops() { close(NetError(.closed, "loop \(loop.name) is stopped")) }
}
