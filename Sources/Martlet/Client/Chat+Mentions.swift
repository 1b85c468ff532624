import MartletWire

extension Chat {
  /// Unread messages that mention this user or everyone, ascending.
  ///
  /// Comes from this device where it holds all that is unread, else from the server.
  ///
  /// - Parameters:
  ///   - limit: How many at most; 1 to 100, default 100.
  ///   - newest: Whether, where there are more, the last of them are wanted rather than the first.
  /// - Throws: `.conversationUnknown`; `.notConnected` where the server is needed; `.cancelled`.
  /// - Returns: The messages; `Conversation.unreadMentions` says how many there are in all.
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
      guard case .messages(let page) = try await call(.request(.listMentions(request))) else { throw .unexpectedAnswer }
      guard page.entries.allSatisfy({ $0.conversation == id.text && $0.seq > after }) else { throw .unexpectedAnswer }
      found += page.entries.compactMap { $0.message(of: id) }
      guard page.more, !newest, let last = page.entries.last?.seq else { break }
      after = last
    }
    return found
  }
}
