import MartletStore
import MartletWire

extension Gateway {
  /// Reads a request, checks its form, and hands it to the part of the engine that answers it.
  func serve(_ request: Wire.ClientPacket.Request, id: UInt32, of user: UserKey, for session: Session) {
    guard !isDraining else { return session.answer(id, with: .failure(Wire.Failure(.draining, retryAfterMs: 1000))) }
    do {
      switch request {
      case .hello: session.answer(id, with: .failure(Wire.Failure(.helloExpected)))
      case .ping: session.answer(id, with: .pong(Wire.Pong(time: session.loop.time.wallMilliseconds)))
      case .markRead(let mark):
        let conversation = try Form.conversation(mark.conversation, user)
        let kind: Mark.Kind = mark.quiet ? .readQuietly : .read
        session.submit(
          .mark(MarkRequest(caller: user, conversation: conversation, kind: kind, seq: mark.seq, origin: session, id: id)))
      case .markDelivered(let request): try markDelivered(request, id: id, of: user, for: session)
      case .signal(let signal):
        let limits = limits.of(user.app)
        try Form.content(signal.content, type: signal.type, limit: limits.signalBytes)
        session.submit(
          .signal(
            SignalRequest(
              caller: user, conversation: try Form.conversation(signal.conversation, user), type: signal.type,
              content: signal.content, origin: session, id: id)))
      case .schedule(let schedule): try self.schedule(schedule, id: id, of: user, for: session)
      case .listScheduled(let list): session.read(id) { try await $0.scheduled(list, for: user) }
      case .cancelScheduled(let cancel): try self.cancel(cancel, id: id, of: user, for: session)
      case .countReceipts(let count):
        try Form.count(of: count.seqs, "seqs", in: 1...Limits.receiptsPerRequest)
        session.read(id) { try await $0.counts(count, for: user) }
      case .listReceipts(let list): session.read(id) { try await $0.receipts(list, for: user) }
      case .hide(let hide): session.submit(.hide(try form(of: hide, user, session, id)))
      case .changeSetting(let change): session.submit(.settings(try form(of: change, user, session, id)))
      case .fetchSettings(let fetch): session.read(id) { try await $0.settings(fetch, for: user) }
      case .fetchEntries(let fetch):
        session.read(id) { [isJSON = session.isJSON] in try await $0.entries(fetch, for: user, asValues: isJSON) }
      case .fetchUserEntries(let fetch): session.read(id) { try await $0.userEntries(fetch, for: user) }
      case .listConversations(let list):
        try Form.count(of: list.only, "only", in: 0...limits.pageEntries)
        session.read(id) { try await $0.conversations(list, for: user) }
      case .listMembers(let list): session.read(id) { try await $0.members(list, for: user) }
      case .listMentions(let list): session.read(id) { try await $0.mentions(list, for: user) }
      case .listAnnotators(let list): session.read(id) { try await $0.annotators(list, for: user) }
      case .listReplies(let list): session.read(id) { try await $0.replies(list, for: user) }
      case .listPinned(let list): session.read(id) { try await $0.pinned(list, for: user) }
      case .listVersions(let list): session.read(id) { try await $0.versions(list, for: user) }
      case .send, .edit, .recall, .annotate, .createGroup, .addMembers, .removeMembers, .changeConversation:
        let (conversation, clientID, operation) = try form(of: request, user)
        session.submit(
          .append(
            Request(
              caller: user, conversation: conversation, clientID: try Form.clientID(clientID), operation: operation,
              origin: session, id: id)))
      }
    } catch {
      session.answer(id, with: .failure(Wire.Failure(error)))
    }
  }

  /// Schedules a message in the store.
  private func schedule(_ schedule: Wire.Schedule, id: UInt32, of user: UserKey, for session: Session) throws(Refusal) {
    guard let send = schedule.send else { throw Refusal(field: "send") }
    let limits = limits.of(user.app)
    let (conversation, clientID, operation) = try form(of: .send(send), user)
    guard case .send(let type, let content, let details, let more) = operation else { throw Refusal(field: "send") }
    let now = session.loop.time.wallMilliseconds
    let ahead = schedule.at.subtractingReportingOverflow(now)
    let hasTime =
      !ahead.overflow && ahead.partialValue > limits.scheduledLeast.milliseconds
      && ahead.partialValue <= limits.scheduledMost.milliseconds
    let message = ScheduledMessage(
      app: user.app, user: user.user, clientID: try Form.clientID(clientID), conversation: conversation, type: type,
      content: content, details: details, parent: more.parent, properties: more.properties, time: schedule.at)
    let fingerprint = Request.fingerprint(of: operation, in: conversation, at: schedule.at)
    session.read(id) { [engine] reading in
      let (body, isNew) = try await reading.schedule(message, fingerprint: fingerprint, hasTime: hasTime, now: now)
      if isNew {
        engine.noteDue(at: message.time)
        engine.tell(Wire.ScheduleChange(made: Wire.Schedule(message)), to: user)
      }
      return body
    }
  }

