import MartletCore
import MartletSQLite
import MartletWire

// Calls about messages that were stored, and about those to come.
extension BrowserClient {
  /// Begins operations on messages of a conversation.
  ///
  /// - Returns: False for other operations.
  func beginOnMessages(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .schedule(let schedule): try self.schedule(schedule, call, operation)
    case .scheduled:
      engine.scheduled(
        for: operation,
        then: completion(call) {
          .scheduled(Bridge.ScheduledMessages(messages: $0.map { Bridge.ScheduledMessage($0) }))
        })
    case .cancelScheduled(let cancelled):
      engine.cancelScheduled(
        try Parsed.clientID(cancelled.id), for: operation, then: completion(call) { .flag(Bridge.Flag(on: $0)) })
    case .readers(let query): try readers(query, call, operation)
    case .annotators(let query): try annotators(query, call, operation)
    case .replies(let query):
      let after = try PageCursor.position(try Parsed.cursor(query.after)) ?? 0
      engine.replies(
        try Destination(to: query.to), to: query.position, after: after, limit: Self.limit(query.limit), for: operation,
        then: page(call))
    case .versions(let target):
      engine.versions(try Destination(to: target.to), of: target.position, for: operation, then: messages(call))
    case .pinnedMessages(let place):
      engine.pinnedMessages(try Destination(to: place.to), for: operation, then: messages(call))
    case .messages(let query):
      engine.messages(query.positions, in: try Destination(to: query.to), for: operation, then: messages(call))
    case .recalledContent(let target): try recalledContent(target, call, operation)
    default: return try beginOnHistory(wanted, call, operation)
    }
    return true
  }

  private func schedule(
    _ schedule: Bridge.Schedule, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    let id = schedule.id.isEmpty ? engine.newClientID() : try Parsed.clientID(schedule.id)
    let content = MessageContent.custom(type: schedule.type, json: schedule.content)
    engine.schedule(
      content, try MessageDetails(schedule.details), to: try Destination(to: schedule.to),
      at: Timestamp(milliseconds: schedule.time), id: id, for: operation, then: completion(call) { .text(id.text) })
  }

  private func readers(
    _ query: Bridge.ReaderQuery, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    let (page, state) = (query.of ?? Bridge.PageQuery(), try ReceiptState(query.state))
    engine.readers(
      of: page.position, state, in: try Destination(to: page.to), limit: Self.limit(page.limit),
      after: try PageCursor.user(try Parsed.cursor(page.after)), for: operation,
      then: completion(call) {
        .members(Bridge.Members(members: $0.items.map { Bridge.Member($0) }, next: $0.next?.text ?? ""))
      })
  }

  private func annotators(
    _ query: Bridge.AnnotatorQuery, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    let key: AnnotationKey
    switch query.key {
    case .reaction(let text)?: key = .reaction(text)
    case .choice(let index)?: key = .choice(Int(clamping: index))
    case nil: throw .invalid("name a reaction or a choice", field: "key")
    }
    let page = query.of ?? Bridge.PageQuery()
    engine.annotators(
      try Destination(to: page.to), of: key, at: page.position, after: try PageCursor.user(try Parsed.cursor(page.after)),
      limit: Self.limit(page.limit), for: operation,
      then: completion(call) { .users(Bridge.Users(users: $0.items.map { $0.text }, next: $0.next?.text ?? "")) })
  }

  private func recalledContent(
    _ target: Bridge.Target, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    let wall = host.surroundings.wall()
    reading(try Destination(to: target.to), call, operation) { store, id throws(SQLiteError) in
      let content = try store.recalledContent(of: id.message(at: target.position), at: wall)
      return content.map { .content(Bridge.SendAction(type: $0.type, content: $0.json)) } ?? .done(Bridge.Nothing())
    }
  }

  /// Begins operations that read history.
  ///
  /// - Returns: False for other operations.
  private func beginOnHistory(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .historyAround(let query):
      let (destination, before, after) = (try Destination(to: query.to), Int(clamping: query.before), Int(clamping: query.after))
      switch query.place {
      case .position(let position)?:
        engine.history(destination, around: position, before: before, after: after, for: operation, then: messages(call))
      case .time(let time)?:
        engine.history(
          destination, around: Timestamp(milliseconds: time), before: before, after: after, for: operation,
          then: messages(call))
      case nil: throw .invalid("name a message or a time", field: "around")
      }
    case .historyOfTypes(let query):
      engine.history(
        try Destination(to: query.to), ofTypes: Set(query.types),
        before: try PageCursor.position(try Parsed.cursor(query.after)),
        limit: query.limit == 0 ? 20 : Int(clamping: query.limit),
        for: operation, then: page(call))
    case .download(let download):
      engine.download(
        try Destination(to: download.to), since: download.since.map { Timestamp(milliseconds: $0) },
        limit: download.limit.map { Int(clamping: $0) }, for: operation,
        then: completion(call) { .count(Bridge.Count(count: UInt64(clamping: $0))) })
    case .receivedTimes(let query):
      try ContentCheck.count(query.positions.count, "messages", in: 0...1_000)
      reading(try Destination(to: query.to), call, operation) { store, id throws(SQLiteError) in
        let times = try store.receivedTimes(of: query.positions, in: id).sorted { $0.key < $1.key }
        return .times(
          Bridge.Times(times: times.map { Bridge.ReceivedTime(position: $0.key, time: $0.value.milliseconds) }))
      }
    default: return false
    }
    return true
  }

  /// Begins operations on unread messages, and on what a destination stands for.
  ///
  /// - Returns: False for other operations.
  func beginOnUnread(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .unreadMentions(let query):
      engine.unreadMentions(
        try Destination(to: query.to), limit: Self.limit(query.limit), newest: query.newest, for: operation,
        then: messages(call))
    case .firstUnread(let place):
      engine.firstUnread(
        try Destination(to: place.to), for: operation, then: completion(call) { .count(Bridge.Count(count: $0?.seq ?? 0)) })
    case .unreadCount(let query):
      engine.unreadCount(
        try Destination(to: query.to), ofTypes: Set(query.types), for: operation,
        then: completion(call) { .count(Bridge.Count(count: UInt64(clamping: $0))) })
    case .resolve(let place):
      engine.resolve(try Destination(to: place.to), for: operation, then: completion(call) { .conversation($0.text) })
    case .summary(let place):
      reading(try Destination(to: place.to), call, operation) { store, id throws(SQLiteError) in
        let found = try store.conversation(id).map { [Bridge.Conversation($0)] } ?? []
        return .conversations(Bridge.Conversations(conversations: found))
      }
    default: return false
    }
    return true
  }

  // MARK: Answers

  /// Answers with a read of the local database, once the conversation is known.
  func reading(
    _ destination: Destination, _ call: UInt32, _ operation: ClientEngine.Operation,
    _ body: @escaping (LocalStore, ConversationID) throws(SQLiteError) -> Bridge.Answer.Result
  ) {
    engine.resolve(destination, for: operation) { [self] result in
      do throws(MartletError) {
        let id = try result.get()
        answer(call, try engine.read { store throws(SQLiteError) in try body(store, id) })
      } catch {
        answer(call, .failure(Bridge.Failure(error)))
      }
    }
  }

  private func messages(_ call: UInt32) -> Completion<[Message]> { completion(call) { .messages(Bridge.Messages($0)) } }

  private func page(_ call: UInt32) -> Completion<Page<Message>> { completion(call) { .messages(Bridge.Messages($0)) } }

  static func limit(_ limit: UInt32) -> Int { limit == 0 ? 100 : Int(clamping: limit) }
}
