import MartletNet
import MartletStore
import MartletWire

/// The REST interface: finds the route of a request, authenticates the caller, and answers.
package struct API: Sendable {
  /// The services that the routes use.
  package struct Environment: Sendable {
    package var apps: AppRegistry
    package var store: any Store
    /// The store that all nodes use; nil if this server is the only one.
    package var shared: (any SharedStore)?
    package var sessions: any SessionControl
    package var backups: any BackupControl
    package var metrics: Metrics
    package var log: Log
    package var time: any TimeSource
    package var version: String
    package var limits: Limits
    package var status: @Sendable () -> ServerStatus
    package var storeFailed: @Sendable (StoreError) -> Void
    package var reloadApps: @Sendable () async throws -> Void

    /// Collects the services.
    ///
    /// - Parameters:
    ///   - apps: The current apps.
    ///   - store: The store of users.
    ///   - shared: Where nodes note which signed requests they serve; nil for a server that is alone.
    ///   - sessions: Ends sessions after a revocation.
    ///   - backups: Makes backups.
    ///   - metrics: The metrics to show. Requests are counted there too.
    ///   - log: For failures.
    ///   - time: For signatures and tokens.
    ///   - version: Shown by health.
    ///   - limits: The lifetimes of tokens.
    ///   - status: Asked at each health request.
    ///   - storeFailed: Called when the store accepts no more writes; the server must stop.
    ///   - reloadApps: Loads the file of apps; throws `ServerError` if it is invalid.
    package init(
      apps: AppRegistry, store: any Store, shared: (any SharedStore)? = nil, sessions: any SessionControl,
      backups: any BackupControl, metrics: Metrics, log: Log, time: any TimeSource, version: String, limits: Limits = Limits(),
      status: @escaping @Sendable () -> ServerStatus,
      storeFailed: @escaping @Sendable (StoreError) -> Void = { _ in },
      reloadApps: @escaping @Sendable () async throws -> Void = {}
    ) {
      self.apps = apps
      self.store = store
      self.shared = shared
      self.sessions = sessions
      self.backups = backups
      self.metrics = metrics
      self.log = log
      self.time = time
      self.version = version
      self.limits = limits
      self.status = status
      self.storeFailed = storeFailed
      self.reloadApps = reloadApps
    }
  }

  let environment: Environment
  private let gate: SignatureGate
  private let allowances: AppAllowances
  let pages: StaticPages

  var metrics: Metrics { environment.metrics }

  package init(_ environment: Environment, pages: StaticPages = StaticPages()) {
    self.environment = environment
    self.pages = pages
    gate = SignatureGate(time: environment.time)
    allowances = AppAllowances(environment.limits)
  }

  /// Answers a request; never fails otherwise than by its answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - gateway: Serves what a session could ask; nil if there is none.
  /// - Returns: The answer.
  package func respond(to request: HTTPRequest, through gateway: Gateway? = nil) async -> HTTPResponse {
    let response = await answer(request, gateway)
    count(response)
    return response
  }

  func count(_ response: HTTPResponse) {
    metrics.requests[response.status < 400 ? .success : response.status < 500 ? .refused : .failed].add()
  }

  private func answer(_ request: HTTPRequest, _ gateway: Gateway?) async -> HTTPResponse {
    // HEAD differs only in that the server drops the body.
    let method = request.method == "HEAD" ? "GET" : request.method
    let routes = Self.routes.filter { $0.path == request.path }
    guard let route = routes.first(where: { $0.method == method }) else {
      guard routes.isEmpty else { return HTTPResponse(methodsAllowed: routes.map(\.method)) }
      guard request.path != Gateway.path else { return Self.socketsOnly(method) }
      guard let page = pages.response(path: request.path, headers: request.headers) else {
        return HTTPResponse(.notFound)
      }
      return method == "GET" ? page : HTTPResponse(methodsAllowed: ["GET"])
    }
    do {
      return try await run(route, request, gateway)
    } catch let refusal as Refusal {
      return HTTPResponse(refusal)
    } catch {
      let refusal = Refusal(storeFailure: error)
      environment.log.error(
        "request failed", ["operation": .text(route.operation), "answer": .of(refusal.code), "error": .text("\(error)")])
      if let error = error as? StoreError, error.endsWriting { environment.storeFailed(error) }
      return HTTPResponse(refusal)
    }
  }

  private func run(_ route: Route, _ request: HTTPRequest, _ gateway: Gateway?) async throws -> HTTPResponse {
    switch route.handler {
    case .anyone(let handler): return handler(self)
    case .local(let handler):
      if !request.isLocalSocket, !request.isFromThisMachine { _ = try await admit(request) }
      return handler(self)
    case .administrator(let handler):
      // The answer covers all apps.
      guard request.isLocalSocket else { throw Refusal(.signatureInvalid, field: RequestSignature.Header.signature) }
      return try await handler(self, request.body)
    case .signed(let handler): return try await handler(self, try await app(calling: request), request.body)
    case .served(let handler):
      let app = try await app(calling: request)
      guard let gateway else { throw Refusal(.unavailable, retryAfterMilliseconds: 1000) }
      // The call itself has taken its part of what can be taken at once.
      let most = environment.limits.of(app.id).callsAtOnce &- Self.calls(for: request)
      let caller = AppCaller(app: app.id, gateway: gateway) { more in
        request.isLocalSocket || most <= 0 || mayCall(min(more, most), app.id)
      }
      return try await handler(caller, request.body)
    }
  }

  /// The app whose server calls, or on whose behalf the administrator does.
  ///
  /// Of the calls of a server, each is taken from what the app may ask.
  private func app(calling request: HTTPRequest) async throws -> AppKeys {
    let keys = try await signer(of: request)
    guard request.isLocalSocket || mayCall(Self.calls(for: request), keys.id) else { throw Self.tooManyCalls }
    return keys
  }

  /// How many calls a request is worth by its size.
  private static func calls(for request: HTTPRequest) -> Int { 1 &+ request.body.count / 1024 }

  /// Takes so many calls from what an app may ask, if it may make them now.
  private func mayCall(_ calls: Int, _ app: AppID) -> Bool {
    allowances.take(calls, of: app, at: environment.time.monotonicNanoseconds)
  }

  static let tooManyCalls = Refusal(
    .tooManyRequests, retryAfterMilliseconds: UInt32(clamping: UserAllowance.pause.milliseconds))

  private func signer(of request: HTTPRequest) async throws -> AppKeys {
    let apps = environment.apps.current
    guard request.isLocalSocket else { return try await admit(request) }
    let names = request.headers.all(name: RequestSignature.Header.app)
    let keys = names.isEmpty ? apps.all.first : AppID(names[0]).flatMap { apps[$0] }
    guard names.count <= 1, let keys else { throw Refusal(.signatureInvalid, field: RequestSignature.Header.app) }
    return keys
  }

  /// The app that signed; each signed request is taken once, by one of the nodes.
  private func admit(_ request: HTTPRequest) async throws -> AppKeys {
    let (keys, signature) = try gate.admit(request, apps: environment.apps.current)
    if let shared = environment.shared,
      try await !shared.note(signature: Array(signature.code), of: keys.id, signedAt: signature.time)
    {
      throw Refusal(.signatureReplayed)
    }
    return keys
  }

  /// The answer at the WebSocket path to a request that is not a WebSocket handshake.
  private static func socketsOnly(_ method: String) -> HTTPResponse {
    guard method == "GET" else { return HTTPResponse(methodsAllowed: ["GET"]) }
    var response = HTTPResponse(.upgradeRequired)
    response.headers.add(name: "Upgrade", value: "websocket")
    return response
  }
}

