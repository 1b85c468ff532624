import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// The length of a digest in bytes.
  package static let byteCount = 32

  /// The digest of all bytes.
  package static func digest(_ bytes: some Collection<UInt8>) -> [UInt8] {
    withContiguousBytes(bytes) { message in
      [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
        _ = COpenSSL.SHA256(message.baseAddress, message.count, digest.baseAddress)
        count = byteCount
      }
    }
  }
}

/// Calls `body` with the bytes in one piece, which may have an absent base address only when empty.
func withContiguousBytes<Result>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
  if let result = try bytes.withContiguousStorageIfAvailable(body) { return result }
  return try Array(bytes).withUnsafeBufferPointer(body)
}