  /// Cancels a scheduled message in the store.
  private func cancel(_ cancel: Wire.CancelScheduled, id: UInt32, of user: UserKey, for session: Session) throws(Refusal) {
    let scheduled = try Form.clientID(cancel.clientId)
    let now = session.loop.time.wallMilliseconds
    session.read(id) { [engine] reading in
      let (body, isNew) = try await reading.cancel(scheduled, for: user, now: now)
      if isNew { engine.tell(Wire.ScheduleChange(ended: scheduled.text, how: .cancelled), to: user) }
      return body
    }
  }

  /// Hands each marker to its conversation's home, without waiting for the outcome.
  private func markDelivered(
    _ request: Wire.MarkDelivered, id: UInt32, of user: UserKey, for session: Session
  ) throws(Refusal) {
    guard request.marks.count <= Limits.marksPerRequest else {
      throw Refusal(field: "marks", limit: Limits.marksPerRequest, request.marks.count)
    }
    for mark in request.marks {
      let conversation = try Form.conversation(mark.conversation, user)
      // No request has the id 0, so nothing is answered.
      session.submit(
        .mark(MarkRequest(caller: user, conversation: conversation, kind: .delivered, seq: mark.seq, origin: session, id: 0)))
    }
    session.answer(id, with: .done(Wire.Done()))
  }

  /// The validated form of a request that appends.
  private func form(
    of request: Wire.ClientPacket.Request, _ user: UserKey
  ) throws(Refusal) -> (ConversationID, String, Request.Operation) {
    let limits = limitsOfApps.of(user.app)
    switch request {
    case .send(let send):
      try Form.message(send.content, type: send.type, limits: limits.value)
      let conversation = try Form.conversation(send.conversation, user)
      let details = try Form.details(send.details, limits: limits.value)
      let more = try Form.attached(send, limits: limits.value)
      return (conversation, send.clientId, .send(type: send.type, content: send.content, details: details, with: more))
    case .edit(let edit):
      try Form.message(edit.content, type: edit.type, limits: limits.value)
      let conversation = try Form.conversation(edit.conversation, user)
      let target = try Form.target(edit.target)
      return (conversation, edit.clientId, .edit(target: target, type: edit.type, content: edit.content))
    case .recall(let recall):
      let conversation = try Form.conversation(recall.conversation, user)
      let target = try Form.target(recall.target)
      return (
        conversation, recall.clientId, .recall(target: target, details: try Form.recall(recall.details, limits: limits.value))
      )
    case .annotate(let annotate):
      let conversation = try Form.conversation(annotate.conversation, user)
      return (conversation, annotate.clientId, .annotate(try Form.annotation(annotate, limits: limits.value)))
    case .createGroup(let create):
      try Form.title(create.title)
      let attributes = try Form.attributes(of: create, limits: limits.value)
      let members = try Form.users(create.members, "members", limits: limits.value)
      guard let id = ConversationID.group(create.group.isEmpty ? try groupName() : create.group) else {
        throw Refusal(field: "group")
      }
      let isNamed = !create.group.isEmpty
      return (
        id, create.clientId, .createGroup(title: create.title, members: members, attributes: attributes, named: isNamed)
      )
    case .addMembers(let add):
      let conversation = try Form.conversation(add.conversation, user)
      return (conversation, add.clientId, .addMembers(try Form.users(add.users, "users", limits: limits.value, atLeast: 1)))
    case .removeMembers(let remove):
      let conversation = try Form.conversation(remove.conversation, user)
      let users = try Form.users(remove.users, "users", limits: limits.value, atLeast: 1)
      return (conversation, remove.clientId, .removeMembers(users, details: try Form.reason(remove.reason)))
    case .changeConversation(let change):
      let conversation = try Form.conversation(change.conversation, user)
      return (conversation, change.clientId, .changeConversation(try Form.change(change, limits: limits.value)))
    case .hello, .ping, .markRead, .fetchEntries, .fetchUserEntries, .listConversations, .listMembers, .listMentions,
      .listAnnotators, .changeSetting, .fetchSettings, .hide, .listReplies, .listPinned, .listVersions, .markDelivered, .signal,
      .countReceipts, .listReceipts, .schedule, .listScheduled, .cancelScheduled:
      throw Refusal(field: "request")
    }
  }

