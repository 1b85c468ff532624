import MartletTesting
import MartletWire

/// The outcomes of messages that apps sent during rolling restarts.
///
/// The client library repeats what a node that ends did not answer, so no app may notice.
struct RollingRestart: Sendable {
  /// The times of a restart of all nodes, in the monotonic nanoseconds of records.
  struct Window: Sendable {
    var begin: UInt64
    var end: UInt64
  }

  /// The number of sends that began meanwhile and ended.
  private(set) var sends = 0
  /// Those that failed, in a sentence each.
  private(set) var failed: [String] = []

  /// Judges the sends of some devices.
  ///
  /// - Parameters:
  ///   - records: In the order of their times.
  ///   - windows: The restarts.
  ///   - isApp: Whether a device of this name has the client library.
  init(_ records: [HistoryRecord], during windows: [Window], isApp: (String) -> Bool) {
    var open: [UInt64: HistoryRecord] = [:]
    for record in records {
      switch record.event {
      case .invoke(let call, let operation):
        guard operation.kind == .send, isApp(record.device) else { continue }
        if windows.contains(where: { ($0.begin...$0.end).contains(record.at) }) { open[call] = record }
      case .ok(let call, _): if open.removeValue(forKey: call) != nil { sends += 1 }
      case .refused(let call, let code):
        guard let begin = open.removeValue(forKey: call) else { continue }
        sends += 1
        // What the message itself is refused for has nothing to do with the restart.
        if ErrorCode(rawValue: code).retry == .safe { fail(begin, "was refused with \(ErrorCode(rawValue: code).name)") }
      case .unknown(let call):
        guard let begin = open.removeValue(forKey: call) else { continue }
        sends += 1
        fail(begin, "had no outcome")
      case .restarted(let how) where how == "kill -9" || how.hasPrefix("signal "):
        // Its own process was ended: it can no longer know.
        open = open.filter { $0.value.device != record.device }
      default: break
      }
    }
  }

  private mutating func fail(_ begin: HistoryRecord, _ how: String) {
    failed.append("a message that \(begin.device) of \(begin.user) sent during a rolling restart \(how)")
  }
}
