import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletServer

/// Messages that are sent at a time to come.
@Suite(.timeLimit(.minutes(10))) struct SchedulingTests {
  private static let minute: Int64 = 60_000

  private func schedule(
    _ id: String, to conversation: String = "direct:bob", at time: Int64, _ text: String = "later", type: String = "text"
  ) -> Wire.ClientPacket.Request {
    let send = Wire.Send(
      conversation: conversation, clientId: id, type: type, content: #"{"text":"\#(text)"}"#,
      details: Wire.Details(mentions: Wire.Mentions(users: ["bob"])))
    return .schedule(Wire.Schedule(send: send, at: time))
  }

  private func code(_ answer: Wire.ServerPacket.Body) -> ErrorCode? {
    if case .failure(let failure) = answer { failure.errorCode } else { nil }
  }

  private func list(_ client: WireClient) async throws -> [String] {
    var found: [String] = []
    while true {
      let list = Wire.ListScheduled(after: found.last ?? "", limit: 2)
      guard case .scheduledMessages(let page) = try await client.request(.listScheduled(list)) else {
        throw TestError("no list")
      }
      found += page.messages.compactMap(\.send?.clientId)
      if !page.more { return found }
    }
  }

  private func cancel(_ client: WireClient, _ id: String) async throws -> ErrorCode? {
    code(try await client.request(.cancelScheduled(Wire.CancelScheduled(clientId: id))))
  }

  /// Lets time pass until something is so.
  private func pass(
    _ time: ManualTime, _ client: WireClient, until isSo: () async throws -> Bool
  ) async throws {
    // A busy machine answers hundreds of pings while a slow disk stores one message.
    for round in 0..<400_000 {
      if try await isSo() { return }
      // The first rounds cover every wait of these tests. Afterwards a busy machine needs turns rather than time, which
      // would end the sessions that ask nothing meanwhile.
      time.advance(by: round < 200 ? .seconds(5) : .milliseconds(10))
      _ = try await client.request(.ping(Wire.Ping()))
    }
    throw TestError("it does not come about")
  }

  /// Nobody is silent for too long, however time passes.
  private static var limits: Limits {
    var limits = Limits()
    limits.idle = .seconds(72_000)
    return limits
  }

  @Test func messageIsSentAtItsTimeOnce() async throws {
    let time = ManualTime()
    try await TestServer.with(limits: Self.limits, time: time) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let due = time.wallMilliseconds + 2 * Self.minute
      for _ in 0..<2 { #expect(code(try await alice.request(schedule("s1", at: due))) == nil) }
      #expect(try await list(alice) == ["s1"])
      #expect(try await list(bob).isEmpty)
      try await pass(time, bob) { await !bob.entries(of: "direct:alice:bob").isEmpty }
      let entry = try #require(await bob.entries(of: "direct:alice:bob").first)
      #expect(entry.time >= due && entry.sender == "alice" && entry.clientId != "s1")
      guard case .message(let message)? = entry.event else { throw TestError("no message") }
      #expect(message.content == #"{"text":"later"}"# && message.details?.mentions?.users == ["bob"])
      try await pass(time, alice) { try await list(alice).isEmpty }
      for _ in 0..<2 { #expect(try await cancel(alice, "s1") == .alreadySent) }
      #expect(await bob.entries(of: "direct:alice:bob").count == 1)
    }
  }

  @Test func whatIsCancelledIsNotSent() async throws {
    let time = ManualTime()
    try await TestServer.with(limits: Self.limits, time: time) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let now = time.wallMilliseconds
      for (index, id) in ["a", "b", "c", "d", "e"].enumerated() {
        #expect(code(try await alice.request(schedule(id, at: now + (2 + Int64(index)) * Self.minute, id))) == nil)
      }
      #expect(try await list(alice) == ["a", "b", "c", "d", "e"])
      for _ in 0..<2 { #expect(try await cancel(alice, "b") == nil) }
      #expect(try await cancel(bob, "a") == .targetUnknown)
      #expect(try await cancel(alice, "") == .fieldInvalid)
      try await pass(time, bob) { await bob.entries(of: "direct:alice:bob").count == 4 }
      let texts = await bob.entries(of: "direct:alice:bob").compactMap { entry in
        if case .message(let message)? = entry.event { message.content } else { nil }
      }
      #expect(texts == ["a", "c", "d", "e"].map { #"{"text":"\#($0)"}"# })
    }
  }

  /// The first answer is repeated for seven days: when the time is near, after it, and after the message was taken back.
  @Test(arguments: [false, true]) func retryIsAnsweredAlikeAndSchedulesNothing(hasTime: Bool) async throws {
    let time = ManualTime()
    let directory = try MartletTesting.TemporaryDirectory(inMemory: true)
    let due = time.wallMilliseconds + 2 * Self.minute
    let milliseconds = time.wallMilliseconds
    var random = SeededRandom(seed: 1)
    let (id, gone) = (
      hasTime ? ClientID(milliseconds: milliseconds, random: &random).text : "id",
      hasTime ? ClientID(milliseconds: milliseconds, random: &random).text : "gone"
    )
    try await run(in: directory.path, time) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      for name in [id, gone] { #expect(code(try await alice.request(schedule(name, at: due, name))) == nil) }
      #expect(try await cancel(alice, gone) == nil)
      time.advance(by: .seconds(90))
      // Half a minute before its time nothing new may be scheduled for it.
      #expect(code(try await alice.request(schedule("late", at: due))) == .fieldInvalid)
      for name in [id, gone] { #expect(code(try await alice.request(schedule(name, at: due, name))) == nil) }
      #expect(code(try await alice.request(schedule(id, at: due, "else"))) == .clientIdConflict)
      #expect(try await list(alice) == [id])
      try await pass(time, bob) { await !bob.entries(of: "direct:alice:bob").isEmpty }
      try await pass(time, alice) { try await list(alice).isEmpty }
      for name in [id, gone] { #expect(code(try await alice.request(schedule(name, at: due, name))) == nil) }
      #expect(try await cancel(alice, id) == .alreadySent)
    }
    try await run(in: directory.path, time) { server in
      let alice = try await server.client(user: "alice")
      for name in [id, gone] { #expect(code(try await alice.request(schedule(name, at: due, name))) == nil) }
      #expect(code(try await alice.request(schedule(gone, at: due + 9 * Self.minute, gone))) == .clientIdConflict)
      #expect(try await cancel(alice, gone) == nil)
      #expect(try await cancel(alice, id) == .alreadySent)
      #expect(try await list(alice).isEmpty)
      #expect(try await head(alice) == 1)
    }
  }

  @Test func whatIsTooOldToBeRecognisedIsNotScheduled() async throws {
    let time = ManualTime()
    try await TestServer.with(limits: Self.limits, time: time) { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      var random = SeededRandom(seed: 1)
      let week: Int64 = 7 * 86_400_000
      let old = ClientID(milliseconds: time.wallMilliseconds - week - 1, random: &random)
      #expect(code(try await alice.request(schedule(old.text, at: time.wallMilliseconds + 2 * Self.minute))) == .clientIdExpired)
    }
  }

  /// Runs the body with a server whose store can be told which reads to fail.
  private func withGate(_ time: ManualTime, _ body: (TestServer, GatedStore) async throws -> Void) async throws {
    let gates = Mutex<GatedStore?>(nil)
    let opening: TestServer.StoreOpening = { directory in
      let store = GatedStore(try await SQLiteStore.open(directory: directory))
      gates.withLock { $0 = store }
      return store
    }
    try await TestServer.with(limits: Self.limits, time: time, openStore: opening) { server in
      try await body(server, try #require(gates.withLock { $0 }))
    }
  }

  @Test func aConversationThatCannotBeReadHoldsUpNoOther() async throws {
    let time = ManualTime()
    try await withGate(time) { server, gate in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let carol = try await server.client(user: "carol")
      let now = time.wallMilliseconds
      for (index, (id, to)) in [("b1", "bob"), ("b2", "bob"), ("c", "carol")].enumerated() {
        let request = schedule(id, to: "direct:\(to)", at: now + (2 + Int64(index)) * Self.minute, id)
        #expect(code(try await alice.request(request)) == nil)
      }
      let damaged = ConversationID.direct(Names.user("alice"), Names.user("bob"))
      gate.damage(damaged)
      try await pass(time, carol) { await !carol.entries(of: "direct:alice:carol").isEmpty }
      // The message is pushed first, and then it leaves the list.
      try await pass(time, alice) { try await list(alice) == ["b1", "b2"] }
      gate.damage(damaged, false)
      try await pass(time, bob) { await bob.entries(of: "direct:alice:bob").count == 2 }
      let texts = await bob.entries(of: "direct:alice:bob").compactMap { entry in
        if case .message(let message)? = entry.event { message.content } else { nil }
      }
      #expect(texts == [#"{"text":"b1"}"#, #"{"text":"b2"}"#])
    }
  }

  @Test func clockPutBackWhileMessagesAreSentSendsNoneBeforeItsTime() async throws {
    let time = ManualTime()
    try await withGate(time) { server, gate in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let carol = try await server.client(user: "carol")
      let due = time.wallMilliseconds + 2 * Self.minute
      for to in ["bob", "carol"] {
        #expect(code(try await alice.request(schedule(to, to: "direct:\(to)", at: due))) == nil)
      }
      gate.hold(.append)
      let appends = gate.count(.append)
      try await pass(time, alice) { gate.count(.append) > appends }
      time.setWall(due - Self.minute)
      gate.release(.append)
      for (client, name) in [(bob, "bob"), (carol, "carol")] {
        try await pass(time, client) { await !client.entries(of: "direct:alice:\(name)").isEmpty }
        #expect(await client.entries(of: "direct:alice:\(name)").allSatisfy { $0.time >= due })
      }
      try await pass(time, alice) { server.server.metrics.scheduledSent.value >= 2 }
      #expect(server.server.metrics.scheduledSent.value == 2)
      #expect(try await list(alice).isEmpty)
    }
  }

  /// Thousands of them, over many pages of the store.
  @Test func manyMessagesThatCannotBeSentHoldUpNoOther() async throws {
    let time = ManualTime()
    try await withGate(time) { server, gate in
      _ = try await server.client(user: "alice")
      let bob = try await server.client(user: "bob")
      let (carol, dave) = (try await server.client(user: "carol"), try await server.client(user: "dave"))
      let due = time.wallMilliseconds + 2 * Self.minute
      let pair = ConversationID.direct(Names.user("alice"), Names.user("bob"))
      // Several pages of what is due.
      let count = 5 * DueTimes.page / 2
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<count {
          let message = ScheduledMessage(
            app: Names.app("main"), user: Names.user(index % 2 == 0 ? "alice" : "bob"),
            clientID: try #require(ClientID("m\(index)")), conversation: pair, type: "text", content: #"{"text":"later"}"#,
            time: due + Int64(index % 7))
          group.addTask {
            let request = Schedule(message, fingerprint: [], time: due - Self.minute, limit: count)
            let outcome = try await gate.schedule(request)
            #expect(outcome == .scheduled)
          }
        }
        try await group.waitForAll()
      }
      #expect(code(try await dave.request(schedule("c", to: "direct:carol", at: due + Self.minute))) == nil)
      gate.damage(pair)
      try await pass(time, carol) { await !carol.entries(of: "direct:carol:dave").isEmpty }
      #expect(try await head(bob) == 0)
      gate.damage(pair, false)
      // A message is counted after its entry can be read, so the counter is what is waited for.
      try await pass(time, bob) { server.server.metrics.scheduledSent.value > count }
      #expect(server.server.metrics.scheduledSent.value == Int64(count + 1))
      #expect(server.server.metrics.scheduledDropped.value == 0)
      #expect(try await head(bob) == UInt64(count))
    }
  }

  /// Taking back a message that is just being sent has one outcome: it is sent, or it is cancelled.
  @Test(arguments: [GatedStore.Point.before, .after])
  func messageCancelledWhileItIsAppendedIsSentOrCancelled(point: GatedStore.Point) async throws {
    let time = ManualTime()
    try await withGate(time) { server, gate in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      #expect(code(try await alice.request(schedule("s1", at: time.wallMilliseconds + 2 * Self.minute))) == nil)
      gate.hold(.append, point)
      let appends = gate.count(.append)
      try await pass(time, bob) { gate.count(.append) > appends }
      await gate.arrived(.append, point)
      let isSent = point == .after
      #expect(try await cancel(alice, "s1") == (isSent ? .alreadySent : nil))
      #expect(try await list(alice).isEmpty)
      gate.release(.append, point)
      if isSent {
        try await pass(time, bob) { await !bob.entries(of: "direct:alice:bob").isEmpty }
        try await pass(time, alice) { await alice.scheduleChanges.count >= 2 }
      } else {
        // Later messages are looked for after this one was settled.
        #expect(code(try await alice.request(schedule("s2", at: time.wallMilliseconds + 2 * Self.minute))) == nil)
        try await pass(time, alice) { await alice.scheduleChanges.count >= 4 }
      }
      let told = await alice.scheduleChanges.filter { $0.made == nil }
      #expect(told.map(\.ended) == (isSent ? ["s1"] : ["s1", "s2"]))
      #expect(told.map(\.how) == (isSent ? [.sent] : [.cancelled, .sent]))
      #expect(try await head(bob) == 1)
      #expect(try await cancel(alice, "s1") == (isSent ? .alreadySent : nil))
      #expect(server.server.metrics.scheduledSent.value == 1 && server.server.metrics.scheduledDropped.value == 0)
    }
  }

  @Test func messageOutlivesTheServerAndIsSentOnceByTheNext() async throws {
    let time = ManualTime()
    let directory = try MartletTesting.TemporaryDirectory(inMemory: true)
    let due = time.wallMilliseconds + 2 * Self.minute
    try await run(in: directory.path, time) { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      #expect(code(try await alice.request(schedule("s1", at: due))) == nil)
    }
    for round in 1...2 {
      try await run(in: directory.path, time) { server in
        let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
        #expect(try await list(alice) == (round == 1 ? ["s1"] : []))
        // Of another message it can be seen that the time has come to look.
        #expect(code(try await alice.request(schedule("other\(round)", at: time.wallMilliseconds + 5 * Self.minute))) == nil)
        try await pass(time, alice) { try await list(alice).isEmpty }
        #expect(try await head(bob) == UInt64(round + 1))
      }
    }
  }

  /// A server on a directory that stays.
  private func run(in directory: String, _ time: ManualTime, _ body: (TestServer) async throws -> Void) async throws {
    let server = try await TestServer.start(directory: directory, limits: Self.limits, time: time)
    do {
      try await body(server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func head(_ client: WireClient) async throws -> UInt64 {
    guard
      case .conversations(let page) = try await client.request(
        .listConversations(Wire.ListConversations(only: ["direct:alice:bob"])))
    else { throw TestError("no list") }
    return page.conversations.first?.head ?? 0
  }

  @Test func whoIsNoMemberAnyMoreSendsNothing() async throws {
    let time = ManualTime()
    try await TestServer.with(limits: Self.limits, time: time) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "c", title: "", members: ["bob"])))
      let due = time.wallMilliseconds + 2 * Self.minute
      #expect(code(try await bob.request(schedule("s1", to: "group:g", at: due))) == nil)
      #expect(code(try await alice.request(schedule("s2", to: "group:g", at: due + 1, "from alice"))) == nil)
      _ = try await alice.request(.removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "r", users: ["bob"])))
      try await pass(time, alice) { await alice.entries(of: "group:g").contains { $0.seq == 3 } }
      try await pass(time, bob) { server.server.metrics.scheduledSent.value >= 1 }
      #expect(try await list(bob).isEmpty)
      #expect(await !"\(alice.entries(of: "group:g"))".contains("later"))
      #expect(server.server.metrics.scheduledDropped.value == 1)
      #expect(server.server.metrics.scheduledSent.value == 1)
    }
  }

  /// A reply with properties of its own, over memory and tables.
  @Test func aReplyWithPropertiesIsSentAsOne() async throws {
    let time = ManualTime()
    let directory = try MartletTesting.TemporaryDirectory(inMemory: true)
    let due = time.wallMilliseconds + 2 * Self.minute
    let properties = [Wire.AnnotationItem(key: "state", value: "open")]
    try await run(in: directory.path, time) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let first = Wire.Send(conversation: "direct:alice", clientId: "1", type: "text", content: #"{"text":"when?"}"#)
      _ = try await bob.request(.send(first))
      for (id, expandable) in [("s1", true), ("s2", false)] {
        let send = Wire.Send(
          conversation: "direct:bob", clientId: id, type: "text", content: #"{"text":"later"}"#, replyTo: 1,
          expandable: expandable, properties: expandable ? properties : [])
        #expect(code(try await alice.request(.schedule(Wire.Schedule(send: send, at: due)))) == nil)
      }
      let wrong = Wire.Send(
        conversation: "direct:bob", clientId: "s3", type: "text", content: #"{"text":"."}"#, properties: properties)
      #expect(code(try await alice.request(.schedule(Wire.Schedule(send: wrong, at: due)))) == .fieldInvalid)
    }
    try await run(in: directory.path, time) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      guard case .scheduledMessages(let page) = try await alice.request(.listScheduled(Wire.ListScheduled())) else {
        throw TestError("no list")
      }
      #expect(page.messages.map(\.send?.replyTo) == [1, 1] && page.messages.map(\.send?.expandable) == [true, false])
      #expect(page.messages.first?.send?.properties == properties)
      try await pass(time, bob) { try await head(bob) == 3 }
      guard case .entries(let log) = try await bob.request(.fetchEntries(Wire.FetchEntries(conversation: "direct:alice")))
      else { throw TestError("no page") }
      let messages = log.entries.compactMap { entry in if case .message(let message)? = entry.event { message } else { nil } }
      #expect(messages.first?.annotations?.tallies == [Wire.Tally(kind: .reply, key: "", count: 2)])
      #expect(messages.dropFirst().map(\.replyTo) == [1, 1])
      #expect(messages.dropFirst().compactMap(\.annotations).map(\.properties) == [properties])
    }
  }

  @Test(arguments: [Gateway.binaryProtocol, Gateway.jsonProtocol])
  func changesAreToldToTheUsersOwnSessions(subprotocol: String) async throws {
    let time = ManualTime()
    try await TestServer.with(limits: Self.limits, time: time) { server in
      let alice = try await server.client(user: "alice")
      let other = try await server.client(user: "alice", device: "other", subprotocol: subprotocol)
      let bob = try await server.client(user: "bob")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "c", title: "", members: ["bob"])))
      let due = time.wallMilliseconds + 2 * Self.minute
      _ = try await bob.request(schedule("gone", to: "group:g", at: due))
      _ = try await alice.request(.removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "r", users: ["bob"])))
      // Of a retry nobody is told.
      for id in ["a", "b", "a"] { _ = try await alice.request(schedule(id, at: due)) }
      for _ in 0..<2 { #expect(try await cancel(alice, "a") == nil) }
      _ = try await alice.request(schedule("a", at: due))
      #expect(try await cancel(alice, "c") == .targetUnknown)
      try await pass(time, other) { await other.scheduleChanges.count == 4 }
      let told = await other.scheduleChanges
      #expect(told.map(\.made?.send?.clientId) == ["a", "b", nil, nil] && told.first?.made?.at == due)
      #expect(told.map(\.ended) == ["", "", "a", "b"] && told.map(\.how) == [.unspecified, .unspecified, .cancelled, .sent])
      try await pass(time, bob) { await bob.scheduleChanges.count == 2 }
      #expect(await bob.scheduleChanges.last == Wire.ScheduleChange(ended: "gone", how: .dropped))
    }
  }

  @Test func whatCannotBeScheduledIsRefused() async throws {
    var limits = Self.limits
    limits.scheduledMessages = 1
    let time = ManualTime()
    try await TestServer.with(limits: limits, time: time) { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.client(user: "bob")
      let now = time.wallMilliseconds
      let good = now + 2 * Self.minute
      let month = 30 * 1440 * Self.minute
      let cases: [(Wire.ClientPacket.Request, ErrorCode)] = [
        (schedule("x", at: now + Self.minute), .fieldInvalid), (schedule("x", at: now - 1), .fieldInvalid),
        (schedule("x", at: .min), .fieldInvalid), (schedule("x", at: .max), .fieldInvalid),
        (schedule("x", at: now + month + 1), .fieldInvalid), (.schedule(Wire.Schedule(at: good)), .fieldInvalid),
        (schedule("", at: good), .fieldInvalid), (schedule("x", to: "nonsense", at: good), .fieldInvalid),
        (schedule("x", to: "group:none", at: good), .conversationUnknown),
        (schedule("x", to: "direct:bob:carol", at: good), .conversationUnknown),
        (schedule("x", to: "direct:nobody", at: good), .peerUnknown), (schedule("x", at: good, type: "A"), .fieldInvalid),
        (schedule("x", at: good, type: "typing"), .notSupportedHere),
      ]
      for (request, expected) in cases { #expect(code(try await alice.request(request)) == expected, "\(request)") }
      #expect(code(try await alice.request(schedule("ok", at: now + month))) == nil)
      #expect(code(try await alice.request(schedule("ok", at: good))) == .clientIdConflict)
      #expect(code(try await alice.request(schedule("more", at: good))) == .tooManyScheduled)
      #expect(code(try await alice.request(.listScheduled(Wire.ListScheduled(after: "a b")))) == .fieldInvalid)
    }
  }
}

extension WireClient {
  /// The pushed changes of scheduled messages.
  fileprivate var scheduleChanges: [Wire.ScheduleChange] { pushes.flatMap(\.scheduled) }
}
