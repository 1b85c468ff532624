import MartletNet
import Synchronization
import Testing

/// Reports a stream's events to a test.
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

  /// The way in which the stream was closed; skips earlier events.
  func closing() async throws -> NetError.Code? {
    while true {
      if case .closed(let code) = try await events.next() { return code }
    }
  }
}

/// Echoes its input.
final class StreamEcho: ByteStreamHandler {
  private let stream: ByteStream

  init(_ stream: ByteStream) { self.stream = stream }

  func streamReceived(_ bytes: UnsafeRawBufferPointer) { _ = stream.write(SharedBytes(copying: bytes)) }
  func streamDrained() {}
  func streamClosed(_ error: NetError?) {}
}

/// Counts the bytes that arrive in each turn of the loop.
final class TurnCounter: ByteStreamHandler {
  private let loop: EventLoop
  private let counts = Mutex((turn: 0, most: 0, total: 0))

  init(_ loop: EventLoop) { self.loop = loop }

  var total: Int { counts.withLock { $0.total } }
  var mostInOneTurn: Int { counts.withLock { $0.most } }

  func streamReceived(_ bytes: UnsafeRawBufferPointer) {
    let isFirst = counts.withLock { counts in
      defer {
        counts.turn += bytes.count
        counts.total += bytes.count
        counts.most = max(counts.most, counts.turn)
      }
      return counts.turn == 0
    }
    if isFirst { loop.atEndOfTurn { self.counts.withLock { $0.turn = 0 } } }
  }
  func streamDrained() {}
  func streamClosed(_ error: NetError?) {}
}

/// Reads a little whenever it is let.
final class Sipper: ByteStreamHandler {
  private let stream: ByteStream
  private let witness: StreamWitness

  init(_ stream: ByteStream, _ witness: StreamWitness) {
    self.stream = stream
    self.witness = witness
  }

  func streamReceived(_ bytes: UnsafeRawBufferPointer) {
    witness.streamReceived(bytes)
    stream.pauseReading()
  }
  func streamDrained() {}
  func streamClosed(_ error: NetError?) { witness.streamClosed(error) }
}
