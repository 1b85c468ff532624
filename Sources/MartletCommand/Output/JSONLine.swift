/// A JSON object on one line, for programs that read the commands' output.
///
/// Keys come in the order in which they were added. Numbers are plain. Control characters are escaped even where JSON allows them
/// raw, so that the output is harmless on a terminal.
struct JSONLine: Sendable {
  private var fields: [String] = []

  init() {}

  mutating func add(_ key: String, _ value: String) { fields.append("\(JSONLine.quoted(key)):\(JSONLine.quoted(value))") }

  mutating func add(_ key: String, _ value: some FixedWidthInteger) { fields.append("\(JSONLine.quoted(key)):\(value)") }

  /// A number, which must be finite.
  mutating func add(_ key: String, _ value: Double) { fields.append("\(JSONLine.quoted(key)):\(value)") }

  mutating func add(_ key: String, _ value: Bool) { fields.append("\(JSONLine.quoted(key)):\(value)") }

  mutating func add(_ key: String, _ values: [String]) {
    fields.append("\(JSONLine.quoted(key)):[\(values.map { JSONLine.quoted($0) }.joined(separator: ","))]")
  }

  mutating func add(_ key: String, _ value: JSONLine) { fields.append("\(JSONLine.quoted(key)):\(value.text)") }

  mutating func add(_ key: String, _ values: [JSONLine]) {
    fields.append("\(JSONLine.quoted(key)):[\(values.map(\.text).joined(separator: ","))]")
  }

  var text: String { "{\(fields.joined(separator: ","))}" }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if VisibleText.isHarmless(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          // All of these lie in the first plane, so that one escape names them.
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        }
      }
    }
    return result + "\""
  }
}
