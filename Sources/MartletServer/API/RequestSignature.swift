import MartletNet
import MartletWire
import Synchronization

/// The signature of a request by an app's server, as `docs/protocol.md` describes it.
package struct RequestSignature: Sendable {
  package enum Header {
    package static let app = "Martlet-App"
    package static let time = "Martlet-Time"
    package static let nonce = "Martlet-Nonce"
    package static let signature = "Martlet-Signature"
  }

  private static let version = "v1"
  private static let nonceLengths = 16...64

  /// As sent; may not be the id of an app.
  let app: String
  /// Seconds since 1970.
  let time: Int64
  let nonce: String
  let code: [UInt8]

  /// Reads the headers.
  ///
  /// Each must occur once and be well-formed.
  init(_ headers: HTTPHeaders) throws(Refusal) {
    app = try Self.only(Header.app, of: headers)
    let digits = try Self.only(Header.time, of: headers)
    guard (1...12).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int64(digits)
    else {
      throw Refusal(.signatureInvalid, field: Header.time)
    }
    self.time = time
    nonce = try Self.only(Header.nonce, of: headers)
    guard Self.nonceLengths.contains(nonce.utf8.count), nonce.utf8.allSatisfy(Self.isNonceByte) else {
      throw Refusal(.signatureInvalid, field: Header.nonce)
    }
    let parts = try Self.only(Header.signature, of: headers).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == Self.version, let code = Hexadecimal.decode(parts[1].utf8),
      code.count == HMACSHA256.byteCount
    else { throw Refusal(.signatureInvalid, field: Header.signature) }
    self.code = code
  }

  private static func only(_ name: String, of headers: HTTPHeaders) throws(Refusal) -> String {
    let values = headers.all(name: name)
    guard values.count == 1 else { throw Refusal(.signatureInvalid, field: name) }
    return values[0]
  }

  private static func isNonceByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// The text that is signed.
  private static func signedText(
    method: String, path: String, query: String, app: String, time: Int64, nonce: String, body: [UInt8]
  ) -> String {
    let target = query.isEmpty ? path : "\(path)?\(query)"
    return [version, method, target, app, "\(time)", nonce, Hexadecimal.encode(SHA256.digest(body))].joined(separator: "\n")
  }

  /// The headers that sign a request.
  ///
  /// - Parameters:
  ///   - method: As sent.
  ///   - path: As sent, up to the question mark.
  ///   - query: The part after it; empty if there is none.
  ///   - body: The body's bytes.
  ///   - app: The signing app.
  ///   - secret: One of its secrets.
  ///   - seconds: The time now, since 1970.
  ///   - nonce: 16 to 64 characters of `[A-Za-z0-9_-]`, never used again.
  /// - Returns: The four headers.
  /// - Throws: `ServerError` with code `.cryptography`.
  package static func headers(
    method: String, path: String, query: String = "", body: [UInt8], app: AppID, secret: Secret, seconds: Int64, nonce: String
  ) throws -> HTTPHeaders {
    let text = signedText(method: method, path: path, query: query, app: app.text, time: seconds, nonce: nonce, body: body)
    let code = try HMACSHA256.code(key: secret.bytes, message: text.utf8)
    return [
      Header.app: app.text, Header.time: "\(seconds)", Header.nonce: nonce,
      Header.signature: "\(version)=\(Hexadecimal.encode(code))",
    ]
  }

  /// The app whose secret signed the request.
  func signer(of request: HTTPRequest, apps: Apps) throws(Refusal) -> AppKeys {
    let text = Self.signedText(
      method: request.method, path: request.path, query: request.query, app: app, time: time, nonce: nonce, body: request.body)
    let id = AppID(app)
    let isSigned: Bool
    do { isSigned = try apps.didMake(code, of: text.utf8, app: id) } catch { throw Refusal(.internal) }
    guard isSigned, let id, let keys = apps[id] else { throw Refusal(.signatureInvalid, field: Header.signature) }
    return keys
  }
}

/// Finds out which app signed a request, and takes each signed request once.
package final class SignatureGate: Sendable {
  /// Signed requests of one app remembered at a time.
  package static let standardCapacity = 100_000

  private let time: any TimeSource
  private let started: Int64
  private let capacity: Int
  private let windows = Mutex<[AppID: SignatureWindow]>([:])

  package init(time: any TimeSource, capacity: Int = standardCapacity) {
    self.time = time
    self.capacity = capacity
    started = time.wallMilliseconds / 1000
  }

  /// The app that signed, and the signature.
  ///
  /// - Throws: `.signatureInvalid` with the header at fault, `.signatureReplayed`, or `.overloaded`.
  package func admit(_ request: HTTPRequest, apps: Apps) throws(Refusal) -> (app: AppKeys, signature: RequestSignature) {
    let signature = try RequestSignature(request.headers)
    let now = time.wallMilliseconds / 1000
    let outOfTime = Refusal(.signatureInvalid, field: RequestSignature.Header.time)
    guard SignatureWindow(capacity: 0, earliest: started).isInTime(signature.time, now: now) else { throw outOfTime }
    let keys = try signature.signer(of: request, apps: apps)
    // Only signed requests are remembered, so that nobody else can fill the memory.
    let outcome = windows.withLock { windows in
      windows[keys.id, default: SignatureWindow(capacity: capacity, earliest: started)]
        .admit(signature.code, time: signature.time, now: now)
    }
    switch outcome {
    case .admitted: return (keys, signature)
    case .replayed: throw Refusal(.signatureReplayed)
    case .outOfTime: throw outOfTime
    case .full: throw Refusal(.overloaded, retryAfterMilliseconds: 1000)
    }
  }
}
