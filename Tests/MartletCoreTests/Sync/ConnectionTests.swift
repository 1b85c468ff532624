import MartletWire
import Testing

@testable import MartletCore

/// How `Sync` connects, stays connected, and takes leave.
@Suite struct ConnectionTests {
  private let second: UInt64 = 1_000_000_000

  /// Every server takes four requests before it tells its limits.
  @Test(arguments: [nil, 7 as UInt64]) func beforeWelcomeLittleIsSent(cursor: UInt64?) {
    let wires = Wirework(cursor: cursor)
    for row in 1...9 as ClosedRange<Int64> { wires.sync.outboxAdded(row, to: "group:g", at: 0) }
    wires.open()
    let requests = wires.take().sent
    #expect(requests.count == (cursor == nil ? 2 : 3))
  }

  @Test func connectingAsksForATokenAndSaysHelloWithTheFirstReads() throws {
    let wires = Wirework()
    wires.open()
    let actions = wires.take()
    #expect(actions.states == [.connecting(attempt: 1, retryIn: nil)])
    let requests = actions.sent
    guard case .hello(let hello)? = requests.first else { return #expect(Bool(false), "no Hello") }
    #expect(hello.token == "t" && hello.device?.id == "d" && hello.versionMin <= 1 && hello.versionMax >= 1)
    #expect(requests.dropFirst().first == .listConversations(Wire.ListConversations(limit: 100)))
    wires.welcome()
    #expect(wires.take().states == [.online])
  }

  @Test func knownCursorsAreContinuedFrom() {
    var state = Sync.StoredState()
    state.cursor = 17
    state.stamp = 40
    let wires = Wirework()
    wires.sync = Sync(restoring: state, device: Wire.Device(), seed: 1)
    wires.open()
    let requests = wires.take().sent.dropFirst()
    #expect(
      Array(requests) == [
        .fetchUserEntries(Wire.FetchUserEntries(after: 17, limit: 100)),
        .listConversations(Wire.ListConversations(changedAfter: 40, limit: 100)),
      ])
  }

  @Test func attemptsFollowTheBackOff() throws {
    let wires = Wirework()
    wires.sync.start(at: 0)
    wires.sync.tokenGiven("t", at: 0)
    for (index, seconds) in [0.05, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 64, 64].enumerated() {
      _ = wires.take()
      wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
      guard case .connecting(let attempt, let delay?)? = wires.take().states.last else {
        return #expect(Bool(false), "no delay")
      }
      #expect(attempt == index + 2)
      #expect(delay >= .seconds(seconds) * 0.8 && delay <= .seconds(seconds) * 1.2)
      let due = try #require(wires.sync.deadline)
      #expect(due == wires.now + delay.nanoseconds)
      wires.sync.tick(at: due - 1)
      #expect(!wires.dialled(), "too early")
      wires.now = due
      wires.sync.tick(at: due)
      #expect(wires.dialled())
    }
  }

  @Test func sessionThatLivedBeginsTheDelaysAnew() {
    var wires = Wirework()
    for _ in 0..<5 {
      wires.online()
      wires.now += second / 2
      wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
      wires.sync.tick(at: wires.sync.deadline ?? 0)
      wires.sync.opened(at: wires.now)
    }
    #expect(wires.sync.backoff.count > 1, "sessions of half a second count for nothing")
    wires = Wirework()
    wires.online()
    wires.now += second
    wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
    #expect(wires.sync.backoff.count == 1)
  }

  @Test func retryNowDoesNotWait() {
    let wires = Wirework()
    wires.sync.start(at: 0)
    wires.sync.tokenGiven("t", at: 0)
    for _ in 0..<9 {
      wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
      wires.now = wires.sync.deadline ?? 0
      wires.sync.tick(at: wires.now)
    }
    wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
    _ = wires.take()
    wires.sync.retryNow(at: wires.now)
    #expect(wires.dialled())
    #expect(wires.sync.backoff.count == 0)
  }

  /// Several attempts failed, and one is under way.
  private func trying(greets: Bool) -> Wirework {
    let wires = Wirework()
    wires.dial()
    for _ in 0..<5 {
      wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
      wires.now = wires.sync.deadline ?? 0
      wires.sync.tick(at: wires.now)
    }
    if greets { wires.sync.opened(at: wires.now) }
    _ = wires.take()
    return wires
  }

