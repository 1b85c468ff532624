import MartletTesting
import Testing

@testable import MartletServer

@Suite struct ConfigurationTextTests {
  private func read(_ text: String) -> ConfigurationText { ConfigurationText(Array(text.utf8)) }

  private func found(_ text: String) -> [String] { read(text).findings.map { "\($0.line): \($0.message)" } }

  @Test(arguments: [
    ("a.b = c", "a.b", "c"), ("a.b=c", "a.b", "c"), ("  a.b\t=\tc d  ", "a.b", "c d"), ("a.b = c # why", "a.b", "c"),
    ("a.b = /srv/#1", "a.b", "/srv/#1"), ("a.b = c=d", "a.b", "c=d"), ("a.b = c\r", "a.b", "c"), ("a.b = ü", "a.b", "ü"),
    ("app.My-Shop.a.b = 1", "app.My-Shop.a.b", "1"),
  ])
  func aLineSetsAKey(text: String, key: String, value: String) {
    #expect(read(text).lines == [ConfigurationText.Line(number: 1, key: key, value: value)])
    #expect(read(text).findings.isEmpty)
  }

  @Test func commentsAndBlankLinesAreCountedAndPassedOver() {
    let text = read("# head\n\n  # indented\na.b = 1\n#c.d = 2\n\te.f = 3\n")
    #expect(text.lines.map(\.number) == [4, 6])
    #expect(text.findings.isEmpty)
    #expect(read("").lines.isEmpty && read("").findings.isEmpty)
  }

  @Test(arguments: [
    ("a.b", "1: 'a.b' is not of the form: key = value"),
    ("a.b =", "1: a.b has no value; remove the line to use the default"),
    ("a.b = # nothing", "1: a.b has no value; remove the line to use the default"),
    ("= 1", "1: '' is not a key: words of letters, digits, _ and -, separated by dots"),
    ("a b = 1", "1: 'a b' is not a key: words of letters, digits, _ and -, separated by dots"),
    ("[limits]", "1: '[limits]' is not of the form: key = value"),
    ("\n\na.b = \u{1B}[2J", "3: is not valid UTF-8, or contains control characters"),
  ])
  func whatIsNoLineIsFound(text: String, finding: String) {
    #expect(found(text) == [finding])
  }

  @Test func theRestIsReadAfterALineThatIsWrong() {
    let text = read("oops\na.b = 1\noops\nc.d = 2")
    #expect(text.lines.map(\.key) == ["a.b", "c.d"])
    #expect(text.findings.map(\.line) == [1, 3])
  }

  @Test func whatIsTooLongIsRefused() {
    #expect(found("a.b = " + String(repeating: "x", count: ConfigurationText.lineByteLimit)).count == 1)
    #expect(found(String(repeating: "#\n", count: ConfigurationText.byteLimit)) == ["0: the file is larger than 1048576 bytes"])
    #expect(ConfigurationText([0x61, 0x3D, 0xFF]).findings.count == 1)
  }
}
