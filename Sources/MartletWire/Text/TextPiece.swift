/// A part of a text that is searched for: a word, or what stands between words.
package enum TextPiece {
  /// Letters and digits of scripts that separate words.
  case word(String)
  /// Characters of scripts that do not.
  case dense([Unicode.Scalar])
  case symbol(Unicode.Scalar)
  case blank

  /// Longer words, such as bytes written as text, are truncated.
  private static let wordScalars = 64

  /// Takes a text apart.
  package static func pieces(of text: String) -> [TextPiece] {
    var pieces: [TextPiece] = []
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
