import MartletSQLite
import MartletWire

/// The thread a client lives on, and what reaches the client from outside: sockets, timers, the clock.
///
/// Everything a transport calls back, it calls on `executor`, so that the client may enter its isolation with
/// `assumeIsolated`. On Linux this is a libuv loop; on Apple platforms a dispatch queue with URLSession would do.
package protocol Transport: AnyObject, Sendable {
  var executor: any SerialExecutor { get }
  var time: any TimeSource { get }

  /// Runs `action` when what is due on the executor now has run; called on the executor only.
  func atEndOfTurn(_ action: @escaping @Sendable () -> Void)

  /// Runs `action` on the executor after a time.
  ///
  /// - Returns: Takes it back, while it has not run.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any TransportTimer

  /// Begins something of the app's that may take long, such as getting a token; not on the executor, which it could block.
  func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>

  /// Where the local database is read beside the client: by default a thread of its own.
  func readingExecutor() throws -> any BlockingExecutor

  /// Begins to open a WebSocket that speaks `martlet.v1`; called on the executor only.
  func dial(_ address: ServerAddress, handler: any TransportHandler) -> any TransportSocket

  /// Ends the thread, after what is due on it.
  func stop()
}

extension Transport {
  package func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> { Task { await body() } }

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
  /// - Returns: False where the socket takes no more: it is closed, or the peer reads too slowly.
  func send(_ packet: [UInt8]) -> Bool

  /// When the last bytes came, be they a whole packet or not, on the transport's monotonic clock; nil where that is not known.
  ///
  /// A large packet on a slow link takes long, and says meanwhile that the peer is there.
  var lastReceived: UInt64? { get }

  /// Closes, after what was sent. The handler is not called again.
  func close()
}

extension TransportSocket {
  package var lastReceived: UInt64? { nil }
}

/// What a socket tells.
///
/// `closed` comes at most once and is the last call.
package protocol TransportHandler: AnyObject, Sendable {
  func opened()
  /// A binary message; the bytes are valid during the call only.
  func received(_ packet: UnsafeRawBufferPointer)
  func closed(_ reason: MartletError)
}

/// What one message may be, whoever carries it.
enum SocketBounds {
  /// Pages of entries are the largest there are.
  static let messageBytes = 8 << 20
  /// Bytes that may wait to be sent: more than any packet has, or one would wait for ever.
  static let queuedBytes = 32 << 20
}
