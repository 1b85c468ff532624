/// Checks UTF-8 that arrives in pieces, cut anywhere; says no at the first byte that no valid text can have there.
struct UTF8Check {
  /// The number of missing bytes of the current character.
  private var missing: UInt8 = 0
  /// The range of the next byte.
  ///
  /// It is narrower than a continuation byte's if that would be overlong, a surrogate or beyond the last code point.
  private var low: UInt8 = 0x80
  private var high: UInt8 = 0xBF

  /// Whether the text may end here.
  var isComplete: Bool { missing == 0 }

  /// Takes the next piece; false if the text cannot be valid any more.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if missing == 0 {
        index = Self.skipASCII(bytes, from: index)
        guard index < bytes.count else { return true }
      }
      guard take(bytes[index]) else { return false }
      index += 1
    }
    return true
  }

  private static func skipASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count,
      bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    { index += 8 }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard missing == 0 else {
      guard byte >= low, byte <= high else { return false }
      (missing, low, high) = (missing - 1, 0x80, 0xBF)
      return true
    }
    switch byte {
    case ..<0x80: return true
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, low) = (2, 0xA0)
    case 0xED: (missing, high) = (2, 0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, low) = (3, 0x90)
    case 0xF4: (missing, high) = (3, 0x8F)
    case 0xF1...0xF3: missing = 3
    default: return false
    }
    return true
  }
}
