/// Reads proto3 JSON from memory it does not own, one token at a time and only forward.
package struct JSONReader {
  let input: UnsafeRawBufferPointer
  var position = 0
  private var depth: Int
  private var elements: Int

  /// The memory must outlive the reader.
  package init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(WireError) {
    guard bytes.count <= limits.bytes else { throw WireError(.tooLarge, at: limits.bytes) }
    input = bytes
    depth = limits.depth &+ 1
    elements = limits.elements
  }

  package func error(_ code: WireError.Code) -> WireError { WireError(code, at: position) }

  /// Checks that only white space is left.
  package mutating func finish() throws(WireError) {
    skipSpace()
    guard position == input.count else { throw error(.malformed) }
  }

  private mutating func skipSpace() {
    while position < input.count {
      switch input[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position &+= 1
      default: return
      }
    }
  }

  /// The first byte of the next token, which is not consumed.
  mutating func peek() throws(WireError) -> UInt8 {
    skipSpace()
    guard position < input.count else { throw error(.truncated) }
    return input[position]
  }

  mutating func expect(_ byte: UInt8) throws(WireError) {
    guard try peek() == byte else { throw error(.malformed) }
    position &+= 1
  }

  /// Consumes a word like `null` where it comes next.
  mutating func take(_ word: StaticString) throws(WireError) -> Bool {
    _ = try peek()
    let count = word.utf8CodeUnitCount
    guard count <= input.count &- position else { return false }
    let matches = word.withUTF8Buffer { input[position..<(position &+ count)].elementsEqual($0) }
    if matches { position &+= count }
    return matches
  }

  /// Counts an element of a list or map against the limit.
  package mutating func countElement() throws(WireError) {
    guard elements > 0 else { throw error(.tooManyElements) }
    elements &-= 1
  }

  /// Begins an object or list that counts as a level of nesting, up to `close`.
  mutating func open(_ bracket: UInt8) throws(WireError) {
    try expect(bracket)
    guard depth > 0 else { throw error(.tooDeep) }
    depth &-= 1
  }

  mutating func close() { depth &+= 1 }

  /// Consumes the separator between elements of an object or list.
  ///
  /// - Returns: False if the closing bracket follows instead of another element.
  private mutating func next(before bracket: UInt8, isFirst: inout Bool) throws(WireError) -> Bool {
    if try peek() == bracket {
      position &+= 1
      return false
    }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }
}

// Objects that are messages.
extension JSONReader {
  /// The reader's state within an object that is a message.
  package struct Fields {
    fileprivate let names: JSONNames
    fileprivate var isFirst = true
    fileprivate var seen: UInt128 = 0
  }

  package mutating func beginFields(_ names: JSONNames) throws(WireError) -> Fields {
    try open(UInt8(ascii: "{"))
    return Fields(names: names)
  }

  /// Moves to the value of the next field that the schema knows and that is not null, which means absent.
  ///
  /// - Returns: The field's index in `names`; nil at the end of the object.
  package mutating func nextField(_ fields: inout Fields) throws(WireError) -> Int? {
    while try next(before: UInt8(ascii: "}"), isFirst: &fields.isFirst) {
      let name = try text()
      let index = name.withBytes(of: input) { fields.names.index(of: $0) }
      try expect(UInt8(ascii: ":"))
      guard let index else {
        try skipValue()
        continue
      }
      let bit: UInt128 = 1 << UInt128(truncatingIfNeeded: index)
      guard fields.seen & bit == 0 else { throw error(.duplicate) }
      fields.seen |= bit
      if try !take("null") { return index }
    }
    close()
    return nil
  }

  /// Refuses a second member of a oneof.
  package func checkAbsent(_ isAbsent: Bool) throws(WireError) {
    if !isAbsent { throw error(.duplicate) }
  }
}

// Lists, and objects that are maps.
extension JSONReader {
  /// Begins a list of a field.
  ///
  /// It is no nesting level of its own, as in the binary format.
  package mutating func beginList() throws(WireError) { try expect(UInt8(ascii: "[")) }

  /// Moves to the next element; false at the end of the list.
  ///
  /// `isFirst` begins as true.
  package mutating func nextElement(isFirst: inout Bool) throws(WireError) -> Bool {
    guard try next(before: UInt8(ascii: "]"), isFirst: &isFirst) else { return false }
    try countElement()
    return true
  }

  package mutating func beginMap() throws(WireError) { try open(UInt8(ascii: "{")) }

  /// Moves to the key of the next pair; false at the end of the map.
  ///
  /// `isFirst` begins as true.
  package mutating func nextPair(isFirst: inout Bool) throws(WireError) -> Bool {
    guard try next(before: UInt8(ascii: "}"), isFirst: &isFirst) else {
      close()
      return false
    }
    guard try peek() == UInt8(ascii: "\"") else { throw error(.malformed) }
    try countElement()
    return true
  }

  /// Moves from a key to its value.
  package mutating func colon() throws(WireError) { try expect(UInt8(ascii: ":")) }

  /// Refuses a key that the map has already.
  package func insert<Key, Value>(_ value: Value, for key: Key, into map: inout [Key: Value]) throws(WireError) {
    guard map.updateValue(value, forKey: key) == nil else { throw error(.duplicate) }
  }

  /// Passes over a value of any type.
  package mutating func skipValue() throws(WireError) {
    var isFirst = true
    switch try peek() {
    case UInt8(ascii: "{"):
      try open(UInt8(ascii: "{"))
      while try next(before: UInt8(ascii: "}"), isFirst: &isFirst) {
        _ = try text()
        try expect(UInt8(ascii: ":"))
        try skipValue()
      }
      close()
    case UInt8(ascii: "["):
      try open(UInt8(ascii: "["))
      while try next(before: UInt8(ascii: "]"), isFirst: &isFirst) { try skipValue() }
      close()
    case UInt8(ascii: "\""): _ = try text()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"): guard try take("null") else { throw error(.malformed) }
    default: _ = try number()
    }
  }
}

/// The names of a message's fields in JSON: those of the schema and their lowerCamelCase.
package struct JSONNames: Sendable {
  private let names: [(name: StaticString, index: Int)]

  /// The indices are at least 0 and less than 128.
  package init(_ names: [(name: StaticString, index: Int)]) {
    self.names = names
  }

  func index(of name: UnsafeRawBufferPointer) -> Int? {
    for known in names where known.name.matches(name) { return known.index }
    return nil
  }
}

extension StaticString {
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    utf8CodeUnitCount == bytes.count && withUTF8Buffer { $0.elementsEqual(bytes) }
  }
}
