/// Writes the binary format from the back to the front, so that the length of a nested message is known
/// when it is written and nothing is measured twice or moved.
package struct BinaryWriter {
  private let start: UnsafeMutableRawPointer?
  /// The number of free bytes at the front.
  private var free: Int

  /// The buffer must have exactly the bytes that will be written and outlive the writer.
  init(_ buffer: UnsafeMutableRawBufferPointer, count: Int) {
    precondition(buffer.count >= count, "a message needs a buffer of its encodedSize")
    start = buffer.baseAddress
    free = count
  }

  /// The written size must match the measured size; a difference would leave uninitialized bytes in the output.
  func finish() {
    precondition(free == 0, "encodedSize differs from what was written")
  }

  /// The place for the next `count` bytes.
  ///
  /// Not enough room means that `encodedSize` is wrong, a mistake in this module which no input can bring about:
  /// values do not change between measuring and writing.
  private mutating func take(_ count: Int) -> UnsafeMutableRawPointer {
    guard let start, count <= free else { preconditionFailure("encodedSize is too small") }
    free &-= count
    return start + free
  }

  /// The place where a nested value ends; give it to `length(since:)` when the value is written.
  package var mark: Int { free }

  /// Writes the length of the bytes written since `mark` was taken.
  package mutating func length(since mark: Int) {
    varint(UInt64(truncatingIfNeeded: mark &- free))
  }

  package mutating func tag(_ tag: UInt32) {
    varint(UInt64(tag))
  }

  package mutating func varint(_ value: UInt64) {
    if value < 0x80 {
      take(1).storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
      return
    }
    let count = BinarySize.varint(value)
    let place = take(count)
    var rest = value
    for index in 0..<(count &- 1) {
      place.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: index, as: UInt8.self)
      rest >>= 7
    }
    place.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: count &- 1, as: UInt8.self)
  }

  package mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    take(bytes.count).copyMemory(from: source, byteCount: bytes.count)
  }

  package mutating func unknown(_ fields: UnknownFields) {
    if !fields.isEmpty { fields.bytes.withUnsafeBytes { raw($0) } }
  }
}

// The values of the schema's types, without tag.
extension BinaryWriter {
  package mutating func int32(_ value: Int32) { varint(UInt64(bitPattern: Int64(value))) }
  package mutating func int64(_ value: Int64) { varint(UInt64(bitPattern: value)) }
  package mutating func uint32(_ value: UInt32) { varint(UInt64(value)) }
  package mutating func uint64(_ value: UInt64) { varint(value) }
  package mutating func sint32(_ value: Int32) { varint(UInt64(ZigZag.encode(value))) }
  package mutating func sint64(_ value: Int64) { varint(ZigZag.encode(value)) }
  package mutating func bool(_ value: Bool) { varint(value ? 1 : 0) }
  package mutating func enumeration(_ value: some WireEnum) { int32(value.rawValue) }

  package mutating func fixed32(_ value: UInt32) { take(4).storeBytes(of: value.littleEndian, as: UInt32.self) }
  package mutating func fixed64(_ value: UInt64) { take(8).storeBytes(of: value.littleEndian, as: UInt64.self) }
  package mutating func sfixed32(_ value: Int32) { fixed32(UInt32(bitPattern: value)) }
  package mutating func sfixed64(_ value: Int64) { fixed64(UInt64(bitPattern: value)) }
  package mutating func float(_ value: Float) { fixed32(value.bitPattern) }
  package mutating func double(_ value: Double) { fixed64(value.bitPattern) }

  package mutating func string(_ value: String) {
    let mark = self.mark
    if value.utf8.withContiguousStorageIfAvailable({ raw(UnsafeRawBufferPointer($0)) }) == nil {
      for byte in value.utf8.reversed() { take(1).storeBytes(of: byte, as: UInt8.self) }
    }
    length(since: mark)
  }

  package mutating func bytes(_ value: [UInt8]) {
    value.withUnsafeBytes { raw($0) }
    varint(UInt64(truncatingIfNeeded: value.count))
  }

  package mutating func message(_ value: some WireMessage) {
    let mark = self.mark
    value.encode(into: &self)
    length(since: mark)
  }
}
