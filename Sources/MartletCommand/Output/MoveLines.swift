import MartletServer
import MartletWire
import Synchronization

/// Lines about the progress of a move: how many rows of how many, the rate, and the time that is left.
final class MoveLines: Sendable {
  private struct State {
    var last: UInt64?
    var isComparing = false
    /// The rows and the time at the beginning of the phase.
    var began: (rows: Int, time: UInt64)?
  }

  private let time: any TimeSource
  private let say: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// Lines are at least this far apart.
  private static let interval: UInt64 = 2_000_000_000

  init(time: any TimeSource, say: @escaping @Sendable (String) -> Void) {
    self.time = time
    self.say = say
  }

  func tell(_ event: StoreMove.Event) {
    switch event {
    case .resumed(let rows): say("going on after \(counted(rows, "row")) of an earlier attempt")
    case .moved(let rows, let total): told("moved", rows, of: total, isComparing: false)
    case .compared(let rows, let total): told("compared", rows, of: total, isComparing: true)
    }
  }

  private func told(_ verb: String, _ rows: Int, of total: Int, isComparing: Bool) {
    let now = time.monotonicNanoseconds
    let line: String? = state.withLock { state in
      if state.isComparing != isComparing {
        state = State()
        state.isComparing = isComparing
      }
      let began = state.began ?? (rows, now)
      state.began = began
      guard rows >= total || now &- (state.last ?? 0) >= Self.interval || state.last == nil else { return nil }
      state.last = now
      return Self.line(verb, rows, of: total, rate: Self.rate(rows - began.rows, nanoseconds: now &- began.time))
    }
    if let line { say(line) }
  }

  private static func rate(_ rows: Int, nanoseconds: UInt64) -> Int? {
    guard rows > 0, nanoseconds > 0 else { return nil }
    return Int(Double(rows) * 1e9 / Double(nanoseconds))
  }

  static func line(_ verb: String, _ rows: Int, of total: Int, rate: Int?) -> String {
    let begin = "\(verb) \(rows) of \(counted(total, "row"))"
    guard let rate, rate > 0, rows < total else { return begin }
    return "\(begin), \(rate) a second, \(max(0, total - rows) / rate + 1) s left"
  }
}
