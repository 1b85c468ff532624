import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Blocked users through the SDK.
@Suite(.timeLimit(.minutes(10))) struct BlockTests {
  private let network = MemoryNetwork()
  private let alice = UserID.of("alice")
  private let bob = UserID.of("bob")
  private let carol = UserID.of("carol")

  @Test func aBlockIsKnownAtOnceAndOnAllDevices() async throws {
    let one = try await network.online("alice")
    let two = try await network.online("alice")
    let events = two.events()
    try await one.block(bob, carol)
    #expect(try await one.blocked() == [bob, carol])
    #expect(try await one.relation(to: bob) == Relation(user: bob, .blocked))
    #expect(try await one.relation(to: alice) == Relation(user: alice, []))
    var told: [Relation] = []
    for await case .relation(let relation) in events {
      told.append(relation)
      if told.count == 2 { break }
    }
    #expect(told == [Relation(user: bob, .blocked), Relation(user: carol, .blocked)])
    try await two.unblock(bob)
    #expect(try await two.blocked() == [carol])
    try await network.pass { try await one.blocked() == [carol] }
    for client in [one, two] { await client.close() }
  }

  @Test func aBlockedUserLearnsWhyASendFailed() async throws {
    let mine = try await network.online("alice")
    let theirs = try await network.online("bob")
    try await mine.block(bob)
    guard case .failed(let error) = await theirs.chat(with: alice).send(.text("x")) else {
      return #expect(Bool(false), "a blocked user has sent")
    }
    #expect(error.code == .server(.blocked))
    try await mine.unblock(bob)
    guard case .sent = await theirs.chat(with: alice).send(.text("x")) else { return #expect(Bool(false), "not sent") }
    for client in [mine, theirs] { await client.close() }
  }

  @Test func theListIsReadOfflineAndByThePage() async throws {
    try await TemporaryDirectory.with { directory in
      network.server { $0.limits.blockedUsers = 200 }
      let users = (0..<90).map { UserID.of("user\($0 + 10)") }
      let client = try network.client("alice", directory: directory)
      await client.connect()
      try await client.caughtUp()
      try await client.block(users)
      await client.close()
      let offline = try network.client("alice", directory: directory)
      let first = try await offline.blocked(limit: 50)
      let second = try await offline.blocked(after: first.last, limit: 50)
      #expect(first.count == 50 && first + second == users)
      await offline.close()
    }
  }

  /// A new device reads the list in pages, as the server limits them.
  @Test func aNewDeviceHasTheList() async throws {
    network.server { ($0.limits.blockedUsers, $0.limits.pageEntries) = (100, 3) }
    let one = try await network.online("alice")
    let users = (0..<8).map { UserID.of("user\($0)") }
    try await one.block(users)
    let two = try await network.online("alice")
    try await two.caughtUp()
    #expect(try await two.blocked() == users)
    for client in [one, two] { await client.close() }
  }

  @Test func theAllowListIsKnownAtOnceAndOnAllDevices() async throws {
    let one = try await network.online("alice")
    let two = try await network.online("alice")
    let theirs = try await network.online("bob")
    let events = two.events()
    try await one.setTakesOnlyAllowed(true)
    #expect(try await one.relation(to: alice).takesOnlyAllowed)
    guard case .failed(let error) = await theirs.chat(with: alice).send(.text("x")) else {
      return #expect(Bool(false), "a user who is not allowed has sent")
    }
    #expect(error.code == .server(.notOnAllowList))
    try await one.allow(carol, bob)
    #expect(try await one.allowed() == [bob, carol])
    #expect(try await one.blocked().isEmpty)
    #expect(try await one.relation(to: bob) == Relation(user: bob, .allowed))
    var told: [Relation] = []
    for await case .relation(let relation) in events {
      told.append(relation)
      if told.count == 3 { break }
    }
    #expect(told.first == Relation(user: alice, .onlyAllowed) && Set(told.dropFirst().map(\.user)) == [bob, carol])
    guard case .sent = await theirs.chat(with: alice).send(.text("x")) else { return #expect(Bool(false), "not sent") }
    try await two.disallow(bob)
    try await two.block(bob)
    try await network.pass { try await one.relation(to: bob) == Relation(user: bob, .blocked) }
    try await two.setTakesOnlyAllowed(false)
    try await network.pass { try await !one.relation(to: alice).takesOnlyAllowed }
    for client in [one, two, theirs] { await client.close() }
  }

  @Test func refusalsAreTold() async throws {
    network.server { $0.limits.blockedUsers = 1 }
    let client = try await network.online("alice")
    await #expect(throws: MartletError.self) { try await client.block(alice) }
    do {
      try await client.block(bob, carol)
      Issue.record("more were blocked than allowed")
    } catch {
      #expect(error.code == .server(.relationsFull) && error.limit == 1)
    }
    #expect(try await client.blocked().isEmpty)
    try await client.block([])
    await client.close()
  }
}
