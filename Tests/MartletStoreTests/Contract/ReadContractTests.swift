import MartletStore
import MartletWire
import Testing

@Suite struct ReadContractTests {
  @Test(arguments: Engine.all) func generationStaysAsLongAsTheFilesDo(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let generation = fixture.store.generation
    #expect(!generation.isEmpty)
    try await fixture.store(.direct("hello"))
    try await fixture.reopen()
    #expect(fixture.store.generation == generation)
    #expect(try await Fixture(engine).store.generation != generation)
  }

  @Test(arguments: Engine.all) func rangesArePagedFromEitherEnd(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("1"))
    _ = try await fixture.store.append((2...20).map { .text("\($0)") })
    try await fixture.store(.direct("a neighbour's", to: .carol))
    func read(_ range: ClosedRange<UInt64>, _ limit: Int, newest: Bool = false) async throws -> [UInt64] {
      try await fixture.store.entries(of: .pair, app: .demo, range: range, limit: limit, newest: newest).map(\.seq)
    }
    #expect(try await read(1...20, 100) == Array(1...20))
    #expect(try await read(5...9, 3) == [5, 6, 7])
    #expect(try await read(5...9, 3, newest: true) == [7, 8, 9])
    #expect(try await read(0...UInt64.max, 3) == [1, 2, 3])
    #expect(try await read(0...UInt64.max, 3, newest: true) == [18, 19, 20])
    #expect(try await read(7...7, 3) == [7])
    #expect(try await read(0...0, 3) == [])
    #expect(try await read(20...21, 3, newest: true) == [20])
    #expect(try await read(21...40, 3) == [])
    #expect(try await read(UInt64.max...UInt64.max, 3) == [])
    #expect(try await read(1 << 32...1 << 33, 3) == [])
    #expect(try await read(1...20, 0) == [])
    #expect(try await read(1...20, -1) == [])
    var forward: [UInt64] = []
    while true {
      let page = try await read((forward.last ?? 0) + 1...UInt64.max, 7)
      guard !page.isEmpty else { break }
      forward += page
    }
    #expect(forward == Array(1...20))
    var backward: [UInt64] = []
    while backward.first != 1 {
      backward = try await read(1...(backward.first ?? 21) - 1, 7, newest: true) + backward
    }
    #expect(backward == Array(1...20))
    #expect(try await fixture.store.entries(of: .team, app: .demo, range: 1...9, limit: 9, newest: false).isEmpty)
  }

  @Test(arguments: Engine.all) func pagesEndWhereTheSinkIsFull(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.direct("1"))
    _ = try await fixture.store.append((2...20).map { .text("\($0)") })
    func read(_ request: PageRequest, room: Int) async throws -> [UInt64]? {
      try await fixture.store.page(
        request, of: .pair, app: .demo, for: .bob, into: GatheredEntries(backwards: request.newest, room: room))?
        .sink.entries.map(\.seq)
    }
    for _ in 0..<2 {
      #expect(try await read(PageRequest(limit: 9), room: 3) == [1, 2, 3])
      #expect(try await read(PageRequest(limit: 9, newest: true), room: 3) == [18, 19, 20])
      #expect(try await read(PageRequest(from: 7, to: 9, limit: 9, newest: true), room: 2) == [8, 9])
      #expect(try await read(PageRequest(from: 9, to: 7, limit: 9), room: 3) == [])
      #expect(try await read(PageRequest(from: 21, limit: 9), room: 3) == [])
      #expect(try await read(PageRequest(limit: 0), room: 3) == [])
      #expect(try await read(PageRequest(limit: -1), room: 3) == [])
      // Entries folded while closing are read from the tables.
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func membersArePagedInByteOrder(engine: Engine) async throws {
    let names = ["Z", "a", "A", "a.b", "a_b", "a@b", "a+b", "a=b", "0", "9", "z", "_", "aa", "a-b"]
    let users = names.map { UserID.sample($0) }
    let fixture = try await Fixture(engine)
    try await fixture.store(.group(owner: users[0], members: users))
    var paged: [MemberRecord] = []
    while true {
      let page = try await fixture.store.members(of: .team, app: .demo, after: paged.last?.user, limit: 4)
      guard !page.isEmpty else { break }
      #expect(page.count <= 4)
      paged += page
    }
    #expect(paged.map(\.user) == users.sorted())
    #expect(
      try await fixture.store.members(of: .team, app: .demo, after: .sample("a+b"), limit: 1).map(
        \.user) == [.sample("a-b")])
    #expect(try await fixture.store.members(of: .pair, app: .demo, after: nil, limit: 4).isEmpty)
    #expect(try await fixture.store.members(of: .team, app: .demo, after: nil, limit: -1).isEmpty)
  }

  @Test(arguments: Engine.all) func summariesAreOrderedBoundedAndPagedByStamp(engine: Engine) async throws {
    let users = (0..<12).map { UserID.sample("user\($0)") }
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append(users.map { .direct("hello", to: $0) })
    // One in the middle becomes the newest.
    try await fixture.store(.text("again", to: .direct(.alice, users[5])))
    let all = try await fixture.summaries(.alice)
    let expected = [users[5]] + users.reversed().filter { $0 != users[5] }
    #expect(all.map(\.record.id) == expected.map { .direct(.alice, $0) })
    let stamps = all.map(\.record.stamp)
    #expect(stamps == Set(stamps).sorted(by: >), "no two alike, latest first")
    var paged: [ConversationSummary] = []
    var bound = UInt64.max
    while true {
      let page = try await fixture.store.summaries(of: .alice, app: .demo, changed: 0...bound, only: nil, limit: 5)
      guard let last = page.last else { break }
      paged += page
      bound = last.record.stamp - 1
    }
    #expect(paged == all)
    let middle = stamps[6]...stamps[3]
    let some = try await fixture.store.summaries(of: .alice, app: .demo, changed: middle, only: nil, limit: 99)
    #expect(some == Array(all[3...6]))
    let only = [all[6], all[2], all[4]].map(\.record.id) + [.team, .direct(.bob, users[1]), all[2].record.id]
    let chosen = try await fixture.store.summaries(
      of: .alice, app: .demo, changed: 0...UInt64.max, only: only, limit: 99)
    #expect(chosen == [all[2], all[4], all[6]])
    let fewer = try await fixture.store.summaries(of: .alice, app: .demo, changed: middle, only: only, limit: 1)
    #expect(fewer == [all[4]])
    #expect(try await fixture.store.summaries(of: .alice, app: .demo, changed: middle, only: [], limit: 9).isEmpty)
    #expect(try await fixture.store.summaries(of: .alice, app: .demo, changed: middle, only: nil, limit: 0).isEmpty)
    #expect(try await fixture.summaries(users[1]).map(\.record.id) == [.direct(.alice, users[1])])
    #expect(try await fixture.summaries(.carol).isEmpty)
  }

  /// Otherwise each app could count changes in other apps.
  @Test(arguments: Engine.counting) func stampsTellNothingOfOtherApps(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let first = try await fixture.store(.direct("here")).stamp
    for number in 0..<5 {
      for text in 0..<3 { try await fixture.store(.direct("elsewhere \(text)", to: .sample("u\(number)"), app: .other)) }
      #expect(try await fixture.store.stamp(app: .demo) == first + UInt64(number))
      #expect(try await fixture.store(.text("\(number)")).stamp == first + UInt64(number) + 1)
      try await fixture.reopen()
      #expect(try await fixture.store.stamp(app: .other) == UInt64(3 * (number + 1)))
    }
  }

  @Test(arguments: Engine.all) func changesHaveRisingStamps(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let empty = try await fixture.store.stamp(app: .demo)
    var newest = empty
    for append in [Append.direct("1"), .text("2"), .group(), .add([.carol]), .edit(1, "one"), .recall(1), .remove([.bob])] {
      let stored = try await fixture.store(append)
      #expect(stored.stamp > newest)
      newest = try await fixture.store.stamp(app: .demo)
      #expect(newest >= stored.stamp)
      #expect(try await fixture.store.conversation(append.conversation, app: .demo)?.stamp == stored.stamp)
    }
    try await fixture.reopen()
    #expect(try await fixture.store.stamp(app: .demo) == newest)
    #expect(try await fixture.store(.text("after")).stamp > newest)
  }

  @Test(arguments: Engine.all) func aSummaryIsWhatItsPartsSay(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([
      .group(), .text("2", to: .team), .text("3", to: .team, by: .bob), .edit(2, "two", in: .team),
    ])
    let summary = try #require(try await fixture.summary(.bob, .team))
    #expect(summary.record == (try await fixture.store.conversation(.team, app: .demo)))
    #expect(summary.member == (try await fixture.store.member(.bob, of: .team, app: .demo)))
    #expect(summary.lastMessage == (try await fixture.log(.team)[2]))
    #expect(
      summary.record
        == ConversationRecord(
          id: .team, title: "Team", owner: .alice, head: 4, countable: 2, time: Append.noon, stamp: summary.record.stamp,
          memberCount: 2))
  }

  @Test(arguments: Engine.all) func userLogsArePaged(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    #expect(
      try await fixture.store.userLog(of: .bob, app: .demo, after: 0, limit: 9) == UserLogPage(entries: [], head: 0, first: 1))
    try await fixture.store(.group())
    for seq in 2...9 as ClosedRange<UInt64> {
      try await fixture.store(.text("\(seq)", to: .team))
      _ = try await fixture.store.mark([.sample(.bob, seq, in: .team)])
    }
    let all = try await fixture.userLog(.bob)
    #expect(all.map(\.seq) == Array(1...9))
    #expect(all.map(\.event) == [.joined(1)] + (2...9).map { .readTo($0) })
    func page(_ after: UInt64, _ limit: Int) async throws -> UserLogPage {
      try await fixture.store.userLog(of: .bob, app: .demo, after: after, limit: limit)
    }
    #expect(try await page(3, 2) == UserLogPage(entries: Array(all[3...4]), head: 9, first: 1))
    #expect(try await page(9, 2) == UserLogPage(entries: [], head: 9, first: 1))
    #expect(try await page(.max, 2) == UserLogPage(entries: [], head: 9, first: 1))
    #expect(try await page(0, 0) == UserLogPage(entries: [], head: 9, first: 1))
    try await fixture.reopen()
    #expect(try await fixture.userLog(.bob) == all)
  }

  @Test(arguments: Engine.all) func appsAreStrictlyApart(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    for app in [AppID.demo, .other] {
      try await fixture.store(.direct("for \(app)", app: app))
      try await fixture.store(.group(members: app == .demo ? [.alice, .bob] : [.alice], app: app))
      _ = try await fixture.store.createUser(.alice, app: app, at: app == .demo ? 1 : 2)
    }
    _ = try await fixture.store.mark([.sample(.bob, 1)])
    _ = try await fixture.store.revokeTokens(of: .alice, app: .demo, issuedUntil: 77)
    #expect(try await fixture.log(.pair).map(\.event) == [.text("for demo")])
    #expect(try await fixture.log(.pair, app: .other).map(\.event) == [.text("for other")])
    #expect(try await fixture.summaries(.bob).count == 2)
    #expect(try await fixture.summaries(.bob, app: .other).map(\.record.id) == [.pair])
    #expect(try await fixture.summary(.bob, .pair)?.unread == 0)
    #expect(try await fixture.summary(.bob, .pair, app: .other)?.unread == 1)
    #expect(try await fixture.summary(.bob, .team, app: .other) == nil)
    #expect(try await fixture.store.member(.bob, of: .team, app: .other) == nil)
    #expect(try await fixture.store.members(of: .team, app: .other, after: nil, limit: 9).map(\.user) == [.alice])
    #expect(try await fixture.userLog(.bob, app: .other).isEmpty)
    #expect(try await fixture.userLog(.alice, app: .other).map(\.event) == [.joined(1)])
    #expect(try await fixture.store.user(.alice, app: .demo)?.tokensRevokedUntil == 77)
    #expect(try await fixture.store.user(.alice, app: .other) == UserRecord(id: .alice, createdAt: 2, tokensRevokedUntil: 0))
    let nowhere = AppID.sample("nowhere")
    #expect(try await fixture.store.conversation(.pair, app: nowhere) == nil)
    #expect(try await fixture.summaries(.alice, app: nowhere).isEmpty)
    #expect(try await fixture.outcome(.text("x", app: nowhere)) == .noConversation)
  }
}
