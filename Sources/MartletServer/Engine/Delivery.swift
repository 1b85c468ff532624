import MartletNet
import MartletStore
import MartletWire

/// A connected session, as the engine sees it.
///
/// Its functions are called on its loop.
package protocol LiveSession: AnyObject, Sendable {
  /// The loop the session lives on.
  var loop: EventLoop { get }

  /// Pushes to the client.
  func push(_ push: inout EncodedPush)

  /// Tells the client why, and closes the connection.
  func end(_ failure: Wire.Failure, reconnect: Bool)

  /// Closes the connection if the client was silent for too long, or its token has run out.
  ///
  /// Times are in monotonic nanoseconds.
  ///
  /// - Returns: The time of the next check; nil if the connection is closed.
  func checkTime(at now: UInt64) -> UInt64?
}

/// Something to push to the sessions of some users.
struct Delivery: Sendable {
  let audience: Audience
  /// A member to skip.
  let except: UserID?
  /// The packet in its binary form, framed; encoded once for every session on every loop.
  let frame: SharedBytes
  /// The number of pushed entries; 1 for other deliveries.
  let count: Int

  init(to audience: Audience, _ push: Wire.Push) { self.init(to: audience, .push(push)) }

  init(to audience: Audience, except: UserID? = nil, _ body: Wire.ServerPacket.Body) {
    self.init(to: audience, except: except, frame: Wire.ServerPacket(id: 0, body: body).binaryFrame)
  }

  init(to audience: Audience, except: UserID? = nil, frame: SharedBytes, count: Int = 1) {
    self.audience = audience
    self.except = except
    self.frame = frame
    self.count = count
  }
}

/// A delivery on one loop: its bytes in each encoding that a session on the loop asked for.
package struct EncodedPush {
  package let binary: SharedBytes
  private var text: SharedBytes?

  init(_ delivery: Delivery) { binary = delivery.frame }

  init(_ body: Wire.ServerPacket.Body) { binary = Wire.ServerPacket(id: 0, body: body).binaryFrame }

  /// The frame in JSON, made of the binary one when it is first asked for.
  package mutating func json() -> SharedBytes {
    if let text { return text }
    let packet = WebSocket.withPayload(ofServerFrame: binary) { try? Wire.ServerPacket(decoding: $0) }
    // The server can decode its own encoding.
    let frame = (packet ?? Wire.ServerPacket()).jsonFrame
    text = frame
    return frame
  }
}

extension Wire.ServerPacket {
  /// The packet as a frame of the binary subprotocol.
  var binaryFrame: SharedBytes {
    WebSocket.serverFrame(opcode: .binary, count: encodedSize) { encode(into: $0) }
  }

  /// The packet as a frame of the JSON subprotocol.
  var jsonFrame: SharedBytes { WebSocket.serverFrame(opcode: .text, payload: json()) }
}
