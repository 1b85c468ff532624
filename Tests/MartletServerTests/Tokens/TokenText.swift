import MartletServer

/// Tokens as no honest issuer would make them.
struct TokenText {
  /// The moment the tests take place, in seconds.
  static let now: Int64 = 1_800_000_000

  var header = #"{"alg":"HS256","typ":"JWT"}"#
  var claims = Self.claims()
  var key = [UInt8](repeating: 1, count: 32)

  /// Claims of user `alice` of app `main` that are valid for an hour; nil leaves one out.
  static func claims(
    iss: String? = #""main""#, sub: String? = #""alice""#, aud: String? = #""martlet""#, iat: String? = "\(now)",
    exp: String? = "\(now + 3600)", more: String = ""
  ) -> String {
    let members = [("iss", iss), ("sub", sub), ("aud", aud), ("iat", iat), ("exp", exp)]
    return "{" + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + more + "}"
  }

  var signed: String { Base64URL.encode(header.utf8) + "." + Base64URL.encode(claims.utf8) }

  /// The text, with a signature by `key` that is right for it.
  func text() throws -> String { try signed + "." + Base64URL.encode(HMACSHA256.code(key: key, message: signed.utf8)) }
}
