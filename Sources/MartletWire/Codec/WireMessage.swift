/// A message of a schema, with a JSON form.
///
/// The generator writes the conformances.
package protocol JSONMessage: Equatable, Sendable {
  /// A message with every field at its default.
  init()

  /// Writes the value as a JSON object.
  func encode(into writer: inout JSONWriter)

  /// Reads a JSON object into this value, which must be at its defaults.
  mutating func decode(from reader: inout JSONReader) throws(WireError)
}

/// A message of the wire's schema, with a binary form too.
package protocol WireMessage: JSONMessage {
  /// The name in the schema, with its package: `martlet.v1.Send`.
  static var messageName: String { get }

  /// Fields that came in the binary format and are not in the schema.
  var unknownFields: UnknownFields { get set }

  /// The length of the binary form in bytes.
  var encodedSize: Int { get }

  /// Writes the fields, the last one first.
  func encode(into writer: inout BinaryWriter)

  /// Reads fields up to the end of the reader's range and merges them into this value.
  mutating func decode(from reader: inout BinaryReader) throws(WireError)
}

extension WireMessage {
  /// The binary form.
  package func encoded() -> [UInt8] {
    let size = encodedSize
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      encode(into: UnsafeMutableRawBufferPointer(buffer), size: size)
      count = size
    }
  }

  /// Writes the binary form into memory of exactly `encodedSize` bytes.
  package func encode(into buffer: UnsafeMutableRawBufferPointer) {
    encode(into: buffer, size: buffer.count)
  }

  /// Appends the binary form.
  package func encode(into writer: inout ByteWriter) {
    let size = encodedSize
    writer.append(count: size) { encode(into: $0, size: size) }
  }

  private func encode(into buffer: UnsafeMutableRawBufferPointer, size: Int) {
    var writer = BinaryWriter(buffer, count: size)
    encode(into: &writer)
    writer.finish()
  }

  /// Reads the binary form.
  package init(decoding bytes: UnsafeRawBufferPointer, limits: DecodingLimits = DecodingLimits()) throws(WireError) {
    var reader = try BinaryReader(bytes, limits: limits)
    self.init()
    try decode(from: &reader)
  }

  /// Reads the binary form.
  package init(decoding bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(WireError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(WireError) in
      try Self(decoding: UnsafeRawBufferPointer(buffer), limits: limits)
    }
  }
}

extension JSONMessage {
  /// The proto3 JSON form, without white space.
  package func json() -> [UInt8] {
    var bytes = ByteWriter()
    encodeJSON(into: &bytes)
    return bytes.bytes
  }

  /// Appends the proto3 JSON form.
  package func encodeJSON(into bytes: inout ByteWriter) {
    var writer = JSONWriter(appendingTo: bytes)
    bytes = ByteWriter()
    encode(into: &writer)
    bytes = writer.output
  }

  /// Reads the proto3 JSON form.
  ///
  /// Names are taken as in the schema or in lowerCamelCase. Unknown fields and unknown names of enumeration
  /// values are passed over, as a newer peer may send them. A field given twice, or two members of one
  /// oneof, is refused.
  package init(json: UnsafeRawBufferPointer, limits: DecodingLimits = DecodingLimits()) throws(WireError) {
    var reader = try JSONReader(json, limits: limits)
    self.init()
    try decode(from: &reader)
    try reader.finish()
  }

  /// Reads the proto3 JSON form.
  package init(json bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(WireError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(WireError) in
      try Self(json: UnsafeRawBufferPointer(buffer), limits: limits)
    }
  }
}

/// An enumeration of the schema: the named values, and any other number a newer peer sends.
package protocol WireEnum: RawRepresentable, Hashable, Sendable where RawValue == Int32 {
  init(rawValue: Int32)

  /// The names in the schema. Where two stand for one number, the first is written.
  static var names: [(name: StaticString, number: Int32)] { get }
}
