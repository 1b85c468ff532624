import MartletWire
import Synchronization

/// A clock that stands still until it is set.
final class FixedTime: TimeSource {
  private let wall: Mutex<Int64>
  private let monotonic: Mutex<UInt64>

  init(milliseconds: Int64 = 1_800_000_000_000) {
    wall = Mutex(milliseconds)
    monotonic = Mutex(1_000_000_000)
  }

  var wallMilliseconds: Int64 { wall.withLock { $0 } }
  var monotonicNanoseconds: UInt64 { monotonic.withLock { $0 } }

  /// Moves both clocks; the wall clock also backwards.
  func advance(seconds: Int64) {
    wall.withLock { $0 += seconds * 1000 }
    monotonic.withLock { $0 += UInt64(max(0, seconds)) * 1_000_000_000 }
  }
}
