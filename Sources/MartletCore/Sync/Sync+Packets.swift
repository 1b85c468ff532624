import MartletWire

// Requests and answers.
extension Sync {
  /// Takes a packet.
  package mutating func received(_ packet: Wire.ServerPacket, at now: UInt64) {
    self.now = now
    switch phase {
    case .greeting, .open: break
    case .idle, .waiting, .obtaining, .dialling, .ended: return
    }
    lastHeard = now
    if case .closing(let closing)? = packet.body {
      return refused(closing.failure ?? Wire.Failure(.unavailable), reconnect: closing.reconnect)
    }
    if packet.id == 0 {
      // Pushes that this version does not know are ignored.
      if case .push(let push)? = packet.body, isOpen { receive(push) }
      if case .signalled(let signalled)? = packet.body, isOpen { receive(signalled) }
    } else if let request = requests.removeValue(forKey: packet.id) {
      guard isOpen || request == .hello else { return breakOff(breach: "an answer before welcome") }
      answered(request, packet.body)
    } else {
      return breakOff(breach: "an answer to nothing")
    }
    reconsider()
    pump()
  }

  private mutating func answered(_ request: Request, _ body: Wire.ServerPacket.Body?) {
    switch (request, body) {
    case (.abandoned, _): break
    case (.call(let id), let body?): answer(id, body)
    case (.hello, .welcome(let welcome)): self.welcome(welcome)
    case (.hello, .failure(let failure)): refused(failure, reconnect: failure.errorCode.retry == .safe)
    case (.ping, .pong), (.ping, .failure): break
    // A refusal is a sign of life, too.
    case (.probe, .pong), (.probe, .failure): doubtedSince = nil
    case (.userLog, .userEntries(let page)): receive(page)
    case (.list, .conversations(let page)): receiveListing(page)
    case (.ask(let ids), .conversations(let page)): receive(page, about: ids)
    case (.held(let call, let id), .conversations(let page)): receive(page, about: id, for: call)
    case (.held(let call, _), .failure(let failure)): answer(call, .failure(failure))
    case (.fetch(let id, let fetch), .entries(let page)): receive(page, of: id, fetch)
    case (.fetch(let id, let fetch), .failure(let failure)): failed(id, fetch, failure)
    case (.compare(let id), .entries(let page)): compared(id, page)
    case (.compare(let id), .failure(let failure)): failedToCompare(id, failure)
    case (.outbox(let row), .appended(let appended)): confirmed(row, appended)
    case (.outbox(let row), .failure(let failure)): refusedRow(row, failure)
    case (.outbox(let row), .done):
      outboxRemoved(row)
      write(.settle(row: row))
    case (.mark(let id, let seq), .marked(let marked)): receive(marked, id, asked: seq)
    case (.mark(let id, let seq), .failure(let failure)): failedMark(id, asked: seq, failure)
    case (.settings(let values), .changed(let changed)): settingsTold(values, changed)
    case (.settings(let values), .failure(let failure)): settingsRefused(values, failure)
    case (.hide(let row), .changed(let changed)): hideTold(row, changed)
    case (.hide(let row), .failure(let failure)): hideRefused(row, failure)
    case (.settingsPage(let last), .settings(let page)): receive(page, after: last)
    // An older server without settings refuses for good.
    case (.settingsPage, .failure(let failure)) where failure.errorCode.retry == .never: fetchRelations(after: "")
    case (.relationsPage(let last), .relations(let page)): receive(page, after: last)
    // The same without relations.
    case (.relationsPage, .failure(let failure)) where failure.errorCode.retry == .never: finishListing()
    case (.settingsPage, .failure(let failure)), (.relationsPage, .failure(let failure)): breakOff(MartletError(failure))
    case (.profiles(let users), .profiles(let page)): receive(page, about: users)
    case (.profiles(let users), .failure(let failure)): failedToAsk(users, failure)
    case (.presence(let users), .presences(let page)): receive(page, about: users)
    case (.presence(let users), .failure(let failure)): failedToWatch(users, failure)
    case (.presence, .done): break
    case (.deliveries, .done): deliveriesSettled()
    case (.deliveries, .failure(let failure)): deliveriesFailed(failure)
    case (.signal, .done), (.signal, .failure): break
    case (.userLog, .failure(let failure)), (.list, .failure(let failure)), (.ask, .failure(let failure)):
      // Syncing depends on these: try again in another session.
      breakOff(MartletError(failure))
    default: breakOff(breach: "an answer that does not match its request")
    }
  }

