import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Profiles reach those who look at them, as far as they may see them.
@Suite struct ProfileTests {
  private func limits(_ viewers: ProfileViewers = .nobody) -> Limits {
    var limits = Limits()
    limits.profileFields = ProfileFields("team, badge") ?? .standard
    limits.profileVisibility = viewers
    return limits
  }

  @Test func aStrangerSeesNameAndPictureAlone() async throws {
    try await TestServer.with(limits: limits()) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let own = try await alice.setProfile(["name": "Alice", "picture": "https://x/a.png", "location": "Köln", "team": "blue"])
      #expect(own.fields.map(\.key) == ["location", "name", "picture", "team"] && own.visibility == .app)
      let seen = try await bob.profile("alice")
      #expect(
        seen
          == Wire.Profile(user: "alice", revision: own.revision, fields: fields(["name": "Alice", "picture": "https://x/a.png"])))
      #expect(try await alice.profile("alice") == own)
      // The user's choice counts, whatever the app's is.
      let shown = try await alice.setProfile([:], .everyone)
      #expect(try await bob.profile("alice")?.fields == own.fields)
      #expect(shown.revision > own.revision)
      _ = try await alice.setProfile([:], .nobody)
      #expect(try await bob.profile("alice")?.fields == seen?.fields)
    }
    try await TestServer.with(limits: limits(.everyone)) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      _ = try await alice.setProfile(["location": "Köln"])
      #expect(try await bob.profile("alice")?.fields == fields(["location": "Köln"]))
      _ = try await alice.setProfile([:], .nobody)
      #expect(try await bob.profile("alice")?.fields == [])
    }
  }

  /// One field that is refused keeps the others from being stored, and is named.
  @Test(arguments: [
    (["name": "x", "color": "red"], ErrorCode.profileFieldUnknown, "color"),
    (["name": "x", "Team": "red"], .profileFieldUnknown, "Team"),
    (["name": String(repeating: "é", count: 65)], .fieldInvalid, "name"),
    (["name": "a\nb"], .fieldInvalid, "name"),
    (["name": "x", "role": "101"], .fieldInvalid, "role"),
    (["level": "007"], .fieldInvalid, "level"),
    (["gender": "?"], .fieldInvalid, "gender"),
    (["name": "x", "badge": String(repeating: "x", count: 257)], .fieldInvalid, "badge"),
    (["picture": String(repeating: "x", count: 1025)], .fieldInvalid, "picture"),
  ]) func badFieldsAreNamed(values: [String: String], code: ErrorCode, field: String) async throws {
    try await TestServer.with(limits: limits()) { server in
      let alice = try await server.client(user: "alice")
      let answer = try await alice.request(.changeProfile(Wire.ChangeProfile(fields: fields(values))))
      guard case .failure(let failure) = answer else { throw TestError("\(answer)") }
      #expect(failure.errorCode == code && failure.field == field)
      #expect(try await alice.profile("alice") == nil, "it was never set")
    }
  }

  @Test func whatIsMalformedIsRefused() async throws {
    try await TestServer.with(limits: limits()) { server in
      let alice = try await server.client(user: "alice")
      let twice = [Wire.ProfileField(key: "name", value: "a"), Wire.ProfileField(key: "name", value: "b")]
      let requests: [(Wire.ClientPacket.Request, String)] = [
        (.changeProfile(Wire.ChangeProfile(fields: twice)), "name"),
        (.changeProfile(Wire.ChangeProfile(fields: Array(repeating: twice[0], count: 31))), "fields"),
        (.changeProfile(Wire.ChangeProfile(visibility: Wire.ProfileVisibility(rawValue: 9))), "visibility"),
        (.fetchProfiles(Wire.FetchProfiles()), "users"),
        (.fetchProfiles(Wire.FetchProfiles(users: [Wire.KnownProfile(user: "no user")])), "users"),
        (.fetchProfiles(Wire.FetchProfiles(users: Array(repeating: Wire.KnownProfile(user: "bob"), count: 2))), "users"),
        (.findProfile(Wire.FindProfile()), "number"), (.findProfile(Wire.FindProfile(number: "7 8")), "number"),
      ]
      for (request, field) in requests {
        guard case .failure(let failure) = try await alice.request(request) else { throw TestError("\(request)") }
        #expect(failure.errorCode == .fieldInvalid && failure.field == field, "\(request)")
      }
    }
  }

  @Test func changedKeysReachThoseWhoFetchedAndTheOwnDevices() async throws {
    try await TestServer.with(limits: limits()) { server in
      let one = try await server.client(user: "alice", device: "one")
      let two = try await server.client(user: "alice", device: "two", subprotocol: Gateway.jsonProtocol)
      let (bob, carol) = (try await server.client(user: "bob"), try await server.client(user: "carol"))
      let first = try await one.setProfile(["name": "Alice", "location": "Köln"])
      _ = try await bob.profile("alice")
      let second = try await one.setProfile(["name": "Ally", "location": "Bonn", "picture": ""])
      let third = try await one.setProfile(["name": ""], .everyone)
      await bob.until { $0.pushes.flatMap(\.profiles).count == 2 }
      await two.until { $0.pushes.flatMap(\.profiles).count == 3 }
      #expect(
        await bob.pushes.flatMap(\.profiles) == [
          Wire.ProfileChange(user: "alice", revision: second.revision, base: first.revision, fields: fields(["name": "Ally"])),
          Wire.ProfileChange(user: "alice", revision: third.revision, fields: fields(["location": "Bonn"])),
        ])
      #expect(
        await two.pushes.flatMap(\.profiles).dropFirst() == [
          Wire.ProfileChange(
            user: "alice", revision: second.revision, base: first.revision, fields: fields(["location": "Bonn", "name": "Ally"]),
            visibility: .app),
          Wire.ProfileChange(
            user: "alice", revision: third.revision, base: second.revision, fields: fields(["name": ""]), visibility: .everyone),
        ])
      // What is so already is told to nobody.
      #expect(try await one.setProfile(["location": "Bonn"]) == third)
      guard case .pong = try await carol.request(.ping(Wire.Ping())) else { throw TestError("no answer") }
      #expect(await carol.pushes.allSatisfy { $0.profiles.isEmpty })
      #expect(await bob.pushes.flatMap(\.profiles).count == 2)
    }
  }

  /// What was fetched once, with all changes since, is what is fetched anew, for the user and for others.
  @Test func theFirstProfileAndItsChangesGiveTheLast() async throws {
    try await TestServer.with(limits: limits()) { server in
      let (alice, again) = (
        try await server.client(user: "alice", device: "one"), try await server.client(user: "alice", device: "two")
      )
      let bob = try await server.client(user: "bob")
      _ = try await alice.setProfile(["name": "0"])
      var held = [try await again.profile("alice"), try await bob.profile("alice")].compactMap(\.self)
      let first = held[0].revision
      var random = SeededRandom(seed: 7)
      for number in 1...60 {
        let keys = ["name", "picture", "about", "team"].filter { _ in Bool.random(using: &random) }
        let values = keys.map { ($0, Bool.random(using: &random) ? "" : "\(number)") }
        let visibility = Int32.random(in: -6...3, using: &random)
        let last = try await alice.setProfile(
          Dictionary(values) { $1 }, Wire.ProfileVisibility(rawValue: max(0, visibility)))
        for (index, client) in [again, bob].enumerated() {
          await client.until { ($0.pushes.flatMap(\.profiles).last?.revision ?? first) >= last.revision }
          for change in await client.pushes.flatMap(\.profiles) where change.revision > held[index].revision {
            #expect(change.base == 0 || change.base == held[index].revision)
            var fields = change.base == 0 ? [:] : Dictionary(held[index].fields.map { ($0.key, $0.value) }) { $1 }
            for field in change.fields { fields[field.key] = field.value.isEmpty ? nil : field.value }
            held[index] = Wire.Profile(
              user: "alice", revision: change.revision, fields: sorted(fields), number: change.number,
              visibility: change.visibility)
          }
          #expect(try await client.profile("alice") == held[index])
        }
      }
    }
  }

  @Test func revisionsThatAreKnownAreLeftOut() async throws {
    try await TestServer.with(limits: limits()) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let profile = try await alice.setProfile(["name": "Alice"])
      let request = Wire.FetchProfiles(users: [
        Wire.KnownProfile(user: "nobody"), Wire.KnownProfile(user: "bob"),
        Wire.KnownProfile(user: "alice", revision: profile.revision),
      ])
      #expect(try await bob.request(.fetchProfiles(request)) == .profiles(Wire.Profiles(covered: 3)))
      _ = try await alice.setProfile(["name": "Ally"])
      guard case .profiles(let found) = try await bob.request(.fetchProfiles(request)) else { throw TestError("no answer") }
      #expect(found.profiles.map(\.user) == ["alice"])
    }
  }

  @Test func theAppSetsNumbersByWhichUsersAreFound() async throws {
    try await TestServer.with(limits: limits()) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      _ = try await bob.profile("alice")
      let set = Wire.SetProfile(user: "alice", fields: fields(["name": "Alice"]), number: "4711")
      #expect(try await server.control.setProfile(set).number == "4711")
      await bob.until { !$0.pushes.flatMap(\.profiles).isEmpty }
      #expect(await bob.pushes.flatMap(\.profiles).map(\.number) == [""], "others do not see it")
      await alice.until { !$0.pushes.flatMap(\.profiles).isEmpty }
      #expect(await alice.pushes.flatMap(\.profiles).map(\.number) == ["4711"])
      func find(_ number: String, by client: WireClient) async throws -> Wire.ServerPacket.Body {
        try await client.request(.findProfile(Wire.FindProfile(number: number)))
      }
      let notFound = try await find("4712", by: bob)
      #expect(notFound == .failure(Wire.Failure(.profileNotFound)))
      #expect(try await find("4711", by: bob) == notFound, "a profile that is not shown is as if it were not there")
      let shown = try await alice.setProfile([:], .everyone)
      guard case .profiles(let found) = try await find("4711", by: bob) else { throw TestError("not found") }
      #expect(found.profiles == [Wire.Profile(user: "alice", revision: shown.revision, fields: set.fields, number: "4711")])
      await #expect(throws: TestError.self) { try await server.control.setProfile(Wire.SetProfile(user: "bob", number: "4711")) }
      await #expect(throws: TestError.self) { try await server.control.setProfile(Wire.SetProfile(user: "bob", number: "4 7")) }
      await #expect(throws: TestError.self) { try await server.control.setProfile(Wire.SetProfile(user: "carol")) }
    }
  }

  @Test func usersFindEachOtherIfTheAppAllowsIt() async throws {
    try await TestServer.with(limits: limits()) { server in
      let bob = try await server.client(user: "bob")
      #expect(try await bob.request(.findUsers(Wire.FindUsers(name: "alice"))) == .failure(Wire.Failure(.directoryOff)))
    }
    var open = limits()
    open.directory = true
    try await TestServer.with(limits: open) { server in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      let carol = try await server.client(user: "carol")
      let named = try await alice.setProfile(["name": "Alice Alba", "location": "Köln"])
      _ = try await carol.setProfile(["name": "Carol Alba"], .nobody)
      func find(_ name: String, limit: UInt32 = 0) async throws -> Wire.ServerPacket.Body {
        try await bob.request(.findUsers(Wire.FindUsers(name: name, limit: limit)))
      }
      let shown = Wire.Profile(user: "alice", revision: named.revision, fields: fields(["name": "Alice Alba"]))
      let found = Wire.ServerPacket.Body.profiles(Wire.Profiles(profiles: [shown], covered: 1))
      #expect(try await find("alb") == found, "who hides the profile is not found, and others show no more than ever")
      #expect(try await find("ALBA ali", limit: 1000) == found)
      for (name, limit) in [("", 0), ("a", 0), ("- ?", 0), (String(repeating: "a", count: 65), 64)] {
        guard case .failure(let failure) = try await find(name) else { throw TestError("\(name) was taken") }
        #expect(failure.errorCode == .fieldInvalid && failure.field == "name" && failure.limit == UInt64(limit))
      }
      _ = try await alice.setProfile(["name": "Zoe"])
      #expect(try await find("alb") == .profiles(Wire.Profiles()))
      guard case .profiles(let page) = try await find("zo") else { throw TestError("not found") }
      #expect(page.profiles.map(\.user) == ["alice"])
    }
  }

  /// A session that asks for more users than it is told of is told of the last ones, and of none once it has ended.
  @Test func aSessionIsToldOfTheLastThatItAskedFor() async throws {
    let loop = try EventLoop(name: "watchers")
    let (session, other) = (Witness(loop), Witness(loop))
    var watchers = ProfileWatchers()
    let users = try (0..<2000).map { UserKey(app: try #require(AppID("a")), user: try #require(UserID("u\($0)"))) }
    watchers.add(other, to: [users[0]])
    for user in users { watchers.add(session, to: [user]) }
    for user in users.suffix(ProfileWatchers.mostOfSession) { #expect(watchers.sessions(of: user).count == 1) }
    #expect(watchers.sessions(of: users[0]).count == 1)
    #expect(users.count { !watchers.sessions(of: $0).isEmpty } <= ProfileWatchers.mostOfSession * 5 / 4 + 1)
    watchers.remove(session)
    watchers.remove(other)
    #expect(watchers.isEmpty)
    await loop.stop()
  }

  @Test(arguments: [
    "", "team,", "team, team", "name", "über", "a b", String(repeating: "x", count: 33),
    (0..<21).map { "k\($0)" }.joined(separator: ","),
  ]) func badDeclarationsAreRefused(text: String) { #expect(ProfileFields(text) == nil) }
}

private func sorted(_ values: [String: String]) -> [Wire.ProfileField] { fields(values) }

func fields(_ values: [String: String]) -> [Wire.ProfileField] {
  values.sorted { $0.key < $1.key }.map { Wire.ProfileField(key: $0.key, value: $0.value) }
}

extension WireClient {
  /// Changes the own profile.
  func setProfile(
    _ values: [String: String], _ visibility: Wire.ProfileVisibility = .unspecified
  ) async throws -> Wire.Profile {
    let answer = try await request(.changeProfile(Wire.ChangeProfile(fields: fields(values), visibility: visibility)))
    guard case .profiles(let page) = answer, let profile = page.profiles.first else { throw TestError("not set: \(answer)") }
    return profile
  }

  /// A user's profile; nil if it was never set.
  func profile(_ user: String) async throws -> Wire.Profile? {
    let answer = try await request(.fetchProfiles(Wire.FetchProfiles(users: [Wire.KnownProfile(user: user)])))
    guard case .profiles(let page) = answer else { throw TestError("not fetched: \(answer)") }
    return page.profiles.first
  }
}
