import MartletNet
import MartletWire

/// Keys that S3 knows: who asks.
package struct S3Credentials: Sendable, Equatable {
  package let id: String
  /// Never logged.
  let secret: String
  /// The token of temporary keys; empty for others.
  let token: String

  package init(id: String, secret: String, token: String = "") {
    self.id = id
    self.secret = secret
    self.token = token
  }
}

/// Where S3 is, and where in it the files lie.
package struct S3Place: Sendable {
  package let endpoint: Endpoint
  /// The trusted certificates; nil for plain TCP.
  package let tls: TLSClientConfiguration?
  /// The value of the Host field.
  let host: String
  package let bucket: String
  /// The beginning of the names of all objects; empty, or ends with a slash.
  let prefix: String
  package let region: String
  /// The beginning of every path: the bucket, or nothing if the host's name has it.
  let base: String

  /// Names a place.
  ///
  /// - Parameters:
  ///   - host: The name of the server, without the bucket.
  ///   - port: Its port; nil for the usual one.
  ///   - tls: The trusted certificates; nil for plain TCP.
  ///   - bucket: The bucket's name.
  ///   - prefix: The beginning of the names of all objects, without a slash at either end; may be empty.
  ///   - region: The region that signatures name.
  ///   - isPathStyle: Whether the bucket is in the path, and not in the host's name.
  package init(
    host: String, port: UInt16?, tls: TLSClientConfiguration?, bucket: String, prefix: String, region: String, isPathStyle: Bool
  ) {
    let name = isPathStyle ? host : "\(bucket).\(host)"
    endpoint = .tcp(host: name, port: port ?? (tls == nil ? 80 : 443))
    let field = name.contains(":") ? "[\(name)]" : name
    self.host = port.map { "\(field):\($0)" } ?? field
    self.tls = tls
    self.bucket = bucket
    self.prefix = prefix.isEmpty ? "" : prefix + "/"
    self.region = region
    base = isPathStyle ? "/" + PercentEncoding.encode(bucket) : ""
  }

  /// The path of an object, encoded; of the bucket for an empty name.
  func path(_ name: String) -> String {
    let encoded = name.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encode(String($0)) }
    return base + "/" + encoded.joined(separator: "/")
  }
}
