/// A message or edit that is about to enter the outbox, as passed to `MartletClient.Configuration.sendInterceptor`.
public struct OutgoingMessage: Hashable, Sendable {
  /// The client id.
  public let id: ClientID
  /// The destination.
  public let destination: Destination
  /// The position of the message to edit; nil for a new message.
  public let edited: UInt64?
  /// The content.
  public let content: MessageContent
  /// The details of a new message, which the interceptor cannot change.
  public internal(set) var details = MessageDetails()
}

/// The outcome of one message of `MartletClient.broadcast(_:to:within:)`.
public struct BroadcastResult: Hashable, Sendable {
  /// The destination.
  public let destination: Destination
  /// The client id.
  public let id: ClientID
  /// The outcome.
  public let result: SendResult
}

/// The ways to forward messages.
public enum ForwardStyle: Hashable, Sendable {
  /// As separate messages.
  case separately
  /// As one `ForwardContent` with a title, which may be empty.
  case combined(title: String)
}
