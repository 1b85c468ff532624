/// The lowest rows of the terminal, which change while the rows above stay: some lines of state and the line being typed.
///
/// Returns the bytes for the terminal; writes nothing itself.
///
/// The terminal's cursor is always at the typing position. To add a line above, the area is erased, the line is written where it
/// began, and the area is redrawn below, all in one write.
struct LiveArea: Sendable {
  var columns: Int
  var rows: Int
  var hasColours: Bool
  /// In which row of the area, as drawn, the cursor stands; nil when nothing is drawn.
  private var cursorRow: Int?

  init(columns: Int, rows: Int, hasColours: Bool) {
    self.columns = columns
    self.rows = rows
    self.hasColours = hasColours
  }

  /// Adds lines above and draws the area.
  ///
  /// `lines` are written once and scroll away like any output. `state` comes between those and the prompt, each line
  /// cut to one row.
  mutating func show(_ lines: [StyledLine] = [], state: [StyledLine], prompt: StyledLine, editor: LineEditor) -> String {
    var output = wipe()
    for line in lines { output += line.rendered(colours: hasColours) + "\r\n" }
    let layout = Layout(prompt: prompt.width, characters: editor.characters, cursor: editor.cursor, columns: columns)
    let stateLines = state.suffix(max(0, rows &- 2)).map { $0.cut(to: max(1, columns &- 1)) }
    for line in stateLines { output += line.rendered(colours: hasColours) + "\r\n" }

    let shown = layout.window(of: max(1, rows &- stateLines.count &- 1))
    if shown.lowerBound == 0 { output += prompt.rendered(colours: hasColours) }
    output += layout.rows[shown].joined(separator: "\r\n")
    let below = shown.upperBound &- 1 &- layout.cursorRow
    if below > 0 { output += "\u{1B}[\(below)A" }
    output += "\r" + (layout.cursorColumn > 0 ? "\u{1B}[\(layout.cursorColumn)C" : "")
    cursorRow = stateLines.count &+ layout.cursorRow &- shown.lowerBound
    return output
  }

  /// Wipes the area: the cursor stands where it began.
  mutating func wipe() -> String {
    guard let row = cursorRow else { return "" }
    cursorRow = nil
    return "\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J"
  }

  /// Wipes the whole screen.
  mutating func wipeScreen() -> String {
    cursorRow = nil
    return "\u{1B}[H\u{1B}[2J"
  }
}

extension LiveArea {
  /// The typed text cut into rows.
  struct Layout: Equatable {
    private(set) var rows: [String] = [""]
    private(set) var cursorRow = 0
    private(set) var cursorColumn = 0

    /// Cuts the text where `prompt` columns of the first row are taken.
    init(prompt: Int, characters: [Character], cursor: Int, columns: Int) {
      let columns = max(4, columns)
      // A prompt longer than a row was wrapped by the terminal.
      var used = prompt % columns
      for (index, character) in characters.enumerated() {
        let text = visible(String(character))
        let width = DisplayWidth.of(text)
        if used &+ width > columns { startRow(&used) }
        if index == cursor { placeCursor(at: used) }
        rows[rows.count - 1] += text
        used = min(columns, used &+ width)
      }
      if cursor >= characters.count {
        // A full row leaves the terminal's cursor on its last column: the next letter comes in a new row.
        if used >= columns { startRow(&used) }
        placeCursor(at: used)
      }
    }

    private mutating func startRow(_ used: inout Int) {
      rows.append("")
      used = 0
    }

    private mutating func placeCursor(at column: Int) {
      cursorRow = rows.count - 1
      cursorColumn = column
    }

    /// At most `count` rows, the cursor's among them.
    func window(of count: Int) -> Range<Int> {
      let end = max(min(rows.count, cursorRow &+ 1), min(rows.count, count))
      return max(0, end &- count)..<end
    }
  }
}
