/// A WebSocket of the operating system, in the form of URLSession's.
///
/// Its functions may be called on any thread, and it calls back on any thread.
package protocol WebSocketTask: AnyObject, Sendable {
  /// The number of bytes beyond which a received message ends the task; set before `resume()`.
  var maximumMessageSize: Int { get set }

  /// Begins to connect.
  func resume()

  /// Sends a binary message, after those before it.
  ///
  /// The task keeps any number of messages. `done` is called when this one has left it, or cannot.
  func send(binary message: [UInt8], done: @escaping @Sendable (MartletError?) -> Void)

  /// Waits for the next message; called again only after `done` was.
  ///
  /// A text message is nil. Fails once the task has ended and the messages before that were received.
  func receive(done: @escaping @Sendable (Result<[UInt8]?, MartletError>) -> Void)

  /// Ends the task, with a close code of WebSocket for the peer if it is open.
  func close(code: UInt16)
}

/// Hears what becomes of a task; on any thread.
package protocol WebSocketTaskObserver: AnyObject, Sendable {
  /// The handshake is done; the subprotocol is the server's choice, nil if it made none.
  func opened(subprotocol: String?)

  /// The task has ended, or could not connect; called once.
  func ended(_ reason: MartletError)
}

/// Makes the WebSockets of one client.
package protocol WebSocketSession: AnyObject, Sendable {
  /// Makes a task for a server, to be resumed; it holds the observer until it ends.
  func task(
    _ address: ServerAddress, subprotocol: String, observer: any WebSocketTaskObserver
  ) throws(MartletError) -> any WebSocketTask

  /// Sends one request by HTTP, as `Transport.exchange(_:with:)` does.
  func exchange(_ request: TransportRequest, with address: ServerAddress) async throws(MartletError) -> TransportResponse

  /// Lets go of everything once the tasks have ended; no more are made.
  func finish()
}

extension WebSocketSession {
  /// For sessions of tests that have no HTTP.
  package func exchange(
    _ request: TransportRequest, with address: ServerAddress
  ) async throws(MartletError) -> TransportResponse {
    throw MartletError(.unreachable, "this session has no HTTP")
  }
}
