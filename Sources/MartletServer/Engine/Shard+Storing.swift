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
      for (index, outcome) in outcomes.enumerated() where index < batch.appends.count {
        settle(batch, index, outcome)
      }
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
      environment.report(error)
      return Wire.Failure(Refusal(storeFailure: error))
    }
  }
}