// The operations.
extension API {
  /// The most bytes a body may have.
  static let bodyBytes = 64 << 10
  static let bodyLimits = DecodingLimits(bytes: bodyBytes, depth: 8, elements: 1024)

  func health() -> HTTPResponse {
    let status = environment.status()
    return HTTPResponse(Wire.Health(status: status.rawValue, version: environment.version), status: status == .ok ? 200 : 503)
  }

  func createUser(in app: AppKeys, _ body: [UInt8]) async throws -> HTTPResponse {
    let user = try Self.user(try Self.read(Wire.CreateUser.self, body).user)
    let made = try await environment.store.createUser(user, app: app.id, at: environment.time.wallMilliseconds)
    return HTTPResponse(Wire.User(user: made.record.id.text, created: made.created))
  }

  func createToken(in app: AppKeys, _ body: [UInt8]) async throws -> HTTPResponse {
    let request = try Self.read(Wire.CreateToken.self, body)
    let (limits, user) = (environment.limits.of(app.id), try Self.user(request.user))
    let made = limits.makesUsers ? environment.time.wallMilliseconds : nil
    guard let record = try await environment.store.user(user, app: app.id, madeAt: made) else { throw Self.unknownUser }
    let issuer = TokenIssuer(limits)
    let issued = try issuer.issue(for: record, keys: app, lifetime: request.validSeconds, now: environment.time.wallMilliseconds)
    return HTTPResponse(Wire.Token(token: issued.token, expires: issued.expiresAt))
  }

