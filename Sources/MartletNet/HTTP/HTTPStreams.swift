import Synchronization

/// How a server takes the body of a request.
package enum HTTPIntake: Sendable, Equatable {
  /// All of it before the application is asked, up to `HTTPLimits.bodyBytes`.
  case whole
  /// Piece by piece while the application answers, up to so many bytes.
  case streamed(limit: Int)
}

/// Why the rest of a body does not come.
package enum HTTPBodyFailure: Error, Sendable, Equatable {
  /// The client ended or broke the connection.
  case cut
  /// The client sent nothing for the body's timeout.
  case timedOut
  /// The bytes are no body, or more than the limit.
  case refused(HTTPRefusal)
}

/// The body of a request that comes piece by piece.
///
/// It holds at most `HTTPBodyStream.room` bytes and what one more read brings; then the connection stops reading until the
/// application has taken them, so that the client has to wait.
///
/// `@unchecked Sendable`: all but `next` is used on the connection's loop only, and `next` goes there.
package final class HTTPBodyStream: @unchecked Sendable {
  /// The bytes held for an application that is slower than the client.
  package static let room = 256 << 10

  private let loop: EventLoop
  private var bytes: [UInt8] = []
  private var end: Result<Void, HTTPBodyFailure>?
  private var waiting: CheckedContinuation<SharedBytes?, any Error>?
  /// Called when the application asks for more than is there.
  private var asked: (() -> Void)?

  init(loop: EventLoop, asked: @escaping () -> Void) {
    self.loop = loop
    self.asked = asked
  }

  /// A body that has come already.
  package init(_ bytes: [UInt8], loop: EventLoop) {
    self.loop = loop
    self.bytes = bytes
    end = .success(())
  }

  /// The next bytes, at least one; nil after the last.
  ///
  /// Only one call at a time. Throws `HTTPBodyFailure`.
  package func next() async throws -> SharedBytes? {
    try await withCheckedThrowingContinuation { continuation in
      loop.post {
        self.waiting = continuation
        self.give()
      }
    }
  }

  /// Whether no more bytes should be read for it.
  var isFull: Bool { bytes.count >= Self.room }

  func receive(_ more: [UInt8]) {
    if bytes.isEmpty { bytes = more } else { bytes += more }
    if !bytes.isEmpty { give() }
  }

  /// Notes that nothing more comes; the first reason counts.
  func finish(_ result: Result<Void, HTTPBodyFailure>) {
    guard end == nil else { return }
    end = result
    give()
    asked = nil
  }

  private func give() {
    guard let waiting else { return }
    if !bytes.isEmpty {
      self.waiting = nil
      waiting.resume(returning: SharedBytes(bytes))
      bytes = []
      if end == nil { asked?() }
    } else if let end {
      self.waiting = nil
      waiting.resume(with: end.map { nil }.mapError { $0 })
    } else {
      asked?()
    }
  }
}

/// The body of a response that is made piece by piece.
package struct HTTPResponseStream: Sendable {
  /// All bytes of it.
  package let length: Int
  /// Makes the next piece, of 1 to 262,144 bytes; called again when the client has taken most of what came before.
  ///
  /// If it throws, returns nil or more than is missing, the connection is broken off, so that the client notices.
  package let next: @Sendable () async throws -> SharedBytes?

  package init(length: Int, next: @escaping @Sendable () async throws -> SharedBytes?) {
    self.length = length
    self.next = next
  }
}
