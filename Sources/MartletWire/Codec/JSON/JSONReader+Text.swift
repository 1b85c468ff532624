/// A string of the input without its quotation marks: its location, or its unescaped text.
enum JSONText {
  case plain(Range<Int>)
  case unescaped([UInt8])

  func withBytes<R, Failure>(
    of input: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
  ) throws(Failure) -> R {
    switch self {
    case .plain(let range): try body(UnsafeRawBufferPointer(rebasing: input[range]))
    case .unescaped(let bytes):
      try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in try body(UnsafeRawBufferPointer(buffer)) }
    }
  }
}

extension JSONReader {
  package mutating func string() throws(WireError) -> String {
    let (text, isASCII) = try scanText()
    let value = text.withBytes(of: input) {
      isASCII ? String(decoding: $0, as: UTF8.self) : String(utf8: $0)
    }
    guard let value else { throw error(.invalidUTF8) }
    return value
  }

  /// Consumes a string as UTF-8, with escapes replaced.
  mutating func text() throws(WireError) -> JSONText {
    let (text, isASCII) = try scanText()
    if !isASCII, text.withBytes(of: input, { String(utf8: $0) }) == nil { throw error(.invalidUTF8) }
    return text
  }

  /// Consumes a string without a look at its encoding.
  private mutating func scanText() throws(WireError) -> (text: JSONText, isASCII: Bool) {
    try expect(UInt8(ascii: "\""))
    let start = position
    var all: UInt8 = 0
    while position < input.count {
      let byte = input[position]
      switch byte {
      case UInt8(ascii: "\""):
        defer { position &+= 1 }
        return (.plain(start..<position), all < 0x80)
      case UInt8(ascii: "\\"): return (.unescaped(try unescape(from: start)), false)
      case 0..<0x20: throw error(.malformed)
      default:
        all |= byte
        position &+= 1
      }
    }
    throw error(.truncated)
  }

  /// Reads on in a string that began at `start` and has its first escape here.
  private mutating func unescape(from start: Int) throws(WireError) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(position &- start &+ 64)
    var plain = start
    while position < input.count {
      let byte = input[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        text.append(contentsOf: UnsafeRawBufferPointer(rebasing: input[plain..<position]))
        position &+= 1
        if byte == UInt8(ascii: "\"") { return text }
        try escape(into: &text)
        plain = position
      } else {
        guard byte >= 0x20 else { throw error(.malformed) }
        position &+= 1
      }
    }
    throw error(.truncated)
  }

  private mutating func escape(into text: inout [UInt8]) throws(WireError) {
    guard position < input.count else { throw error(.truncated) }
    let byte = input[position]
    position &+= 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try escapedScalar().utf8)
    default: throw error(.malformed)
    }
  }

  /// Reads the rest of `\uXXXX`, and of the pair where it is the first of two surrogates.
  private mutating func escapedScalar() throws(WireError) -> Character {
    let unit = try hexadecimal()
    var value = UInt32(unit)
    if 0xD800..<0xDC00 ~= unit {
      guard input.count &- position >= 6 else { throw error(.truncated) }
      guard input[position] == UInt8(ascii: "\\"), input[position &+ 1] == UInt8(ascii: "u") else { throw error(.invalidUTF8) }
      position &+= 2
      let low = try hexadecimal()
      guard 0xDC00..<0xE000 ~= low else { throw error(.invalidUTF8) }
      value = 0x10000 &+ (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF))
    }
    guard let scalar = Unicode.Scalar(value) else { throw error(.invalidUTF8) }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws(WireError) -> UInt16 {
    guard input.count &- position >= 4 else { throw error(.truncated) }
    var value: UInt16 = 0
    for _ in 0..<4 {
      let byte = input[position]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
      default: throw error(.malformed)
      }
      value = value << 4 | UInt16(digit)
      position &+= 1
    }
    return value
  }
}
