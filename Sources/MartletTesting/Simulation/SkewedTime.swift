import MartletNet
import MartletWire
import Synchronization

/// A clock beside another: what it counts is the same, but what it shows may be set.
final class SkewedTime: SteppedTimeSource {
  private let base: ManualTime
  private let skew: Atomic<Int64>
  private let skipped = Atomic<UInt64>(0)

  init(_ base: ManualTime, skew milliseconds: Int64 = 0) {
    self.base = base
    skew = Atomic(milliseconds)
  }

  var wallMilliseconds: Int64 { base.wallMilliseconds &+ skew.load(ordering: .relaxed) }

  var monotonicNanoseconds: UInt64 { base.monotonicNanoseconds &+ skipped.load(ordering: .relaxed) }

  /// Shows so many milliseconds more than the clock it is beside.
  func set(skew milliseconds: Int64) { skew.store(milliseconds, ordering: .relaxed) }

  /// Lets a long time pass by this clock alone: whatever is to happen later is due.
  func skipAhead() { skipped.wrappingAdd(86_400_000_000_000, ordering: .relaxed) }

  func onAdvance(_ wake: @escaping @Sendable () -> Bool) { base.onAdvance(wake) }
}
