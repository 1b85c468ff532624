import COpenSSL
import MartletWire

/// A public key that verifies signatures of one algorithm: RS256, ES256 or EdDSA.
///
/// `@unchecked Sendable`: OpenSSL never changes a key after it was read, allows any number of threads to verify with it, and
/// each verification has a context of its own. `deinit` frees it.
package final class PublicKey: @unchecked Sendable {
  /// The allowed lengths of an RSA modulus in bits; longer ones would make each verification expensive.
  package static let modulusBits = 2048...8192
  /// The most bytes of PEM text that are read.
  package static let maximumTextBytes = 16 << 10

  /// The algorithm that the kind of key allows, and no other.
  package let algorithm: SigningAlgorithm
  /// The key as a DER SubjectPublicKeyInfo (RFC 5280).
  package let bytes: [UInt8]
  private let key: OpaquePointer

  /// Reads a PEM text that holds one `PUBLIC KEY` block and nothing else.
  ///
  /// - Parameter pem: An RSA key of 2048 to 8192 bits, an EC key on the named curve P-256, or an Ed25519 key.
  /// - Throws: `ServerError` with code `.malformed`; its message names the remedy and holds no part of the text.
  package init(pem: String) throws {
    try Self.checkForm(pem)
    let key = try Self.read(pem)
    do {
      algorithm = try Self.algorithm(of: key)
      bytes = try Self.encoded(key)
    } catch {
      EVP_PKEY_free(key)
      throw error
    }
    self.key = key
  }

  deinit { EVP_PKEY_free(key) }

  /// True if the private key that belongs to this key signed the message.
  ///
  /// - Parameters:
  ///   - signature: In the form of JSON Web Signatures: for ES256 r and s, 32 bytes each.
  ///   - message: The signed bytes.
  /// - Returns: False also for a signature of another form.
  /// - Throws: `ServerError` with code `.cryptography` if the library has no memory.
  package func isSignature(_ signature: [UInt8], of message: [UInt8]) throws -> Bool {
    let encoded: [UInt8]
    switch algorithm {
    case .es256:
      guard let sequence = ECDSASignature.der(signature) else { return false }
      encoded = sequence
    case .hs256, .rs256, .eddsa: encoded = signature
    }
    guard let context = EVP_MD_CTX_new() else { throw ServerError(.cryptography, "OpenSSL has no memory for a signature") }
    defer {
      EVP_MD_CTX_free(context)
      // An error left in the queue would be attributed to the next TLS connection on this thread.
      ERR_clear_error()
    }
    // Ed25519 hashes by itself.
    let digest = algorithm == .eddsa ? nil : "SHA256"
    guard EVP_DigestVerifyInit_ex(context, nil, digest, nil, nil, key, nil) == 1 else {
      throw ServerError(.cryptography, "OpenSSL cannot verify \(algorithm.rawValue) signatures")
    }
    return EVP_DigestVerify(context, encoded, encoded.count, message, message.count) == 1
  }

  /// The key as PEM text: the same text for every PEM form of the key.
  package var pem: String {
    var rest = Base64.encode(bytes)[...]
    var lines = ["-----BEGIN PUBLIC KEY-----"]
    while !rest.isEmpty {
      lines.append(String(decoding: rest.prefix(64), as: UTF8.self))
      rest = rest.dropFirst(64)
    }
    return (lines + ["-----END PUBLIC KEY-----", ""]).joined(separator: "\n")
  }

  // MARK: Reading

  private static func checkForm(_ pem: String) throws {
    guard pem.utf8.count <= maximumTextBytes else { throw ServerError(.malformed, "The public key has too many bytes.") }
    guard !pem.contains("PRIVATE KEY-----") else {
      throw ServerError(
        .malformed,
        "This is a private key, which the server must never see. Give it the public key: openssl pkey -in FILE -pubout")
    }
    guard !pem.contains("BEGIN CERTIFICATE-----") else {
      throw ServerError(.malformed, "This is a certificate. Give the public key in it: openssl x509 -in FILE -noout -pubkey")
    }
    guard !pem.contains("BEGIN RSA PUBLIC KEY-----") else {
      throw ServerError(
        .malformed,
        "This RSA key is in the PKCS #1 form. Convert it: openssl rsa -RSAPublicKey_in -in FILE -pubout")
    }
    guard pem.split(separator: "-----BEGIN ", omittingEmptySubsequences: false).count == 2 else {
      throw ServerError(.malformed, "A public key must be one PEM block that begins with -----BEGIN PUBLIC KEY-----.")
    }
  }

  private static func read(_ pem: String) throws -> OpaquePointer {
    defer { ERR_clear_error() }
    // OpenSSL reads the bytes in place.
    return try Array(pem.utf8).withUnsafeBytes { bytes in
      guard let count = Int32(exactly: bytes.count), let input = BIO_new_mem_buf(bytes.baseAddress, count) else {
        throw ServerError(.cryptography, "OpenSSL has no memory for a key")
      }
      defer { BIO_free(input) }
      guard let key = PEM_read_bio_PUBKEY(input, nil, { _, _, _, _ in 0 }, nil) else {
        throw ServerError(.malformed, "The public key cannot be read: it is not a PEM block PUBLIC KEY that OpenSSL knows.")
      }
      return key
    }
  }

  /// The algorithm of a key that is strong enough.
  private static func algorithm(of key: OpaquePointer) throws -> SigningAlgorithm {
    defer { ERR_clear_error() }
    let algorithm: SigningAlgorithm
    switch EVP_PKEY_get_base_id(key) {
    case EVP_PKEY_RSA:
      let bits = Int(EVP_PKEY_get_bits(key))
      guard modulusBits.contains(bits) else {
        throw ServerError(
          .malformed,
          "The RSA key has \(bits) bits. It must have \(modulusBits.lowerBound) to \(modulusBits.upperBound): make a new one.")
      }
      algorithm = .rs256
    case EVP_PKEY_EC:
      guard curve(of: key) == "prime256v1" else {
        throw ServerError(
          .malformed, "The EC key is not on the named curve P-256, the only one that ES256 allows: make a new one.")
      }
      algorithm = .es256
    case EVP_PKEY_ED25519: algorithm = .eddsa
    default:
      throw ServerError(.malformed, "The public key is of a kind that is not supported. Use RSA, EC on P-256, or Ed25519.")
    }
    guard let context = EVP_PKEY_CTX_new(key, nil) else { throw ServerError(.cryptography, "OpenSSL has no memory for a key") }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_public_check(context) == 1 else {
      throw ServerError(.malformed, "The public key is not valid: make a new one.")
    }
    return algorithm
  }

  /// The name of an EC key's curve; nil if the key spells out the curve's parameters, even those of a named curve.
  private static func curve(of key: OpaquePointer) -> String? {
    var isSpeltOut: Int32 = 1
    guard EVP_PKEY_get_int_param(key, "decoded-from-explicit", &isSpeltOut) == 1, isSpeltOut == 0 else { return nil }
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1, (1..<name.count).contains(count) else { return nil }
    return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func encoded(_ key: OpaquePointer) throws -> [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let count = Int(i2d_PUBKEY(key, &start))
    guard count > 0, let start else { throw ServerError(.cryptography, "OpenSSL has no memory for a key") }
    defer { CRYPTO_free(start, nil, 0) }
    return [UInt8](UnsafeBufferPointer(start: start, count: count))
  }
}

/// The two forms of an ECDSA signature on P-256.
enum ECDSASignature {
  private static let integerBytes = 32

  /// The DER form (RFC 3279) of the form of JSON Web Signatures, nil unless that has 64 bytes.
  static func der(_ raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 2 * integerBytes else { return nil }
    let body = integer(raw.prefix(integerBytes)) + integer(raw.suffix(integerBytes))
    // At most 70 bytes, so the length takes one.
    return [0x30, UInt8(truncatingIfNeeded: body.count)] + body
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    // DER integers have a sign, and 0 has a digit.
    if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
    return [0x02, UInt8(truncatingIfNeeded: digits.count)] + digits
  }
}
