import MartletTesting
import Testing

@testable import MartletCommand

@Suite struct LineEditorTests {
  /// Types text, in which `<` and `>` move left and right, `^` goes back in history, `v` forward, and capital letters
  /// are held with Ctrl.
  private func typed(_ script: String, into editor: inout LineEditor) -> [LineEditor.Outcome] {
    script.map { letter in
      switch letter {
      case "<": editor.press(.left)
      case ">": editor.press(.right)
      case "^": editor.press(.up)
      case "v": editor.press(.down)
      case "⏎": editor.press(.enter)
      case "⌫": editor.press(.backspace)
      case "⌦": editor.press(.delete)
      case _ where letter.isASCII && letter.isUppercase: editor.press(.control(Character(letter.lowercased())))
      default: editor.press(.character(letter))
      }
    }
  }

  /// The line with `|` where the cursor stands.
  private func shown(_ editor: LineEditor) -> String {
    String(editor.characters[..<editor.cursor]) + "|" + String(editor.characters[editor.cursor...])
  }

  @Test(arguments: [
    ("hello", "hello|"),
    ("hello<<", "hel|lo"),
    ("hello<<X⌫", "he|lo"),
    ("hello<<⌦", "hel|o"),
    ("helloAx", "x|hello"),
    ("helloA>E!", "hello!|"),
    ("one two threeW", "one two |"),
    ("one two<<<<W", "| two"),
    ("one two<<<K", "one |"),
    ("one two<<<U", "|two"),
    ("one two<<<UEY", "twoone |"),
    ("teh<TT", "teh|"),
    ("ab<T", "ba|"),
    ("世界<x", "世x|界"),
    ("a⌫⌫⌫", "|"),
    ("<<>>⌦", "|"),
    ("abB", "a|b"),
    ("abBBF", "a|b"),
    ("abDA", "|ab"),
  ])
  func keysEditTheLine(script: String, line: String) {
    var editor = LineEditor()
    _ = typed(script, into: &editor)
    #expect(shown(editor) == line)
  }

  @Test func enterSubmitsAndEmpties() {
    var editor = LineEditor()
    #expect(typed("hi⏎", into: &editor).last == .submitted("hi"))
    #expect(shown(editor) == "|")
    #expect(editor.press(.enter) == .submitted(""))
    #expect(editor.history == ["hi"])
  }

  @Test func endOfInputNeedsAnEmptyLine() {
    var editor = LineEditor()
    #expect(editor.press(.control("d")) == .ended)
    #expect(typed("xD", into: &editor).last == .nothing)
    #expect(editor.press(.control("c")) == .interrupted)
    #expect(editor.text == "x")
  }

  @Test func historyGoesBackAndForthAndKeepsTheDraft() {
    var editor = LineEditor()
    _ = typed("one⏎two⏎two⏎dra", into: &editor)
    #expect(editor.history == ["one", "two"])
    _ = typed("^", into: &editor)
    #expect(shown(editor) == "two|")
    _ = typed("^^^", into: &editor)
    #expect(shown(editor) == "one|")
    _ = typed("vv", into: &editor)
    #expect(shown(editor) == "dra|")
    #expect(editor.press(.down) == .nothing)
    _ = typed("^!⏎", into: &editor)
    #expect(editor.history == ["one", "two", "two!"])
  }

  @Test func historyIsBounded() {
    var editor = LineEditor(historyLimit: 2)
    _ = typed("a⏎b⏎c⏎", into: &editor)
    #expect(editor.history == ["b", "c"])
  }

  @Test func theLineIsBounded() {
    var editor = LineEditor(characterLimit: 3)
    #expect(editor.press(.paste("abcdef")) == .changed)
    #expect(editor.text == "abc")
    #expect(editor.press(.character("d")) == .nothing)
  }

  @Test func pastedLinesStayOneMessage() {
    var editor = LineEditor()
    _ = editor.press(.paste("two\nlines\u{1B}[0m"))
    _ = editor.press(.newLine)
    #expect(editor.press(.enter) == .submitted("two\nlines[0m\n"))
  }

  @Test func marksJoinTheLetterBefore() {
    var editor = LineEditor()
    _ = editor.press(.character("e"))
    _ = editor.press(.character("\u{301}"))
    #expect(editor.characters == ["é"])
    #expect(editor.cursor == 1)
    _ = editor.press(.backspace)
    #expect(editor.characters.isEmpty)
  }

  @Test func wordsAreCompleted() {
    var editor = LineEditor()
    _ = typed("/open gr x<<", into: &editor)
    #expect(editor.press(.tab) == .complete("gr"))
    editor.completeWord(with: "group:team")
    #expect(shown(editor) == "/open group:team| x")
  }

  @Test(arguments: SeededRandom.environmentSeeds(1)) func theCursorStaysInTheLineWhateverIsTyped(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let keys: [Key] = [
      .character("a"), .character(" "), .character("\u{301}"), .character("👍"), .character("\u{200D}"), .character("🇩"), .left,
      .right,
      .up, .down, .home, .end, .wordLeft, .wordRight, .backspace, .delete, .enter, .newLine, .tab, .paste("x\ny"), .control("k"),
      .control("u"), .control("w"), .control("y"), .control("t"), .control("d"), .other,
    ]
    for _ in 0..<100 {
      var editor = LineEditor(historyLimit: 3, characterLimit: 20)
      var pressed: [Key] = []
      for _ in 0..<100 {
        guard let key = keys.randomElement(using: &random) else { continue }
        pressed.append(key)
        _ = editor.press(key)
        guard (0...editor.characters.count).contains(editor.cursor) else {
          Issue.record("cursor \(editor.cursor) of \(editor.characters.count) after \(pressed), MARTLET_SEED=\(seed)")
          return
        }
      }
    }
  }
}
