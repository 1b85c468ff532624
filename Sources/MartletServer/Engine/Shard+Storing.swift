import MartletNet
import MartletStore
import MartletWire

/// The requester that waits for an append.
struct WaitingAppend {
  let request: any AppendWork
  let slot: Slot
  /// Whether later requests on the conversation are decided when this one is settled.
  let blocks: Bool
}

/// Appends for the store, each with its waiting requester.
struct AppendBatch {
  private(set) var appends: [Shared<Append>] = []
  private(set) var waiting: [WaitingAppend] = []
  private var weight = 0

  /// Reserves space for about this many.
  init(capacity: Int = 0) {
    appends.reserveCapacity(capacity)
    waiting.reserveCapacity(capacity)
  }

  var isEmpty: Bool { appends.isEmpty }

  mutating func add(_ append: Shared<Append>, _ waiting: WaitingAppend) {
    weight &+= append.value.weight
    appends.append(append)
    self.waiting.append(waiting)
  }

  /// Takes out the first, as many as `rows` rows or one at least, so that others' batches get their turn.
  mutating func take(rows: Int) -> AppendBatch {
    var batch = self
    if weight <= rows {
      // The next batch will have about the same size, and growing copies.
      self = AppendBatch(capacity: batch.appends.count)
      return batch
    }
    var sum = 0
    let fitting = appends.prefix { append in
      sum &+= append.value.weight
      return sum <= rows
    }
    let count = max(1, fitting.count)
    batch.appends.removeSubrange(count...)
    batch.waiting.removeSubrange(count...)
    appends.removeFirst(count)
    waiting.removeFirst(count)
    batch.weight = batch.appends.reduce(0) { $0 &+ $1.value.weight }
    weight &-= batch.weight
    return batch
  }
}

extension Shard {
  /// Hands waiting appends to the store, unless it still has a batch of the same kind.
  func fillStore() {
    if appending.isEmpty, !appends.isEmpty {
      appending = appends.take(rows: limits.batchRows)
      start { await $0.storeAppends() }
    }
    fillStoreWithPersonalRequests()
  }

  private func storeAppends() async {
    let started = loop.time.monotonicNanoseconds
    let result: Result<[AppendOutcome], any Error>
    do { result = .success(try await store.append(appending.appends)) } catch { result = .failure(error) }
    let batch = appending
    appending = AppendBatch()
    switch result {
    case .success(let outcomes):
      metrics.storeBatchEntries.record(Int64(outcomes.count))
      metrics.storeCommitTime.record(Int64(clamping: loop.time.monotonicNanoseconds &- started))
      for (index, outcome) in outcomes.enumerated() where index < batch.appends.count {
        settle(batch, index, outcome)
      }
    case .failure(let error):
      report(error)
      metrics.appends[.failed].add(batch.appends.count)
      for waiting in batch.waiting {
        release(waiting)
        answer(waiting.request, .failure(Wire.Failure(Refusal(storeFailure: error))))
      }
    }
    for waiting in batch.waiting { advance(waiting.slot) }
    flushAtEndOfTurn()
  }

  /// Ends the wait of this append's requester.
  private func release(_ waiting: WaitingAppend) {
    waiting.slot.underWay &-= 1
    if waiting.blocks { waiting.slot.isBlocked = false }
  }

  /// Carries out the consequences of an outcome.
  private func settle(_ batch: AppendBatch, _ index: Int, _ outcome: AppendOutcome) {
    let (append, waiting) = (batch.appends[index], batch.waiting[index])
    let (request, slot) = (waiting.request, waiting.slot)
    release(waiting)
    switch outcome {
    case .stored(let stored):
      metrics.appends[.stored].add()
      if case .message = append.value.event { slot.figures.messages.add() }
      if waiting.blocks {
        slot.conversation?.apply(append, stored)
      } else {
        slot.conversation?.apply(stored)
      }
      answer(request, .appended(Wire.Appended(stored.position)))
      if let conversation = slot.conversation { push(append, stored, in: conversation) }
      for addressed in stored.userEntries {
        let audience = Audience(app: slot.key.app, users: [addressed.user])
        var entry = Wire.UserEntry(addressed.entry)
        entry.complete(by: append.value.sender, stored.details)
        mail(Delivery(to: audience, Wire.Push(userEntries: [entry])))
      }
    case .repeated(let position):
      metrics.appends[.repeated].add()
      answer(request, .appended(Wire.Appended(position)))
    case .unchanged:
      metrics.appends[.unchanged].add()
      answer(request, .done(Wire.Done()))
    case .conflict:
      metrics.appends[.conflict].add()
      answer(request, .failure(Wire.Failure(.clientIdConflict)))
    case .noConversation:
      metrics.appends[.refused].add()
      answer(request, .failure(Wire.Failure(.conversationUnknown)))
    case .refused(let condition):
      metrics.appends[.refused].add()
      explain(condition, to: request)
    }
  }

