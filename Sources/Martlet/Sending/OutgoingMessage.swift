/// A message or an edit on its way into the outbox, as `MartletClient.Configuration.sendInterceptor` sees it.
public struct OutgoingMessage: Hashable, Sendable {
  /// The client id under which it is sent.
  public let id: ClientID
  /// Where it goes.
  public let destination: Destination
  /// The message that gets another content; nil for a new message.
  public let edited: UInt64?
  /// What it says.
  public let content: MessageContent
  /// What a new message carries besides; it stays as it is.
  public internal(set) var details = MessageDetails()
}

/// What became of one of the messages of `MartletClient.broadcast(_:to:within:)`.
public struct BroadcastResult: Hashable, Sendable {
  /// Where it goes.
  public let destination: Destination
  /// The client id under which it is sent.
  public let id: ClientID
  /// How it ended.
  public let result: SendResult
}

/// How messages are handed on.
public enum ForwardStyle: Hashable, Sendable {
  /// Each as a message of its own.
  case separately
  /// All as one `ForwardContent` under a title, which may be empty.
  case combined(title: String)
}
