import Testing

@testable import MartletCommand

@Suite struct StyledLineTests {
  @Test func looksAreCodesOnlyWhereWanted() {
    var line = StyledLine("alice", .bold)
    line.append(": hi")
    #expect(line.rendered(colours: false) == "alice: hi")
    #expect(line.rendered(colours: true) == "\u{1B}[1malice\u{1B}[0m: hi")
  }

  @Test func whatATerminalWouldObeyCannotGetIn() {
    var line = StyledLine("\u{1B}[2J")
    line.append("\u{9B}H\n", .bad)
    #expect(line.text == "␛[2J<U+9B>H␊")
  }

  @Test(arguments: [(30, "alice: hello"), (12, "alice: hello"), (11, "alice: hel…"), (7, "alice:…"), (6, "alice…"), (1, "…")])
  func longLinesAreCut(columns: Int, text: String) {
    var line = StyledLine("alice", .colour(3))
    line.append(":")
    line.append(" hello", .dim)
    let cut = line.cut(to: columns)
    #expect(cut.text == text)
    #expect(cut.width <= columns)
  }

  @Test(arguments: [Int.min, -1, 0, 1, 5, Int.max])
  func everyNumberIsAColour(number: Int) {
    let text = StyledLine("x", .colour(number)).rendered(colours: true)
    #expect((31...36).contains { text == "\u{1B}[\($0)mx\u{1B}[0m" })
  }
}
