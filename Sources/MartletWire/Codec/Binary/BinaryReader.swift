/// Reads the binary format from memory it does not own.
///
/// Every read is checked against the end of the current message, which lies within the enclosing message.
package struct BinaryReader {
  private let input: UnsafeRawBufferPointer
  private var position = 0
  private var end: Int
  /// The start of the last tag.
  private var fieldStart = 0
  private var tag: UInt32 = 0
  private var depth: Int
  private var elements: Int

  /// The memory must outlive the reader.
  package init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(WireError) {
    guard bytes.count <= limits.bytes else { throw WireError(.tooLarge, at: limits.bytes) }
    input = bytes
    end = bytes.count
    depth = limits.depth
    elements = limits.elements
  }

  package func error(_ code: WireError.Code) -> WireError { WireError(code, at: position) }

  /// Whether the range at hand holds more.
  package var hasMore: Bool { position < end }

  /// Reads a tag (field number and wire type as one number); 0 at the end of the range.
  package mutating func nextTag() throws(WireError) -> UInt32 {
    guard position < end else { return 0 }
    fieldStart = position
    let value = try varint()
    guard let tag = UInt32(exactly: value), tag >> 3 != 0 else { throw error(.malformed) }
    self.tag = tag
    return tag
  }

  package mutating func varint() throws(WireError) -> UInt64 {
    guard position < end else { throw error(.truncated) }
    let first = input[position]
    position &+= 1
    if first < 0x80 { return UInt64(first) }
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      guard position < end else { throw error(.truncated) }
      let byte = input[position]
      position &+= 1
      // The tenth byte holds the one bit that is left.
      if shift == 63, byte > 1 { throw error(.malformed) }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
  }

  /// Reads a length that the range at hand can hold.
  private mutating func length() throws(WireError) -> Int {
    let value = try varint()
    guard value <= UInt64(end &- position) else { throw error(.truncated) }
    return Int(truncatingIfNeeded: value)
  }

  /// Reads a value with its length before it; valid only as long as the reader's memory.
  private mutating func span() throws(WireError) -> UnsafeRawBufferPointer {
    let count = try length()
    defer { position &+= count }
    return UnsafeRawBufferPointer(rebasing: input[position..<(position &+ count)])
  }

  private mutating func advance(_ count: Int) throws(WireError) {
    guard count <= end &- position else { throw error(.truncated) }
    position &+= count
  }

  /// Counts an element of a list or map against the limit.
  package mutating func countElement() throws(WireError) {
    guard elements > 0 else { throw error(.tooManyElements) }
    elements &-= 1
  }
}

// Ranges within the range at hand.
extension BinaryReader {
  /// Narrows the range to a message or an entry of a map, which have their length before them.
  ///
  /// - Returns: The end of the range until now, for `leave`.
  package mutating func enter() throws(WireError) -> Int {
    guard depth > 0 else { throw error(.tooDeep) }
    depth &-= 1
    return try enterPacked()
  }

  package mutating func leave(_ outer: Int) {
    end = outer
    depth &+= 1
  }

  /// Narrows the range to numbers packed together, which nest nothing.
  ///
  /// - Returns: The end of the range until now, for `leavePacked`.
  package mutating func enterPacked() throws(WireError) -> Int {
    let count = try length()
    defer { end = position &+ count }
    return end
  }

  package mutating func leavePacked(_ outer: Int) { end = outer }

  /// Passes over the value of the tag read last.
  package mutating func skip() throws(WireError) {
    switch tag & 7 {
    case 0: _ = try varint()
    case 1: try advance(8)
    case 2: _ = try span()
    case 3: try skipGroup(tag >> 3)
    case 5: try advance(4)
    default: throw error(.malformed)
    }
  }

  /// Skips a group: fields up to the end tag of the same number.
  ///
  /// The schema has none, but an unknown field may be one.
  private mutating func skipGroup(_ number: UInt32) throws(WireError) {
    guard depth > 0 else { throw error(.tooDeep) }
    depth &-= 1
    let start = fieldStart
    while true {
      let inner = try nextTag()
      if inner == 0 { throw error(.truncated) }
      if inner == number << 3 | 4 { break }
      try skip()
    }
    fieldStart = start
    depth &+= 1
  }

  /// Keeps the field of the tag read last.
  package mutating func keep(in unknown: inout UnknownFields) throws(WireError) {
    try skip()
    unknown.append(UnsafeRawBufferPointer(rebasing: input[fieldStart..<position]))
  }
}

// The values of the schema's types.
extension BinaryReader {
  package mutating func int32() throws(WireError) -> Int32 { Int32(truncatingIfNeeded: try varint()) }
  package mutating func int64() throws(WireError) -> Int64 { Int64(bitPattern: try varint()) }
  package mutating func uint32() throws(WireError) -> UInt32 { UInt32(truncatingIfNeeded: try varint()) }
  package mutating func uint64() throws(WireError) -> UInt64 { try varint() }
  package mutating func sint32() throws(WireError) -> Int32 { ZigZag.decode(UInt32(truncatingIfNeeded: try varint())) }
  package mutating func sint64() throws(WireError) -> Int64 { ZigZag.decode(try varint()) }
  package mutating func bool() throws(WireError) -> Bool { try varint() != 0 }
  package mutating func enumeration<E: WireEnum>() throws(WireError) -> E { E(rawValue: try int32()) }

  package mutating func fixed32() throws(WireError) -> UInt32 {
    try advance(4)
    return UInt32(littleEndian: input.loadUnaligned(fromByteOffset: position &- 4, as: UInt32.self))
  }

  package mutating func fixed64() throws(WireError) -> UInt64 {
    try advance(8)
    return UInt64(littleEndian: input.loadUnaligned(fromByteOffset: position &- 8, as: UInt64.self))
  }

  package mutating func sfixed32() throws(WireError) -> Int32 { Int32(bitPattern: try fixed32()) }
  package mutating func sfixed64() throws(WireError) -> Int64 { Int64(bitPattern: try fixed64()) }
  package mutating func float() throws(WireError) -> Float { Float(bitPattern: try fixed32()) }
  package mutating func double() throws(WireError) -> Double { Double(bitPattern: try fixed64()) }

  package mutating func string() throws(WireError) -> String {
    let span = try span()
    guard let text = String(utf8: span) else { throw error(.invalidUTF8) }
    return text
  }

  package mutating func bytes() throws(WireError) -> [UInt8] { [UInt8](try span()) }

  /// Merges a message into `value`.
  package mutating func message<M: WireMessage>(_ value: inout M) throws(WireError) {
    let outer = try enter()
    try value.decode(from: &self)
    leave(outer)
  }

  /// Merges a message into `value`, which may be absent yet.
  package mutating func message<M: WireMessage>(_ value: inout M?) throws(WireError) {
    var merged = value ?? M()
    // Ensures that `merged` is the only reference and is changed in place.
    value = nil
    try message(&merged)
    value = merged
  }

  /// Reads one element of a list of messages.
  package mutating func append<M: WireMessage>(to list: inout [M]) throws(WireError) {
    try countElement()
    list.append(M())
    try message(&list[list.count &- 1])
  }
}
