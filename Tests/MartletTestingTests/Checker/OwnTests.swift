import MartletTesting
import Testing

/// Per-user data and its effect on counts: each difference is found, and a lookalike is not.
@Suite struct OwnTests {
  private static let muted = SettingFact("mute", of: Tale.group, json: "true")

  /// Three messages by alice.
  ///
  /// The second mentions bob, who has hidden the first.
  private static func tale() -> Tale {
    var tale = Tale()
    tale.send("m1", by: "alice")
    var mention = Tale.message("m2")
    mention.details.mentions = ["bob"]
    tale.append(mention, by: "alice")
    tale.send("m3", by: "alice")
    tale.hide([2], by: "bob")
    tale.set([muted], by: "bob")
    return tale
  }

  private static func state(_ tale: Tale) -> DeviceState {
    var state = tale.state(of: "bob", unread: 2)
    state.conversations[Tale.group]?.lines.removeAll { $0.seq == 2 }
    state.conversations[Tale.group]?.mentions = 1
    state.conversations[Tale.group]?.firstMention = 3
    state.settings = ["": [], Tale.group: [muted]]
    return state
  }

  private func broken(_ change: (inout DeviceState) -> Void) -> Set<Promise> {
    var tale = Self.tale()
    var state = Self.state(tale)
    change(&state)
    tale.states = [state]
    return tale.broken
  }

  @Test func differencesOfWhatIsOnesOwnAreFound() {
    #expect(broken { _ in } == [])
    #expect(broken { $0.settings[Tale.group] = [] } == [.convergence])
    #expect(broken { $0.settings[""] = [SettingFact("quiet", json: "1")] } == [.convergence])
    #expect(broken { $0.conversations[Tale.group]?.mentions = 0 } == [.counters])
    #expect(broken { $0.conversations[Tale.group]?.firstMention = 4 } == [.counters])
    // As if hidden messages counted.
    #expect(broken { $0.conversations[Tale.group]?.unread = 3 } == [.counters])
    // The hidden message is shown.
    let whole = Self.tale().state(of: "bob", unread: 2).conversations[Tale.group]?.lines ?? []
    #expect(broken { $0.conversations[Tale.group]?.lines = whole } == [.convergence])
  }

  @Test func whatWasTakenFromTheListComesBackWithTheNextMessage() {
    var tale = Self.tale()
    let state = Self.state(tale)
    tale.set([SettingFact("removed", of: Tale.group, json: "4")], by: "bob")
    tale.states = [state]
    #expect(tale.broken == [.convergence], "it is shown still")
    var gone = state
    gone.conversations = [:]
    gone.settings = [:]
    tale.states = [gone]
    #expect(tale.broken == [])
    tale.send("m4", by: "alice")
    #expect(tale.broken == [.convergence], "it is not shown again")
  }

  // MARK: - Hidden on one device alone

  /// Bob's device, on which the last of the three messages is hidden, or may be.
  private func brokenHere(
    _ change: (inout DeviceState, inout DeviceState.HiddenHere) -> Void
  ) -> Set<Promise> {
    broken { state in
      var here = DeviceState.HiddenHere()
      here.positions = [4]
      state.conversations[Tale.group]?.lines.removeAll { $0.seq == 4 }
      state.conversations[Tale.group]?.lastMessage = 3
      state.conversations[Tale.group]?.unread = 1
      change(&state, &here)
      state.hiddenHere[Tale.group] = here
    }
  }

  @Test func whatIsHiddenOnADeviceAloneIsNotShownThere() {
    #expect(brokenHere { _, _ in } == [])
    // The device may not know whether it counted.
    #expect(brokenHere { state, _ in state.conversations[Tale.group]?.unread = 2 } == [])
    #expect(brokenHere { state, _ in state.conversations[Tale.group]?.unread = 0 } == [.counters])
    #expect(brokenHere { state, _ in state.conversations[Tale.group]?.unread = 3 } == [.counters])
    #expect(brokenHere { state, _ in state.conversations[Tale.group]?.mentions = 0 } == [.counters])
    #expect(brokenHere { state, _ in state.conversations[Tale.group]?.lastMessage = 4 } == [.convergence])
    #expect(brokenHere { state, _ in state.conversations[Tale.group]?.lastMessage = 2 } == [.convergence])
    #expect(brokenHere { state, _ in state.conversations[Tale.group]?.lines.removeAll { $0.seq == 3 } } == [.convergence])
    let whole = Self.state(Self.tale()).conversations[Tale.group]?.lines ?? []
    #expect(brokenHere { state, _ in state.conversations[Tale.group]?.lines = whole } == [.convergence])
  }

