import MartletNet

/// The socket of a session: a WebSocket, or a substitute without a network.
///
/// Used on its loop only.
package protocol SessionSocket: AnyObject, Sendable {
  var loop: EventLoop { get }
  /// The subprotocol negotiated in the handshake.
  var subprotocol: String? { get }
  /// The peer's address.
  var remoteAddress: SocketAddress { get }
  /// The number of bytes waiting for the network.
  var queuedBytes: Int { get }

  /// Sends a frame made with `WebSocket.serverFrame`.
  func send(frame: SharedBytes) -> WriteResult

  /// Sends a message of `count` bytes to this socket alone; `fill` writes all of it in place.
  func send(_ opcode: WebSocketOpcode, count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> WriteResult

  /// Has `socketDrained` told when nothing waits any more.
  func tellWhenDrained()

  /// Stops reading from the peer.
  ///
  /// Bytes already read are still delivered.
  func pauseReading()
  func resumeReading()

  /// Closes after the queued bytes; see `WebSocket.close`.
  func close(code: UInt16, reason: String)

  /// Closes without the queued bytes, but with a last frame; see `WebSocket.closeDroppingQueue`.
  func closeDroppingQueue(last frame: SharedBytes, code: UInt16, reason: String)
}

extension WebSocket: SessionSocket {}
