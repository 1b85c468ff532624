import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Profiles through the SDK.
@Suite(.timeLimit(.minutes(10))) struct ProfileTests {
  private let network = MemoryNetwork()
  private let alice = UserID.of("alice")

  @Test func aProfileStaysUpToDateWhileConnected() async throws {
    let mine = try await network.online("alice")
    let theirs = try await network.online("bob")
    #expect(try await theirs.profile(of: alice) == Profile(user: alice), "nothing is set")
    let set = try await mine.updateProfile([.name: "Alice", "team": "blue"], visibility: .everyone)
    #expect(set.fields == [.name: "Alice", "team": "blue"] && set.visibility == .everyone)
    try await network.pass { try await theirs.profile(of: alice).fields == set.fields }
    let events = theirs.events()
    try await mine.updateProfile([.name: "Ally", .about: "x", "team": nil])
    for await case .profile(let profile, let changed) in events {
      #expect(profile == Profile(user: alice, fields: [.name: "Ally", .about: "x"]))
      #expect(changed == [.name, .about, "team"])
      break
    }
    try await mine.updateProfile([:], visibility: .nobody)
    try await network.pass { try await theirs.profile(of: alice).fields == [.name: "Ally"] }
    #expect(try await mine.profile(of: alice)[.about] == "x")
    for client in [mine, theirs] { await client.close() }
  }

  @Test func theOwnDevicesAreToldThoughNothingWasLookedAt() async throws {
    let one = try await network.online("alice")
    let two = try await network.online("alice")
    let events = two.events()
    try await one.updateProfile([.picture: "https://x/a.png"])
    for await case .profile(let profile, let changed) in events {
      #expect(profile.picture == "https://x/a.png" && profile.visibility == .asAppDecides && changed == [.picture])
      break
    }
    for client in [one, two] { await client.close() }
  }

  @Test func noProfileChangesAnAlias() async throws {
    let client = try await network.online("bob")
    let chat = client.chat(with: alice)
    try await chat.setAlias("Al")
    _ = try await client.profile(of: alice)
    network.server { $0.setProfile(of: alice, ["name": "Alice"]) }
    try await network.pass { try await client.profile(of: alice).name == "Alice" }
    #expect(try await chat.settings().alias == "Al")
    await client.close()
  }

  /// What was cached is shown offline, and compared by its revision once connected.
  @Test func cachedProfilesAreReadOffline() async throws {
    try await TemporaryDirectory.with { directory in
      network.server { $0.setProfile(of: alice, ["name": "Alice"]) }
      let first = try await network.online("bob", directory: directory)
      let names = try await first.profiles(of: [alice, .of("nobody")] + (0..<7).map { .of("u\($0)") })
      #expect(names.count == 9 && names[alice]?.name == "Alice")
      await first.close()
      let offline = try network.client("bob", directory: directory)
      #expect(try await offline.profile(of: alice).name == "Alice")
      await #expect(throws: MartletError.self) { try await offline.profile(of: .of("carol")) }
      // Changed while the device was away.
      network.server { $0.setProfile(of: alice, ["name": "Ally"]) }
      let events = offline.events()
      await offline.connect()
      for await case .profile(let profile, _) in events {
        #expect(profile.name == "Ally")
        break
      }
      await offline.close()
    }
  }

  @Test func aChangeMissedBetweenConnectionsIsFetched() async throws {
    network.server { $0.setProfile(of: alice, ["name": "Alice"]) }
    let client = try await network.online("bob")
    #expect(try await client.profile(of: alice).name == "Alice")
    network.goDown()
    network.server {
      $0.setProfile(of: alice, ["name": "Ally"])
      _ = $0.takeDeliveries()
    }
    network.comeBack()
    try await network.pass { try await client.profile(of: alice).name == "Ally" }
    await client.close()
  }

  @Test func usersAreFoundByNameIfTheAppAllowsIt() async throws {
    network.server { $0.setProfile(of: alice, ["name": "Alice"], visibility: .everyone, number: "4711") }
    let client = try await network.online("bob")
    do throws(MartletError) {
      _ = try await client.findUsers(named: "Al")
      Issue.record("it was answered")
    } catch {
      #expect(error.code == .server(.directoryOff))
    }
    network.server { $0.limits.directory = true }
    let found = try await client.findUsers(named: "Al")
    #expect(found.map(\.user) == [alice] && found.first?.name == "Alice" && found.first?.accountNumber == "4711")
    #expect(try await client.findUsers(named: "Zo").isEmpty)
    await client.close()
  }

  @Test func refusedFieldsAreNamedAndNumbersFound() async throws {
    network.server { $0.setProfile(of: alice, ["name": "Alice"], visibility: .everyone, number: "4711") }
    let client = try await network.online("bob")
    #expect(try await client.findProfile(accountNumber: "4711")?.user == alice)
    #expect(try await client.findProfile(accountNumber: "4712") == nil)
    do throws(MartletError) {
      try await client.updateProfile(["color": "red"])
      Issue.record("it was taken")
    } catch {
      #expect(error.code == .server(.profileFieldUnknown) && error.field == "color")
    }
    await client.close()
  }
}
