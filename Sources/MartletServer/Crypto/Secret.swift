/// The bytes of a key.
///
/// Printing, interpolating or reflecting it shows no byte of it.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fewest bytes a secret may have: as many as the codes it makes.
  package static let minimumByteCount = HMACSHA256.byteCount
  /// The most bytes a secret may have: longer ones are hashed by HMAC before use and gain nothing.
  package static let maximumByteCount = 64

  package let bytes: [UInt8]

  /// Takes 32 to 64 bytes, or returns nil.
  package init?(_ bytes: [UInt8]) {
    guard (Self.minimumByteCount...Self.maximumByteCount).contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// Makes a new one.
  package init(random: some RandomBytes) throws {
    bytes = try random.bytes(Self.minimumByteCount)
  }

  package var description: String { "[secret]" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether both are the same key, in a time that does not depend on the bytes.
  package func isSame(as other: Secret) -> Bool { isEqualInConstantTime(bytes, other.bytes) }
}
