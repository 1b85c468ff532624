import MartletNet
import MartletStore
import MartletWire

/// An append and who asked for it.
struct WaitingAppend: Sendable {
  let append: Append
  let request: Request
  /// Whether later requests on the conversation are decided when this one is settled.
  let blocks: Bool

  init(append: Append, request: Request) {
    self.append = append
    self.request = request
    blocks = request.changesMembership || append.create != nil
  }
}

extension Shard {
  /// Hands the store what waits, unless it still has a batch of the same kind.
  func flush() {
    if !isAppending, !appends.isEmpty {
      let batch = takeAppends()
      isAppending = true
      Task { await storeAppends(batch) }
    }
    if !isMarking, !marks.isEmpty {
      let batch = Array(marks.prefix(limits.batchRows))
      marks.removeFirst(batch.count)
      isMarking = true
      Task { await storeMarks(batch) }
    }
  }

  /// The next batch, short enough that others' batches get their turn.
  private func takeAppends() -> [WaitingAppend] {
    var weight = 0
    let batch = appends.prefix { waiting in
      weight &+= waiting.append.weight
      return weight <= limits.batchRows
    }
    let count = max(1, batch.count)
    defer { appends.removeFirst(count) }
    return Array(appends.prefix(count))
  }

  private func storeAppends(_ batch: [WaitingAppend]) async {
    let started = loop.time.monotonicNanoseconds
    do {
      let outcomes = try await store.append(batch.map(\.append))
      metrics.storeBatchEntries.record(Int64(batch.count))
      metrics.storeCommitTime.record(Int64(clamping: loop.time.monotonicNanoseconds &- started))
      var mail = Mail()
      for (waiting, outcome) in zip(batch, outcomes) { settle(waiting, outcome, into: &mail) }
      post(mail)
    } catch {
      report(error)
      metrics.appends[.failed].add(batch.count)
      for waiting in batch {
        release(waiting)
        answer(waiting.request, .failure(Wire.Failure(Refusal(storeFailure: error))))
      }
    }
    isAppending = false
    for key in Set(batch.map(\.request.key)) { advance(key) }
    flush()
  }

  /// Whoever waits for this append waits no longer.
  private func release(_ waiting: WaitingAppend) {
    let key = waiting.request.key
    slots[key]?.underWay &-= 1
    if waiting.blocks { slots[key]?.isBlocked = false }
  }

  private func settle(_ waiting: WaitingAppend, _ outcome: AppendOutcome, into mail: inout Mail) {
    let (append, request) = (waiting.append, waiting.request)
    let key = request.key
    release(waiting)
    switch outcome {
    case .stored(let stored):
      metrics.appends[.stored].add()
      slots[key]?.conversation?.apply(append, stored)
      answer(request, .appended(Wire.Appended(stored.position)))
      if let recipients = slots[key]?.conversation?.recipients {
        let entry = Wire.Entry(append, stored)
        mail.add(Delivery(app: key.app, recipients: recipients, push: Wire.Push(entries: [entry])))
      }
      for addressed in stored.userEntries {
        mail.add(
          Delivery(app: key.app, recipients: [addressed.user], push: Wire.Push(userEntries: [Wire.UserEntry(addressed.entry)])))
      }
    case .repeated(let position):
      metrics.appends[.repeated].add()
      answer(request, .appended(Wire.Appended(position)))
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

  /// Answers a request whose condition did not hold.
  private func explain(_ condition: Condition, to request: Request) {
    switch condition {
    case .absent: answer(request, .failure(Wire.Failure(.groupExists)))
    case .member: answer(request, .failure(Wire.Failure(.conversationUnknown)))
    case .membershipChangesApply: answer(request, .done(Wire.Done()))
    case .owner, .sentBy: answer(request, .failure(Wire.Failure(.notPermitted)))
    case .membersAtMost(let limit): answer(request, .failure(Wire.Failure(.groupFull, limit: UInt64(clamping: limit))))
    case .visibleMessage(let seq, let user):
      // Recalled or never there: only a look tells, and only a member who may see it is told.
      Task {
        let key = request.key
        var code = ErrorCode.targetUnknown
        if let member = try? await store.member(user, of: key.id, app: key.app), seq >= max(member.joined, 1),
          let entry = try? await store.entries(of: key.id, app: key.app, range: seq...seq, limit: 1, newest: false).first,
          entry.isRecalled
        {
          code = .targetRecalled
        }
        answer(request, .failure(Wire.Failure(code)))
      }
    }
  }

  private func storeMarks(_ batch: [MarkRequest]) async {
    let now = loop.time.wallMilliseconds
    do {
      let outcomes = try await store.mark(batch.map { $0.mark(at: now) })
      var mail = Mail()
      for (request, outcome) in zip(batch, outcomes) { settle(request, outcome, into: &mail) }
      post(mail)
    } catch {
      report(error)
      for request in batch { answer(.mark(request), .failure(Wire.Failure(Refusal(storeFailure: error)))) }
    }
    isMarking = false
    flush()
  }

  private func settle(_ request: MarkRequest, _ outcome: MarkOutcome, into mail: inout Mail) {
    let key = request.key
    switch outcome {
    case .moved(let read, let entry):
      answer(.mark(request), .marked(Wire.Marked(conversation: key.id.text, read: read)))
      mail.add(
        Delivery(app: key.app, recipients: [request.caller.user], push: Wire.Push(userEntries: [Wire.UserEntry(entry)])))
      let recipients = slots[key]?.conversation?.recipients ?? []
      if recipients.count <= limits.markersPushed {
        let marker = Wire.Marker(conversation: key.id.text, user: request.caller.user.text, read: read)
        mail.add(Delivery(app: key.app, recipients: recipients, push: Wire.Push(markers: [marker])))
      }
    case .unchanged(let read):
      answer(.mark(request), .marked(Wire.Marked(conversation: key.id.text, read: read)))
    case .notMember:
      answer(.mark(request), .failure(Wire.Failure(.conversationUnknown)))
    }
  }

  /// Reports an error of the store; where it says that nothing is written any more, the server stops.
  private func report(_ error: any Error) {
    guard let error = error as? StoreError else { return log.error("store failed", ["error": .of("\(error)")]) }
    log.error("store refused a batch", ["code": .of(error.code), "error": .of(error.message)])
    if error.endsWriting { failed(error) }
  }
}