  // MARK: Sending

  /// Fails a request that is larger than the server accepts, as if the server had refused it.
  mutating func cannotSend(_ id: UInt32, _ failure: Wire.Failure) {
    guard let request = requests.removeValue(forKey: id) else { return }
    answered(request, .failure(failure))
    pump()
  }

  mutating func request(_ kind: Request, _ body: Wire.ClientPacket.Request) {
    act(.send(Wire.ClientPacket(id: register(kind), request: body)))
  }

  private mutating func register(_ kind: Request) -> UInt32 {
    while nextID == 0 || requests[nextID] != nil { nextID &+= 1 }
    defer { nextID &+= 1 }
    requests[nextID] = kind
    lastSent = now
    return nextID
  }

  /// Sends as many waiting requests as the server allows, the most urgent first.
  ///
  /// One slot stays free for Ping.
  mutating func pump() {
    guard isOpen else { return }
    endHolds()
    let all = max(1, limits.requestsInFlight - 1)
    if otherCopy != nil { return compare(upTo: all) }
    let forReading = max(1, min(4, all / 4))
    continueUserLog()
    settleHides()
    startUploads()
    while requests.count < all, lanes.underWay < max(1, all - forReading), let row = lanes.next(at: now) {
      act(.transmit(id: register(.outbox(row: row)), row: row))
    }
    while requests.count < all, callsHeldUntil == 0, unansweredCalls.count < max(1, all / 2), !calls.isEmpty { sendCall() }
    sendMarks(upTo: all)
    if requests.count < all { sendSettings() }
    if requests.count < all { sendHide() }
    if requests.count < all { sendDeliveries() }
    if requests.count < all { ask() }
    if requests.count < all { askProfiles() }
    if requests.count < all { askPresence() }
    while requests.count < all, fetches < forReading, let id = nextFetch() { fetch(id) }
  }

  private var fetches: Int {
    requests.values.count { if case .fetch(_, .older) = $0 { false } else if case .fetch = $0 { true } else { false } }
  }

  /// True if nothing is left to do but pings.
  package var isAtRest: Bool {
    isCaughtUp && lanes.isEmpty && uploads.isEmpty && behind.isEmpty && doubts.isEmpty && marks.isEmpty && deliveries.isEmpty
      && settings.waiting.isEmpty && hiding.waiting.isEmpty && hiding.confirmed.isEmpty && requests.isEmpty && calls.isEmpty
      && fetchQueue.isEmpty && profiles.wanted.isEmpty && !presence.isWaiting
  }

  /// Checks, after each input, for fetches that are due and for having caught up.
  mutating func reconsider() {
    guard isOpen, otherCopy == nil else { return }
    for (id, _) in later.filter({ $0.value <= now }).sorted(by: { $0.key.text < $1.key.text }) {
      later[id] = nil
      queueFetch(id)
    }
    answerHeld()
    guard !isCaughtUp, listing == nil, !userLog.isAsked, let cursor, cursor >= userLog.head, wanted.isEmpty, behind.isEmpty,
      !requests.values.contains(where: { if case .ask = $0 { true } else { false } })
    else { return }
    isCaughtUp = true
    write(.tidyOutbox)
    act(.publish(.caughtUp))
  }

  // MARK: The app's requests

  /// Takes a request of the app; the answer is an action.
  package mutating func call(_ id: CallID, _ call: Call, at now: UInt64) {
    self.now = now
    guard isActive else { return end(id, .failure(lastState)) }
    if case .once = call, !isOpen { return end(id, .failure(.noConnection)) }
    guard calls.count < bounds.callsWaiting else {
      let limit = UInt64(bounds.callsWaiting)
      return end(id, .failure(MartletError(.tooManyWaiting, "too many requests are pending", limit: limit)))
    }
    callDeadlines[id] = now.addingClamped(callLimit)
    calls.append((id, call))
    pump()
  }

