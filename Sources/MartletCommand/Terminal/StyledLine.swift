/// The style of a piece of a line.
enum Style: Sendable, Equatable {
  case plain
  case dim
  case bold
  case good
  case bad
  /// One of six colours, so that people are told apart.
  case colour(Int)

  fileprivate var code: String {
    switch self {
    case .plain: "0"
    case .dim: "2"
    case .bold: "1"
    case .good: "32"
    case .bad: "31"
    case .colour(let number): String(31 &+ Int((number.magnitude &+ 1) % 6))
    }
  }
}

/// A line for the screen: pieces of text that are safe to show, each with its look.
struct StyledLine: Sendable, Equatable {
  private(set) var pieces: [Piece] = []

  struct Piece: Sendable, Equatable {
    let text: String
    let style: Style
  }

  init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

  /// Adds text; control characters in it become visible.
  mutating func append(_ text: String, _ style: Style = .plain) {
    if !text.isEmpty { pieces.append(Piece(text: visible(text), style: style)) }
  }

  var text: String { pieces.map(\.text).joined() }

  var width: Int { pieces.reduce(0) { $0 &+ DisplayWidth.of($1.text) } }

  /// With the terminal's codes for looks, or without.
  func rendered(colours: Bool) -> String {
    guard colours else { return text }
    return pieces.map { $0.style == .plain ? $0.text : "\u{1B}[\($0.style.code)m\($0.text)\u{1B}[0m" }.joined()
  }

  /// The part that fits into this many columns.
  func cut(to columns: Int) -> StyledLine {
    guard width > columns else { return self }
    var result = StyledLine()
    var left = columns
    for piece in pieces {
      let width = DisplayWidth.of(piece.text)
      if width > left || width == left && piece != pieces.last {
        result.append(DisplayWidth.cut(piece.text + " ", to: left), piece.style)
        break
      }
      result.append(piece.text, piece.style)
      left &-= width
    }
    return result
  }
}
