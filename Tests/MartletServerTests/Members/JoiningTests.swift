import Foundation
import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Ways into a group, and its end, over the socket.
@Suite(.timeLimit(.minutes(10))) struct JoiningTests {
  private static let group = "group:g"

  private struct Clients {
    let alice, bob, carol: WireClient
    let time: ManualTime
  }

  /// A group of alice's alone; the head is 1.
  private func withGroup(_ limits: Limits = Limits(), _ body: @Sendable (Clients) async throws -> Void) async throws {
    let time = ManualTime(wallMilliseconds: 1_800_000_000_000)
    try await TestServer.with(limits: limits, time: time) { server in
      let clients = Clients(
        alice: try await server.client(user: "alice"), bob: try await server.client(user: "bob"),
        carol: try await server.client(user: "carol"), time: time)
      let create = Wire.CreateGroup(
        group: "g", clientId: "create", title: "Team", attributes: [Wire.Attribute(key: "topic", value: "\"birds\"")])
      #expect(try await outcome(clients.alice, .createGroup(create)) == "1")
      try await body(clients)
    }
  }

  /// The position of the entry, `done`, or the error with its field and limit.
  private func outcome(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> String {
    switch try await client.request(request) {
    case .appended(let appended): return "\(appended.seq)"
    case .done: return "done"
    case .groupCard(let card): return "\(card.title) \(card.memberCount) \(card.member)"
    case .failure(let failure):
      return [failure.name, failure.field, failure.limit > 0 ? "\(failure.limit)" : ""].filter { !$0.isEmpty }
        .joined(separator: " ")
    case let other: throw TestError("\(other)")
    }
  }

  private func id() -> String { UUID().uuidString.lowercased() }

  private func make(_ client: WireClient, until: Int64 = 0, uses: UInt32 = 0) async throws -> String {
    try await outcome(client, .makeLink(Wire.MakeLink(conversation: Self.group, clientId: id(), until: until, uses: uses)))
  }

  private func links(_ client: WireClient) async throws -> [Wire.JoinLink] {
    guard case .links(let page) = try await client.request(.listLinks(Wire.ListLinks(conversation: Self.group))) else {
      throw TestError("no links")
    }
    return page.links
  }

  private func join(_ client: WireClient, _ link: String = "", in group: String = group, way: String = "", sharedBy: String = "")
    async throws -> String
  {
    try await outcome(
      client,
      .joinGroup(Wire.JoinGroup(conversation: group, clientId: id(), link: link, sharedBy: sharedBy, way: way)))
  }

  private func open(_ client: WireClient, _ isOpen: Bool) async throws -> String {
    try await outcome(
      client, .changeConversation(Wire.ChangeConversation(conversation: Self.group, clientId: id(), open: isOpen)))
  }

  private func dismiss(_ client: WireClient) async throws -> String {
    try await outcome(client, .dismissGroup(Wire.DismissGroup(conversation: Self.group, clientId: id())))
  }

  private func send(_ client: WireClient) async throws -> String {
    try await outcome(
      client, .send(Wire.Send(conversation: Self.group, clientId: id(), type: "text", content: #"{"text":"x"}"#)))
  }

  @Test func whoHasTheLinkJoinsAndAllAreTold() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await make(clients.alice) == "2")
      let link = try #require(try await links(clients.alice).first)
      #expect(link.id == 2 && link.by == "alice" && link.used == 0 && link.code.hasPrefix("group:g~"))
      #expect(try await join(clients.bob, link.code, in: "", way: "qr", sharedBy: "alice") == "3")
      let added = Wire.MembersAdded(users: ["bob"], arrival: Wire.Arrival(link: 2, sharedBy: "alice", way: "qr"))
      for client in [clients.alice, clients.bob] {
        await client.until { $0.entries(of: Self.group).contains { $0.seq == 3 } }
        #expect(await client.entries(of: Self.group).last?.event == .membersAdded(added))
      }
      #expect(try await send(clients.bob) == "4")
      #expect(try await links(clients.alice).map(\.used) == [1])
      #expect(try await join(clients.bob, link.code) == "done")
      #expect(try await links(clients.alice).map(\.used) == [1])
    }
  }

  /// Of a link, only the owner and the admins see the code.
  @Test func theCodeOfALinkIsNotInTheLog() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await make(clients.alice, uses: 3) == "2")
      let code = try #require(try await links(clients.alice).first).code
      await clients.alice.until { $0.entries(of: Self.group).contains { $0.seq == 2 } }
      let made = Wire.ConversationChanged(linkMade: Wire.JoinLink(id: 2, by: "alice", uses: 3))
      #expect(await clients.alice.entries(of: Self.group).last?.event == .conversationChanged(made))
      #expect(try await join(clients.bob, code) == "3")
      #expect(
        try await outcome(clients.bob, .listLinks(Wire.ListLinks(conversation: Self.group))) == "not_permitted")
      let fetch = Wire.FetchEntries(conversation: Self.group)
      guard case .entries(let page) = try await clients.alice.request(.fetchEntries(fetch)) else { throw TestError("no page") }
      #expect(page.entries.dropFirst().first?.event == .conversationChanged(made))
      let list = Wire.ListConversations(only: [Self.group])
      guard case .conversations(let found) = try await clients.bob.request(.listConversations(list)) else {
        throw TestError("no list")
      }
      #expect(found.conversations.first?.rules == Wire.GroupRules())
    }
  }

  @Test func aLinkEndsByTimeUseAndRevocation() async throws {
    try await withGroup { (clients) async throws in
      let end = clients.time.wallMilliseconds + 1_000
      #expect(try await make(clients.alice, until: end) == "2")
      #expect(try await make(clients.alice, uses: 1) == "3")
      let codes = try await links(clients.alice).map(\.code)
      #expect(try await join(clients.bob, codes[1]) == "4")
      #expect(try await join(clients.carol, codes[1]) == "link_invalid")
      clients.time.advance(by: .seconds(1))
      #expect(try await join(clients.carol, codes[0]) == "link_invalid")
      #expect(try await make(clients.alice) == "5")
      let last = try #require(try await links(clients.alice).last)
      let revoke = Wire.RevokeLinks(conversation: Self.group, clientId: "r", links: [last.id, 99])
      #expect(try await outcome(clients.alice, .revokeLinks(revoke)) == "6")
      #expect(try await join(clients.carol, last.code) == "link_invalid")
      let again = Wire.RevokeLinks(conversation: Self.group, clientId: "again", links: [last.id])
      #expect(try await outcome(clients.alice, .revokeLinks(again)) == "done")
    }
  }

  @Test func aLinkIsMadeOnceHoweverOftenItIsAskedFor() async throws {
    try await withGroup { (clients) async throws in
      let make = Wire.MakeLink(conversation: Self.group, clientId: "once")
      #expect(try await outcome(clients.alice, .makeLink(make)) == "2")
      let code = try await links(clients.alice).map(\.code)
      #expect(try await outcome(clients.alice, .makeLink(make)) == "2")
      #expect(try await links(clients.alice).map(\.code) == code)
      // Also when it has ended meanwhile.
      let end = clients.time.wallMilliseconds + 1_000
      let short = Wire.MakeLink(conversation: Self.group, clientId: "short", until: end)
      #expect(try await outcome(clients.alice, .makeLink(short)) == "3")
      clients.time.advance(by: .seconds(2))
      #expect(try await outcome(clients.alice, .makeLink(short)) == "3")
    }
  }

  @Test func anOpenGroupIsJoinedByItsID() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await join(clients.bob) == "conversation_unknown")
      #expect(try await open(clients.alice, true) == "2")
      #expect(try await open(clients.alice, true) == "done")
      #expect(try await join(clients.bob) == "3")
      #expect(try await open(clients.bob, false) == "not_permitted")
      #expect(try await open(clients.alice, false) == "4")
      #expect(try await join(clients.carol) == "conversation_unknown")
    }
  }

  /// Nobody learns by a made-up link which groups exist.
  @Test func badLinksAreRefusedAlike() async throws {
    try await withGroup { (clients) async throws in
      for code in [
        "group:g~x", "group:none~x", "group:g", "~", "group:g~a~b", "direct:bob~x", String(repeating: "x", count: 300),
      ] {
        #expect(try await join(clients.bob, code, in: "") == "link_invalid", "\(code)")
        #expect(
          try await outcome(clients.bob, .describeGroup(Wire.DescribeGroup(link: code))) == "link_invalid", "\(code)")
      }
      #expect(try await join(clients.bob, in: "") == "field_invalid conversation")
      #expect(try await join(clients.bob, in: "nonsense") == "field_invalid conversation")
      #expect(try await join(clients.bob, way: "Not a word") == "field_invalid way 64")
      #expect(try await join(clients.bob, sharedBy: "not a user") == "field_invalid shared_by")
      #expect(try await make(clients.alice, until: -1) == "field_invalid until")
      #expect(try await make(clients.alice, until: .max) == "field_invalid until")
      let none = Wire.RevokeLinks(conversation: Self.group, clientId: "none")
      #expect(try await outcome(clients.alice, .revokeLinks(none)) == "field_invalid links 500")
    }
  }

  @Test func whoCouldJoinIsToldOfTheGroup() async throws {
    try await withGroup { (clients) async throws in
      let byID = Wire.ClientPacket.Request.describeGroup(Wire.DescribeGroup(conversation: Self.group))
      #expect(try await outcome(clients.bob, byID) == "conversation_unknown")
      #expect(try await make(clients.alice) == "2")
      let code = try #require(try await links(clients.alice).first).code
      #expect(try await outcome(clients.bob, .describeGroup(Wire.DescribeGroup(link: code))) == "Team 1 false")
      #expect(try await open(clients.alice, true) == "3")
      #expect(try await outcome(clients.bob, byID) == "Team 1 false")
      #expect(try await join(clients.bob) == "4")
      #expect(try await outcome(clients.bob, byID) == "Team 2 true")
      guard case .groupCard(let card) = try await clients.bob.request(byID) else { throw TestError("no card") }
      #expect(card.owner == "alice" && card.attributes == [Wire.Attribute(key: "topic", value: "\"birds\"")])
    }
  }

  @Test func aGroupTakesNoMoreMembersAndLinksThanAllowed() async throws {
    var limits = Limits()
    (limits.groupMembers, limits.groupLinks) = (2, 1)
    try await withGroup(limits) { (clients) async throws in
      #expect(try await make(clients.alice) == "2")
      #expect(try await make(clients.alice) == "links_full 1")
      let code = try #require(try await links(clients.alice).first).code
      #expect(try await join(clients.bob, code) == "3")
      #expect(try await join(clients.carol, code) == "group_full 2")
    }
  }

  @Test func addedMembersAreToldHowTheyCame() async throws {
    try await withGroup { (clients) async throws in
      let add = Wire.AddMembers(conversation: Self.group, clientId: "add", users: ["bob"], way: "import")
      #expect(try await outcome(clients.alice, .addMembers(add)) == "2")
      await clients.bob.until { $0.entries(of: Self.group).contains { $0.seq == 2 } }
      let added = Wire.MembersAdded(users: ["bob"], arrival: Wire.Arrival(way: "import"))
      #expect(await clients.bob.entries(of: Self.group).last?.event == .membersAdded(added))
    }
  }

  @Test func afterItsEndAGroupCanOnlyBeReadAndLeft() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await make(clients.alice) == "2")
      let code = try #require(try await links(clients.alice).first).code
      #expect(try await join(clients.bob, code) == "3")
      #expect(try await send(clients.bob) == "4")
      #expect(try await dismiss(clients.bob) == "not_permitted")
      #expect(try await dismiss(clients.alice) == "5")
      await clients.bob.until { $0.entries(of: Self.group).contains { $0.seq == 5 } }
      #expect(await clients.bob.entries(of: Self.group).last?.event == .conversationChanged(.init(dismissed: true)))
      let over = "conversation_dismissed"
      for client in [clients.alice, clients.bob] { #expect(try await send(client) == over) }
      #expect(try await dismiss(clients.alice) == over)
      #expect(try await open(clients.alice, true) == over)
      #expect(try await make(clients.alice) == over)
      #expect(try await join(clients.carol, code) == over)
      let requests: [Wire.ClientPacket.Request] = [
        .addMembers(Wire.AddMembers(conversation: Self.group, clientId: id(), users: ["carol"])),
        .removeMembers(Wire.RemoveMembers(conversation: Self.group, clientId: id(), users: ["bob"])),
        .setRoles(Wire.SetRoles(conversation: Self.group, clientId: id(), users: ["bob"], role: .admin)),
        .recall(Wire.Recall(conversation: Self.group, clientId: id(), target: 4)),
        .changeConversation(Wire.ChangeConversation(conversation: Self.group, clientId: id(), title: "New")),
        .signal(Wire.Signal(conversation: Self.group, type: "typing", content: "{}")),
      ]
      for request in requests { #expect(try await outcome(clients.alice, request) == over, "\(request)") }
      guard case .entries(let page) = try await clients.bob.request(.fetchEntries(Wire.FetchEntries(conversation: Self.group)))
      else { throw TestError("no page") }
      #expect(page.entries.map(\.seq) == [3, 4, 5])
      let leave = Wire.RemoveMembers(conversation: Self.group, clientId: id(), users: ["bob"])
      #expect(try await outcome(clients.bob, .removeMembers(leave)) == "6")
    }
  }

  /// What a user is shown of the log.
  private func page(_ client: WireClient) async throws -> Wire.Entries {
    guard case .entries(let page) = try await client.request(.fetchEntries(Wire.FetchEntries(conversation: Self.group))) else {
      throw TestError("no page")
    }
    return page
  }

  @Test func newMembersReadWhatTheGroupLetsThem() async throws {
    try await withGroup { (clients) async throws in
      for _ in 0..<3 { _ = try await send(clients.alice) }
      let change = Wire.ChangeConversation(conversation: Self.group, clientId: id(), open: true, history: 2)
      #expect(try await outcome(clients.alice, .changeConversation(change)) == "5")
      #expect(try await join(clients.bob) == "6")
      await clients.alice.until { $0.entries(of: Self.group).contains { $0.seq == 6 } }
      let added = Wire.MembersAdded(users: ["bob"], arrival: Wire.Arrival(history: 2))
      #expect(await clients.alice.entries(of: Self.group).last?.event == .membersAdded(added))
      let shown = try await page(clients.bob)
      #expect(shown.first == 4 && shown.entries.map(\.seq) == [4, 5, 6])
      // An edit of what bob may not read tells him nothing.
      for target in [UInt64(3), 4] {
        let edit = Wire.Edit(
          conversation: Self.group, clientId: id(), target: target, type: "text", content: #"{"text":"new"}"#)
        _ = try await outcome(clients.alice, .edit(edit))
      }
      let edits = try await page(clients.bob).entries.filter { $0.seq > 6 }.map(\.event)
      #expect(edits.first == .withheld(Wire.Withheld()))
      guard case .edited(let edited)? = edits.last ?? nil else { throw TestError("\(edits)") }
      #expect(edited.target == 4)
      // Only those who were there when it was sent are asked whether they have read it.
      let count = Wire.CountReceipts(conversation: Self.group, seqs: [4])
      guard case .receipts(let receipts) = try await clients.alice.request(.countReceipts(count)) else {
        throw TestError("no receipts")
      }
      #expect(receipts.counts.map(\.members) == [0])
    }
  }

  @Test func theAppDecidesWhatNewMembersReadWhereTheGroupDoesNot() async throws {
    var limits = Limits()
    limits.groupHistory = Int(UInt32.max)
    try await withGroup(limits) { (clients) async throws in
      #expect(try await send(clients.alice) == "2")
      let add = Wire.AddMembers(conversation: Self.group, clientId: id(), users: ["bob"])
      #expect(try await outcome(clients.alice, .addMembers(add)) == "3")
      let list = Wire.ListConversations(only: [Self.group])
      guard case .conversations(let found) = try await clients.bob.request(.listConversations(list)) else {
        throw TestError("no list")
      }
      let summary = try #require(found.conversations.first)
      #expect(summary.earlier == 2 && summary.unread == 0 && summary.lastMessage?.seq == 2)
      #expect(try await page(clients.bob).entries.map(\.seq) == [1, 2, 3])
      let change = Wire.ChangeConversation(conversation: Self.group, clientId: id(), history: 0)
      #expect(try await outcome(clients.bob, .changeConversation(change)) == "not_permitted")
      #expect(try await outcome(clients.alice, .changeConversation(change)) == "4")
      #expect(try await join(clients.carol) == "conversation_unknown")
      let another = Wire.AddMembers(conversation: Self.group, clientId: id(), users: ["carol"])
      #expect(try await outcome(clients.alice, .addMembers(another)) == "5")
      #expect(try await page(clients.carol).entries.map(\.seq) == [5])
    }
  }
}
