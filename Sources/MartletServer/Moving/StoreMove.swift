import MartletStore
import MartletWire

/// Moves all rows of a store into another one, and compares the two.
///
/// It may be killed at any moment and begun again: rows and progress are stored together.
package struct StoreMove: Sendable {
  /// What a move tells of itself.
  package enum Event: Sendable, Equatable {
    /// An earlier attempt moved so many rows.
    case resumed(rows: Int)
    case moved(rows: Int, of: Int)
    /// Rows read of both sides.
    case compared(rows: Int, of: Int)
  }

  /// The outcome of a move.
  package struct Outcome: Sendable, Equatable {
    /// False if an earlier attempt had finished the move.
    package var isNew: Bool
    package var rows = 0
    package var conversations = 0
    package var users = 0
  }

  /// An error that only the operator can resolve.
  package enum Failure: Error, Sendable, Equatable {
    /// The destination holds a finished store with another generation.
    case notEmpty
    /// The destination has rows from another source.
    case otherSource
    /// The owners of the rows that differ; at most `shown`.
    case different([MovedTable.Owner])

    /// The number of differences that are named at most.
    static let shown = 5
  }

  private let source: any MovableStore
  private let destination: any MoveDestination
  /// Rows in one transaction.
  private let batch: Int
  private let tell: @Sendable (Event) -> Void

  package init(
    from source: any MovableStore, to destination: any MoveDestination, batch: Int = 2000,
    tell: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.source = source
    self.destination = destination
    self.batch = max(1, batch)
    self.tell = tell
  }

  /// Moves what has not moved yet, compares both stores, and makes the destination usable.
  ///
  /// - Returns: The number of rows moved by all attempts, or that nothing was left to do.
  /// - Throws: `Failure`, `StoreError`.
  package func run() async throws -> Outcome {
    let generation = try await source.generation()
    guard var progress = try await destination.progress() else {
      guard try await destination.generation() == generation else { throw Failure.notEmpty }
      return Outcome(isNew: false)
    }
    guard progress.source.isEmpty || progress.source == generation else { throw Failure.otherSource }
    progress.source = generation
    if progress.rows > 0 { tell(.resumed(rows: progress.rows)) }
    var total = 0
    for table in MovedTable.allCases { total += try await source.count(of: table) }
    try await move(&progress, total: total)
    var outcome = try await compare(total: total)
    outcome.rows = progress.rows
    try await destination.finish(progress)
    return outcome
  }

  private func move(_ progress: inout MoveProgress, total: Int) async throws {
    while let table = progress.table {
      let page = try await source.rows(of: table, after: progress.key, limit: batch)
      progress.rows += page.rows.count
      progress.key = page.next
      if page.next == nil {
        let tables = MovedTable.allCases
        progress.table = tables.firstIndex(of: table).flatMap { $0 + 1 < tables.count ? tables[$0 + 1] : nil }
      }
      try await destination.add(page.rows, to: table, progress)
      if !page.rows.isEmpty { tell(.moved(rows: progress.rows, of: total)) }
    }
  }

  // MARK: - Comparing

  /// The rows of one owner: their number and the sum of their hashes, which does not depend on their order.
  private struct Digest {
    var rows = 0
    var first: UInt64 = 0
    var second: UInt64 = 0

    mutating func add(_ row: [MovedValue], of table: MovedTable) {
      let hash = SHA256.digest(Array(table.rawValue.utf8) + [0] + row.encoded, count: 16)
      rows += 1
      first &+= hash.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      second &+= hash.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func subtract(_ other: Digest) {
      rows -= other.rows
      first &-= other.first
      second &-= other.second
    }

    var isZero: Bool { rows == 0 && first == 0 && second == 0 }
  }

  /// Compares a hash for each conversation, each user and each app.
  private func compare(total: Int) async throws -> Outcome {
    var digests: [MovedTable.Owner: Digest] = [:]
    var read = 0
    try await visit(source) { owner, digest in
      digests[owner, default: Digest()].first &+= digest.first
      digests[owner, default: Digest()].second &+= digest.second
      digests[owner, default: Digest()].rows += digest.rows
    } progress: {
      read += $0
      tell(.compared(rows: read, of: 2 * total))
    }
    try await visit(destination) { owner, digest in
      digests[owner, default: Digest()].subtract(digest)
    } progress: {
      read += $0
      tell(.compared(rows: read, of: 2 * total))
    }
    var outcome = Outcome(isNew: true)
    var different: [MovedTable.Owner] = []
    for (owner, digest) in digests {
      if !digest.isZero, different.count < Failure.shown { different.append(owner) }
      switch owner {
      case .conversation: outcome.conversations += 1
      case .user: outcome.users += 1
      case .app: break
      }
    }
    guard different.isEmpty else { throw Failure.different(different) }
    return outcome
  }

  private func visit(
    _ store: any MovableStore, _ body: (MovedTable.Owner, Digest) -> Void, progress: (Int) -> Void
  ) async throws {
    for table in MovedTable.allCases {
      var key: [MovedValue]?
      repeat {
        let page = try await store.rows(of: table, after: key, limit: batch)
        for row in page.rows {
          var digest = Digest()
          digest.add(row, of: table)
          body(table.owner(of: row), digest)
        }
        key = page.next
        if !page.rows.isEmpty { progress(page.rows.count) }
      } while key != nil
    }
  }
}

extension MovedTable.Owner: CustomStringConvertible {
  /// For an operator.
  package var description: String {
    switch self {
    case .conversation(let number): "conversation number \(number)"
    case .user(let app, let id): "user \(String(decoding: id, as: UTF8.self)) of app \(String(decoding: app, as: UTF8.self))"
    case .app(let id): "app \(String(decoding: id, as: UTF8.self))"
    }
  }
}
