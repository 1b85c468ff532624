import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
  /// The length of a code in bytes.
  package static let byteCount = SHA256.byteCount

  /// The authentication code of a message.
  ///
  /// - Throws: `ServerError` with code `.cryptography` if the library refuses, as for lack of memory.
  package static func code(key: some Collection<UInt8>, message: some Collection<UInt8>) throws -> [UInt8] {
    try withContiguousBytes(key) { key in
      try withContiguousBytes(message) { message in
        guard let keyCount = Int32(exactly: key.count) else { throw ServerError(.cryptography, "the key is too long") }
        return try [UInt8](unsafeUninitializedCapacity: byteCount) { code, count in
          var written: UInt32 = 0
          let made = HMAC(
            EVP_sha256(), key.baseAddress, keyCount, message.baseAddress, message.count, code.baseAddress, &written)
          guard made != nil, written == UInt32(byteCount) else { throw ServerError(.cryptography, "HMAC failed") }
          count = byteCount
        }
      }
    }
  }
}

/// Whether two byte strings are equal, in a time that depends on their lengths only.
package func isEqualInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  withContiguousBytes(left) { left in
    withContiguousBytes(right) { right in
      guard left.count == right.count else { return false }
      guard let first = left.baseAddress, let second = right.baseAddress else { return true }
      return CRYPTO_memcmp(first, second, left.count) == 0
    }
  }
}
