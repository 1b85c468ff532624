import MartletNet
import MartletTesting
import MartletWire

/// Records the times when this process itself did not run: its records of those times are late.
struct StallMeter: Sendable {
  let history: History

  private static let step = Duration.milliseconds(50)
  private static let worthNoting: UInt64 = 150_000_000

  /// Watches until cancelled.
  func watch() async {
    let time = SystemTimeSource()
    var last = time.monotonicNanoseconds
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.step)
      let now = time.monotonicNanoseconds
      if now &- last > Self.worthNoting { history.record(.stalled(nanoseconds: now &- last &- Self.step.nanoseconds)) }
      last = now
    }
  }
}
