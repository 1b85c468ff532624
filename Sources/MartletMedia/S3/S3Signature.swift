import COpenSSL
import MartletNet
import MartletWire

/// A request's signature, version 4, as S3 wants it.
///
/// AWS describes it in "Authenticating Requests: Using the Authorization Header".
struct S3Signature {
  let method: String
  /// Encoded.
  let path: String
  /// Encoded and sorted, as `S3Signature.query` makes it.
  let query: String
  /// All that are signed, with lower-case names.
  let headers: [(name: String, value: String)]
  /// The hash of the body in hexadecimal.
  let payload: String
  /// As `20130524T000000Z`.
  let date: String
  let region: String

  /// The form of a query that is sent and signed.
  static func query(_ parameters: [(name: String, value: String)]) -> String {
    parameters.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }.sorted { $0 < $1 }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  private var sorted: [(name: String, value: String)] { headers.sorted { $0.name < $1.name } }
  private var signed: String { sorted.map(\.name).joined(separator: ";") }
  private var scope: String { "\(date.prefix(8))/\(region)/s3/aws4_request" }

  var canonicalRequest: String {
    let fields = sorted.map { "\($0.name):\($0.value)\n" }.joined()
    return "\(method)\n\(path)\n\(query)\n\(fields)\n\(signed)\n\(payload)"
  }

  /// The value of the Authorization field.
  func authorization(_ credentials: S3Credentials) -> String {
    let hash = Hexadecimal.encode(Self.sha256(Array(canonicalRequest.utf8)))
    let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(hash)"
    let parts = [String(date.prefix(8)), region, "s3", "aws4_request"]
    let key = parts.reduce(Array(("AWS4" + credentials.secret).utf8)) { Self.hmac(key: $0, $1) }
    let signature = Hexadecimal.encode(Self.hmac(key: key, text))
    return "AWS4-HMAC-SHA256 Credential=\(credentials.id)/\(scope),SignedHeaders=\(signed),Signature=\(signature)"
  }

  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    let digest = Digest(.sha256)
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }

  private static func hmac(key: [UInt8], _ message: String) -> [UInt8] {
    let message = Array(message.utf8)
    return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { code, count in
      var length: UInt32 = 0
      let made = HMAC(EVP_sha256(), key, Int32(clamping: key.count), message, message.count, code.baseAddress, &length)
      precondition(made != nil, "OpenSSL has no memory for a code")
      count = Int(length)
    }
  }
}
