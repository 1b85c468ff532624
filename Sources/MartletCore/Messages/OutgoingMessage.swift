/// A message or edit that is about to enter the outbox, as passed to `MartletClient.Configuration.sendInterceptor`.
public struct OutgoingMessage: Hashable, Sendable {
  /// The client id.
  public let id: ClientID
  /// The destination.
  public let destination: Destination
  /// The position of the message to edit; nil for a new message.
  public let edited: UInt64?
  /// The content, which the interceptor may change.
  public var content: MessageContent
  /// The details of a new message, which the interceptor may change; those of an edit are ignored.
  public var details = MessageDetails()

  package init(
    id: ClientID, destination: Destination, edited: UInt64?, content: MessageContent, details: MessageDetails = MessageDetails()
  ) {
    self.id = id
    self.destination = destination
    self.edited = edited
    self.content = content
    self.details = details
  }
}

/// The outcome of one message of `MartletClient.broadcast(_:to:within:)`.
public struct BroadcastResult: Hashable, Sendable {
  /// The destination.
  public let destination: Destination
  /// The client id.
  public let id: ClientID
  /// The outcome.
  public let result: SendResult

  package init(destination: Destination, id: ClientID, result: SendResult) {
    self.destination = destination
    self.id = id
    self.result = result
  }
}

/// The ways to forward messages.
@nonexhaustive
public enum ForwardStyle: Hashable, Sendable {
  /// As separate messages.
  case separately
  /// As one `ForwardContent` with a title, which may be empty.
  case combined(title: String)
}
