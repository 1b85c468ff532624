import Testing

@testable import MartletCommand

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("世界", 4), ("한글", 4), ("かな", 4), ("ｆ", 2), ("ﾊﾝ", 2), ("👍", 2), ("…", 1),
    ("a\u{200B}b", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("Ω", 1), ("🇩🇪", 4),
  ])
  func columnsAreCounted(text: String, columns: Int) {
    // A flag is two letters of two columns for terminals that do not join them.
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("世界", 3, "世…"), ("世界", 2, "…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("", 0, ""),
  ])
  func longTextIsCut(text: String, columns: Int, cut: String) {
    #expect(DisplayWidth.cut(text, to: columns) == cut)
    #expect(DisplayWidth.of(cut) <= columns)
  }
}
