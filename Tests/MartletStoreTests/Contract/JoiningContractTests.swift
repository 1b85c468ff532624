import MartletStore
import MartletWire
import Testing

/// Ways into a group, and its end.
@Suite struct JoiningContractTests {
  /// A group of alice, who owns it, with a link for one user that ends a second after noon.
  private func prepare(_ engine: Engine) async throws -> Fixture {
    let fixture = try await Fixture(engine)
    var group = Append.group()
    group.event = .groupCreated(title: "Team", owner: .alice, members: [.alice])
    group.joins = [.alice]
    try await fixture.store(group)
    try await fixture.store(link("one", uses: 1))
    return fixture
  }

  private func link(_ code: String, until: Int64 = Append.noon + 1_000, uses: UInt32 = 0) -> Append {
    var change = ConversationChange()
    change.linkMade = JoinLink(by: .alice, until: until, uses: uses, code: code)
    return .sample(.conversationChanged(change), to: .team, by: .alice)
  }

  private func join(_ user: UserID, _ code: String?, at time: Int64 = Append.noon, way: String = "") -> Append {
    var append = Append.sample(.membersAdded([user]), to: .team, by: user)
    append.joins = [user]
    append.time = time
    if !way.isEmpty { append.details = Details(Wire.Details(arrival: Wire.Arrival(way: way))) }
    append.conditions = [.membershipChangesApply, .admits(code, at: time), .notDismissed]
    return append
  }

  private func change(_ body: (inout ConversationChange) -> Void) -> Append {
    var change = ConversationChange()
    body(&change)
    return .sample(.conversationChanged(change), to: .team, by: .alice)
  }

  private func rules(_ fixture: Fixture) async throws -> GroupRules? {
    try await fixture.reopen()
    return try await fixture.store.conversation(.team, app: .demo)?.rules
  }

