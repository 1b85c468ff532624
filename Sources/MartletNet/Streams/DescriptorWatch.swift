import CUV

/// Calls back when a descriptor is ready; the caller keeps ownership of the descriptor.
///
/// Lives on one loop. Keeps itself, and the captures of its closures, alive until `close()`.
package final class DescriptorWatch: LoopResident {
  /// What a descriptor is watched for.
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: Int32(UV_READABLE.rawValue))
    package static let writable = Readiness(rawValue: Int32(UV_WRITABLE.rawValue))
  }

  private let loop: EventLoop
  private var handle: UnsafeMutablePointer<uv_poll_t>?
  private var events: Readiness
  private var ready: (() -> Void)?
  private var stopped: (() -> Void)?

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - loop: The loop, which must be current.
  ///   - descriptor: A non-blocking descriptor.
  ///   - events: What to wait for.
  ///   - ready: Called repeatedly while it is ready; also for errors, which the next call on the descriptor returns.
  ///   - stopped: Called if the loop ends first; the watch is closed then.
  /// - Throws: libuv's error for the descriptor; `.closed` if the loop is stopped.
  package init(
    loop: EventLoop, descriptor: Int32, events: Readiness, ready: @escaping () -> Void, stopped: @escaping () -> Void
  ) throws {
    self.loop = loop
    self.events = events
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
    uv_poll_start(handle, events.rawValue) { handle, status, _ in
      guard let data = handle?.pointee.data else { return }
      let watch = Unmanaged<DescriptorWatch>.fromOpaque(data).takeUnretainedValue()
      // libuv stops watching a descriptor with an error, but there may be data to read before the error.
      if status < 0 { watch.resume() }
      watch.ready?()
    }
  }

  /// Watches for something else from now on.
  package func watch(for events: Readiness) {
    guard events != self.events else { return }
    self.events = events
    resume()
  }

  /// Ends the watch; the descriptor may be closed or given to another at once.
  package func close() {
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
