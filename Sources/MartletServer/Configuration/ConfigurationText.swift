/// The lines of a configuration file: `key = value  # comment`, one key a line.
///
/// A comment begins at the line's start or after a blank; blank lines are skipped. Reading does not stop at a malformed line. The
/// line becomes a finding and reading continues, so that one run reports all errors.
struct ConfigurationText: Sendable, Equatable {
  /// One line that sets a key.
  struct Line: Sendable, Equatable {
    /// From 1.
    var number: Int
    var key: String
    var value: String
  }

  /// An error in a line; line 0 stands for the whole file.
  struct Finding: Sendable, Equatable {
    var line: Int
    var message: String
  }

  static let byteLimit = 1 << 20
  static let lineByteLimit = 4096

  private(set) var lines: [Line] = []
  private(set) var findings: [Finding] = []

  init(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit else {
      findings.append(Finding(line: 0, message: "the file is larger than \(Self.byteLimit) bytes"))
      return
    }
    var number = 0
    // The end of a file that ends with a line end is not one more line.
    let content = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number &+= 1
      read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number)
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, _ number: Int) {
    guard line.count <= Self.lineByteLimit else {
      return find("is longer than \(Self.lineByteLimit) bytes", number)
    }
    guard let text = String(validating: Array(line), as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0 == "\t" || ($0.value >= 0x20 && $0.value != 0x7F) })
    else { return find("is not valid UTF-8, or contains control characters", number) }
    let said = Self.trimmed(Self.withoutComment(text.unicodeScalars[...]))
    guard !said.isEmpty else { return }
    guard let sign = said.firstIndex(of: "=") else {
      return find("'\(String(said.prefix(60)))' is not of the form: key = value", number)
    }
    let key = Self.trimmed(said[..<sign])
    let value = Self.trimmed(said[said.index(after: sign)...])
    guard Self.isKey(key) else {
      return find(
        "'\(String(key.prefix(60)))' is not a key: words of letters, digits, _ and -, separated by dots", number)
    }
    guard !value.isEmpty else {
      return find("\(String(key)) has no value; remove the line to use the default", number)
    }
    lines.append(Line(number: number, key: String(key), value: String(value)))
  }

  private mutating func find(_ message: String, _ number: Int) { findings.append(Finding(line: number, message: message)) }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func withoutComment(_ scalars: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    var isAfterBlank = true
    for index in scalars.indices {
      if isAfterBlank, scalars[index] == "#" { return scalars[..<index] }
      isAfterBlank = isBlank(scalars[index])
    }
    return scalars
  }

  private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    guard let first = scalars.firstIndex(where: { !isBlank($0) }), let last = scalars.lastIndex(where: { !isBlank($0) }) else {
      return scalars[scalars.startIndex..<scalars.startIndex]
    }
    return scalars[first...last]
  }

  private static func isKey(_ scalars: Substring.UnicodeScalarView) -> Bool {
    !scalars.isEmpty
      && scalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
        default: false
        }
      }
  }
}
