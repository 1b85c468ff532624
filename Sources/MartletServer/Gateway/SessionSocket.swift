import MartletNet

/// What a session writes to: a WebSocket, or what stands in for one where there is no network.
///
/// Used on its loop only.
package protocol SessionSocket: AnyObject, Sendable {
  var loop: EventLoop { get }
  /// What was agreed on at the handshake.
  var subprotocol: String? { get }
  /// How many bytes wait to be taken by the network.
  var queuedBytes: Int { get }

  /// Sends a frame made with `WebSocket.serverFrame`.
  func send(frame: SharedBytes) -> WriteResult

  /// Has `socketDrained` told when nothing waits any more.
  func tellWhenDrained()

  /// Leaves what the peer sends where it is; what was read already still comes.
  func pauseReading()
  func resumeReading()

  /// Ends the connection after what is queued; see `WebSocket.close`.
  func close(code: UInt16, reason: String)

  /// Ends it without what is queued, but with a last frame; see `WebSocket.closeDroppingQueue`.
  func closeDroppingQueue(last frame: SharedBytes, code: UInt16, reason: String)
}

extension WebSocket: SessionSocket {}
