import ClientModels
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import Martlet
@testable import MartletCore

/// Presence through the SDK.
@Suite(.timeLimit(.minutes(10))) struct PresenceTests {
  private let network = MemoryNetwork()
  private let alice = UserID.of("alice")
  private let bob = UserID.of("bob")

  @Test func aQueryTellsDevicesAndWhenUsersWereSeen() async throws {
    network.server {
      $0.setPresence(of: alice, [.mobile, .web, Wire.DeviceClass(rawValue: 99)], text: "here")
      $0.setPresence(of: bob, [], lastSeen: 60_000)
    }
    let client = try await network.online("carol")
    let users = [alice, bob, alice, .of("dave"), .of("eve")]
    let found = try await client.presences(of: users)
    #expect(found.count == 4, "more than one request has, and each user once")
    #expect(found[alice] == Presence(user: alice, state: .online([.mobile, .web]), status: "here"))
    #expect(found[bob] == Presence(user: bob, state: .offline(lastSeen: Timestamp(milliseconds: 60_000))))
    #expect(try await client.presence(of: .of("dave")).state == .unknown)
    #expect(try await client.presences(of: []).isEmpty)
    await client.disconnect()
    do throws(MartletError) {
      _ = try await client.presence(of: alice)
      Issue.record("it was found offline")
    } catch {
      #expect(error.code == .notConnected)
    }
    await client.close()
  }

  @Test func aWatchIsToldOfChangesAndRenewedAfterReconnection() async throws {
    let client = try await network.online("carol")
    let reading = Reading(client.watchPresence(of: [alice, bob]))
    try await network.wait { reading.shows { $0.isCurrent } }
    let first = try #require(reading.first)
    #expect(first.presences == [Presence(user: alice), Presence(user: bob)] && first.change.inserted.count == 2)
    network.server { $0.setPresence(of: alice, [.desktop]) }
    try await network.wait { reading.shows { $0.presences[0].isOnline } }
    #expect(reading.newest?.change.updated.map(\.index) == [0] && reading.newest?.presences[1].isOnline == false)
    network.goDown()
    try await network.wait { reading.shows { !$0.isCurrent } }
    #expect(reading.shows { $0.presences[0].isOnline }, "as it was told last")
    network.server { $0.setPresence(of: alice, [], lastSeen: 120_000) }
    network.comeBack()
    try await network.pass { reading.shows { $0.isCurrent } }
    #expect(reading.newest?.presences[0].lastSeen == Timestamp(milliseconds: 120_000))
    network.server { $0.setPresence(of: bob, [.web]) }
    try await network.wait { reading.shows { $0.presences[1].isOnline } }
    await client.close()
    try await reading.end()
  }

  @Test func twoWatchesOfAUserAreOneOnTheServerAndEndWithTheLast() async throws {
    let client = try await network.online("carol")
    let one = Reading(client.watchPresence(of: [alice, bob, alice]))
    try await network.wait { one.shows { $0.isCurrent } }
    let two = Reading(client.watchPresence(of: [alice]))
    try await network.wait { two.shows { $0.isCurrent } }
    #expect(network.server { $0.presenceRequests } == [["alice", "bob"]])
    let steps: [(Reading, Set<UserID>)] = [(one, [alice]), (two, [])]
    for (reading, left) in steps {
      try await reading.stop()
      try await network.wait {
        // A dropped watch ends with the client's next turn.
        _ = try await client.presence(of: bob)
        return network.server { $0.presenceWatches[.of("carol")] } == left
      }
    }
    await client.close()
  }

  @Test func limitsAreTold() async throws {
    let client = try await network.online("carol")
    let many = client.watchPresence(of: (0..<11).map { .of("u\($0)") })
    do throws(MartletError) {
      var changes = many.makeAsyncIterator()
      while try await changes.next() != nil {}
      Issue.record("it was watched")
    } catch {
      #expect(error.code == .server(.watchedFull) && error.limit == 10)
    }
    network.server { $0.limits.presence = false }
    do throws(MartletError) {
      _ = try await client.presence(of: alice)
      Issue.record("it was told")
    } catch {
      #expect(error.code == .server(.presenceOff))
    }
    await client.close()
  }

  @Test func theStatusOfADeviceIsToldAgainAfterReconnection() async throws {
    let client = try await network.online("carol")
    try await client.setDeviceStatus("in a call")
    let carol = UserID.of("carol")
    #expect(try await client.presence(of: carol).status == "in a call")
    network.goDown()
    network.server { $0.setPresence(of: carol, []) }
    network.comeBack()
    try await network.pass { network.server { $0.presences[carol]?.text } == "in a call" }
    try await client.setStatus("on holiday")
    try await client.setPresenceVisibility(.nobody)
    #expect(try await client.status() == "on holiday")
    #expect(try await client.presenceVisibility() == .nobody)
    #expect(try await client.settings()["presence.visibility"] == .text("nobody"))
    try await client.setStatus("")
    try await client.setPresenceVisibility(.asAppDecides)
    #expect(try await client.settings().isEmpty)
    await client.close()
  }

  /// A suspended client watches again when it is resumed.
  @Test func aWatchOutlivesASuspension() async throws {
    try await TemporaryDirectory.with { directory in
      let client = try await network.online("carol", directory: directory)
      let reading = Reading(client.watchPresence(of: [alice]))
      try await network.wait { reading.shows { $0.isCurrent } }
      await client.suspend()
      network.server { $0.setPresence(of: alice, [.mobile]) }
      try await client.resume()
      try await network.pass { reading.shows { $0.isCurrent && $0.presences[0].isOnline } }
      await client.close()
    }
  }
}

/// Reads a watch, and keeps its changes.
private final class Reading: Sendable {
  private final class Changes: Sendable {
    let all = Mutex<[PresenceUpdate]>([])
  }

  private let changes = Changes()
  private let task: Task<Void, any Error>

  init(_ watch: PresenceWatch) {
    task = Task { [changes] in for try await update in watch { changes.all.withLock { $0.append(update) } } }
  }

  var first: PresenceUpdate? { changes.all.withLock { $0.first } }
  var newest: PresenceUpdate? { changes.all.withLock { $0.last } }

  /// Whether the newest state is like this.
  func shows(_ fits: (PresenceUpdate) -> Bool) -> Bool { newest.map(fits) ?? false }

  /// Waits for the end.
  func end() async throws { try await task.value }

  func stop() async throws {
    task.cancel()
    try await task.value
  }
}
