/// The outcome of a send, an edit, a recall or an annotation.
@nonexhaustive
public enum SendResult: Hashable, Sendable {
  /// The entry is durably stored on the server, at this position.
  case sent(MessageID, at: Timestamp)
  /// Nothing had to be stored, for example because the reaction was already set.
  case unchanged
  /// The request was refused and is not stored; the error says why.
  case failed(MartletError)
  /// The app's `MartletClient.Configuration.sendInterceptor` took over, and nothing was sent.
  case takenOver
  /// The caller stopped waiting before the outcome was known.
  ///
  /// The operation stays in the outbox and is sent when possible, even after the app was killed. Sending again with the same
  /// client id is safe and stores nothing twice.
  case unknown
}

/// An operation in the outbox: on this device's disk, and pending or refused.
public struct PendingSend: Hashable, Sendable, Identifiable {
  /// The kinds of operation.
  @nonexhaustive
  public enum Action: Hashable, Sendable {
    /// Send a message.
    case send(MessageContent)
    /// Replace the content of the message at this position.
    case edit(UInt64, MessageContent)
    /// Recall the message at this position.
    case recall(UInt64, RecallDetails = RecallDetails())
    /// Change the annotations of the message at this position.
    case annotate(UInt64, AnnotationChange)
  }

  /// The states of an operation.
  @nonexhaustive
  public enum State: Hashable, Sendable {
    /// The message's file is being uploaded, or waits for that: for its turn, for a connection, or because it is paused.
    case uploading(TransferProgress, isPaused: Bool)
    /// Waiting for a connection or for the server's answer.
    case waiting
    /// Stored on the server at this position; leaves the outbox when the entry itself arrives.
    case sent(MessageID, at: Timestamp)
    /// Refused for good; stays until `discard(_:)`, or until it is sent again with the same client id.
    case failed(MartletError)
  }

  /// The client id.
  public let id: ClientID
  /// The destination.
  public let destination: Destination
  /// The operation.
  public let action: Action
  /// The details of a message besides its content.
  public internal(set) var details = MessageDetails()
  /// The time when the operation entered the outbox, by the server's clock if known, otherwise by this device's clock.
  ///
  /// The stored message has the server's time instead.
  public let made: Timestamp
  /// The state.
  public let state: State

  /// True if the operation is still to be sent, whether or not its file has to be uploaded first.
  public var isWaiting: Bool {
    switch state {
    case .waiting, .uploading: true
    case .sent, .failed: false
    }
  }
}
