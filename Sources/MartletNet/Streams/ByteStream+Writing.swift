import CUV

extension ByteStream {
  /// The number of bytes waiting for the kernel.
  package var queuedBytes: Int {
    let queued = queue.count &+ (tls?.plain.count ?? 0)
    guard inFlight > 0, let handle else { return queued }
    // libuv may have written part of the bytes it holds.
    return queued &- max(0, inFlight &- uv_stream_get_write_queue_size(handle))
  }

  /// Queues the bytes.
  package func write(_ bytes: SharedBytes) -> WriteResult { write(bytes, passesLimit: false) }

  /// Queues the bytes, though they may pass the queue's limit: for the few that say why the stream ends.
  func write(_ bytes: SharedBytes, passesLimit: Bool) -> WriteResult {
    write(count: bytes.count, passesLimit: passesLimit) { $0.append(bytes) }
  }

  /// Queues a small piece, which `fill` writes in place; several share one buffer.
  func write(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> WriteResult {
    write(count: count, passesLimit: false) { $0.append(count: count, fill: fill) }
  }

  private func write(count: Int, passesLimit: Bool, _ append: (inout WriteQueue) -> Void) -> WriteResult {
    assert(loop.isCurrent)
    guard phase == .open, handle != nil else { return .closed }
    if !passesLimit, !hasRoom(for: count) {
      // The limit is for bytes that the peer does not take, so a burst within one turn may first go to the kernel.
      writeOut()
      guard phase == .open else { return .closed }
      guard hasRoom(for: count) else {
        flags.insert(.owesDrained)
        flushLater()
        return .overflow
      }
    }
    if let tls { append(&tls.plain) } else { append(&queue) }
    flushLater()
    return .queued
  }

  /// Drops queued bytes, except a piece that is partly sent and bytes that the system has taken.
  ///
  /// This makes room to send the reason when closing a stream whose peer does not read.
  func dropQueued() {
    assert(loop.isCurrent)
    // Encrypted bytes must go out; otherwise the peer could not decrypt later ones.
    if let tls { tls.plain.dropPieces(after: 0) } else { queue.dropPieces(after: inFlight) }
  }

  /// Writes out as much as the system takes, and drops the rest like `dropQueued`.
  func dropUntaken() {
    writeOut()
    dropQueued()
  }

  /// Calls the handler's `streamDrained` when the queue is empty, at the earliest at the end of this turn.
  package func tellWhenDrained() {
    assert(loop.isCurrent)
    flags.insert(.owesDrained)
    flushLater()
  }

  /// True if the queue's limit allows this many more bytes.
  ///
  /// Each piece takes memory beside its bytes, so the number of pieces is limited too. That matters only for pieces smaller than
  /// 64 bytes.
  private func hasRoom(for count: Int) -> Bool {
    let pieces = queue.pieces + (tls?.plain.pieces ?? 0)
    return count <= options.writeQueueLimit - queuedBytes && pieces < max(64, options.writeQueueLimit / 64)
  }

  func flushLater() {
    guard !flags.contains(.willFlush) else { return }
    flags.insert(.willFlush)
    loop.flushAtEndOfTurn(self)
  }

  /// Writes out the queue and handles the consequences; called by the loop when a turn ends.
  func flush() {
    flags.remove(.willFlush)
    guard handle != nil else { return }
    writeOut()
    settle()
  }

  /// Hands the kernel as much as it takes, and the rest to libuv.
  func writeOut() {
    while let handle, inFlight == 0 {
      do {
        try tls?.encrypt(into: &queue)
      } catch {
        return fail(error as? NetError ?? NetError(.tls, "encrypting"))
      }
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

  /// Performs actions that waited for an empty queue.
  private func settle() {
    guard handle != nil, queuedBytes == 0 else { return }
    switch phase {
    case .open:
      guard flags.contains(.owesDrained) else { return }
      flags.remove(.owesDrained)
      handler?.streamDrained()
    case .draining:
      if let tls, !flags.contains(.saidEnd) {
        flags.insert(.saidEnd)
        tls.end(into: &queue)
        writeOut()
        guard handle != nil, queue.isEmpty else { return }
      }
      finish()
    case .finished, .closed: break
    }
  }
}
