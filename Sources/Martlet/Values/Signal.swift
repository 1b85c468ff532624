/// What a member tells those of a conversation who are connected; it has no position and is nowhere stored.
public struct Signal: Hashable, Sendable {
  /// The conversation.
  public let conversation: ConversationID
  /// Who signals.
  public let sender: UserID
  /// When, by the server's clock.
  public let time: Timestamp
  /// What.
  public let content: MessageContent
}
