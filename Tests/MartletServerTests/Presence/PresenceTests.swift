import MartletNet
import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Sessions see who is connected, as far as they may, and are told of changes while they watch.
@Suite(.timeLimit(.minutes(5))) struct PresenceTests {
  private func limits(grace: Duration = .milliseconds(100), _ change: (inout Limits) -> Void = { _ in }) -> Limits {
    var limits = Limits()
    limits.presenceGrace = grace
    change(&limits)
    return limits
  }

  @Test func watchersAreToldOfDevicesThatComeAndGo() async throws {
    try await TestServer.with(limits: limits()) { server in
      let bob = try await server.client(user: "bob", subprotocol: Gateway.jsonProtocol)
      #expect(try await bob.watch(["alice", "carol"]) == ["alice", "carol"].map { Wire.Presence(user: $0) })
      let phone = try await server.client(user: "alice", device: "phone", class: .mobile)
      try await bob.untilTold("alice") { $0.devices == [.mobile] && $0.lastSeen == 0 }
      let tab = try await server.client(user: "alice", device: "tab", class: .web)
      try await bob.untilTold("alice") { $0.devices == [.mobile, .web] }
      #expect(try await bob.presence("alice").devices == [.mobile, .web])
      await tab.close()
      try await bob.untilTold("alice") { $0.devices == [.mobile] }
      await phone.close()
      try await bob.untilTold("alice") { $0.devices.isEmpty && $0.lastSeen > 0 && $0.lastSeen % 60_000 == 0 }
      #expect(try await bob.presence("alice").lastSeen > 0)
      #expect(await bob.told.allSatisfy { $0.user == "alice" }, "carol did not change")
      let orders = await bob.told.map(\.order)
      #expect(orders == orders.sorted())
    }
  }

  /// A device that comes back in time was never away, and keeps its text if it sets it again.
  @Test func aQuickReconnectIsSilent() async throws {
    try await TestServer.with(limits: limits(grace: .seconds(60))) { server in
      let bob = try await server.client(user: "bob")
      var alice = try await server.client(user: "alice")
      _ = try await alice.request(.setPresence(Wire.SetPresence(text: "here")))
      _ = try await bob.watch(["alice"])
      for _ in 1...3 {
        await alice.abort()
        await alice.until { $0.closeCode != nil }
        #expect(try await bob.presence("alice").devices == [.tool], "she may come back")
        alice = try await server.client(user: "alice")
      }
      _ = try await alice.request(.setPresence(Wire.SetPresence(text: "here")))
      _ = try await alice.request(.setPresence(Wire.SetPresence(text: "there")))
      try await bob.untilTold("alice") { $0.text == "there" }
      #expect(await bob.told.allSatisfy { !$0.devices.isEmpty })
      #expect(await bob.told.count <= 2, "nothing but texts changed")
    }
  }

  @Test func theNewestTextIsShownAndOneStays() async throws {
    try await TestServer.with(limits: limits()) { server in
      let bob = try await server.client(user: "bob")
      let phone = try await server.client(user: "alice", device: "phone", class: .mobile)
      let laptop = try await server.client(user: "alice", device: "laptop", class: .desktop)
      _ = try await bob.watch(["alice"])
      try await phone.set(#""on holiday""#, for: "presence.text")
      try await bob.untilTold("alice") { $0.text == "on holiday" }
      _ = try await laptop.request(.setPresence(Wire.SetPresence(text: "older", ageMs: 60_000)))
      _ = try await phone.request(.setPresence(Wire.SetPresence(text: "in a meeting")))
      try await bob.untilTold("alice") { $0.text == "in a meeting" }
      // Texts of a device go with it.
      await phone.close()
      try await bob.untilTold("alice") { $0.text == "older" && $0.devices == [.desktop] }
      _ = try await laptop.request(.setPresence(Wire.SetPresence()))
      try await bob.untilTold("alice") { $0.text == "on holiday" && $0.devices == [.desktop] }
      await laptop.close()
      try await bob.untilTold("alice") { $0.text == "on holiday" && $0.devices.isEmpty }
      let again = try await server.client(user: "alice")
      try await again.set("", for: "presence.text")
      try await bob.untilTold("alice") { $0.text.isEmpty && $0.devices == [.tool] }
    }
  }

  @Test(arguments: [ProfileViewers.everyone, .nobody]) func aUserDecidesWhetherOthersSee(usual: ProfileViewers) async throws {
    try await TestServer.with(limits: limits { $0.presenceVisibility = usual }) { server in
      let (bob, alice) = (try await server.client(user: "bob"), try await server.client(user: "alice", device: "one"))
      let again = try await server.client(user: "alice", device: "two")
      let first = try await bob.watch(["alice"])
      #expect(first.map(\.devices) == [usual == .everyone ? [.tool] : []])
      let choices = usual == .everyone ? ["nobody", "everyone"] : ["everyone", "nobody"]
      try await alice.set(#""\#(choices[0])""#, for: "presence.visibility")
      try await bob.untilTold("alice") { $0.devices == (usual == .everyone ? [] : [.tool]) }
      try await alice.set(#""\#(choices[1])""#, for: "presence.visibility")
      try await bob.untilTold("alice") { $0.devices == (usual == .everyone ? [.tool] : []) }
      try await alice.set(#""nobody""#, for: "presence.visibility")
      // Of a user who hides, nothing is to be seen; she herself and the app see all.
      try await bob.untilTold("alice") { $0.devices.isEmpty }
      let hidden = try await bob.presence("alice")
      #expect(hidden == Wire.Presence(user: "alice", order: hidden.order))
      #expect(try await again.presence("alice").devices == [.tool])
      let seen: Wire.Presences = try await server.control.call(
        "/v1/users/presence", Wire.FetchPresence(users: ["alice", "nobody"]))
      #expect(seen.presences.map(\.devices) == [[.tool], []])
      _ = try await alice.request(.setPresence(Wire.SetPresence(text: "secret")))
      #expect(try await again.presence("alice").text == "secret")
      _ = try await bob.watch(["carol"])
      let carol = try await server.client(user: "carol")
      try await carol.set(#""everyone""#, for: "presence.visibility")
      try await bob.untilTold("carol") { $0.devices == [.tool] }
      #expect(await bob.told.allSatisfy { $0.text.isEmpty })
    }
  }

  @Test func watchesEndByThemselvesOrEarlier() async throws {
    try await TestServer.with(limits: limits()) { server in
      let (bob, carol) = (try await server.client(user: "bob"), try await server.client(user: "carol"))
      let dave = try await server.client(user: "dave")
      for client in [bob, carol] { _ = try await client.watch(["alice"]) }
      _ = try await dave.watch(["alice"], for: 1)
      #expect(try await bob.request(.unwatchPresence(Wire.UnwatchPresence(users: ["alice", "nobody"]))) == .done(Wire.Done()))
      var alice = try await server.client(user: "alice")
      try await carol.untilTold("alice") { !$0.devices.isEmpty }
      #expect(try await carol.request(.unwatchPresence(Wire.UnwatchPresence())) == .done(Wire.Done()))
      _ = try await bob.watch(["alice"])
      await alice.close()
      try await bob.untilTold("alice") { $0.devices.isEmpty }
      alice = try await server.client(user: "alice")
      try await bob.untilTold("alice") { !$0.devices.isEmpty }
      for client in [carol, dave] { _ = try await client.request(.ping(Wire.Ping())) }
      #expect(await carol.told.count == 1)
      #expect(await dave.told.isEmpty)
    }
  }

  @Test func thereAreLimits() async throws {
    let few = limits {
      ($0.presenceUsers, $0.presenceWatched, $0.presenceWatchers, $0.presenceText) = (3, 4, 2, 5)
      $0.presenceLongest = .seconds(60)
    }
    try await TestServer.with(limits: few) { server in
      let (bob, carol) = (try await server.client(user: "bob"), try await server.client(user: "carol"))
      let dave = try await server.client(user: "dave")
      _ = try await bob.watch(["a", "b", "c"])
      let full = try await bob.request(.watchPresence(Wire.WatchPresence(users: ["d", "e"])))
      #expect(full == .failure(Wire.Failure(.watchedFull, limit: 4)))
      _ = try await bob.watch(["a", "d"])
      _ = try await carol.watch(["a"])
      guard case .presences(let answer) = try await dave.request(.watchPresence(Wire.WatchPresence(users: ["b", "a"]))) else {
        throw TestError("no answer")
      }
      #expect(answer.unwatched == ["a"] && answer.presences.map(\.user) == ["b", "a"])
      // A session that ends makes room, as soon as its loop has seen the end.
      await bob.close()
      while case .presences(let answer) = try await dave.request(.watchPresence(Wire.WatchPresence(users: ["a"]))),
        !answer.unwatched.isEmpty
      {
        try Task.checkCancellation()
        await Task.yield()
      }
      #expect(try await dave.watch(["a"]).count == 1)
      let requests: [(Wire.ClientPacket.Request, String)] = [
        (.fetchPresence(Wire.FetchPresence()), "users"), (.fetchPresence(Wire.FetchPresence(users: ["no user"])), "users"),
        (.fetchPresence(Wire.FetchPresence(users: ["a", "a"])), "users"),
        (.watchPresence(Wire.WatchPresence(users: ["a", "b", "c", "d"])), "users"),
        (.watchPresence(Wire.WatchPresence(users: ["a"], durationMs: 60_001)), "duration_ms"),
        (.watchPresence(Wire.WatchPresence(users: ["a"], durationMs: .max)), "duration_ms"),
        (.unwatchPresence(Wire.UnwatchPresence(users: ["a", "a"])), "users"),
        (.setPresence(Wire.SetPresence(text: "longer")), "text"), (.setPresence(Wire.SetPresence(text: "a\nb")), "text"),
        (
          .changeSetting(Wire.ChangeSetting(settings: [Wire.Setting(key: "presence.text", value: #""longer""#)])), "presence.text"
        ),
        (.changeSetting(Wire.ChangeSetting(settings: [Wire.Setting(key: "presence.text", value: "7")])), "presence.text"),
        (
          .changeSetting(Wire.ChangeSetting(settings: [Wire.Setting(key: "presence.visibility", value: #""friends""#)])),
          "presence.visibility"
        ),
      ]
      for (request, field) in requests {
        guard case .failure(let failure) = try await dave.request(request) else { throw TestError("\(request)") }
        #expect(failure.errorCode == .fieldInvalid && failure.field == field, "\(request)")
      }
      #expect(try await dave.request(.setPresence(Wire.SetPresence(text: "fits", ageMs: .max))) == .done(Wire.Done()))
    }
  }

  @Test func anAppMaySwitchItOff() async throws {
    try await TestServer.with(limits: limits { $0.presence = false }) { server in
      let bob = try await server.client(user: "bob")
      let off = Wire.ServerPacket.Body.failure(Wire.Failure(.presenceOff))
      let requests: [Wire.ClientPacket.Request] = [
        .fetchPresence(Wire.FetchPresence(users: ["a"])), .watchPresence(Wire.WatchPresence(users: ["a"])),
        .unwatchPresence(Wire.UnwatchPresence(users: ["a"])), .setPresence(Wire.SetPresence(text: "x")),
      ]
      for request in requests { #expect(try await bob.request(request) == off) }
    }
  }

  /// The time of the disconnect outlives the server; nothing is written while a user is connected.
  @Test func whenAUserWasLastSeenIsStored() async throws {
    try await TemporaryDirectory.with { directory in
      var server = try await TestServer.start(directory: directory, limits: limits())
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      _ = try await bob.watch(["alice"])
      #expect(try await bob.presence("alice").lastSeen == 0)
      await alice.close()
      try await bob.untilTold("alice") { $0.lastSeen > 0 }
      let seen = try await bob.presence("alice").lastSeen
      await server.stop()
      server = try await TestServer.start(directory: directory, limits: limits())
      let again = try await server.client(user: "bob")
      #expect(try await again.presence("alice").lastSeen == seen)
      await server.stop()
    }
  }

  /// As soon as a user has hidden the presence, nobody fetches it, though the server has not read the choice again.
  @Test func whoHidesIsHiddenAtOnce() async throws {
    try await TestServer.gated(limits: limits()) { server, store in
      let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
      #expect(try await bob.watch(["alice"]).map(\.devices) == [[.tool]])
      store.hold(.user)
      try await alice.set(#""nobody""#, for: "presence.visibility")
      async let fetched = bob.presence("alice")
      await store.arrived(.user, count: 2)
      store.release(.user)
      #expect(try await fetched.devices.isEmpty)
    }
  }
}

extension WireClient {
  /// Every presence that was pushed, in order.
  var told: [Wire.Presence] { pushes.flatMap(\.presences) }

  /// Watches users, all of whom must be accepted.
  func watch(_ users: [String], for milliseconds: UInt64 = 0) async throws -> [Wire.Presence] {
    let answer = try await request(.watchPresence(Wire.WatchPresence(users: users, durationMs: milliseconds)))
    guard case .presences(let found) = answer, found.unwatched.isEmpty else { throw TestError("\(answer)") }
    return found.presences
  }

  func presence(_ user: String) async throws -> Wire.Presence {
    let answer = try await request(.fetchPresence(Wire.FetchPresence(users: [user])))
    guard case .presences(let found) = answer, let presence = found.presences.first else { throw TestError("\(answer)") }
    return presence
  }

  /// Waits until a user was last pushed like this.
  func untilTold(_ user: String, _ fits: @escaping @Sendable (Wire.Presence) -> Bool) async throws {
    await until { client in client.told.last { $0.user == user }.map(fits) ?? false }
  }

  func set(_ value: String, for key: String) async throws {
    let answer = try await request(.changeSetting(Wire.ChangeSetting(settings: [Wire.Setting(key: key, value: value)])))
    guard case .changed = answer else { throw TestError("\(answer)") }
  }
}
