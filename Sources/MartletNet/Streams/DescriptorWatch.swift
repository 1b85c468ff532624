import CUV

/// Calls back when a descriptor is ready; the caller keeps ownership of the descriptor.
///
/// Lives on one loop. Keeps itself, and the captures of its closures, alive until `close()`.
final class DescriptorWatch: LoopResident {
  private let loop: EventLoop
  private var handle: UnsafeMutablePointer<uv_poll_t>?
  private let events: Int32
  private var ready: (() -> Void)?
  private var stopped: (() -> Void)?

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - loop: The loop, which must be current.
  ///   - descriptor: A non-blocking descriptor.
  ///   - events: Readable, writable or both.
  ///   - ready: Called repeatedly while it is ready; also for errors, which the next call on the descriptor returns.
  ///   - stopped: Called if the loop ends first; the watch is closed then.
  /// - Throws: libuv's error for the descriptor; `.closed` if the loop is stopped.
  init(
    loop: EventLoop, descriptor: Int32, events: uv_poll_event, ready: @escaping () -> Void, stopped: @escaping () -> Void
  ) throws {
    self.loop = loop
    self.events = Int32(events.rawValue)
    guard loop.takesHandles else { throw NetError(.closed, "loop \(loop.name) is stopped") }
    let handle = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    let status = uv_poll_init(loop.uv, handle, descriptor)
    guard status == 0 else {
      handle.deallocate()
      throw NetError(status: status, "watching a descriptor")
    }
    self.ready = ready
    self.stopped = stopped
    self.handle = handle
    handle.pointee.data = Unmanaged.passRetained(self).toOpaque()
    resume()
  }

  func pause() { if let handle { uv_poll_stop(handle) } }

  func resume() {
    guard let handle else { return }
    uv_poll_start(handle, events) { handle, _, _ in
      guard let data = handle?.pointee.data else { return }
      Unmanaged<DescriptorWatch>.fromOpaque(data).takeUnretainedValue().ready?()
    }
  }

  /// Ends the watch; the descriptor may be closed or given to another at once.
  func close() {
    guard let handle else { return }
    self.handle = nil
    ready = nil
    stopped = nil
    uv_close(UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)) { handle in
      guard let handle, let data = handle.pointee.data else { return }
      Unmanaged<DescriptorWatch>.fromOpaque(data).release()
      UnsafeMutableRawPointer(handle).deallocate()
    }
  }

  func loopStops() {
    let stopped = self.stopped
    close()
    stopped?()
  }
}