  @Test(arguments: [false, true]) func networkThatComesBackEndsTheAttemptMadeWithoutIt(greets: Bool) {
    let wires = trying(greets: greets)
    wires.sync.networkChanged(isAvailable: false, at: wires.now)
    wires.now += second
    wires.sync.networkChanged(isAvailable: true, at: wires.now)
    let actions = wires.take()
    #expect(actions.hangsUp && actions.dials && wires.sync.phase == .dialling(since: wires.now))
    #expect(wires.sync.backoff.count == 0)
    // The new attempt is young, and the network was not away again.
    wires.now += second
    wires.sync.networkChanged(isAvailable: true, at: wires.now)
    #expect(wires.take().isEmpty)
  }

  @Test(arguments: [false, true], [false, true])
  func attemptThatIsOldIsGivenUpWhereAnotherMayDoBetter(greets: Bool, says: Bool) {
    let wires = trying(greets: greets)
    func hurry() {
      if says { wires.sync.networkChanged(isAvailable: true, at: wires.now) } else { wires.sync.retryNow(at: wires.now) }
    }
    wires.now += 2 * second - 1
    hurry()
    #expect(wires.take().isEmpty, "it is young")
    #expect(wires.sync.backoff.count == 0)
    wires.now += 1
    hurry()
    let actions = wires.take()
    #expect(actions.hangsUp && actions.dials && wires.sync.phase == .dialling(since: wires.now))
  }

  @Test func tokenIsWaitedForAndTheDelaysBeginAnew() {
    let wires = Wirework()
    wires.sync.start(at: 0)
    wires.sync.tokenFailed(MartletError(.tokenUnavailable, ""), at: 0)
    wires.now = wires.sync.deadline ?? 0
    wires.sync.tick(at: wires.now)
    _ = wires.take()
    wires.sync.retryNow(at: wires.now + 10 * second)
    #expect(wires.take().isEmpty && wires.sync.backoff.count == 0)
  }

  @Test func withoutANetworkNothingIsTried() {
    let wires = Wirework()
    wires.sync.start(at: 0)
    wires.sync.tokenGiven("t", at: 0)
    for _ in 0..<5 {
      wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
      wires.now = wires.sync.deadline ?? 0
      wires.sync.tick(at: wires.now)
    }
    _ = wires.take()
    // Calls under way end in either way.
    wires.sync.networkChanged(isAvailable: false, at: wires.now)
    #expect(wires.take().isEmpty)
    wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
    #expect(wires.take().states == [.waitingForNetwork])
    #expect(wires.sync.deadline == nil)
    wires.sync.tick(at: wires.now + 1_000_000 * second)
    #expect(!wires.dialled())
    wires.sync.networkChanged(isAvailable: true, at: wires.now)
    #expect(wires.dialled())
    #expect(wires.sync.backoff.count == 0)
  }

  @Test func connectingWithoutANetworkBeginsWhenThereIsOne() {
    let wires = Wirework()
    wires.sync.networkChanged(isAvailable: false, at: 0)
    wires.sync.start(at: 0)
    #expect(wires.take().states == [.waitingForNetwork])
    #expect(wires.sync.isActive && wires.sync.deadline == nil)
    wires.sync.networkChanged(isAvailable: true, at: second)
    #expect(wires.take().contains { if case .obtainToken = $0 { true } else { false } })
    // An open connection is tried, and stays where it answers.
    wires.sync.tokenGiven("t", at: second)
    wires.sync.opened(at: second)
    wires.welcome()
    _ = wires.take()
    wires.sync.networkChanged(isAvailable: false, at: second)
    wires.sync.networkChanged(isAvailable: true, at: second)
    #expect(wires.take().sent == [.ping(Wire.Ping())] && wires.sync.isOpen)
  }

  @Test(arguments: [true, false]) func onlyWhoComesBackByItselfGivesWay(yields: Bool) throws {
    let wires = Wirework()
    wires.sync.yieldsWhenReconnecting = yields
    var helloID: UInt32 = 0
    func saysHello() throws -> Bool {
      wires.sync.opened(at: wires.now)
      for case .send(let packet) in wires.take() {
        guard case .hello(let hello)? = packet.request else { continue }
        helloID = packet.id
        return hello.yields
      }
      throw MartletError.unexpectedAnswer
    }
    wires.sync.start(at: 0)
    wires.sync.tokenGiven("t", at: 0)
    #expect(try !saysHello())
    // A first connection that took several attempts is no reconnection.
    wires.sync.dropped(MartletError(.unreachable, ""), at: 0)
    wires.now = wires.sync.deadline ?? 0
    wires.sync.tick(at: wires.now)
    #expect(try !saysHello())
    wires.receive(helloID, .welcome(Wire.Welcome(version: 1, user: "alice")))
    wires.sync.dropped(MartletError(.unreachable, ""), at: wires.now)
    wires.now = wires.sync.deadline ?? 0
    wires.sync.tick(at: wires.now)
    #expect(try saysHello() == yields)
    wires.sync.stop(at: wires.now)
    wires.sync.start(at: wires.now)
    wires.sync.tokenGiven("t", at: wires.now)
    #expect(try !saysHello())
  }

