/// How a send, an edit or a recall ended.
public enum SendResult: Hashable, Sendable {
  /// It is stored on the server, at this position, for good.
  case sent(EntryID, at: Timestamp)
  /// It is so already, and nothing had to be stored: the reaction was there, the message pinned.
  case unchanged
  /// It is not stored and will not be; the error says why.
  case failed(MartletError)
  /// The caller stopped waiting before it was known. It stays in the outbox and is sent when that is possible, also after
  /// the app was killed; sending again with the same client id is safe and stores nothing twice.
  case unknown
}

/// Something in the outbox: written to this device's disk, and either on its way to the server or refused by it.
public struct PendingSend: Hashable, Sendable, Identifiable {
  /// What is to be done.
  public enum Action: Hashable, Sendable {
    /// Send a message.
    case send(MessageContent)
    /// Give the message at this position another content.
    case edit(UInt64, MessageContent)
    /// Take back the message at this position.
    case recall(UInt64, RecallDetails = RecallDetails())
    /// Change what is attached to the message at this position.
    case annotate(UInt64, AnnotationChange)
  }

  /// How far it has come.
  public enum State: Hashable, Sendable {
    /// Waits for a connection, or for the server's answer.
    case waiting
    /// Stored on the server at this position; leaves the outbox as soon as the entry itself has arrived.
    case sent(EntryID, at: Timestamp)
    /// Refused for good. It stays until `discard(_:)`, or until it is sent again with the same client id.
    case failed(MartletError)
  }

  /// Its client id.
  public let id: ClientID
  /// Where it goes.
  public let destination: Destination
  /// What is to be done.
  public let action: Action
  /// What a message carries besides its content.
  public internal(set) var details = MessageDetails()
  /// When it was put in the outbox, by the server's clock where that is known, else by this device's.
  ///
  /// The message itself has the time at which the server stored it.
  public let made: Timestamp
  /// How far it has come.
  public let state: State
}
