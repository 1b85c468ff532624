/// The line being typed: takes keys, returns changes.
///
/// Knows nothing of terminals.
struct LineEditor: Sendable {
  /// The outcome of a key.
  enum Outcome: Sendable, Equatable {
    /// The line or the cursor may have changed: draw it again.
    case changed
    /// The line was finished; the editor is empty again.
    case submitted(String)
    /// Ctrl-C; the line is as it was.
    case interrupted
    /// Ctrl-D on an empty line.
    case ended
    /// Ctrl-L.
    case clearScreen
    /// Tab: complete the word before the cursor.
    case complete(String)
    case nothing
  }

  private(set) var characters: [Character] = []
  /// Before which character the cursor stands; at most their count.
  private(set) var cursor = 0
  /// Lines sent before, oldest first.
  private(set) var history: [String] = []
  /// The index of the shown one; nil for the line being written.
  private var shown: Int?
  private var draft: [Character] = []
  private var cutText: [Character] = []
  private let historyLimit: Int
  private let characterLimit: Int

  init(historyLimit: Int = 500, characterLimit: Int = 100_000) {
    self.historyLimit = historyLimit
    self.characterLimit = characterLimit
  }

  var text: String { String(characters) }

  mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .character(let character): return insert([character])
    case .paste(let text): return insert(Array(text.filter { $0 != "\u{1B}" }))
    case .newLine: return insert(["\n"])
    case .enter: return submit()
    case .tab: return .complete(String(characters[wordStart()..<cursor]))
    case .backspace: return erase(max(0, cursor - 1)..<cursor)
    case .delete: return erase(cursor..<min(cursor + 1, characters.count))
    case .left: return move(to: cursor - 1)
    case .right: return move(to: cursor + 1)
    case .wordLeft: return move(to: wordStart())
    case .wordRight: return move(to: wordEnd())
    case .home: return move(to: 0)
    case .end: return move(to: characters.count)
    case .up: return recall(older: true)
    case .down: return recall(older: false)
    case .control(let letter): return control(letter)
    case .other: return .nothing
    }
  }

  /// Puts text in the place of the word before the cursor.
  mutating func completeWord(with text: String) {
    let start = wordStart()
    characters.replaceSubrange(start..<cursor, with: text)
    cursor = start + text.count
  }

  /// Takes the line away, as Ctrl-C does with one that is not empty.
  mutating func clear() {
    characters = []
    cursor = 0
    shown = nil
    draft = []
  }

  private mutating func control(_ letter: Character) -> Outcome {
    switch letter {
    case "a": return move(to: 0)
    case "e": return move(to: characters.count)
    case "b": return move(to: cursor - 1)
    case "f": return move(to: cursor + 1)
    case "p": return recall(older: true)
    case "n": return recall(older: false)
    case "c": return .interrupted
    case "d": return characters.isEmpty ? .ended : erase(cursor..<min(cursor + 1, characters.count))
    case "h": return erase(max(0, cursor - 1)..<cursor)
    case "k": return cut(cursor..<characters.count)
    case "u": return cut(0..<cursor)
    case "w": return cut(wordStart()..<cursor)
    case "y": return insert(cutText)
    case "t": return swapBefore()
    case "l": return .clearScreen
    default: return .nothing
    }
  }

  private mutating func insert(_ new: [Character]) -> Outcome {
    let taken = new.prefix(max(0, characterLimit - characters.count))
    guard !taken.isEmpty else { return .nothing }
    characters.insert(contentsOf: taken, at: cursor)
    // A combining mark may join the letter before it, so the cursor is counted from the end.
    let after = characters.count - cursor - taken.count
    characters = Array(String(characters))
    cursor = max(0, characters.count - after)
    return .changed
  }

  private mutating func submit() -> Outcome {
    let line = text
    clear()
    if !line.isEmpty, history.last != line {
      history.append(line)
      if history.count > historyLimit { history.removeFirst(history.count - historyLimit) }
    }
    return .submitted(line)
  }

  private mutating func erase(_ range: Range<Int>) -> Outcome {
    guard !range.isEmpty else { return .nothing }
    characters.removeSubrange(range)
    cursor = range.lowerBound
    return .changed
  }

  private mutating func cut(_ range: Range<Int>) -> Outcome {
    guard !range.isEmpty else { return .nothing }
    cutText = Array(characters[range])
    return erase(range)
  }

  private mutating func swapBefore() -> Outcome {
    guard cursor > 0, characters.count > 1 else { return .nothing }
    let right = cursor == characters.count ? cursor - 1 : cursor
    characters.swapAt(right - 1, right)
    cursor = right + 1
    return .changed
  }

  private mutating func move(to place: Int) -> Outcome {
    let target = min(max(0, place), characters.count)
    guard target != cursor else { return .nothing }
    cursor = target
    return .changed
  }

  private mutating func recall(older: Bool) -> Outcome {
    let target: Int?
    switch (shown, older) {
    case (nil, true): target = history.isEmpty ? nil : history.count - 1
    case (nil, false): return .nothing
    case (let index?, true): target = max(0, index - 1)
    case (let index?, false): target = index + 1 < history.count ? index + 1 : nil
    }
    if shown == nil {
      guard target != nil else { return .nothing }
      draft = characters
    }
    if target == shown { return .nothing }
    shown = target
    characters = target.map { Array(history[$0]) } ?? draft
    cursor = characters.count
    return .changed
  }

  private func wordStart() -> Int {
    var place = cursor
    while place > 0, characters[place - 1].isWhitespace { place -= 1 }
    while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
    return place
  }

  private func wordEnd() -> Int {
    var place = cursor
    while place < characters.count, characters[place].isWhitespace { place += 1 }
    while place < characters.count, !characters[place].isWhitespace { place += 1 }
    return place
  }
}
