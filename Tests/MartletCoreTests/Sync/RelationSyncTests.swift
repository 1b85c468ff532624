import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// What the client takes of the user's relations, whatever order it comes in.
@Suite struct RelationSyncTests {
  private let bob = UserID.of("bob")
  private let carol = UserID.of("carol")

  private func store() throws -> LocalStore { try LocalStore.inMemory(newDeviceID: "device") }

  private func relation(_ user: String, _ revision: UInt64, _ isBlocked: Bool = true) -> Wire.Relation {
    Wire.Relation(user: user, revision: revision, blocked: isBlocked)
  }

  private func page(_ relations: [Wire.Relation], head: UInt64, more: Bool = false) -> Sync.Write {
    .relationsPage(Wire.Relations(relations: relations, head: head, more: more), after: "")
  }

  @Test func aPageOverridesNothingNewer() throws {
    let store = try store()
    _ = try store.apply([.relations([relation("bob", 5, false), relation("carol", 6)])])
    // It was read before entries 5 and 6.
    let changes = try store.apply([page([relation("bob", 2)], head: 4)])
    #expect(try store.relations(of: .blocked, after: nil, limit: 9).map(\.user) == [carol])
    #expect(changes.relations.isEmpty)
  }

  @Test func aPageDropsWhatItDoesNotName() throws {
    let store = try store()
    _ = try store.apply([.relations([relation("bob", 1), relation("carol", 2)])])
    let changes = try store.apply([page([relation("carol", 2)], head: 3)])
    #expect(changes.relations == [Relation(user: bob, [])])
    #expect(try store.relations(of: .blocked, after: nil, limit: 9).map(\.user) == [carol])
    // Only in the range that it covers.
    _ = try store.apply([page([relation("bob", 3)], head: 4, more: true)])
    #expect(try store.relations(of: .blocked, after: nil, limit: 9).map(\.user) == [bob, carol])
  }

  @Test func eachChangeIsToldOnce() throws {
    let store = try store()
    #expect(try store.apply([.related([bob], .blocked, true)]).relations == [Relation(user: bob, .blocked)])
    #expect(try store.apply([.relations([relation("bob", 1)])]).relations.isEmpty)
    #expect(try store.apply([.relations([relation("bob", 1, false)])]).relations == [Relation(user: bob, [])])
    #expect(try store.apply([.relations([relation("bob", 1, false), relation("not a user", 9)])]).relations.isEmpty)
  }

  /// The answer may come after later entries of the user log.
  @Test func aLateAnswerChangesNothing() {
    let wires = Wirework()
    wires.online()
    let entry = Wire.UserEntry(
      seq: 1, event: .relationsChanged(Wire.RelationsChanged(relations: [relation("bob", 1, false)])))
    wires.receive(0, .push(Wire.Push(userEntries: [entry])))
    _ = wires.take()
    wires.sync.relationsTold([bob], .blocked, true, revision: 1, at: wires.now)
    #expect(wires.take().isEmpty)
    wires.sync.relationsTold([bob], .blocked, true, revision: 2, at: wires.now)
    #expect(wires.take().contains { if case .write(.related([bob], .blocked, true)) = $0 { true } else { false } })
  }
}
