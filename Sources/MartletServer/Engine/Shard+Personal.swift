import MartletStore
import MartletWire

/// Requests of one kind that change per-user data.
struct PersonalRequests<Request: Sendable> {
  /// In the order of their arrival.
  var waiting: [Request] = []
  /// Whether the store has some.
  var isStoring = false

  /// Takes the first requests for the store, up to a number; nil if the store still has some, or if there are none.
  mutating func take(_ most: Int) -> [Request]? {
    guard !isStoring, !waiting.isEmpty else { return nil }
    let batch = Array(waiting.prefix(most))
    waiting.removeFirst(batch.count)
    isStoring = true
    return batch
  }
}

// Read markers, hidden entries and settings. The user's own devices are told of all of them, other members of markers only.
extension Shard {
  func fillStoreWithPersonalRequests() {
    if let batch = marks.take(limits.batchRows) { start { await $0.storeMarks(batch) } }
    if let batch = hides.take(limits.batchRows) { start { await $0.storeHides(batch) } }
    if let batch = settings.take(limits.batchRows) { start { await $0.storeSettings(batch) } }
  }

  private func storeMarks(_ batch: [MarkRequest]) async {
    let now = loop.time.wallMilliseconds
    do {
      let outcomes = try await store.mark(batch.map { $0.mark(at: now) })
      for (request, outcome) in zip(batch, outcomes) { settle(request, outcome) }
    } catch {
      refuse(batch.map(Work.mark), error)
    }
    marks.isStoring = false
    flushAtEndOfTurn()
  }

  private func storeHides(_ batch: [HideRequest]) async {
    let now = loop.time.wallMilliseconds
    do {
      let outcomes = try await store.hide(batch.map { $0.hide(at: now, limits: limits) })
      for (request, outcome) in zip(batch, outcomes) { settle(request, outcome) }
    } catch {
      refuse(batch.map(Work.hide), error)
    }
    hides.isStoring = false
    flushAtEndOfTurn()
  }

  private func storeSettings(_ batch: [SettingRequest]) async {
    let now = loop.time.wallMilliseconds
    do {
      let outcomes = try await store.change(batch.map { $0.change(at: now, limits: limits) })
      for (request, outcome) in zip(batch, outcomes) { settle(request, outcome) }
    } catch {
      refuse(batch.map(Work.settings), error)
    }
    settings.isStoring = false
    flushAtEndOfTurn()
  }

  private func refuse(_ batch: [Work], _ error: any Error) {
    report(error)
    for work in batch { answer(work, .failure(Wire.Failure(Refusal(storeFailure: error)))) }
  }

  /// Tells all of a user's devices.
  private func tell(_ entry: UserLogEntry, to user: UserKey) {
    mail(Delivery(to: Audience(app: user.app, users: [user.user]), Wire.Push(userEntries: [Wire.UserEntry(entry)])))
  }

  private func settle(_ request: MarkRequest, _ outcome: MarkOutcome) {
    let key = request.key
    switch outcome {
    case .moved(let read, let entry):
      answer(.mark(request), .marked(Wire.Marked(conversation: key.id.text, read: read)))
      tell(entry, to: request.caller)
      if request.kind == .read { push(Wire.Marker(conversation: key.id.text, user: request.caller.user.text, read: read), key) }
    case .told(let told, let read):
      answer(.mark(request), .marked(Wire.Marked(conversation: key.id.text, read: read)))
      push(Wire.Marker(conversation: key.id.text, user: request.caller.user.text, read: told), key)
    case .delivered(let position):
      answer(.mark(request), .done(Wire.Done()))
      push(Wire.Marker(conversation: key.id.text, user: request.caller.user.text, delivered: position), key)
    case .unchanged(let read):
      answer(.mark(request), .marked(Wire.Marked(conversation: key.id.text, read: read)))
    case .notMember:
      answer(.mark(request), .failure(Wire.Failure(.conversationUnknown)))
    }
  }

  /// Tells the members of one's marker, unless they are too many.
  private func push(_ marker: Wire.Marker, _ key: ConversationKey) {
    guard let audience = slots[key]?.conversation?.audience, audience.users.count <= limits.of(key.app).markersPushed else {
      return
    }
    mail(Delivery(to: audience, Wire.Push(markers: [marker])))
  }

  private func settle(_ request: HideRequest, _ outcome: HideOutcome) {
    switch outcome {
    case .hidden(let entry):
      answer(.hide(request), .changed(Wire.Changed(revision: entry.seq)))
      tell(entry, to: request.caller)
    case .unchanged(let head): answer(.hide(request), .changed(Wire.Changed(revision: head)))
    case .notMember: answer(.hide(request), .failure(Wire.Failure(.conversationUnknown)))
    case .full:
      let limit = limits.of(request.key.app).hiddenOfConversation
      answer(.hide(request), .failure(Wire.Failure(.hiddenFull, limit: UInt64(clamping: limit))))
    }
  }

  private func settle(_ request: SettingRequest, _ outcome: SettingOutcome) {
    switch outcome {
    case .changed(let entry):
      answer(.settings(request), .changed(Wire.Changed(revision: entry.seq)))
      tell(entry, to: request.caller)
    case .unchanged(let head): answer(.settings(request), .changed(Wire.Changed(revision: head)))
    case .notMember: answer(.settings(request), .failure(Wire.Failure(.conversationUnknown)))
    case .fullBytes(let limit):
      answer(.settings(request), .failure(Wire.Failure(.settingsFull, field: "setting_bytes", limit: UInt64(clamping: limit))))
    case .tagsFull(let tag, let limit):
      answer(.settings(request), .failure(Wire.Failure(.settingsFull, field: tag ?? "tags", limit: UInt64(clamping: limit))))
    case .full(let conversation, let limit):
      let failure = Wire.Failure(.settingsFull, field: conversation?.text ?? "", limit: UInt64(clamping: limit))
      answer(.settings(request), .failure(failure))
    }
  }
}
