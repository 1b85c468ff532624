import MartletMedia
import MartletNet
import MartletStore
import MartletWire

/// Accepts connections: turns sockets into sessions, and hands all other requests to the REST interface.
package final class Gateway: HTTPApplication {
  /// The subprotocol with packets in Protocol Buffers, in binary frames.
  package static let binaryProtocol = "martlet.v1"
  /// The subprotocol with packets in proto3 JSON, in text frames.
  package static let jsonProtocol = "martlet.v1.json"
  /// The path of the WebSocket; `/` is accepted too.
  package static let path = "/v1/connect"
  /// The close code after a Closing packet, whose failure's name is the reason.
  static let closeCode: UInt16 = 4000

  let engine: Engine
  let limits: Limits
  let limitsOfApps: AppLimits
  let metrics: Metrics
  let log: Log
  let tokens: TokenGate
  let addresses: AddressGate
  let reading: Reading
  private let rest: API
  /// Uploads and downloads; nil if the server takes no files.
  private let media: MediaService?
  private let random: any RandomBytes
  private let phase: ServerPhase

  package init(
    engine: Engine, tokens: TokenGate, addresses: AddressGate, rest: API, phase: ServerPhase,
    variants: VariantMaker? = nil, metrics: Metrics, log: Log,
    random: any RandomBytes
  ) {
    self.addresses = addresses
    self.phase = phase
    self.engine = engine
    self.tokens = tokens
    self.rest = rest
    media = engine.media.map {
      let environment = rest.environment
      return MediaService(
        files: $0, variants: variants, store: engine.store, apps: environment.apps, tokens: tokens, addresses: addresses,
        limits: engine.limits, time: environment.time, log: log)
    }
    self.metrics = metrics
    self.log = log
    self.random = random
    limits = engine.limits
    limitsOfApps = AppLimits(engine.limits)
    reading = Reading(store: engine.store, limits: engine.limits)
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard request.path.hasPrefix(MediaService.path) else { return await rest.respond(to: request, through: self) }
    let response = await media?.respond(to: request) ?? HTTPResponse(.notSupportedHere)
    rest.count(response)
    return response
  }

  package func intake(of request: HTTPRequest) -> HTTPIntake { MediaService.intake(of: request) }

  package func upgrade(_ request: HTTPRequest) -> HTTPUpgrade {
    guard request.path == Self.path || request.path == "/" else {
      return .refuse(HTTPResponse(.notFound))
    }
    let offered = request.headers.list(name: "Sec-WebSocket-Protocol")
    guard let chosen = offered.first(where: { $0 == Self.binaryProtocol || $0 == Self.jsonProtocol }) else {
      return .refuse(HTTPResponse(.fieldInvalid, field: "sec-websocket-protocol"))
    }
    do {
      try addresses.checkTokens(from: request.remoteAddress)
    } catch {
      return .refuse(HTTPResponse(error))
    }
    return .accept(subprotocol: chosen) { self.accept($0) }
  }

  package func response(to refusal: HTTPRefusal) -> HTTPResponse { HTTPResponse(refusal) }

  /// Begins a session on a socket that is open; called on the socket's loop.
  package func accept(_ socket: any SessionSocket) -> any WebSocketHandler {
    guard let shard = engine.shard(on: socket.loop) else { return NoSession(socket) }
    let session = Session(gateway: self, shard: shard, socket: socket)
    metrics.connectionsOpen.add(1)
    shard.onLoop { $0.watch(session) }
    return session
  }

  /// True if the server is stopping and takes no more requests.
  var isDraining: Bool { phase.status == .draining }

  /// Names a session, for logs on both sides.
  func sessionName() throws(Refusal) -> String { try name(bytes: 9) }

  /// Names a group whose maker left the choice to the server.
  func groupName() throws(Refusal) -> String { try name(bytes: 12) }

  /// The secret of a link.
  func linkSecret() throws(Refusal) -> String { try name(bytes: 18) }

  private func name(bytes: Int) throws(Refusal) -> String {
    do {
      return Base64URL.encode(try random.bytes(bytes))
    } catch {
      throw Refusal(.internal)
    }
  }
}

/// Closes a socket on a loop that serves no sessions.
private final class NoSession: WebSocketHandler {
  init(_ socket: any SessionSocket) { socket.close(code: WebSocketCloseCode.internalError, reason: "") }

  func socketReceived(_ message: WebSocketMessage) {}
  func socketDrained() {}
  func socketClosed(code: UInt16, reason: String) {}
}
