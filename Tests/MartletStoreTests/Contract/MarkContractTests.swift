import MartletStore
import MartletWire
import Testing

@Suite struct MarkContractTests {
  private func entry(_ seq: UInt64, _ read: UInt64) -> UserLogEntry {
    UserLogEntry(seq: seq, time: Append.noon, conversation: .pair, event: .readTo(read))
  }

  @Test(arguments: Engine.all) func markersOnlyMoveForward(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("1"))
    _ = try await fixture.store.append((2...9).map { .text("\($0)") })
    let outcomes = try await fixture.store.mark([5, 3, 5, 0, 7, 99, .max].map { .sample(.bob, $0) })
    #expect(
      outcomes == [
        .moved(read: 5, entry: entry(1, 5)), .unchanged(read: 5), .unchanged(read: 5), .unchanged(read: 5),
        .moved(read: 7, entry: entry(2, 7)), .moved(read: 9, entry: entry(3, 9)), .unchanged(read: 9),
      ])
    try await fixture.reopen()
    #expect(try await fixture.store.mark([.sample(.bob, 8)]) == [.unchanged(read: 9)])
    #expect(try await fixture.store.member(.bob, of: .pair, app: .demo)?.read == 9)
    #expect(try await fixture.store.member(.alice, of: .pair, app: .demo)?.read == 0)
    #expect(try await fixture.userLog(.bob) == [entry(1, 5), entry(2, 7), entry(3, 9)])
    #expect(try await fixture.userLog(.alice).isEmpty)
  }

  @Test(arguments: Engine.all) func onlyMembersHaveMarkers(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("1"))
    let marks: [Mark] = [.sample(.carol, 1), .sample(.bob, 1, in: .team), .sample(.bob, 1, app: .other)]
    #expect(try await fixture.store.mark(marks) == [.notMember, .notMember, .notMember])
    #expect(try await fixture.store.mark([]).isEmpty)
  }

  @Test(arguments: Engine.all) func whatLiesBeforeJoiningCannotBeMarked(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.group(), .text("2", to: .team), .text("3", to: .team)])
    _ = try await fixture.store.mark([.sample(.bob, 3, in: .team)])
    _ = try await fixture.store.append([.remove([.bob]), .add([.bob]), .text("6", to: .team)])
    let outcomes = try await fixture.store.mark([3, 4, 5].map { .sample(.bob, $0, in: .team) })
    #expect(outcomes.dropLast() == [.unchanged(read: 0), .unchanged(read: 0)])
    #expect(try await fixture.store.member(.bob, of: .team, app: .demo)?.read == 5)
  }

  @Test(arguments: Engine.all) func whenAPositionWasReadIsRememberedForTheNewestMoves(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.group()] + (2...50).map { .text("\($0)", to: .team) })
    func read(_ seq: UInt64, at time: Int64, _ kind: Mark.Kind = .read) async throws {
      let mark = Mark(app: .demo, conversation: .team, user: .bob, kind: kind, seq: seq, time: time)
      _ = try await fixture.store.mark([mark])
    }
    func times(_ seqs: [UInt64]) async throws -> [Int64?] {
      var found: [Int64?] = []
      for seq in seqs {
        found.append(try await fixture.store.readTimes(of: seq, by: [.alice, .bob], in: .team, app: .demo)[.bob])
      }
      return found
    }
    try await read(3, at: 30)
    try await read(5, at: 50, .readQuietly)
    try await read(4, at: 60, .delivered)
    #expect(try await times([2, 3, 4, 5]) == [30, 30, nil, nil], "what is read quietly is not told")
    try await fixture.reopen()
    try await read(6, at: 70)
    #expect(try await times([3, 4, 5, 6, 7]) == [30, 70, 70, 70, nil])
    for seq in 7...UInt64(40) {
      try await read(seq, at: Int64(seq) * 100)
      if seq % 10 == 0 { try await fixture.reopen() }
    }
    try await fixture.reopen()
    try await read(41, at: 4100)
    #expect(try await times([12, 40, 41, 42]) == [1200, 4000, 4100, nil])
    try await fixture.reopen()
    #expect(try await times([10]) == [1000], "from the oldest of the newest 32 moves on")
    // When it was read may be forgotten, but is not mistaken.
    #expect([[nil], [30]].contains(try await times([2])))
    _ = try await fixture.store.append([.remove([.bob]), .add([.bob]), .text("53", to: .team)])
    #expect(try await times([41, 52]) == [nil, nil])
    try await read(53, at: 9)
    try await fixture.reopen()
    #expect(try await times([53]) == [9])
    #expect(try await fixture.store.readTimes(of: 1, by: [.bob], in: .pair, app: .demo).isEmpty)
  }

  @Test(arguments: Engine.all) func aMoveChangesUnreadButNoStamp(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.direct("1"), .text("2"), .text("3")])
    let before = try #require(try await fixture.summary(.bob, .pair))
    let stamp = try await fixture.store.stamp(app: .demo)
    _ = try await fixture.store.mark([.sample(.bob, 2)])
    let after = try #require(try await fixture.summary(.bob, .pair))
    #expect(before.unread == 3)
    #expect(after.unread == 1)
    #expect(after.record == before.record)
    #expect(after.member.read == 2)
    #expect(try await fixture.store.stamp(app: .demo) == stamp)
  }

  @Test(arguments: Engine.all) func unreadCountsFromTheLatestOfJoinReadAndOwnMessage(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    func unread(_ user: UserID) async throws -> UInt64? { try await fixture.summary(user, .team)?.unread }
    _ = try await fixture.store.append([.group(), .text("2", to: .team), .text("3", to: .team), .add([.carol])])
    #expect(try await unread(.alice) == 0, "own messages are read")
    #expect(try await unread(.bob) == 2)
    #expect(try await unread(.carol) == 0, "what was before is not unread")
    _ = try await fixture.store.append([
      .text("5", to: .team), .text("6", to: .team), .recall(5, in: .team), .recall(2, in: .team),
    ])
    #expect(try await unread(.bob) == 2)
    #expect(try await unread(.carol) == 1)
    try await fixture.store(.text("9", to: .team, by: .bob))
    #expect(try await unread(.bob) == 0)
    #expect(try await unread(.alice) == 1)
    #expect(try await unread(.carol) == 2)
    _ = try await fixture.store.mark([.sample(.carol, 6, in: .team)])
    #expect(try await unread(.carol) == 1)
    try await fixture.store(.recall(6, in: .team))
    #expect(try await unread(.carol) == 1, "recalling what was read takes nothing away")
    try await fixture.reopen()
    #expect(try await unread(.carol) == 1)
  }
}
