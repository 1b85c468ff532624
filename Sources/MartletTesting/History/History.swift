import MartletWire
import Synchronization

/// Takes down what happens in a run, from whatever threads, in one order.
///
/// A record is later than another one's in the history only where it did not happen before it: whoever sends a request
/// writes down the call first, and whoever is answered writes that down after.
package final class History: Sendable {
  private struct State {
    var records: [HistoryRecord] = []
    var lastCall: UInt64 = 0
  }

  private let state = Mutex(State())
  private let time: any TimeSource

  package init(time: any TimeSource) { self.time = time }

  /// What was taken down so far.
  package var records: [HistoryRecord] { state.withLock { $0.records } }

  /// How many records there are.
  package var count: Int { state.withLock { $0.records.count } }

  /// Writes down what happened now.
  package func record(_ event: HistoryEvent, device: String = "", user: String = "") {
    state.withLock { state in
      // Under the lock, so that times never fall.
      let at = time.monotonicNanoseconds
      state.records.append(
        HistoryRecord(number: state.records.count, at: at, device: device, user: user, event: event))
    }
  }

  /// Writes down that a request begins; its end names the call that is returned.
  package func invoke(_ operation: Operation, device: String, user: String) -> UInt64 {
    state.withLock { state in
      state.lastCall += 1
      let at = time.monotonicNanoseconds
      state.records.append(
        HistoryRecord(
          number: state.records.count, at: at, device: device, user: user,
          event: .invoke(call: state.lastCall, operation)))
      return state.lastCall
    }
  }

  /// One line of JSON for each record.
  package var lines: String { Self.lines(records) }

  /// One line of JSON for each record.
  package static func lines(_ records: some Sequence<HistoryRecord>) -> String {
    records.map { $0.json + "\n" }.joined()
  }

  /// Reads what `lines` gave.
  ///
  /// - Throws: `TestError` with the number of a line that is no record.
  package static func read(_ text: String) throws -> [HistoryRecord] {
    try text.split(separator: "\n").enumerated().map { index, line in
      guard let record = HistoryRecord(json: String(line)) else { throw TestError("line \(index + 1) is no record of a history") }
      return record
    }
  }
}
