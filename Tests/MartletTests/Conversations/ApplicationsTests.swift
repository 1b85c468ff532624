import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Applications to join a group, nicknames and announcements, through the SDK.
@Suite(.timeLimit(.minutes(10))) struct ApplicationsTests {
  private let network = MemoryNetwork()
  private let group = ConversationID.of("group:g")
  private let alice = UserID.of("alice")
  private let bob = UserID.of("bob")
  private let carol = UserID.of("carol")

  /// Alice, who created a group with bob that takes applications.
  private func owner() async throws -> MartletClient {
    let client = try network.client("alice", directory: nil)
    await client.connect()
    try await client.caughtUp()
    _ = try await client.createGroup(title: "Team", members: [bob], id: "g")
    try await client.chat(group).setTakesApplications(true)
    return client
  }

  private func reach(_ head: UInt64, _ clients: MartletClient...) async throws {
    for client in clients { try await network.pass { try await client.chat(group).summary()?.head == head } }
  }

  /// So many states of applications that listeners are told of.
  private func states(_ count: Int, _ events: Events) async -> [ApplicationState] {
    var states: [ApplicationState] = []
    for await case .application(_, let state) in events {
      states.append(state)
      if states.count == count { break }
    }
    return states
  }

  @Test func anApplicantIsRefusedAppliesAgainAndJoins() async throws {
    let mine = try await owner()
    let carols = try await network.online("carol")
    let events = carols.events()
    try await reach(2, mine)
    #expect(try await mine.chat(group).summary()?.takesApplications == true)
    try await carols.apply(to: group, text: "please")
    let card = try await carols.describe(.group(group))
    let end = try #require(card.appliedUntil)
    #expect(card.takesApplications && !card.isOpen)
    try await reach(3, mine)
    #expect(try await mine.chat(group).history().last?.kind == .notice(.applied("please", until: end)))
    let listed = try await mine.chat(group).applications()
    #expect(listed.map(\.id) == [carol] && listed.map(\.text) == ["please"] && listed.map(\.until) == [end])
    try await mine.chat(group).refuse([carol], reason: "full")
    #expect(await states(2, events) == [.pending(until: end), .refused(by: alice, reason: "full")])
    let refusal = await #expect(throws: MartletError.self) { try await mine.chat(group).accept([carol]) }
    #expect(refusal?.code == .server(.applicationUnknown) && refusal?.field == "carol")
    let again = carols.events()
    try await carols.apply(to: group)
    try await carols.withdrawApplication(to: group)
    #expect(await states(2, again).last == .withdrawn)
    try await carols.apply(to: group)
    try await mine.chat(group).accept([carol])
    try await reach(8, mine, carols)
    let arrival = try await mine.chat(group).history().last?.kind
    guard case .notice(.membersAdded([carol], let how))? = arrival else { throw TestError("\(String(describing: arrival))") }
    #expect(how?.isAccepted == true)
    for client in [mine, carols] { await client.close() }
  }

  @Test func nicknamesAreKeptWithTheMemberList() async throws {
    let mine = try await owner()
    let bobs = try await network.online("bob")
    try await reach(2, mine, bobs)
    _ = try await mine.chat(group).members()
    try await bobs.chat(group).setNickname("Bobby")
    try await reach(3, mine, bobs)
    #expect(try await mine.chat(group).cachedMembers()?.map(\.nickname) == ["", "Bobby"])
    #expect(try await bobs.chat(group).members().map(\.nickname) == ["", "Bobby"])
    #expect(try await mine.chat(group).history().last?.kind == .notice(.memberNamed(bob, "Bobby")))
    let summary = try #require(try await mine.chat(group).summary())
    #expect(summary.unread == 0 && summary.lastMessage == nil)
    try await mine.chat(group).setNickname("", of: bob)
    try await reach(4, mine)
    #expect(try await mine.chat(group).cachedMembers()?.map(\.nickname) == ["", ""])
    let refusal = await #expect(throws: MartletError.self) { try await bobs.chat(group).setNickname("Boss", of: alice) }
    #expect(refusal?.code == .server(.notPermitted))
    for client in [mine, bobs] { await client.close() }
  }

  @Test func announcementsAreShownAndListed() async throws {
    let mine = try await owner()
    let bobs = try await network.online("bob")
    for text in ["one", "two", "three"] { try await mine.chat(group).announce(text) }
    try await reach(5, mine, bobs)
    for client in [mine, bobs] {
      let shown = try await client.chat(group).summary()?.announcement
      #expect(shown?.text == "three" && shown?.by == alice && shown?.id == group.message(at: 5))
    }
    let page = try await bobs.chat(group).announcements(limit: 2)
    #expect(page.items.map(\.text) == ["three", "two"])
    let rest = try await bobs.chat(group).announcements(limit: 2, after: page.next)
    #expect(rest.items.map(\.text) == ["one"] && rest.next == nil)
    try await mine.chat(group).announce("")
    try await reach(6, mine, bobs)
    for client in [mine, bobs] { #expect(try await client.chat(group).summary()?.announcement == nil) }
    for client in [mine, bobs] { await client.close() }
  }
}
