import Foundation

/// Reads the Prometheus text format 0.0.4 and refuses violations of its rules.
struct PrometheusText {
  struct Malformed: Error {
    var line: Substring
    var rule: String
  }

  private(set) var types: [String: String] = [:]
  /// Values by name and labels as written.
  private(set) var samples: [String: Double] = [:]

  init(_ text: String) throws {
    let name = /[a-zA-Z_:][a-zA-Z0-9_:]*/
    let sample = /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"\})? (\S+)/
    guard text.hasSuffix("\n") else { throw Malformed(line: "", rule: "the last line ends") }
    var helped: Set<String> = []
    var current = ""
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.split(separator: " ", maxSplits: 3)
      if line.hasPrefix("# HELP ") {
        guard words.count == 4, helped.insert(String(words[2])).inserted else {
          throw Malformed(line: line, rule: "help is given once")
        }
      } else if line.hasPrefix("# TYPE ") {
        guard words.count == 4, words[2].wholeMatch(of: name) != nil, types[String(words[2])] == nil,
          ["counter", "gauge", "histogram"].contains(words[3])
        else { throw Malformed(line: line, rule: "a type is given once and known") }
        current = String(words[2])
        types[current] = String(words[3])
      } else {
        guard let match = line.wholeMatch(of: sample), let value = Double(match.3) else {
          throw Malformed(line: line, rule: "a sample has a name, labels and a number")
        }
        let suffixes = types[current] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { match.1 == current + $0 }) else {
          throw Malformed(line: line, rule: "samples follow the type of their name")
        }
        guard types[current] != "counter" || current.hasSuffix("_total") else {
          throw Malformed(line: line, rule: "counters are totals")
        }
        let key = String(match.1) + String(match.2 ?? "")
        guard samples.updateValue(value, forKey: key) == nil else { throw Malformed(line: line, rule: "a sample is given once") }
      }
    }
    guard Set(types.keys) == helped else { throw Malformed(line: "", rule: "every name has a type and help") }
  }
}
