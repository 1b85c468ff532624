import Testing

@testable import MartletCommand

@Suite struct VisibleTextTests {
  @Test(arguments: [
    ("hello, 世界 👩‍👩‍👧", "hello, 世界 👩‍👩‍👧"),
    ("\u{1B}[2J", "␛[2J"),
    ("\u{9B}31mred", "<U+9B>31mred"),
    ("a\tb\rc\nd", "a␉b␍c␊d"),
    ("\u{7}\u{8}\u{7F}\u{0}", "␇␈␡␀"),
    ("\u{1B}]0;title\u{7}", "␛]0;title␇"),
    ("abc\u{202E}fed", "abc<U+202E>fed"),
    ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>"),
    ("a\u{2028}b", "a<U+2028>b"),
    ("שלום\u{200F}", "שלום\u{200F}"),
  ])
  func whatATerminalWouldObeyIsShown(text: String, shown: String) {
    #expect(visible(text) == shown)
  }

  @Test func lineEndsStayWhereWanted() {
    #expect(visible("a\nb\u{1B}", keepingLines: true) == "a\nb␛")
  }

  @Test func nothingAControlCharacterCanBeIsLeft() {
    for value in UInt32(0)...0x2100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for shown in visible(String(scalar)).unicodeScalars {
        #expect(shown.properties.generalCategory != .control, "U+\(String(value, radix: 16))")
      }
    }
  }
}
