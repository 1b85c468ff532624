import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Lists of members that the device keeps, and what the user may do, through the SDK.
@Suite(.timeLimit(.minutes(10))) struct MembersTests {
  private let network = MemoryNetwork()
  private let group = ConversationID.of("group:g")
  private let bob = UserID.of("bob")
  private let carol = UserID.of("carol")
  private let dora = UserID.of("dora")

  /// Alice, who created a group with bob and carol.
  private func alice(directory: String? = nil) async throws -> MartletClient {
    let client = try await network.online("alice", directory: directory)
    _ = try await client.createGroup(title: "Team", members: [bob, carol], id: "g")
    try await network.pass { try await client.chat(group).summary() != nil }
    return client
  }

  private func users(_ members: [Member]?) -> [String]? { members?.map(\.id.text) }

  @Test func aListThatWasReadFollowsTheLog() async throws {
    let mine = try await alice()
    let chat = mine.chat(group)
    #expect(try await chat.cachedMembers() == nil, "never read")
    _ = try await chat.members()
    #expect(users(try await chat.cachedMembers()) == ["alice", "bob", "carol"])
    try await chat.add([dora])
    try await chat.setRole(.admin, of: [bob])
    try await chat.silence([carol], until: Timestamp(milliseconds: 9_000_000_000_000))
    try await chat.remove([dora])
    try await chat.setRole(.owner, of: [carol])
    try await network.held(mine, group, upTo: 6)
    let known = try #require(try await chat.cachedMembers())
    #expect(users(known) == ["alice", "bob", "carol"])
    #expect(known.map(\.role) == [.member, .admin, .owner])
    #expect(known.map { $0.silencedUntil?.milliseconds } == [nil, nil, 9_000_000_000_000])
    let fresh = try await chat.members()
    #expect(known.map(\.joined) == fresh.map(\.joined) && known.map(\.role) == fresh.map(\.role))
    await mine.close()
  }

  /// Bob was made an admin and removed before he came back, all before the list was read but after its first page.
  @Test func changesThatTheListHasAlreadyChangeNothing() async throws {
    let store = try LocalStore.inMemory(newDeviceID: "d")
    let row = ConversationRow(group, anchor: 0)
    var entries = [
      Wire.Entry(
        conversation: group.text, seq: 1, sender: "alice",
        event: .groupCreated(Wire.GroupCreated(title: "T", owner: "alice", members: ["alice", "bob"])))
    ]
    let events: [Wire.Entry.Event] = [
      .rolesSet(Wire.RolesSet(users: ["bob"], role: .admin)),
      .membersSilenced(Wire.MembersSilenced(users: ["bob"], until: 77)),
      .membersRemoved(Wire.MembersRemoved(users: ["bob"], owner: "alice")), .membersAdded(Wire.MembersAdded(users: ["bob"])),
    ]
    for (index, event) in events.enumerated() {
      entries.append(Wire.Entry(conversation: group.text, seq: UInt64(index) + 2, sender: "alice", event: event))
    }
    let summary = try #require(Summary(Wire.Conversation(id: group.text, memberCount: 2, head: 5, joined: 1), id: group))
    _ = try store.apply([.user(UserID.of("alice")), .adopt(summary, anchor: row.last), .append(group, entries)])
    let list = [Wire.Member(user: "alice", role: .owner, joined: 1), Wire.Member(user: "bob", role: .member, joined: 5)]
    _ = try store.keepMembers(list, asOf: 1, of: group)
    let known = try #require(try store.members(of: group))
    #expect(known.map(\.role) == [.owner, .member])
    #expect(known.map(\.joined) == [1, 5])
    #expect(known.map(\.silencedUntil) == [nil, nil])
  }

  @Test func membersAreReadOfflineAndAfterARestart() async throws {
    try await TemporaryDirectory.with { directory in
      let first = try await alice(directory: directory)
      let online = try await first.chat(group).members()
      await first.close()
      network.goDown()
      let again = try network.client("alice", directory: directory)
      #expect(try await again.chat(group).members().map(\.id) == online.map(\.id))
      #expect(try await again.chat(group).members(matching: MemberFilter(roles: [.owner])).map(\.id.text) == ["alice"])
      await #expect(throws: MartletError.self) { try await again.chat(.of("group:other")).members() }
      #expect(try await again.chat(group).permissions().contains(.dismiss), "what the app leaves to fewer users is kept")
      await again.close()
    }
  }

  @Test func filtersFindMembers() async throws {
    let mine = try await alice()
    let chat = mine.chat(group)
    try await chat.setRole(.admin, of: [bob])
    try await chat.silence([carol])
    func found(_ filter: MemberFilter) async throws -> [String] { try await chat.members(matching: filter).map(\.id.text) }
    #expect(try await found(MemberFilter(roles: [.owner, .admin])) == ["alice", "bob"])
    #expect(try await found(MemberFilter(roles: [])) == [])
    #expect(try await found(MemberFilter(text: "AR")) == ["carol"])
    #expect(try await found(MemberFilter(isSilenced: true)) == ["carol"])
    #expect(try await found(MemberFilter(text: "b", isSilenced: false)) == ["bob"])
    #expect(users(try await chat.cachedMembers(matching: MemberFilter(text: "nobody"))) == [])
    // By the name in a profile, once the device knows it.
    let theirs = try await network.online("carol")
    _ = try await theirs.updateProfile([.name: "Zoë Zebra"])
    #expect(try await found(MemberFilter(text: "zebra")) == [])
    _ = try await mine.profile(of: carol)
    #expect(try await found(MemberFilter(text: "zebra")) == ["carol"])
    await mine.close()
    await theirs.close()
  }

  @Test func leavingForgetsTheList() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    _ = try await theirs.chat(group).members()
    try await mine.chat(group).remove([bob])
    try await network.pass { try await theirs.chat(group).summary() == nil }
    #expect(try await theirs.chat(group).cachedMembers() == nil)
    await mine.close()
    await theirs.close()
  }

  @Test func membersChangeEventsAreTold() async throws {
    let mine = try await alice()
    _ = try await mine.chat(group).members()
    let events = mine.events()
    try await mine.chat(group).add([dora])
    for await event in events { if case .members(let id) = event, id == group { break } }
    #expect(users(try await mine.chat(group).cachedMembers())?.contains("dora") == true)
    await mine.close()
  }

  @Test func permissionsFollowRolesAndSilences() async throws {
    network.server { $0.limits.recallBy = .senderOrAdmins }
    let (mine, theirs) = (try await alice(), try await network.online("bob"))
    let owner = try await mine.chat(group).permissions()
    #expect(owner.operations == Set(Permissions.Operation.allCases))
    #expect(owner.manages == [.member, .admin])
    let member = try await theirs.chat(group).permissions()
    #expect(member.contains(.send) && member.contains(.leave) && member.contains(.recall) && member.contains(.addMembers))
    for refused in [Permissions.Operation.recallOthers, .dismiss, .silence, .ban, .removeMembers, .setRoles, .admit] {
      #expect(!member.contains(refused), "\(refused)")
    }
    #expect(member.manages.isEmpty)
    try await mine.chat(group).setRole(.admin, of: [bob])
    try await network.pass { try await theirs.chat(group).summary()?.role == .admin }
    let admin = try await theirs.chat(group).permissions()
    #expect(admin.contains(.recallOthers) && admin.contains(.silence) && admin.contains(.ban) && !admin.contains(.dismiss))
    #expect(admin.manages == [.member])
    try await mine.chat(group).setRole(.member, of: [bob])
    try await mine.chat(group).silence([bob], until: Timestamp(milliseconds: 9_000_000_000_000))
    try await network.pass { try await theirs.chat(group).summary()?.silencedUntil != nil }
    let silenced = try #require(try await theirs.chat(group).summary())
    #expect(!silenced.permissions(at: Timestamp(milliseconds: 8_999_999_999_999)).contains(.send))
    #expect(silenced.permissions(at: Timestamp(milliseconds: 9_000_000_000_000)).contains(.send))
    #expect(try await theirs.chat(group).permissions().contains(.read))
    try await mine.chat(group).dismiss()
    try await network.pass { try await mine.chat(group).summary()?.isDismissed == true }
    #expect(try await mine.chat(group).permissions() == Permissions(operations: [.read, .leave], manages: []))
    await #expect(throws: MartletError.self) { try await mine.chat(.of("group:other")).permissions() }
    let direct = try await mine.chat(with: bob).permissions()
    #expect(direct.contains(.send) && !direct.contains(.leave) && !direct.contains(.addMembers))
    await mine.close()
    await theirs.close()
  }

  @Test func whatTheAppLeavesToFewerUsersChangesPermissionsAtTheNextConnection() async throws {
    let mine = try await alice()
    #expect(try await mine.chat(group).permissions().contains(.recall))
    network.server { $0.limits.recallBy = .nobody }
    network.goDown()
    network.comeBack()
    try await network.pass { try await !mine.chat(group).permissions().contains(.recall) }
    let shown = try #require(try await mine.chat(group).summary())
    #expect(!shown.permissions(at: Timestamp(milliseconds: 0)).contains(.recallOthers))
    await mine.close()
  }
}