  /// Tells a conversation's members of a stored entry.
  ///
  /// Members who may not see it get a withheld entry.
  private func push(_ append: Shared<Append>, _ stored: Stored, in conversation: Conversation) {
    guard stored.details?.isLive ?? true else { return }
    let audience = conversation.audience
    let frame = append.frame(as: stored)
    guard let readers = conversation.readers(of: append.value.event, stored.details, by: append.value.sender) else {
      return mail(Delivery(to: audience, frame: frame))
    }
    let others = audience.users.filter { !readers.contains($0) }
    mail(Delivery(to: Audience(app: audience.app, users: Array(readers)), frame: frame))
    mail(Delivery(to: Audience(app: audience.app, users: others), Wire.Push(entries: [Wire.Entry(append, stored).withheld])))
  }

  /// Answers a request whose condition did not hold.
  private func explain(_ condition: Condition, to request: any AppendWork) {
    switch condition {
    case .absent: answer(request, .failure(Wire.Failure(.groupExists)))
    case .member: answer(request, .failure(Wire.Failure(.conversationUnknown)))
    // The store answers these with `.unchanged`.
    case .membershipChangesApply, .annotationChanges, .conversationChanges: answer(request, .done(Wire.Done()))
    case .sentSince: answer(request, .failure(Wire.Failure(.recallExpired)))
    case .expandable: answer(request, .failure(Wire.Failure(.notExpandable)))
    case .toAll: answer(request, .failure(Wire.Failure(.notSupportedHere)))
    case .keysAtMost(let limit), .ownKeysAtMost(let limit), .pinsAtMost(let limit):
      answer(request, .failure(Wire.Failure(.annotationsFull, limit: UInt64(clamping: limit))))
    case .propertyBytesAtMost(let limit):
      answer(request, .failure(Wire.Failure(.annotationsFull, field: "property_bytes", limit: UInt64(clamping: limit))))
    case .attributesAtMost(let limit):
      answer(request, .failure(Wire.Failure(Refusal(attributesFull: "attributes", limit: limit))))
    case .attributeBytesAtMost(let limit):
      answer(request, .failure(Wire.Failure(Refusal(attributesFull: "attribute_bytes", limit: limit))))
    case .ballotFits, .isPoll: answer(request, .failure(Wire.Failure(.ballotInvalid)))
    case .pollOpen: answer(request, .failure(Wire.Failure(.pollClosed)))
    case .scheduled: answer(request, .failure(Wire.Failure(.targetUnknown)))
    case .keepsPoll: answer(request, .failure(Wire.Failure(.fieldInvalid, field: "content")))
    case .owner, .sentBy: answer(request, .failure(Wire.Failure(.notPermitted)))
    case .membersAtMost(let limit): answer(request, .failure(Wire.Failure(.groupFull, limit: UInt64(clamping: limit))))
    case .visibleMessage(let seq, let user):
      // The message was recalled or never existed. Only a lookup tells, and only a member who may see the message learns it.
      start { shard in
        shard.answer(request, .failure(await shard.refusal(of: seq, to: user, in: request.key)))
      }
    }
  }

  /// Why something cannot be done to a position of a conversation, as a user may know it.
  private func refusal(of seq: UInt64, to user: UserID, in key: ConversationKey) async -> Wire.Failure {
    do {
      guard let member = try await store.member(user, of: key.id, app: key.app),
        let entry = try await store.entry(at: seq, of: key.id, app: key.app, for: member), entry.isRecalled
      else { return Wire.Failure(.targetUnknown) }
      return Wire.Failure(.targetRecalled)
    } catch {
      report(error)
      return Wire.Failure(Refusal(storeFailure: error))
    }
  }

  /// Reports an error of the store.
  ///
  /// If the store accepts no more writes, the server stops.
  func report(_ error: any Error) {
    guard let error = error as? StoreError else { return log.error("store failed", ["error": .of("\(error)")]) }
    log.error("store refused a batch", ["code": .of(error.code), "error": .of(error.message)])
    if error.endsWriting { failed(error) }
  }
}
