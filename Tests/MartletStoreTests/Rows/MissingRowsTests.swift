import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Rows that are not at hand: what is missing is fetched, and the same work runs again.
@Suite struct MissingRowsTests {
  private let peers = (0..<20).map { UserID.sample("peer\($0)") }

  /// A disk with a conversation of two with each peer.
  private func disk() async throws -> MemoryDisk {
    let disk = MemoryDisk(generation: "one")
    _ = try await MemoryStore(disk).append(peers.map { .direct("first", to: $0) })
    return disk
  }

  private func texts(to peers: some Sequence<UserID>) -> [Append] {
    peers.map { Append.text("second", to: .direct(.alice, $0)).with(.member(.alice), .visibleMessage(1, to: $0)) }
  }

  @Test func aBatchFetchesTheRowsOfAllItsItemsTogether() async throws {
    let store = MemoryStore(try await disk(), isRemote: true)
    _ = try await store.append(texts(to: peers.prefix(1)))
    let rounds = store.rounds
    #expect(rounds > 1)
    let outcomes = try await store.append(texts(to: peers.dropFirst()))
    #expect(outcomes.allSatisfy { $0.stored?.position.seq == 2 })
    #expect(store.rounds == 2 * rounds)
  }

  @Test func aDecisionMadeAgainLeavesNoTraceOfTheFirst() async throws {
    let store = MemoryStore(try await disk(), isRemote: true)
    let before = try await store.stamp(app: .demo)
    let group = Append.group(members: [.alice, .bob])
    let outcomes = try await store.append([group, .text("x", to: .team), group] + texts(to: peers))
    #expect(outcomes.compactMap(\.stored?.stamp) == Array(before + 1...before + 22))
    #expect(outcomes[2].stored == nil)
    #expect(try await store.conversation(.team, app: .demo)?.head == 2)
    #expect(try await store.userLog(of: .bob, app: .demo, after: 0, limit: 9).head == 1)
  }

  @Test func manyUsersAreLookedUpInOneRound() async throws {
    let disk = try await disk()
    let setup = MemoryStore(disk)
    for peer in peers { _ = try await setup.createUser(peer, app: .demo, at: 1) }
    let store = MemoryStore(disk, isRemote: true)
    var rounds = store.rounds
    #expect(try await store.existing(peers + [.sample("nobody")], app: .demo) == Set(peers))
    #expect(store.rounds == rounds + 2)
    rounds = store.rounds
    #expect(try await store.users(peers, app: .demo).count == peers.count)
    #expect(store.rounds == rounds + 2)
  }
}
