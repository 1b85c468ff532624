import MartletTesting
import Testing

/// I3 and I4 of pages and lists: an incomplete one is found, and one that is merely older is not.
@Suite struct ReadsTests {
  /// Bob reads the group, whose log has four entries, and gets those positions.
  private func broken(
    _ got: [UInt64], from: UInt64 = 0, to: UInt64 = 0, newest: Bool = false, head: UInt64 = 4,
    _ before: (inout Tale) -> Void = { _ in }
  ) -> Set<Promise> {
    var tale = Tale()
    for id in ["m1", "m2", "m3"] { tale.send(id, by: "alice") }
    before(&tale)
    var operation = Operation(.readPage, conversation: Tale.group, target: from)
    (operation.until, operation.isNewestFirst) = (to, newest)
    let call = tale.invoke(operation, by: "bob")
    for entry in tale.dump.logs[Tale.group]?.entries ?? [] where got.contains(entry.seq) {
      tale.tell(.entry(entry, .answer(call)), "b1", "bob")
    }
    tale.tell(.ok(call: call, seq: head), "b1", "bob")
    return tale.broken
  }

  @Test func pageHasWhatWasAskedFor() {
    #expect(broken([1, 2, 3, 4]) == [])
    #expect(broken([1, 2]) == [], "there may be more than a page holds")
    #expect(broken([3, 4], from: 3) == [])
    #expect(broken([2, 3], from: 2, to: 3) == [])
    #expect(broken([3, 4], newest: true) == [])
    #expect(broken([2, 3], to: 3, newest: true) == [])
    #expect(broken([], from: 5) == [])
  }

  @Test func pageLacksItsBeginningOrItsEnd() {
    #expect(broken([]) == [.noGap])
    #expect(broken([2, 3, 4]) == [.noGap])
    #expect(broken([4], from: 3) == [.noGap])
    #expect(broken([2, 3, 4], from: 2, to: 3) == [.noGap])
    #expect(broken([2, 3], newest: true) == [.noGap])
    #expect(broken([3, 4], to: 3, newest: true) == [.noGap])
  }

  @Test func pageIsOlderThanAnAcknowledgement() {
    #expect(broken([1, 2, 3], head: 3) == [.order])
    #expect(broken([1, 2, 3, 4], head: 5) == [.durable])
  }

  @Test func whatIsHiddenUpToSomewhereIsNotInAPage() {
    let hide: (inout Tale) -> Void = { $0.hide(upTo: 2, by: "bob") }
    #expect(broken([3, 4], hide) == [])
    #expect(broken([4], hide) == [.noGap])
  }

  @Test func whoCameAndWentMayHaveReadInEither() {
    let out = Operation(.removeMembers, conversation: Tale.group, clientID: "out", users: ["bob"])
    let back = Operation(.addMembers, conversation: Tale.group, clientID: "in", users: ["bob"])
    let page = broken([6], head: 6) { tale in
      tale.append(out, by: "alice", pushedTo: ["a1"])
      tale.append(back, by: "alice")
    }
    #expect(page == [])
  }

  /// Bob asks for the list, which has the group or not; before he is added to another, or after that.
  private func brokenList(_ isListed: Bool, kind: Operation.Kind = .readList, more: UInt64 = 0, isEarly: Bool = false) -> Set<
    Promise
  > {
    var tale = Tale()
    if isEarly { tale = Tale(isMade: false) }
    let call = tale.invoke(Operation(kind, conversation: ""), by: "bob")
    if isEarly { tale.make() }
    if isListed {
      let summary = SummaryFact(
        conversation: Tale.group, head: 1, unread: 0, read: 0, joined: 1, members: 2, owner: "alice", stamp: 1, lastMessage: 0)
      tale.tell(.summary(summary, .answer(call)), "b1", "bob")
    }
    tale.tell(.ok(call: call, seq: more), "b1", "bob")
    return tale.broken
  }

  @Test func listLacksAConversation() {
    #expect(brokenList(true) == [])
    #expect(brokenList(false) == [.order])
    #expect(brokenList(false, more: 1) == [], "the rest of it may have the conversation")
    #expect(brokenList(false, kind: .read) == [], "not all was asked for")
    #expect(brokenList(false, isEarly: true) == [], "it was made since")
  }
}
