/// The number of columns that text takes on a terminal.
///
/// Counted scalar by scalar, as terminals do: East Asian scripts and emoji take two columns, combining marks none. Some terminals
/// draw a joined emoji narrower; a redraw then leaves a gap but never a wrong letter.
enum DisplayWidth {
  static func of(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 &+ of($1) } }

  static func of(_ character: Character) -> Int { character.unicodeScalars.reduce(0) { $0 &+ of($1) } }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0xAD ? 0 : 1 }
    if isZero(scalar) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  private static func isZero(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    // Vowels and finals of decomposed Hangul join the wide initial before them.
    default: (0x1160...0x11FF).contains(scalar.value)
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low &+ high) / 2
      if wide[middle].upperBound < scalar.value { low = middle &+ 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(scalar.value)
  }

  /// The ranges of East Asian Width W and F (UAX #11), less the emoji that the standard library knows.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F251, 0x20000...0x3FFFD,
  ]

  /// The longest beginning of a text that fits; where something is cut off it ends in an ellipsis.
  static func cut(_ text: String, to columns: Int) -> String {
    if of(text) <= columns { return text }
    var result = ""
    var used = 1
    for character in text {
      used = used &+ of(character)
      if used > columns { break }
      result.append(character)
    }
    return columns > 0 ? result + "…" : ""
  }
}
