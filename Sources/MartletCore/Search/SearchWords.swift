import MartletWire

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

  /// Takes a text apart for the index.
  static func indexed(_ text: String) -> Indexed {
    var words: [String] = []
    var marks: Set<Unicode.Scalar> = []
    for piece in TextPiece.pieces(of: text) {
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
    for piece in TextPiece.pieces(of: query) {
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
}
