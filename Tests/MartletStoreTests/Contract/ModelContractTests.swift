import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Random histories: the store must answer each write and show each state as the model does.
@Suite struct ModelContractTests {
  @Test(arguments: Engine.all, SeededRandom.environmentSeeds(6))
  func randomHistoriesMatchTheModel(engine: Engine, seed: UInt64) async throws {
    let fixture = try await Fixture(engine)
    var history = RandomHistory(seed: seed)
    var model = ModelStore()
    var stamps: [AppID: UInt64] = [:]
    for person in ModelStore.known { _ = try await fixture.store.createUser(person.user, app: person.app, at: 1) }
    for step in 0..<60 {
      if history.chance(3) {
        let marks = (0..<Int.random(in: 1...4, using: &history.random)).map { _ in history.nextMark() }
        let expected = marks.map { model.mark($0) }
        #expect(try await fixture.store.mark(marks) == expected, "seed \(seed), step \(step)")
      } else if history.chance(5) {
        let hides = (0..<Int.random(in: 1...4, using: &history.random)).map { _ in history.nextHide() }
        let expected = hides.map { model.hide($0) }
        #expect(try await fixture.store.hide(hides) == expected, "seed \(seed), step \(step)")
      } else if history.chance(5) {
        let changes = (0..<Int.random(in: 1...4, using: &history.random)).map { _ in history.nextSettingChange() }
        let expected = changes.map { model.change($0) }
        #expect(try await fixture.store.change(changes) == expected, "seed \(seed), step \(step)")
      } else if history.chance(6) {
        let changes = (0..<Int.random(in: 1...3, using: &history.random)).map { _ in history.nextRelationChange() }
        let expected = changes.map { model.change($0) }
        #expect(try await fixture.store.change(changes) == expected, "seed \(seed), step \(step)")
      } else {
        let appends = (0..<Int.random(in: 1...9, using: &history.random)).map { _ in history.nextAppend() }
        let expected = appends.map { model.append($0) }
        let outcomes = try await fixture.store.append(appends)
        #expect(outcomes.map(\.unstamped) == expected, "seed \(seed), step \(step)")
        for (append, outcome) in zip(appends, outcomes) {
          guard let stored = outcome.stored else { continue }
          let before = stamps[append.app] ?? 0
          #expect(engine.countsStamps ? stored.stamp == before + 1 : stored.stamp > before, "seed \(seed), step \(step)")
          stamps[append.app] = stored.stamp
        }
      }
      if history.chance(15) { try await fixture.reopen() }
      if history.chance(8) || step == 59 { try await compare(fixture, model, "seed \(seed), step \(step)") }
    }
  }

