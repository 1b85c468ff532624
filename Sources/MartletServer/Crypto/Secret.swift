import MartletWire

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

  /// Generates a new secret.
  package init(random: some RandomBytes) throws {
    bytes = try random.bytes(Self.minimumByteCount)
  }

  /// Names the secret without giving anything of it away: sixteen hexadecimal digits of a hash.
  package var id: String { KeyName.of(bytes, as: "secret") }

  package var description: String { "[secret]" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether both are the same key, in a time that does not depend on the bytes.
  package func isSame(as other: Secret) -> Bool { isEqualInConstantTime(bytes, other.bytes) }
}

/// Names for keys, made of the keys themselves.
enum KeyName {
  /// Sixteen hexadecimal digits, the same for the same bytes of the same kind.
  static func of(_ bytes: [UInt8], as kind: StaticString) -> String {
    // A hash of 32 random bytes lets nobody guess them, and a public key is no secret.
    Hexadecimal.encode(SHA256.digest(Array("martlet \(kind)\n".utf8) + bytes, count: 8))
  }
}