  func revokeTokens(in app: AppKeys, _ body: [UInt8]) async throws -> HTTPResponse {
    let request = try Self.read(Wire.RevokeTokens.self, body)
    guard request.issuedUntil >= 0 else { throw Refusal(.fieldInvalid, field: "issued_until") }
    let record = try await record(of: try Self.user(request.user), in: app)
    let now = environment.time.wallMilliseconds
    // A token issued right after an earlier revocation may carry an issue time slightly ahead of now.
    let isPast = request.issuedUntil > 0 && request.issuedUntil < now / 1000
    let asked = isPast ? request.issuedUntil : TokenIssuer().revocation(of: record, now: now)
    guard let until = try await environment.store.revokeTokens(of: record.id, app: app.id, issuedUntil: asked) else {
      throw Self.unknownUser
    }
    await environment.sessions.tokensRevoked(app: app.id, user: record.id, issuedUntil: until)
    return HTTPResponse(Wire.Revoked(issuedUntil: until))
  }

  func createBackup(_ body: [UInt8]) async throws -> HTTPResponse {
    let request = try Self.read(Wire.CreateBackup.self, body)
    return HTTPResponse(try await environment.backups.begin(at: request.directory))
  }

  /// Reloads the file of apps.
  ///
  /// If it is invalid, logs the reason and keeps the current apps.
  func reloadApps() async throws -> HTTPResponse {
    do {
      try await environment.reloadApps()
    } catch let error as ServerError {
      environment.log.error("the apps cannot be read; the previous ones stay in use", ["error": .of(error)])
      throw Refusal(.fieldInvalid, field: "apps.json")
    }
    environment.log.info("apps read again")
    return HTTPResponse(Wire.Done())
  }

  func backup() async -> HTTPResponse { HTTPResponse(await environment.backups.current) }

  static let unknownUser = Refusal(.peerUnknown, field: "user")

  private func record(of user: UserID, in app: AppKeys) async throws -> UserRecord {
    guard let record = try await environment.store.user(user, app: app.id) else { throw Self.unknownUser }
    return record
  }

  static func user(_ text: String) throws(Refusal) -> UserID {
    guard let user = UserID(text) else {
      throw Refusal(.fieldInvalid, field: "user", limit: 64, actual: UInt64(text.utf8.count))
    }
    return user
  }

  static func read<Message: WireMessage>(
    _ type: Message.Type, _ body: [UInt8], limits: DecodingLimits = bodyLimits
  ) throws(Refusal) -> Message {
    guard let message = try? Message(json: body, limits: limits) else { throw Refusal(.fieldInvalid, field: "body") }
    return message
  }
}
