// The values of the schema's types.
extension JSONReader {
  package mutating func int32() throws(WireError) -> Int32 { try integer() }
  package mutating func int64() throws(WireError) -> Int64 { try integer() }
  package mutating func uint32() throws(WireError) -> UInt32 { try integer() }
  package mutating func uint64() throws(WireError) -> UInt64 { try integer() }
  package mutating func sint32() throws(WireError) -> Int32 { try integer() }
  package mutating func sint64() throws(WireError) -> Int64 { try integer() }
  package mutating func fixed32() throws(WireError) -> UInt32 { try integer() }
  package mutating func fixed64() throws(WireError) -> UInt64 { try integer() }
  package mutating func sfixed32() throws(WireError) -> Int32 { try integer() }
  package mutating func sfixed64() throws(WireError) -> Int64 { try integer() }
  package mutating func float() throws(WireError) -> Float { try floating() }
  package mutating func double() throws(WireError) -> Double { try floating() }

  package mutating func bool() throws(WireError) -> Bool {
    if try take("true") { return true }
    if try take("false") { return false }
    throw error(.malformed)
  }

  /// A Boolean as the key of a map, which is a string.
  package mutating func boolKey() throws(WireError) -> Bool {
    if try take("\"true\"") { return true }
    if try take("\"false\"") { return false }
    throw error(.malformed)
  }

  package mutating func bytes() throws(WireError) -> [UInt8] {
    guard let value = try text().withBytes(of: input, { Base64.decode($0) }) else { throw error(.malformed) }
    return value
  }

  /// By name or number; nil for a name that the schema does not have.
  package mutating func enumeration<E: WireEnum>() throws(WireError) -> E? {
    guard try peek() == UInt8(ascii: "\"") else { return E(rawValue: try integer()) }
    let number = try text().withBytes(of: input) { name in E.names.first { $0.name.matches(name) }?.number }
    return number.map(E.init(rawValue:))
  }

  package mutating func message<M: JSONMessage>(_ value: inout M) throws(WireError) {
    try value.decode(from: &self)
  }

  package mutating func message<M: JSONMessage>() throws(WireError) -> M {
    var value = M()
    try value.decode(from: &self)
    return value
  }
}

// Numbers.
extension JSONReader {
  /// A number, or a string that holds one.
  private mutating func numeral() throws(WireError) -> JSONText {
    guard try peek() == UInt8(ascii: "\"") else { return .plain(try number()) }
    return try text()
  }

  private mutating func integer<I: FixedWidthInteger>() throws(WireError) -> I {
    let numeral = try numeral()
    let offset = position
    return try numeral.withBytes(of: input) { (text) throws(WireError) in
      guard let numeral = JSONNumeral(text) else { throw WireError(.malformed, at: offset) }
      guard let value: I = numeral.integer(in: text) else { throw WireError(.outOfRange, at: offset) }
      return value
    }
  }

  private mutating func floating<F: BinaryFloatingPoint & LosslessStringConvertible>() throws(WireError) -> F {
    if let special: F = try specialFloat() { return special }
    let numeral = try numeral()
    let offset = position
    return try numeral.withBytes(of: input) { (text) throws(WireError) in
      guard JSONNumeral(text) != nil, let value = F(String(decoding: text, as: UTF8.self)) else {
        throw WireError(.malformed, at: offset)
      }
      guard value.isFinite else { throw WireError(.outOfRange, at: offset) }
      return value
    }
  }

  /// The values that JSON has no numbers for.
  private mutating func specialFloat<F: BinaryFloatingPoint>() throws(WireError) -> F? {
    if try take("\"NaN\"") { return .nan }
    if try take("\"Infinity\"") { return .infinity }
    if try take("\"-Infinity\"") { return -.infinity }
    return nil
  }

  /// Consumes a number as JSON writes it.
  ///
  /// - Returns: Where it stands.
  mutating func number() throws(WireError) -> Range<Int> {
    _ = try peek()
    guard let numeral = JSONNumeral(prefixOf: UnsafeRawBufferPointer(rebasing: input[position...])) else {
      throw error(.malformed)
    }
    defer { position &+= numeral.count }
    return position..<(position &+ numeral.count)
  }
}

/// The parts of a number in JSON's grammar.
struct JSONNumeral {
  let count: Int
  private let isNegative: Bool
  private let whole: Range<Int>
  private let fraction: Range<Int>
  private let exponent: Int

  /// The text must be a number and nothing else.
  init?(_ text: UnsafeRawBufferPointer) {
    self.init(prefixOf: text)
    guard count == text.count else { return nil }
  }

  init?(prefixOf text: UnsafeRawBufferPointer) {
    func digits(from start: Int) -> Range<Int> {
      var end = start
      while end < text.count, Self.digit(text[end]) != nil { end &+= 1 }
      return start..<end
    }
    func isByte(_ character: Unicode.Scalar, at index: Int) -> Bool {
      index < text.count && text[index] == UInt8(ascii: character)
    }

    isNegative = isByte("-", at: 0)
    whole = digits(from: isNegative ? 1 : 0)
    guard whole.count == 1 || (whole.count > 1 && text[whole.lowerBound] != UInt8(ascii: "0")) else { return nil }
    var end = whole.upperBound
    if isByte(".", at: end) {
      fraction = digits(from: end &+ 1)
      guard !fraction.isEmpty else { return nil }
      end = fraction.upperBound
    } else {
      fraction = end..<end
    }
    var exponent = 0
    if isByte("e", at: end) || isByte("E", at: end) {
      let isSigned = isByte("-", at: end &+ 1) || isByte("+", at: end &+ 1)
      let magnitude = digits(from: end &+ (isSigned ? 2 : 1))
      guard !magnitude.isEmpty else { return nil }
      // Beyond a million it makes no difference to any number that fits in 64 bits.
      for index in magnitude { exponent = min(exponent &* 10 &+ Int(text[index] &- UInt8(ascii: "0")), 1_000_000) }
      if isByte("-", at: end &+ 1) { exponent = -exponent }
      end = magnitude.upperBound
    }
    self.exponent = exponent
    count = end
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    let digit = byte &- UInt8(ascii: "0")
    return digit < 10 ? UInt64(digit) : nil
  }

  /// The exact value; nil if it has a fraction or does not fit.
  ///
  /// `text` contains the parts.
  func integer<I: FixedWidthInteger>(in text: UnsafeRawBufferPointer) -> I? {
    var value: UInt64 = 0
    // The number of digits before the decimal point, from the first one of the whole part.
    let before = whole.count &+ exponent
    var index = 0
    for position in [whole, fraction].joined() {
      guard let digit = Self.digit(text[position]) else { return nil }
      if index < before {
        let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = tens.addingReportingOverflow(digit)
        if overflow || carry { return nil }
        value = sum
      } else if digit != 0 {
        return nil
      }
      index &+= 1
    }
    while index < before, value != 0 {
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = tens
      index &+= 1
    }
    guard isNegative else { return I(exactly: value) }
    guard value <= Int64.min.magnitude else { return nil }
    return I(exactly: Int64(truncatingIfNeeded: 0 &- value))
  }
}
