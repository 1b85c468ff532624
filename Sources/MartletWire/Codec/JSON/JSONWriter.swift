/// Writes proto3 JSON without white space.
///
/// The caller keeps the order of calls that makes JSON.
package struct JSONWriter {
  package private(set) var output: ByteWriter
  /// True if the next element is the first in its object or list.
  private var isFirst = true

  package init(appendingTo bytes: ByteWriter = ByteWriter()) {
    output = bytes
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginList() { open(UInt8(ascii: "[")) }
  package mutating func endList() { close(UInt8(ascii: "]")) }

  private mutating func open(_ bracket: UInt8) {
    output.append(bracket)
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    output.append(bracket)
    isFirst = false
  }

  /// Begins an element of a list.
  package mutating func element() {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  /// Begins a field.
  ///
  /// The name must need no escapes.
  package mutating func field(_ name: StaticString) {
    element()
    output.append(UInt8(ascii: "\""))
    output.append(name)
    output.append("\":")
  }

  /// Begins the value of a map's key.
  package mutating func key(_ key: String) {
    element()
    string(key)
    output.append(UInt8(ascii: ":"))
  }

  /// Begins the value of a map's key: JSON's keys are strings.
  package mutating func key(_ key: some FixedWidthInteger) { self.key(String(key)) }

  /// Begins the value of a map's key: JSON's keys are strings.
  package mutating func key(_ key: Bool) { self.key(key ? "true" : "false") }
}

// The values of the schema's types.
extension JSONWriter {
  package mutating func int32(_ value: Int32) { decimal(UInt64(value.magnitude), isNegative: value < 0) }
  package mutating func uint32(_ value: UInt32) { decimal(UInt64(value), isNegative: false) }
  package mutating func sint32(_ value: Int32) { int32(value) }
  package mutating func fixed32(_ value: UInt32) { uint32(value) }
  package mutating func sfixed32(_ value: Int32) { int32(value) }

  /// Numbers of 64 bits are strings, as JavaScript's numbers hold only 53.
  package mutating func int64(_ value: Int64) { quoted { $0.decimal(value.magnitude, isNegative: value < 0) } }
  package mutating func uint64(_ value: UInt64) { quoted { $0.decimal(value, isNegative: false) } }
  package mutating func sint64(_ value: Int64) { int64(value) }
  package mutating func fixed64(_ value: UInt64) { uint64(value) }
  package mutating func sfixed64(_ value: Int64) { int64(value) }

  /// A number without quotation marks, for JSON that no message of the schema describes.
  package mutating func integer(_ value: UInt64) { decimal(value, isNegative: false) }
  package mutating func integer(_ value: Int64) { decimal(value.magnitude, isNegative: value < 0) }
  package mutating func null() { output.append("null") }

  package mutating func bool(_ value: Bool) { output.append(value ? "true" : "false") }
  package mutating func double(_ value: Double) { floating(value) }
  package mutating func float(_ value: Float) { floating(value) }

  package mutating func string(_ value: String) {
    output.append(UInt8(ascii: "\""))
    if value.utf8.withContiguousStorageIfAvailable({ escaped(UnsafeRawBufferPointer($0)) }) == nil {
      [UInt8](value.utf8).withUnsafeBytes { escaped($0) }
    }
    output.append(UInt8(ascii: "\""))
  }

  package mutating func bytes(_ value: [UInt8]) {
    quoted { $0.output.bytes.append(contentsOf: Base64.encode(value)) }
  }

  /// By name, or by number where the schema has no name for it.
  package mutating func enumeration<E: WireEnum>(_ value: E) {
    guard let name = E.names.first(where: { $0.number == value.rawValue })?.name else { return int32(value.rawValue) }
    quoted { $0.output.append(name) }
  }

  package mutating func message(_ value: some JSONMessage) { value.encode(into: &self) }

  private mutating func quoted(_ body: (inout JSONWriter) -> Void) {
    output.append(UInt8(ascii: "\""))
    body(&self)
    output.append(UInt8(ascii: "\""))
  }

  private mutating func decimal(_ magnitude: UInt64, isNegative: Bool) {
    if isNegative { output.append(UInt8(ascii: "-")) }
    guard magnitude >= 10 else { return output.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude)) }
    withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
      var rest = magnitude
      var start = digits.count
      while rest > 0 {
        start &-= 1
        digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
      output.append(UnsafeRawBufferPointer(rebasing: digits[start...]))
    }
  }

  private mutating func floating<F: BinaryFloatingPoint & LosslessStringConvertible>(_ value: F) {
    if value.isNaN {
      output.append("\"NaN\"")
    } else if value.isInfinite {
      output.append(value < 0 ? "\"-Infinity\"" : "\"Infinity\"")
    } else {
      // The shortest digits that read back as the same value, in JSON's grammar.
      output.append(value.description)
    }
  }

  /// Appends the text between the quotation marks of a string, with escapes.
  private mutating func escaped(_ text: UnsafeRawBufferPointer) {
    var plain = 0
    for index in 0..<text.count {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      output.append(UnsafeRawBufferPointer(rebasing: text[plain..<index]))
      plain = index &+ 1
      escape(byte)
    }
    output.append(UnsafeRawBufferPointer(rebasing: text[plain...]))
  }

  private mutating func escape(_ byte: UInt8) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): output.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): output.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): output.append(UInt8(ascii: "t"))
    case 0..<0x20:
      output.append(byte < 0x10 ? "u000" : "u001")
      let digit = byte & 15
      output.append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
    default: output.append(byte)
    }
  }
}
