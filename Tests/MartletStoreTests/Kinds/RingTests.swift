import MartletSQLite
import MartletTesting
import MartletWire
import Testing

@testable import MartletStore

/// Logs of which only the newest entries are kept, of a kind that anybody reads.
@Suite struct RingTests {
  private static let board = KindPolicy(
    kind: ConversationID.Kind(rawValue: "board") ?? .group, membership: .roster, audience: .everyone, log: .ring(10),
    readState: .none, permissions: [.read: .anybody, .send: .member])

  private func page(_ store: any Store, _ id: ConversationID, _ user: UserID) async throws -> LogPage<GatheredEntries>? {
    try await store.page(PageRequest(limit: 100), of: id, app: .demo, for: user, into: GatheredEntries(backwards: false))
  }

  /// Checks what a reader sees of a board with this head.
  private func check(_ store: any Store, _ id: ConversationID, head: UInt64, _ user: UserID) async throws {
    let first = head > 10 ? head - 9 : 1
    let page = try #require(try await page(store, id, user))
    #expect(page.head == head && page.first == first && page.sink.entries.map(\.seq) == Array(first...head))
    let member = try #require(try await store.member(user, of: id, app: .demo))
    #expect(member.joined == 0)
    for seq in 1...head {
      #expect((try await store.entry(at: seq, of: id, app: .demo, for: member) != nil) == (seq >= first))
    }
    for only in [nil, [id]] as [[ConversationID]?] {
      let list = try await store.summaries(of: user, app: .demo, changed: 1...UInt64.max, only: only, limit: 9)
      #expect(list.map(\.record.id) == [id] && list.first?.unread == 0 && list.first?.lastMessage?.seq == head)
    }
  }

  @Test(arguments: Engine.all) func onlyTheNewestEntriesAreSeen(engine: Engine) async throws {
    let fixture = try await Fixture(engine, kinds: .standard(and: Self.board))
    let id = try #require(ConversationID("board:news"))
    try await fixture.store(.group(id, members: [.alice, .bob]))
    for head in 2...40 as ClosedRange<UInt64> {
      var append = Append.text("\(head)", to: id)
      append.counts = false
      #expect(try await fixture.outcome(append)?.seq == head)
      guard head.isMultiple(of: 6) else { continue }
      if head.isMultiple(of: 4) { try await (fixture.store as? SQLiteStore)?.fold() }
      for user in [UserID.alice, .bob, .carol] { try await check(fixture.store, id, head: head, user) }
      try await fixture.reopen()
      try await check(fixture.store, id, head: head, .dave)
    }
    // Readers are no members.
    let store = fixture.store
    #expect(try await store.members(of: id, app: .demo, after: nil, limit: 9).map(\.user) == [.alice, .bob])
    #expect(try await store.conversation(id, app: .demo)?.memberCount == 2)
    #expect(try await store.summaries(of: .carol, app: .other, changed: 1...UInt64.max, only: nil, limit: 9).isEmpty)
  }

  @Test func whatFellOutIsForgottenAndItsRetryIsStillKnown() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let id = try #require(ConversationID("board:news"))
    var options = SQLiteStore.Options()
    options.kinds = .standard(and: Self.board)
    (options.foldInterval, options.foldRound, options.foldWeight) = (.zero, .zero, 1)
    options.rememberedMilliseconds = 1000
    let store = try await SQLiteStore.open(directory: directory.path, options: options)
    _ = try await store.append([.group(id)])
    let first = Append.text("secret", to: id)
    #expect(try await store.append([first]).map(\.seq) == [2])
    for _ in 0..<30 { _ = try await store.append([.text("x", to: id)]) }
    try await store.fold()
    #expect(try await store.append([first]) == [.repeated(Position(conversation: id, seq: 2, time: Append.noon))])
    func stored() throws -> (rows: Int64, said: Int64) {
      let tables = try SQLiteConnection(path: directory.file(SQLiteStore.fileName), access: .readOnly)
      defer { tables.close() }
      let rows = try tables.statement("SELECT count(*), sum(content = 'secret' OR content LIKE '%secret%') FROM entry")
        .first { (try $0.integer(0), try $0.integer(1)) }
      return try #require(rows)
    }
    #expect(try stored() == (32, 0))
    // Long after, nothing has to be recognised any more.
    var random = SeededRandom(seed: 1)
    for _ in 0..<4 {
      let id = ClientID(milliseconds: Append.noon + 86_400_000, random: &random)
      _ = try await store.append([.text("later", to: .init("board:news") ?? .team, id: id, at: Append.noon + 86_400_000)])
      try await store.fold()
    }
    #expect(try stored().rows <= 16)
    await store.close()
  }

  @Test(arguments: Engine.all) func otherKindsOfTheTableAreAsTheyWere(engine: Engine) async throws {
    let fixture = try await Fixture(engine, kinds: .standard(and: Self.board))
    try await fixture.store(.group())
    for _ in 0..<30 { try await fixture.store(.text("x", to: .team)) }
    try await (fixture.store as? SQLiteStore)?.fold()
    #expect(try await page(fixture.store, .team, .bob)?.sink.entries.count == 31)
    #expect(try await page(fixture.store, .team, .carol) == nil)
    #expect(try await fixture.store.member(.carol, of: .team, app: .demo) == nil)
  }
}
