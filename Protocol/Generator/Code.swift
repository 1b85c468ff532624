/// Swift text under construction.
struct Code {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "  ", count: depth) + line }
    text += "\n"
  }

  /// Lines between `head {` and `}`.
  mutating func block(_ head: String, _ body: (inout Code) throws -> Void) rethrows {
    line(head + " {")
    depth += 1
    try body(&self)
    depth -= 1
    line("}")
  }

  /// Lines further to the right.
  mutating func indented(_ body: (inout Code) throws -> Void) rethrows {
    depth += 1
    try body(&self)
    depth -= 1
  }

  /// A comment of the schema as a documentation comment.
  mutating func comment(_ comment: String) {
    var lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    for text in lines { line(text.isEmpty ? "///" : "///" + (text.hasPrefix(" ") ? "" : " ") + text) }
  }
}
