import MartletTesting
import MartletWire
import Testing

/// The checker finds titles and attributes that differ from the log.
@Suite struct DescriptionTests {
  private static func change(_ id: String, _ title: String?, _ attributes: [String: String]) -> Operation {
    var change = Operation(.changeConversation, conversation: Tale.group, clientID: id)
    (change.title, change.isTitled) = (title ?? "", title != nil)
    change.changes = MarkLine.changes(attributes.map { Wire.Attribute(key: $0.key, value: $0.value) })
    return change
  }

  /// The group is called so at 2, gets two attributes at 3, and loses one at 4.
  private static func tale(_ begin: (inout Tale) -> Void = { _ in }) -> Tale {
    var tale = Tale()
    begin(&tale)
    tale.append(change("c1", "Crew", [:]), by: "alice")
    tale.append(change("c2", nil, ["a": "1", "b": "2"]), by: "bob")
    tale.append(change("c3", "Fleet", ["a": ""]), by: "alice")
    tale.states = [tale.state(of: "alice", unread: 0), tale.state(of: "bob", unread: 0)]
    return tale
  }

  @Test func whatIsInOrderIsNotFound() {
    let tale = Self.tale()
    #expect(tale.broken == [])
    #expect(tale.verdict().figures.conversationChanges == 3)
    #expect(tale.dump.logs[Tale.group]?.title == "Fleet")
    #expect(tale.dump.logs[Tale.group]?.attributes == MarkLine.attributes(["b": "2"]))
  }

  @Test func aDeviceThatShowsOthers() {
    for change in [
      { $0.title = "Crew" }, { $0.attributes = [:] }, { $0.attributes["a"] = "1" }, { $0.attributes["b"] = "7" },
    ] as [(inout DeviceState.Conversation) -> Void] {
      var tale = Self.tale()
      guard var shown = tale.states[1].conversations[Tale.group] else { return }
      change(&shown)
      tale.states[1].conversations[Tale.group] = shown
      #expect(tale.broken == [.convergence])
    }
  }

  @Test func aStoreThatHoldsOthers() {
    for change in [{ $0.title = "Crew" }, { $0.attributes["a"] = "1" }, { $0.attributes = [:] }] as [(inout Dump.Log) -> Void] {
      var tale = Self.tale()
      guard var log = tale.dump.logs[Tale.group] else { return }
      change(&log)
      tale.dump.logs[Tale.group] = log
      #expect(tale.broken == [.convergence])
    }
  }

  @Test func aListThatTellsOthers() {
    func listed(_ head: UInt64, _ title: String, _ attributes: [String: String], owner: String = "alice") -> Set<Promise> {
      // Asked for before all that, so it may be of any moment of it.
      var call: UInt64 = 0
      var tale = Self.tale { call = $0.invoke(Operation(.read, conversation: ""), by: "bob") }
      var summary = SummaryFact(
        conversation: Tale.group, head: head, unread: 0, read: 0, joined: 1, members: 2, owner: owner, stamp: 1, lastMessage: 0)
      (summary.title, summary.attributes) = (title, MarkLine.attributes(attributes))
      tale.tell(.summary(summary, .answer(call)), "b1", "bob")
      tale.tell(.ok(call: call, seq: 0), "b1", "bob")
      return tale.broken
    }
    #expect(listed(4, "Fleet", ["b": "2"]) == [])
    #expect(listed(3, "Crew", ["a": "1", "b": "2"]) == [])
    #expect(listed(1, "", [:]) == [])
    #expect(listed(3, "Fleet", ["a": "1", "b": "2"]) == [.convergence])
    #expect(listed(4, "Fleet", ["a": "1", "b": "2"]) == [.convergence])
    #expect(listed(2, "Crew", ["b": "2"]) == [.convergence])
    #expect(listed(4, "Fleet", ["b": "2"], owner: "bob") == [.convergence])
  }

  @Test func anEntryThatSaysOtherThanWasAskedFor() {
    for damage in [
      { $0.title = "Other" }, { $0.isTitled = false }, { $0.changes = ["+c 1"] }, { $0.changes = ["-b"] },
    ] as [(inout EntryFact) -> Void] {
      var tale = Self.tale()
      tale.damage(4, damage)
      #expect(!tale.broken.isEmpty)
    }
  }

  @Test func aDeviceThatWasToldAnotherChange() {
    var tale = Self.tale()
    guard var entry = tale.dump.logs[Tale.group]?.entries.last else { return }
    entry.changes = ["+a 9"]
    tale.tell(.entry(entry, .push), "b1", "bob")
    #expect(tale.broken == [.order])
  }

  @Test func aDoneThatStoredSomething() {
    var tale = Self.tale()
    let change = Self.change("c4", "Again", [:])
    let call = tale.invoke(change, by: "alice")
    _ = tale.store(change, by: "alice")
    tale.states = []
    tale.tell(.ok(call: call, seq: 0), "a1", "alice")
    #expect(tale.broken == [.once])
  }
}
