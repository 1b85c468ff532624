import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// The length of a digest in bytes.
  package static let byteCount = 32

  /// OpenSSL's implementation, looked for once: that takes longer than the digest of a short message.
  ///
  /// `@unchecked Sendable`: the library never changes an algorithm that was fetched, and any thread may use it.
  private struct Algorithm: @unchecked Sendable {
    let pointer = EVP_MD_fetch(nil, "SHA256", nil)
  }
  private static let algorithm = Algorithm()

  /// The digest of all bytes, or its first `count` bytes.
  package static func digest(_ bytes: some Collection<UInt8>, count wanted: Int = byteCount) -> [UInt8] {
    withContiguousBytes(bytes) { message in
      [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
        let pointer = algorithm.pointer ?? EVP_sha256()
        let isDone = EVP_Digest(message.baseAddress, message.count, digest.baseAddress, nil, pointer, nil)
        precondition(isDone == 1, "OpenSSL has no memory for a digest")
        count = min(max(0, wanted), byteCount)
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
