import MartletCore
import MartletSQLite
import MartletWire

// The calls of JavaScript.
extension BrowserClient {
  /// Takes a call; a notice answers it, now or later.
  package func call(_ call: Bridge.Call) {
    guard let wanted = call.operation else {
      return answer(call.id, .failure(Bridge.Failure(.invalid("the call has no operation", field: "operation"))))
    }
    let operation = ClientEngine.Operation()
    operations[call.id] = operation
    do throws(MartletError) {
      guard !engine.isClosed else { throw .closed }
      if try begin(wanted, call.id) { return }
      if try beginOnUploads(wanted, call.id) { return }
      if try beginOnConversation(wanted, call.id, operation) { return }
      if try beginOnJoining(wanted, call.id, operation) { return }
      if try beginOnLeading(wanted, call.id, operation) { return }
      if try beginOnProfiles(wanted, call.id, operation) { return }
      if try beginOnRelations(wanted, call.id, operation) { return }
      if try beginOnPresence(wanted, call.id, operation) { return }
      if try beginOnViews(wanted, call.id, operation) { return }
      if try beginOnMessages(wanted, call.id, operation) { return }
      if try beginOnUnread(wanted, call.id, operation) { return }
      if try beginOnLogs(wanted, call.id, operation) { return }
      if try beginOnLocalMessages(wanted, call.id, operation) { return }
      if try beginOnSettings(wanted, call.id, operation) { return }
      if try changeTags(wanted, call.id) { return }
      try read(wanted, call.id)
    } catch {
      answer(call.id, .failure(Bridge.Failure(error)))
    }
  }

  func done(_ call: UInt32) { answer(call, .done(Bridge.Nothing())) }

  /// Begins operations of the client as a whole.
  ///
  /// - Returns: False for other operations.
  private func begin(_ wanted: Bridge.Call.Operation, _ call: UInt32) throws(MartletError) -> Bool {
    let now = engine.now
    switch wanted {
    case .connect: engine.sync { $0.start(at: now) }
    case .disconnect: engine.sync { $0.stop(at: now) }
    case .reconnectNow: engine.sync { $0.retryNow(at: now) }
    case .networkChanged(let change): engine.sync { $0.networkChanged(isAvailable: change.available, at: now) }
    case .cancel(let cancel): if let other = operations.removeValue(forKey: cancel.call) { engine.cancel(other) }
    case .discard(let discard): _ = try engine.discard(try Parsed.clientID(discard.id))
    case .retry(let retry):
      guard try engine.retry(try Parsed.clientID(retry.id)) else {
        throw .invalid("the outbox has no refused operation of that id", field: "id")
      }
    case .submit(let submit):
      try self.submit(submit, call)
      return true
    default: return false
    }
    done(call)
    return true
  }

  private func submit(_ submit: Bridge.Submit, _ call: UInt32) throws(MartletError) {
    do throws(MartletError) {
      try add(submit, call)
    } catch {
      // From a row of the outbox on, the copy of the file is the outbox's.
      if let upload = submit.upload { host.tell(.releaseFile(upload.file)) }
      throw error
    }
  }

  private func add(_ submit: Bridge.Submit, _ call: UInt32) throws(MartletError) {
    let id = submit.id.isEmpty ? engine.newClientID() : try Parsed.clientID(submit.id)
    let details = try MessageDetails(submit.details)
    var action = try PendingSend.Action(submit.action)
    let destination = try Destination(to: submit.to)
    let upload = submit.upload.map { FileToUpload($0) }
    if let upload { action = try action.describing(upload) }
    guard submit.enqueue else {
      try engine.submit(action, details, to: destination, id: id, upload: upload, written: { _ in }) { [self] result in
        answer(call, Bridge.Answer.Result(result))
      }
      return
    }
    let written = { [self] (error: MartletError?) in
      answer(call, error.map { .failure(Bridge.Failure($0)) } ?? .enqueued(id.text))
    }
    try engine.submit(action, details, to: destination, id: id, upload: upload, written: written)
  }

