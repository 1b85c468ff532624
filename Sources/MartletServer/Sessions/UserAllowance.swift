import MartletStore
import MartletWire
import Synchronization

/// The remaining allowance of one user for writes, reads and signals, over all devices.
///
/// All sessions of the user share it, and it outlives them. Its lock is held only for a calculation.
package final class UserAllowance: Sendable {
  /// The time for which a user over a rate must wait.
  package static let pause = Duration.seconds(1)

  private struct Levels {
    var writes = TokenBucket.Level()
    var reads = TokenBucket.Level()
    var signals = TokenBucket.Level()
  }

  private let rates: UserRates
  private let levels = Mutex(Levels())

  init(_ rates: UserRates) { self.rates = rates }

  /// Whether a request that writes may be made at this moment, in monotonic nanoseconds, that costs as much as so many.
  func takeWrite(_ cost: Int = 1, at now: UInt64) -> Bool { levels.withLock { $0.writes.take(cost, at: now, rates.writes) } }

  /// The same of one that reads.
  func takeRead(_ cost: Int = 1, at now: UInt64) -> Bool { levels.withLock { $0.reads.take(cost, at: now, rates.reads) } }

  /// Whether one more signal may be sent at this moment.
  func takeSignal(at now: UInt64) -> Bool { levels.withLock { $0.signals.take(1, at: now, rates.signals) } }

  /// Whether it is full, and nothing is lost if it is forgotten.
  func isWhole(at now: UInt64) -> Bool {
    levels.withLock { $0.writes.isFull(at: now) && $0.reads.isFull(at: now) && $0.signals.isFull(at: now) }
  }
}

/// The rates of an app's users, which all their allowances share.
final class UserRates: Sendable {
  let writes: TokenBucket.Rate
  let reads: TokenBucket.Rate
  let signals: TokenBucket.Rate

  init(_ limits: Limits) {
    func rate(_ perSecond: Int, _ atOnce: Int) -> TokenBucket.Rate {
      // Without a limit, the bucket has its maximum size and refills in a millisecond.
      let (perSecond, atOnce) = perSecond > 0 ? (perSecond, atOnce) : (.max, .max)
      return TokenBucket.Rate(perSecond: perSecond, capacity: atOnce, pause: UserAllowance.pause)
    }
    writes = rate(limits.writesPerSecond, limits.writesAtOnce)
    reads = rate(limits.readsPerSecond, limits.readsAtOnce)
    signals = rate(limits.signalsPerSecond, limits.signalsAtOnce)
  }
}

/// Tokens that refill over time.
///
/// A request without a token is refused for a whole pause, not just until the next token. Otherwise a later request of a series
/// could be accepted after an earlier one was refused.
struct TokenBucket {
  private let rate: Rate
  private var level = Level()

  /// A full bucket of at least one token a second and one in all.
  init(perSecond: Int, capacity: Int, pause: Duration) {
    rate = Rate(perSecond: perSecond, capacity: capacity, pause: pause)
  }

  /// A full bucket of at least one token, to which one comes back after each interval of at most a minute.
  init(every interval: Duration, capacity: Int, pause: Duration) {
    rate = Rate(every: interval, capacity: capacity, pause: pause)
  }

  func isFull(at now: UInt64) -> Bool { level.isFull(at: now) }

  /// Whether there is a token to take.
  func holds(at now: UInt64) -> Bool { level.holds(at: now, rate) }

  /// Takes so many tokens, or as many as there can be, if they are there.
  mutating func take(_ count: Int = 1, at now: UInt64) -> Bool { level.take(count, at: now, rate) }

  /// The speed at which a bucket refills, and its size.
  struct Rate: Sendable {
    /// Nanoseconds until a token is back.
    fileprivate let interval: UInt64
    /// The same for all there can be.
    fileprivate let whole: UInt64
    fileprivate let pause: UInt64

    init(perSecond: Int, capacity: Int, pause: Duration) {
      self.init(every: .nanoseconds(1_000_000_000 / max(1, min(perSecond, 1_000_000_000))), capacity: capacity, pause: pause)
    }

    init(every interval: Duration, capacity: Int, pause: Duration) {
      self.interval = max(1, min(interval.nanoseconds, 60_000_000_000))
      whole = Self.time(of: capacity, each: self.interval)
      self.pause = pause.nanoseconds
    }

    /// Until so many tokens are back.
    fileprivate func time(of count: Int) -> UInt64 { min(whole, Self.time(of: count, each: interval)) }

    /// Until so many tokens are back: of one at least, and of a million at most, which no bucket exceeds.
    private static func time(of count: Int, each interval: UInt64) -> UInt64 {
      interval * UInt64(max(1, min(count, 1_000_000)))
    }
  }

  /// The tokens of a bucket whose rate is kept elsewhere.
  struct Level {
    /// The time at which the bucket is full.
    private var fullAt: UInt64 = 0
    private var refusesUntil: UInt64 = 0

    func isFull(at now: UInt64) -> Bool { fullAt <= now && refusesUntil <= now }

    func holds(at now: UInt64, _ rate: Rate) -> Bool {
      refusesUntil <= now && (fullAt > now ? fullAt - now : 0) <= rate.whole - rate.interval
    }

    mutating func take(_ count: Int, at now: UInt64, _ rate: Rate) -> Bool {
      guard refusesUntil <= now else { return false }
      let missing = fullAt > now ? fullAt - now : 0
      let cost = rate.time(of: count)
      guard missing <= rate.whole - cost else {
        refusesUntil = now &+ rate.pause
        return false
      }
      fullAt = now &+ missing &+ cost
      return true
    }
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
