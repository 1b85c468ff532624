import MartletNet
import MartletWire
import Synchronization

/// A request to S3.
struct S3Request: Sendable {
  var method = "GET"
  /// The object's name; empty for the bucket.
  var name = ""
  var query: [(name: String, value: String)] = []
  var headers: [(name: String, value: String)] = []
  var body: [SharedBytes] = []
  /// The SHA-256 of the body; nil if it is to be computed.
  var payload: [UInt8]?
  /// The most bytes of the answer's body.
  var answerLimit = 4 << 20
  var timeout: Duration = .seconds(30)
}

/// An answer of S3.
struct S3Answer: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: [UInt8]

  init(_ response: HTTPResponse) { (status, headers, body) = (response.status, response.headers, response.body) }

  /// The code of an error, such as `NoSuchKey`; empty if there is none.
  var code: String {
    guard let error = XMLElement.parse(body), error.name == "Error" else { return "" }
    return String(
      error.text(of: "Code").unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }.prefix(60).map(Character.init))
  }

  /// The error for an answer that nobody expected.
  func failure(doing action: String) -> MediaError {
    let code = code
    let isFull = status == 507 || ["QuotaExceeded", "XMinioStorageFull", "InsufficientCapacity"].contains(code)
    return MediaError(isFull ? .full : .failed, "S3 did not \(action): \(status)\(code.isEmpty ? "" : " \(code)")")
  }
}

/// Sends signed requests to S3, on connections that it keeps.
///
/// Every request may be sent again: what it does twice is what it does once. Where that is not so, the caller looks at what is
/// there.
final class S3Client: Sendable {
  let place: S3Place
  let time: any TimeSource
  private let loops: [EventLoop]
  private let credentials: @Sendable () throws -> S3Credentials
  /// How often a request is sent before it fails, and the pause after the first.
  private let attempts: Int
  private let firstPause: Duration
  private let state = Mutex(State())

  private struct State {
    var idle: [Idle] = []
    var loop = 0
    var credentials: S3Credentials?
  }

  private struct Idle {
    let connection: HTTPClientConnection
    let since: UInt64
  }

  private static let idleLimit = 32
  /// S3 closes connections that are idle for longer.
  private static let idleNanoseconds: UInt64 = 5_000_000_000

  init(
    _ place: S3Place, loops: [EventLoop], time: any TimeSource, attempts: Int, firstPause: Duration,
    credentials: @escaping @Sendable () throws -> S3Credentials
  ) {
    self.place = place
    self.loops = loops
    self.time = time
    self.attempts = max(1, attempts)
    self.firstPause = firstPause
    self.credentials = credentials
  }

  deinit { for idle in state.withLock({ $0.idle }) { idle.connection.close() } }

  /// Sends a request until there is an answer that another attempt would not change.
  ///
  /// Throws `MediaError` if S3 is out of reach or overloaded for longer than the attempts take.
  func send(_ request: S3Request) async throws -> S3Answer {
    var pause = firstPause
    var attempt = 1
    var renewed = false
    while true {
      let reason: String
      let keys = try keys()
      do {
        let answer = S3Answer(try await sendOnce(request, keys))
        if answer.status == 403, !renewed, Self.isAboutKeys(answer.code), try renew(after: keys) {
          renewed = true
          continue
        }
        guard Self.isPassing(answer) else { return answer }
        reason = answer.failure(doing: "answer").message
      } catch let error as NetError {
        guard error.code != .tls, error.code != .invalid, error.code != .limit else {
          throw MediaError(.failed, "S3 cannot be used: \(error.message)")
        }
        reason = "S3 cannot be reached: \(error.message)"
      }
      guard attempt < attempts else { throw MediaError(.failed, reason) }
      attempt += 1
      // Requests that failed together should not come back together.
      await loop().pause(pause * Double.random(in: 0.5...1))
      pause = min(pause * 2, .seconds(4))
    }
  }

  private static func isPassing(_ answer: S3Answer) -> Bool {
    if [429, 500, 502, 503, 504].contains(answer.status) { return true }
    return answer.status == 400 && answer.code == "RequestTimeout"
  }

  // MARK: - Keys

  private static func isAboutKeys(_ code: String) -> Bool {
    ["InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken"].contains(code)
  }

  private func keys() throws -> S3Credentials {
    if let known = state.withLock({ $0.credentials }) { return known }
    _ = try renew(after: nil)
    return try state.withLock { $0.credentials } ?? credentials()
  }

  /// Reads the keys again; false if they are the same as before.
  private func renew(after old: S3Credentials?) throws -> Bool {
    let new = try credentials()
    state.withLock { $0.credentials = new }
    return new != old
  }

  // MARK: - One attempt

  private func sendOnce(_ request: S3Request, _ keys: S3Credentials) async throws -> HTTPResponse {
    let query = S3Signature.query(request.query)
    let path = place.path(request.name)
    let headers = headers(of: request, path: path, query: query, keys)
    var limits = HTTPLimits()
    limits.bodyBytes = request.answerLimit
    while true {
      let kept = idle()
      let connection: HTTPClientConnection
      if let kept {
        connection = kept
      } else {
        connection = try await HTTPClientConnection.open(place.endpoint, tls: place.tls, loop: loop())
      }
      do {
        let response = try await connection.send(
          method: request.method, path: path + (query.isEmpty ? "" : "?" + query), host: place.host, headers: headers,
          body: request.body, limits: limits, timeout: request.timeout)
        keep(connection)
        return response
      } catch let error as NetError where kept != nil && error.code == .reset {
        // S3 closed a connection that was idle, as it may at any time.
        continue
      }
    }
  }

  private func headers(of request: S3Request, path: String, query: String, _ keys: S3Credentials) -> HTTPHeaders {
    let hash = request.payload ?? Self.hash(of: request.body)
    let (payload, date) = (Hexadecimal.encode(hash), HTTPDate.basic(milliseconds: time.wallMilliseconds))
    var fields = request.headers + [("x-amz-content-sha256", payload), ("x-amz-date", date)]
    if !keys.token.isEmpty { fields.append(("x-amz-security-token", keys.token)) }
    let signature = S3Signature(
      method: request.method, path: path, query: query, headers: fields + [("host", place.host)], payload: payload, date: date,
      region: place.region)
    fields.append(("Authorization", signature.authorization(keys)))
    var headers = HTTPHeaders()
    for field in fields { headers.add(name: field.name, value: field.value) }
    return headers
  }

  private static func hash(of body: [SharedBytes]) -> [UInt8] {
    let digest = Digest(.sha256)
    for piece in body { piece.withUnsafeBytes { digest.add($0) } }
    return digest.finish()
  }

  // MARK: - Connections

  private func loop() -> EventLoop {
    let turn = state.withLock { state in
      state.loop = (state.loop + 1) % loops.count
      return state.loop
    }
    return loops[turn]
  }

  private func idle() -> HTTPClientConnection? {
    let now = time.monotonicNanoseconds
    let (found, old) = state.withLock { state in
      let old = state.idle.filter { !$0.connection.isUsable || now &- $0.since > Self.idleNanoseconds }
      state.idle.removeAll { idle in old.contains { $0.connection === idle.connection } }
      return (state.idle.popLast(), old)
    }
    for idle in old { idle.connection.close() }
    return found?.connection
  }

  private func keep(_ connection: HTTPClientConnection) {
    guard connection.isUsable else { return }
    let since = time.monotonicNanoseconds
    let isKept = state.withLock { state in
      guard state.idle.count < Self.idleLimit else { return false }
      state.idle.append(Idle(connection: connection, since: since))
      return true
    }
    if !isKept { connection.close() }
  }
}
