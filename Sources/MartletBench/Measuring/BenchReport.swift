/// The results of a benchmark, in display order.
package struct BenchReport: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case count(UInt64)
    case number(Double)
    case text(String)
    case flag(Bool)
  }

  package struct Row: Sendable, Equatable {
    /// The key in JSON.
    package let key: String
    /// The label for people; nil shows the row in JSON only.
    package let label: String?
    package let value: Value
    package let unit: String
  }

  package private(set) var rows: [Row] = []
  /// Reports on parts of the benchmark, under a key.
  package private(set) var parts: [(key: String, reports: [BenchReport])] = []
  /// Facts needed to judge the figures, a sentence each.
  package var notes: [String] = []
  /// The tally of the messages.
  package var tally = Tally()

  package init() {}

  package static func == (left: BenchReport, right: BenchReport) -> Bool {
    left.rows == right.rows && left.notes == right.notes && left.tally == right.tally
      && left.parts.map(\.key) == right.parts.map(\.key) && left.parts.map(\.reports) == right.parts.map(\.reports)
  }

  package mutating func add(_ key: String, _ label: String?, _ value: UInt64, unit: String = "") {
    rows.append(Row(key: key, label: label, value: .count(value), unit: unit))
  }

  package mutating func add(_ key: String, _ label: String?, _ value: Int, unit: String = "") {
    add(key, label, UInt64(clamping: value), unit: unit)
  }

  /// Adds a number with three decimal places; omits one that is infinite or not a number.
  package mutating func add(_ key: String, _ label: String?, _ value: Double, unit: String = "") {
    guard value.isFinite, abs(value) < 1e12 else { return }
    rows.append(Row(key: key, label: label, value: .number((value * 1000).rounded() / 1000), unit: unit))
  }

  package mutating func add(_ key: String, _ label: String?, text: String) {
    rows.append(Row(key: key, label: label, value: .text(text), unit: ""))
  }

  package mutating func add(_ key: String, _ label: String?, flag: Bool) {
    rows.append(Row(key: key, label: label, value: .flag(flag), unit: ""))
  }

  package mutating func add(_ key: String, _ reports: [BenchReport]) { parts.append((key, reports)) }

  /// Adds the row of another report, if it has one of that key.
  mutating func copy(_ key: String, from other: BenchReport) { rows += other.rows.filter { $0.key == key } }

  package subscript(key: String) -> Value? { rows.first { $0.key == key }?.value }

  /// The number under a key; nil if there is none.
  package func number(_ key: String) -> Double? {
    switch self[key] {
    case .count(let count): Double(count)
    case .number(let number): number
    default: nil
    }
  }

  /// The rows as a table, parts below, notes last.
  package var table: String {
    let shown = rows.compactMap { row in row.label.map { (label: $0, value: row.shown) } }
    let widest = shown.map(\.label.count).max() ?? 0
    var text = ""
    for row in shown { text += row.label + String(repeating: " ", count: widest + 2 - row.label.count) + row.value + "\n" }
    for report in parts.flatMap(\.reports) {
      let table = report.table
      if !table.isEmpty { text += "\n" + table }
    }
    for note in notes { text += "\nNote: \(note)" }
    return notes.isEmpty ? text : text + "\n"
  }
}

extension BenchReport.Row {
  /// The value as a person reads it.
  fileprivate var shown: String {
    let text =
      switch value {
      case .count(let count): grouped(String(count))
      case .number(let number): number >= 1000 ? grouped(String(Int(number.rounded()))) : "\(number)"
      case .text(let text): text
      case .flag(let flag): flag ? "yes" : "no"
      }
    return unit.isEmpty ? text : "\(text) \(unit)"
  }

  /// Digits with a comma before each three of them.
  private func grouped(_ digits: String) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
