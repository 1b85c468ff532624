import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Applications to join a group, nicknames and announcements, over the socket.
@Suite(.timeLimit(.minutes(10))) struct ApplicationsTests {
  private static let group = "group:g"
  private static let now: Int64 = 1_800_000_000_000
  private static let lifetime: Int64 = 30 * 86_400_000

  private struct Clients {
    let alice, bob, carol, dave, erin: WireClient
    let time: ManualTime
  }

  /// A group that takes applications: alice owns it, bob is an admin, carol a member; dave and erin are not in it.
  ///
  /// The head is 3.
  private func withGroup(_ limits: Limits = Limits(), _ body: @Sendable (Clients) async throws -> Void) async throws {
    let time = ManualTime(wallMilliseconds: Self.now)
    try await TestServer.with(limits: limits, time: time) { server in
      let clients = Clients(
        alice: try await server.client(user: "alice"), bob: try await server.client(user: "bob"),
        carol: try await server.client(user: "carol"), dave: try await server.client(user: "dave"),
        erin: try await server.client(user: "erin"), time: time)
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "Team", members: ["bob", "carol"])
      #expect(try await outcome(clients.alice, .createGroup(create)) == "1")
      let roles = Wire.SetRoles(conversation: Self.group, clientId: "roles", users: ["bob"], role: .admin)
      #expect(try await outcome(clients.alice, .setRoles(roles)) == "2")
      #expect(try await takeApplications(clients.bob, true) == "3")
      try await body(clients)
    }
  }

  /// The position of the entry, `done`, or the error with its field and limit.
  private func outcome(_ client: WireClient, _ request: Wire.ClientPacket.Request) async throws -> String {
    switch try await client.request(request) {
    case .appended(let appended): return "\(appended.seq)"
    case .done: return "done"
    case .failure(let failure):
      let limit = failure.limit > 0 ? "\(failure.limit)" : ""
      return [failure.name, failure.field, limit].filter { !$0.isEmpty }.joined(separator: " ")
    case let other: throw TestError("\(other)")
    }
  }

  private func id() -> String { UUID().uuidString.lowercased() }

  private func takeApplications(_ client: WireClient, _ areTaken: Bool) async throws -> String {
    try await outcome(
      client,
      .changeConversation(Wire.ChangeConversation(conversation: Self.group, clientId: id(), applications: areTaken)))
  }

  private func apply(_ client: WireClient, _ text: String = "", id: String? = nil) async throws -> String {
    try await outcome(
      client, .applyToGroup(Wire.ApplyToGroup(conversation: Self.group, clientId: id ?? self.id(), text: text)))
  }

  private func withdraw(_ client: WireClient) async throws -> String {
    try await outcome(client, .applyToGroup(Wire.ApplyToGroup(conversation: Self.group, clientId: id(), withdrawn: true)))
  }

  private func accept(_ client: WireClient, _ users: String...) async throws -> String {
    let answer = Wire.AnswerApplications(conversation: Self.group, clientId: id(), users: users, accepted: true)
    return try await outcome(client, .answerApplications(answer))
  }

  private func refuse(_ client: WireClient, _ users: String..., reason: String = "") async throws -> String {
    let answer = Wire.AnswerApplications(conversation: Self.group, clientId: id(), users: users, reason: reason)
    return try await outcome(client, .answerApplications(answer))
  }

  private func applications(_ client: WireClient, limit: UInt32 = 0) async throws -> Wire.Applications {
    let list = Wire.ListApplications(conversation: Self.group, limit: limit)
    guard case .applications(let page) = try await client.request(.listApplications(list)) else { throw TestError("none") }
    return page
  }

  private func card(_ client: WireClient) async throws -> Wire.GroupCard {
    guard case .groupCard(let card) = try await client.request(.describeGroup(Wire.DescribeGroup(conversation: Self.group)))
    else { throw TestError("no card") }
    return card
  }

  private func states(_ client: WireClient) async throws -> [Wire.ApplicationChanged] {
    guard case .userEntries(let log) = try await client.request(.fetchUserEntries(Wire.FetchUserEntries())) else {
      throw TestError("no log")
    }
    return log.entries.compactMap { if case .applicationChanged(let change)? = $0.event { change } else { nil } }
  }

  @Test func onlyLeadersSeeAnApplicationAndTheApplicantIsToldOfTheAnswer() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await card(clients.dave).appliedUntil == 0)
      #expect(try await apply(clients.dave, "please") == "4")
      let end = Self.now + Self.lifetime
      let applied = Wire.Applied(text: "please", until: end)
      for client in [clients.alice, clients.bob] {
        await client.until { $0.entries(of: Self.group).contains { $0.seq == 4 } }
        #expect(await client.entries(of: Self.group).last?.event == .applied(applied))
      }
      await clients.carol.until { $0.entries(of: Self.group).contains { $0.seq == 4 } }
      #expect(await clients.carol.entries(of: Self.group).last?.event == .withheld(Wire.Withheld()))
      #expect(try await card(clients.dave).appliedUntil == end)
      let listed = Wire.Application(user: "dave", since: Self.now, until: end, text: "please")
      #expect(try await applications(clients.bob).applications == [listed])
      #expect(try await refuse(clients.bob, "dave", reason: "full") == "5")
      #expect(try await applications(clients.bob).applications.isEmpty)
      let pending = Wire.ApplicationChanged(seq: 4, state: .pending, until: end)
      let refused = Wire.ApplicationChanged(seq: 5, state: .refused, by: "bob", reason: "full")
      await clients.dave.until { $0.pushes.flatMap(\.userEntries).contains { $0.event == .applicationChanged(refused) } }
      #expect(try await states(clients.dave) == [pending, refused])
      #expect(try await accept(clients.alice, "dave") == "application_unknown dave")
      #expect(try await apply(clients.dave) == "6")
      #expect(try await accept(clients.alice, "dave") == "7")
      #expect(try await accept(clients.alice, "dave") == "done")
      await clients.carol.until { $0.entries(of: Self.group).contains { $0.seq == 7 } }
      let arrival = Wire.Arrival(accepted: true)
      #expect(
        await clients.carol.entries(of: Self.group).last?.event
          == .membersAdded(Wire.MembersAdded(users: ["dave"], arrival: arrival)))
    }
  }

  @Test func anApplicationIsReplacedWithdrawnAndEnds() async throws {
    var limits = Limits()
    limits.applicationLifetime = .seconds(30)
    try await withGroup(limits) { (clients) async throws in
      for _ in 0..<2 { #expect(try await apply(clients.dave, "one", id: "once") == "4") }
      #expect(try await apply(clients.dave, "two", id: "once") == "client_id_conflict")
      #expect(try await apply(clients.dave, "one") == "done")
      #expect(try await apply(clients.dave, "two") == "5")
      #expect(try await applications(clients.alice).applications.map(\.text) == ["two"])
      #expect(try await withdraw(clients.dave) == "6")
      #expect(try await withdraw(clients.dave) == "done")
      #expect(try await accept(clients.alice, "dave") == "application_unknown dave")
      #expect(try await states(clients.dave).map(\.state) == [.pending, .pending, .withdrawn])
      #expect(try await apply(clients.dave) == "7")
      clients.time.advance(by: .seconds(30))
      #expect(try await applications(clients.alice).applications.isEmpty)
      #expect(try await refuse(clients.alice, "dave") == "application_unknown dave")
      // A member has nothing to apply for.
      #expect(try await apply(clients.carol) == "done")
    }
  }

  @Test func whoMayApplyAndWhoMayAnswer() async throws {
    var limits = Limits()
    limits.groupApplications = 1
    try await withGroup(limits) { (clients) async throws in
      #expect(try await apply(clients.dave) == "4")
      #expect(try await apply(clients.erin) == "applications_full 1")
      #expect(try await accept(clients.carol, "dave") == "not_permitted")
      #expect(try await refuse(clients.erin, "dave") == "conversation_unknown")
      #expect(
        try await outcome(clients.carol, .listApplications(Wire.ListApplications(conversation: Self.group))) == "not_permitted")
      #expect(try await takeApplications(clients.carol, false) == "not_permitted")
      #expect(try await takeApplications(clients.alice, false) == "5")
      #expect(try await apply(clients.dave, "more") == "conversation_unknown")
      #expect(try await withdraw(clients.erin) == "conversation_unknown")
      // Those that wait stay, and can be withdrawn.
      #expect(try await accept(clients.bob, "dave", "erin") == "application_unknown erin")
      #expect(try await withdraw(clients.dave) == "6")
      let long = String(repeating: "x", count: Limits.noteBytes + 1)
      #expect(try await apply(clients.dave, long) == "field_invalid text \(Limits.noteBytes)")
    }
  }

  @Test func aBanAnswersAnApplicationAndALiftedBanLeavesOthers() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await apply(clients.dave) == "4")
      #expect(try await apply(clients.erin) == "5")
      func ban(_ users: [String], until: Int64) async throws -> String {
        let ban = Wire.BanUsers(conversation: Self.group, clientId: id(), users: users, until: until, reason: "no")
        return try await outcome(clients.alice, .banUsers(ban))
      }
      #expect(try await ban(["dave"], until: Self.now + 60_000) == "6")
      #expect(try await states(clients.dave).last == Wire.ApplicationChanged(seq: 6, state: .refused, by: "alice", reason: "no"))
      #expect(try await apply(clients.dave) == "banned dave")
      #expect(try await ban(["dave", "erin"], until: 0) == "7")
      #expect(try await applications(clients.alice).applications.map(\.user) == ["erin"])
    }
  }

  private func name(_ client: WireClient, _ user: String, _ name: String) async throws -> String {
    let set = Wire.SetNickname(conversation: Self.group, clientId: id(), user: user, name: name)
    return try await outcome(client, .setNickname(set))
  }

  private func nicknames(_ client: WireClient) async throws -> [String] {
    guard case .members(let page) = try await client.request(.listMembers(Wire.ListMembers(conversation: Self.group))) else {
      throw TestError("no members")
    }
    return page.members.map(\.nickname)
  }

  @Test func membersHaveNicknames() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await name(clients.carol, "", "Caz") == "4")
      #expect(try await name(clients.carol, "carol", "Caz") == "done")
      #expect(try await name(clients.bob, "carol", "C") == "5")
      #expect(try await name(clients.bob, "alice", "Boss") == "not_permitted")
      #expect(try await name(clients.carol, "bob", "B") == "not_permitted")
      #expect(try await name(clients.bob, "dave", "D") == "member_unknown")
      #expect(try await name(clients.dave, "", "D") == "conversation_unknown")
      #expect(try await nicknames(clients.alice) == ["", "", "C"])
      await clients.alice.until { $0.entries(of: Self.group).contains { $0.seq == 5 } }
      #expect(await clients.alice.entries(of: Self.group).last?.event == .memberNamed(Wire.MemberNamed(user: "carol", name: "C")))
      let remove = Wire.RemoveMembers(conversation: Self.group, clientId: id(), users: ["carol"])
      #expect(try await outcome(clients.alice, .removeMembers(remove)) == "6")
      let add = Wire.AddMembers(conversation: Self.group, clientId: id(), users: ["carol"])
      #expect(try await outcome(clients.alice, .addMembers(add)) == "7")
      #expect(try await nicknames(clients.alice) == ["", "", ""])
    }
  }

  private func announce(_ client: WireClient, _ text: String) async throws -> String {
    try await outcome(client, .announce(Wire.Announce(conversation: Self.group, clientId: id(), text: text)))
  }

  private func announcements(_ client: WireClient, from: UInt64 = 0, limit: UInt32 = 0) async throws -> Wire.Announcements {
    let list = Wire.ListAnnouncements(conversation: Self.group, from: from, limit: limit)
    guard case .announcements(let page) = try await client.request(.listAnnouncements(list)) else { throw TestError("none") }
    return page
  }

  @Test func announcementsHaveAHistory() async throws {
    try await withGroup { (clients) async throws in
      #expect(try await announcements(clients.carol).announcements.isEmpty)
      #expect(try await announce(clients.carol, "no") == "not_permitted")
      #expect(try await announce(clients.bob, "one") == "4")
      #expect(try await announce(clients.bob, "one") == "done")
      #expect(try await announce(clients.alice, "two") == "5")
      #expect(try await announce(clients.alice, "") == "6")
      #expect(try await announce(clients.alice, "three") == "7")
      let first = try await announcements(clients.carol, limit: 2)
      #expect(first.announcements.map(\.text) == ["three", ""] && first.next == 5)
      let rest = try await announcements(clients.carol, from: first.next, limit: 2)
      #expect(rest.announcements.map(\.text) == ["two", "one"] && rest.next == 0)
      #expect(rest.announcements.last == Wire.Announcement(text: "one", by: "bob", time: Self.now, seq: 4))
      // A new member sees the present one, and none from before.
      let add = Wire.AddMembers(conversation: Self.group, clientId: id(), users: ["dave"])
      #expect(try await outcome(clients.alice, .addMembers(add)) == "8")
      #expect(try await announcements(clients.dave).announcements.map(\.text) == ["three"])
    }
  }
}
