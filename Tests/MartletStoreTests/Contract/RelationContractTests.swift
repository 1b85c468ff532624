import MartletStore
import MartletTesting
import MartletWire
import Testing

/// What users set about others, and what blocked users may still store.
@Suite struct RelationContractTests {
  private func prepare(_ engine: Engine) async throws -> Fixture {
    let fixture = try await Fixture(engine)
    for user in [UserID.alice, .bob, .carol, .dave] { _ = try await fixture.store.createUser(user, app: .demo, at: 1) }
    return fixture
  }

  private func block(
    _ peers: UserID..., by user: UserID = .alice, on: Bool = true, most: Int = 9
  ) -> RelationChange {
    RelationChange(app: .demo, user: user, peers: peers, .blocked, on, most: most, time: Append.noon)
  }

  private func set(_ change: RelationChange, _ fixture: Fixture) async throws -> RelationOutcome {
    try #require(try await fixture.store.change([change]).first)
  }

  private func write(_ sender: UserID, to peer: UserID, _ fixture: Fixture) async throws -> AppendOutcome {
    try #require(
      try await fixture.store.append([Append.direct("x", from: sender, to: peer).with(.notBlocked(sender))]).first)
  }

  private func entry(_ seq: UInt64, _ relations: (UserID, RelationFlags)...) -> UserLogEntry {
    UserLogEntry(
      seq: seq, time: Append.noon, conversation: nil,
      event: .relationsChanged(relations.map { RelationRecord($0.0, $0.1, revision: seq) }))
  }

  private func relations(
    _ fixture: Fixture, of user: UserID = .alice, _ flags: RelationFlags = [], after: UserID? = nil, limit: Int = .max
  ) async throws -> [RelationRecord] {
    try await fixture.store.relations(of: user, app: .demo, flags, after: after, limit: limit).relations
  }

  @Test(arguments: Engine.all) func aBlockIsInTheUsersLogAndList(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await set(block(.carol, .bob), fixture) == .changed(entry(1, (.carol, .blocked), (.bob, .blocked))))
    #expect(try await set(block(.bob), fixture) == .unchanged(head: 1))
    #expect(try await set(block(.bob, .dave), fixture) == .changed(entry(2, (.dave, .blocked))))
    #expect(try await set(block(.carol, .dave, on: false), fixture) == .changed(entry(3, (.carol, []), (.dave, []))))
    #expect(try await set(block(.carol, on: false), fixture) == .unchanged(head: 3))
    for _ in 0..<2 {
      #expect(try await relations(fixture) == [RelationRecord(.bob, .blocked, revision: 1)])
      #expect(try await relations(fixture, of: .bob).isEmpty, "nobody else is told")
      #expect(try await fixture.userLog(.alice).map(\.seq) == [1, 2, 3])
      #expect(try await fixture.userLog(.alice).last == entry(3, (.carol, []), (.dave, [])))
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func theListHasPages(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    _ = try await set(block(.dave, .bob), fixture)
    try await fixture.reopen()
    _ = try await set(block(.carol), fixture)
    for _ in 0..<2 {
      let store = fixture.store
      let first = try await store.relations(of: .alice, app: .demo, .blocked, after: nil, limit: 2)
      #expect(first.relations.map(\.peer) == [.bob, .carol] && first.more && first.head == 2)
      let second = try await store.relations(of: .alice, app: .demo, .blocked, after: .carol, limit: 2)
      #expect(second.relations.map(\.peer) == [.dave] && !second.more)
      #expect(try await relations(fixture, [], after: .bob, limit: 1).map(\.peer) == [.carol])
      #expect(try await store.relations(of: .alice, app: .other, [], after: nil, limit: 9).relations.isEmpty)
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func theListHasALimit(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await set(block(.bob, .carol, most: 1), fixture) == .full(limit: 1))
    #expect(try await relations(fixture).isEmpty)
    #expect(try await set(block(.bob, most: 1), fixture) == .changed(entry(1, (.bob, .blocked))))
    #expect(try await set(block(.bob, most: 1), fixture) == .unchanged(head: 1))
    #expect(try await set(block(.carol, most: 1), fixture) == .full(limit: 1))
    #expect(try await set(block(.bob, on: false, most: 0), fixture) == .changed(entry(2, (.bob, []))))
    #expect(try await set(block(.carol, most: 1), fixture) == .changed(entry(3, (.carol, .blocked))))
  }

  @Test(arguments: Engine.all) func onlyUsersWhoExistAreBlocked(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let nobody = UserID.sample("nobody")
    #expect(try await set(block(.bob, nobody), fixture) == .userUnknown(nobody))
    #expect(try await relations(fixture).isEmpty)
    #expect(try await set(block(nobody, on: false), fixture) == .unchanged(head: 0))
    var other = block(.bob)
    other.app = .other
    #expect(try await set(other, fixture) == .userUnknown(.bob))
  }

  /// Whether the conversation existed before the block or not.
  @Test(arguments: Engine.all, [true, false])
  func aBlockedUserStoresNothingUntilItIsLifted(engine: Engine, isNew: Bool) async throws {
    let fixture = try await prepare(engine)
    var head: UInt64 = 0
    if !isNew {
      #expect(try await write(.bob, to: .alice, fixture).seq == 1)
      head = 1
    }
    _ = try await set(block(.bob), fixture)
    for _ in 0..<2 {
      #expect(try await write(.bob, to: .alice, fixture) == .refused(.notBlocked(.bob)))
      try await fixture.reopen()
    }
    // The other direction, other conversations and other apps are not affected.
    #expect(try await write(.alice, to: .bob, fixture).seq == head + 1)
    #expect(try await write(.bob, to: .alice, fixture) == .refused(.notBlocked(.bob)))
    #expect(try await write(.bob, to: .carol, fixture).seq == 1)
    let elsewhere = Append.direct("x", from: .bob, to: .alice, app: .other).with(.notBlocked(.bob))
    #expect(try await fixture.store.append([elsewhere])[0].seq == 1)
    let record = try await fixture.store.conversation(.pair, app: .demo)
    #expect(record?.relations == .firstBlocks)
    #expect(try await fixture.summary(.bob, .pair)?.record == record)
    try await fixture.reopen()
    #expect(try await fixture.store.conversation(.pair, app: .demo) == record)
    _ = try await set(block(.alice, by: .bob), fixture)
    #expect(try await fixture.store.conversation(.pair, app: .demo)?.relations == [.firstBlocks, .secondBlocks])
    #expect(try await write(.alice, to: .bob, fixture) == .refused(.notBlocked(.alice)))
    _ = try await set(block(.bob, on: false), fixture)
    #expect(try await write(.bob, to: .alice, fixture).seq == head + 2)
    #expect(try await write(.alice, to: .bob, fixture) == .refused(.notBlocked(.alice)))
  }

  // MARK: - The allow list

  private func change(
    _ kind: RelationFlags, _ on: Bool = true, _ peers: UserID..., by user: UserID = .alice
  ) -> RelationChange {
    RelationChange(app: .demo, user: user, peers: peers.isEmpty ? [user] : peers, kind, on, most: 9, time: Append.noon)
  }

  private func write(
    _ sender: UserID, _ peer: UserID, _ fixture: Fixture, onlyAllowed: Bool = false
  ) async throws -> Bool {
    let condition = Condition.admitted(sender, onlyAllowed: onlyAllowed)
    let outcome = try await fixture.store.append([Append.direct("x", from: sender, to: peer).with(condition)])[0]
    if outcome.seq == nil { #expect(outcome == .refused(condition)) }
    return outcome.seq != nil
  }

  /// Whether the conversation existed before or not.
  @Test(arguments: Engine.all, [true, false])
  func onlyAllowedUsersWriteIfTheUserSaysSo(engine: Engine, isNew: Bool) async throws {
    let fixture = try await prepare(engine)
    for peer in isNew ? [] : [UserID.bob, .carol] { #expect(try await write(peer, .alice, fixture)) }
    _ = try await set(change(.allowed, true, .bob), fixture)
    #expect(try await write(.carol, .alice, fixture), "the list alone keeps nobody from writing")
    #expect(
      try await set(change(.onlyAllowed), fixture)
        == .changed(entry(3, (.alice, .onlyAllowed)), after: [entry(2, (.alice, []))]))
    for _ in 0..<2 {
      #expect(try await !write(.carol, .alice, fixture))
      #expect(try await write(.bob, .alice, fixture))
      #expect(try await write(.alice, .carol, fixture), "the other direction is not affected")
      #expect(try await write(.alice, .alice, fixture))
      #expect(try await relations(fixture, .onlyAllowed) == [RelationRecord(.alice, .onlyAllowed, revision: 3)])
      try await fixture.reopen()
    }
    #expect(try await set(change(.onlyAllowed), fixture) == .unchanged(head: 3))
    #expect(try await fixture.userLog(.alice).map(\.seq) == [1, 2, 3])
    _ = try await set(change(.allowed, true, .carol), fixture)
    _ = try await set(change(.allowed, false, .bob), fixture)
    #expect(try await write(.carol, .alice, fixture))
    #expect(try await !write(.bob, .alice, fixture))
    // A block counts more.
    _ = try await set(block(.carol), fixture)
    #expect(try await write(.carol, to: .alice, fixture) == .refused(.notBlocked(.carol)))
    _ = try await set(change(.onlyAllowed, false), fixture)
    try await fixture.reopen()
    for peer in [UserID.bob, .dave] { #expect(try await write(peer, .alice, fixture)) }
    #expect(try await relations(fixture) == [RelationRecord(.carol, [.blocked, .allowed], revision: 6)])
  }

  @Test(arguments: Engine.all) func anAppMayLetOnlyAllowedUsersWrite(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await !write(.bob, .alice, fixture, onlyAllowed: true))
    _ = try await set(change(.allowed, true, .bob), fixture)
    #expect(try await write(.bob, .alice, fixture, onlyAllowed: true))
    #expect(try await !write(.alice, .bob, fixture, onlyAllowed: true), "each of the two decides")
    #expect(try await write(.alice, .alice, fixture, onlyAllowed: true))
  }

  /// More conversations than one commit tells.
  @Test(arguments: [Engine.memory]) func manyConversationsAreTold(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let peers = (0..<450).map { UserID.sample("peer\($0)") }
    for peer in peers {
      _ = try await fixture.store.createUser(peer, app: .demo, at: 1)
      #expect(try await write(peer, .alice, fixture))
    }
    _ = try await set(change(.onlyAllowed), fixture)
    for peer in peers { #expect(try await !write(peer, .alice, fixture)) }
    _ = try await set(change(.onlyAllowed, false), fixture)
    for peer in peers { #expect(try await write(peer, .alice, fixture)) }
  }

  /// Each begins while the other is under way, and neither undoes the other's beginning without end.
  @Test(arguments: Engine.all, [1, 3]) func contraryChangesAtOnceEnd(engine: Engine, devices: Int) async throws {
    let fixture = try await prepare(engine)
    let (store, asked) = (fixture.store, (0..<2 * devices).map { change(.onlyAllowed, $0 % 2 == 0) })
    for _ in 0..<10 {
      try await withThrowingTaskGroup { group in
        for one in asked { group.addTask { _ = try await store.change([one]) } }
        try await group.waitForAll()
      }
      let own = try await relations(fixture, .onlyAllowed)
      #expect(try await write(.bob, .alice, fixture) == own.isEmpty)
    }
  }

  /// The decisions of one commit see each other, in order.
  @Test(arguments: Engine.all) func aRetryIsAnsweredThoughItsSenderIsBlockedNow(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let append = Append.direct("x", from: .bob, to: .alice).with(.notBlocked(.bob))
    let position = try await fixture.store(append).position
    _ = try await set(block(.bob), fixture)
    #expect(try await fixture.store.append([append]) == [.repeated(position)])
    try await fixture.reopen()
    #expect(try await fixture.store.append([append]) == [.repeated(position)])
  }

  /// Of a conversation that exists, its own row tells.
  @Test func aMessageLooksForNoBlocks() async throws {
    let disk = MemoryDisk(generation: "relations")
    let store = MemoryStore(disk, isRemote: true)
    for user in [UserID.alice, .bob] { _ = try await store.createUser(user, app: .demo, at: 1) }
    let others = (0..<3000).map { UserID.sample("other\($0)") }
    for user in others { _ = try await store.createUser(user, app: .demo, at: 1) }
    func send(_ conditions: Condition...) async throws -> Int {
      let before = store.rounds
      let message = Append.direct("x", from: .bob, to: .alice)
      guard case .stored = try await store.append([conditions.reduce(message) { $0.with($1) }])[0] else { return -1 }
      return store.rounds - before
    }
    #expect(try await send(.notBlocked(.bob)) > 0)
    let usual = try await send()
    #expect(try await send(.notBlocked(.bob)) == usual)
    for start in stride(from: 0, to: 3000, by: 500) {
      let change = RelationChange(
        app: .demo, user: .alice, peers: Array(others[start..<start + 500]), .blocked, most: 3000, time: 1)
      guard case .changed = try await store.change([change])[0] else { return #expect(Bool(false), "\(start)") }
    }
    #expect(try await send(.notBlocked(.bob)) == usual, "a long list costs a message nothing")
  }
}