  /// Answers a request of the app.
  private mutating func end(_ id: CallID, _ result: Result<Wire.ServerPacket.Body, MartletError>) {
    callDeadlines[id] = nil
    act(.answer(id, result))
  }

  /// Fails requests that have timed out, the oldest first: with `.notConnected` or, on an open connection, `.timedOut`.
  mutating func endLateCalls() {
    let late = callDeadlines.filter { $0.value <= now }.keys.sorted()
    let seconds = callLimit / 1_000_000_000
    for id in late {
      cancelCall(id)
      let error =
        isOpen
        ? MartletError(.timedOut, "the server did not answer in \(seconds) s")
        : MartletError(.notConnected, "there was no connection for \(seconds) s")
      end(id, .failure(error))
    }
    if !late.isEmpty { pump() }
  }

  /// Fails a request that must not be repeated on another connection.
  ///
  /// - Returns: False for requests that may be repeated.
  mutating func failOnce(_ id: CallID) -> Bool {
    guard case .once? = unansweredCalls[id] else { return false }
    end(id, .failure(.noConnection))
    return true
  }

  /// Fails requests of that kind that were not sent yet.
  mutating func failWaitingOnce() {
    let waiting = calls
    calls.removeAll { if case .once = $0.call { true } else { false } }
    for (id, call) in waiting { if case .once = call { end(id, .failure(.noConnection)) } }
  }

  private var lastState: MartletError {
    if phase == .ended, let lastFailure { return lastFailure }
    return MartletError(.notConnected, "the client is not connected")
  }

  /// Abandons a request of the app.
  package mutating func cancelCall(_ id: CallID) {
    callDeadlines[id] = nil
    calls.removeAll { $0.id == id }
    unansweredCalls[id] = nil
    for (number, request) in requests where request == .call(id) { requests[number] = .abandoned }
  }

  private mutating func sendCall() {
    let (id, call) = calls.removeFirst()
    switch call {
    case .request(let body), .read(let body), .once(let body):
      unansweredCalls[id] = call
      request(.call(id), body)
    case .held(let conversation): hold(conversation, for: id)
    case .older(let conversation, let limit):
      guard let shelf = shelves[conversation] else {
        return end(id, .failure(MartletError.conversationUnknown))
      }
      guard shelf.first > shelf.start else { return end(id, .success(.done(Wire.Done()))) }
      unansweredCalls[id] = call
      let page = UInt32(min(max(limit, 1), limits.pageEntries))
      request(
        .fetch(conversation, .older(id, before: shelf.first)),
        .fetchEntries(Wire.FetchEntries(conversation: conversation.text, to: shelf.first - 1, limit: page, newest: true)))
    }
  }

  /// Keeps a read that came too fast for the user's rate limit, to ask again when the server said; true if it did.
  ///
  /// A write is told to the app, which decides whether it still wants it.
  private mutating func postpones(_ id: CallID, _ failure: Wire.Failure) -> Bool {
    guard failure.errorCode == .tooManyRequests, let call = unansweredCalls[id] else { return false }
    switch call {
    case .read, .older, .held: break
    case .request, .once: return false
    }
    unansweredCalls[id] = nil
    calls.insert((id, call), at: 0)
    let delay = min(Duration.milliseconds(max(failure.retryAfterMs, 250)), Self.longestRetry)
    callsHeldUntil = max(callsHeldUntil, now.addingClamped(delay.nanoseconds))
    return true
  }

  mutating func answer(_ id: CallID, _ body: Wire.ServerPacket.Body) {
    if case .failure(let failure) = body, postpones(id, failure) { return }
    guard unansweredCalls.removeValue(forKey: id) != nil else { return }
    if case .failure(let failure) = body {
      end(id, .failure(MartletError(failure)))
    } else {
      end(id, .success(body))
    }
  }

  mutating func failCalls(_ error: MartletError) {
    for (id, _) in calls { end(id, .failure(error)) }
    calls = []
  }
}

extension MartletError {
  fileprivate static var noConnection: MartletError { MartletError(.notConnected, "there is no connection") }
}
