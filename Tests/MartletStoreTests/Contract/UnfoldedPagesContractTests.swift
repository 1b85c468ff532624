import MartletStore
import MartletWire
import Testing

/// A page has as many elements as asked for, even if the tables still hold some that were removed since.
@Suite struct UnfoldedPagesContractTests {
  private static func annotation(_ key: String, isSet: Bool, by user: UserID) -> Append {
    let annotation = Annotation(target: 2, kind: .reaction, items: [AnnotationItem(key, isSet ? "" : nil)])
    return .sample(.annotated(annotation), to: .team, by: user)
  }

  private static let everyone: [UserID] = [.alice, .bob, .carol, .dave]

  @Test(arguments: Engine.all) func annotatorsAreReplacedByThoseWhoFollow(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append(
      [.group(members: Self.everyone), .text("2", to: .team)] + Self.everyone.map { Self.annotation("+1", isSet: true, by: $0) })
    try await fixture.reopen()
    _ = try await fixture.store.append([.alice, .bob].map { Self.annotation("+1", isSet: false, by: $0) })
    for after in [nil, UserID.alice] {
      let page = try await fixture.store.annotators(
        of: "+1", kind: .reaction, at: 2, in: .team, app: .demo, after: after, limit: 2)
      #expect(page.map(\.user) == [.carol, .dave])
    }
  }

  @Test(arguments: Engine.all) func repliesAreReplacedByThoseThatFollow(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    let replies = (3...6).map { seq in
      var reply = Append.text("\(seq)", to: .team)
      reply.parent = 2
      return reply
    }
    _ = try await fixture.store.append([.group(), .text("2", to: .team)] + replies)
    try await fixture.reopen()
    _ = try await fixture.store.append([.recall(3, in: .team), .recall(4, in: .team)])
    for after: UInt64 in [0, 3] {
      let page = try await fixture.store.replies(to: 2, in: .team, app: .demo, for: .bob, after: after, limit: 2)
      #expect(page?.map(\.seq) == [5, 6])
    }
  }

  @Test(arguments: Engine.all) func membersAreReplacedByThoseWhoFollow(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group(members: Self.everyone))
    try await fixture.reopen()
    _ = try await fixture.store.append([.remove([.alice]), .remove([.bob])])
    for after in [nil, UserID.alice] {
      let page = try await fixture.store.members(of: .team, app: .demo, after: after, limit: 2)
      #expect(page.map(\.user) == [.carol, .dave])
    }
  }

  @Test(arguments: Engine.all) func settingsAreReplacedByThoseThatFollow(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    try await fixture.store(.group())
    _ = try await fixture.store.change(["a", "b", "c", "d"].map { .sample([(SettingName($0), "1")]) })
    try await fixture.reopen()
    _ = try await fixture.store.change(["a", "b"].map { .sample([(SettingName($0), "")]) })
    for after in [nil, SettingName("a")] {
      let page = try await fixture.store.settings(of: .bob, app: .demo, after: after, limit: 2)
      #expect(page.settings.map(\.name.key) == ["c", "d"] && !page.more)
    }
  }
}
