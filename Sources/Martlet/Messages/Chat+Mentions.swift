extension Chat {
  /// Returns unread messages that mention this user or everyone, in ascending order.
  ///
  /// Reads cached messages; asks the server if not all unread messages are cached.
  ///
  /// - Parameters:
  ///   - limit: The largest number of messages; 1 to 100, default 100.
  ///   - newest: If there are more, true returns the last ones and false the first ones.
  /// - Throws: `.conversationUnknown`; `.notConnected` if the server is needed; `.cancelled`.
  /// - Returns: The messages; `Conversation.unreadMentions` is their total number.
  public func unreadMentions(limit: Int = 100, newest: Bool = false) async throws(MartletError) -> [Message] {
    try await client.outcome { $0.unreadMentions(destination, limit: limit, newest: newest, for: $1, then: $2) }
  }
}
