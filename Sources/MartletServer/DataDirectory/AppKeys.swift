import MartletWire

/// An app of this server and the keys that speak for it.
package struct AppKeys: Sendable {
  package let id: AppID
  /// One or two secrets, with which the app's server signs its calls: each is accepted.
  ///
  /// With two, the app's server can change from one to the other while both work. The first is the newest.
  package let secrets: [Secret]
  /// The keys that verify the app's tokens; the first HS256 key also signs those that the server makes.
  package let tokenKeys: [TokenKey]
  /// True if the token keys are listed apart from the secrets.
  ///
  /// An app of an older file lists only secrets, which then verify and sign tokens too, whatever `kid` says.
  package let hasOwnTokenKeys: Bool

  /// The most secrets an app may have.
  package static let maximumSecretCount = 2
  /// The most token keys an app may have.
  package static let maximumTokenKeyCount = 8

  /// Takes one or two secrets, and one to eight token keys with different names; nil if the secrets serve as token keys.
  ///
  /// Returns nil otherwise.
  package init?(id: AppID, secrets: [Secret], tokenKeys: [TokenKey]? = nil) {
    guard (1...Self.maximumSecretCount).contains(secrets.count) else { return nil }
    if let tokenKeys {
      guard (1...Self.maximumTokenKeyCount).contains(tokenKeys.count), Set(tokenKeys.map(\.id)).count == tokenKeys.count else {
        return nil
      }
    }
    self.id = id
    self.secrets = secrets
    self.tokenKeys = tokenKeys ?? secrets.compactMap { TokenKey(.secret($0)) }
    hasOwnTokenKeys = tokenKeys != nil
  }

  /// A new app: a secret for its server's calls, and a key for its tokens.
  ///
  /// - Parameters:
  ///   - id: The app's id.
  ///   - tokenKey: The key for its tokens; nil makes an HS256 key.
  ///   - random: Where secrets come from.
  /// - Throws: `ServerError` with code `.cryptography`.
  package init(id: AppID, tokenKey: TokenKey? = nil, random: some RandomBytes) throws {
    let made = try tokenKey ?? TokenKey(.secret(Secret(random: random)))
    guard let made, let app = AppKeys(id: id, secrets: [try Secret(random: random)], tokenKeys: [made]) else {
      throw ServerError(.cryptography, "App \(id) could not be given keys.")
    }
    self = app
  }

  /// The key that signs tokens which the server makes; nil if the app's server alone signs.
  package var signingKey: (id: String, secret: Secret)? {
    for key in tokenKeys { if let secret = key.secret { return (key.id, secret) } }
    return nil
  }
}

// Key changes. Every step leaves the app usable: new keys are added before old ones are removed.
extension AppKeys {
  /// Adds a secret, beside which the old one stays good.
  ///
  /// - Throws: `ServerError` with code `.malformed` if there are two already.
  package func adding(_ secret: Secret) throws -> AppKeys {
    guard secrets.count < Self.maximumSecretCount, let last = secrets.last else {
      throw ServerError(
        .malformed,
        "App \(id) has two secrets already. Remove the old one first: martlet app remove secret --app \(id) --key "
          + "\(secrets.last?.id ?? "ID")")
    }
    return try changed(secrets: [secret, last])
  }

  /// Adds a token key beside the existing ones, which stay valid.
  ///
  /// Secrets that served as token keys are listed as such from then on.
  ///
  /// - Throws: `ServerError` with code `.malformed` if there are eight already, or one with that name.
  package func adding(_ key: TokenKey) throws -> AppKeys {
    guard tokenKeys.count < Self.maximumTokenKeyCount else {
      throw ServerError(
        .malformed,
        "App \(id) has \(tokenKeys.count) token keys, which is the maximum. Remove one first: martlet app remove token-key "
          + "--app \(id) --key KID")
    }
    guard !tokenKeys.contains(where: { $0.id == key.id || $0.fingerprint == key.fingerprint }) else {
      throw ServerError(
        .malformed, "App \(id) already has this token key, or another one named \(key.id). Choose another --kid.")
    }
    return try changed(tokenKeys: [key] + tokenKeys)
  }

  /// Removes a secret, which is refused from then on.
  ///
  /// - Throws: `ServerError` with code `.missing`, or `.malformed` if it is the only one.
  package func removing(secret name: String) throws -> AppKeys {
    // If secrets also serve for tokens, removing one withdraws it for both uses.
    try changed(secrets: rest(of: secrets, without: name, "secret", \.id))
  }

  /// Removes a token key, whose tokens are refused from then on.
  ///
  /// - Throws: `ServerError` with code `.missing`, or `.malformed` if it is the only one.
  package func removing(tokenKey name: String) throws -> AppKeys {
    guard hasOwnTokenKeys else {
      throw ServerError(
        .malformed,
        "App \(id) has no token keys of its own: its secrets sign its tokens. Make one first: martlet app rotate token-key "
          + "--app \(id)"
      )
    }
    return try changed(tokenKeys: rest(of: tokenKeys, without: name, "token-key", \.id))
  }

  /// The keys without the one of this name, which must be there and not be the only one.
  private func rest<Key>(of keys: [Key], without name: String, _ kind: String, _ nameOf: (Key) -> String) throws -> [Key] {
    let rest = keys.filter { nameOf($0) != name }
    guard rest.count < keys.count else {
      throw ServerError(.missing, "App \(id) has no \(kind) \(name). List its keys with: martlet app list")
    }
    guard !rest.isEmpty else {
      throw ServerError(
        .malformed, "It is the only \(kind) of app \(id). Make a new one first: martlet app rotate \(kind) --app \(id)")
    }
    return rest
  }

  private func changed(secrets: [Secret]? = nil, tokenKeys: [TokenKey]? = nil) throws -> AppKeys {
    let keys = tokenKeys ?? (hasOwnTokenKeys ? self.tokenKeys : nil)
    guard let app = AppKeys(id: id, secrets: secrets ?? self.secrets, tokenKeys: keys) else {
      throw ServerError(.malformed, "App \(id) cannot have these keys.")
    }
    return app
  }
}
