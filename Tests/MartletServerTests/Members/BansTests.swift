import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Bans from a group, over the socket.
@Suite(.timeLimit(.minutes(10))) struct BansTests {
  private static let group = "group:g"
  private static let now: Int64 = 1_800_000_000_000

  private struct Clients {
    let alice, bob, carol, dave: WireClient
    let time: ManualTime
    let server: TestServer
  }

  /// A group of alice, who owns it, bob, an admin, and carol; dave is not in it.
  ///
  /// The head is 2.
  private func withGroup(_ limits: Limits = Limits(), _ body: @Sendable (Clients) async throws -> Void) async throws {
    let time = ManualTime(wallMilliseconds: Self.now)
    try await TestServer.with(limits: limits, time: time) { server in
      let clients = Clients(
        alice: try await server.client(user: "alice"), bob: try await server.client(user: "bob"),
        carol: try await server.client(user: "carol"), dave: try await server.client(user: "dave"), time: time, server: server)
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "Team", members: ["bob", "carol"])
      #expect(try await outcome(clients.alice, .createGroup(create)) == "1")
      let roles = Wire.SetRoles(conversation: Self.group, clientId: "roles", users: ["bob"], role: .admin)
      #expect(try await outcome(clients.alice, .setRoles(roles)) == "2")
      try await body(clients)
    }
  }

  /// The position of the entry, `done`, or the error with its field, limit and end.
  private func outcome(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> String {
    switch try await client.request(request) {
    case .appended(let appended): return "\(appended.seq)"
    case .done: return "done"
    case .groupCard(let card): return card.title
    case .failure(let failure):
      let numbers = [failure.limit > 0 ? "\(failure.limit)" : "", failure.until > 0 ? "until \(failure.until - Self.now)" : ""]
      return ([failure.name, failure.field] + numbers).filter { !$0.isEmpty }.joined(separator: " ")
    case let other: throw TestError("\(other)")
    }
  }

  private func id() -> String { UUID().uuidString.lowercased() }

  /// `seconds` from now.
  private func ban(
    _ client: WireClient, _ users: String..., seconds: Int64 = 60, reason: String = "", id: String? = nil
  ) async throws -> String {
    let ban = Wire.BanUsers(
      conversation: Self.group, clientId: id ?? self.id(), users: users, until: Self.now + seconds * 1000, reason: reason)
    return try await outcome(client, .banUsers(ban))
  }

  private func lift(_ client: WireClient, _ users: String...) async throws -> String {
    try await outcome(client, .banUsers(Wire.BanUsers(conversation: Self.group, clientId: id(), users: users)))
  }

  private func add(_ client: WireClient, _ users: String...) async throws -> String {
    try await outcome(client, .addMembers(Wire.AddMembers(conversation: Self.group, clientId: id(), users: users)))
  }

  private func join(_ client: WireClient, _ link: String = "") async throws -> String {
    try await outcome(client, .joinGroup(Wire.JoinGroup(conversation: Self.group, clientId: id(), link: link)))
  }

  private func bans(_ client: WireClient, after: String = "", limit: UInt32 = 0) async throws -> Wire.Bans {
    let list = Wire.ListBans(conversation: Self.group, after: after, limit: limit)
    guard case .bans(let page) = try await client.request(.listBans(list)) else { throw TestError("no bans") }
    return page
  }

  @Test func aBannedMemberIsRemovedAndAllAreTold() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await ban(clients.bob, "carol", "dave", reason: "noise") == "3")
      let banned = Wire.UsersBanned(
        users: ["carol", "dave"], until: Self.now + 60_000, removed: ["carol"], owner: "alice", reason: "noise")
      for client in [clients.alice, clients.bob] {
        await client.until { $0.entries(of: Self.group).contains { $0.seq == 3 } }
        #expect(await client.entries(of: Self.group).last?.event == .usersBanned(banned))
      }
      // Who was removed learns from the own log until when, now and later.
      let left = Wire.Left(seq: 3, by: "bob", reason: "noise", bannedUntil: Self.now + 60_000)
      await clients.carol.until { $0.pushes.flatMap(\.userEntries).contains { $0.event == .left(left) } }
      guard case .userEntries(let log) = try await clients.carol.request(.fetchUserEntries(Wire.FetchUserEntries())) else {
        throw TestError("no log")
      }
      #expect(log.entries.last?.event == .left(left))
      let send = Wire.Send(conversation: Self.group, clientId: id(), type: "text", content: #"{"text":"x"}"#)
      #expect(try await outcome(clients.carol, .send(send)) == "conversation_unknown")
      // A user who was no member is told nothing.
      #expect(await clients.dave.pushes.isEmpty)
    }
  }

  @Test func aBannedUserComesInByNoWayBeforeTheEnd() async throws {
    try await withGroup { (clients) async throws in
      let link = Wire.MakeLink(conversation: Self.group, clientId: id())
      #expect(try await outcome(clients.alice, .makeLink(link)) == "3")
      guard case .links(let links) = try await clients.alice.request(.listLinks(Wire.ListLinks(conversation: Self.group))) else {
        throw TestError("no links")
      }
      let code = try #require(links.links.first).code
      let open = Wire.ChangeConversation(conversation: Self.group, clientId: id(), open: true)
      #expect(try await outcome(clients.alice, .changeConversation(open)) == "4")
      #expect(try await ban(clients.alice, "dave") == "5")
      for _ in 0..<2 {
        #expect(try await join(clients.dave) == "banned dave until 60000")
        #expect(try await join(clients.dave, code) == "banned dave until 60000")
        #expect(try await add(clients.carol, "dave") == "banned dave until 60000")
        for describe in [Wire.DescribeGroup(conversation: Self.group), Wire.DescribeGroup(link: code)] {
          #expect(try await outcome(clients.dave, .describeGroup(describe)) == "banned dave until 60000")
        }
        clients.time.advance(by: .milliseconds(29_999))
      }
      // Nobody learns of a ban by a made-up link.
      #expect(try await join(clients.dave, "group:g~made-up") == "link_invalid")
      clients.time.advance(by: .milliseconds(2))
      #expect(try await outcome(clients.dave, .describeGroup(Wire.DescribeGroup(conversation: Self.group))) == "Team")
      #expect(try await bans(clients.alice).bans.isEmpty)
      #expect(try await join(clients.dave) == "6")
    }
  }

  @Test func aBanIsReplacedAndLifted() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await ban(clients.alice, "dave") == "3")
      #expect(try await ban(clients.bob, "dave") == "done")
      #expect(try await ban(clients.bob, "dave", seconds: 90, reason: "again") == "4")
      let longer = Wire.Ban(user: "dave", by: "bob", since: Self.now, until: Self.now + 90_000, reason: "again")
      #expect(try await bans(clients.alice).bans == [longer])
      #expect(try await add(clients.alice, "dave") == "banned dave until 90000")
      #expect(try await lift(clients.bob, "dave", "nobody") == "5")
      #expect(try await lift(clients.bob, "dave") == "done")
      #expect(try await add(clients.alice, "dave") == "6")
    }
  }

  /// Sessions get the same entry as the log.
  @Test func aLiftedBanNamesOnlyWhoWasBanned() async throws {
    try await withGroup { clients in
      #expect(try await ban(clients.alice, "carol") == "3")
      #expect(try await lift(clients.alice, "carol", "dave") == "4")
      for client in [clients.alice, clients.bob] {
        await client.until { $0.entries(of: Self.group).last?.seq == 4 }
        guard case .usersBanned(let lifted)? = await client.entries(of: Self.group).last?.event else {
          throw TestError("no ban was lifted")
        }
        #expect(lifted.users == ["carol"])
      }
    }
  }

  @Test func aRetriedBanIsStoredOnce() async throws {
    try await withGroup { (clients) async throws in
      for _ in 0..<2 { #expect(try await ban(clients.alice, "carol", id: "once") == "3") }
      #expect(try await ban(clients.alice, "carol", seconds: 61, id: "once") == "client_id_conflict")
      #expect(try await ban(clients.alice, "carol", reason: "x", id: "once") == "client_id_conflict")
    }
  }

  @Test func nobodyBansTheirLikeOrBetters() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await ban(clients.carol, "dave") == "not_permitted")
      #expect(try await ban(clients.dave, "carol") == "conversation_unknown")
      for betters in ["bob", "alice"] { #expect(try await ban(clients.bob, "dave", betters) == "not_permitted") }
      #expect(try await ban(clients.alice, "alice") == "not_permitted")
      #expect(try await ban(clients.alice, "bob") == "3")
      #expect(try await bans(clients.alice).bans.map(\.user) == ["bob"])
      // The former admin is one no longer after the ban.
      #expect(try await lift(clients.alice, "bob") == "4")
      #expect(try await add(clients.alice, "bob") == "5")
      #expect(try await ban(clients.bob, "carol") == "not_permitted")
    }
  }

  @Test func bansComeByThePageAndToLeadersAlone() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await ban(clients.bob, "dave") == "3")
      #expect(try await ban(clients.bob, "carol", seconds: 90) == "4")
      let first = try await bans(clients.bob, limit: 1)
      #expect(first.bans.map(\.user) == ["carol"] && first.more)
      let second = try await bans(clients.bob, after: "carol", limit: 1)
      #expect(second.bans.map(\.user) == ["dave"] && !second.more)
      #expect(try await outcome(clients.carol, .listBans(Wire.ListBans(conversation: Self.group))) == "conversation_unknown")
      #expect(try await lift(clients.alice, "carol") == "5")
      #expect(try await add(clients.alice, "carol") == "6")
      #expect(try await outcome(clients.carol, .listBans(Wire.ListBans(conversation: Self.group))) == "not_permitted")
      let malformed = Wire.ListBans(conversation: Self.group, after: "a b")
      #expect(try await outcome(clients.alice, .listBans(malformed)) == "field_invalid after")
    }
  }

  @Test func badBansAreRefused() async throws {
    var limits = Limits()
    limits.groupBans = 1
    try await withGroup(limits) { (clients) async throws in
      func raw(_ users: [String], until: Int64 = Wire.SilenceMembers.forever, reason: String = "") async throws -> String {
        let ban = Wire.BanUsers(conversation: Self.group, clientId: id(), users: users, until: until, reason: reason)
        return try await outcome(clients.alice, .banUsers(ban))
      }
      #expect(try await raw([]).hasPrefix("field_invalid users"))
      #expect(try await raw(["a b"]).hasPrefix("field_invalid users"))
      #expect(try await raw(["dave"], until: -1) == "field_invalid until")
      #expect(try await raw(["dave"], until: Wire.SilenceMembers.forever + 1) == "field_invalid until")
      #expect(try await raw(["dave"], reason: String(repeating: "x", count: 257)).hasPrefix("field_invalid reason"))
      #expect(try await raw(["nobody"]) == "peer_unknown nobody")
      #expect(try await raw(["carol", "dave"]) == "bans_full 1")
      #expect(try await raw(["dave"]) == "3")
      #expect(try await ban(clients.alice, "carol") == "bans_full 1")
      let direct = Wire.BanUsers(conversation: "direct:bob", clientId: id(), users: ["bob"], until: 1)
      #expect(try await outcome(clients.alice, .banUsers(direct)) == "not_supported_here")
      let dismiss = Wire.DismissGroup(conversation: Self.group, clientId: id())
      #expect(try await outcome(clients.alice, .dismissGroup(dismiss)) == "4")
      #expect(try await lift(clients.alice, "dave") == "conversation_dismissed")
    }
  }

  @Test func theAppBansAnybodyAndItsAdditionsAreBoundByBans() async throws {
    try await withGroup { (clients) async throws in
      let control = clients.server.control
      let ban = Wire.BanUsers(
        conversation: Self.group, clientId: "ban", users: ["alice"], until: Self.now + 60_000, reason: "by order")
      let stored: Wire.Appended = try await control.call("/v1/groups/bans/change", ban)
      #expect(stored.seq == 3)
      let listed: Wire.Bans = try await control.call("/v1/groups/bans", Wire.ListBans(conversation: Self.group))
      #expect(listed.bans == [Wire.Ban(user: "alice", by: "=app", since: Self.now, until: Self.now + 60_000, reason: "by order")])
      // The admin owns the group now.
      #expect(try await self.bans(clients.bob).bans.count == 1)
      await clients.bob.until { $0.entries(of: Self.group).contains { $0.seq == 3 } }
      guard case .usersBanned(let told)? = await clients.bob.entries(of: Self.group).last?.event else {
        throw TestError("no ban")
      }
      #expect(told.owner == "bob" && told.removed == ["alice"])
      let add = Wire.AddMembers(conversation: Self.group, clientId: "add", users: ["alice"])
      let refused = try await control.response("/v1/groups/members/add", add)
      let failure = try Wire.Failure(json: refused.body)
      #expect(refused.status == 403 && failure.name == "banned" && failure.field == "alice" && failure.until == Self.now + 60_000)
      let lift = Wire.BanUsers(conversation: Self.group, clientId: "lift", users: ["alice"])
      let lifted: Wire.Appended = try await control.call("/v1/groups/bans/change", lift)
      #expect(lifted.seq == 4)
    }
  }
}
