import MartletNet
import MartletWire
import Synchronization

/// A clock with its own wall time; its monotonic time runs with another clock.
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

  /// Advances this clock alone by a long time, so that everything planned is due.
  func skipAhead() { skipped.wrappingAdd(86_400_000_000_000, ordering: .relaxed) }

  func onAdvance(_ wake: @escaping @Sendable () -> Bool) { base.onAdvance(wake) }
}
