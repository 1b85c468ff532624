/// `docs/coverage.tsv`: the features of the catalogue that Martlet has, and the test for each.
struct CoverageTable {
  enum Status: String {
    case done
    case partial
    case later
    case none = "n/a"
  }

  /// How many rows each part of the catalogue has, numbered from 1.
  static let parts = [
    "LTIM": 155, "LTCALL": 50, "LEAN": 51, "TIM": 60, "LIBC": 120, "LIBD": 123, "LIBE": 134, "ULTR": 140, "KITA": 188,
    "KITB": 171,
    "PUSH": 130, "CHLG": 216,
  ]

  /// The names of all functions in the text of Swift and Python tests, and of all tests of Node's runner.
  static func functions(in text: String) -> Set<Substring> {
    var names: Set<Substring> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("test(\"") { names.insert(line.dropFirst(6).prefix { $0 != "\"" }) }
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(where: { $0 == "func" || $0 == "def" }), keyword + 1 < words.count else { continue }
      names.insert(words[keyword + 1].prefix { $0 != "(" })
    }
    return names
  }

  /// The errors in a table, one line each; `tests` are the names of all existing tests.
  static func problems(in text: String, tests: Set<Substring>) -> [String] {
    var problems: [String] = []
    var seen: Set<String> = []
    for (index, line) in text.split(separator: "\n").enumerated() where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 4 else {
        problems.append("line \(index + 1) has \(cells.count) columns")
        continue
      }
      if !seen.insert(cells[0]).inserted { problems.append("\(cells[0]) appears twice") }
      problems += self.problems(row: cells[0], status: cells[1], means: cells[2], tests: cells[3], known: tests)
    }
    let wanted = Set(parts.flatMap { part, count in (1...count).map { "\(part)-\($0 < 10 ? "0" : "")\($0)" } })
    problems += wanted.subtracting(seen).sorted().map { "\($0) is missing" }
    problems += seen.subtracting(wanted).sorted().map { "\($0) is no row of the catalogue" }
    return problems
  }

  private static func problems(row: String, status: String, means: String, tests named: String, known: Set<Substring>) -> [String]
  {
    guard let status = Status(rawValue: status) else { return ["\(row): '\(status)' is no status"] }
    var problems: [String] = []
    let names = named.split(separator: " ")
    if status != .later, means.isEmpty { problems.append("\(row): \(status.rawValue) does not say how or why") }
    if status == .done, names.isEmpty { problems.append("\(row): done without a test") }
    for name in names where !known.contains(name) {
      problems.append("\(row): there is no test called \(name)")
    }
    return problems
  }
}
