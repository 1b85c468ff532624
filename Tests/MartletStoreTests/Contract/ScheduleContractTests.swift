import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Scheduled messages.
@Suite struct ScheduleContractTests {
  private func message(
    _ id: String, by user: UserID = .alice, app: AppID = .demo, at time: Int64, _ text: String = "later"
  ) -> ScheduledMessage {
    ScheduledMessage(
      app: app, user: user, clientID: .sample(id), conversation: .direct(user, .bob), type: "text", content: LogEvent.json(text),
      details: Details(Wire.Details(extra: "{}")), parent: UInt64(clamping: time % 3),
      properties: time % 4 == 0 ? nil : time % 4 == 1 ? [] : [AnnotationItem("k", "\(time)"), AnnotationItem("l", "")], time: time
    )
  }

  /// Asks for a message; the fingerprint says everything that differs between the messages of a test.
  private func request(_ message: ScheduledMessage, isAllowed: Bool = true, limit: Int = 9) -> Schedule {
    Schedule(
      message, fingerprint: Array("\(message.time) \(message.content)".utf8), time: Append.noon, isAllowed: isAllowed,
      limit: limit)
  }

  private func end(
    _ id: String, of user: UserID = .alice, app: AppID = .demo, as end: ScheduleEnd = .cancelled, in fixture: Fixture
  ) async throws -> UnscheduleOutcome {
    try await fixture.store.unschedule(.sample(id), of: user, app: app, as: end, at: Append.noon)
  }

  @Test(arguments: Engine.all) func aReplyToAPositionBeyondEveryLogIsListedAlike(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let reply = ScheduledMessage(
      app: .demo, user: .alice, clientID: .sample("1"), conversation: .pair, type: "text", content: "{}", parent: .max,
      time: Append.noon)
    #expect(try await fixture.store.schedule(request(reply)) == .scheduled)
    try await fixture.reopen()
    let listed = try await fixture.store.scheduled(of: .alice, app: .demo, after: nil, limit: 9)
    #expect(listed == [reply] && listed.first?.parent == UInt64(Int64.max))
  }

  @Test(arguments: Engine.all) func theSameIsScheduledOnce(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    func schedule(_ message: ScheduledMessage, isAllowed: Bool = true) async throws -> ScheduleOutcome {
      try await fixture.store.schedule(request(message, isAllowed: isAllowed, limit: 2))
    }
    let first = message("1", at: 10)
    #expect(try await schedule(first, isAllowed: false) == .refused)
    #expect(try await schedule(first) == .scheduled)
    #expect(try await schedule(first) == .repeated)
    #expect(try await schedule(first, isAllowed: false) == .repeated, "a retry may come too late for anything new")
    #expect(try await schedule(message("1", at: 11)) == .conflict)
    #expect(try await schedule(message("2", at: 5)) == .scheduled)
    #expect(try await schedule(message("3", at: 5)) == .tooMany)
    #expect(try await schedule(first) == .repeated, "what is there is there, full or not")
    #expect(try await schedule(message("1", by: .bob, at: 1)) == .scheduled)
    #expect(try await schedule(message("1", app: .other, at: 2)) == .scheduled)
    #expect(try await fixture.store.scheduled(after: nil, limit: 9).map(\.time) == [1, 2, 5, 10])
    #expect(try await fixture.store.scheduled(after: nil, limit: 2).map(\.time) == [1, 2])
    #expect(try await fixture.store.scheduled(of: .alice, app: .demo, after: nil, limit: 9) == [first, message("2", at: 5)])
  }

  @Test(arguments: Engine.all) func whatIsTakenBackIsGone(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    for id in ["1", "2"] { _ = try await fixture.store.schedule(request(message(id, at: 10))) }
    #expect(try await end("1", in: fixture) == .ended)
    #expect(try await end("1", in: fixture) == .already(.cancelled))
    #expect(try await end("2", of: .bob, in: fixture) == .unknown)
    #expect(try await end("2", app: .other, in: fixture) == .unknown)
    #expect(try await fixture.store.scheduled(after: nil, limit: 9).map(\.clientID.text) == ["2"])
  }

  /// However a message ended, its request is never carried out again, and everybody is told how it ended.
  @Test(arguments: Engine.all, ScheduleEnd.allCases)
  func retryOfWhatEndedSchedulesNothing(engine: Engine, how: ScheduleEnd) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    let asked = request(message("1", at: 10))
    #expect(try await fixture.store.schedule(asked) == .scheduled)
    if how == .sent {
      #expect(try await fixture.outcome(.text("sent", to: .team).with(.scheduled(.sample("1"))))?.seq == 2)
    } else {
      #expect(try await end("1", as: how, in: fixture) == .ended)
    }
    for _ in 0..<3 {
      #expect(try await fixture.store.schedule(asked) == .repeated)
      #expect(try await fixture.store.schedule(request(message("1", at: 20))) == .conflict)
      for other in ScheduleEnd.allCases { #expect(try await end("1", as: other, in: fixture) == .already(how)) }
      #expect(try await fixture.store.scheduled(after: nil, limit: 9).isEmpty)
      try await fixture.reopen()
    }
    // Messages and scheduled messages have separate names.
    #expect(try await fixture.outcome(.text("a message", to: .team, id: .sample("1")))?.seq == (how == .sent ? 3 : 2))
  }

