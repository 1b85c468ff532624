import MartletWire

// The file form:
// {"apps": [{"id": "main", "secrets": ["BASE64URL"], "tokenKeys": [
//   {"kid": "k1", "alg": "HS256", "secret": "BASE64URL"},
//   {"kid": "k2", "alg": "RS256", "publicKey": "-----BEGIN PUBLIC KEY-----\n…"}]}]}
extension Apps {
  private static let limits = DecodingLimits(bytes: 1 << 20, depth: 6, elements: 1 << 14)

  /// Reads the file form, in which every key must be known.
  ///
  /// - Throws: `ServerError` with code `.malformed`; its message holds no part of a secret.
  package init(json bytes: [UInt8]) throws {
    let value: JSONValue
    do {
      value = try JSONValue(json: bytes, limits: Self.limits)
    } catch {
      throw ServerError(.malformed, "The file is not JSON of the expected form: \(error).")
    }
    guard case .object(let file) = value, file.names == ["apps"], case .array(let apps) = file["apps"] else {
      throw ServerError(.malformed, "The file must be an object with the one key \"apps\", which is a list.")
    }
    try self.init(apps.enumerated().map { try Self.app($0.element, number: $0.offset + 1) })
  }

  private static func app(_ value: JSONValue, number: Int) throws -> AppKeys {
    guard case .object(let app) = value, Set(app.names).subtracting(["tokenKeys"]) == ["id", "secrets"],
      case .string(let text) = app["id"], case .array(let texts) = app["secrets"]
    else {
      throw ServerError(
        .malformed,
        "App number \(number) must be an object with \"id\", a text, \"secrets\", a list, and perhaps \"tokenKeys\", a list.")
    }
    guard let id = AppID(text) else {
      throw ServerError(.malformed, "The id of app number \(number) must be 1 to 64 characters of [A-Za-z0-9_.-].")
    }
    let secrets = try texts.map { try secret($0, of: id) }
    guard (1...AppKeys.maximumSecretCount).contains(secrets.count) else {
      throw ServerError(.malformed, "App \(id) must have one secret, or two while changing from one to the other.")
    }
    let tokenKeys: [TokenKey]?
    switch app["tokenKeys"] {
    case nil: tokenKeys = nil
    case .array(let keys): tokenKeys = try keys.map { try tokenKey($0, of: id) }
    default: throw ServerError(.malformed, "The token keys of app \(id) must be a list.")
    }
    guard let keys = AppKeys(id: id, secrets: secrets, tokenKeys: tokenKeys) else {
      throw ServerError(
        .malformed, "App \(id) must have 1 to \(AppKeys.maximumTokenKeyCount) token keys, each with its own \"kid\".")
    }
    return keys
  }

  private static func secret(_ value: JSONValue?, of app: AppID) throws -> Secret {
    guard case .string(let text) = value, let secret = Base64URL.decode(text.utf8).flatMap(Secret.init) else {
      throw ServerError(
        .malformed,
        "A secret of app \(app) is not \(Secret.minimumByteCount) to \(Secret.maximumByteCount) bytes in base64url "
          + "without padding.")
    }
    return secret
  }

  private static func tokenKey(_ value: JSONValue, of app: AppID) throws -> TokenKey {
    guard case .object(let key) = value, case .string(let id) = key["kid"], TokenKey.isID(id),
      case .string(let name) = key["alg"],
      let algorithm = SigningAlgorithm(rawValue: name),
      Set(key.names) == ["kid", "alg", algorithm == .hs256 ? "secret" : "publicKey"]
    else {
      throw ServerError(
        .malformed,
        "A token key of app \(app) must have a \"kid\" of 1 to 64 characters of [A-Za-z0-9_.-], an \"alg\" (HS256, RS256, "
          + "ES256 or EdDSA), and with HS256 a \"secret\", else a \"publicKey\".")
    }
    let material: TokenKey.Material
    if algorithm == .hs256 {
      material = .secret(try secret(key["secret"], of: app))
    } else {
      guard case .string(let pem) = key["publicKey"] else {
        throw ServerError(.malformed, "The public key \(id) of app \(app) must be a text.")
      }
      do {
        material = .publicKey(try PublicKey(pem: pem))
      } catch let error as ServerError {
        throw ServerError(error.code, "The public key \(id) of app \(app) cannot be used. \(error.message)")
      }
    }
    guard let key = TokenKey(material, id: id), key.algorithm == algorithm else {
      throw ServerError(.malformed, "The public key \(id) of app \(app) is not a key for \(algorithm.rawValue).")
    }
    return key
  }

  /// The file form, which holds the secrets.
  package func json() -> [UInt8] {
    let apps = all.map { app in
      let secrets = app.secrets.map { "\"\(Base64URL.encode($0.bytes))\"" }.joined(separator: ", ")
      guard app.hasOwnTokenKeys else { return "    {\"id\": \"\(app.id)\", \"secrets\": [\(secrets)]}" }
      let keys = app.tokenKeys.map { "      \(Self.text($0))" }.joined(separator: ",\n")
      return "    {\"id\": \"\(app.id)\", \"secrets\": [\(secrets)], \"tokenKeys\": [\n\(keys)\n    ]}"
    }
    return Array("{\n  \"apps\": [\n\(apps.joined(separator: ",\n"))\n  ]\n}\n".utf8)
  }

  private static func text(_ key: TokenKey) -> String {
    let material =
      switch key.material {
      case .secret(let secret): "\"secret\": \"\(Base64URL.encode(secret.bytes))\""
      // PEM text has line ends, and nothing else that JSON would have to escape.
      case .publicKey(let key): "\"publicKey\": \"\(key.pem.replacing("\n", with: "\\n"))\""
      }
    return "{\"kid\": \"\(key.id)\", \"alg\": \"\(key.algorithm.rawValue)\", \(material)}"
  }
}
