import MartletStore
import MartletWire
import Synchronization

/// The remaining allowance of one user for writes, reads and signals, over all devices.
///
/// All sessions of the user share it, and it outlives them. Its lock is held only for a calculation.
package final class UserAllowance: Sendable {
  /// The time for which a user over a rate must wait.
  package static let pause = Duration.seconds(1)

  private let writes: Mutex<TokenBucket>
  private let reads: Mutex<TokenBucket>
  private let signals: Mutex<TokenBucket>

  init(_ limits: Limits) {
    func bucket(_ perSecond: Int, _ atOnce: Int) -> TokenBucket {
      // Without a limit, the bucket has its maximum size and refills in a millisecond.
      let (perSecond, atOnce) = perSecond > 0 ? (perSecond, atOnce) : (.max, .max)
      return TokenBucket(perSecond: perSecond, capacity: atOnce, pause: Self.pause)
    }
    writes = Mutex(bucket(limits.writesPerSecond, limits.writesAtOnce))
    reads = Mutex(bucket(limits.readsPerSecond, limits.readsAtOnce))
    signals = Mutex(bucket(limits.signalsPerSecond, limits.signalsAtOnce))
  }

  /// Whether a request that writes may be made at this moment, in monotonic nanoseconds, that costs as much as so many.
  func takeWrite(_ cost: Int = 1, at now: UInt64) -> Bool { writes.withLock { $0.take(cost, at: now) } }

  /// The same of one that reads.
  func takeRead(_ cost: Int = 1, at now: UInt64) -> Bool { reads.withLock { $0.take(cost, at: now) } }

  /// Whether one more signal may be sent at this moment.
  func takeSignal(at now: UInt64) -> Bool { signals.withLock { $0.take(at: now) } }

  /// Whether it is full, and nothing is lost if it is forgotten.
  func isWhole(at now: UInt64) -> Bool {
    writes.withLock { $0.isFull(at: now) } && reads.withLock { $0.isFull(at: now) } && signals.withLock { $0.isFull(at: now) }
  }
}

/// Tokens that refill over time.
///
/// A request without a token is refused for a whole pause, not just until the next token. Otherwise a later request of a series
/// could be accepted after an earlier one was refused.
struct TokenBucket {
  /// Nanoseconds until a token is back.
  private let interval: UInt64
  /// The same for all there can be.
  private let whole: UInt64
  private let pause: UInt64
  /// The time at which the bucket is full.
  private var fullAt: UInt64 = 0
  private var refusesUntil: UInt64 = 0

  /// A full bucket of at least one token a second and one in all.
  init(perSecond: Int, capacity: Int, pause: Duration) {
    self.init(every: .nanoseconds(1_000_000_000 / max(1, min(perSecond, 1_000_000_000))), capacity: capacity, pause: pause)
  }

  /// A full bucket of at least one token, to which one comes back after each interval of at most a minute.
  init(every interval: Duration, capacity: Int, pause: Duration) {
    self.interval = max(1, min(interval.nanoseconds, 60_000_000_000))
    whole = Self.time(of: capacity, each: self.interval)
    self.pause = pause.nanoseconds
  }

  /// Until so many tokens are back: of one at least, and of a million at most, which no bucket exceeds.
  private static func time(of count: Int, each interval: UInt64) -> UInt64 { interval * UInt64(max(1, min(count, 1_000_000))) }

  func isFull(at now: UInt64) -> Bool { fullAt <= now && refusesUntil <= now }

  /// Whether there is a token to take.
  func holds(at now: UInt64) -> Bool {
    refusesUntil <= now && (fullAt > now ? fullAt - now : 0) <= whole - interval
  }

  /// Takes so many tokens, or as many as there can be, if they are there.
  mutating func take(_ count: Int = 1, at now: UInt64) -> Bool {
    guard refusesUntil <= now else { return false }
    let missing = fullAt > now ? fullAt - now : 0
    let cost = min(whole, Self.time(of: count, each: interval))
    guard missing <= whole - cost else {
      refusesUntil = now &+ pause
      return false
    }
    fullAt = now &+ missing &+ cost
    return true
  }
}

/// Takes a request from a user's allowance; gives the rate limit that is passed, nil if none is.
struct Taking: RequestVisitor {
  typealias Result = RequestEffort?
  typealias Failure = Never

  let allowance: UserAllowance
  /// In monotonic nanoseconds.
  let now: UInt64

  func visit<Request: ServedRequest>(_ request: Request.Type, _ message: Request.Message) -> Result {
    let isTaken =
      switch Request.effort {
      case .none: true
      case .read: allowance.takeRead(Request.cost(of: message), at: now)
      case .write: allowance.takeWrite(Request.cost(of: message), at: now)
      case .signal: allowance.takeSignal(at: now)
      }
    return isTaken ? nil : Request.effort
  }
}
