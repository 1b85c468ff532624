import MartletNet
import MartletTesting
import Synchronization

/// A TCP connection that says what it is told, and keeps what comes back.
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

  /// Connects, says it, and returns what was answered until the server closed; does `afterwards` once
  /// something was.
  static func exchange(_ text: String, with server: TestServer, afterwards: () -> Void = {}) async throws -> String {
    let loop = try EventLoop(name: "raw")
    let connection = RawConnection()
    var options = StreamOptions()
    options.writeQueueLimit = 64 << 20
    let stream = try await TCP.connect(host: server.host, port: server.port, loop: loop, options: options) { _ in connection }
    await loop.run { _ = stream.write(SharedBytes(text.utf8)) }
    while !connection.isClosed, connection.text.isEmpty { await Task.yield() }
    afterwards()
    while !connection.isClosed { await Task.yield() }
    await loop.stop()
    return connection.text
  }
}
