import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Users in the hands of the app's server.
@Suite(.timeLimit(.minutes(10))) struct UserCallsTests {
  private static let start: Int64 = 1_800_000_000_000

  /// Waits for Closing and returns its failure.
  private func closing(_ client: WireClient) async throws -> Wire.Failure {
    await client.until { $0.closeCode != nil }
    return try #require(await client.closing?.failure)
  }

  private func refusal(_ server: TestServer, _ path: String, _ body: some WireMessage) async throws -> String {
    let response = try await server.control.response("/v1/users" + path, body)
    guard response.status != 200 else { return "done" }
    let failure = try Wire.Failure(json: response.body)
    #expect(response.status == failure.errorCode.httpStatus)
    return failure.field.isEmpty ? failure.name : "\(failure.name) \(failure.field)"
  }

  // MARK: - Suspension

  @Test func aSuspendedUserIsSentAwayAndMayComeBackWhenItEnds() async throws {
    let time = ManualTime(wallMilliseconds: Self.start)
    try await TestServer.with(limits: Limits(), time: time) { server in
      let until = Self.start + 60_000
      let token = try await server.token(for: "alice")
      let devices = [
        try await server.client(user: "alice", device: "one"),
        try await server.client(user: "alice", device: "two", class: .mobile),
      ]
      let bob = try await server.client(user: "bob")
      let suspended: Wire.Suspension = try await server.control.call(
        "/v1/users/suspend", Wire.SuspendUser(user: "alice", until: until))
      #expect(suspended == Wire.Suspension(user: "alice", until: until))
      for device in devices {
        let failure = try await closing(device)
        #expect(failure.errorCode == .userSuspended && failure.until == until)
        #expect(await device.closing?.reconnect == false)
      }
      guard case .pong = try await bob.request(.ping(Wire.Ping())) else { throw TestError("bob was sent away, too") }
      time.advance(by: .milliseconds(59_999))
      let early = try await server.connection()
      if case .welcome? = try? await early.hello(token: token) { throw TestError("a suspended user is let in") }
      let failure = try await closing(early)
      #expect(failure.errorCode == .userSuspended && failure.until == until)
      time.advance(by: .milliseconds(1))
      let late = try await server.connection()
      guard case .welcome = try await late.hello(token: token) else { throw TestError("the suspension did not end") }
    }
  }

  @Test func aSuspensionIsLiftedEarlyAndListedUntilThen() async throws {
    try await TestServer.with { server in
      for user in ["alice", "bob", "carol"] { _ = try await server.token(for: user) }
      for user in ["carol", "alice"] {
        let _: Wire.Suspension = try await server.control.call(
          "/v1/users/suspend", Wire.SuspendUser(user: user, until: Wire.SilenceMembers.forever))
      }
      func list(_ request: Wire.ListSuspended = Wire.ListSuspended()) async throws -> Wire.Suspensions {
        try await server.control.call("/v1/users/suspended", request)
      }
      let first = try await list(Wire.ListSuspended(limit: 1))
      #expect(first.users == [Wire.Suspension(user: "alice", until: Wire.SilenceMembers.forever)] && first.more)
      let second = try await list(Wire.ListSuspended(after: "alice", limit: 1))
      #expect(second.users.map(\.user) == ["carol"] && !second.more)
      let lifted: Wire.Suspension = try await server.control.call("/v1/users/suspend", Wire.SuspendUser(user: "alice"))
      #expect(lifted == Wire.Suspension(user: "alice"))
      #expect(try await list().users.map(\.user) == ["carol"])
      _ = try await server.client(user: "alice")
    }
  }

  /// The moments of a sign-in at which a suspension may arrive: before or after a call of the store.
  @Test(arguments: [
    (GatedStore.Call.user, GatedStore.Point.before), (.user, .after), (.userLog, .after), (.stamp, .after),
  ])
  func aSuspensionDuringSigningInIsNeverMissed(call: GatedStore.Call, point: GatedStore.Point) async throws {
    let closing = try await TestServer.whileSigningIn(call, point) { server in
      let _: Wire.Suspension = try await server.control.call(
        "/v1/users/suspend", Wire.SuspendUser(user: "alice", until: Wire.SilenceMembers.forever))
    }
    #expect(closing == .userSuspended)
  }

  // MARK: - Import

  @Test func manyUsersAreMadeAtOnceEachWithItsOwnResult() async throws {
    try await TestServer.with { server in
      _ = try await server.token(for: "old")
      func profile(_ user: String, _ name: String, number: String? = nil) -> Wire.SetProfile {
        Wire.SetProfile(user: user, fields: [Wire.ProfileField(key: "name", value: name)], number: number)
      }
      let request = Wire.ImportUsers(users: [
        profile("ann", "Ann", number: "1"), profile("old", "Old"), profile("ben", "Ben", number: "1"), profile("a b", "Nobody"),
        Wire.SetProfile(user: "cem", fields: [Wire.ProfileField(key: "shoe", value: "42")]),
      ])
      let done: Wire.ImportedUsers = try await server.control.call("/v1/users/import", request)
      #expect(
        done.users.map { "\($0.user) \($0.created) \($0.failure?.name ?? "")" } == [
          "ann true ", "old false ", "ben true account_number_taken", "a b false field_invalid",
          "cem false profile_field_unknown",
        ])
      let ann: Wire.Profile = try await server.control.call("/v1/users/profile", Wire.SetProfile(user: "ann"))
      #expect(ann.number == "1" && ann.fields.map(\.value) == ["Ann"])
      // Again, nobody is new and nothing else changes.
      let again: Wire.ImportedUsers = try await server.control.call("/v1/users/import", request)
      #expect(again.users.map(\.created) == [false, false, false, false, false])
      #expect(try await refusal(server, "/profile", Wire.SetProfile(user: "cem")) == "peer_unknown user")
    }
  }

  // MARK: - The groups of a user

  @Test func aUsersGroupsBecomeThoseThatTheAppNames() async throws {
    try await TestServer.with { server in
      for user in ["alice", "bob"] { _ = try await server.token(for: user) }
      for name in ["a", "b", "c"] {
        let _: Wire.Appended = try await server.control.call(
          "/v1/groups", Wire.MakeGroup(owner: "alice", clientId: name, group: name, title: name.uppercased()))
      }
      func sync(_ groups: [String], id: String = WireClient.fresh()) async throws -> [String] {
        let done: Wire.SyncedGroups = try await server.control.call(
          "/v1/users/groups/sync", Wire.SyncGroups(user: "bob", clientId: id, groups: groups))
        return done.groups.map { "\($0.joins ? "+" : "-")\($0.conversation) \($0.failure?.name ?? "")" }
      }
      func groups() async throws -> [String] {
        var (found, before): ([String], UInt64) = ([], 0)
        repeat {
          let page: Wire.UserGroups = try await server.control.call(
            "/v1/users/groups", Wire.ListUserGroups(user: "bob", before: before, limit: 1))
          found += page.groups.map { "\($0.conversation) \($0.title) \($0.role == .member)" }
          before = page.next
        } while before > 0
        return found.sorted()
      }
      #expect(try await groups() == [])
      let first = try await sync(["group:a", "group:b", "group:none"])
      #expect(first == ["+group:a ", "+group:b ", "+group:none conversation_unknown"])
      #expect(try await groups() == ["group:a A true", "group:b B true"])
      let id = WireClient.fresh()
      #expect(try await sync(["group:b", "group:c"], id: id) == ["-group:a ", "+group:c "])
      #expect(try await groups() == ["group:b B true", "group:c C true"])
      // What was changed since is not changed back by a retry.
      let remove = Wire.RemoveMembers(conversation: "group:c", clientId: WireClient.fresh(), users: ["bob"])
      let _: Wire.Appended = try await server.control.call("/v1/groups/members/remove", remove)
      #expect(try await sync(["group:b", "group:c"], id: id) == ["+group:c "])
      #expect(try await groups() == ["group:b B true"])
      #expect(try await sync([]) == ["-group:b "])
      #expect(try await groups() == [])
    }
  }

  @Test func missingGroupsAreMadeIfTheAppAsksForThem() async throws {
    try await TestServer.with { server in
      for user in ["alice", "bob"] { _ = try await server.token(for: user) }
      func sync(_ user: String, _ groups: [String], id: String) async throws -> [String] {
        let done: Wire.SyncedGroups = try await server.control.call(
          "/v1/users/groups/sync", Wire.SyncGroups(user: user, clientId: id, groups: groups, makes: true))
        return done.groups.map { "\($0.joins ? "+" : "-")\($0.conversation) \($0.failure?.name ?? "")" }
      }
      #expect(try await sync("bob", ["group:a", "group:b"], id: "1") == ["+group:a ", "+group:b "])
      #expect(try await sync("alice", ["group:b", "group:c"], id: "2") == ["+group:b ", "+group:c "])
      for (group, owner, members) in [("a", "bob", 1), ("b", "bob", 2), ("c", "alice", 1)] {
        let card: Wire.GroupCard = try await server.control.call(
          "/v1/groups/describe", Wire.DescribeGroup(conversation: "group:\(group)"))
        #expect(card.owner == owner && Int(card.memberCount) == members, "\(group)")
      }
      // A retry makes nothing twice.
      #expect(try await sync("alice", ["group:b", "group:c"], id: "2") == [])
    }
  }

  @Test func whatIsWrongIsNamed() async throws {
    try await TestServer.with { server async throws in
      _ = try await server.token(for: "alice")
      #expect(try await refusal(server, "/suspend", Wire.SuspendUser(user: "nobody", until: 1)) == "peer_unknown user")
      #expect(try await refusal(server, "/suspend", Wire.SuspendUser(user: "a b", until: 1)) == "field_invalid user")
      for until in [-1, Wire.SilenceMembers.forever + 1] {
        #expect(try await refusal(server, "/suspend", Wire.SuspendUser(user: "alice", until: until)) == "field_invalid until")
      }
      #expect(try await refusal(server, "/suspended", Wire.ListSuspended(after: "a b")) == "field_invalid after")
      #expect(try await refusal(server, "/import", Wire.ImportUsers()) == "field_invalid users")
      let twice = [Wire.SetProfile(user: "x"), Wire.SetProfile(user: "x")]
      #expect(try await refusal(server, "/import", Wire.ImportUsers(users: twice)) == "field_invalid users")
      let many = (0...200).map { Wire.SetProfile(user: "u\($0)") }
      #expect(try await refusal(server, "/import", Wire.ImportUsers(users: many)) == "field_invalid users")
      #expect(try await refusal(server, "/groups", Wire.ListUserGroups(user: "nobody")) == "peer_unknown user")
      func sync(_ user: String, _ id: String, _ groups: [String]) async throws -> String {
        try await refusal(server, "/groups/sync", Wire.SyncGroups(user: user, clientId: id, groups: groups))
      }
      #expect(try await sync("nobody", "x", []) == "peer_unknown user")
      #expect(try await sync("alice", "", []) == "field_invalid client_id")
      #expect(try await sync("alice", "x", ["direct:alice:bob"]) == "field_invalid groups")
      #expect(try await sync("alice", "x", ["team"]) == "field_invalid groups")
      #expect(try await sync("alice", "0123abcd-0000-7000-8000-000000000000", []) == "client_id_expired")
    }
  }
}