  @Test func whatIsStillToComeIsCounted() throws {
    let wires = Wirework()
    var state = Sync.StoredState()
    state.cursor = 0
    state.shelves = ["group:g", "group:h"].map { name in
      (ConversationID.of(name), Shelf(first: 1, last: 10, head: 10, joined: 1, since: 1, start: 1))
    }
    wires.sync = Sync(restoring: state, device: Wire.Device(id: "d"), seed: 7)
    wires.open()
    wires.welcome()
    #expect(wires.sync.pendingEntries == 0)
    _ = wires.take()
    func entry(_ seq: UInt64) -> Wire.Entry {
      Wire.Entry(
        conversation: "group:g", seq: seq, sender: "bob", clientId: "c", countable: seq,
        event: .message(Wire.Message(type: "text", content: #"{"text":"x"}"#)))
    }
    wires.receive(0, .push(Wire.Push(entries: [entry(40)])))
    #expect(wires.sync.pendingEntries == 30)
    // Of a gap that is too long only a page comes.
    let far = Wire.Entry(conversation: "group:h", seq: 9_000_000, sender: "bob", clientId: "c", countable: 1)
    wires.receive(0, .push(Wire.Push(entries: [far])))
    #expect(wires.sync.pendingEntries == 30 + UInt64(wires.sync.limits.pageEntries))
    let fetches = wires.take().compactMap { action -> Wire.ClientPacket? in
      guard case .send(let packet) = action, case .fetchEntries(let fetch)? = packet.request else { return nil }
      return fetch.conversation == "group:g" ? packet : nil
    }
    let fetch = try #require(fetches.first)
    wires.receive(
      fetch.id, .entries(Wire.Entries(conversation: "group:g", entries: (11...39).map(entry), head: 40, first: 1)))
    #expect(wires.sync.pendingEntries == UInt64(wires.sync.limits.pageEntries))
  }

  @Test func expiredTokenIsReplacedOnceAndNotForEver() {
    let wires = Wirework()
    wires.open()
    _ = wires.take()
    let closing = Wire.ServerPacket.Body.closing(Wire.Closing(failure: Wire.Failure(.tokenExpired), reconnect: false))
    wires.receive(0, closing)
    wires.now = wires.sync.deadline ?? 0
    wires.sync.tick(at: wires.now)
    #expect(wires.take().contains { if case .obtainToken = $0 { true } else { false } })
    wires.sync.tokenGiven("newer", at: wires.now)
    wires.sync.opened(at: wires.now)
    wires.receive(0, closing)
    wires.receive(0, closing)
    #expect(wires.take().states.last == .ended(MartletError(Wire.Failure(.tokenExpired))))
    #expect(wires.sync.deadline == nil)
  }

  @Test func tokenThatExpiresLaterIsReplacedEachTime() {
    let wires = Wirework()
    wires.online()
    for _ in 0..<3 {
      wires.receive(0, .closing(Wire.Closing(failure: Wire.Failure(.tokenExpired), reconnect: false)))
      #expect(wires.sync.phase != .ended)
      wires.now = wires.sync.deadline ?? 0
      wires.sync.tick(at: wires.now)
      #expect(wires.sync.phase == .obtaining(since: wires.now))
      wires.sync.tokenGiven("t", at: wires.now)
      wires.sync.opened(at: wires.now)
      let hello = wires.sync.requests.first { $0.value == .hello }?.key ?? 0
      wires.receive(hello, .welcome(Wire.Welcome(user: "alice")))
      #expect(wires.sync.isOpen)
    }
  }

  @Test(arguments: [ErrorCode.tokenRevoked, .tokenSignature, .replaced, .signedInElsewhere, .versionUnsupported, .userUnknown])
  func refusalForGoodEnds(code: ErrorCode) {
    let wires = Wirework()
    wires.open()
    let call = Sync.CallID(number: 1)
    wires.sync.call(call, .request(.ping(Wire.Ping())), at: 0)
    _ = wires.take()
    wires.receive(0, .closing(Wire.Closing(failure: Wire.Failure(code), reconnect: false)))
    let actions = wires.take()
    #expect(actions.states.last == .ended(MartletError(Wire.Failure(code))))
    #expect(actions.contains { if case .answer(call, .failure(let error)) = $0 { error.code == .server(code) } else { false } })
  }

  @Test func suspendedUserIsToldUntilWhen() {
    let wires = Wirework()
    wires.open()
    let failure = Wire.Failure(.userSuspended, until: 1_900_000_000_000)
    wires.receive(0, .closing(Wire.Closing(failure: failure, reconnect: false)))
    let error: MartletError? = if case .ended(let error) = wires.take().states.last { error } else { nil }
    #expect(error?.code == .server(.userSuspended) && error?.until == Timestamp(milliseconds: 1_900_000_000_000))
    #expect(wires.sync.phase == .ended)
  }

  @Test func failureOfHelloCountsAsClosing() {
    var wires = Wirework()
    wires.open()
    wires.receive(1, .failure(Wire.Failure(.tokenMalformed)))
    #expect(wires.sync.phase == .ended)
    wires = Wirework()
    wires.open()
    wires.receive(1, .failure(Wire.Failure(.unavailable)))
    #expect(wires.sync.isActive && wires.sync.phase != .ended)
  }

  @Test func drainingServerIsComeBackToWhenItSays() {
    var wires = Wirework()
    wires.online()
    wires.receive(0, .closing(Wire.Closing(failure: Wire.Failure(.draining, retryAfterMs: 5_000), reconnect: true)))
    #expect(wires.sync.deadline == wires.now + 5 * second)
    #expect(wires.sync.lastFailure?.code == .server(.draining))
    wires = Wirework()
    wires.online()
    wires.receive(0, .closing(Wire.Closing(failure: Wire.Failure(.draining, retryAfterMs: .max), reconnect: true)))
    #expect(wires.sync.deadline == wires.now + 600 * second, "no server makes us wait for weeks")
  }

  @Test func silenceIsFilledWithPingAndLongSilenceEndsTheConnection() {
    let wires = Wirework()
    wires.online()
    #expect(wires.sync.deadline == 10 * second)
    wires.now = 10 * second
    wires.sync.tick(at: wires.now)
    #expect(wires.take().sent == [.ping(Wire.Ping())])
    let ping = wires.sync.requests.first { $0.value == .ping }?.key
    wires.now += second
    wires.receive(ping ?? 0, .pong(Wire.Pong()))
    wires.now = 30 * second
    wires.sync.tick(at: wires.now)
    #expect(wires.sync.isOpen, "heard at 11")
    wires.now = 31 * second
    wires.sync.tick(at: wires.now)
    #expect(!wires.sync.isOpen)
    #expect(wires.sync.lastFailure?.code == .timedOut)
  }

  @Test func bytesCountAsBeingHeard() {
    let wires = Wirework()
    wires.online()
    wires.sync.heard(at: 19 * second)
    // An earlier moment takes nothing back.
    wires.sync.heard(at: 3 * second)
    wires.now = 39 * second - 1
    wires.sync.tick(at: wires.now)
    #expect(wires.sync.isOpen)
    wires.now = 39 * second
    wires.sync.tick(at: wires.now)
    #expect(!wires.sync.isOpen && wires.sync.lastFailure?.code == .timedOut)
  }

  @Test func socketThatDoesNotOpenIsGivenUp() {
    let wires = Wirework()
    wires.sync.start(at: 0)
    wires.sync.tokenGiven("t", at: 0)
    wires.sync.tick(at: 20 * second)
    #expect(wires.take().contains { if case .hangUp = $0 { true } else { false } })
    #expect(wires.sync.isActive)
  }

  @Test func tokenThatCannotBeHadIsAskedForAgain() {
    let wires = Wirework()
    wires.sync.start(at: 0)
    wires.sync.tokenFailed(MartletError(.tokenUnavailable, ""), at: 0)
    _ = wires.take()
    wires.sync.tick(at: wires.sync.deadline ?? 0)
    #expect(wires.take().contains { if case .obtainToken = $0 { true } else { false } })
  }

  @Test func tokenThatNeverComesIsGivenUpAndAskedForAgain() {
    let wires = Wirework()
    wires.sync.start(at: 0)
    _ = wires.take()
    #expect(wires.sync.deadline == 60 * second)
    wires.sync.tick(at: 60 * second - 1)
    #expect(wires.take().isEmpty)
    wires.sync.tick(at: 60 * second)
    #expect(wires.take().cancelsToken)
    #expect(wires.sync.lastFailure?.code == .tokenUnavailable && wires.sync.backoff.count == 1)
    wires.sync.tokenGiven("late", at: 60 * second)
    #expect(wires.take().isEmpty && wires.sync.token == nil)
    wires.now = wires.sync.deadline ?? 0
    wires.sync.tick(at: wires.now)
    #expect(wires.take().asksForToken)
    wires.sync.stop(at: wires.now)
    #expect(wires.take().cancelsToken)
  }

  @Test func anotherUsersTokenEndsBeforeAnythingIsMixed() {
    var state = Sync.StoredState()
    state.user = UserID("bob")
    let wires = Wirework()
    wires.sync = Sync(restoring: state, device: Wire.Device(), seed: 1)
    wires.open()
    wires.welcome()
    let actions = wires.take()
    #expect(actions.states.last.map { if case .ended(let error) = $0 { error.code == .otherUser } else { false } } == true)
    #expect(!actions.contains { if case .write = $0 { true } else { false } })
  }

  @Test func disconnectEndsEverything() {
    let wires = Wirework()
    wires.online()
    wires.sync.call(Sync.CallID(number: 1), .request(.ping(Wire.Ping())), at: 0)
    _ = wires.take()
    wires.sync.stop(at: 0)
    let actions = wires.take()
    #expect(actions.states == [.offline])
    #expect(actions.contains { if case .answer(_, .failure(let error)) = $0 { error.code == .notConnected } else { false } })
    #expect(wires.sync.deadline == nil)
    wires.receive(0, .push(Wire.Push()))
    #expect(wires.take().isEmpty)
  }

  @Test func requestOfTheAppSurvivesTheConnection() {
    let wires = Wirework()
    wires.online()
    let request = Wire.ClientPacket.Request.listMembers(Wire.ListMembers(conversation: "group:g"))
    wires.sync.call(Sync.CallID(number: 5), .request(request), at: 0)
    #expect(wires.take().sent == [request])
    wires.sync.dropped(MartletError(.unreachable, ""), at: 0)
    wires.now = wires.sync.deadline ?? 0
    wires.sync.tick(at: wires.now)
    wires.sync.opened(at: wires.now)
    _ = wires.take()
    let hello = wires.sync.requests.first { $0.value == .hello }?.key ?? 0
    wires.receive(hello, .welcome(Wire.Welcome(user: "alice")))
    #expect(wires.take().sent.contains(request))
  }

  @Test func callOfThisConnectionThatWasNotSentYetEndsWithIt() {
    let wires = Wirework()
    wires.open()
    wires.welcome(limits: Wire.Limits(heartbeatMs: 10_000, requestsInFlight: 2))
    wires.receive(2, .conversations(Wire.Conversations()))
    wires.receive(3, .settings(Wire.Settings()))
    wires.receive(4, .relations(Wire.Relations()))
    _ = wires.take()
    let request = Wire.ClientPacket.Request.listMembers(Wire.ListMembers(conversation: "group:g"))
    let signal = Wire.ClientPacket.Request.signal(Wire.Signal(conversation: "group:g", type: "app.wave", content: "{}"))
    let (kept, once) = (Sync.CallID(number: 1), Sync.CallID(number: 2))
    wires.sync.call(kept, .request(request), at: 0)
    wires.sync.call(once, .once(signal), at: 0)
    #expect(wires.take().sent == [request])
    wires.sync.dropped(MartletError(.unreachable, ""), at: 0)
    var ended: [Sync.CallID] = []
    for case .answer(let id, .failure(let error)) in wires.take() where error.code == .notConnected { ended.append(id) }
    #expect(ended == [once])
    #expect(wires.sync.calls.map { $0.id } == [kept])
  }

  @Test func limitOfRequestsIsKept() {
    let wires = Wirework()
    wires.open()
    wires.welcome(limits: Wire.Limits(requestsInFlight: 4))
    for number in 1...10 { wires.sync.call(Sync.CallID(number: UInt64(number)), .request(.ping(Wire.Ping())), at: 0) }
    for row in 1...10 { wires.sync.outboxAdded(Int64(row), to: "direct:alice:bob", at: 0) }
    #expect(wires.sync.requests.count == 3, "one is kept for Ping")
  }

  @Test func clockOfTheServerIsFollowed() {
    let wires = Wirework()
    #expect(wires.sync.serverTime(at: 0) == nil)
    wires.open()
    wires.now = second
    wires.receive(1, .welcome(Wire.Welcome(user: "alice", time: 5_000)))
    #expect(wires.sync.serverTime(at: 3 * second) == 7_000)
    #expect(wires.sync.serverTime(at: 0) == 5_000)
  }
}
