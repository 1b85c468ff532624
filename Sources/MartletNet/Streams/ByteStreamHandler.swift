/// Receives the events of a stream, on the stream's loop only, so that an actor of that loop can enter itself with
/// `assumeIsolated`.
package protocol ByteStreamHandler: AnyObject, Sendable {
  /// Bytes arrived, in order; they are gone when this returns.
  func streamReceived(_ bytes: UnsafeRawBufferPointer)

  /// The queue is empty again after a write was refused as `.overflow` or the peer was slow.
  func streamDrained()

  /// The peer will send no more but may still read; only with `StreamOptions.halfClose`, and at most once.
  func streamEnded()

  /// The stream is closed, by the peer, by an error or by this side. Exactly once, and nothing comes after.
  ///
  /// - Parameter error: Nil if both sides ended in order, or this side aborted.
  func streamClosed(_ error: NetError?)
}

extension ByteStreamHandler {
  package func streamEnded() {}
}

/// The outcome of a write.
package enum WriteResult: Sendable, Hashable {
  /// It will be written when the turn ends, after everything queued before.
  case queued
  /// Nothing was taken: the queue would pass its limit. `streamDrained` says when there is room again.
  case overflow
  /// Nothing was taken: the stream is closed or closing.
  case closed
}

/// Options of the streams of a listener or a connection.
package struct StreamOptions: Sendable {
  /// Maximum number of bytes waiting to be written; default 1 MiB.
  package var writeQueueLimit = 1 << 20
  /// The time that `shutdown()` waits for the peer to take more queued bytes or to end its side; default 5 s.
  ///
  /// It waits six times as long in all.
  package var closeTimeout = Duration.seconds(5)
  /// The time for a TLS handshake; default 10 s.
  package var handshakeTimeout = Duration.seconds(10)
  /// Whether a peer that ends its side keeps the stream open until this side ends too; default false.
  package var halfClose = false

  package init() {}
}
