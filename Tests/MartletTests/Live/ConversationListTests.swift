import ClientModels
import MartletTesting
import MartletWire
import Observation
import Testing

@testable import Martlet
@testable import MartletCore

/// The conversation list as a screen shows it.
@Suite(.timeLimit(.minutes(10))) struct ConversationListTests {
  private let network = MemoryNetwork()

  private func follow(_ list: ConversationList) -> Follower<Conversation, ConversationListUpdate> {
    Follower(list) { ($0.rows, $0.change) }
  }

  private func peers(_ shown: Follower<Conversation, ConversationListUpdate>) -> [String] {
    shown.rows.map { $0.peer?.text ?? "" }
  }

  private func say(as users: String...) { for user in users { network.say("hi", as: user, to: "direct:alice") } }

  @Test func conversationWithANewMessageMovesToTheTop() async throws {
    say(as: "bob", "carol", "dave")
    let client = try await network.online("alice")
    let shown = follow(client.list())
    try await network.pass { peers(shown) == ["dave", "carol", "bob"] }
    #expect(shown.last?.isComplete == true)
    say(as: "bob")
    try await network.pass { peers(shown) == ["bob", "dave", "carol"] }
    try await client.chat(with: .of("carol")).pinToTop()
    try await network.pass { peers(shown) == ["carol", "bob", "dave"] }
    #expect(shown.agrees)
    await client.close()
  }

  @Test func moreConversationsAreShownOnDemand() async throws {
    for number in 10..<35 { say(as: "user\(number)") }
    let client = try await network.online("alice")
    let list = client.list(window: 10)
    let shown = follow(list)
    try await network.pass { shown.rows.count == 10 }
    #expect(shown.last?.isComplete == false)
    try await list.more()
    try await network.pass { shown.rows.count == 20 }
    try await list.more()
    try await network.pass { shown.rows.count == 25 && shown.last?.isComplete == true }
    #expect(peers(shown) == (10..<35).reversed().map { "user\($0)" })
    #expect(shown.agrees)
    await client.close()
  }

  @Test func filterHoldsWhileThingsChange() async throws {
    say(as: "bob", "carol")
    let client = try await network.online("alice")
    let shown = follow(client.list(ConversationQuery(isUnread: true)))
    try await network.pass { peers(shown) == ["carol", "bob"] }
    try await client.chat(with: .of("carol")).markRead()
    try await network.pass { peers(shown) == ["bob"] }
    say(as: "carol")
    try await network.pass { peers(shown) == ["carol", "bob"] }
    #expect(shown.agrees)
    await client.close()
    try await network.pass { shown.end != nil }
  }

  @Test func observersAreToldOfEachChange() async throws {
    say(as: "bob")
    let client = try await network.online("alice")
    let list = await ObservedConversationList(client.list())
    let timeline = await ObservedTimeline(client.chat(with: .of("bob")).timeline())
    async let listed: Void = list.follow()
    async let shown: Void = timeline.follow()
    try await network.pass { await list.rows.count == 1 }
    try await network.pass { await timeline.rows.count == 1 }
    let (listChanges, timelineChanges) = (Counter(), Counter())
    await MainActor.run {
      withObservationTracking {
        _ = list.rows
      } onChange: {
        listChanges.add()
      }
      withObservationTracking {
        _ = timeline.rows
      } onChange: {
        timelineChanges.add()
      }
    }
    say(as: "bob")
    try await network.pass { listChanges.value == 1 && timelineChanges.value == 1 }
    await client.close()
    _ = await (listed, shown)
  }

  @Test func observedModelSaysWhatEndedIt() async throws {
    let client = try await network.online("alice")
    let model = await ObservedTimeline(client.chat(.of("group:nowhere")).timeline())
    await model.follow()
    #expect(await model.failure?.code == .conversationUnknown)
    await client.close()
  }

  @Test func observedModelFollows() async throws {
    say(as: "bob")
    let client = try await network.online("alice")
    let list = await ObservedConversationList(client.list())
    let timeline = await ObservedTimeline(client.chat(with: .of("bob")).timeline())
    async let listed: Void = list.follow()
    async let shown: Void = timeline.follow()
    try await network.pass { await list.rows.count == 1 }
    try await network.pass { await timeline.rows.count == 1 }
    #expect(await list.isComplete)
    #expect(await timeline.facts?.isAtEnd == true)
    await client.close()
    _ = await (listed, shown)
    #expect(await timeline.failure == nil)
  }
}