  private func compare(_ fixture: Fixture, _ model: ModelStore, _ note: Comment) async throws {
    for place in model.places {
      let record = try await fixture.store.conversation(place.conversation, app: place.app)
      #expect(record?.unstamped == model.record(place), note)
      #expect(try await fixture.log(place.conversation, app: place.app) == model.entries(place), note)
      #expect(
        try await fixture.store.members(of: place.conversation, app: place.app, after: nil, limit: .max) == model.members(place),
        note)
    }
    for place in model.places { try await compareAnnotators(of: place, fixture, model, note) }
    for place in model.places {
      try await comparePages(of: place, fixture, model, note)
      try await compareMembers(of: place, fixture, model, note)
      for user in [UserID.alice, .bob, .carol, .dave] { try await compareAttached(to: place, for: user, fixture, model, note) }
    }
    for app in [AppID.demo, .other] {
      for user in [UserID.alice, .bob, .carol, .dave] {
        let person = ModelStore.Person(app: app, user: user)
        let summaries = try await fixture.summaries(user, app: app)
        #expect(summaries.map(\.unstamped) == model.summaries(person), note)
        #expect(summaries.map(\.record.stamp) == summaries.map(\.record.stamp).sorted(by: >), note)
        #expect(try await fixture.userLog(user, app: app) == model.userLogs[person] ?? [], note)
        for flags in [[], .blocked, .allowed, .onlyAllowed] as [RelationFlags] {
          let relations = try await fixture.store.relations(of: user, app: app, flags, after: nil, limit: .max)
          let expected = model.relations(person).filter { $0.flags.isSuperset(of: flags) }
          #expect(relations.relations == expected && !relations.more, note)
        }
        let settings = try await fixture.store.settings(of: user, app: app, after: nil, limit: .max)
        #expect(settings.settings == model.settings(person), note)
        #expect(settings.head == UInt64(model.userLogs[person]?.count ?? 0), note)
        let first = try await fixture.store.settings(of: user, app: app, after: nil, limit: 2)
        let rest = try await fixture.store.settings(of: user, app: app, after: first.settings.last?.name, limit: .max)
        #expect(first.settings + (first.more ? rest.settings : []) == model.settings(person), note)
      }
    }
  }

  /// Pages of members that begin after each of them.
  private func compareMembers(of place: ModelStore.Place, _ fixture: Fixture, _ model: ModelStore, _ note: Comment) async throws {
    let all = model.members(place)
    let outsiders = model.outsiders(place)
    for user in [UserID.alice, .bob, .carol, .dave] {
      // What is over may be gone.
      let known = try await fixture.store.outsider(user, of: place.conversation, app: place.app)
      let time = model.record(place)?.time ?? 0
      #expect(known.flatMap { $0.holds(at: time) ? $0 : nil } == outsiders[user].flatMap { $0.holds(at: time) ? $0 : nil }, note)
    }
    for after in [nil] + [UserID.alice, .bob, .carol, .dave] {
      for limit in 0...2 {
        let page = try await fixture.store.members(of: place.conversation, app: place.app, after: after, limit: limit)
        #expect(page == Array(all.filter { member in after.map { member.user > $0 } ?? true }.prefix(limit)), note)
        let time = model.record(place)?.time ?? 0
        for standing in OutsiderRecord.Standing.allCases {
          let found = try await fixture.store.outsiders(
            standing, of: place.conversation, app: place.app, at: time, after: after, limit: limit)
          let expected = outsiders.values.filter { one in
            one.standing == standing && one.until > time && after.map { one.user > $0 } ?? true
          }
          #expect(found == Array(expected.sorted { $0.user < $1.user }.prefix(limit)), note)
        }
      }
    }
  }

  /// Pins, replies and wordings as a user gets them.
  private func compareAttached(
    to place: ModelStore.Place, for user: UserID, _ fixture: Fixture, _ model: ModelStore, _ note: Comment
  ) async throws {
    let (store, id, app) = (fixture.store, place.conversation, place.app)
    let member = model.members(place).first { $0.user == user }
    let head = UInt64(model.entries(place).count)
    for after in [0, head / 2] {
      let pinned = try await store.pinned(in: id, app: app, for: user, after: after)
      #expect(pinned == member.map { model.pinned(place, for: $0, after: after) }, "\(note), \(user)")
    }
    for seq in 1...head + 1 {
      for (after, limit) in [(0, Int.max), (seq, 2), (head / 2, 1)] as [(UInt64, Int)] {
        let note: Comment = "\(note), \(user), \(seq), \(limit) after \(after)"
        let replies = try await store.replies(to: seq, in: id, app: app, for: user, after: after, limit: limit)
        #expect(replies == member.map { model.replies(to: seq, place, for: $0, after: after, limit: limit) }, note)
        let versions = try await store.versions(of: seq, in: id, app: app, for: user, after: after, limit: limit)
        #expect(versions == member.map { model.versions(of: seq, place, for: $0, after: after, limit: limit) }, note)
      }
    }
  }

  private func compareAnnotators(
    of place: ModelStore.Place, _ fixture: Fixture, _ model: ModelStore, _ note: Comment
  ) async throws {
    for entry in model.entries(place) where !entry.annotations.isEmpty {
      for slot in entry.annotations.map(\.slot) where slot.kind.isCounted {
        let all = model.annotators(of: slot.name, slot.kind, at: entry.seq, place)
        for (after, limit) in [(nil, Int.max), (nil, 1), (all.first?.user, 2)] as [(UserID?, Int)] {
          let found = try await fixture.store.annotators(
            of: slot.name, kind: slot.kind, at: entry.seq, in: place.conversation, app: place.app, after: after, limit: limit)
          #expect(found == Array(all.filter { user in after.map { user.user > $0 } ?? true }.prefix(limit)), note)
        }
      }
    }
  }

  /// Pages of all lengths that begin and end about the middle of the log.
  private func comparePages(of place: ModelStore.Place, _ fixture: Fixture, _ model: ModelStore, _ note: Comment) async throws {
    let log = model.entries(place)
    let middle = UInt64(log.count / 2)
    let requests = [
      PageRequest(limit: .max), PageRequest(limit: .max, newest: true), PageRequest(limit: 3),
      PageRequest(limit: 3, newest: true),
      PageRequest(from: middle, limit: 5), PageRequest(to: middle, limit: 5, newest: true),
      PageRequest(from: middle, to: middle &+ 1, limit: 9),
    ]
    for user in [UserID.alice, .bob, .carol, .dave] {
      let member = model.members(place).first { $0.user == user }
      for request in requests {
        let page = try await fixture.store.page(
          request, of: place.conversation, app: place.app, for: user, into: GatheredEntries(backwards: request.newest))
        guard let member else {
          #expect(page == nil, note)
          continue
        }
        let upper = request.to == 0 ? UInt64.max : request.to
        let inRange = model.entries(place, for: user).filter { $0.seq >= max(member.first, request.from) && $0.seq <= upper }
        let asked = Array(request.newest ? inRange.suffix(request.limit) : inRange.prefix(request.limit))
        let shown = Set(model.visible(place, member).map(\.seq))
        #expect(
          page?.sink.entries == asked.filter { shown.contains($0.seq) }.map { $0.shown(to: user, since: member.since) },
          "\(note), \(user), \(request)")
        #expect(
          page?.sink.hidden.map(\.seq).sorted() == asked.map(\.seq).filter { !shown.contains($0) },
          "\(note), \(user), \(request)")
        #expect(page?.head == UInt64(log.count), note)
        #expect(page?.first == member.first, note)
      }
      for newest in [false, true] {
        let found = try await fixture.store.mentions(
          of: user, in: place.conversation, app: place.app, after: 0, limit: 2, newest: newest)
        let mentions = model.mentions(of: user, in: place)
        #expect(found == mentions.map { Array(newest ? $0.suffix(2) : $0.prefix(2)) }, "\(note), \(user)")
      }
    }
  }
}

extension AppendOutcome {
  /// With stamp 0, as the model gives it.
  fileprivate var unstamped: AppendOutcome {
    guard case .stored(var stored) = self else { return self }
    stored.stamp = 0
    return .stored(stored)
  }
}

extension ConversationRecord {
  var unstamped: ConversationRecord {
    var copy = self
    copy.stamp = 0
    return copy
  }
}

extension ConversationSummary {
  var unstamped: ConversationSummary {
    var copy = self
    copy.record = record.unstamped
    return copy
  }
}
