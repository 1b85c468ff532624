import MartletSQLite
import MartletWire

/// The thread of a client, and its access to the outside: sockets, timers and the clock.
///
/// A transport makes all callbacks on `executor`, so that the client can enter its isolation with `assumeIsolated`. On Linux this
/// is a libuv loop (`LoopTransport`); on Apple's platforms a thread, beside the WebSockets of URLSession (`SystemTransport`).
package protocol Transport: AnyObject, Sendable {
  var executor: any SerialExecutor { get }
  var time: any TimeSource { get }

  /// Runs `action` after everything that is now due on the executor.
  ///
  /// Called on the executor only.
  func atEndOfTurn(_ action: @escaping @Sendable () -> Void)

  /// Runs `action` on the executor after a time.
  ///
  /// - Returns: Takes it back, while it has not run.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any TransportTimer

  /// Begins work of the app that may take long, such as getting a token.
  ///
  /// Does not run it on the executor, which it could block.
  func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>

  /// Begins to follow something for as long as the client lives, such as the conditions of the device.
  func follow(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>

  /// The executor that reads the local database beside the client: by default a thread of its own.
  func readingExecutor() throws -> any BlockingExecutor

  /// Begins to open a WebSocket that speaks `martlet.v1`; called on the executor only.
  func dial(_ address: ServerAddress, handler: any TransportHandler) -> any TransportSocket

  /// Sends one request by HTTP to the host of an address, and returns the answer with any status.
  ///
  /// May be called on any thread. Throws `.unreachable`, `.timedOut`, `.tlsFailed`, `.protocolViolation`, `.cancelled`.
  func exchange(_ request: TransportRequest, with address: ServerAddress) async throws(MartletError) -> TransportResponse

  /// Ends the thread after the work that is due on it.
  func stop()
}

/// A request by HTTP, whole.
package struct TransportRequest: Sendable {
  /// In capitals.
  package var method: String
  /// From the slash on, with the query, percent-encoded.
  package var path: String
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  package init(_ method: String, _ path: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}

/// The answer to a request by HTTP, whole.
package struct TransportResponse: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header of that name; upper and lower case are the same.
  package func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
}

extension Transport {
  package func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> { Task { await body() } }

  /// For transports of tests that have no HTTP.
  package func exchange(
    _ request: TransportRequest, with address: ServerAddress
  ) async throws(MartletError) -> TransportResponse {
    throw MartletError(.unreachable, "this transport has no HTTP")
  }

  package func follow(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> { begin(body) }

  package func readingExecutor() throws -> any BlockingExecutor { try ThreadExecutor(name: "martlet-read") }
}

/// Something a transport will do later.
package protocol TransportTimer: Sendable {
  func cancel()
}

/// A socket, opening, open or closed; used on the executor only.
package protocol TransportSocket: AnyObject, Sendable {
  /// Sends one packet as a binary message.
  ///
  /// - Returns: False if the socket takes no more: it is closed, or the peer reads too slowly.
  func send(_ packet: [UInt8]) -> Bool

  /// The time of the last received bytes, whether they complete a packet or not, on the transport's monotonic clock; nil if
  /// unknown.
  ///
  /// A large packet on a slow link takes long; this shows meanwhile that the peer is alive.
  var lastReceived: UInt64? { get }

  /// Closes after the sent messages have gone out.
  ///
  /// The handler is not called again.
  func close()
}

extension TransportSocket {
  package var lastReceived: UInt64? { nil }
}

/// Receives the events of a socket.
///
/// `closed` comes at most once and is the last call.
package protocol TransportHandler: AnyObject, Sendable {
  func opened()
  /// A binary message; the bytes are valid during the call only.
  func received(_ packet: UnsafeRawBufferPointer)
  func closed(_ reason: MartletError)
}

extension MartletError {
  /// A connection that was open is not any more.
  package static let connectionClosed = MartletError(.unreachable, "the connection was closed")
}

/// Limits of one message, for every transport.
enum SocketBounds {
  /// Pages of entries are the largest there are.
  static let messageBytes = 8 << 20
  /// Maximum number of bytes waiting to be sent.
  ///
  /// It exceeds any packet; otherwise one would wait forever.
  static let queuedBytes = 32 << 20
  /// Maximum size of an answer by HTTP; a piece of a file is smaller.
  static let answerBytes = 8 << 20
}