  /// Begins operations on one conversation, which may need answers of the server.
  ///
  /// - Returns: False for other operations.
  private func beginOnConversation(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .wait(let wait):
      engine.wait(until: wait.caughtUp ? .caughtUp : .connected, within: nil, for: operation, then: completion(call))
    case .markRead(let mark):
      let position = mark.position > 0 ? mark.position : nil
      engine.markRead(try Destination(to: mark.to), upTo: position, for: operation, then: completion(call))
    case .setTyping(let typing):
      let type = typing.on ? (typing.type.isEmpty ? TextContent.type : typing.type) : nil
      engine.setTyping(in: try Destination(to: typing.to), type, for: operation, then: completion(call))
    case .sendSignal(let signal):
      let content = MessageContent.custom(type: signal.type, json: signal.content)
      engine.signal(content, to: try Destination(to: signal.to), for: operation, then: completion(call))
    case .history(let query): try history(query, call, operation)
    case .search(let search): try self.search(search, call, operation)
    case .receipts(let query):
      engine.receipts(
        of: query.positions, in: try Destination(to: query.to), for: operation,
        then: completion(call) { receipts in
          .receipts(
            Bridge.Receipts(
              receipts: receipts.map {
                Bridge.Receipt(position: $0.seq, members: $0.members, read: $0.read, delivered: $0.delivered)
              }))
        })
    case .hide(let hide):
      engine.hide(
        try Destination(to: hide.to), until: hide.upTo, hide.positions, onAllDevices: !hide.thisDeviceOnly, for: operation,
        then: completion(call))
    default: return try beginOnMembers(wanted, call, operation)
    }
    return true
  }

  private func history(
    _ query: Bridge.HistoryQuery, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    let (destination, limit) = (try Destination(to: query.to), query.limit == 0 ? 50 : Int(clamping: query.limit))
    let then = completion(call) { (messages: [Message]) in
      Bridge.Answer.Result.messages(Bridge.Messages(messages: messages.map { Bridge.Message($0) }))
    }
    if case .after(let position)? = query.place {
      return engine.history(destination, after: position, limit: limit, for: operation, then: then)
    }
    var before = UInt64.max
    if case .before(let position)? = query.place, position > 0 { before = position }
    if query.cached {
      engine.cachedHistory(destination, before: before, limit: limit, for: operation, then: then)
    } else {
      engine.history(destination, before: before, limit: limit, for: operation, then: then)
    }
  }

  /// Begins operations on a group and its members.
  private func beginOnMembers(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .members(let query): try listMembers(query, call, operation)
    case .permissions(let place):
      engine.permissions(
        in: try Destination(to: place.to), for: operation,
        then: completion(call) { .permissions(Bridge.Permissions($0)) })
    case .createGroup(let group):
      engine.createGroup(
        title: group.title, members: try Parsed.users(group.members, "members"),
        attributes: try Parsed.values(group.attributes).compactMapValues { $0 }, id: group.id.isEmpty ? nil : group.id,
        for: operation, then: completion(call) { .conversation($0.text) })
    case .addMembers(let change):
      let users = try Parsed.users(change.users, "users")
      engine.add(users, to: try Destination(to: change.to), for: operation, then: completion(call))
    case .removeMembers(let change):
      let (destination, users) = (try Destination(to: change.to), try Parsed.users(change.users, "users"))
      if users.isEmpty {
        engine.leave(destination, reason: change.reason, for: operation, then: completion(call))
      } else {
        engine.remove(users, from: destination, reason: change.reason, for: operation, then: completion(call))
      }
    case .changeConversation(let change):
      engine.change(
        try Destination(to: change.to), title: change.title, attributes: try Parsed.values(change.attributes),
        isSilenced: change.silenced, isOpen: change.open, history: change.history.map { GroupHistory($0) },
        takesApplications: change.applications, for: operation, then: completion(call))
    case .setRole(let change):
      engine.setRole(
        try Member.Role(word: change.role), of: try Parsed.users(change.users, "users"), in: try Destination(to: change.to),
        for: operation,
        then: completion(call))
    case .silenceMembers(let change):
      engine.silence(
        try Parsed.users(change.users, "users"), in: try Destination(to: change.to), until: change.until, for: operation,
        then: completion(call))
    case .markers(let place):
      engine.markers(
        of: try Destination(to: place.to), for: operation,
        then: completion(call) { markers in
          .members(
            Bridge.Members(
              members: markers.sorted { $0.key < $1.key }.map { user, marker in
                Bridge.Member(user: user.text, readUpTo: marker.readUpTo, deliveredUpTo: marker.deliveredUpTo)
              }))
        })
    default: return false
    }
    return true
  }

  private func listMembers(
    _ query: Bridge.MemberQuery, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    var filter = MemberFilter(text: query.text, isSilenced: query.silenced)
    if !query.roles.isEmpty {
      filter.roles = Set(try query.roles.map { role throws(MartletError) in try Member.Role(word: role) })
    }
    let destination = try Destination(to: query.to)
    guard query.cached else {
      return engine.members(
        of: destination, matching: filter, for: operation,
        then: completion(call) { .members(Bridge.Members(members: $0.map { Bridge.Member($0) })) })
    }
    engine.cachedMembers(
      of: destination, matching: filter, for: operation,
      then: completion(call) { found in
        .members(Bridge.Members(members: found?.map { Bridge.Member($0) } ?? [], unknown: found == nil))
      })
  }

  /// Answers from the local database.
  private func read(_ wanted: Bridge.Call.Operation, _ call: UInt32) throws(MartletError) {
    switch wanted {
    case .conversations(let query): try listConversations(query, call)
    case .conversationsById(let names):
      let ids = try Parsed.conversations(names.ids, "ids")
      let found = try engine.read { store throws(SQLiteError) in
        var found: [Conversation] = []
        for id in ids { if let known = try store.conversation(id), !known.isRemoved { found.append(known) } }
        return found
      }
      answer(call, .conversations(Bridge.Conversations(conversations: found.map { Bridge.Conversation($0) })))
    case .unreadTotal(let filter):
      let query = try ConversationQuery(filter)
      let total = try engine.read { store throws(SQLiteError) in try store.unreadTotal(query) }
      answer(
        call,
        .unread(
          Bridge.UnreadTotal(
            messages: UInt32(clamping: total.messages), conversations: UInt32(clamping: total.conversations),
            mentions: UInt32(clamping: total.mentions))))
    case .pending:
      let pending = try engine.read { store throws(SQLiteError) in try store.pending() }
      answer(call, .pending(Bridge.PendingList(operations: pending.map { Bridge.Pending($0) })))
    case .status:
      answer(
        call,
        .status(
          Bridge.Status(
            user: engine.core.store.user?.text ?? "", device: engine.core.store.deviceID,
            state: Bridge.ConnectionState(engine.state), toCome: UInt32(clamping: engine.core.sync.pendingEntries),
            unsyncedChanges: UInt32(clamping: engine.core.sync.unsyncedChanges), serverTime: engine.wall,
            onlineSince: engine.core.sync.clock?.server ?? 0,
            lastFailure: engine.core.sync.lastFailure.map { Bridge.Failure($0) })))
    case .newId: answer(call, .text(engine.newClientID().text))
    case .indexSome: answer(call, .flag(Bridge.Flag(on: try engine.indexSome())))
    case .pinnedConversations:
      let ids = try engine.read { store throws(SQLiteError) in try store.pinned() }
      answer(call, .ids(Bridge.Names(ids: ids.map { $0.text })))
    case .combine(let wanted):
      var entries: [ForwardContent.Entry] = []
      for message in wanted.messages { entries.append(try ForwardContent.Entry(message)) }
      let content = ForwardContent(title: wanted.title, entries: entries)
      try content.check()
      // The size is checked when it is sent.
      var fields = ContentFields()
      content.write(to: &fields)
      answer(call, .content(Bridge.SendAction(type: ForwardContent.type, content: fields.json)))
    default: throw .invalid("the operation is unknown", field: "operation")
    }
  }

  private func listConversations(_ query: Bridge.ListQuery, _ call: UInt32) throws(MartletError) {
    let filter = try ConversationQuery(query.filter)
    let previous = query.after.isEmpty ? nil : try Parsed.conversation(query.after, "after")
    let limit = query.limit == 0 ? Int.max : Int(clamping: query.limit)
    let found = try engine.read { store throws(SQLiteError) in
      try store.conversations(matching: filter, after: previous, limit: limit)
    }
    answer(call, .conversations(Bridge.Conversations(conversations: found.map { Bridge.Conversation($0) })))
  }

  private func search(
    _ search: Bridge.Search, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    let (query, limit) = (try SearchQuery(search), search.limit == 0 ? 20 : Int(clamping: search.limit))
    let cursor = try Parsed.cursor(search.after)
    guard !search.in.isEmpty else {
      return answer(call, .found(Bridge.SearchPage(try engine.search(query, limit: limit, after: cursor))))
    }
    let destination: Destination
    do throws(MartletError) { destination = try Destination(to: search.in) } catch {
      throw .invalid(error.message, field: "in")
    }
    let before = search.before > 0 ? search.before : try PageCursor.position(cursor)
    engine.knownSoFar(destination, for: operation) { [self] result in
      do throws(MartletError) {
        let found = try engine.search(try result.get(), query, before: before, limit: limit)
        answer(call, .messages(Bridge.Messages(found)))
      } catch { answer(call, .failure(Bridge.Failure(error))) }
    }
  }
}

extension Bridge.Answer.Result {
  fileprivate init(_ result: SendResult) {
    switch result {
    case .sent(let id, let time):
      self = .sent(Bridge.Sent(conversation: id.conversation.text, position: id.seq, time: time.milliseconds))
    case .unchanged: self = .unchanged(Bridge.Nothing())
    case .failed(let error): self = .failure(Bridge.Failure(error))
    // The core has no interceptor here: each tab has its own.
    case .unknown, .takenOver: self = .unknown(Bridge.Nothing())
    }
  }
}

extension Member.Role {
  fileprivate init(word: String) throws(MartletError) {
    guard let role = Self(rawValue: word) else {
      throw MartletError(.argumentInvalid, "a role is member, admin or owner", field: "role")
    }
    self = role
  }
}

extension Bridge.Permissions {
  fileprivate init(_ permissions: Permissions) {
    self.init(
      operations: permissions.operations.map { $0.rawValue }.sorted(), manages: permissions.manages.map { $0.rawValue }.sorted())
  }
}
