import Martlet

/// The output of a chat: a screen or plain lines.
enum ChatDisplay: Sendable {
  case plain(PlainDisplay)
  case screen(ScreenDisplay)

  /// The messages of the open conversation.
  mutating func show(_ lines: [StyledLine]) throws {
    switch self {
    case .plain(let plain): try plain.show(lines)
    case .screen: try onScreen { try $0.show(lines) }
    }
  }

  /// Anything else a person should know.
  mutating func tell(_ lines: [StyledLine]) throws {
    switch self {
    case .plain(let plain): plain.tell(lines)
    case .screen: try onScreen { try $0.tell(lines) }
    }
  }

  /// Shows how things stand, where there is a place for it.
  mutating func update(_ model: ChatModel) throws { try onScreen { try $0.update(model) } }

  /// The screen, for operations that need one; nil if there is none.
  @discardableResult
  mutating func onScreen<Value>(_ body: (inout ScreenDisplay) throws -> Value) rethrows -> Value? {
    guard case .screen(var screen) = self else { return nil }
    defer { self = .screen(screen) }
    return try body(&screen)
  }
}

/// For scripts: messages on standard output, a line each; the rest on standard error.
struct PlainDisplay: Sendable {
  let output: any TextOutput
  let errors: any TextOutput

  func show(_ lines: [StyledLine]) throws {
    do {
      try output.write(lines.map { $0.text + "\n" }.joined())
    } catch is OutputClosed {
      // Messages are sent whether or not anybody reads the output.
    }
  }

  func tell(_ lines: [StyledLine]) {
    // Errors of writing notices are ignored, because nobody has to read them.
    try? errors.write(lines.map { "-- \($0.text)\n" }.joined())
  }
}

/// For a person: everything scrolls by above the line being typed, which stays as it is.
struct ScreenDisplay: Sendable {
  let output: any TextOutput
  private var area: LiveArea
  private(set) var editor = LineEditor()
  private var prompt = StyledLine("> ")
  private var state: [StyledLine] = []

  init(output: any TextOutput, columns: Int, rows: Int, hasColours: Bool) {
    self.output = output
    area = LiveArea(columns: columns, rows: rows, hasColours: hasColours)
  }

  mutating func show(_ lines: [StyledLine]) throws {
    try output.write(area.show(lines, state: state, prompt: prompt, editor: editor))
  }

  mutating func tell(_ lines: [StyledLine]) throws {
    try show(
      lines.map { line in
        var told = StyledLine("-- ", .dim)
        for piece in line.pieces { told.append(piece.text, piece.style == .plain ? .dim : piece.style) }
        return told
      })
  }

  mutating func update(_ model: ChatModel) throws {
    prompt = StyledLine(model.prompt, .bold)
    state = ScreenDisplay.waitingLines(model) + [StyledLine("· \(model.summary)", .dim)]
    try show([])
  }

  /// The maximum number of pending messages to show.
  private static let waitingShown = 4

  private static func waitingLines(_ model: ChatModel) -> [StyledLine] {
    let here = model.outbox.filter { model.destination == $0.destination || $0.destination.description == model.open?.text }
    var lines = here.prefix(waitingShown).map { pending in
      var line = StyledLine(pending.isWaiting ? "… " : "✓ ", pending.isWaiting ? .dim : .good)
      line.append(pending.words, .dim)
      return line
    }
    if here.count > waitingShown { lines.append(StyledLine("… and \(here.count - waitingShown) more", .dim)) }
    return lines
  }

  mutating func press(_ key: Key) throws -> LineEditor.Outcome {
    let outcome = editor.press(key)
    if outcome != .nothing { try show([]) }
    return outcome
  }

  mutating func completeWord(with text: String) throws {
    editor.completeWord(with: text)
    try show([])
  }

  /// Takes the typed line away; drawn with the next update.
  mutating func clear() { editor.clear() }

  /// Puts a line back that could not be taken.
  mutating func giveBack(_ line: String) throws {
    guard editor.text.isEmpty else { return }
    _ = editor.press(.paste(line))
    try show([])
  }

  mutating func resize(columns: Int, rows: Int) throws {
    (area.columns, area.rows) = (columns, rows)
    try show([])
  }

  mutating func clearScreen() throws {
    try output.write(area.wipeScreen())
    try show([])
  }

  /// Takes the area away, for the end or a pause.
  mutating func wipe() throws { try output.write(area.wipe()) }
}
