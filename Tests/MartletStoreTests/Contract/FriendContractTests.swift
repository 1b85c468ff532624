import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Friends, and requests to become friends.
@Suite struct FriendContractTests {
  private func prepare(_ engine: Engine) async throws -> Fixture {
    let fixture = try await Fixture(engine)
    for user in [UserID.alice, .bob, .carol, .dave] { _ = try await fixture.store.createUser(user, app: .demo, at: 1) }
    return fixture
  }

  private func change(
    _ user: UserID, _ peers: UserID..., step: FriendStep? = .ask("", most: 9), most: Int = 9
  ) -> RelationChange {
    RelationChange(
      app: .demo, user: user, peers: peers, .friend, step != nil, most: most, time: Append.noon, step: step ?? .befriend)
  }

  private func set(_ change: RelationChange, _ fixture: Fixture) async throws -> RelationOutcome {
    try #require(try await fixture.store.change([change]).first)
  }

  private func block(_ user: UserID, _ peer: UserID, _ fixture: Fixture, _ isSet: Bool = true) async throws {
    _ = try await set(
      RelationChange(app: .demo, user: user, peers: [peer], .blocked, isSet, most: 9, time: Append.noon), fixture)
  }

  private func relations(_ fixture: Fixture, of user: UserID) async throws -> [RelationRecord] {
    try await fixture.store.relations(of: user, app: .demo, [], after: nil, limit: .max).relations
  }

  private func entry(_ seq: UInt64, _ peer: UserID, _ flags: RelationFlags, _ text: String = "") -> UserLogEntry {
    UserLogEntry(
      seq: seq, time: Append.noon, conversation: nil,
      event: .relationsChanged([RelationRecord(peer, flags, revision: seq, text: text)]))
  }

  @Test(arguments: Engine.all) func aRequestAndItsAnswerAreInBothLogs(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(
      try await set(change(.alice, .bob, step: .ask("Hello", most: 9)), fixture)
        == .changed(
          entry(1, .bob, .asked, "Hello"), others: [AddressedUserEntry(user: .bob, entry: entry(1, .alice, .asks, "Hello"))]))
    #expect(try await set(change(.alice, .bob, step: .ask("Hello", most: 9)), fixture) == .unchanged(head: 1))
    try await fixture.reopen()
    #expect(try await relations(fixture, of: .bob) == [RelationRecord(.alice, .asks, revision: 1, text: "Hello")])
    #expect(try await relations(fixture, of: .alice) == [RelationRecord(.bob, .asked, revision: 1, text: "Hello")])
    #expect(
      try await set(change(.bob, .alice, step: .accept), fixture)
        == .changed(entry(2, .alice, .friend), others: [AddressedUserEntry(user: .alice, entry: entry(2, .bob, .friend))]))
    #expect(try await set(change(.bob, .alice, step: .accept), fixture) == .unchanged(head: 2))
    for _ in 0..<2 {
      #expect(try await relations(fixture, of: .alice) == [RelationRecord(.bob, .friend, revision: 2)])
      #expect(try await relations(fixture, of: .bob) == [RelationRecord(.alice, .friend, revision: 2)])
      #expect(try await fixture.userLog(.alice).last == entry(2, .bob, .friend))
      try await fixture.reopen()
    }
    _ = try await set(change(.alice, .bob, .carol, step: nil), fixture)
    for user in [UserID.alice, .bob] { #expect(try await relations(fixture, of: user).isEmpty) }
    #expect(try await fixture.userLog(.bob).last == entry(3, .alice, []))
    #expect(try await fixture.userLog(.carol).isEmpty, "nothing of hers changed")
    #expect(try await set(change(.bob, .alice, step: nil), fixture) == .unchanged(head: 3))
  }

  @Test(arguments: Engine.all) func twoUsersWhoAskEachOtherAreFriends(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let (one, other) = (change(.alice, .bob, step: .ask("a", most: 1)), change(.bob, .alice, step: .ask("b", most: 1)))
    // Decided at once, in whatever order.
    let store = fixture.store
    try await withThrowingTaskGroup { group in
      for change in [one, other] { group.addTask { _ = try await store.change([change]) } }
      try await group.waitForAll()
    }
    for (user, peer) in [(UserID.alice, UserID.bob), (.bob, .alice)] {
      #expect(try await relations(fixture, of: user) == [RelationRecord(peer, .friend, revision: 2)])
    }
  }

