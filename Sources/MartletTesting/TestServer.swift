import MartletBus
import MartletNet
import MartletServer
import MartletStore
import MartletWire

/// A complete server in this process, with its own port and directory.
///
/// ```swift
/// try await TestServer.with { server in
///   let token = try await server.token(for: "alice")
///   // connect to server.url with the token
/// }
/// ```
public final class TestServer: Sendable {
  /// The address that clients connect to: `ws://127.0.0.1:PORT`.
  public var url: String { "ws://\(host):\(port)" }

  /// The host that the server listens on.
  public let host: String

  /// The port that the server listens on.
  public let port: UInt16

  package let server: Server
  package let directory: String
  private let loop: EventLoop
  private let time: any TimeSource

  private init(server: Server, directory: String, loop: EventLoop, time: any TimeSource) {
    self.server = server
    self.directory = directory
    self.loop = loop
    self.time = time
    host = server.address.host
    port = server.address.port
  }

  /// Runs `body` with a new server, then stops the server and deletes its data.
  ///
  /// - Throws: Errors of the server's start and of `body`.
  public static func with<Result>(_ body: (TestServer) async throws -> Result) async throws -> Result {
    try await with(limits: Limits(), body)
  }

  /// Starts a server with other limits, or another clock, log or store; `configure` changes its configuration.
  package static func with<Result>(
    limits: Limits = Limits(), time: any TimeSource = SystemTimeSource(), log: Log? = nil,
    openStore: @escaping StoreOpening = openSQLite, configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    try await TemporaryDirectory.with { directory in
      let server = try await start(
        directory: directory, limits: limits, time: time, log: log, openStore: openStore, configure: configure)
      do {
        let result = try await body(server)
        await server.stop()
        return result
      } catch {
        // A server that is still at work looks again after a pause, which a clock that stands still would never end.
        let clock = Task {
          while let time = time as? ManualTime, !Task.isCancelled {
            time.advance(by: .milliseconds(50))
            await Task.yield()
          }
        }
        defer { clock.cancel() }
        await server.stop()
        throw error
      }
    }
  }

  /// Opens the store of a data directory.
  package typealias StoreOpening = @Sendable (_ directory: String) async throws -> any Store

  /// Opens it as a server does by itself.
  package static let openSQLite: StoreOpening = { try await SQLiteStore.open(directory: $0) }

  /// Starts a server on a directory, which stays when the server stops; port 0 lets the system choose.
  package static func start(
    directory: String, port: UInt16 = 0, limits: Limits = Limits(), time: any TimeSource = SystemTimeSource(),
    log: Log? = nil, openStore: @escaping StoreOpening = openSQLite, bus: (any Bus)? = nil,
    configure: (inout ServerConfiguration) -> Void = { _ in }
  ) async throws -> TestServer {
    var configuration = ServerConfiguration(dataDirectory: directory, port: port)
    configuration.loops = 2
    configuration.limits = limits
    configure(&configuration)
    let log = log ?? .standardError(level: .warning, time: time)
    let server = try await Server.start(configuration, time: time, log: log, openStore: openStore, bus: bus)
    return TestServer(server: server, directory: directory, loop: try EventLoop(name: "test-clients"), time: time)
  }

  /// Drains the server, and stops it.
  package func stop() async {
    await server.stop()
    await loop.stop()
  }

  /// Returns a token for a user, creating the user if needed.
  ///
  /// - Parameter user: 1 to 64 bytes of `[A-Za-z0-9_.@+=-]`.
  /// - Returns: The token, valid for a week.
  /// - Throws: `TestError` if the server refuses.
  public func token(for user: String) async throws -> String {
    try await control.token(for: user)
  }

  /// Refuses every token of the user made until now, and closes the sessions opened with one.
  package func revokeTokens(of user: String) async throws { try await control.revokeTokens(of: user) }

  /// The administrator's interface.
  package var control: ControlSocket { ControlSocket(directory: directory, loop: loop) }

  /// A client that speaks packets, with an open session.
  package func client(
    user: String, device: String = "device", class deviceClass: Wire.DeviceClass = .tool,
    subprotocol: String = Gateway.binaryProtocol
  ) async throws -> WireClient {
    let client = try await connection(subprotocol: subprotocol)
    let answer = try await client.hello(token: try await token(for: user), device: device, class: deviceClass)
    guard case .welcome = answer else { throw TestError("not welcome: \(answer)") }
    return client
  }

  /// A client that has said nothing yet.
  package func connection(subprotocol: String = Gateway.binaryProtocol) async throws -> WireClient {
    let client = WireClient(loop: loop)
    try await client.connect(host: host, port: port, subprotocol: subprotocol)
    return client
  }
}

/// A failure of the test infrastructure.
public struct TestError: Error, CustomStringConvertible {
  /// The reason of the failure.
  public let description: String

  package init(_ description: String) { self.description = description }
}
