import COpenSSL

/// The source of secrets.
///
/// Injected, so that a test can make secrets predictable.
package protocol RandomBytes: Sendable {
  /// Unpredictable bytes.
  ///
  /// - Throws: `ServerError` with code `.cryptography` if the system provides no randomness.
  func bytes(_ count: Int) throws -> [UInt8]
}

extension RandomBytes {
  /// A number nobody can guess; throws as `bytes(_:)` does.
  func number() throws -> UInt64 { try bytes(8).reduce(0) { $0 &<< 8 | UInt64($1) } }
}

/// The operating system's randomness, through OpenSSL's generator.
package struct SystemRandomBytes: RandomBytes {
  package init() {}

  package func bytes(_ count: Int) throws -> [UInt8] {
    guard count >= 0, let requested = Int32(exactly: count) else {
      throw ServerError(.cryptography, "cannot generate \(count) random bytes at once")
    }
    return try [UInt8](unsafeUninitializedCapacity: count) { bytes, written in
      guard RAND_bytes(bytes.baseAddress, requested) == 1 else { throw ServerError(.cryptography, "no randomness") }
      written = count
    }
  }
}
