/// A message that the server is to send at a time to come.
public struct ScheduledMessage: Hashable, Sendable, Identifiable {
  /// Names it among what the user has scheduled; the message gets another client id when it is sent.
  public let id: ClientID
  /// Where it is sent.
  public let conversation: ConversationID
  /// What it says.
  public let content: MessageContent
  /// What it carries besides.
  public let details: MessageDetails
  /// When it is sent, by the server's clock.
  public let time: Timestamp
}
