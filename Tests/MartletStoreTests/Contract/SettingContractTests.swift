import MartletStore
import MartletWire
import Testing

@Suite struct SettingContractTests {
  @Test(arguments: Engine.all) func theLastChangeOfASettingWins(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    let (level, pinned) = (SettingName("level"), SettingName("pin", of: .team))
    let outcomes = try await fixture.store.change([
      .sample([(level, "1"), (pinned, "true")]), .sample([(level, "2")]), .sample([(level, "2")]), .sample([(pinned, "")]),
      .sample([(pinned, "{}")]),
    ])
    #expect(outcomes[0] == .changed(.told(1, [Setting(level, "1", revision: 1), Setting(pinned, "true", revision: 1)])))
    #expect(outcomes[1] == .changed(.told(2, [Setting(level, "2", revision: 2)])))
    #expect(outcomes[2] == .unchanged(head: 3))
    #expect(outcomes[3] == .changed(.told(3, [Setting(pinned, "", revision: 3)])))
    let expected = [Setting(level, "2", revision: 3), Setting(pinned, "{}", revision: 5)]
    for _ in 0..<2 {
      #expect(try await fixture.settings(.bob) == expected)
      #expect(try await fixture.settings(.alice).isEmpty)
      #expect(try await fixture.userLog(.bob).dropFirst().map(\.seq) == [2, 3, 4, 5])
      try await fixture.reopen()
    }
  }

  /// Of many, so that it is noticed wherever in its order a fold goes wrong.
  @Test(arguments: Engine.all) func oneChangeSetsSomeAndUnsetsOthers(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    func names(_ prefix: String) -> [SettingName] {
      (0..<10).map { SettingName("\(prefix)\($0)", of: $0 % 2 == 0 ? nil : .team) }
    }
    let (gone, changed, new) = (names("gone"), names("kept"), names("new"))
    _ = try await fixture.store.change([.sample((gone + changed).map { ($0, "1") })])
    try await fixture.reopen()
    _ = try await fixture.store.change([.sample(gone.map { ($0, "") } + (changed + new).map { ($0, "2") })])
    for _ in 0..<2 {
      let expected = (changed + new).map { Setting($0, "2", revision: 3) }.sorted { $0.name < $1.name }
      #expect(try await fixture.settings(.bob) == expected)
      try await fixture.reopen()
    }
  }

  @Test(arguments: Engine.all) func whatLooksTheSameIsAnotherValue(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    for (index, value) in ["\"e\u{301}\"", "\"\u{e9}\""].enumerated() {
      guard case .changed = try await fixture.store.change([.sample([(SettingName("a"), value)])]).first else {
        return #expect(Bool(false), "\(index)")
      }
      #expect(try await fixture.settings(.bob).map { Array($0.value.utf8) } == [Array(value.utf8)])
    }
  }

