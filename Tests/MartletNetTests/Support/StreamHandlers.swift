import MartletNet
import Synchronization
import Testing

/// Tells a test what happens on a stream.
final class StreamWitness: ByteStreamHandler {
  enum Event: Sendable, Equatable {
    case received([UInt8])
    case drained
    case ended
    case closed(NetError.Code?)
  }

  let events = Inbox<Event>()

  func streamReceived(_ bytes: UnsafeRawBufferPointer) { events.put(.received(Array(bytes))) }
  func streamDrained() { events.put(.drained) }
  func streamEnded() { events.put(.ended) }
  func streamClosed(_ error: NetError?) { events.put(.closed(error?.code)) }

  /// The next `count` bytes, however they are cut.
  func bytes(_ count: Int) async throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      if case .received(let bytes) = try await events.next() { all += bytes }
    }
    return all
  }

  /// How the stream was closed; skips what came before.
  func closing() async throws -> NetError.Code? {
    while true {
      if case .closed(let code) = try await events.next() { return code }
    }
  }
}

/// Sends back what it gets.
final class StreamEcho: ByteStreamHandler {
  private let stream: ByteStream

  init(_ stream: ByteStream) { self.stream = stream }

  func streamReceived(_ bytes: UnsafeRawBufferPointer) { _ = stream.write(SharedBytes(copying: bytes)) }
  func streamDrained() {}
  func streamClosed(_ error: NetError?) {}
}
