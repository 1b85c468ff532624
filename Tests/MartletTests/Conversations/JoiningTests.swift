import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Ways into a group, and its end, through the SDK.
@Suite(.timeLimit(.minutes(10))) struct JoiningTests {
  private let network = MemoryNetwork()
  private let group = ConversationID.of("group:g")

  /// Alice, who created a group.
  private func alice() async throws -> MartletClient {
    let client = try network.client("alice")
    await client.connect()
    try await client.caughtUp()
    _ = try await client.createGroup(title: "Team", members: [], id: "g")
    try await network.pass { try await client.chat(group).summary() != nil }
    return client
  }

  private func shown(_ client: MartletClient) async throws -> Conversation {
    try #require(try await client.chat(group).summary())
  }

  private func code(of error: () async throws(MartletError) -> Void) async -> MartletError.Code? {
    do throws(MartletError) {
      try await error()
      return nil
    } catch {
      return error.code
    }
  }

  @Test func whoHasTheLinkJoins() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    let link = try await mine.chat(group).makeLink(until: Timestamp(milliseconds: 9_000_000_000_000), uses: 1)
    #expect(link.until == Timestamp(milliseconds: 9_000_000_000_000) && link.uses == 1 && link.used == 0)
    let card = try await theirs.describe(.link(link.code))
    #expect(card.id == group && card.title == "Team" && card.memberCount == 1 && card.owner == .of("alice") && !card.isMember)
    #expect(try await theirs.join(.link(link.code), sharedBy: .of("alice"), way: "qr") == group)
    #expect(try await shown(theirs).title == "Team")
    let arrival = Arrival(link: link.id, sharedBy: .of("alice"), way: "qr")
    try await network.pass { try await shown(mine).memberCount == 2 }
    let lines = try await mine.chat(group).history().map(\.kind)
    #expect(lines.last == .notice(.membersAdded([.of("bob")], arrival: arrival)))
    #expect(lines.contains(.notice(.linkMade(id: link.id, until: link.until, uses: 1))))
    #expect(try await mine.chat(group).links().map(\.used) == [1])
    // A member stays one.
    #expect(try await theirs.join(.link(link.code)) == group)
    #expect(await code { () async throws(MartletError) in _ = try await theirs.chat(group).links() } == .server(.notPermitted))
    let other = try await network.online("carol")
    #expect(await code { () async throws(MartletError) in try await other.join(.link(link.code)) } == .server(.linkInvalid))
    try await mine.chat(group).revokeLinks([link.id])
    #expect(try await mine.chat(group).links().isEmpty)
    try await network.pass { try await mine.chat(group).history().last?.kind == .notice(.linksRevoked([link.id])) }
    for client in [mine, theirs, other] { await client.close() }
  }

  @Test func anOpenGroupIsJoinedByItsID() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    #expect(
      await code { () async throws(MartletError) in try await theirs.join(.group(group)) } == .server(.conversationUnknown))
    try await mine.chat(group).setOpen(true)
    try await network.pass { try await shown(mine).isOpen }
    let notice = Notice.conversationChanged(title: nil, attributes: [:], isOpen: true)
    #expect(try await mine.chat(group).history().last?.kind == .notice(notice))
    try await theirs.join(.group(group))
    #expect(try await shown(theirs).isOpen)
    await mine.close()
    await theirs.close()
  }

  @Test func aDismissedGroupCanOnlyBeReadAndLeft() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    try await mine.chat(group).add([.of("bob")])
    try await network.pass { try await theirs.chat(group).summary() != nil }
    try await mine.chat(group).dismiss()
    for client in [mine, theirs] {
      try await network.pass { try await client.chat(group).summary()?.isDismissed == true }
      #expect(try await client.chat(group).history().last?.kind == .notice(.dismissed))
      guard case .failed(let error) = await client.chat(group).send(.text("hello")) else { throw TestError("it was sent") }
      #expect(error.code == .server(.conversationDismissed))
    }
    try await theirs.chat(group).leave()
    try await network.pass { try await theirs.chat(group).summary() == nil }
    await mine.close()
    await theirs.close()
  }

  @Test func conversationsAreFoundOnTheServerPageByPage() async throws {
    let mine = try await alice()
    for name in ["one", "two", "three"] {
      _ = try await mine.createGroup(title: name, members: [.of("bob")], attributes: ["topic": .text(name)], id: name)
    }
    let search = ConversationSearch(members: [.of("bob")])
    let first = try await mine.findConversations(search)
    #expect(first.items.map(\.text) == ["group:three", "group:two"] && first.next != nil)
    let second = try await mine.findConversations(search, after: first.next)
    #expect(second.items.map(\.text) == ["group:one"] && second.next == nil)
    let exact = ConversationSearch(members: [.of("bob")], exactly: true, title: "two", attributes: ["topic": [.text("two")]])
    #expect(try await mine.findConversations(exact).items.map(\.text) == ["group:two"])
    #expect(try await mine.describe(.group(ConversationID.of("group:two"))).creator == .of("alice"))
    await #expect(throws: MartletError.self) { try await mine.findConversations(search, after: PageCursor(.user(.of("bob")))) }
    await mine.close()
  }

  @Test func aLinkForNobodyIsRefusedHere() async throws {
    let mine = try await alice()
    for uses in [0, -1, Int.max] {
      #expect(
        await code { () async throws(MartletError) in _ = try await mine.chat(group).makeLink(uses: uses) } == .argumentInvalid)
    }
    await mine.close()
  }

  @Test func newMembersReadWhatTheGroupLetsThem() async throws {
    let mine = try await alice()
    let theirs = try await network.online("bob")
    for word in ["one", "two", "three"] {
      guard case .sent = await mine.chat(group).send(.text(word)) else { throw TestError("not sent") }
    }
    try await mine.chat(group).setHistory(.last(2))
    try await mine.chat(group).add([.of("bob")])
    try await network.pass { try await theirs.chat(group).summary()?.head == 6 }
    var seen = try await shown(theirs)
    #expect(seen.first == 4 && seen.unread == 0 && seen.history == .last(2))
    #expect(try await theirs.chat(group).history().compactMap(\.text) == ["three"])
    // Who comes back when everything may be read sees what was said meanwhile as well.
    try await theirs.chat(group).leave()
    try await network.pass { try await theirs.chat(group).summary() == nil }
    guard case .sent = await mine.chat(group).send(.text("four")) else { throw TestError("not sent") }
    try await mine.chat(group).setHistory(.all)
    let notice = Notice.conversationChanged(title: nil, attributes: [:], history: .all)
    try await network.pass { try await mine.chat(group).history().last?.kind == .notice(notice) }
    try await mine.chat(group).add([.of("bob")])
    try await network.pass { try await theirs.chat(group).summary()?.head == 10 }
    seen = try await shown(theirs)
    #expect(seen.first == 1 && seen.unread == 0)
    #expect(try await theirs.chat(group).history().compactMap(\.text) == ["one", "two", "three", "four"])
    await mine.close()
    await theirs.close()
  }
}
