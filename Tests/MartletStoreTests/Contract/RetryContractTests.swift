import MartletStore
import MartletWire
import Testing

@Suite struct RetryContractTests {
  /// One with a time in it, one without.
  private static let ids = [ClientID.fresh(), ClientID.sample("not-a-uuid")]

  @Test(arguments: Engine.all, ids) func aRepeatGetsTheSamePosition(engine: Engine, id: ClientID) async throws {
    let fixture = try await Fixture(engine)
    let append = Append.direct("once", id: id, at: 500)
    let position = try await fixture.store(append).position
    try await fixture.store(.text("two", at: 600))
    var later = append
    later.time = 900
    for _ in 0..<2 {
      #expect(try await fixture.outcome(later) == .repeated(position))
      try await fixture.reopen()
    }
    #expect(try await fixture.log(.pair).count == 2)
  }

  @Test(arguments: Engine.all, ids) func anotherPayloadIsAConflict(engine: Engine, id: ClientID) async throws {
    let fixture = try await Fixture(engine)
    let fingerprint = [UInt8](repeating: 9, count: 32)
    try await fixture.store(.direct("once", id: id, fingerprint: fingerprint))
    for other in [fingerprint.dropLast() + [8], Array(fingerprint.dropLast()), fingerprint + [0], []] {
      #expect(try await fixture.outcome(.direct("twice", id: id, fingerprint: other)) == .conflict)
    }
    #expect(try await fixture.outcome(.direct("once", id: id, fingerprint: fingerprint))?.stored == nil)
    #expect(try await fixture.log(.pair).count == 1)
  }

  @Test(arguments: Engine.all, ids) func oneBatchStoresAnIDOnce(engine: Engine, id: ClientID) async throws {
    let fixture = try await Fixture(engine)
    let append = Append.direct("once", id: id)
    let outcomes = try await fixture.store.append([append, append, .direct("other", id: id, fingerprint: [2]), append])
    let position = try #require(outcomes[0].stored?.position)
    #expect(Array(outcomes.dropFirst()) == [.repeated(position), .conflict, .repeated(position)])
    #expect(try await fixture.log(.pair).count == 1)
  }

  @Test(arguments: Engine.all, ids) func concurrentRepeatsAreStoredOnce(engine: Engine, id: ClientID) async throws {
    let fixture = try await Fixture(engine)
    let append = Append.direct("once", id: id)
    let store = fixture.store
    let outcomes = try await withThrowingTaskGroup(of: [AppendOutcome].self) { group in
      for _ in 0..<50 { group.addTask { try await store.append([append]) } }
      return try await group.reduce(into: [AppendOutcome]()) { $0 += $1 }
    }
    #expect(outcomes.filter { $0.stored != nil }.count == 1)
    #expect(outcomes.filter { if case .repeated = $0 { true } else { false } }.count == 49)
    #expect(try await fixture.log(.pair).count == 1)
  }

  @Test(arguments: Engine.all, ids) func anIDBelongsToItsSenderAndApp(engine: Engine, id: ClientID) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("alice's", id: id))
    try await fixture.store(.direct("bob's", from: .bob, to: .alice, id: id))
    try await fixture.store(.direct("another alice's", app: .other, id: id))
    let log = try await fixture.log(.pair)
    #expect(log.map(\.event) == [.text("alice's"), .text("bob's")])
  }

  @Test(arguments: Engine.all, ids) func aRepeatIsAnsweredBeforeAnyCondition(engine: Engine, id: ClientID) async throws {
    let fixture = try await Fixture(engine)
    var group = Append.group(id: id)
    let position = try await fixture.store(group).position
    #expect(try await fixture.outcome(group) == .repeated(position), "though .absent no longer holds")
    try await fixture.store(.remove([.alice]))
    #expect(try await fixture.outcome(group.with(.member(.alice))) == .repeated(position))
    // A server that names a new group on each try still answers with the first.
    group.conversation = .sample("another")
    #expect(try await fixture.outcome(group) == .repeated(position))
    #expect(try await fixture.store.conversation(.sample("another"), app: .demo) == nil)
    // Without a conversation too.
    #expect(try await fixture.outcome(.text("x", to: .sample("nowhere"), id: id)) == .repeated(position))
  }

  @Test(arguments: Engine.all) func idsThatDifferInCaseAreDifferent(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let id = ClientID.fresh()
    try await fixture.store(.direct("lower", id: id))
    try await fixture.store(.text("upper", id: .sample(id.text.uppercased())))
    #expect(try await fixture.log(.pair).count == 2)
  }

  @Test(arguments: Engine.all) func whatWasStoredIsRecognisedAfterOpeningAnew(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let ids = (0..<20).map { $0.isMultiple(of: 2) ? ClientID.fresh() : .sample("plain-\($0)") }
    for (number, id) in ids.enumerated() {
      try await fixture.store(.group(.sample("g\(number)")))
      try await fixture.store(.text("\(number)", to: .sample("g\(number)"), id: id))
    }
    try await fixture.reopen()
    for (number, id) in ids.enumerated() {
      let retry = try await fixture.outcome(.text("\(number)", to: .sample("g\(number)"), id: id))
      #expect(retry == .repeated(Position(conversation: .sample("g\(number)"), seq: 2, time: Append.noon)))
      let elsewhere = ConversationID.sample("g\((number + 1) % 20)")
      #expect(try await fixture.outcome(.text("\(number)", to: elsewhere, id: id, fingerprint: [2])) == .conflict)
      #expect(try await fixture.outcome(.text("\(number)", to: elsewhere, by: .bob, id: id))?.seq == 3, "of another sender")
    }
  }

  /// A retry of a request that had nothing to change gets the same answer, even if it would now change something.
  @Test(arguments: Engine.all, ids) func aRepeatOfWhatChangedNothingChangesNothing(engine: Engine, id: ClientID) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    var add = Append.add([.bob]).with(.membershipChangesApply)
    add.clientID = id
    #expect(try await fixture.outcome(add) == .unchanged)
    try await fixture.store(.remove([.bob]))
    for _ in 0..<2 {
      #expect(try await fixture.outcome(add) == .unchanged)
      #expect(try await fixture.store.append([add, add]) == [.unchanged, .unchanged])
      var other = add
      other.fingerprint = [9]
      #expect(try await fixture.outcome(other) == .conflict)
      try await fixture.reopen()
    }
    #expect(try await fixture.store.member(.bob, of: .team, app: .demo) == nil)
    #expect(try await fixture.log(.team).count == 2)
    var elses = add
    elses.sender = .carol
    elses.joins = [.dave]
    #expect(try await fixture.outcome(elses)?.seq == 3, "of another sender")
  }
}
