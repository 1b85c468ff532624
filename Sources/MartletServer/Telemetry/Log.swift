import MartletWire
import Synchronization

/// The operator's log: one line an event, `time=… level=… message="…"` and further `key=value` pairs.
///
/// The message is fixed text, and no field holds content of users, so a log can be shown to others.
package struct Log: Sendable {
  /// The severity of an event, lowest first.
  package enum Level: Int, Sendable, Comparable, CaseIterable {
    case debug, info, warning, error

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The value of a field.
  package enum Value: Sendable, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
    case text(String)
    case integer(Int64)

    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }

    /// The description of a value: an id, an error, an address.
    package static func of(_ value: some CustomStringConvertible) -> Value { .text(value.description) }
    /// A number.
    package static func number(_ value: some BinaryInteger) -> Value { .integer(Int64(clamping: value)) }
  }

  /// Maximum number of bytes in a line, its end included.
  ///
  /// A pipe accepts this many at once without mixing them with another writer's.
  package static let maximumLineBytes = 4096

  private let threshold: Threshold
  private let time: any TimeSource
  private let sink: @Sendable (String) -> Void

  /// A log that keeps events of `level` and above.
  ///
  /// - Parameters:
  ///   - level: The least level kept.
  ///   - time: Gives each line its time.
  ///   - sink: Takes each line, with its end, on the thread that logs; it must not wait.
  package init(level: Level = .info, time: any TimeSource, sink: @escaping @Sendable (String) -> Void) {
    threshold = Threshold(level)
    self.time = time
    self.sink = sink
  }

  /// Keeps events of another level and above from now on, in all copies of this log.
  package func keep(from level: Level) { threshold.level.store(level.rawValue, ordering: .relaxed) }

  package func debug(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    write(.debug, message, fields)
  }

  package func info(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    write(.info, message, fields)
  }

  package func warning(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    write(.warning, message, fields)
  }

  package func error(_ message: StaticString, _ fields: KeyValuePairs<StaticString, Value> = [:]) {
    write(.error, message, fields)
  }

  private func write(_ level: Level, _ message: StaticString, _ fields: KeyValuePairs<StaticString, Value>) {
    guard level.rawValue >= threshold.level.load(ordering: .relaxed) else { return }
    var line = "time=\(UTCTime.text(milliseconds: time.wallMilliseconds)) level=\(level) message="
    Self.append(message.description, to: &line)
    for (key, value) in fields {
      line += " \(key)="
      switch value {
      case .text(let text): Self.append(text, to: &line)
      case .integer(let number): line += "\(number)"
      }
    }
    sink(Self.bounded(line) + "\n")
  }

  /// Appends a value, in quotes unless it is one word, and escapes characters that could end a line.
  private static func append(_ text: String, to line: inout String) {
    let isWord =
      !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""\=[]"#.utf8.contains($0) }
    guard !isWord else {
      line += text
      return
    }
    line += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += #"\""#
      case "\\": line += #"\\"#
      case "\n": line += #"\n"#
      case "\r": line += #"\r"#
      case "\t": line += #"\t"#
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
          line += "\\u{\(String(scalar.value, radix: 16))}"
        default: line.unicodeScalars.append(scalar)
        }
      }
    }
    line += "\""
  }

  private static func bounded(_ line: String) -> String {
    guard line.utf8.count >= maximumLineBytes else { return line }
    var end = line.utf8.index(line.startIndex, offsetBy: maximumLineBytes - 1 - cutMark.utf8.count)
    while end > line.startIndex, end.samePosition(in: line.unicodeScalars) == nil { end = line.utf8.index(before: end) }
    return line[..<end] + cutMark
  }

  private static let cutMark = "…"

  /// The least level kept, which can be changed while the server runs.
  private final class Threshold: Sendable {
    let level: Atomic<Int>

    init(_ level: Level) { self.level = Atomic(level.rawValue) }
  }
}
