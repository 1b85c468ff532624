import MartletTesting
import Testing

@testable import MartletCore

/// Differences between two states of rows.
@Suite struct RowChangeTests {
  private struct Row: Hashable, Sendable, Identifiable {
    let id: Int
    var text = ""
  }

  private func rows(_ ids: Int...) -> [Row] { ids.map { Row(id: $0) } }

  private func change(_ old: [Row], _ new: [Row]) -> RowChange<Row> {
    let change = RowChange(from: old, to: new)
    var rows = old
    change.apply(to: &rows)
    #expect(rows == new)
    return change
  }

  @Test func equalRowsDoNotDiffer() { #expect(change(rows(1, 2, 3), rows(1, 2, 3)).isEmpty) }

  @Test func addedRowIsInserted() {
    let change = change(rows(1, 3), rows(1, 2, 3))
    #expect(change.inserted.map(\.index) == [1])
    #expect(change.removed.isEmpty)
  }

  @Test func changedRowIsUpdatedInItsPlace() {
    let change = change(rows(1, 2), [Row(id: 1), Row(id: 2, text: "new")])
    #expect(change.updated.map(\.index) == [1])
    #expect(change.inserted.isEmpty && change.removed.isEmpty)
  }

  /// A conversation with a new message moves to the top of a list; the others stay.
  @Test func rowThatMovesIsTheOnlyOneTouched() {
    let change = change(rows(1, 2, 3, 4, 5), rows(4, 1, 2, 3, 5))
    #expect(change.removed == [3])
    #expect(change.inserted.map(\.index) == [0])
  }

  @Test func rowsWithTheSameIdAreAllShown() {
    _ = change(rows(1), rows(1, 1, 2))
    _ = change(rows(1, 1, 2), rows(2, 1))
  }

  @Test func applyingToOtherRowsDoesNotTrap() {
    let change = change(rows(1, 2, 3), [Row(id: 3, text: "x"), Row(id: 9)])
    var other = rows()
    change.apply(to: &other)
    #expect(other.count <= 2)
  }

  @Test(arguments: SeededRandom.environmentSeeds(64)) func appliedToTheOldRowsItGivesTheNew(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var old: [Row] = []
    for _ in 0..<30 {
      var new = old.filter { _ in !UInt8.random(in: 0..<8, using: &random).isMultiple(of: 8) }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        new.insert(Row(id: Int.random(in: 0..<40, using: &random)), at: place)
      }
      for index in new.indices where UInt8.random(in: 0..<4, using: &random) == 0 { new[index].text += "x" }
      if UInt8.random(in: 0..<6, using: &random) == 0 { new.shuffle(using: &random) }
      _ = change(old, new)
      old = new
    }
  }
}
