import MartletTesting
import MartletWire
import Testing

@testable import MartletStore

/// What is attached to messages, part of it in memory only, over the rest in the tables.
@Suite struct UnfoldedAnnotationsTests {
  private func open(_ directory: TemporaryDirectory) async throws -> SQLiteStore {
    var options = SQLiteStore.Options()
    options.foldInterval = .seconds(3600)
    return try await SQLiteStore.open(directory: directory.path, options: options)
  }

  private func annotation(_ kind: AnnotationKind, _ target: UInt64, _ items: [AnnotationItem]) -> Append {
    .sample(.annotated(Annotation(target: target, kind: kind, items: items)), to: .team, by: .alice)
  }

  /// A recalled message has no replies and no reactions, though the tables still hold them.
  @Test func aRecallThatIsNotFoldedTakesRepliesAndReactionsAway() async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await open(directory)
    var reply = Append.text("reply", to: .team)
    reply.parent = 2
    _ = try await store.append([
      .group(), .text("parent", to: .team), reply, annotation(.reaction, 2, [AnnotationItem("👍")]),
    ])
    for isFolded in [true, false] {
      if isFolded { try await store.fold() }
      let replies = try await store.replies(to: 2, in: .team, app: .demo, for: .alice, after: 0, limit: 9)
      #expect(replies?.map(\.seq) == [3])
    }
    _ = try await store.append([.recall(2, in: .team)])
    for isFolded in [false, true] {
      if isFolded { try await store.fold() }
      let replies = try await store.replies(to: 2, in: .team, app: .demo, for: .alice, after: 0, limit: 9)
      #expect(replies == [], "folded: \(isFolded)")
      let annotators = try await store.annotators(
        of: "👍", kind: .reaction, at: 2, in: .team, app: .demo, after: nil, limit: 9)
      #expect(annotators.isEmpty, "folded: \(isFolded)")
    }
    await store.close()
  }

  /// Long values count with all their bytes, wherever they are stored.
  @Test(arguments: [false, true]) func propertyBytesCountWhollyWhenFolded(isFolded: Bool) async throws {
    let directory = try TemporaryDirectory(inMemory: true)
    let store = try await open(directory)
    var message = Append.text("with properties", to: .team)
    message.properties = []
    _ = try await store.append([.group(), message])
    func set(_ key: String) async throws -> AppendOutcome? {
      let value = String(repeating: "é", count: 500)
      return try await store.append([annotation(.property, 2, [AnnotationItem(key, value)]).with(.propertyBytesAtMost(2500))])
        .first
    }
    for key in ["a", "b"] {
      #expect(try await set(key)?.stored != nil)
      if isFolded { try await store.fold() }
    }
    #expect(try await set("c") == .refused(.propertyBytesAtMost(2500)))
    await store.close()
  }
}
