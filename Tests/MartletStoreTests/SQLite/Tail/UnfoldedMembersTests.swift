import MartletSQLite
import MartletTesting
import MartletWire
import Testing

@testable import MartletStore

/// Members whose coming and going is in memory only, over others in the tables.
@Suite struct UnfoldedMembersTests {
  private static let names = (0..<12).map { UserID.sample("u\($0 + 10)") }

  private func open(_ directory: TemporaryDirectory) async throws -> SQLiteStore {
    var options = SQLiteStore.Options()
    options.foldInterval = .seconds(3600)
    return try await SQLiteStore.open(directory: directory.path, options: options)
  }

  private func pages(_ store: SQLiteStore, limit: Int) async throws -> [[UserID]] {
    var pages: [[UserID]] = []
    while true {
      let page = try await store.members(of: .team, app: .demo, after: pages.last?.last, limit: limit).map(\.user)
      guard !page.isEmpty else { return pages }
      pages.append(page)
    }
  }

  /// A page has its full length even if the tables still hold members who left.
  @Test(arguments: 1...5) func pagesAreFullWhereALeaveIsNotFolded(limit: Int) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await open(directory)
    let names = Self.names
    _ = try await store.append([.group(owner: names[0], members: Array(names.dropLast()))])
    try await store.fold()
    _ = try await store.append([
      .remove(Array(names[1...4]), by: names[0]), .remove([names[7]], by: names[0]), .add([names[11]], by: names[0]),
    ])
    let left = [0, 5, 6, 8, 9, 10, 11].map { names[$0] }
    for _ in 0..<2 {
      let pages = try await pages(store, limit: limit)
      #expect(pages.flatMap(\.self) == left)
      #expect(pages.dropLast().allSatisfy { $0.count == limit })
      try await store.fold()
    }
    await store.close()
  }

  /// A user who is removed and added again within one layer keeps nothing from before.
  @Test(arguments: [1, 2]) func whoIsAddedAgainBeforeTheRemovalIsFoldedStartsAnew(times: Int) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await open(directory)
    _ = try await store.append([.group(), .text("2", to: .team), .text("3", to: .team)])
    let delivered = Mark(app: .demo, conversation: .team, user: .bob, kind: .delivered, seq: 3, time: Append.noon)
    _ = try await store.mark([.sample(.bob, 3, in: .team), delivered])
    _ = try await store.hide([.sample(in: .team, until: 1, targets: [2])])
    _ = try await store.change([.sample([(SettingName("pin", of: .team), "true")])])
    try await store.fold()
    let before = try #require(try await store.member(.bob, of: .team, app: .demo))
    #expect(before.read == 3 && before.delivered == 3 && before.hidden > 0)
    for _ in 0..<times { _ = try await store.append([.remove([.bob]), .add([.bob])]) }
    let joined = UInt64(3 + 2 * times)
    for _ in 0..<3 {
      let member = try await store.member(.bob, of: .team, app: .demo)
      #expect(member == MemberRecord(user: .bob, joined: joined, read: 0, lastSent: 0))
      #expect(try await store.members(of: .team, app: .demo, after: nil, limit: 9).map(\.user) == [.alice, .bob])
      #expect(try await store.conversation(.team, app: .demo)?.memberCount == 2)
      #expect(try await store.settings(of: .bob, app: .demo, after: nil, limit: 9).settings.isEmpty)
      #expect(try await store.readTimes(of: 2, by: [.bob], in: .team, app: .demo).isEmpty)
      let page = try await store.page(PageRequest(limit: 9), of: .team, app: .demo, for: .bob, into: GatheredEntries())
      #expect(page?.first == joined && page?.sink.entries.map(\.seq) == [joined])
      try await store.fold()
    }
    await store.close()
    let tool = try SQLiteConnection(path: directory.file(SQLiteStore.fileName), access: .readOnly)
    #expect(try tool.statement("SELECT count(*) FROM hidden").first { try $0.integer(0) } == 0)
    #expect(try tool.statement("SELECT count(*) FROM reading").first { try $0.integer(0) } == 0)
  }
}
