import MartletWire

/// A key that verifies an app's tokens, for one algorithm only.
package struct TokenKey: Sendable {
  /// The bytes of a key, which fix its algorithm.
  package enum Material: Sendable {
    /// HS256: the app's server and Martlet share it, and both sign with it.
    case secret(Secret)
    /// RS256, ES256 or EdDSA: the app's server keeps the private key.
    case publicKey(PublicKey)
  }

  /// The key's name in the `kid` of a token's header: 1 to 64 bytes of `[A-Za-z0-9_.-]`, unique within its app.
  package let id: String
  package let material: Material
  /// A hash of the key alone, independent of its name.
  let fingerprint: String

  /// Takes a key under a name; without one the name is made of the key.
  ///
  /// Nil if the name is not of the form.
  package init?(_ material: Material, id: String? = nil) {
    self.material = material
    fingerprint =
      switch material {
      case .secret(let secret): secret.id
      case .publicKey(let key): KeyName.of(key.bytes, as: "public key")
      }
    guard Self.isID(id ?? fingerprint) else { return nil }
    self.id = id ?? fingerprint
  }

  /// Whether a text can name a key.
  package static func isID(_ text: String) -> Bool { AppID(text) != nil }

  /// The only algorithm the key is used with.
  package var algorithm: SigningAlgorithm {
    switch material {
    case .secret: .hs256
    case .publicKey(let key): key.algorithm
    }
  }

  /// The secret of an HS256 key.
  package var secret: Secret? { if case .secret(let secret) = material { secret } else { nil } }
}
