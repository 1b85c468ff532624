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

  /// What became of it.
  public enum End: Hashable, Sendable {
    /// The server sent it.
    case sent
    /// The user took it back, on whatever device.
    case cancelled
    /// At its time the user could not send it any more.
    case dropped
  }
}
