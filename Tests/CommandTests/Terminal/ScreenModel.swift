/// A terminal as far as the command uses one: computes the screen's contents from the output.
///
/// Independent of the code under test: it knows the terminal's rules (a full row holds the cursor back until the next
/// letter, line feed on the last row scrolls) and nothing else.
struct ScreenModel {
  let columns: Int
  let rows: Int
  /// Everything, from the first row that scrolled away on; a wide letter is followed by an empty cell.
  private var cells: [[String]]
  /// How many rows have scrolled away.
  private var scrolled = 0
  private var row = 0
  private var column = 0
  private var isHeld = false

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The cursor's position: the row from the top of all output, and the column.
  var cursor: (row: Int, column: Int) { (scrolled + row, column) }

  /// All rows, also those that scrolled away, without blanks at their ends and without empty ones at the bottom.
  var text: [String] {
    var lines = cells.map { cells in
      let line = cells.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Takes output.
  ///
  /// - Returns: Unknown control sequences; empty if there are none.
  mutating func write(_ text: String, width: (Unicode.Scalar) -> Int) -> String {
    var unknown = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r": (column, isHeld) = (0, false)
      case "\n": lineFeed()
      case "\u{1B}":
        let sequence = rest.prefix { !("@"..."~").contains($0) || $0 == "[" }
        rest = rest[sequence.endIndex...]
        let final = rest.popFirst() ?? " "
        if !obey(String(sequence.dropFirst()), final) { unknown += "ESC\(String(sequence))\(final) " }
      default:
        if scalar.value < 0x20 { unknown += "U+\(scalar.value) " } else { put(scalar, width: width(scalar)) }
      }
    }
    return unknown
  }

  private mutating func obey(_ parameter: String, _ final: Unicode.Scalar) -> Bool {
    let count = Int(parameter) ?? 1
    switch final {
    case "A": (row, isHeld) = (max(0, row - count), false)
    case "C": (column, isHeld) = (min(columns - 1, column + count), false)
    case "H": (row, column, isHeld) = (0, 0, false)
    case "J":
      let from = parameter == "2" ? 0 : row
      let firstColumn = parameter == "2" ? 0 : column
      for line in from..<rows {
        for cell in (line == from ? firstColumn : 0)..<columns { cells[scrolled + line][cell] = " " }
      }
    // Colours, and modes that change nothing on the screen.
    case "m", "h", "l": break
    default: return false
    }
    return true
  }

  private mutating func lineFeed() {
    isHeld = false
    if row + 1 < rows {
      row += 1
    } else {
      cells.append(Array(repeating: " ", count: columns))
      scrolled += 1
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar, width: Int) {
    if width == 0 {
      let before = isHeld ? column : max(0, column - 1)
      cells[scrolled + row][before].unicodeScalars.append(scalar)
      return
    }
    if isHeld || column + width > columns {
      lineFeed()
      column = 0
    }
    cells[scrolled + row][column] = String(scalar)
    if width == 2 { cells[scrolled + row][column + 1] = "" }
    if column + width >= columns {
      (column, isHeld) = (columns - 1, true)
    } else {
      column += width
    }
  }
}
