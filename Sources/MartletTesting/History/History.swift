import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Records the events of a run, from any thread, in one order.
///
/// A record follows another one only if it did not happen before it: a call is recorded before its request is sent, and its end
/// after the answer arrived.
package final class History: Sendable {
  private struct State {
    var records: [HistoryRecord] = []
    var lastCall: UInt64 = 0
  }

  private let state: Mutex<State>
  private let time: any TimeSource
  /// Written to with each record, so that a killed process leaves its history behind.
  private let file: Int32?

  /// Begins a history.
  ///
  /// - Parameters:
  ///   - time: The source of the records' monotonic times.
  ///   - firstCall: The number of the first call; histories of several processes that are merged take different ones.
  ///   - file: A descriptor to write each record's line to; nil writes none.
  package init(time: any TimeSource, firstCall: UInt64 = 1, file: Int32? = nil) {
    self.time = time
    self.file = file
    state = Mutex(State(lastCall: firstCall &- 1))
  }

  /// The records so far.
  package var records: [HistoryRecord] { state.withLock { $0.records } }

  /// The number of records.
  package var count: Int { state.withLock { $0.records.count } }

  /// Records an event at the current time.
  package func record(_ event: HistoryEvent, device: String = "", user: String = "") {
    state.withLock { add(event, device, user, to: &$0) }
  }

  private func add(_ event: HistoryEvent, _ device: String, _ user: String, to state: inout State) {
    // Under the lock, so that times never fall.
    let record = HistoryRecord(
      number: state.records.count, at: time.monotonicNanoseconds, device: device, user: user, event: event)
    state.records.append(record)
    if let file {
      var line = record.json + "\n"
      _ = line.withUTF8 { write(file, $0.baseAddress, $0.count) }
    }
  }

  /// Writes down that a request begins; its end names the call that is returned.
  package func invoke(_ operation: Operation, device: String, user: String) -> UInt64 {
    state.withLock { state in
      state.lastCall += 1
      add(.invoke(call: state.lastCall, operation), device, user, to: &state)
      return state.lastCall
    }
  }

  /// One line of JSON for each record.
  package var lines: String { Self.lines(records) }

  /// One line of JSON for each record.
  package static func lines(_ records: some Sequence<HistoryRecord>) -> String {
    records.map { $0.json + "\n" }.joined()
  }

  /// Puts histories of several processes of one machine together, in the order of their times.
  package static func merge(_ histories: [[HistoryRecord]]) -> [HistoryRecord] {
    var merged = histories.joined().enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    for index in merged.indices { merged[index].number = index }
    return merged
  }

  /// Reads the output of `lines`.
  ///
  /// - Throws: `TestError` with the number of a malformed line.
  package static func read(_ text: String) throws -> [HistoryRecord] {
    try text.split(separator: "\n").enumerated().map { index, line in
      guard let record = HistoryRecord(json: String(line)) else { throw TestError("line \(index + 1) is not a history record") }
      return record
    }
  }
}
