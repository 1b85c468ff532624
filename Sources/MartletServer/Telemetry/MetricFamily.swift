import MartletWire

/// Samples of one name, as the Prometheus text format has them.
struct MetricFamily: Sendable {
  enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  /// A number and how it is shown.
  enum Value: Sendable {
    case integer(Int64)
    /// Shown as seconds.
    case nanoseconds(Int64)

    var text: String {
      switch self {
      case .integer(let value): return "\(value)"
      case .nanoseconds(let value):
        let (seconds, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard rest > 0 else { return "\(value < 0 ? "-" : "")\(seconds)" }
        var digits = "\(rest)"
        digits = String(repeating: "0", count: 9 - digits.utf8.count) + digits
        while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
        return "\(value < 0 ? "-" : "")\(seconds).\(digits)"
      }
    }
  }

  struct Sample: Sendable {
    /// The suffix of the family's name: empty, `_bucket`, `_sum` or `_count`.
    var suffix = ""
    var label: (name: String, text: String)?
    var value: Value
  }

  let name: String
  let help: String
  let kind: Kind
  let samples: @Sendable () -> [Sample]

  func write(to text: inout String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples() {
      text += name + sample.suffix
      if let label = sample.label { text += "{\(label.name)=\"\(Self.escaped(label.text, quotes: true))\"}" }
      text += " \(sample.value.text)\n"
    }
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\n": escaped += #"\n"#
      case "\"" where quotes: escaped += #"\""#
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Collects families in the order they are shown, naming each `martlet_…`.
struct MetricFamilies {
  private(set) var all: [MetricFamily] = []

  mutating func counter(_ name: String, _ help: String) -> Counter {
    let counter = Counter(cells: Cells(columnCount: 1), column: 0)
    add(name, help, .counter) { [.init(value: .integer(counter.value))] }
    return counter
  }

  mutating func gauge(_ name: String, _ help: String) -> Gauge {
    let gauge = Gauge(cells: Cells(columnCount: 1))
    add(name, help, .gauge) { [.init(value: .integer(gauge.value))] }
    return gauge
  }

  mutating func labelled<Label: MetricLabel>(_ name: String, _ help: String, label: String) -> LabelledCounter<Label> {
    let counters = LabelledCounter<Label>(cells: Cells(columnCount: Label.allCases.count))
    add(name, help, .counter) {
      Label.allCases.map { .init(label: (label, $0.text), value: .integer(counters[$0].value)) }
    }
    return counters
  }

  mutating func failures(_ name: String, _ help: String, codes: [ErrorCode]) -> FailureCounter {
    let counter = FailureCounter(cells: Cells(columnCount: codes.count), codes: codes)
    add(name, help, .counter) {
      codes.map { .init(label: ("error", $0.name), value: .integer(counter.value($0))) }
    }
    return counter
  }

  mutating func histogram(_ name: String, _ help: String, unit: Histogram.Unit, bounds: [Int64]) -> Histogram {
    let histogram = Histogram(bounds: bounds, unit: unit)
    add(name, help, .histogram) {
      func shown(_ value: Int64) -> MetricFamily.Value { unit == .one ? .integer(value) : .nanoseconds(value) }
      let cumulative = histogram.cumulative
      let ends = bounds.map { shown($0).text } + ["+Inf"]
      return zip(ends, cumulative).map { .init(suffix: "_bucket", label: ("le", $0), value: .integer($1)) } + [
        .init(suffix: "_sum", value: shown(histogram.sum)),
        .init(suffix: "_count", value: .integer(cumulative.last ?? 0)),
      ]
    }
    return histogram
  }

  mutating func read(
    _ name: String, _ help: String, kind: MetricFamily.Kind, _ value: @escaping @Sendable () -> MetricFamily.Value
  ) {
    add(name, help, kind) { [.init(value: value())] }
  }

  mutating func app(_ name: String, _ help: String, _ kind: MetricFamily.Kind, _ apps: AppFigures, _ column: AppFigures.Column) {
    add("app_\(name)", help, kind) { apps.samples(column) }
  }

  mutating func constant(_ name: String, _ help: String, label: String, text: String) {
    add(name, help, .gauge) { [.init(label: (label, text), value: .integer(1))] }
  }

  private mutating func add(
    _ name: String, _ help: String, _ kind: MetricFamily.Kind, _ samples: @escaping @Sendable () -> [MetricFamily.Sample]
  ) {
    all.append(MetricFamily(name: "martlet_\(name)", help: help, kind: kind, samples: samples))
  }
}
