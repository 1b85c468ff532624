import MartletNet
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletMedia

/// Media stores on the S3 server of the tests.
enum Objects {
  private static let loop = Result { try EventLoop(name: "objects") }

  static func loops() throws -> [EventLoop] { [try loop.get()] }

  /// Opens a store; stores with the same prefix are nodes that share a place.
  static func open(
    _ prefix: String, port: UInt16? = nil, attempts: Int = 4, forgotten: Duration = .seconds(86_400),
    bucket: String = MotoServer.bucket, credentials: (@Sendable () throws -> S3Credentials)? = nil
  ) async throws -> MediaObjects {
    let moto = try await MotoServer.shared.value
    return MediaObjects(
      moto.place(prefix: prefix, bucket: bucket, port: port), loops: try loops(), time: SystemTimeSource(), attempts: attempts,
      firstPause: .milliseconds(1), forgotten: forgotten, credentials: credentials ?? { moto.credentials })
  }

  /// A prefix that no other test has.
  static func prefix() -> String { "test-\(UInt64.random(in: 0 ... .max))" }

  /// Bytes that differ from place to place.
  static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededRandom(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: random.next()) { bytes += $0 } }
    return Array(bytes.prefix(count))
  }
}

extension MediaStore {
  /// Adds bytes in pieces, without `settle`.
  func add(_ bytes: some RandomAccessCollection<UInt8>, to key: MediaKey, at offset: Int64, each size: Int = 300_000) async throws
  {
    var (rest, offset) = (bytes[...], offset)
    while !rest.isEmpty {
      let piece = rest.prefix(size)
      try await append(SharedBytes(piece), to: key, at: offset)
      offset += Int64(piece.count)
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Reads a whole file.
  func all(_ key: MediaKey) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try await read(key, at: Int64(bytes.count), count: 1 << 20)
      guard piece.count > 0 else { return bytes }
      piece.withUnsafeBytes { bytes += $0 }
    }
  }
}

/// The bucket as an operator sees it.
struct S3 {
  let client: S3Client

  init(_ moto: MotoServer) throws {
    client = S3Client(
      moto.place(prefix: ""), loops: try Objects.loops(), time: SystemTimeSource(), attempts: 1, firstPause: .zero
    ) { moto.credentials }
  }

  @discardableResult
  func send(_ method: String, _ name: String, _ body: [UInt8] = []) async throws -> [UInt8] {
    let answer = try await client.send(S3Request(method: method, name: name, body: SharedBytes.pieces(of: body)))
    #expect(answer.status < 300)
    return answer.body
  }

  func names(_ prefix: String) async throws -> [String] {
    var names: [String] = []
    try await client.listAll(prefix) { names += $0.objects.map(\.name) }
    return names
  }

  /// The number of uploads in parts.
  func uploads(_ prefix: String) async throws -> Int { try await client.unfinished(prefix).count }
}

/// Stands between a store and S3, and answers single requests in its place, or loses what S3 answers.
final class Interference: HTTPApplication {
  enum Deed: Sendable {
    case answer(HTTPResponse)
    /// S3 does what is asked, and nobody hears of it.
    case loseAnswer
    /// Half of the answer comes.
    case cutAnswer
  }

  private let target: Endpoint
  private let loop: EventLoop
  private let decide: @Sendable (HTTPRequest) -> Deed?
  private let count = Atomic(0)

  init(_ port: UInt16, _ loop: EventLoop, _ decide: @escaping @Sendable (HTTPRequest) -> Deed?) {
    target = .tcp(host: "127.0.0.1", port: port)
    self.loop = loop
    self.decide = decide
  }

  var requests: Int { count.load(ordering: .relaxed) }

  /// Runs `body` with a store whose requests `decide` is asked about.
  static func with(
    _ prefix: String, attempts: Int = 4, decide: @escaping @Sendable (HTTPRequest) -> Deed?,
    _ body: (MediaObjects, Interference) async throws -> Void
  ) async throws {
    let loop = try EventLoop(name: "interference")
    let application = Interference(try await MotoServer.shared.value.port, loop, decide)
    var configuration = HTTPServerConfiguration()
    configuration.limits.bodyBytes = 16 << 20
    let server = HTTPServer(loops: [loop], configuration: configuration, application: application)
    let port = try await server.listen(host: "127.0.0.1", port: 0).port
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(try await Objects.open(prefix, port: port, attempts: attempts), application))
    } catch {
      outcome = .failure(error)
    }
    await server.close()
    await loop.stop()
    try outcome.get()
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    count.add(1, ordering: .relaxed)
    let deed = decide(request)
    if case .answer(let response) = deed { return response }
    do {
      var response = try await forward(request)
      switch deed {
      case .loseAnswer:
        response.body = []
        response.bodyStream = HTTPResponseStream(length: 10) { nil }
      case .cutAnswer:
        let (all, half) = (response.body, SharedBytes(response.body.prefix(response.body.count / 2)))
        let isSent = Atomic(false)
        response.body = []
        response.bodyStream = HTTPResponseStream(length: max(1, all.count)) {
          isSent.exchange(true, ordering: .relaxed) || half.count == 0 ? nil : half
        }
      case .answer, nil: break
      }
      return response
    } catch {
      return HTTPResponse(status: 502, text: "\(error)")
    }
  }

  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .refuse(HTTPResponse(status: 404)) }

  private func forward(_ request: HTTPRequest) async throws -> HTTPResponse {
    var headers = HTTPHeaders()
    for field in request.headers.fields where !["host", "content-length", "connection"].contains(field.name.lowercased()) {
      headers.add(name: field.name, value: field.value)
    }
    var limits = HTTPLimits()
    limits.bodyBytes = 16 << 20
    let connection = try await HTTPClientConnection.open(target, tls: nil, loop: loop)
    defer { connection.close() }
    let body = stride(from: 0, to: request.body.count, by: 1 << 20).map {
      SharedBytes(request.body[$0..<min($0 + 1 << 20, request.body.count)])
    }
    return try await connection.send(
      method: request.method, path: request.path + (request.query.isEmpty ? "" : "?" + request.query),
      host: request.headers.first(name: "Host") ?? "", headers: headers, body: body, limits: limits, timeout: .seconds(30))
  }
}