  @Test(arguments: Engine.all) func aRequestToSomebodyWhoBlocksTheAskerLooksLikeAnyOther(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    try await block(.bob, .alice, fixture)
    #expect(try await set(change(.alice, .bob), fixture) == .changed(entry(1, .bob, .asked)))
    #expect(try await relations(fixture, of: .bob) == [RelationRecord(.alice, .blocked, revision: 1)])
    try await block(.bob, .alice, fixture, false)
    // Asking again, the request arrives.
    #expect(
      try await set(change(.alice, .bob), fixture)
        == .changed(entry(2, .bob, .asked), others: [AddressedUserEntry(user: .bob, entry: entry(3, .alice, .asks))]))
    // Who declines can block, and is asked no more.
    _ = try await set(change(.bob, .alice, step: nil), fixture)
    #expect(try await relations(fixture, of: .alice).isEmpty)
    try await block(.bob, .alice, fixture)
    _ = try await set(change(.alice, .bob), fixture)
    // Whoever asks somebody that asked in vain is a friend at once.
    guard case .changed = try await set(change(.bob, .alice), fixture) else { throw TestError("not asked") }
    #expect(try await relations(fixture, of: .bob).map(\.flags) == [[.blocked, .friend]])
    #expect(try await relations(fixture, of: .alice).map(\.flags) == [.friend])
  }

  @Test(arguments: Engine.all) func wrongAnswersAndTooManyAreRefused(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await set(change(.alice, .bob, step: .accept), fixture) == .notAsked(.bob))
    #expect(try await set(change(.alice, .sample("nobody")), fixture) == .userUnknown(.sample("nobody")))
    _ = try await set(change(.alice, .bob), fixture)
    #expect(try await set(change(.alice, .bob, step: .accept), fixture) == .notAsked(.bob), "nobody accepts their own request")
    #expect(try await set(change(.alice, .carol, step: .ask("", most: 1)), fixture) == .requestsFull(limit: 1))
    #expect(try await set(change(.carol, .bob, step: .ask("", most: 1)), fixture) == .peerFull(.asks, limit: 1))
    _ = try await set(change(.bob, .alice, step: .accept), fixture)
    _ = try await set(change(.bob, .carol), fixture)
    #expect(try await set(change(.carol, .bob, step: .accept, most: 1), fixture) == .peerFull(.friend, limit: 1))
    #expect(try await set(change(.bob, .dave, step: .befriend, most: 1), fixture) == .full(limit: 1))
    #expect(try await relations(fixture, of: .dave).isEmpty)
  }

  /// Whether the conversation existed before or not.
  @Test(arguments: Engine.all, [true, false]) func friendsMayWriteWhereOnlyAllowedUsersDo(
    engine: Engine, isNew: Bool
  ) async throws {
    let fixture = try await prepare(engine)
    func write(_ sender: UserID, _ peer: UserID) async throws -> Bool {
      let condition = Condition.admitted(sender, onlyAllowed: true)
      return try await fixture.store.append([Append.direct("x", from: sender, to: peer).with(condition)])[0].seq != nil
    }
    if !isNew { _ = try await fixture.store.append([Append.direct("x", from: .alice, to: .bob)]) }
    #expect(try await !write(.bob, .alice))
    _ = try await set(change(.alice, .bob), fixture)
    for (sender, peer) in [(UserID.alice, UserID.bob), (.bob, .alice)] {
      #expect(try await !write(sender, peer), "asking lets nobody in")
    }
    _ = try await set(change(.bob, .alice, step: .accept), fixture)
    try await fixture.reopen()
    for (sender, peer) in [(UserID.alice, UserID.bob), (.bob, .alice)] { #expect(try await write(sender, peer)) }
    _ = try await set(change(.bob, .alice, step: nil), fixture)
    #expect(try await !write(.bob, .alice))
    #expect(try await !write(.alice, .bob))
  }
}
