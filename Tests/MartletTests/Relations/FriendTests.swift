import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Friend requests through the SDK.
@Suite(.timeLimit(.minutes(10))) struct FriendTests {
  private let network = MemoryNetwork()
  private let alice = UserID.of("alice")
  private let bob = UserID.of("bob")

  @Test func aRequestIsAcceptedOnAllDevicesOfBoth() async throws {
    let mine = try await network.online("alice")
    let theirs = try await network.online("bob")
    let tablet = try await network.online("bob")
    let events = tablet.events()
    try await mine.requestFriend(bob, text: "Hello")
    #expect(try await mine.askedFriends() == [FriendRequest(Relation(user: bob, .asked, text: "Hello"))])
    #expect(try await mine.relation(to: bob) == Relation(user: bob, .asked, text: "Hello"))
    try await network.pass { try await tablet.friendRequests().map(\.text) == ["Hello"] }
    try await network.pass { try await theirs.relation(to: alice).isAsking }
    try await theirs.acceptFriend(alice)
    #expect(try await theirs.friends() == [alice])
    try await network.pass { try await mine.friends() == [bob] }
    try await network.pass { try await tablet.friends() == [alice] }
    #expect(try await mine.askedFriends().isEmpty)
    #expect(try await tablet.friendRequests().isEmpty)
    for await case .relation(let relation) in events where relation.isFriend { break }
    try await mine.removeFriend(bob)
    #expect(try await mine.friends().isEmpty)
    try await network.pass { try await tablet.friends().isEmpty }
    for client in [mine, theirs, tablet] { await client.close() }
  }

  @Test func aRequestIsDeclinedOrWithdrawn() async throws {
    let mine = try await network.online("alice")
    let theirs = try await network.online("bob")
    try await mine.requestFriend(bob)
    try await network.pass { try await theirs.relation(to: alice).isAsking }
    try await theirs.declineFriend(alice)
    try await network.pass { try await mine.relation(to: bob) == Relation(user: bob, []) }
    try await mine.requestFriend(bob)
    try await mine.removeFriend(bob)
    try await network.pass { try await theirs.friendRequests().isEmpty }
    do {
      try await theirs.acceptFriend(alice)
      Issue.record("accepted what was withdrawn")
    } catch { #expect(error.code == .server(.friendRequestUnknown)) }
    for client in [mine, theirs] { await client.close() }
  }

  /// A new device reads friends and requests with their texts.
  @Test func aNewDeviceHasFriendsAndRequests() async throws {
    let theirs = try await network.online("bob")
    try await theirs.requestFriend(alice, text: "Hi")
    let mine = try await network.online("alice")
    try await mine.caughtUp()
    #expect(try await mine.friendRequests().map(\.text) == ["Hi"])
    for client in [mine, theirs] { await client.close() }
  }
}
