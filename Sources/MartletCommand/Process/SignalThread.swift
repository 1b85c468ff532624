#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Turns signals into a stream.
///
/// They are blocked for the whole process and taken by a thread that waits for nothing else, so that no handler
/// ever interrupts other code.
enum SignalThread {
  /// Blocks the signals and starts the thread.
  ///
  /// Must be called before the process has other threads, as those that exist already would not block them.
  ///
  /// The second signal that asks to end (SIGINT or SIGTERM) ends the process at once, whatever the rest of it does.
  ///
  /// - Returns: The signals as they arrive; those nobody takes are forgotten beyond the newest 16.
  static func start(watching signals: [Int32]) -> AsyncStream<Int32> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(16))
    guard !signals.isEmpty else {
      continuation.finish()
      return stream
    }
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let context = Unmanaged.passRetained(Watch(set: set, continuation: continuation))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    if pthread_create(&thread, nil, watch, context.toOpaque()) == 0 {
      #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
      #else
        pthread_detach(thread)
      #endif
    } else {
      // No thread can be had: the signals do what they do by default.
      context.release()
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      continuation.finish()
    }
    return stream
  }
}

/// What the thread is handed at its start; only it uses it from then on.
private final class Watch {
  let set: sigset_t
  let continuation: AsyncStream<Int32>.Continuation

  init(set: sigset_t, continuation: AsyncStream<Int32>.Continuation) {
    self.set = set
    self.continuation = continuation
  }
}

#if canImport(Darwin)
  private func watch(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { follow(context) }
#else
  private func watch(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { context.flatMap { follow($0) } }
#endif

private func follow(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let watch = Unmanaged<Watch>.fromOpaque(context).takeRetainedValue()
  var set = watch.set
  var endings = 0
  while true {
    var signal: Int32 = 0
    guard sigwait(&set, &signal) == 0 else { continue }
    if signal == SIGINT || signal == SIGTERM {
      endings &+= 1
      if endings > 1 {
        TerminalRescue.restore()
        _exit(128 &+ signal)
      }
    }
    watch.continuation.yield(signal)
  }
}
