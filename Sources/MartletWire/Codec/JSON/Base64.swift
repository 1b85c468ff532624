/// RFC 4648 base64, as proto3 JSON writes bytes.
package enum Base64 {
  private static let digits: [UInt8] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The standard alphabet, with padding.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let digits = digits
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count &+ 2) / 3 &* 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count &+= 8
      while count >= 6 {
        count &-= 6
        text.append(digits[Int((bits >> UInt32(count)) & 63)])
      }
    }
    if count > 0 { text.append(digits[Int((bits << UInt32(6 &- count)) & 63)]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return text
  }

  /// Takes the standard and the URL-safe alphabet, with or without padding; nil for anything else.
  package static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var end = text.count
    while end > 0, text.count &- end < 2, text[end &- 1] == UInt8(ascii: "=") { end &-= 1 }
    // One digit is less than a byte, and padding fills up to four.
    guard end % 4 != 1, end == text.count || text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(end / 4 &* 3 &+ 2)
    var bits: UInt32 = 0
    var count = 0
    for index in 0..<end {
      guard let digit = value(of: text[index]) else { return nil }
      bits = bits << 6 | digit
      count &+= 6
      if count >= 8 {
        count &-= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit &- UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit &- UInt8(ascii: "a") &+ 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit &- UInt8(ascii: "0") &+ 52)
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
