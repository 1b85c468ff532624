import MartletNet

/// A server that answers each connection's first bytes with given bytes, valid or not.
struct ScriptedServer {
  let listener: Listener

  /// Starts a server that answers input with the result of `answer`, or with nothing, and then ends the connection if it
  /// `closes`.
  init(loop: EventLoop, closes: Bool = true, answer: @escaping @Sendable (String) -> String?) async throws {
    listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: [loop]) { stream in
      Script(stream: stream, answer: answer, closes: closes)
    }
  }

  var port: UInt16 { listener.address.port }

  private final class Script: ByteStreamHandler {
    let stream: ByteStream
    let answer: @Sendable (String) -> String?
    let closes: Bool

    init(stream: ByteStream, answer: @escaping @Sendable (String) -> String?, closes: Bool) {
      self.stream = stream
      self.answer = answer
      self.closes = closes
    }

    func streamReceived(_ bytes: UnsafeRawBufferPointer) {
      guard let text = answer(String(decoding: bytes, as: UTF8.self)) else { return }
      _ = stream.write(SharedBytes(text.utf8))
      if closes { stream.shutdown() }
    }
    func streamDrained() {}
    func streamClosed(_ error: NetError?) {}
  }
}
