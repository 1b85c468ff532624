/// A transient message to the members who are connected.
///
/// It has no position and is not stored.
public struct Signal: Hashable, Sendable {
  /// The conversation.
  public let conversation: ConversationID
  /// The user who sent the signal.
  public let sender: UserID
  /// The time, by the server's clock.
  public let time: Timestamp
  /// The content.
  public let content: MessageContent
}
