import Foundation
import Testing

@testable import MartletCommand

@Suite struct JSONLineTests {
  @Test func keysKeepTheirOrderAndNumbersArePlain() {
    var line = JSONLine()
    line.add("conversation", "direct:alice:bob")
    line.add("seq", UInt64.max)
    line.add("recalled", true)
    line.add("users", ["a", "b"])
    #expect(line.text == #"{"conversation":"direct:alice:bob","seq":18446744073709551615,"recalled":true,"users":["a","b"]}"#)
  }

  @Test func objectsLieInsideOthers() {
    var inner = JSONLine()
    inner.add("a", 1)
    var outer = JSONLine()
    outer.add("list", [inner, JSONLine()])
    #expect(outer.text == #"{"list":[{"a":1},{}]}"#)
  }

  @Test(arguments: [
    "plain", "quote \" backslash \\ slash /", "line\nend\r\ttab", "\u{0}\u{1B}[31m\u{7F}\u{9B}", "\u{2028}\u{202E}",
    "世界 👩‍👩‍👧 e\u{301}", "",
  ])
  func textReadsBackAsItWas(text: String) throws {
    var line = JSONLine()
    line.add("text", text)
    let read = try JSONDecoder().decode([String: String].self, from: Data(line.text.utf8))
    // Compared by bytes: Swift's == would take canonically equal text for the same.
    #expect(read["text"].map { Array($0.utf8) } == Array(text.utf8))
    #expect(line.text.unicodeScalars.allSatisfy { VisibleText.isHarmless($0) })
  }
}
