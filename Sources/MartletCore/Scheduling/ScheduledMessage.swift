/// A message that the server sends at a given time.
public struct ScheduledMessage: Hashable, Sendable, Identifiable {
  /// The client id under which it was scheduled; the sent message gets another one.
  public let id: ClientID
  /// The conversation to send to.
  public let conversation: ConversationID
  /// The content.
  public let content: MessageContent
  /// The details besides the content.
  public let details: MessageDetails
  /// The time to send it, by the server's clock.
  public let time: Timestamp

  /// The outcomes of a scheduled message.
  @nonexhaustive
  public enum End: Hashable, Sendable {
    /// The server sent it.
    case sent
    /// The user cancelled it, on any device.
    case cancelled
    /// The user was not allowed to send it at its time.
    case dropped
  }
}
