import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Bans from a group, through the SDK.
@Suite(.timeLimit(.minutes(10))) struct BansTests {
  private let network = MemoryNetwork()
  private let group = ConversationID.of("group:g")
  private let alice = UserID.of("alice")
  private let bob = UserID.of("bob")
  private let carol = UserID.of("carol")

  /// Alice, who created a group with bob and carol.
  private func owner() async throws -> MartletClient {
    let client = try network.client("alice", directory: nil)
    await client.connect()
    try await client.caughtUp()
    _ = try await client.createGroup(title: "Team", members: [bob, carol], id: "g")
    return client
  }

  private func reach(_ head: UInt64, _ clients: MartletClient...) async throws {
    for client in clients { try await network.pass { try await client.chat(group).summary()?.head == head } }
  }

  /// The first removal from the group that listeners are told of.
  private func removal(_ events: Events) async -> Removal? {
    for await case .conversationRemoved(_, let removal) in events { return removal }
    return nil
  }

  @Test func aBannedMemberIsToldAndTheOthersSeeIt() async throws {
    let mine = try await owner()
    let (bobs, carols) = (try await network.online("bob"), try await network.online("carol"))
    try await reach(1, mine, bobs, carols)
    let listed = try await carols.chat(group).members().map(\.id)
    #expect(listed == [alice, bob, carol])
    let events = bobs.events()
    let end = Timestamp(milliseconds: 9_000_000_000_000)
    try await mine.chat(group).ban([bob], until: end, reason: "noise")
    #expect(await removal(events) == Removal(by: alice, reason: "noise", bannedUntil: end))
    try await reach(2, mine, carols)
    let notice = Notice.usersBanned([bob], until: end, removed: [bob], owner: alice, reason: "noise")
    for client in [mine, carols] {
      #expect(try await client.chat(group).history().last?.kind == .notice(notice))
      #expect(try await client.chat(group).summary()?.memberCount == 2)
    }
    #expect(try await carols.chat(group).cachedMembers()?.map(\.id) == [alice, carol])
    #expect(try await bobs.chat(group).summary() == nil)
    let refusal = await #expect(throws: MartletError.self) { try await carols.chat(group).add([bob]) }
    #expect(refusal?.code == .server(.banned) && refusal?.field == "bob" && refusal?.until == end)
    try await mine.chat(group).unban([bob])
    try await reach(3, mine, carols)
    let lifted = Notice.usersBanned([bob], until: nil, removed: [], owner: alice)
    #expect(try await carols.chat(group).history().last?.kind == .notice(lifted))
    try await carols.chat(group).add([bob])
    try await reach(4, mine, bobs, carols)
    for client in [mine, bobs, carols] { await client.close() }
  }

  @Test func bansAreListedInPages() async throws {
    let mine = try await owner()
    let others = ["dan", "eve", "fay"].map { UserID.of($0) }
    try await mine.chat(group).ban(others)
    let end = Timestamp(milliseconds: 9_000_000_000_000)
    try await mine.chat(group).ban([others[1]], until: end, reason: "again")
    let bans = try await mine.chat(group).bans()
    #expect(bans.map(\.id) == others)
    #expect(bans.map(\.until) == [nil, end, nil] && bans.map(\.reason) == ["", "again", ""])
    #expect(bans.allSatisfy { $0.by == alice && $0.since.milliseconds > 0 })
    await mine.close()
  }

  @Test func onlyLeadersBan() async throws {
    let mine = try await owner()
    let theirs = try await network.online("bob")
    try await reach(1, mine, theirs)
    for request in [
      { try await theirs.chat(group).ban([carol]) }, { try await theirs.chat(group).unban([carol]) },
      { _ = try await theirs.chat(group).bans() },
    ] as [() async throws -> Void] {
      let refusal = await #expect(throws: MartletError.self) { try await request() }
      #expect(refusal?.code == .server(.notPermitted))
    }
    for client in [mine, theirs] { await client.close() }
  }
}
