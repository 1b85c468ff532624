import MartletWire

/// A number that only grows.
package struct Counter: Sendable {
  let cells: Cells
  let column: Int

  /// Adds to it; may be called from any thread and never waits.
  package func add(_ amount: Int = 1) { cells.add(Int64(amount), column: column) }

  /// The sum of all additions.
  package var value: Int64 { cells.sum(column: column) }
}

/// A number that grows and falls.
package struct Gauge: Sendable {
  let cells: Cells
  var column = 0

  /// Adds to it, or takes away; may be called from any thread and never waits.
  package func add(_ amount: Int) { cells.add(Int64(amount), column: column) }

  /// The sum of all additions.
  package var value: Int64 { cells.sum(column: column) }
}

/// The values of a label: cases numbered 0, 1, 2 …, and their texts.
package protocol MetricLabel: RawRepresentable<Int>, CaseIterable, Sendable {
  /// The text of the value.
  var text: String { get }
}

extension MetricLabel {
  package var text: String { "\(self)" }
}

/// Counters that differ in one label.
package struct LabelledCounter<Label: MetricLabel>: Sendable {
  let cells: Cells

  /// The counter of one label.
  package subscript(label: Label) -> Counter { Counter(cells: cells, column: label.rawValue) }
}

/// Counters that differ in an error code.
package struct FailureCounter: Sendable {
  let cells: Cells
  let codes: [ErrorCode]

  /// Counts one failure; a code this family does not have is passed over.
  package func add(_ code: ErrorCode) {
    if let column = codes.firstIndex(of: code) { cells.add(1, column: column) }
  }

  /// The number of times the code was counted.
  package func value(_ code: ErrorCode) -> Int64 { codes.firstIndex(of: code).map { cells.sum(column: $0) } ?? 0 }
}

/// The number of values in each of some ranges, and the sum of all values.
package struct Histogram: Sendable {
  /// The unit of a counted value, and its conversion to the unit shown.
  package enum Unit: Sendable {
    /// The same.
    case one
    /// Nanoseconds, shown as seconds.
    case nanoseconds
  }

  let cells: Cells
  /// Upper ends of the ranges, inclusive and ascending; a last range without end follows.
  let bounds: [Int64]
  let unit: Unit

  init(bounds: [Int64], unit: Unit) {
    self.bounds = bounds
    self.unit = unit
    cells = Cells(columnCount: bounds.count + 2)
  }

  /// Counts one value; may be called from any thread and never waits.
  package func record(_ value: Int64) {
    cells.add(1, column: bounds.firstIndex { value <= $0 } ?? bounds.count)
    cells.add(value, column: bounds.count + 1)
  }

  /// The number of values up to each bound, and last, the number of all values.
  package var cumulative: [Int64] {
    var sum: Int64 = 0
    return (0...bounds.count).map { column in
      sum &+= cells.sum(column: column)
      return sum
    }
  }

  /// The sum of all values.
  package var sum: Int64 { cells.sum(column: bounds.count + 1) }
}
