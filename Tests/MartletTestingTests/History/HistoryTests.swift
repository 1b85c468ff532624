import MartletTesting
import MartletWire
import Testing

@Suite struct HistoryTests {
  @Test func recordsSurviveTheirLines() throws {
    let time = ManualTime()
    let history = History(time: time)
    var entry = EntryFact(conversation: "group:g", seq: 7, kind: .message)
    (entry.time, entry.sender, entry.clientID, entry.countable) = (-5, "alice", "a\"b", 3)
    (entry.payload, entry.revision, entry.isRecalled) = (.max, 9, true)
    (entry.users, entry.owner, entry.title, entry.target) = (["x", "y"], "x", "ö\n", 4)
    (entry.details.hash, entry.details.directed, entry.details.mentions) = (3, ["x"], [DetailsFact.everyone, "y"])
    (entry.details.denied, entry.details.parent, entry.marks, entry.marksThrough) = (["counted"], 2, ["expandable"], 8)
    (entry.annotation, entry.changes, entry.isSecret) = ("vote", ["+0 0", "-1"], true)
    entry.isTitled = true
    var operation = Operation(.edit, conversation: "group:g", clientID: "c", payload: 8, target: 7, users: ["z"])
    (operation.annotation, operation.changes, operation.targets) = ("pin", ["+ 0"], [1, .max])
    (operation.title, operation.isTitled) = ("ü", true)
    (operation.until, operation.isNewestFirst) = (7, true)
    (operation.settings, operation.time, operation.isQuiet) = (
      [SettingFact("k", json: "1"), SettingFact("k", of: "group:g", 0)], -1, true
    )
    let call = history.invoke(operation, device: "d", user: "alice")
    var user = UserEntryFact(seq: 1, conversation: "group:g", kind: .left, position: 2)
    (user.targets, user.settings) = ([3, 4], [SettingFact("k", of: "direct:a:b", json: "{}")])
    var summary = SummaryFact(
      conversation: "group:g", head: 1, unread: 2, read: 3, joined: 4, members: 5, owner: "o", stamp: 6, lastMessage: 7)
    (summary.mentions, summary.firstMention, summary.cleared, summary.hidden) = (8, 9, 10, 11)
    var (described, untitled) = (summary, summary)
    (described.title, described.attributes) = ("T", ["a": "1", "b": "2"])
    (untitled.title, untitled.attributes) = ("", [:])
    let events: [HistoryEvent] = [
      .ok(call: call, seq: 3), .refused(call: 2, code: 1303), .unknown(call: 3), .entry(entry, .push), .entry(entry, .shown),
      .entry(entry, .selection(call)),
      .marker(conversation: "direct:a:b", user: "b", read: 0, .answer(call)), .told(user, .push),
      .summary(summary, .answer(0)), .summary(described, .push), .summary(untitled, .push), .opened(tokenAt: 12, askedAt: 13),
      .opened(tokenAt: 12, askedAt: 13, userHead: 0),
      .closed(code: 1206), .restarted(how: "kill -9"),
      .phase(.fault),
      .phase(.heal), .delayed, .stalled(nanoseconds: 5),
    ]
    for event in events {
      time.advance(by: .nanoseconds(1))
      history.record(event, device: "d", user: "alice")
    }
    let records = history.records
    #expect(records.map(\.number) == Array(0...events.count))
    #expect(Set(records.map(\.at)).count == records.count)
    #expect(try History.read(history.lines) == records)
  }

  @Test func whatIsNoRecordIsRefused() {
    #expect(throws: TestError.self) { try History.read("{}") }
    #expect(throws: TestError.self) { try History.read(#"{"n":"1","at":"2","event":"entry"}"#) }
  }

  @Test func hashesTellContentsApart() {
    let hash = PayloadHash.of(type: "text", content: "{}")
    #expect(hash != PayloadHash.of(type: "text", content: "{ }"))
    #expect(hash != PayloadHash.of(type: "tex", content: "t{}"))
    #expect(PayloadHash.of(type: "text", content: "") == 0)
  }
}
