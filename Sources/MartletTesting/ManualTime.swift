import MartletNet
import MartletWire
import Synchronization

/// A clock that moves only when told to.
///
/// After each `advance(by:)`, event loops with this clock check their timers. Each does so on its own thread, soon after the
/// call
/// returns.
public final class ManualTime: TimeSource, SteppedTimeSource {
  private struct State {
    var wall: Int64
    var monotonic: UInt64
    var wakes: [@Sendable () -> Bool] = []
  }
  private let state: Mutex<State>

  /// Creates a stopped clock.
  ///
  /// - Parameter wallMilliseconds: The wall clock's time, in milliseconds since 1970; by default a time in 2026.
  public init(wallMilliseconds: Int64 = 1_767_225_600_000) {
    state = Mutex(State(wall: wallMilliseconds, monotonic: 1_000_000_000))
  }

  /// The wall clock's time, in milliseconds since 1970.
  public var wallMilliseconds: Int64 { state.withLock { $0.wall } }

  /// The monotonic time in nanoseconds, which only `advance(by:)` moves.
  public var monotonicNanoseconds: UInt64 { state.withLock { $0.monotonic } }

  /// Moves both clocks forward.
  ///
  /// - Parameter step: The distance; a negative one has no effect. The wall clock moves by the whole milliseconds that the
  ///   monotonic clock has moved in total.
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

  /// Sets the wall clock, forward or back, as an operator or a time server does.
  ///
  /// The monotonic clock does not move.
  ///
  /// - Parameter wallMilliseconds: Milliseconds since 1970.
  public func setWall(_ wallMilliseconds: Int64) { state.withLock { $0.wall = wallMilliseconds } }

  package func onAdvance(_ wake: @escaping @Sendable () -> Bool) { state.withLock { $0.wakes.append(wake) } }
}