  @Test func whatMayBeHiddenOnADeviceAloneMayBeShown() {
    let whole = Self.state(Self.tale()).conversations[Tale.group]?.lines ?? []
    #expect(brokenHere { _, here in (here.positions, here.perhaps) = ([], [4]) } == [])
    #expect(
      brokenHere { state, here in
        (here.positions, here.perhaps) = ([], [4])
        state.conversations[Tale.group]?.lines = whole
        state.conversations[Tale.group]?.lastMessage = 4
      } == [])
  }

  @Test func anotherDeviceShowsWhatIsHiddenOnOneAlone() {
    #expect(brokenHere { _, here in here = DeviceState.HiddenHere() } == [.convergence, .counters])
  }

  // MARK: - The store

  @Test func acknowledgedSettingThatIsLost() {
    var tale = Self.tale()
    tale.dump.settings["bob"] = [:]
    #expect(tale.broken == [.convergence])
    tale.dump.userLogs["bob"]?.removeLast()
    #expect(tale.broken.contains(.durable))
  }

  @Test func settingThatNobodyAskedFor() {
    var tale = Self.tale()
    let strange = SettingFact("level", json: "1")
    let last = (tale.dump.userLogs["bob"]?.count ?? 0) - 1
    tale.dump.userLogs["bob"]?[last].settings.append(strange)
    tale.dump.settings["bob"]?[strange] = UInt64(last + 1)
    #expect(tale.broken == [.once])
  }

  @Test func settingsEndWithTheMembership() {
    var tale = Self.tale()
    tale.append(
      Operation(.removeMembers, conversation: Tale.group, clientID: "out", users: ["bob"]), by: "alice", pushedTo: ["a1"])
    #expect(tale.broken == [.convergence], "they are kept")
    tale.dump.settings["bob"] = [:]
    #expect(tale.broken == [])
  }

  @Test func acknowledgedHidingThatIsLost() {
    var tale = Self.tale()
    tale.dump.logs[Tale.group]?.members["bob"]?.hides = []
    #expect(tale.broken == [.convergence])
    tale.dump.userLogs["bob"]?[1].targets = []
    #expect(tale.broken.contains(.durable))
  }

  @Test func allIsHiddenUpToAPosition() {
    var tale = Self.tale()
    tale.hide(upTo: 3, by: "bob")
    #expect(tale.broken == [])
    var state = tale.state(of: "bob", unread: 1)
    state.conversations[Tale.group]?.first = 4
    state.conversations[Tale.group]?.lines.removeAll { $0.seq < 4 }
    tale.states = [state]
    #expect(tale.broken == [])
    tale.dump.logs[Tale.group]?.members["bob"]?.cleared = 2
    #expect(tale.broken == [.convergence])
  }

  @Test func shownAsHiddenWithoutHavingBeen() {
    var tale = Self.tale()
    var entry = EntryFact(conversation: Tale.group, seq: 2, kind: .hidden)
    entry.sender = "alice"
    entry.time = tale.dump.logs[Tale.group]?.entries[1].time ?? 0
    tale.tell(.entry(entry, .answer(0)), "b1", "bob")
    #expect(tale.broken == [])
    tale.tell(.entry(entry, .answer(0)), "a1", "alice")
    #expect(tale.broken == [.noGap])
  }

  // MARK: - Lists

  private func listed(_ change: (inout SummaryFact) -> Void) -> Set<Promise> {
    var tale = Self.tale()
    let call = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    var summary = SummaryFact(
      conversation: Tale.group, head: 4, unread: 2, read: 0, joined: 1, members: 2, owner: "alice", stamp: 1, lastMessage: 4)
    (summary.mentions, summary.firstMention, summary.hidden) = (1, 3, 2)
    change(&summary)
    tale.tell(.summary(summary, .answer(call)), "b1", "bob")
    tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    return tale.broken
  }

  @Test func listsAreRecountedWithoutWhatIsHidden() {
    #expect(listed { _ in } == [])
    #expect(listed { $0.mentions = 2 } == [.counters])
    #expect(listed { $0.firstMention = 2 } == [.counters])
    #expect(listed { $0.cleared = 2 } == [.convergence])
    // As of a moment before it was hidden, it counts.
    #expect(listed { $0.hidden = 0 } == [.counters])
    #expect(listed { ($0.hidden, $0.unread) = (0, 3) } == [])
  }
}
