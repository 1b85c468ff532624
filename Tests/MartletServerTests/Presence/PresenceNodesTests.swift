import MartletStore
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Users are seen at whatever nodes they are, from all others.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PresenceNodesTests {
  private func limits(grace: Duration = .milliseconds(100)) -> Limits {
    var limits = Limits()
    limits.presenceGrace = grace
    return limits
  }

  @Test func devicesAreSeenFromAllNodes() async throws {
    try await Cluster.with("presence", limits: limits()) { cluster in
      let bob = try await cluster[1].client(user: "bob")
      let carol = try await cluster[2].client(user: "carol")
      let phone = try await cluster[0].client(user: "alice", device: "phone", class: .mobile)
      // She was there before anybody watched.
      #expect(try await bob.watch(["alice"]).map(\.devices) == [[.mobile]])
      #expect(try await carol.presence("alice").devices == [.mobile])
      let laptop = try await cluster[2].client(user: "alice", device: "laptop", class: .desktop)
      try await bob.untilTold("alice") { $0.devices == [.mobile, .desktop] }
      _ = try await laptop.request(.setPresence(Wire.SetPresence(text: "here")))
      try await bob.untilTold("alice") { $0.text == "here" }
      try await phone.set(#""nobody""#, for: "presence.visibility")
      try await bob.untilTold("alice") { $0.devices.isEmpty && $0.text.isEmpty }
      try await phone.set("", for: "presence.visibility")
      try await bob.untilTold("alice") { $0.devices == [.mobile, .desktop] }
      await phone.close()
      try await bob.untilTold("alice") { $0.devices == [.desktop] }
      await laptop.close()
      try await bob.untilTold("alice") { $0.devices.isEmpty && $0.lastSeen > 0 }
      #expect(try await carol.presence("alice").lastSeen > 0)
    }
  }

  /// A device that moves to another node within the time is seen all the while.
  @Test func aDeviceThatMovesIsNotAway() async throws {
    try await Cluster.with("moves", limits: limits(grace: .seconds(3))) { cluster in
      let bob = try await cluster[1].client(user: "bob")
      var alice = try await cluster[0].client(user: "alice")
      #expect(try await bob.watch(["alice"]).map(\.devices) == [[.tool]])
      for node in [2, 1, 0] {
        await alice.abort()
        alice = try await cluster[node].client(user: "alice")
      }
      // After all that was pending has been told.
      let dave = try await cluster[0].client(user: "dave", class: .web)
      _ = try await bob.watch(["dave"])
      await dave.close()
      try await bob.untilTold("dave") { $0.devices.isEmpty }
      #expect(await bob.told.allSatisfy { $0.user == "dave" })
      #expect(try await bob.presence("alice").devices == [.tool])
    }
  }

  /// What the bus loses is asked for again: nodes number what they tell.
  @Test func aLossOnTheBusIsMadeGood() async throws {
    try await Cluster.with("lost", limits: limits()) { cluster in
      let bob = try await cluster[1].client(user: "bob")
      let alice = try await cluster[0].client(user: "alice")
      #expect(try await bob.watch(["alice", "carol"]).map(\.devices) == [[.tool], []])
      cluster.hub.lose { true }
      await alice.close()
      let carol = try await cluster[2].client(user: "carol")
      try await carol.set(#""here""#, for: "presence.text")
      // Watchers at the same node learn it meanwhile, so it was told.
      let witness = try await cluster[0].client(user: "witness")
      _ = try await witness.watch(["alice"])
      try await witness.untilOffline("alice")
      cluster.hub.lose { false }
      try await bob.untilTold("alice") { $0.devices.isEmpty }
      try await bob.untilTold("carol") { $0.devices == [.tool] && $0.text == "here" }
    }
  }

  /// The users of a node that ends are away once nobody counts it any more.
  @Test func theUsersOfANodeThatEndsAreAway() async throws {
    try await Cluster.with("ended", limits: limits(grace: .seconds(30))) { cluster in
      let bob = try await cluster[1].client(user: "bob")
      _ = try await cluster[0].client(user: "alice")
      #expect(try await bob.watch(["alice"]).map(\.devices) == [[.tool]])
      await cluster[0].stop()
      try await bob.untilTold("alice") { $0.devices.isEmpty }
    }
  }
}

extension WireClient {
  /// Waits until a user is offline, however that is learnt.
  fileprivate func untilOffline(_ user: String) async throws {
    if try await presence(user).devices.isEmpty { return }
    try await untilTold(user) { $0.devices.isEmpty }
  }
}
