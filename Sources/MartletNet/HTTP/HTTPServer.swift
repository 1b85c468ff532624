import MartletWire
import Synchronization

/// The limits and timeouts of a server.
///
/// Every limit has an answer: the status in parentheses, or a closed connection.
package struct HTTPServerConfiguration: Sendable {
  /// Sizes of a request (431 for the header, 413 for the body).
  package var limits = HTTPLimits()
  /// From the connection, or a request's first byte, to the end of its header (408); default 10 s.
  package var headerTimeout = Duration.seconds(10)
  /// From the end of the header to the end of the body (408); default 30 s.
  package var bodyTimeout = Duration.seconds(30)
  /// The time a connection may wait for the next request; default 60 s.
  package var idleTimeout = Duration.seconds(60)
  /// The time a client may go without taking a byte of a response; default 30 s.
  package var writeTimeout = Duration.seconds(30)
  /// Certificate and key for TCP; nil is plain.
  ///
  /// Unix domain sockets are always plain.
  package var tls: TLSServerConfiguration?
  package var webSocket = WebSocketOptions()
  package var listen = ListenOptions()

  package init() {}
}

/// Serves HTTP/1.1 and WebSockets on the same ports.
package final class HTTPServer: Sendable {
  private let loops: [EventLoop]
  private let service: HTTPService
  private let rosters: [HTTPRoster]
  private let listeners: Mutex<[Listener]>

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - loops: The loops that share the connections; timeouts follow their time.
  ///   - configuration: See `HTTPServerConfiguration`.
  ///   - time: The clock for the Date field.
  ///   - application: Answers the requests.
  package init(
    loops: [EventLoop], configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
    time: any TimeSource = SystemTimeSource(), application: any HTTPApplication
  ) {
    self.loops = loops
    service = HTTPService(configuration: configuration, time: time, application: application)
    rosters = loops.map { HTTPRoster(loop: $0) }
    listeners = Mutex([])
  }

  /// Listens, as `TCP.listen` does.
  ///
  /// May be called for several addresses.
  package func listen(host: String, port: UInt16) async throws -> SocketAddress {
    let listener = try await TCP.listen(
      host: host, port: port, loops: loops, tls: service.configuration.tls, options: options, accept: accept)
    listeners.withLock { $0.append(listener) }
    return listener.address
  }

  /// Listens on a Unix domain socket, as `LocalSocket.listen` does.
  package func listen(path: String) async throws {
    let listener = try await LocalSocket.listen(path: path, loops: loops, options: options, accept: accept)
    listeners.withLock { $0.append(listener) }
  }

  private var options: ListenOptions {
    var options = service.configuration.listen
    options.stream.halfClose = true
    return options
  }

  private var accept: @Sendable (ByteStream) -> any ByteStreamHandler {
    let (service, rosters) = (service, rosters)
    return { stream in
      let connection = HTTPConnection(stream: stream, service: service, roster: rosters.first { $0.loop === stream.loop })
      connection.begin()
      return connection
    }
  }

  /// Accepts no more connections; those that are open stay.
  package func stopListening() async {
    let open = listeners.withLock { listeners in
      defer { listeners = [] }
      return listeners
    }
    for listener in open { await listener.close() }
  }

  /// Stops listening, closes idle connections, lets the others finish their current request, and returns when none are left.
  ///
  /// A connection that is not finished within the limit is closed, and its request's task is cancelled. WebSockets are the
  /// application's to close.
  ///
  /// - Parameter limit: The longest time after listening has stopped, by the loops' time; default 10 s.
  package func close(within limit: Duration = .seconds(10)) async {
    await stopListening()
    // All at once: each has the whole time.
    await withTaskGroup(of: Void.self) { group in
      for roster in rosters { group.addTask { await roster.drain(within: limit) } }
    }
  }
}

/// State shared by all connections of a server.
final class HTTPService: Sendable {
  let configuration: HTTPServerConfiguration
  /// The configuration's part for WebSockets.
  let webSocket: SharedOptions<WebSocketOptions>
  let time: any TimeSource
  let application: any HTTPApplication

  init(configuration: HTTPServerConfiguration, time: any TimeSource, application: any HTTPApplication) {
    self.configuration = configuration
    webSocket = SharedOptions(configuration.webSocket)
    self.time = time
    self.application = application
  }
}

/// The HTTP connections of a server that are on one loop.
///
/// `@unchecked Sendable`: all but `loop` is touched on the loop's thread only.
final class HTTPRoster: @unchecked Sendable {
  let loop: EventLoop
  private(set) var isDraining = false
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  private var emptied: [CheckedContinuation<Void, Never>] = []
  /// Ends the waiting for connections to finish.
  private var limitOfDraining: LoopTimer?

  init(loop: EventLoop) { self.loop = loop }

  func add(_ connection: HTTPConnection) { connections[ObjectIdentifier(connection)] = connection }

  func remove(_ connection: HTTPConnection) {
    connections[ObjectIdentifier(connection)] = nil
    guard connections.isEmpty else { return }
    limitOfDraining?.cancel()
    limitOfDraining = nil
    for continuation in emptied { continuation.resume() }
    emptied = []
  }

  /// Closes the connections, busy ones after their answer, and returns when none are left.
  ///
  /// Connections left after the limit are aborted.
  func drain(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      loop.post {
        self.isDraining = true
        for connection in self.connections.values { connection.closeUnlessAnswering() }
        guard !self.connections.isEmpty else { return continuation.resume() }
        self.emptied.append(continuation)
        self.limitOfDraining = self.loop.schedule(after: limit) { self.abortAll() }
      }
    }
  }

  private func abortAll() {
    // Each takes itself out.
    for connection in Array(connections.values) { connection.abort() }
  }
}
