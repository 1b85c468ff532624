import MartletWire
import Testing

@testable import MartletStore

/// A node decodes the messages that the bus carried.
///
/// They may come from a node of another version.
@Suite struct CarriedMessagesTests {
  private func change(_ messages: [Nodes.StoredMessage], first: UInt64 = 7, last: UInt64) -> Nodes.LogChange {
    Nodes.LogChange(
      app: "demo", conversation: "group:team", first: first, last: last, messages: Nodes.Messages(messages: messages).encoded())
  }

  private let message = Nodes.StoredMessage(
    time: 5, sender: "alice", clientId: "c1", countable: 3, type: "text", content: "{}", parent: 2)

  @Test func entriesHaveThePositionsThatTheChangeNames() throws {
    let mentions = try #require(Details(Wire.Details(mentions: Wire.Mentions(users: ["bob"]))))
    var second = message
    (second.countable, second.details) = (4, mentions.bytes)
    let entries = try #require(change([message, second], last: 8).entries)
    #expect(entries.map(\.seq) == [7, 8])
    #expect(entries.map(\.countable) == [3, 4])
    #expect(entries.map(\.details) == [nil, mentions])
    #expect(entries.allSatisfy { $0.parent == 2 && $0.time == 5 && $0.sender.text == "alice" && $0.clientID.text == "c1" })
    #expect(entries.allSatisfy { $0.event == .message(type: "text", content: "{}") })
  }

  @Test func whatDoesNotFitIsReadFromTheStore() {
    #expect(Nodes.LogChange(app: "demo", conversation: "group:team", first: 7, last: 7).entries == nil)
    #expect(change([message], last: 8).entries == nil)
    #expect(change([message, message], last: 7).entries == nil)
    #expect(change([message], first: 0, last: 0).entries == nil)
    #expect(change([message], first: 0, last: .max).entries == nil)
    #expect(change([message], first: 8, last: 7).entries == nil)
    var malformed = change([message], last: 7)
    malformed.messages.removeLast()
    #expect(malformed.entries == nil)
    for (path, value) in [(\Nodes.StoredMessage.sender, ""), (\Nodes.StoredMessage.clientId, "")] {
      var message = message
      message[keyPath: path] = value
      #expect(change([message], last: 7).entries == nil)
    }
    var strange = message
    strange.details = [0xFF]
    #expect(change([strange], last: 7).entries == nil)
  }
}
