import MartletWire

// The writes of the contract, decided in order. Nothing is durable before the engine commits.
extension DecidingView {
  package func append(_ batch: [Shared<Append>]) throws -> [AppendOutcome] {
    try batch.mapGathering { append in
      switch try AppendDecider.decide(append, in: self) {
      case .answer(let outcome): return outcome
      case .remember(let unchanged):
        perform(unchanged)
        return .unchanged
      case .store(let effects):
        try perform(effects)
        if let sent = append.value.scheduled { try perform(.sent, of: sent, at: effects.entry.time) }
        return effects.outcome
      }
    }
  }

  package func mark(_ batch: [Mark]) throws -> [MarkOutcome] {
    try batch.mapGathering { mark in
      switch try MarkDecision.decide(mark, in: self) {
      case .answer(let outcome): return outcome
      case .store(let effects, let outcome):
        perform(effects)
        return outcome
      }
    }
  }

  package func hide(_ batch: [Hide]) throws -> [HideOutcome] {
    try batch.mapGathering { hide in
      switch try HideDecision.decide(hide, in: self) {
      case .answer(let outcome): return outcome
      case .store(let effects):
        perform(effects)
        return .hidden(effects.entry)
      }
    }
  }

  package func change(_ batch: [SettingChange]) throws -> [SettingOutcome] {
    try batch.mapGathering { change in
      switch try SettingDecision.decide(change, in: self) {
      case .answer(let outcome): return outcome
      case .store(let effects):
        perform(effects)
        return .changed(effects.entry)
      }
    }
  }

  package func change(_ batch: [RelationChange]) throws -> [RelationOutcome] {
    try batch.mapGathering { change in
      switch try RelationDecision.decide(change, in: self) {
      case .answer(let outcome): return outcome
      case .store(let effects, let conversations):
        for one in effects { perform(one, in: []) }
        perform(conversations)
        let entries = effects.map { AddressedUserEntry(user: $0.user.user, entry: $0.entry) }
        return .changed(effects[0].entry, others: Array(entries.dropFirst()))
      }
    }
  }

  /// Begins a change of what a user has set about everybody; `isDone` if it is so already.
  package func beginForAll(_ change: RelationChange) throws -> (entry: UserLogEntry?, isDone: Bool, head: UInt64) {
    let begun = try change.begin(in: self)
    return (begun.entry, begun.isDone, try userHead(change.user, app: change.app))
  }

  /// Ends such a change; nil if another one has begun since.
  package func finishForAll(_ change: RelationChange) throws -> UserLogEntry? { try change.finish(in: self) }

  /// Tells a part of a user's direct conversations what the user has set about everybody.
  ///
  /// - Returns: The number after which the next part begins; nil at the end.
  package func spreadRelation(of user: UserKey, after number: Int64) throws -> Int64? {
    let spread = try RelationSpread(of: user, after: number, in: self)
    perform(spread.conversations)
    return spread.next
  }

  // MARK: - Users

  package func position(of id: ClientID, by user: UserID, app: AppID) throws -> Position? {
    try remembered(RequestName(id, of: UserKey(app: app, user: user)), isSure: true)?.position
  }

  package func createUser(_ id: UserID, app: AppID, at milliseconds: Int64) throws -> (record: UserRecord, created: Bool) {
    if let record = try user(id, app: app) { return (record, false) }
    let record = UserRecord(id: id, createdAt: milliseconds, tokensRevokedUntil: 0)
    perform(record, app: app)
    return (record, true)
  }

  package func revokeTokens(of id: UserID, app: AppID, issuedUntil: Int64) throws -> Int64? {
    guard var record = try user(id, app: app) else { return nil }
    guard issuedUntil > record.tokensRevokedUntil else { return record.tokensRevokedUntil }
    record.tokensRevokedUntil = issuedUntil
    perform(record, app: app)
    return issuedUntil
  }

  package func suspend(_ id: UserID, app: AppID, until: Int64, at now: Int64) throws -> Int64? {
    guard var record = try user(id, app: app) else { return nil }
    // Who was suspended once keeps a time: by it, readers see that the stored one is older.
    let until = until > now ? until : min(record.suspendedUntil, max(now, 1))
    if until != record.suspendedUntil {
      record.suspendedUntil = until
      perform(record, app: app)
    }
    return until > now ? until : 0
  }

  package func noteSeen(_ batch: [SeenUser]) throws {
    _ = try batch.mapGathering { seen in
      guard var record = try user(seen.user.user, app: seen.user.app), seen.time > record.lastSeen else { return }
      record.lastSeen = seen.time
      perform(record, app: seen.user.app)
    }
  }

  package func change(_ batch: [ProfileChange]) throws -> [ProfileOutcome] {
    try batch.mapGathering { change in
      guard var record = try user(change.user, app: change.app) else { return .userUnknown }
      let before = record.profile ?? ProfileRecord()
      guard let after = before.changed(by: change) else { return .unchanged(before) }
      if after.number != before.number, !after.number.isEmpty,
        try user(numbered: AccountNumber(after.number, app: change.app)) != nil
      {
        return .numberTaken
      }
      record.profile = after
      perform(record, app: change.app)
      return .changed(from: before, to: after)
    }
  }

  // MARK: - Scheduled messages

  package func schedule(_ request: Schedule) throws -> ScheduleOutcome {
    let message = request.message
    if let known = try rememberedSchedule(message.key) { return known.matches(request) ? .repeated : .conflict }
    // Scheduled by a version that did not remember requests.
    if let same = try scheduled(message.key) { return same == message ? .repeated : .conflict }
    guard request.isAllowed else { return .refused }
    guard try countScheduled(of: message.key.owner, limit: request.limit) < request.limit else { return .tooMany }
    perform(message, RememberedSchedule(fingerprint: request.fingerprint, end: nil, time: request.time))
    return .scheduled
  }

  package func unschedule(_ key: ScheduledKey, as end: ScheduleEnd, at milliseconds: Int64) throws -> UnscheduleOutcome {
    guard try isScheduled(key) else { return try rememberedSchedule(key)?.end.map { .already($0) } ?? .unknown }
    try perform(end, of: key, at: milliseconds)
    return .ended
  }
}

extension Append {
  /// The name of the scheduled message that it sends; nil for none.
  fileprivate var scheduled: ScheduledKey? {
    for case .scheduled(let id) in conditions {
      return ScheduledKey(owner: UserKey(app: app, user: sender), clientID: id)
    }
    return nil
  }
}
