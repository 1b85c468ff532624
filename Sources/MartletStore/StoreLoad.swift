/// The backlog of a store at one moment.
package struct StoreLoad: Sendable, Equatable {
  /// Approximate number of rows that wait for a commit.
  package var waitingRows: Int
  /// Approximate number of rows that are durable but not folded into the tables.
  package var tailRows: Int
  /// Age of the oldest of these; zero if there are none.
  package var foldLag: Duration

  package init(waitingRows: Int = 0, tailRows: Int = 0, foldLag: Duration = .zero) {
    self.waitingRows = waitingRows
    self.tailRows = tailRows
    self.foldLag = foldLag
  }
}

extension Store {
  /// Nothing, for stores in which nothing waits.
  package var load: StoreLoad { StoreLoad() }
}
