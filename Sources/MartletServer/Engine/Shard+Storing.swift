import MartletNet
import MartletStore
import MartletWire

extension Shard {
  /// Hands waiting appends to the store, unless it still has a batch of the same kind.
  func fillStore() {
    if let appends = queues.appends.begin(rows: environment.limits.batchRows) { start { await $0.store(appends) } }
    fillStoreWithPersonalRequests()
  }

  private func store(_ appends: [Shared<Append>]) async {
    let started = loop.time.monotonicNanoseconds
    let result: Result<[AppendOutcome], any Error>
    do { result = .success(try await store.append(appends)) } catch { result = .failure(error) }
    let batch = queues.appends.finish()
    switch result {
    case .success(let outcomes):
      metrics.storeBatchEntries.record(Int64(outcomes.count))
      metrics.storeCommitTime.record(Int64(clamping: loop.time.monotonicNanoseconds &- started))
      settle(batch, outcomes)
    case .failure(let error):
      environment.report(error)
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

  /// Carries out the consequences of a batch, with one push for each conversation if possible.
  private func settle(_ batch: AppendBatch, _ outcomes: [AppendOutcome]) {
    var batch = SettledBatch(batch, outcomes)
    for index in batch.outcomes.indices where index < batch.appends.count { settle(&batch, index) }
    for waiting in batch.waiting { pushKept(waiting.slot, batch) }
  }

  /// Carries out the consequences of an outcome.
  private func settle(_ batch: inout SettledBatch, _ index: Int) {
    let (append, waiting) = (batch.appends[index], batch.waiting[index])
    let (request, slot) = (waiting.request, waiting.slot)
    release(waiting)
    switch batch.outcomes[index] {
    case .stored(let stored):
      metrics.appends[.stored].add()
      slot.triesToDecide = 0
      if case .message = append.value.event { slot.figures.messages.add() }
      answer(request, .appended(Wire.Appended(stored.position)))
      if isNext(stored.position.seq, of: slot) {
        tell(&batch, index, stored)
      } else {
        // Entries of other nodes come before it.
        pushKept(slot, batch)
        catchUp(slot)
      }
      if !stored.userEntries.isEmpty { pushKept(slot, batch) }
      for addressed in stored.userEntries {
        let audience = Audience(app: slot.key.app, users: [addressed.user])
        var entry = Wire.UserEntry(addressed.entry)
        entry.complete(by: append.value.sender, append.value.event, stored.details)
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
    case .refused(.membersAsOf) where decideAnew(request, on: slot, in: batch): break
    case .refused(let condition):
      metrics.appends[.refused].add()
      // The store answers one without a failure with `.unchanged`.
      answer(request, condition.failure.map { .failure($0) } ?? .done(Wire.Done()))
    }
  }

  /// Decides a request anew that was decided from members as they are no more; false if it was refused too often.
  private func decideAnew(_ request: any AppendWork, on slot: Slot, in batch: SettledBatch) -> Bool {
    // The conversation is read again, and without it nobody knows whom to push messages to.
    if environment.link != nil { pushKept(slot, batch) }
    return decideAnew(request, on: slot, tries: 8)
  }

  /// Takes in a stored entry, and pushes it.
  private func tell(_ batch: inout SettledBatch, _ index: Int, _ stored: Stored) {
    let (append, waiting) = (batch.appends[index], batch.waiting[index])
    let slot = waiting.slot
    if waiting.blocks || append.value.event.changesRules(append.value.details) {
      // Earlier messages go to the members before the change.
      pushKept(slot, batch)
      slot.conversation?.apply(append, stored)
    } else {
      slot.conversation?.apply(stored)
    }
    if let conversation = slot.conversation { push(&batch, index, stored, conversation) }
  }

  /// Most bytes of entries in one push; a larger entry is pushed alone.
  private static let bytesTogether = 32 << 10

  /// Pushes a stored entry to a conversation's members, or keeps it for a common push.
  ///
  /// Members who may not see it get a withheld entry.
  private func push(_ batch: inout SettledBatch, _ index: Int, _ stored: Stored, _ conversation: Conversation) {
    guard stored.details?.isLive ?? true else { return }
    let (append, slot) = (batch.appends[index], batch.waiting[index].slot)
    let audience = conversation.membership.audience
    let readers = conversation.membership.readers(of: append.value.event, stored.details, by: append.value.sender)
    if readers == nil, let bytes = append.lendMessage(as: stored, \.encodedSize) {
      if slot.unpushed.bytes &+ bytes > Self.bytesTogether { pushKept(slot, batch) }
      return batch.keep(index, bytes: bytes, for: slot)
    }
    pushKept(slot, batch)
    let entry = Wire.Entry(append, stored)
    guard let readers else { return mail(Delivery(to: audience, Wire.Push(entries: [entry]))) }
    let others = audience.users.filter { !readers.contains($0) }
    mail(Delivery(to: Audience(app: audience.app, users: Array(readers)), Wire.Push(entries: [entry])))
    mail(Delivery(to: Audience(app: audience.app, users: others), Wire.Push(entries: [entry.withheld])))
  }

  /// Pushes a conversation's kept messages.
  private func pushKept(_ slot: Slot, _ batch: SettledBatch) {
    guard let (frame, count) = batch.takeFrame(of: slot), let conversation = slot.conversation else { return }
    mail(Delivery(to: conversation.membership.audience, frame: frame, count: count))
  }
}
