import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// A user who is no longer a member learns who caused that.
@Suite(.timeLimit(.minutes(10))) struct RemovalTests {
  private let network = MemoryNetwork()
  private let alice = UserID.of("alice")
  private let bob = UserID.of("bob")
  private let direct = ConversationID.of("direct:alice:bob")

  /// The first event that `pick` takes.
  private func first<Value>(_ events: Events, _ pick: (Event) -> Value?) async throws -> Value {
    for await event in events { if let value = pick(event) { return value } }
    throw MartletError(.closed, "the events ended")
  }

  @Test func whoIsRemovedLearnsByWhomAndWhy() async throws {
    let (mine, theirs) = (try await network.online("alice"), try await network.online("bob"))
    let group = try await mine.createGroup(title: "Us", members: [bob], id: "us")
    try await network.wait(for: theirs, toHold: group, upTo: 1)
    let events = theirs.events()
    try await mine.chat(group).remove([bob], reason: "spam")
    let told = try await first(events) { if case .conversationRemoved(group, let removal) = $0 { removal } else { nil } }
    #expect(told == Removal(by: alice, reason: "spam"))
    try await network.wait(for: mine, toHold: group, upTo: 2)
    #expect(try await mine.chat(group).history().last?.kind == .notice(.membersRemoved([bob], owner: alice, reason: "spam")))
    // A device that was offline learns the same.
    try await mine.chat(group).add([bob])
    try await network.wait(for: theirs, toHold: group, upTo: 3)
    await theirs.disconnect()
    try await mine.chat(group).remove([bob])
    let later = theirs.events()
    await theirs.connect()
    let again = try await first(later) { if case .conversationRemoved(group, let removal) = $0 { removal } else { nil } }
    #expect(again == Removal(by: alice, reason: ""))
    // A user who leaves caused it; a user who removes a conversation from the list is still a member.
    let own = mine.events()
    try await mine.chat(group).leave(reason: "bye")
    let left = try await first(own) { if case .conversationRemoved(group, let removal) = $0 { removal } else { nil } }
    #expect(left == Removal(by: alice, reason: "bye"))
    network.say("hello", as: "bob", to: "direct:alice")
    try await network.wait(for: mine, toHold: direct, upTo: 1)
    try await mine.chat(direct).removeFromList()
    let hidden = try await first(own) { if case .conversationRemoved(direct, let removal) = $0 { [removal] } else { nil } }
    #expect(hidden == [nil])
    for client in [mine, theirs] { await client.close() }
  }
}
