import COpenSSL

/// A hash of bytes that come in pieces.
///
/// `@unchecked Sendable`: one owner at a time adds pieces, as it awaits each step before the next.
package final class Digest: @unchecked Sendable {
  /// The supported functions.
  package enum Function: String, Sendable, CaseIterable {
    case sha1, sha256
  }

  private let context = EVP_MD_CTX_new()

  package init(_ function: Function) {
    let algorithm = function == .sha1 ? EVP_sha1() : EVP_sha256()
    let isReady = context != nil && EVP_DigestInit_ex(context, algorithm, nil) == 1
    precondition(isReady, "OpenSSL has no memory for a digest")
  }

  deinit { EVP_MD_CTX_free(context) }

  package func add(_ bytes: UnsafeRawBufferPointer) {
    let isDone = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
    precondition(isDone, "OpenSSL has no memory for a digest")
  }

  /// The hash of all pieces; nothing may be added afterwards.
  package func finish() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { bytes, count in
      var length: UInt32 = 0
      let isDone = EVP_DigestFinal_ex(context, bytes.baseAddress, &length) == 1
      precondition(isDone, "OpenSSL has no memory for a digest")
      count = Int(length)
    }
  }
}
