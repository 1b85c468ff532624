/// Splits texts and queries into the words of the search index.
///
/// The index is SQLite's FTS5 with the tokenizer `unicode61`. It splits at everything that is neither letter nor digit, and drops
/// case and accents. Scripts without spaces between words are split here: a run becomes its overlapping pairs of characters in
/// the column of words, so that two or more characters are found as a phrase of pairs. Single characters are marks in a column of
/// their own. Symbols such as pictograms are marks too.
enum SearchWords {
  /// The columns that the index gets for a message.
  struct Indexed: Equatable {
    /// Words and pairs, in the order of the text.
    var words = ""
    /// Single characters, each once.
    var marks = ""
  }

  private enum Piece {
    /// Letters and digits of scripts that separate words.
    case word(String)
    /// Characters of scripts that do not.
    case dense([Unicode.Scalar])
    case symbol(Unicode.Scalar)
    case blank
  }

  /// Longer words, such as bytes written as text, are truncated, both in the index and in queries.
  private static let wordScalars = 64

  /// Takes a text apart for the index.
  static func indexed(_ text: String) -> Indexed {
    var words: [String] = []
    var marks: Set<Unicode.Scalar> = []
    for piece in pieces(of: text) {
      switch piece {
      case .word(let word): words.append(word)
      case .dense(let run):
        words += run.count == 1 ? run.map { String($0) } : pairs(of: run)
        marks.formUnion(run)
      case .symbol(let symbol): marks.insert(symbol)
      case .blank: break
      }
    }
    return Indexed(words: words.joined(separator: " "), marks: marks.sorted().map { String($0) }.joined(separator: " "))
  }

  /// The FTS5 expressions that a query means, the beginning of a word left to the index.
  static func expressions(for query: String) -> [String]? { expressions(for: query, completing: { _ in nil }) }

  /// The FTS5 expressions of a query, all of which must match.
  ///
  /// Words separated by spaces may match anywhere; words joined without spaces must match together. The last word also matches as
  /// a prefix, from three characters on.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - terms: The words of the index that begin as the last one does; nil leaves them to the index, which then merges all their
  ///     positions for each query.
  /// - Throws: The errors of `terms`.
  /// - Returns: The expressions; nil if the query holds nothing that can be searched for.
  static func expressions<Failure>(
    for query: String, completing terms: (String) throws(Failure) -> [String]?
  ) throws(Failure) -> [String]? {
    var expressions: [String] = []
    var phrase: [String] = []
    var last: String?
    func end() {
      if !phrase.isEmpty { expressions.append("words : \"\(phrase.joined(separator: " "))\"") }
      phrase = []
    }
    for piece in pieces(of: query) {
      last = nil
      switch piece {
      case .word(let word):
        phrase.append(word)
        last = word
      case .dense(let run):
        if run.count == 1 {
          end()
          expressions += run.map { mark(String($0)) }
        } else {
          phrase += pairs(of: run)
        }
      case .symbol(let symbol):
        end()
        expressions.append(mark(String(symbol)))
      case .blank: end()
      }
    }
    guard !phrase.isEmpty, let last, last.unicodeScalars.count >= 3 else {
      end()
      return expressions.isEmpty ? nil : expressions
    }
    let stem = phrase.dropLast()
    end()
    if let words = try terms(last) {
      // If no word begins with the prefix, the word itself does not occur either.
      guard !words.isEmpty else { return expressions }
      expressions.removeLast()
      let phrases = words.map { "\"\((stem + [$0]).joined(separator: " "))\"" }
      expressions.append("words : (\(phrases.joined(separator: " OR ")))")
    } else {
      expressions.append((expressions.popLast() ?? "") + " *")
    }
    return expressions
  }

  /// The expression for something in the column of marks.
  static func mark(_ mark: String) -> String { "marks : \"\(mark)\"" }

  /// A mark that says something of a message, in letters that no text has in that column.
  static func mark(_ kind: Character, _ name: String) -> String {
    let digits = Array("0123456789abcdef")
    var text = "\(kind)"
    for byte in name.utf8 { text.append(contentsOf: [digits[Int(clamping: byte >> 4)], digits[Int(clamping: byte & 15)]]) }
    return text
  }

  private static func pairs(of run: [Unicode.Scalar]) -> [String] {
    zip(run, run.dropFirst()).map { first, second in
      var pair = String(first)
      pair.unicodeScalars.append(second)
      return pair
    }
  }

  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var word = String.UnicodeScalarView()
    var run: [Unicode.Scalar] = []
    func end() {
      if !word.isEmpty { pieces.append(.word(String(word))) }
      if !run.isEmpty { pieces.append(.dense(run)) }
      word = String.UnicodeScalarView()
      run = []
    }
    for scalar in text.unicodeScalars {
      switch kind(of: scalar) {
      case .letter:
        if !run.isEmpty { end() }
        if word.count < wordScalars { word.append(narrow(scalar)) }
      case .mark:
        // A combining scalar belongs to the preceding scalar; alone it means nothing.
        if !word.isEmpty, word.count < wordScalars { word.append(scalar) }
      case .dense:
        if !word.isEmpty { end() }
        run.append(scalar)
      case .symbol:
        end()
        pieces.append(.symbol(scalar))
      case .blank:
        end()
        pieces.append(.blank)
      case .separator: end()
      }
    }
    end()
    return pieces
  }

  private enum Kind { case letter, mark, dense, symbol, blank, separator }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.isASCII {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": return .letter
      case " ", "\t", "\n", "\r": return .blank
      default: return .separator
      }
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
      .otherNumber, .privateUse:
      return isDense(scalar) ? .dense : .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
    case .otherSymbol: return .symbol
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .blank
    default: return .separator
    }
  }

  /// True if the script has no spaces between words: Chinese, Japanese, Korean (whose words carry endings), Thai, Lao, Burmese,
  /// Khmer.
  private static func isDense(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x30FF,
      0x3105...0x318F, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF,
      0xFF66...0xFFDC, 0x1B000...0x1B16F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// Letters and digits as wide as Chinese characters mean the narrow ones.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
  }
}
