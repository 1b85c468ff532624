import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Turns signals into a stream.
///
/// A handler passes their numbers through a pipe to a thread that waits for nothing else. Blocking the signals and
/// waiting for them would not do: on Linux, Dispatch lets the main thread wait with every signal unblocked.
enum SignalThread {
  /// The end of the pipe that handlers write to; -1 before there is one.
  ///
  /// Global because a handler can be handed nothing, atomic because it may run at any moment.
  private static let entrance = Atomic<Int32>(-1)

  /// Installs the handlers and starts the thread.
  ///
  /// Call it once. The second signal that asks to end (SIGINT or SIGTERM) ends the process at once, regardless of its state.
  ///
  /// - Parameter signals: The signals to watch; others keep their effect.
  /// - Returns: The signals as they arrive; of those not taken, the newest 16 are kept.
  static func start(watching signals: [Int32]) -> AsyncStream<Int32> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(16))
    var ends: [Int32] = [-1, -1]
    guard !signals.isEmpty, pipe(&ends) == 0 else {
      // Without a pipe, signals keep their default effect.
      continuation.finish()
      return stream
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A handler must never wait.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    guard startThread(SignalExit(descriptor: ends[0], continuation: continuation)) else {
      continuation.finish()
      return stream
    }
    entrance.store(ends[1], ordering: .sequentiallyConsistent)
    for number in signals {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { SignalThread.pass($0) }
      #else
        action.__sigaction_handler.sa_handler = { SignalThread.pass($0) }
      #endif
      // Calls that a signal interrupts go on after it.
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
    }
    return stream
  }

  /// The body of a handler; safe at any moment.
  private static func pass(_ number: Int32) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(entrance.load(ordering: .sequentiallyConsistent), &byte, 1)
    errno = error
  }

  private static func startThread(_ exit: SignalExit) -> Bool {
    let context = Unmanaged.passRetained(exit)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    guard pthread_create(&thread, nil, follow, context.toOpaque()) == 0 else {
      context.release()
      return false
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }
}

/// State handed to the thread at its start; used only by the thread from then on.
private final class SignalExit {
  let descriptor: Int32
  let continuation: AsyncStream<Int32>.Continuation

  init(descriptor: Int32, continuation: AsyncStream<Int32>.Continuation) {
    self.descriptor = descriptor
    self.continuation = continuation
  }
}

#if canImport(Darwin)
  private func follow(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { pass(context) }
#else
  private func follow(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { context.flatMap { pass($0) } }
#endif

/// Passes signals on for as long as the process lives.
private func pass(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let exit = Unmanaged<SignalExit>.fromOpaque(context).takeRetainedValue()
  var endings = 0
  while true {
    var byte: UInt8 = 0
    let count = read(exit.descriptor, &byte, 1)
    guard count == 1 else {
      if count < 0, errno == EINTR { continue }
      return nil
    }
    let number = Int32(byte)
    if number == SIGINT || number == SIGTERM {
      endings &+= 1
      if endings > 1 {
        TerminalRescue.restore()
        _exit(128 &+ number)
      }
    }
    exit.continuation.yield(number)
  }
}
