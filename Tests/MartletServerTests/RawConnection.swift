import MartletNet
import MartletServer
import MartletTesting
import Synchronization

/// A TCP connection that sends given bytes, and keeps the answer.
final class RawConnection: ByteStreamHandler {
  private let state = Mutex((text: "", isClosed: false))

  var text: String { state.withLock { $0.text } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func streamReceived(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    state.withLock { $0.text += text }
  }
  func streamDrained() {}
  func streamClosed(_ error: NetError?) { state.withLock { $0.isClosed = true } }

  /// Connects, sends the bytes, and returns the answer up to the server's close.
  ///
  /// Until then `meanwhile` is called repeatedly with the answer so far.
  static func exchange(
    _ bytes: [UInt8], with server: TestServer, meanwhile: (ByteStream, String) async -> Void = { _, _ in }
  ) async throws -> String {
    let loop = try EventLoop(name: "raw")
    let connection = RawConnection()
    var options = StreamOptions()
    options.writeQueueLimit = 64 << 20
    let stream = try await TCP.connect(host: server.host, port: server.port, loop: loop, options: options) { _ in connection }
    await loop.run { _ = stream.write(SharedBytes(bytes)) }
    while !connection.isClosed {
      await meanwhile(stream, connection.text)
      await Task.yield()
    }
    await loop.stop()
    return connection.text
  }

  /// Does the same with a text, and `afterwards` once something was answered.
  static func exchange(_ text: String, with server: TestServer, afterwards: () -> Void = {}) async throws -> String {
    var isAnswered = false
    return try await exchange(Array(text.utf8), with: server) { _, answer in
      guard !isAnswered, !answer.isEmpty else { return }
      isAnswered = true
      afterwards()
    }
  }
}

// WebSockets, byte for byte.
extension RawConnection {
  /// The bytes that open a WebSocket; `fields` are additional header lines.
  static func handshake(_ fields: String = "", subprotocol: String = Gateway.binaryProtocol) -> [UInt8] {
    let head =
      "GET \(Gateway.path) HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Protocol: \(subprotocol)\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(fields)\r\n"
    return Array(head.utf8)
  }

  /// A frame, masked with a key that changes nothing; of at most 125 bytes.
  static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    [first, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
  }
}