  @Test(arguments: Engine.all) func theirBytesAreBounded(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    func change(_ key: String, _ count: Int, of digit: String = "1") async throws -> SettingOutcome? {
      var change = SettingChange.sample([(SettingName(key), String(repeating: digit, count: count))])
      change.mostBytes = 600
      return try await fixture.store.change([change]).first
    }
    guard case .changed = try await change("a", 172), case .changed = try await change("b", 172) else {
      return #expect(Bool(false))
    }
    #expect(try await change("c", 1) == .fullBytes(limit: 600))
    #expect(try await change("a", 173) == .fullBytes(limit: 600))
    // A value makes room for the one that replaces it.
    guard case .changed = try await change("a", 172, of: "2") else { return #expect(Bool(false)) }
    // Less is always allowed, and makes room.
    guard case .changed = try await change("a", 0), case .changed = try await change("c", 172) else {
      return #expect(Bool(false))
    }
    try await fixture.reopen()
    #expect(try await change("d", 1) == .fullBytes(limit: 600))
  }

  @Test(arguments: Engine.all) func whoIsNoMemberHasNoSettingsOfIt(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group(members: [.alice]))
    let outcome = try await fixture.store.change([.sample([(SettingName("a"), "1"), (SettingName("a", of: .team), "1")])])
    #expect(outcome == [.notMember(.team)])
    #expect(try await fixture.settings(.bob).isEmpty, "all or nothing")
    // A direct conversation that has not begun needs a peer there is.
    let pinned = SettingChange.sample([(SettingName("pin", of: .pair), "true")])
    #expect(try await fixture.store.change([pinned]) == [.notMember(.pair)])
    _ = try await fixture.store.createUser(.alice, app: .demo, at: 0)
    let foreign = SettingChange.sample([(SettingName("pin", of: .direct(.alice, .carol)), "true")])
    #expect(try await fixture.store.change([foreign]) == [.notMember(.direct(.alice, .carol))])
    guard case .changed = try await fixture.store.change([pinned]).first else { return #expect(Bool(false)) }
    try await fixture.store(.direct("hello"))
    try await fixture.reopen()
    #expect(try await fixture.settings(.bob).map(\.value) == ["true"])
  }

  @Test(arguments: Engine.all) func leavingDropsThoseOfTheConversation(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append([.group(), .group(.sample("other"))])
    let (here, there) = (SettingName("a", of: .team), SettingName("a", of: .sample("other")))
    _ = try await fixture.store.change([.sample([(here, "1"), (there, "1"), (SettingName("a"), "1")])])
    _ = try await fixture.store.append([.remove([.bob])])
    for _ in 0..<2 {
      #expect(try await fixture.settings(.bob).map(\.name) == [SettingName("a"), there])
      try await fixture.reopen()
    }
    _ = try await fixture.store.append([.add([.bob])])
    #expect(try await fixture.settings(.bob).count == 2, "who returns begins anew")
    guard case .changed = try await fixture.store.change([.sample([(here, "1")])]).first else { return #expect(Bool(false)) }
  }

  @Test(arguments: Engine.all) func thereAreNoMoreThanAllowed(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    func change(_ keys: [String], _ conversation: ConversationID? = nil, _ value: String = "1") async throws -> SettingOutcome? {
      var change = SettingChange.sample(keys.map { (SettingName($0, of: conversation), value) })
      (change.mostOfUser, change.mostOfConversation) = (4, 2)
      return try await fixture.store.change([change]).first
    }
    #expect(try await change(["a", "b", "c"], .team) == .full(.team, limit: 2))
    guard case .changed = try await change(["a", "b"], .team) else { return #expect(Bool(false)) }
    #expect(try await change(["c"], .team) == .full(.team, limit: 2))
    #expect(try await change(["a", "b", "c"]) == .full(nil, limit: 4))
    guard case .changed = try await change(["a", "b"]) else { return #expect(Bool(false)) }
    guard case .changed = try await change(["a"], nil, "2") else { return #expect(Bool(false), "no new one") }
    guard case .changed = try await change(["a"], .team, "") else { return #expect(Bool(false)) }
    guard case .changed = try await change(["c"], .team) else { return #expect(Bool(false), "one was unset") }
  }

  @Test(arguments: Engine.all) func tagsAreNoMoreThanAllowed(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let rooms = [ConversationID.sample("one"), .sample("two"), .sample("three")]
    _ = try await fixture.store.append(rooms.map { .group($0) })
    func change(_ values: [(SettingName, String)]) async throws -> SettingOutcome? {
      var change = SettingChange.sample(values)
      (change.mostTags, change.mostTagged) = (2, 2)
      return try await fixture.store.change([change]).first
    }
    func isChanged(_ values: [(SettingName, String)]) async throws -> Bool {
      if case .changed = try await change(values) { true } else { false }
    }
    let key = "tag.work"
    #expect(try await isChanged([(SettingName("tag.a"), "{}"), (SettingName("tag.b"), "{}"), (SettingName("tagged"), "{}")]))
    #expect(try await change([(SettingName("tag.c"), "{}")]) == .tagsFull(nil, limit: 2))
    #expect(try await isChanged([(SettingName("tag.a"), "1")]), "it has another name")
    #expect(try await isChanged([(SettingName("tag.a"), ""), (SettingName("tag.c"), "{}")]), "one takes another's place")
    #expect(try await change(rooms.map { (SettingName(key, of: $0), "{}") }) == .tagsFull(key, limit: 2))
    #expect(try await isChanged(rooms.prefix(2).map { (SettingName(key, of: $0), "{}") }))
    try await fixture.reopen()
    #expect(try await change([(SettingName(key, of: rooms[2]), "{}")]) == .tagsFull(key, limit: 2))
    #expect(try await change([(SettingName("tag.d"), "{}")]) == .tagsFull(nil, limit: 2))
    #expect(try await isChanged([(SettingName("tag.fun", of: rooms[2]), "{}")]), "another tag has room of its own")
    // A user who leaves a conversation frees space.
    _ = try await fixture.store.append([.remove([.bob], from: rooms[0])])
    #expect(try await isChanged([(SettingName(key, of: rooms[2]), "{}")]))
  }

  @Test(arguments: Engine.all) func pagesGoOnWhereTheLastOneEnded(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    for round in 0..<3 {
      let values = (0..<8).map { (SettingName("k\($0)", of: $0 % 2 == 0 ? nil : .team), "\(round)") }
      _ = try await fixture.store.change([.sample(values)])
      if round == 1 { try await fixture.reopen() }
    }
    var found: [Setting] = []
    while true {
      let page = try await fixture.store.settings(of: .bob, app: .demo, after: found.last?.name, limit: 3)
      #expect(page.head == 4)
      found += page.settings
      guard page.more else { break }
      #expect(page.settings.count == 3)
    }
    #expect(found.count == 8)
    #expect(found.map(\.name) == found.map(\.name).sorted())
    #expect(found.allSatisfy { $0.value == "2" && $0.revision == 4 })
  }
}

extension SettingChange {
  static func sample(_ values: [(SettingName, String)], by user: UserID = .bob) -> SettingChange {
    SettingChange(
      app: .demo, user: user, values: values.map { (name: $0.0, value: $0.1) }, mostOfUser: 100, mostOfConversation: 100,
      time: Append.noon)
  }
}

extension UserLogEntry {
  /// Bob in the team, which his log names first.
  fileprivate static func told(_ number: UInt64, _ settings: [Setting]) -> UserLogEntry {
    let settings = settings.map { Setting($0.name, $0.value, revision: number + 1) }
    return UserLogEntry(seq: number + 1, time: Append.noon, conversation: nil, event: .settingsChanged(settings))
  }
}

extension Fixture {
  func settings(_ user: UserID) async throws -> [Setting] {
    try await store.settings(of: user, app: .demo, after: nil, limit: .max).settings
  }
}
