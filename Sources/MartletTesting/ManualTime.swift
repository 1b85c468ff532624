import MartletNet
import MartletWire
import Synchronization

/// A clock that moves only when told to.
///
/// Event loops that were given this clock look at their timers after each `advance(by:)`; each does so on its own
/// thread, soon after the call returns.
public final class ManualTime: TimeSource, SteppedTimeSource {
  private struct State {
    var wall: Int64
    var monotonic: UInt64
    var wakes: [@Sendable () -> Bool] = []
  }
  private let state: Mutex<State>

  /// Makes a clock that stands still.
  ///
  /// - Parameter wallMilliseconds: What the wall clock shows, in milliseconds since 1970; default a moment in 2026.
  public init(wallMilliseconds: Int64 = 1_767_225_600_000) {
    state = Mutex(State(wall: wallMilliseconds, monotonic: 1_000_000_000))
  }

  /// Milliseconds since 1970, as set and advanced.
  public var wallMilliseconds: Int64 { state.withLock { $0.wall } }

  /// Nanoseconds, moved by `advance(by:)` only.
  public var monotonicNanoseconds: UInt64 { state.withLock { $0.monotonic } }

  /// Moves both clocks forward.
  ///
  /// - Parameter step: How far; nothing happens where it is negative. The wall clock moves by whole milliseconds of
  ///   what the other has moved in all.
  public func advance(by step: Duration) {
    let wakes = state.withLock { state in
      let before = state.monotonic / 1_000_000
      state.monotonic &+= step.nanoseconds
      state.wall &+= Int64(truncatingIfNeeded: state.monotonic / 1_000_000 &- before)
      return state.wakes
    }
    let alive = wakes.filter { $0() }
    guard alive.count < wakes.count else { return }
    state.withLock { state in state.wakes = alive + state.wakes.dropFirst(wakes.count) }
  }

  /// Sets the wall clock, forward or back, as an operator or a time server does; the monotonic clock stays.
  ///
  /// - Parameter wallMilliseconds: Milliseconds since 1970.
  public func setWall(_ wallMilliseconds: Int64) { state.withLock { $0.wall = wallMilliseconds } }

  package func onAdvance(_ wake: @escaping @Sendable () -> Bool) { state.withLock { $0.wakes.append(wake) } }
}
