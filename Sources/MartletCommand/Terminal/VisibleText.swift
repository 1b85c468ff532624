/// Text of other people in a form that is safe to write to a terminal: it cannot move the cursor, change colours or reorder the
/// text around it.
///
/// Each dangerous character is replaced by a visible sign, line feeds included unless `keepingLines`.
func visible(_ text: String, keepingLines: Bool = false) -> String {
  if text.unicodeScalars.allSatisfy({ VisibleText.isHarmless($0) }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if VisibleText.isHarmless(scalar) || keepingLines && scalar == "\n" {
      result.unicodeScalars.append(scalar)
    } else {
      result.unicodeScalars.append(contentsOf: VisibleText.sign(for: scalar))
    }
  }
  return result
}

/// Characters that control a terminal.
enum VisibleText {
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL and C1: a terminal takes U+009B for the start of a command, like ESC [.
    case 0..<0x20, 0x7F..<0xA0: false
    // Line and paragraph separator.
    case 0x2028, 0x2029: false
    // Directional embeddings, overrides and isolates: they would reorder the rest of the line. The marks that
    // right-to-left scripts need (U+200E, U+200F, U+061C) act only where they stand and are kept.
    case 0x202A...0x202E, 0x2066...0x2069: false
    // Deprecated format characters and interlinear annotation.
    case 0x206A...0x206F, 0xFFF9...0xFFFB: false
    default: true
    }
  }

  /// The picture of a control character, or its number in angle brackets.
  static func sign(for scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 &+ scalar.value) { return String(picture).unicodeScalars }
    if scalar.value == 0x7F { return "\u{2421}".unicodeScalars }
    return "<U+\(String(scalar.value, radix: 16, uppercase: true))>".unicodeScalars
  }
}
