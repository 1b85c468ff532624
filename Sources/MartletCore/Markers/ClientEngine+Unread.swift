import MartletSQLite
import MartletWire

// Unread messages of one conversation.
extension ClientEngine {
  /// The position of the first unread message; nil if there is none.
  package func firstUnread(
    _ destination: Destination, for operation: Operation, then: @escaping Completion<MessageID?>
  ) {
    var first: MessageID?
    eachUnreadPage(destination, for: operation) { messages in
      first = messages.first { if case .content = $0.kind { true } else { false } }?.id
      return first == nil
    } then: {
      then($0.map { _ in first })
    }
  }

  /// The number of unread messages of some content types.
  package func unreadCount(
    _ destination: Destination, ofTypes types: Set<String>, for operation: Operation, then: @escaping Completion<Int>
  ) {
    var count = 0
    eachUnreadPage(destination, for: operation) { messages in
      count += messages.count { message in
        guard let content = message.content else { return false }
        return message.details.policy.isCounted != false && types.contains(content.type)
      }
      return true
    } then: {
      then($0.map { min(count, $0) })
    }
  }

  /// Visits the messages of others since the user last read or wrote, page by page, until `visit` returns false.
  ///
  /// The outcome is the unread count. If it is 0, nothing is visited.
  private func eachUnreadPage(
    _ destination: Destination, for operation: Operation, visit: @escaping ([Message]) -> Bool,
    then: @escaping Completion<Int>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        guard let row = try read({ store throws(SQLiteError) in try store.stored(id) }), row.shownUnread > 0 else {
          return then(.success(0))
        }
        let most = Int(clamping: row.shownUnread)
        unreadPage(.conversation(id), after: row.base, for: operation, visit) { then($0.map { most }) }
      }
    }
  }

  private func unreadPage(
    _ destination: Destination, after position: UInt64, for operation: Operation, _ visit: @escaping ([Message]) -> Bool,
    then: @escaping Completion<Void>
  ) {
    history(destination, after: position, limit: 100, for: operation) { [self] result in
      proceed(result, then) { page throws(MartletError) in
        let user = core.store.user
        guard let last = page.last?.seq, visit(page.filter { $0.sender != user }) else { return then(.success(())) }
        unreadPage(destination, after: last, for: operation, visit, then: then)
      }
    }
  }

  /// Unread messages that mention the user or everyone, ascending: the first ones, or the last ones; at most 100.
  package func unreadMentions(
    _ destination: Destination, limit: Int, newest: Bool, for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    let limit = min(max(limit, 1), 100)
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        let held = try read { store throws(SQLiteError) in try store.heldMentions(id, limit: limit, newest: newest) }
        if let held { return then(.success(held)) }
        let base = try read { store throws(SQLiteError) in try store.stored(id)?.base } ?? 0
        let wanted = Mentions(id: id, limit: limit, newest: newest)
        fetch(wanted, after: base, found: [], for: operation, then: then)
      }
    }
  }

  private struct Mentions {
    let id: ConversationID
    let limit: Int
    let newest: Bool
  }

  private func fetch(
    _ wanted: Mentions, after: UInt64, found: [Message], for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    let request = Wire.ListMentions(
      conversation: wanted.id.text, after: after, limit: UInt32(clamping: wanted.limit - found.count), newest: wanted.newest)
    call(.read(.listMentions(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .messages(let page) = body,
          page.entries.allSatisfy({ $0.conversation == wanted.id.text && $0.seq > after })
        else { throw .unexpectedAnswer }
        let found = found + page.entries.compactMap { $0.message(of: wanted.id) }
        guard page.more, !wanted.newest, found.count < wanted.limit, let last = page.entries.last?.seq else {
          return then(.success(found))
        }
        fetch(wanted, after: last, found: found, for: operation, then: then)
      }
    }
  }
}
