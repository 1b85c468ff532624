import MartletNet
import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tells the operator of connections that could not be taken in: counts each, and logs one line a minute.
final class TurnedAway: Sendable {
  private static let pause: UInt64 = 60_000_000_000

  private let metrics: Metrics
  private let log: Log
  private let time: any TimeSource
  /// In monotonic nanoseconds; 0 before the first line.
  private let loggedAt = Mutex<UInt64>(0)

  init(metrics: Metrics, log: Log, time: any TimeSource) {
    self.metrics = metrics
    self.log = log
    self.time = time
  }

  /// Records an error of a listener.
  ///
  /// A failed handshake is often the client's fault.
  func note(_ error: NetError) {
    guard error.code == .exhausted || error.code == .limit else {
      return log.debug("a connection failed", ["error": .of(error.code)])
    }
    metrics.connectionsTurnedAway.add()
    let now = time.monotonicNanoseconds
    let isDue = loggedAt.withLock { loggedAt in
      guard loggedAt == 0 || now &- loggedAt >= Self.pause else { return false }
      loggedAt = now
      return true
    }
    if isDue { log.warning("connections are refused", ["error": .of(error.message)]) }
  }

  /// The number of connections that the system allows, after other uses of descriptors.
  static var systemLimit: Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &limit) == 0 else { return .max }
    return max(64, Int(clamping: limit.rlim_cur) - 64)
  }
}
