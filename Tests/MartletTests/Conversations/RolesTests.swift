import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Roles and silences, through the SDK.
@Suite(.timeLimit(.minutes(10))) struct RolesTests {
  private let network = MemoryNetwork()
  private let group = ConversationID.of("group:g")
  private let bob = UserID.of("bob")
  private let carol = UserID.of("carol")

  /// Alice, who created a group with bob and carol.
  private func alice(directory: String? = nil) async throws -> MartletClient {
    let client = try network.client("alice", directory: directory)
    await client.connect()
    try await client.caughtUp()
    _ = try await client.createGroup(title: "Team", members: [bob, carol], id: "g")
    try await network.pass { try await client.chat(group).summary() != nil }
    return client
  }

  private func shown(_ client: MartletClient) async throws -> Conversation {
    try #require(try await client.chat(group).summary())
  }

  private func reach(_ head: UInt64, _ clients: MartletClient...) async throws {
    for client in clients { try await network.pass { try await client.chat(group).summary()?.head == head } }
  }

  @Test func rolesAreSeenByAllMembers() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    try await mine.chat(group).setRole(.admin, of: [bob])
    try await reach(2, mine, theirs)
    for client in [mine, theirs] {
      let seen = try await shown(client)
      #expect(seen.admins == [bob])
      #expect(seen.role(of: bob) == .admin && seen.role(of: UserID.of("alice")) == .owner && seen.role(of: carol) == .member)
      #expect(try await client.chat(group).history().last?.kind == .notice(.rolesSet([bob], .admin)))
      #expect(try await client.chat(group).members().map(\.role) == [.owner, .admin, .member])
    }
    try await mine.chat(group).setRole(.owner, of: [bob])
    try await reach(3, mine, theirs)
    #expect(try await shown(mine).owner == bob)
    #expect(try await shown(mine).admins.isEmpty)
    await mine.close()
    await theirs.close()
  }

  @Test func aSilenceIsShownToWhomItConcerns() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    let end = Timestamp(milliseconds: 9_000_000_000_000)
    try await mine.chat(group).silence([bob], until: end)
    try await reach(2, mine, theirs)
    #expect(try await shown(theirs).silencedUntil == end)
    #expect(try await shown(mine).silencedUntil == nil)
    #expect(try await mine.chat(group).members().map(\.silencedUntil) == [nil, end, nil])
    #expect(try await theirs.chat(group).history().last?.kind == .notice(.membersSilenced([bob], until: end)))
    guard case .failed(let error) = await theirs.chat(group).send(.text("hello")) else { throw TestError("it was sent") }
    #expect(error.code == .server(.silenced))
    try await mine.chat(group).endSilence(of: [bob])
    try await reach(3, mine, theirs)
    #expect(try await shown(theirs).silencedUntil == nil)
    guard case .sent = await theirs.chat(group).send(.text("hello")) else { throw TestError("it was not sent") }
    try await mine.chat(group).silence([bob])
    try await reach(5, mine, theirs)
    #expect(try await shown(theirs).silencedUntil == Timestamp(milliseconds: Wire.SilenceMembers.forever))
    await mine.close()
    await theirs.close()
  }

  @Test func aSpeakerIsShownToAllAndWritesInASilencedGroup() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    let chat = theirs.chat(group)
    try await mine.chat(group).setSilenced(true)
    try await reach(2, mine, theirs)
    #expect(try await !chat.permissions().contains(.send))
    try await mine.chat(group).makeSpeakers([bob])
    try await reach(3, mine, theirs)
    let seen = (mine: try await shown(mine), theirs: try await shown(theirs))
    #expect(seen.theirs.isSpeaker && seen.theirs.silencedUntil == nil && !seen.mine.isSpeaker)
    #expect(try await chat.permissions().contains(.send))
    #expect(try await mine.chat(group).members().map(\.isSpeaker) == [false, true, false])
    #expect(try await chat.history().last?.kind == .notice(.speakersSet([bob])))
    guard case .sent = await chat.send(.text("hello")) else { throw TestError("it was not sent") }
    try await mine.chat(group).endSilence(of: [bob])
    try await reach(5, mine, theirs)
    #expect(try await !shown(theirs).isSpeaker)
    #expect(try await mine.chat(group).members().map(\.isSpeaker) == [false, false, false])
    await mine.close()
    await theirs.close()
  }

  @Test func aSilencedGroupIsShownToAll() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    try await mine.chat(group).setSilenced(true)
    try await reach(2, mine, theirs)
    let notice = Notice.conversationChanged(title: nil, attributes: [:], isSilenced: true)
    for client in [mine, theirs] {
      #expect(try await shown(client).isSilenced)
      #expect(try await client.chat(group).history().last?.kind == .notice(notice))
    }
    guard case .failed(let error) = await theirs.chat(group).send(.text("hello")) else { throw TestError("it was sent") }
    #expect(error.code == .server(.conversationSilenced))
    await #expect(throws: MartletError.self) { try await theirs.chat(group).setSilenced(false) }
    try await mine.chat(group).setSilenced(false)
    try await reach(3, mine, theirs)
    #expect(try await !shown(theirs).isSilenced)
    await mine.close()
    await theirs.close()
  }

  @Test func aDeviceThatWasAwaySeesWhatANewOneSees() async throws {
    let folder = try TemporaryDirectory()
    let mine = try await alice()
    let old = try await network.online("bob", directory: folder.path)
    await old.disconnect()
    let chat = mine.chat(group)
    try await chat.setRole(.admin, of: [bob, carol])
    try await chat.setRole(.member, of: [bob])
    try await chat.silence([bob, carol], until: Timestamp(milliseconds: 9_000_000_000_000))
    try await chat.setSilenced(true)
    await old.connect()
    try await old.caughtUp()
    let new = try await network.online("bob")
    try await reach(5, old, new)
    let seen = try await shown(old)
    #expect(try await shown(new) == seen)
    #expect(seen.admins == [carol] && seen.isSilenced && seen.silencedUntil != nil)
    // And it is on the device.
    await old.close()
    network.goDown()
    let again = try network.client("bob", directory: folder.path)
    #expect(try await shown(again) == seen)
    for client in [mine, new, again] { await client.close() }
  }

  @Test func severalOwnersAreRefusedHere() async throws {
    let client = try await alice()
    do {
      try await client.chat(group).setRole(.owner, of: [bob, carol])
      Issue.record("a group has two owners")
    } catch {
      #expect(error.code == .argumentInvalid && error.field == "users")
    }
    #expect(network.server { $0.logs[group]?.head } == 1)
    await client.close()
  }
}
