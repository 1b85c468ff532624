/// The algorithms with which tokens may be signed (RFC 7518, RFC 8037), named as the `alg` of a header names them.
package enum SigningAlgorithm: String, Sendable, CaseIterable {
  /// HMAC with SHA-256 and a secret.
  case hs256 = "HS256"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// Ed25519.
  case eddsa = "EdDSA"
}