  @Test(arguments: Engine.all) func whatIsDueIsPagedInItsOrder(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    var all: [ScheduledMessage] = []
    for index in 0..<24 {
      let user = [UserID.alice, .bob, .carol][index % 3]
      let new = message("id\(index % 4)\(index)", by: user, app: index % 2 == 0 ? .demo : .other, at: Int64(index % 5))
      all.append(new)
      #expect(try await fixture.store.schedule(request(new)) == .scheduled)
      if index % 10 == 9 { try await fixture.reopen() }
    }
    var found: [ScheduledMessage] = []
    while true {
      let page = try await fixture.store.scheduled(after: found.last.map { ScheduledPlace(of: $0) }, limit: 5)
      found += page
      guard page.count == 5 else { break }
    }
    func name(_ message: ScheduledMessage) -> String { "\(message.app) \(message.user) \(message.clientID)" }
    #expect(found.map(\.time) == found.map(\.time).sorted())
    #expect(found.map(name).sorted() == all.map(name).sorted())
  }

  /// Sending and unscheduling are one step: a cancelled message is not sent, and a sent one cannot be cancelled.
  @Test(arguments: Engine.all) func whatIsSentIsScheduledNoMore(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.outcome(.group())
    for id in ["1", "2"] { _ = try await fixture.store.schedule(request(message(id, at: 10))) }
    let send = Append.text("first", to: .team).with(.scheduled(.sample("1")))
    #expect(try await fixture.outcome(send)?.seq == 2)
    #expect(try await fixture.store.scheduled(after: nil, limit: 9).map(\.clientID.text) == ["2"])
    #expect(try await end("1", in: fixture) == .already(.sent))
    #expect(try await fixture.outcome(send) == .repeated(Position(conversation: .team, seq: 2, time: send.time)))
    #expect(try await end("2", in: fixture) == .ended)
    let late = Append.text("second", to: .team).with(.scheduled(.sample("2")))
    #expect(try await fixture.outcome(late) == .refused(.scheduled(.sample("2"))))
    // Neither another user's request nor one in another app is the one that was scheduled, in memory or in the tables.
    _ = try await fixture.outcome(.group(app: .other))
    _ = try await fixture.store.schedule(request(message("3", at: 10)))
    for round in 0..<2 {
      for (user, app) in [(UserID.bob, AppID.demo), (.alice, .other)] {
        let foreign = Append.text("third \(round)", to: .team, by: user, app: app).with(.scheduled(.sample("3")))
        #expect(try await fixture.outcome(foreign) == .refused(.scheduled(.sample("3"))))
      }
      try await fixture.reopen()
    }
  }

  /// Random requests, read from memory, from the tables, and by the next process, in all mixtures.
  @Test(arguments: Engine.all, SeededRandom.environmentSeeds(4)) func everyMixtureIsReadAsItWasWritten(
    engine: Engine, seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed)
    let fixture = try await Fixture(engine)
    var model: [String: ScheduledMessage] = [:]
    var asked: [String: ScheduledMessage] = [:]
    var ends: [String: ScheduleEnd] = [:]
    for step in 0..<120 {
      let user = [UserID.alice, .carol].randomElement(using: &random) ?? .alice
      let (id, key) = ("id\(random.next() % 40)", user.text)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        let before = asked[key + id]
        let new = before.flatMap { Bool.random(using: &random) ? $0 : nil } ?? message(id, by: user, at: Int64(step))
        let count = model.values.count { $0.user == user }
        let expected: ScheduleOutcome =
          if let before { before == new ? .repeated : .conflict } else { count < 5 ? .scheduled : .tooMany }
        #expect(try await fixture.store.schedule(request(new, limit: 5)) == expected, "seed \(seed), step \(step)")
        if expected == .scheduled { (model[key + id], asked[key + id]) = (new, new) }
      case 6..<9:
        let how = ScheduleEnd.allCases.randomElement(using: &random) ?? .cancelled
        let isThere = model.removeValue(forKey: key + id) != nil
        let expected: UnscheduleOutcome = isThere ? .ended : ends[key + id].map { .already($0) } ?? .unknown
        if isThere { ends[key + id] = how }
        #expect(try await end(id, of: user, as: how, in: fixture) == expected, "seed \(seed), step \(step)")
      default: try await fixture.reopen()
      }
      for user in [UserID.alice, .carol] {
        let mine = model.values.filter { $0.user == user }.sorted { $0.clientID.text < $1.clientID.text }
        #expect(
          try await fixture.store.scheduled(of: user, app: .demo, after: nil, limit: 9) == mine, "seed \(seed), step \(step)")
        let rest = Array(mine.dropFirst().prefix(2))
        if let first = mine.first?.clientID {
          #expect(try await fixture.store.scheduled(of: user, app: .demo, after: first, limit: 2) == rest)
        }
      }
      let all = model.values.sorted { $0.time < $1.time }
      #expect(try await fixture.store.scheduled(after: nil, limit: 3) == Array(all.prefix(3)), "seed \(seed), step \(step)")
    }
  }
}
