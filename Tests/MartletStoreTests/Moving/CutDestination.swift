import MartletStore
import MartletTesting
import Synchronization

/// A destination whose process dies at a call, after or before it is done.
final class CutDestination: MoveDestination {
  private let whole: any MoveDestination
  private let left: Atomic<Int>
  private let isDone: Bool
  private let diesAtComparison: Bool

  /// Dies at the call after so many, or when all rows are there if that is nil.
  ///
  /// With `isDone`, a call that dies has stored its rows.
  init(_ whole: any MoveDestination, after calls: Int?, isDone: Bool) {
    diesAtComparison = calls == nil
    self.whole = whole
    self.isDone = isDone
    left = Atomic(calls ?? .max)
  }

  private func count() throws {
    if left.subtract(1, ordering: .relaxed).newValue < 0 { throw TestError("killed") }
  }

  func generation() async throws -> String { try await whole.generation() }
  func count(of table: MovedTable) async throws -> Int { try await whole.count(of: table) }
  func progress() async throws -> MoveProgress? { try await whole.progress() }
  func close() async { await whole.close() }

  /// Rows of the destination are read to compare them.
  func rows(of table: MovedTable, after key: [MovedValue]?, limit: Int) async throws -> MovedPage {
    if diesAtComparison { throw TestError("killed") }
    try count()
    return try await whole.rows(of: table, after: key, limit: limit)
  }

  func add(_ rows: [[MovedValue]], to table: MovedTable, _ progress: MoveProgress) async throws {
    if !isDone { try count() }
    try await whole.add(rows, to: table, progress)
    if isDone { try count() }
  }

  func finish(_ progress: MoveProgress) async throws {
    try await whole.finish(progress)
    try count()
  }
}
