import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// A user who uploads and downloads files, and sends messages that name them.
struct MediaClient {
  let server: TestServer
  let user: String
  let token: String
  let session: WireClient

  init(_ user: String, of server: TestServer) async throws {
    (self.server, self.user) = (server, user)
    token = try await server.token(for: user)
    session = try await server.client(user: user)
  }

  static let tus: HTTPHeaders = ["Tus-Resumable": "1.0.0"]
  static let bytes: HTTPHeaders = ["Tus-Resumable": "1.0.0", "Content-Type": "application/offset+octet-stream"]

  private var loop: EventLoop {
    get throws {
      guard let loop = server.server.engine.shards.first?.loop else { throw TestError("the server has stopped") }
      return loop
    }
  }

  // MARK: - HTTP

  func ask(
    _ method: String, _ path: String, _ headers: HTTPHeaders = [:], _ body: String = "", token: String? = nil
  ) async throws -> HTTPResponse {
    try await ask(method, path, headers, Array(body.utf8), token: token)
  }

  private func ask(
    _ method: String, _ path: String, _ headers: HTTPHeaders, _ body: [UInt8], token: String? = nil
  ) async throws -> HTTPResponse {
    var headers = headers
    let token = token ?? self.token
    if !token.isEmpty { headers.add(name: "Authorization", value: "Bearer \(token)") }
    return try await HTTPClient.request(
      method: method, at: .tcp(host: server.host, port: server.port), path: path, headers: headers, body: body,
      loop: try loop)
  }

  static func metadata(_ said: KeyValuePairs<String, String>) -> String {
    said.map { "\($0) \(String(decoding: Base64.encode(Array($1.utf8)), as: UTF8.self))" }.joined(separator: ",")
  }

  func create(
    _ size: Int, to conversation: String = "direct:alice:bob", for message: String = "m1", name: String = "a.txt",
    sha256: String? = nil
  ) async throws -> HTTPResponse {
    var headers = Self.tus
    headers.add(name: "Upload-Length", value: "\(size)")
    var said = Self.metadata(["conversation": conversation, "message": message, "filename": name])
    if let sha256 { said += "," + Self.metadata(["sha256": sha256]) }
    headers.add(name: "Upload-Metadata", value: said)
    return try await ask("POST", "/v1/media/uploads", headers)
  }

  func patch(_ path: String, at offset: Int, _ body: String, checksum: String? = nil) async throws -> HTTPResponse {
    var headers = Self.bytes
    headers.add(name: "Upload-Offset", value: "\(offset)")
    if let checksum { headers.add(name: "Upload-Checksum", value: checksum) }
    return try await ask("PATCH", path, headers, body)
  }

  /// The offset of an upload; nil if there is none.
  func offset(_ path: String) async throws -> Int? {
    let response = try await ask("HEAD", path, Self.tus)
    return response.status == 200 ? response.headers.first(name: "Upload-Offset").flatMap { Int($0) } : nil
  }

  /// Uploads all bytes; returns the file's id.
  func upload(
    _ body: String, to conversation: String = "direct:alice:bob", for message: String = "m1", name: String = "a.txt"
  ) async throws -> String {
    let path = try location(try await create(body.utf8.count, to: conversation, for: message, name: name))
    guard try await patch(path, at: 0, body).status == 204 else { throw TestError("not uploaded") }
    return String(path.suffix(32))
  }

  /// Uploads all bytes for the message `m1` to Bob; returns the file's id.
  func upload(_ bytes: [UInt8]) async throws -> String {
    let path = try location(try await create(bytes.count))
    var headers = Self.bytes
    headers.add(name: "Upload-Offset", value: "0")
    guard try await ask("PATCH", path, headers, bytes).status == 204 else { throw TestError("not uploaded") }
    return String(path.suffix(32))
  }

  /// A link to a file, or to something made of it.
  func link(_ path: String) async throws -> String {
    try Wire.MediaLink(json: try await ask("GET", path + "/link").body, limits: DecodingLimits()).path
  }

  func location(_ response: HTTPResponse) throws -> String {
    guard response.status == 201, let path = response.headers.first(name: "Location") else { throw TestError("\(response)") }
    return path
  }

  // MARK: - Packets

  /// The position, or the error with its field.
  func request(_ request: Wire.ClientPacket.Request) async throws -> String {
    switch try await session.request(request) {
    case .appended(let appended): return "#\(appended.seq)"
    case .done: return "done"
    case .failure(let failure): return failure.field.isEmpty ? failure.name : "\(failure.name) \(failure.field)"
    case let other: throw TestError("\(other)")
    }
  }

  static func content(_ ids: [String]) -> String {
    #"{"media":[\#(ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ","))]}"#
  }

  func send(
    _ ids: String..., to conversation: String = "direct:alice:bob", as message: String = "m1", details: Wire.Details? = nil
  ) async throws -> String {
    try await request(
      .send(
        Wire.Send(
          conversation: conversation, clientId: message, type: "file", content: Self.content(ids), details: details)))
  }

  func recall(_ seq: UInt64, in conversation: String = "direct:alice:bob") async throws -> String {
    try await request(.recall(Wire.Recall(conversation: conversation, clientId: WireClient.fresh(), target: seq)))
  }
}

extension HTTPResponse {
  /// The status, and of an error its name and field.
  var outcome: String {
    guard let failure = try? Wire.Failure(json: body, limits: DecodingLimits()), !failure.name.isEmpty else { return "\(status)" }
    return (["\(status)", failure.name] + (failure.field.isEmpty ? [] : [failure.field])).joined(separator: " ")
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}
