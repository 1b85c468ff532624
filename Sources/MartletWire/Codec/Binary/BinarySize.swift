/// The lengths of values in the binary format, without tag.
package enum BinarySize {
  package static func varint(_ value: UInt64) -> Int {
    // One byte for each seven bits begun; 9/64 is 1/7 closely enough for 1...64.
    let bits = 64 &- (value | 1).leadingZeroBitCount
    return (bits &* 9 &+ 64) >> 6
  }

  /// A value of `count` bytes with its length before it.
  package static func prefixed(_ count: Int) -> Int {
    varint(UInt64(truncatingIfNeeded: count)) &+ count
  }

  package static func int32(_ value: Int32) -> Int { varint(UInt64(bitPattern: Int64(value))) }
  package static func int64(_ value: Int64) -> Int { varint(UInt64(bitPattern: value)) }
  package static func uint32(_ value: UInt32) -> Int { varint(UInt64(value)) }
  package static func uint64(_ value: UInt64) -> Int { varint(value) }
  package static func sint32(_ value: Int32) -> Int { varint(UInt64(ZigZag.encode(value))) }
  package static func sint64(_ value: Int64) -> Int { varint(ZigZag.encode(value)) }
  package static func bool(_ value: Bool) -> Int { 1 }
  package static func enumeration(_ value: some WireEnum) -> Int { int32(value.rawValue) }
  package static func fixed32(_ value: UInt32) -> Int { 4 }
  package static func fixed64(_ value: UInt64) -> Int { 8 }
  package static func sfixed32(_ value: Int32) -> Int { 4 }
  package static func sfixed64(_ value: Int64) -> Int { 8 }
  package static func float(_ value: Float) -> Int { 4 }
  package static func double(_ value: Double) -> Int { 8 }
  package static func string(_ value: String) -> Int { prefixed(value.utf8.count) }
  package static func bytes(_ value: [UInt8]) -> Int { prefixed(value.count) }
  package static func message(_ value: some WireMessage) -> Int { prefixed(value.encodedSize) }
}

/// Signed numbers as unsigned ones of about the same magnitude: 0, -1, 1, -2 become 0, 1, 2, 3.
enum ZigZag {
  static func encode(_ value: Int32) -> UInt32 { UInt32(bitPattern: (value << 1) ^ (value >> 31)) }
  static func encode(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }
  static func decode(_ value: UInt32) -> Int32 { Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1) }
  static func decode(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
}
