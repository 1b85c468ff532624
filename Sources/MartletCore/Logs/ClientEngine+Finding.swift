import MartletSQLite
import MartletWire

// The other ways to read history. All of them read the cache first, and ask the server for missing entries.
extension ClientEngine {
  /// Pages fetched for one call that filters.
  private static let pagesAtOnce = 10

  /// The messages around a position, which need not have one.
  package func history(
    _ destination: Destination, around seq: UInt64, before: Int, after: Int, for operation: Operation,
    then: @escaping Completion<[Message]>
  ) {
    let (before, after) = (min(max(before, 0), 500), min(max(after, 0), 500))
    let end = seq == .max ? seq : seq + 1
    history(destination, before: end, limit: before + 1, for: operation) { [self] result in
      proceed(result, then) { older throws(MartletError) in
        guard after > 0 else { return then(.success(older)) }
        history(destination, after: seq, limit: after, for: operation) { newer in then(newer.map { older + $0 }) }
      }
    }
  }

  /// The messages around the first one of a moment or later.
  package func history(
    _ destination: Destination, around time: Timestamp, before: Int, after: Int, for operation: Operation,
    then: @escaping Completion<[Message]>
  ) {
    position(of: destination, at: time, for: operation) { [self] result in
      proceed(result, then) { seq throws(MartletError) in
        history(destination, around: seq, before: before, after: after, for: operation, then: then)
      }
    }
  }

  private struct Typed {
    let destination: Destination
    let types: Set<String>
    let limit: Int
  }

  /// Messages of some types before a position, the newest first; fetches at most ten pages.
  package func history(
    _ destination: Destination, ofTypes types: Set<String>, before: UInt64?, limit: Int, for operation: Operation,
    then: @escaping Completion<Page<Message>>
  ) {
    attempt(then) { () throws(MartletError) in
      guard !types.isEmpty else { throw .invalid("pass at least one type", field: "types") }
      let wanted = Typed(destination: destination, types: types, limit: min(max(limit, 1), 100))
      find(wanted, before: before, found: [], pages: Self.pagesAtOnce, for: operation, then: then)
    }
  }

  private func find(
    _ wanted: Typed, before: UInt64?, found: [Message], pages: Int, for operation: Operation,
    then: @escaping Completion<Page<Message>>
  ) {
    history(wanted.destination, before: before ?? .max, limit: 200, for: operation) { [self] result in
      proceed(result, then) { page throws(MartletError) in
        guard let first = page.first else { return then(.success(Page(items: found, next: nil))) }
        var found = found
        for message in page.reversed() where message.content.map({ wanted.types.contains($0.type) }) == true {
          found.append(message)
          if found.count == wanted.limit {
            return then(.success(Page(items: found, next: PageCursor(.position(message.seq)))))
          }
        }
        // Without a connection, only cached entries are available.
        guard pages > 1, page.count == 200 || core.sync.isOpen else {
          return then(.success(Page(items: found, next: PageCursor(.position(first.seq)))))
        }
        find(wanted, before: first.seq, found: found, pages: pages - 1, for: operation, then: then)
      }
    }
  }

  /// Messages by position, ascending; those that do not exist or are not visible are left out.
  package func messages(
    _ positions: [UInt64], in destination: Destination, for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    attempt(then) { () throws(MartletError) in
      try ContentCheck.count(positions.count, "messages", in: 0...100)
      collect(Set(positions).filter { $0 > 0 }.sorted(by: >), in: destination, [], for: operation, then: then)
    }
  }

  /// Fetches the messages at positions that are left, which descend, one after another.
  private func collect(
    _ positions: [UInt64], in destination: Destination, _ found: [Message], for operation: Operation,
    then: @escaping Completion<[Message]>
  ) {
    guard let seq = positions.last else { return then(.success(found)) }
    history(destination, after: seq - 1, limit: 1, for: operation) { [self] result in
      proceed(result, then) { messages throws(MartletError) in
        let found = found + messages.filter { $0.seq == seq }
        collect(positions.dropLast(), in: destination, found, for: operation, then: then)
      }
    }
  }

  // MARK: Downloading

  private struct Download {
    let id: ConversationID
    let since: Timestamp?
    let limit: Int?
    let operation: Operation
    let then: Completion<Int>
    /// Fetches at the same place: the cached range may move meanwhile, but retries must end.
    var attempts = (first: UInt64.max, count: 0)
  }

  /// Fetches older history until the device holds it back to a time, or a number of entries.
  ///
  /// The outcome is the number of entries of the conversation that the device holds.
  package func download(
    _ destination: Destination, since time: Timestamp?, limit: Int?, for operation: Operation, then: @escaping Completion<Int>
  ) {
    known(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        try download(Download(id: id, since: time, limit: limit, operation: operation, then: then))
      }
    }
  }

  private func download(_ wanted: Download) throws(MartletError) {
    let id = wanted.id
    guard let row = try read({ store throws(SQLiteError) in try store.stored(id) }) else { return wanted.then(.success(0)) }
    let held = Int(clamping: row.last + 1 - row.first)
    if row.first <= row.start || wanted.limit.map({ held >= $0 }) == true { return wanted.then(.success(held)) }
    if let time = wanted.since, held > 0 {
      let oldest = try read { store throws(SQLiteError) in try store.entries(of: row, after: row.first - 1, limit: 1).first }
      if let oldest, oldest.time < time.milliseconds { return wanted.then(.success(held)) }
    }
    var next = wanted
    next.attempts = wanted.attempts.first == row.first ? (row.first, wanted.attempts.count + 1) : (row.first, 0)
    guard next.attempts.count < 10 else { throw .unexpectedAnswer }
    call(.older(id, limit: 100), for: wanted.operation) { [self, next] result in
      proceed(result, next.then) { _ throws(MartletError) in try download(next) }
    }
  }
}
