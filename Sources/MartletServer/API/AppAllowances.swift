import MartletWire
import Synchronization

/// What the servers of the apps may still ask for over REST.
///
/// Every call is taken from it, by whatever server of the app. Its lock is held only for a calculation.
final class AppAllowances: Sendable {
  private let limits: Limits
  private let buckets = Mutex<[AppID: TokenBucket]>([:])

  init(_ limits: Limits) { self.limits = limits }

  /// Whether an app may make a call at this moment, in monotonic nanoseconds, that costs as much as so many.
  func take(_ cost: Int, of app: AppID, at now: UInt64) -> Bool {
    let limits = limits.of(app)
    guard limits.callsPerSecond > 0 else { return true }
    return buckets.withLock { buckets in
      var bucket =
        buckets[app]
        ?? TokenBucket(perSecond: limits.callsPerSecond, capacity: limits.callsAtOnce, pause: UserAllowance.pause)
      defer { buckets[app] = bucket }
      return bucket.take(cost, at: now)
    }
  }
}
