import Martlet
import Testing

@testable import MartletCommand
@testable import MartletCore

@Suite struct JSONLineLogItemTests {
  private func json(_ event: LogItem.Event, clientID: ClientID? = nil) -> String {
    JSONLine(Samples.item(7, event, clientID: clientID)).text
  }

  /// The beginning of every line.
  private func head(_ type: String, _ text: String = "", _ event: String = "message") -> String {
    #"{"conversation":"direct:alice:bob","seq":7,"sender":"bob","type":"\#(type)","text":"\#(text)","time":7000,"#
      + #""event":"\#(event)""#
  }

  @Test func messagesAreTold() {
    #expect(
      json(.message(.text("hi"), revision: 0), clientID: Samples.clientID("c1")) == head("text", "hi") + #","client_id":"c1"}"#)
    #expect(json(.message(.text("hi"), revision: 9)) == head("text", "hi") + #","edited":9}"#)
    #expect(
      json(.message(.custom(type: "app.poll", json: #"{"a":1}"#), revision: 0)) == head("app.poll") + #","content":"{\"a\":1}"}"#)
  }

  @Test func recalledMessagesAreEmpty() {
    #expect(json(.recalledMessage(type: "text", by: 9)) == head("text") + #","recalled":true,"recalled_by":9}"#)
  }

  @Test func editsAndRecallsNameTheirTarget() {
    #expect(json(.edited(target: 3, .text("new"))) == head("edit", "new", "edited") + #","target":3,"content_type":"text"}"#)
    #expect(json(.edited(target: 3, nil)) == head("edit", "", "edited") + #","target":3,"recalled":true}"#)
    #expect(json(.recalled(target: 3)) == head("recall", "", "recalled") + #","target":3}"#)
  }

  @Test func membersAreTold() {
    #expect(
      json(.notice(.groupCreated(title: "T", owner: Samples.bob, members: [Samples.alice, Samples.bob])))
        == head("group_created", "", "group_created") + #","title":"T","owner":"bob","users":["alice","bob"]}"#)
    #expect(json(.notice(.membersAdded([Samples.carol]))) == head("members_added", "", "members_added") + #","users":["carol"]}"#)
    #expect(
      json(.notice(.membersRemoved([Samples.carol], owner: Samples.bob)))
        == head("members_removed", "", "members_removed") + #","users":["carol"],"owner":"bob"}"#)
    #expect(
      json(.notice(.membersRemoved([Samples.bob], owner: nil))) == head("members_removed", "", "members_removed")
        + #","users":["bob"]}"#)
    #expect(
      json(.notice(.membersRemoved([Samples.bob], owner: nil, reason: "bye"))) == head("members_removed", "", "members_removed")
        + #","users":["bob"],"reason":"bye"}"#)
    #expect(
      json(.notice(.conversationChanged(title: "U", attributes: ["b": nil, "a": .text("x")])))
        == head("conversation_changed", "", "conversation_changed") + #","title":"U","attributes":{"a":"\"x\"","b":""}}"#)
    #expect(
      json(.notice(.conversationChanged(title: "U", attributes: [:]))) == head("conversation_changed", "", "conversation_changed")
        + #","title":"U"}"#)
    #expect(
      json(.notice(.conversationChanged(title: nil, attributes: [:], isSilenced: true)))
        == head("conversation_changed", "", "conversation_changed") + #","silenced":true}"#)
    #expect(
      json(.notice(.rolesSet([Samples.carol], .admin))) == head("roles_set", "", "roles_set")
        + #","users":["carol"],"role":"admin"}"#)
    #expect(
      json(.notice(.membersSilenced([Samples.carol], until: Timestamp(milliseconds: 5))))
        == head("members_silenced", "", "members_silenced") + #","users":["carol"],"until":5}"#)
    #expect(
      json(.notice(.membersSilenced([Samples.carol], until: nil))) == head("members_silenced", "", "members_silenced")
        + #","users":["carol"]}"#)
    let end = Timestamp(milliseconds: 5)
    #expect(
      json(.notice(.usersBanned([Samples.carol], until: end, removed: [Samples.carol], owner: Samples.bob, reason: "x")))
        == head("users_banned", "", "users_banned")
        + #","users":["carol"],"until":5,"removed":["carol"],"owner":"bob","reason":"x"}"#)
    #expect(json(.unknown) == head("unknown", "", "unknown") + "}")
  }
}
