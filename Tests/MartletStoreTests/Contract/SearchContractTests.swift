import MartletStore
import MartletWire
import Testing

/// Conversations found by members, title, attributes and time, in every engine.
@Suite(.timeLimit(.minutes(10))) struct SearchContractTests {
  private func group(_ name: String) throws -> ConversationID { try #require(ConversationID("group:\(name)")) }

  private func make(
    _ name: String, _ members: [UserID], title: String = "Team", attributes: [String: String] = [:], at time: Int64 = Append.noon
  ) throws -> Append {
    var append = Append.group(try group(name), members: members, at: time)
    append.event = .groupCreated(title: title, owner: .alice, members: members, attributes: Attributes(attributes))
    append.create = NewConversation(title: title, owner: .alice)
    return append
  }

  private func found(
    _ fixture: Fixture, by user: UserID = .alice, _ condition: (inout WantedConversations) -> Void
  ) async throws -> [String] {
    var wanted = WantedConversations()
    condition(&wanted)
    let page = try await fixture.store.search(wanted, for: user, app: .demo, before: .max, limit: 99)
    #expect(page.next == 0)
    return page.ids.map { String($0.text.split(separator: ":", maxSplits: 1)[1]) }
  }

  private func fixture(_ engine: Engine) async throws -> Fixture {
    let fixture = try await Fixture(engine)
    try await fixture.store(try make("trio", [.alice, .bob, .carol], title: "Trio", attributes: ["topic": "\"birds\""]))
    let fish = ["topic": "\"fish\"", "n": "1"]
    try await fixture.store(try make("pair", [.alice, .bob], title: "Pair", attributes: fish, at: Append.noon + 10))
    try await fixture.store(try make("own", [.alice], title: "Own", at: Append.noon + 20))
    try await fixture.store(.direct("hello", to: .carol, at: Append.noon + 30))
    try await fixture.store(.direct("hello", from: .bob, to: .carol, at: Append.noon + 40))
    return fixture
  }

  @Test(arguments: Engine.all) func conversationsAreFoundByMembersTitleAttributesAndTime(engine: Engine) async throws {
    let fixture = try await fixture(engine)
    for _ in 0..<2 {
      #expect(try await found(fixture) { _ in } == ["alice:carol", "own", "pair", "trio"])
      #expect(try await found(fixture) { $0.members = [.bob] } == ["pair", "trio"])
      #expect(try await found(fixture) { $0.members = [.bob, .carol] } == ["trio"])
      #expect(try await found(fixture) { ($0.members, $0.exactly) = ([.bob], true) } == ["pair"])
      #expect(try await found(fixture) { ($0.members, $0.exactly) = ([.carol], true) } == ["alice:carol"])
      #expect(try await found(fixture) { $0.exactly = true } == ["own"])
      #expect(try await found(fixture) { $0.title = "Trio" } == ["trio"])
      #expect(try await found(fixture) { $0.title = "Tri" } == [])
      #expect(try await found(fixture) { $0.attributes = ["topic": ["\"birds\"", "\"fish\""]] } == ["pair", "trio"])
      #expect(try await found(fixture) { $0.attributes = ["topic": ["\"fish\""], "n": ["1"]] } == ["pair"])
      #expect(try await found(fixture) { $0.attributes = ["topic": ["\"fish\""], "n": ["2"]] } == [])
      #expect(try await found(fixture) { $0.active = Append.noon + 10..<Append.noon + 30 } == ["own", "pair"])
      #expect(try await found(fixture) { ($0.members, $0.active) = ([.bob], .min..<Append.noon + 10) } == ["trio"])
      // Nobody finds a conversation without being a member, whoever else is.
      #expect(try await found(fixture, by: .bob) { $0.members = [.alice] } == ["pair", "trio"])
      #expect(try await found(fixture, by: .carol) { $0.title = "Pair" } == [])
      // Entries folded while closing are read from the tables.
      try await fixture.reopen()
    }
    try await fixture.store(.remove([.bob], from: try group("trio")))
    #expect(try await found(fixture) { $0.members = [.bob] } == ["pair"])
    #expect(try await found(fixture, by: .bob) { $0.members = [.alice] } == ["pair"])
  }

  @Test(arguments: Engine.all) func foundConversationsComeInPages(engine: Engine) async throws {
    let fixture = try await fixture(engine)
    var pages: [[String]] = []
    var before = UInt64.max
    while before > 0 {
      let page = try await fixture.store.search(WantedConversations(), for: .alice, app: .demo, before: before, limit: 3)
      pages.append(page.ids.map(\.text))
      before = page.next
    }
    #expect(pages == [["direct:alice:carol", "group:own", "group:pair"], ["group:trio"]])
    #expect(try await fixture.store.search(WantedConversations(), for: .alice, app: .demo, before: 1, limit: 3).ids.isEmpty)
    #expect(try await fixture.store.search(WantedConversations(), for: .alice, app: .demo, before: .max, limit: 0).ids.isEmpty)
  }

  @Test func oneSearchLooksAtABoundedNumberOfConversations() async throws {
    let fixture = try await fixture(.memory)
    let users = (0..<WantedConversations.looksAtMost).map { UserID.sample("user\($0)") }
    _ = try await fixture.store.append(users.map { .direct("hello", to: $0, at: Append.noon + 50) })
    var wanted = WantedConversations()
    wanted.title = "Trio"
    let first = try await fixture.store.search(wanted, for: .alice, app: .demo, before: .max, limit: 5)
    #expect(first.ids.isEmpty && first.next > 0)
    let second = try await fixture.store.search(wanted, for: .alice, app: .demo, before: first.next, limit: 5)
    let trio = try group("trio")
    #expect(second.ids == [trio] && second.next == 0)
  }
}
