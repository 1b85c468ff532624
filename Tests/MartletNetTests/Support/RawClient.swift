import MartletNet
import Testing

/// A client that sends given bytes, valid or not, and returns the answer.
struct RawClient {
  let stream: ByteStream
  let witness = StreamWitness()

  init(port: UInt16, loop: EventLoop) async throws {
    let witness = witness
    stream = try await TCP.connect(host: "127.0.0.1", port: port, loop: loop) { _ in witness }
  }

  func send(_ text: String) async { await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async {
    let stream = stream
    await stream.loop.run { _ = stream.write(SharedBytes(bytes)) }
  }

  func shutdown() async {
    let stream = stream
    await stream.loop.run { stream.shutdown() }
  }

  /// Everything up to the end of the connection.
  func rest() async throws -> String {
    var all: [UInt8] = []
    while true {
      switch try await witness.events.next() {
      case .received(let bytes): all += bytes
      case .closed: return String(decoding: all, as: UTF8.self)
      case .drained, .ended: break
      }
    }
  }

  /// The input up to and including the mark.
  func text(upTo mark: String) async throws -> String {
    var all: [UInt8] = []
    while !String(decoding: all, as: UTF8.self).contains(mark) { all += try await witness.bytes(1) }
    return String(decoding: all, as: UTF8.self)
  }
}
