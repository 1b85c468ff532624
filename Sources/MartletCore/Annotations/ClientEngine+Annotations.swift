import MartletWire

// Messages and users that belong to a message, which only the server knows completely.
extension ClientEngine {
  /// The messages pinned to a conversation, ascending.
  package func pinnedMessages(
    _ destination: Destination, for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    let request = { (after: UInt64) in
      Wire.ClientPacket.Request.listPinned(Wire.ListPinned(conversation: destination.description, after: after))
    }
    allMessages(of: destination, found: [], request, for: operation, then: then)
  }

  /// The versions of a message, oldest first.
  package func versions(
    _ destination: Destination, of seq: UInt64, for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    let request = { (after: UInt64) in
      Wire.ClientPacket.Request.listVersions(
        Wire.ListVersions(conversation: destination.description, target: seq, after: after))
    }
    allMessages(of: destination, found: [], request, for: operation, then: then)
  }

  /// Adds to `found` all pages that `request` fetches after a position.
  private func allMessages(
    of destination: Destination, found: [Message], _ request: @escaping (_ after: UInt64) -> Wire.ClientPacket.Request,
    for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    let last = found.last?.seq ?? 0
    messages(request(last), of: destination, for: operation) { [self] result in
      proceed(result, then) { page throws(MartletError) in
        guard page.messages.first.map({ $0.seq > last }) ?? true else { throw .unexpectedAnswer }
        let found = found + page.messages
        guard page.hasMore, !page.messages.isEmpty else { return then(.success(found)) }
        allMessages(of: destination, found: found, request, for: operation, then: then)
      }
    }
  }

  /// The messages that reply to a message, ascending, after a position; at most 200.
  package func replies(
    _ destination: Destination, to seq: UInt64, after: UInt64, limit: Int, for operation: Operation,
    then: @escaping Completion<Page<Message>>
  ) {
    let limit = min(max(limit, 1), 200)
    replies(Replies(destination: destination, target: seq, limit: limit), after: after, [], for: operation, then: then)
  }

  private struct Replies {
    let destination: Destination
    let target: UInt64
    let limit: Int
  }

  /// A large page comes in parts.
  private func replies(
    _ wanted: Replies, after: UInt64, _ found: [Message], for operation: Operation,
    then: @escaping Completion<Page<Message>>
  ) {
    let list = Wire.ListReplies(
      conversation: wanted.destination.description, target: wanted.target, after: after,
      limit: UInt32(wanted.limit - found.count))
    messages(.listReplies(list), of: wanted.destination, for: operation) { [self] result in
      proceed(result, then) { page throws(MartletError) in
        let found = found + page.messages
        guard page.hasMore, found.count < wanted.limit, let last = page.messages.last?.seq, last > after else {
          return then(.success(Page(found, hasMore: page.hasMore) { .position($0.seq) }))
        }
        replies(wanted, after: last, found, for: operation, then: then)
      }
    }
  }

  private func messages(
    _ request: Wire.ClientPacket.Request, of destination: Destination, for operation: Operation,
    then: @escaping Completion<(messages: [Message], hasMore: Bool)>
  ) {
    call(.read(request), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .messages(let page) = body, let id = ConversationID(page.conversation),
          destination.conversation(of: core.store.user).map({ $0 == id }) ?? true,
          page.entries.allSatisfy({ $0.conversation == id.text })
        else { throw .unexpectedAnswer }
        then(.success((page.entries.compactMap { $0.message(of: id) }, page.more)))
      }
    }
  }

  /// The users who set a reaction or voted for a choice, ascending, after a user; at most 200.
  package func annotators(
    _ destination: Destination, of key: AnnotationKey, at seq: UInt64, after user: UserID?, limit: Int,
    for operation: Operation, then: @escaping Completion<Page<UserID>>
  ) {
    var list = Wire.ListAnnotators(
      conversation: destination.description, target: seq, after: user?.text ?? "", limit: UInt32(min(max(limit, 1), 200)))
    switch key {
    case .reaction(let text): (list.kind, list.key) = (.reaction, text)
    case .choice(let index): (list.kind, list.key) = (.vote, String(index))
    }
    call(.read(.listAnnotators(list)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .annotators(let page) = body, page.target == seq else { throw .unexpectedAnswer }
        then(.success(Page(page.annotators.compactMap { UserID($0.user) }, hasMore: page.more) { .user($0) }))
      }
    }
  }
}
