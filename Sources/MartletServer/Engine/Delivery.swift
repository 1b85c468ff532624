import MartletNet
import MartletStore
import MartletWire

/// A connected session, as the engine sees it.
///
/// Its functions are called on its loop.
package protocol Listener: AnyObject, Sendable {
  /// The loop the session lives on.
  var loop: EventLoop { get }

  /// Pushes to the client.
  func push(_ push: inout EncodedPush)

  /// Tells the client why, and closes the connection.
  func end(_ failure: Wire.Failure, reconnect: Bool)

  /// Closes the connection if the client was silent for too long, or its token has run out; the time is in monotonic
  /// nanoseconds.
  func checkTime(at now: UInt64)
}

/// Something to push to the sessions of some users.
struct Delivery: Sendable {
  let app: AppID
  let recipients: [UserID]
  let packet: Wire.ServerPacket
  /// The packet in its binary form, framed; encoded once for every session on every loop.
  let frame: SharedBytes

  init(app: AppID, recipients: [UserID], push: Wire.Push) {
    self.app = app
    self.recipients = recipients
    packet = Wire.ServerPacket(id: 0, body: .push(push))
    frame = WebSocket.serverFrame(opcode: .binary, payload: packet.encoded())
  }
}

/// A delivery on one loop: its bytes in each encoding that a session on the loop asked for.
package struct EncodedPush {
  package let binary: SharedBytes
  private let packet: Wire.ServerPacket
  private var text: SharedBytes?

  init(_ delivery: Delivery) {
    binary = delivery.frame
    packet = delivery.packet
  }

  /// The frame in JSON, encoded when it is first asked for.
  package mutating func json() -> SharedBytes {
    if let text { return text }
    let frame = WebSocket.serverFrame(opcode: .text, payload: packet.json())
    text = frame
    return frame
  }
}

/// The deliveries of one batch, in order.
struct Mail {
  private(set) var deliveries: [Delivery] = []

  mutating func add(_ delivery: Delivery) {
    if !delivery.recipients.isEmpty { deliveries.append(delivery) }
  }
}
