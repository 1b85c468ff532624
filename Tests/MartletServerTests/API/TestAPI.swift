import MartletServer
import MartletStore
import MartletWire
import Synchronization
import Testing

@testable import MartletNet

/// The REST interface of a server with apps `main` and `other`, called without a network.
struct TestAPI: Sendable {
  /// Records the calls it receives.
  final class Sessions: SessionControl {
    struct Revocation: Equatable {
      let app: AppID
      let user: UserID
      let until: Int64
    }

    private let revocations = Mutex<[Revocation]>([])
    var told: [Revocation] { revocations.withLock { $0 } }

    func tokensRevoked(app: AppID, user: UserID, issuedUntil: Int64) async {
      revocations.withLock { $0.append(Revocation(app: app, user: user, until: issuedUntil)) }
    }

    private let suspensions = Mutex<[UserID]>([])
    /// Users whose suspension was told.
    var suspended: [UserID] { suspensions.withLock(\.self) }

    func suspended(_ user: UserID, app: AppID, until: Int64) async { suspensions.withLock { $0.append(user) } }

    func keysRemoved(isAccepted: @escaping @Sendable (AppID, String) -> Bool) async {}

    private let changed = Mutex<[ProfileRecord]>([])
    /// Profiles after the changes told, in order.
    var profiles: [ProfileRecord] { changed.withLock(\.self) }

    func profileChanged(_ user: UserID, app: AppID, from before: ProfileRecord, to after: ProfileRecord) async {
      changed.withLock { $0.append(after) }
    }
  }

  /// The origin of a call.
  enum Origin: CaseIterable {
    /// Another machine.
    case remote
    /// A program of the same machine.
    case loopback
    /// Another machine, through a proxy on the same one.
    case proxied
    /// The administrator.
    case control
  }

  let time = FixedTime(milliseconds: TokenText.now * 1000)
  let store = UserStore()
  let sessions = Sessions()
  let metrics: Metrics
  let registry: AppRegistry
  let status = Status()
  let log = LogTests.Lines()
  let api: API

  final class Status: Sendable {
    private let status = Mutex(ServerStatus.ok)
    var current: ServerStatus { status.withLock { $0 } }
    func set(_ new: ServerStatus) { status.withLock { $0 = new } }
  }

  init(limits: Limits = Limits()) throws {
    metrics = Metrics(version: "1.2.3", time: time)
    registry = AppRegistry(try Apps([appKeys("main", secret(1), secret(2)), appKeys("other", secret(3))]))
    let status = status
    api = API(
      API.Environment(
        apps: registry, store: store, sessions: sessions, backups: NoBackups(), metrics: metrics, log: log.log(), time: time,
        version: "1.2.3", limits: limits,
        status: { status.current }))
  }

  /// A request as it arrives.
  func request(
    _ method: String, _ path: String, query: String = "", _ body: String = "", from origin: Origin = .remote,
    headers: HTTPHeaders = [:]
  ) throws -> HTTPRequest {
    var headers = headers
    // Callers from elsewhere may claim this too.
    if headers.first(name: "Host") == nil { headers.add(name: "Host", value: "localhost:4222") }
    if origin == .proxied { headers.add(name: "X-Forwarded-For", value: "203.0.113.9") }
    let address =
      switch origin {
      case .remote: try #require(SocketAddress(numeric: "203.0.113.9", port: 5000))
      case .loopback, .proxied: try #require(SocketAddress(numeric: "127.0.0.1", port: 5000))
      case .control: SocketAddress.local
      }
    return HTTPRequest(method: method, path: path, query: query, headers: headers, body: Array(body.utf8), remoteAddress: address)
  }

  /// The same request signed now by an app, with a nonce of its own.
  func signed(_ request: HTTPRequest, app: String = "main", secret byte: UInt8 = 1, nonce: String? = nil, skew: Int64 = 0) throws
    -> HTTPRequest
  {
    let headers = try RequestSignature.headers(
      method: request.method, path: request.path, query: request.query, body: request.body, app: appID(app), secret: secret(byte),
      seconds: time.wallMilliseconds / 1000 + skew, nonce: nonce ?? Hexadecimal.encode(SystemRandomBytes().bytes(16)))
    var request = request
    for field in headers.fields { request.headers.add(name: field.name, value: field.value) }
    return request
  }

  /// Calls as an app's server.
  func call(_ method: String, _ path: String, _ body: String = "", app: String = "main", secret: UInt8 = 1) async throws
    -> HTTPResponse
  {
    await api.respond(to: try signed(request(method, path, body), app: app, secret: secret))
  }

  /// Calls and expects success.
  func call<Answer: WireMessage>(_ path: String, _ body: String, app: String = "main", secret: UInt8 = 1) async throws -> Answer {
    let response = try await call("POST", path, body, app: app, secret: secret)
    #expect(response.status == 200)
    return try Answer(json: response.body)
  }
}

/// Begins none.
struct NoBackups: BackupControl {
  var current: Wire.Backup { get async { Wire.Backup(state: "none") } }

  func begin(at path: String) async throws -> Wire.Backup { Wire.Backup(directory: path, state: "running") }
}

extension HTTPResponse {
  /// The failure in the body.
  var failure: Wire.Failure? { try? Wire.Failure(json: body) }

  /// Whether it is a refusal with this code and the status that belongs to it.
  func refuses(_ code: ErrorCode, field: String = "") -> Bool {
    status == code.httpStatus && failure?.errorCode == code && failure?.field == field
  }
}
