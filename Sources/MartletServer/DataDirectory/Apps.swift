import MartletWire

/// An app of this server and the keys that speak for it.
package struct AppKeys: Sendable {
  package let id: AppID
  /// One or two secrets: the first signs, each is accepted.
  ///
  /// With two, an app's backend can change from one to the other while both work.
  package let secrets: [Secret]

  /// The most secrets an app may have.
  package static let maximumSecretCount = 2

  /// Takes one or two secrets, or returns nil.
  package init?(id: AppID, secrets: [Secret]) {
    guard (1...Self.maximumSecretCount).contains(secrets.count) else { return nil }
    self.id = id
    self.secrets = secrets
  }
}

/// The apps of this server, strictly apart: no secret belongs to two.
package struct Apps: Sendable {
  /// In the order of the file; the first is the one meant where a command names none.
  package let all: [AppKeys]
  private let byID: [AppID: AppKeys]

  /// Takes apps that share neither id nor secret.
  ///
  /// - Throws: `ServerError` with code `.malformed`.
  package init(_ apps: [AppKeys]) throws {
    var byID: [AppID: AppKeys] = [:]
    var secrets: Set<[UInt8]> = []
    for app in apps {
      guard byID.updateValue(app, forKey: app.id) == nil else { throw ServerError(.malformed, "App \(app.id) is listed twice.") }
      for secret in app.secrets {
        guard secrets.insert(secret.bytes).inserted else {
          throw ServerError(.malformed, "App \(app.id) has a secret that is listed twice.")
        }
      }
    }
    guard !apps.isEmpty else { throw ServerError(.malformed, "No app is listed.") }
    all = apps
    self.byID = byID
  }

  /// The keys of an app, or nil where there is no such app.
  package subscript(id: AppID) -> AppKeys? { byID[id] }
}

// The file form: {"apps": [{"id": "main", "secrets": ["BASE64URL"]}]}
extension Apps {
  private static let limits = DecodingLimits(bytes: 1 << 20, depth: 4, elements: 1 << 14)

  /// Reads the file form, in which every key must be known.
  ///
  /// - Throws: `ServerError` with code `.malformed`; its message holds no part of a secret.
  package init(json bytes: [UInt8]) throws {
    let value: JSONValue
    do {
      value = try JSONValue(json: bytes, limits: Self.limits)
    } catch {
      throw ServerError(.malformed, "It is not JSON of the form expected: \(error).")
    }
    guard case .object(let file) = value, file.names == ["apps"], case .array(let apps) = file["apps"] else {
      throw ServerError(.malformed, "It must be an object with the one key \"apps\", which is a list.")
    }
    try self.init(apps.enumerated().map { try Self.app($0.element, number: $0.offset + 1) })
  }

  private static func app(_ value: JSONValue, number: Int) throws -> AppKeys {
    guard case .object(let app) = value, app.names.sorted() == ["id", "secrets"], case .string(let text) = app["id"],
      case .array(let texts) = app["secrets"]
    else { throw ServerError(.malformed, "App number \(number) must be an object with \"id\", a text, and \"secrets\", a list.") }
    guard let id = AppID(text) else {
      throw ServerError(.malformed, "The id of app number \(number) must be 1 to 64 characters of [A-Za-z0-9_.-].")
    }
    let secrets = try texts.map { value in
      guard case .string(let text) = value, let secret = Base64URL.decode(text.utf8).flatMap(Secret.init) else {
        throw ServerError(
          .malformed,
          "A secret of app \(id) is not \(Secret.minimumByteCount) to \(Secret.maximumByteCount) bytes in base64url "
            + "without padding.")
      }
      return secret
    }
    guard let keys = AppKeys(id: id, secrets: secrets) else {
      throw ServerError(.malformed, "App \(id) must have one secret, or two while changing from one to the other.")
    }
    return keys
  }

  /// The file form, which holds the secrets.
  package func json() -> [UInt8] {
    var lines = "{\n  \"apps\": [\n"
    lines += all.map { app in
      let secrets = app.secrets.map { "\"\(Base64URL.encode($0.bytes))\"" }.joined(separator: ", ")
      return "    {\"id\": \"\(app.id)\", \"secrets\": [\(secrets)]}"
    }.joined(separator: ",\n")
    return Array((lines + "\n  ]\n}\n").utf8)
  }
}
