import MartletWire

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
    let limit = min(max(limit, 1), 100)
    let id = try await client.resolve(destination)
    if let held = try await client.readAside({ try $0.heldMentions(id, limit: limit, newest: newest) }) { return held }
    return try await client.fetchedMentions(id, limit: limit, newest: newest)
  }
}

extension MartletClient {
  func fetchedMentions(
    _ id: ConversationID, limit: Int, newest: Bool
  ) async throws(MartletError) -> [Message] {
    let base = try read { try $0.stored(id)?.base } ?? 0
    var found: [Message] = []
    var after = base
    while found.count < limit {
      let request = Wire.ListMentions(
        conversation: id.text, after: after, limit: UInt32(clamping: limit - found.count), newest: newest)
      guard case .messages(let page) = try await call(.read(.listMentions(request))) else { throw .unexpectedAnswer }
      guard page.entries.allSatisfy({ $0.conversation == id.text && $0.seq > after }) else { throw .unexpectedAnswer }
      found += page.entries.compactMap { $0.message(of: id) }
      guard page.more, !newest, let last = page.entries.last?.seq else { break }
      after = last
    }
    return found
  }
}
