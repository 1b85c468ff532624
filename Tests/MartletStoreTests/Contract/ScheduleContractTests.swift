import MartletStore
import MartletTesting
import MartletWire
import Testing

/// What is to be sent at a time to come.
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

  @Test(arguments: Engine.all) func theSameIsScheduledOnce(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let first = message("1", at: 10)
    #expect(try await fixture.store.schedule(first, limit: 2) == .scheduled)
    #expect(try await fixture.store.schedule(first, limit: 2) == .scheduled)
    #expect(try await fixture.store.schedule(message("1", at: 11), limit: 2) == .conflict)
    #expect(try await fixture.store.schedule(message("2", at: 5), limit: 2) == .scheduled)
    #expect(try await fixture.store.schedule(message("3", at: 5), limit: 2) == .tooMany)
    #expect(try await fixture.store.schedule(first, limit: 2) == .scheduled, "what is there is there, full or not")
    #expect(try await fixture.store.schedule(message("1", by: .bob, at: 1), limit: 2) == .scheduled)
    #expect(try await fixture.store.schedule(message("1", app: .other, at: 2), limit: 2) == .scheduled)
    #expect(try await fixture.store.scheduled(limit: 9).map(\.time) == [1, 2, 5, 10])
    #expect(try await fixture.store.scheduled(limit: 2).map(\.time) == [1, 2])
    #expect(try await fixture.store.scheduled(of: .alice, app: .demo, after: nil, limit: 9) == [first, message("2", at: 5)])
  }

  @Test(arguments: Engine.all) func whatIsTakenBackIsGone(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    for id in ["1", "2"] { _ = try await fixture.store.schedule(message(id, at: 10), limit: 9) }
    #expect(try await fixture.store.unschedule(.sample("1"), of: .alice, app: .demo))
    #expect(try await !fixture.store.unschedule(.sample("1"), of: .alice, app: .demo))
    #expect(try await !fixture.store.unschedule(.sample("2"), of: .bob, app: .demo))
    #expect(try await !fixture.store.unschedule(.sample("2"), of: .alice, app: .other))
    #expect(try await fixture.store.scheduled(limit: 9).map(\.clientID.text) == ["2"])
    #expect(try await fixture.store.schedule(message("1", at: 20), limit: 9) == .scheduled)
    #expect(try await fixture.store.scheduled(limit: 9).map(\.time) == [10, 20])
  }

  /// Sending and taking it off the schedule are one: what was taken back is not sent, and what was sent cannot be taken back.
  @Test(arguments: Engine.all) func whatIsSentIsScheduledNoMore(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.outcome(.group())
    for id in ["1", "2"] { _ = try await fixture.store.schedule(message(id, at: 10), limit: 9) }
    let send = Append.text("first", to: .team).with(.scheduled(.sample("1")))
    #expect(try await fixture.outcome(send)?.seq == 2)
    #expect(try await fixture.store.scheduled(limit: 9).map(\.clientID.text) == ["2"])
    #expect(try await !fixture.store.unschedule(.sample("1"), of: .alice, app: .demo))
    #expect(try await fixture.outcome(send) == .repeated(Position(conversation: .team, seq: 2, time: send.time)))
    #expect(try await fixture.store.unschedule(.sample("2"), of: .alice, app: .demo))
    let late = Append.text("second", to: .team).with(.scheduled(.sample("2")))
    #expect(try await fixture.outcome(late) == .refused(.scheduled(.sample("2"))))
    // Neither another user's request nor one in another app is the one that was scheduled, in memory or in the tables.
    _ = try await fixture.outcome(.group(app: .other))
    _ = try await fixture.store.schedule(message("3", at: 10), limit: 9)
    for round in 0..<2 {
      for (user, app) in [(UserID.bob, AppID.demo), (.alice, .other)] {
        let foreign = Append.text("third \(round)", to: .team, by: user, app: app).with(.scheduled(.sample("3")))
        #expect(try await fixture.outcome(foreign) == .refused(.scheduled(.sample("3"))))
      }
      try await fixture.reopen()
    }
  }

  /// Random requests, with what is in memory only, folded, and read by the next process in all mixtures.
  @Test(arguments: Engine.all, SeededRandom.environmentSeeds(4)) func everyMixtureIsReadAsItWasWritten(
    engine: Engine, seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed)
    let fixture = try await Fixture(engine)
    var model: [String: ScheduledMessage] = [:]
    for step in 0..<80 {
      let user = [UserID.alice, .carol].randomElement(using: &random) ?? .alice
      let (id, key) = ("id\(random.next() % 9)", user.text)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        let new = message(id, by: user, at: Int64(step))
        let count = model.values.count { $0.user == user }
        let expected: ScheduleOutcome = model[key + id] != nil ? .conflict : count < 5 ? .scheduled : .tooMany
        #expect(try await fixture.store.schedule(new, limit: 5) == expected, "seed \(seed), step \(step)")
        if expected == .scheduled { model[key + id] = new }
      case 6..<9:
        let isThere = model.removeValue(forKey: key + id) != nil
        #expect(try await fixture.store.unschedule(.sample(id), of: user, app: .demo) == isThere, "seed \(seed), step \(step)")
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
      #expect(try await fixture.store.scheduled(limit: 3) == Array(all.prefix(3)), "seed \(seed), step \(step)")
    }
  }
}
