import CUV
import Glibc

/// System threads, for work that blocks and so must not run on a loop.
enum SystemThread {
  /// Runs `body` on a thread of its own.
  ///
  /// The first 15 bytes of the name are used. False if the system has no threads left; `body` is not run then.
  static func start(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        pthread_setname_np(pthread_self(), String(start.name.prefix(15)))
        start.body()
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}