  @Test(arguments: Engine.all) func aLinkIsNamedByThePositionOfItsEntry(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await rules(fixture)?.links == [JoinLink(id: 2, by: .alice, until: Append.noon + 1_000, uses: 1, code: "one")])
  }

  @Test(arguments: Engine.all) func aLinkLetsInAsManyAsItSays(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    // In one batch: the second finds the use of the first.
    let outcomes = try await fixture.store.append([join(.bob, "one", way: "qr"), join(.carol, "one"), join(.bob, "one")])
    guard case .stored(let stored) = outcomes[0] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(stored.details?.wire.arrival == Wire.Arrival(link: 2, way: "qr"))
    #expect(outcomes[1] == .refused(.admits("one", at: Append.noon)))
    #expect(outcomes[2] == .unchanged, "a member needs no link")
    #expect(try await rules(fixture)?.links.map(\.used) == [1])
  }

  @Test(arguments: Engine.all) func anExpiredOrRevokedOrMadeUpLinkLetsNobodyIn(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let late = Append.noon + 1_000
    #expect(try await fixture.store.append([join(.bob, "one", at: late)]) == [.refused(.admits("one", at: late))])
    #expect(try await fixture.store.append([join(.bob, "made up")]) == [.refused(.admits("made up", at: Append.noon))])
    try await fixture.store(change { $0.linksRevoked = [2, 7] })
    #expect(try await rules(fixture) == nil)
    #expect(try await fixture.store.append([join(.bob, "one")]) == [.refused(.admits("one", at: Append.noon))])
    var again = change { $0.linksRevoked = [2] }
    again.conditions = [.conversationChanges]
    #expect(try await fixture.store.append([again]) == [.unchanged])
  }

  @Test(arguments: Engine.all) func everybodyMayJoinAnOpenGroup(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await fixture.store.append([join(.bob, nil)]) == [.refused(.admits(nil, at: Append.noon))])
    try await fixture.store(change { $0.open = true })
    try await fixture.store(join(.bob, nil))
    #expect(try await rules(fixture)?.isOpen == true)
    try await fixture.store(change { $0.open = false })
    #expect(try await fixture.store.append([join(.carol, nil)]) == [.refused(.admits(nil, at: Append.noon))])
  }

  @Test(arguments: Engine.all) func noMoreLinksThanAllowedAreMade(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    #expect(try await fixture.store.append([link("two").with(.linksAtMost(1))]) == [.refused(.linksAtMost(1))])
    try await fixture.store(link("two").with(.linksAtMost(2)))
    try await fixture.store(change { $0.linksRevoked = [2] }.with(.linksAtMost(0)))
    #expect(try await rules(fixture)?.links.map(\.id) == [3])
  }

  @Test(arguments: Engine.all) func nobodyWritesOrJoinsAfterTheEnd(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    let text = Append.text("x", to: .team, by: .alice).with(.mayWrite(.alice, at: Append.noon))
    let outcomes = try await fixture.store.append([change { $0.dismissed = true }, text, join(.bob, "one")])
    #expect(outcomes.dropFirst() == [.refused(.notDismissed), .refused(.notDismissed)])
    #expect(try await rules(fixture)?.isDismissed == true)
  }

  // MARK: - What new members may read

  private func text(_ words: String) -> Append { Append.text(words, to: .team, by: .alice) }

  @Test(arguments: Engine.all) func newMembersReadAsMuchAsTheGroupSays(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    // Positions 3 to 6.
    for word in ["a", "b", "c"] { try await fixture.store(text(word)) }
    try await fixture.store(change { $0.history = 3 })
    try await fixture.store(Append.add([.bob]))
    try await fixture.store(change { $0.history = .max })
    try await fixture.store(Append.add([.carol]))
    try await fixture.reopen()
    #expect(try await rules(fixture)?.history == .max)
    let bob = try #require(try await fixture.store.member(.bob, of: .team, app: .demo))
    #expect((bob.joined, bob.earlier, bob.since, bob.first) == (7, 3, 4, 4))
    let carol = try #require(try await fixture.store.member(.carol, of: .team, app: .demo))
    #expect((carol.joined, carol.earlier, carol.since) == (9, 8, 1))
    // Nothing of it is unread, and the last message is there.
    for user in [UserID.bob, .carol] {
      let summary = try #require(try await fixture.summary(user, .team))
      #expect(summary.unread == 0 && summary.mentions == 0)
      #expect(summary.lastMessage?.seq == 5)
    }
    for (seq, isVisible) in [(UInt64(3), false), (4, true), (5, true)] {
      let reaction = text("r").with(.visibleMessage(seq, to: .bob))
      #expect(try await fixture.outcome(reaction).map { $0.stored != nil } == isVisible, "\(seq)")
    }
  }

  @Test(arguments: Engine.all) func theAppSaysWhatNewMembersReadWhereTheGroupDoesNot(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    var add = Append.add([.bob])
    add.history = .max
    let stored = try await fixture.store(add)
    #expect(stored.details?.wire.arrival == Wire.Arrival(history: 2))
    try await fixture.store(change { $0.history = 0 })
    add = Append.add([.carol])
    add.history = .max
    #expect(try await fixture.store(add).details == nil)
    try await fixture.reopen()
    #expect(try await fixture.store.member(.bob, of: .team, app: .demo)?.since == 1)
    #expect(try await fixture.store.member(.carol, of: .team, app: .demo)?.earlier == 0)
  }

  @Test(arguments: Engine.all) func anEditIsShownToThoseWhoMayReadTheMessage(engine: Engine) async throws {
    let fixture = try await prepare(engine)
    for word in ["a", "b"] { try await fixture.store(text(word)) }
    try await fixture.store(change { $0.history = 2 })
    try await fixture.store(Append.add([.bob]))
    for seq in [UInt64(3), 4] { try await fixture.store(Append.edit(seq, "x", in: .team)) }
    let entries = try await fixture.store.entries(of: .team, app: .demo, range: 7...8, limit: 9, newest: false)
    let bob = try #require(try await fixture.store.member(.bob, of: .team, app: .demo))
    #expect(entries.map { $0.isVisible(to: LogReader(bob)) } == [false, true])
  }
}
