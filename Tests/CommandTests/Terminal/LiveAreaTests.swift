import MartletTesting
import Testing

@testable import MartletCommand

@Suite struct LiveAreaTests {
  private func editor(_ text: String, left: Int = 0) -> LineEditor {
    var editor = LineEditor()
    _ = editor.press(.paste(text))
    for _ in 0..<left { _ = editor.press(.left) }
    return editor
  }

  @Test func linesComeAboveTheLineBeingTyped() {
    var area = LiveArea(columns: 20, rows: 6, hasColours: false)
    var screen = ScreenModel(columns: 20, rows: 6)
    let prompt = StyledLine("bob> ")
    let state = [StyledLine("online")]
    #expect(screen.write(area.show(state: state, prompt: prompt, editor: editor("hel")), width: DisplayWidth.of).isEmpty)
    #expect(screen.text == ["online", "bob> hel"])
    let output = area.show([StyledLine("alice: hi")], state: state, prompt: prompt, editor: editor("hello", left: 1))
    #expect(screen.write(output, width: DisplayWidth.of).isEmpty)
    #expect(screen.text == ["alice: hi", "online", "bob> hello"])
    #expect(screen.cursor == (2, 9))
  }

  @Test func longInputWrapsAndComesBackTogether() {
    var area = LiveArea(columns: 10, rows: 6, hasColours: false)
    var screen = ScreenModel(columns: 10, rows: 6)
    let prompt = StyledLine("> ")
    _ = screen.write(area.show(state: [], prompt: prompt, editor: editor("abcdefgh")), width: DisplayWidth.of)
    #expect(screen.text == ["> abcdefgh"])
    #expect(screen.cursor == (1, 0))
    _ = screen.write(area.show(state: [], prompt: prompt, editor: editor("abcdefg世界", left: 1)), width: DisplayWidth.of)
    #expect(screen.text == ["> abcdefg", "世界"])
    #expect(screen.cursor == (1, 2))
    _ = screen.write(area.show(state: [], prompt: prompt, editor: editor("a")), width: DisplayWidth.of)
    #expect(screen.text == ["> a"])
    #expect(screen.cursor == (0, 3))
  }

  @Test func inputTallerThanTheScreenShowsThePartAroundTheCursor() {
    var area = LiveArea(columns: 10, rows: 4, hasColours: false)
    var screen = ScreenModel(columns: 10, rows: 4)
    let long = String(repeating: "0123456789", count: 6)
    for left in [0, 30, 60, 5] {
      _ = screen.write(
        area.show([StyledLine("line")], state: [StyledLine("state")], prompt: StyledLine("> "), editor: editor(long, left: left)),
        width: DisplayWidth.of)
    }
    _ = screen.write(area.wipe(), width: DisplayWidth.of)
    #expect(screen.text == ["line", "line", "line", "line"])
  }

  @Test func aLongStateLineTakesOneRow() {
    var area = LiveArea(columns: 10, rows: 5, hasColours: true)
    var screen = ScreenModel(columns: 10, rows: 5)
    let state = [StyledLine("a state that is long", .dim)]
    _ = screen.write(area.show(state: state, prompt: StyledLine("> "), editor: editor("x")), width: DisplayWidth.of)
    #expect(screen.text == ["a state …", "> x"])
  }

  @Test(arguments: SeededRandom.environmentSeeds(1)) func theScreenIsWhatWasShownWhateverHappens(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let alphabet = ["a", "bc", "世", "界", "é", "e\u{301}", "👍", "\u{1B}", "\n", "word"]
    for _ in 0..<300 {
      let columns = Int.random(in: 10...30, using: &random)
      let rows = Int.random(in: 6...12, using: &random)
      var area = LiveArea(columns: columns, rows: rows, hasColours: Bool.random(using: &random))
      var screen = ScreenModel(columns: columns, rows: rows)
      var expected: [String] = []
      for step in 0..<12 {
        let lines = (0..<Int.random(in: 0...2, using: &random)).map { StyledLine("line \(step).\($0)", .bold) }
        let typed = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) }
          .joined()
        var line = LineEditor()
        _ = line.press(.paste(typed))
        for _ in 0..<Int.random(in: 0...6, using: &random) { _ = line.press(.left) }
        let output = area.show(lines, state: [StyledLine("state", .dim)], prompt: StyledLine("> ", .good), editor: line)
        #expect(screen.write(output, width: DisplayWidth.of).isEmpty, "MARTLET_SEED=\(seed)")
        expected += lines.map(\.text)
        #expect(Array(screen.text.prefix(expected.count + 1)) == expected + ["state"], "MARTLET_SEED=\(seed)")
        // An input that fits the screen is shown whole; a taller one shows the part around the cursor.
        let input = screen.text.dropFirst(expected.count + 1)
        if input.count < rows - 1 { #expect(input.joined() == "> \(visible(line.text))".trimmingBlank, "MARTLET_SEED=\(seed)") }
        #expect((expected.count + 1...expected.count + rows).contains(screen.cursor.row), "MARTLET_SEED=\(seed)")
      }
    }
  }
}

extension String {
  /// Without a blank at its end, as a screen's rows are.
  fileprivate var trimmingBlank: String { hasSuffix(" ") ? String(dropLast()) : self }
}
