/// The text of a UUID in lower case, as its 128 bits.
struct PackedUUID: Equatable {
  var high: UInt64
  var low: UInt64

  private static let characters = 36

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil for every other text, even the same UUID in upper case: `text` must return exactly the packed text.
  init?(_ text: String) {
    guard text.utf8.count == Self.characters else { return nil }
    high = 0
    low = 0
    var index = 0
    for character in text.utf8 {
      if Self.isHyphen(at: index) {
        guard character == UInt8(ascii: "-") else { return nil }
      } else {
        guard let nibble = Self.nibble(character) else { return nil }
        high = high << 4 | low >> 60
        low = low << 4 | nibble
      }
      index &+= 1
    }
  }

  var text: String {
    String(unsafeUninitializedCapacity: Self.characters) { characters in
      var (high, low) = (high, low)
      for index in characters.indices.prefix(Self.characters) {
        if Self.isHyphen(at: index) {
          characters[index] = UInt8(ascii: "-")
        } else {
          let nibble = UInt8(truncatingIfNeeded: high >> 60)
          characters[index] = nibble < 10 ? UInt8(ascii: "0") &+ nibble : UInt8(ascii: "a") &+ nibble &- 10
          high = high << 4 | low >> 60
          low <<= 4
        }
      }
      return Self.characters
    }
  }

  private static func isHyphen(at index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

  private static func nibble(_ character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character &- UInt8(ascii: "a") &+ 10)
    default: nil
    }
  }
}
