import MartletNet
import MartletWire

/// The machine's clocks, where the wall clock is as wrong as a file says: so many milliseconds.
package final class ClockByFile: TimeSource {
  private let offset: TrialNumbers
  private let system = SystemTimeSource()

  /// Looks at a file from now on; nil if it cannot be mapped.
  package init?(file path: String) {
    guard let numbers = TrialNumbers(file: path, count: 1) else { return nil }
    offset = numbers
  }

  package var wallMilliseconds: Int64 { system.wallMilliseconds &+ offset[0] }

  package var monotonicNanoseconds: UInt64 { system.monotonicNanoseconds }
}