  private func form(of hide: Wire.Hide, _ user: UserKey, _ session: Session, _ id: UInt32) throws(Refusal) -> HideRequest {
    let conversation = try Form.conversation(hide.conversation, user)
    let limit = limits.of(user.app).hiddenPerRequest
    guard hide.targets.count <= limit, hide.until > 0 || !hide.targets.isEmpty else {
      throw Refusal(field: "targets", limit: limit, hide.targets.count)
    }
    return HideRequest(
      caller: user, conversation: conversation, until: hide.until, targets: hide.targets, origin: session, id: id)
  }

  private func form(
    of change: Wire.ChangeSetting, _ user: UserKey, _ session: Session, _ id: UInt32
  ) throws(Refusal) -> SettingRequest {
    let values = try Form.settings(change.settings, user, limits: limits.of(user.app))
    return SettingRequest(caller: user, values: values, origin: session, id: id)
  }
}

/// The forms of fields.
enum Form {
  static func conversation(_ text: String, _ caller: UserKey) throws(Refusal) -> ConversationID {
    guard let id = ConversationID(text, caller: caller.user) else { throw Refusal(field: "conversation") }
    return id
  }

  static func clientID(_ text: String) throws(Refusal) -> ClientID {
    guard let id = ClientID(text) else { throw Refusal(field: "client_id", limit: Limits.idBytes, text.utf8.count) }
    return id
  }

  static func target(_ seq: UInt64) throws(Refusal) -> UInt64 {
    guard (1...UInt64(UInt32.max)).contains(seq) else { throw Refusal(field: "target") }
    return seq
  }

  /// A list is checked before its request waits in a queue, so that no oversized request waits.
  static func count(of list: [some Sendable], _ field: String, in range: ClosedRange<Int>) throws(Refusal) {
    guard range.contains(list.count) else { throw Refusal(field: field, limit: range.upperBound, list.count) }
  }

  /// Users without repetition, in the order given.
  static func users(_ texts: [String], _ field: String, limits: Limits, atLeast least: Int = 0) throws(Refusal) -> [UserID] {
    guard texts.count >= least, texts.count <= limits.usersPerRequest else {
      throw Refusal(field: field, limit: limits.usersPerRequest, texts.count)
    }
    var users: [UserID] = []
    var seen: Set<UserID> = []
    for text in texts {
      guard let user = UserID(text) else { throw Refusal(field: field) }
      if seen.insert(user).inserted { users.append(user) }
    }
    return users
  }

  /// Settings of different names, whose values are JSON within the limit.
  static func settings(
    _ settings: [Wire.Setting], _ caller: UserKey, limits: Limits
  ) throws(Refusal) -> [(name: SettingName, value: String)] {
    guard (1...limits.settingsPerRequest).contains(settings.count) else {
      throw Refusal(field: "settings", limit: limits.settingsPerRequest, settings.count)
    }
    var values: [(name: SettingName, value: String)] = []
    var seen: Set<SettingName> = []
    for setting in settings {
      let conversation = setting.conversation.isEmpty ? nil : try Self.conversation(setting.conversation, caller)
      try key(setting.key)
      let count = setting.value.utf8.count
      guard count <= limits.settingBytes else {
        throw Refusal(
          .settingTooLarge, field: setting.key, limit: UInt64(clamping: limits.settingBytes), actual: UInt64(clamping: count))
      }
      guard setting.value.isEmpty || ContentShape.isJSON(setting.value) else { throw Refusal(field: "value") }
      let name = SettingName(setting.key, of: conversation)
      guard seen.insert(name).inserted else { throw Refusal(field: "settings") }
      values.append((name, setting.value))
    }
    return values
  }

  /// The key of a setting or an attribute.
  static func key(_ key: String) throws(Refusal) {
    guard NameForm.isSettingKey(key) else { throw Refusal(field: "key", limit: Limits.idBytes, key.utf8.count) }
  }

  /// A content is a JSON object within the limit, and has the members that its type requires.
  static func content(_ content: String, type: String, limit: Int) throws(Refusal) {
    guard NameForm.isContentType(type) else { throw Refusal(field: "type", limit: Limits.idBytes, type.utf8.count) }
    let count = content.utf8.count
    guard count <= limit else {
      throw Refusal(.contentTooLarge, limit: UInt64(clamping: limit), actual: UInt64(clamping: count))
    }
    if let fault = ContentShape.fault(content, type: type) { throw Refusal(.contentInvalid, field: fault) }
  }

  /// The content of a message, whose type must be one that is stored.
  static func message(_ content: String, type: String, limits: Limits) throws(Refusal) {
    try Self.content(content, type: type, limit: limits.contentBytes)
    guard limits.types.departure(of: type)?.isStored ?? true else { throw Refusal(.notSupportedHere) }
  }
}

extension Refusal {
  /// A field that is not of the form the schema asks for.
  init(field: String, limit: Int = 0, _ actual: Int = 0) {
    self.init(.fieldInvalid, field: field, limit: UInt64(clamping: limit), actual: UInt64(clamping: actual))
  }
}
