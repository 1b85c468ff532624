import MartletWire

// The other ways to read history. All of them read the cache first, and ask the server for missing entries.
extension MartletClient {
  /// Pages fetched for one call that filters.
  private static let pagesAtOnce = 10

  /// The page that this device holds; nil if something must be asked or waited for.
  nonisolated func cachedHistory(_ destination: Destination, before: UInt64, limit: Int) async -> [Message]? {
    guard let reader else { return nil }
    return await reader.read { store -> [Message]? in
      guard let id = destination.conversation(of: store.user), let row = try store.stored(id), before >= row.first else {
        return nil
      }
      let held = try store.messages(of: row, before: before, limit: limit)
      // These entries may be on their way.
      if held.isEmpty, row.folded > row.last { return nil }
      return held.count == limit || row.first <= row.start ? held : nil
    } ?? nil
  }

  func history(_ destination: Destination, after seq: UInt64, limit: Int) async throws(MartletError) -> [Message] {
    try await outcome { $0.history(destination, after: seq, limit: limit, for: $1, then: $2) }
  }

  /// The messages around a position, which need not have one.
  func history(
    _ destination: Destination, around seq: UInt64, before: Int, after: Int
  ) async throws(MartletError) -> [Message] {
    let (before, after) = (min(max(before, 0), 500), min(max(after, 0), 500))
    let end = seq == .max ? seq : seq + 1
    let older = try await history(destination, before: end, limit: before + 1)
    guard after > 0 else { return older }
    return older + (try await history(destination, after: seq, limit: after))
  }

  /// A conversation that is in the list, or a direct one that may begin.
  func known(_ destination: Destination) async throws(MartletError) -> ConversationID {
    try await outcome { $0.known(destination, for: $1, then: $2) }
  }

  /// As `known`, but without waiting for a connection.
  func knownSoFar(_ destination: Destination) async throws(MartletError) -> ConversationID {
    try await outcome { $0.knownSoFar(destination, for: $1, then: $2) }
  }

  /// The first position stored at a moment or later; the position after the newest if there is none.
  func position(_ destination: Destination, at time: Timestamp) async throws(MartletError) -> UInt64 {
    try await outcome { $0.position(of: destination, at: time, for: $1, then: $2) }
  }

  func history(
    _ destination: Destination, ofTypes types: Set<String>, before: UInt64?, limit: Int
  ) async throws(MartletError) -> Page<Message> {
    var found: [Message] = []
    var end = before
    for _ in 0..<Self.pagesAtOnce {
      let page = try await history(destination, before: end, limit: 200)
      guard let first = page.first else { return Page(items: found, next: nil) }
      for message in page.reversed() where message.content.map({ types.contains($0.type) }) == true {
        found.append(message)
        if found.count == limit { return Page(items: found, next: PageCursor(.position(message.seq))) }
      }
      end = first.seq
      // Without a connection, only cached entries are available.
      if page.count < 200, core?.sync.isOpen != true { break }
    }
    return Page(items: found, next: end.map { PageCursor(.position($0)) })
  }

  func download(_ destination: Destination, since time: Timestamp?, limit: Int?) async throws(MartletError) -> Int {
    let id = try await known(destination)
    var lastFirst = UInt64.max
    var repeats = 0
    while true {
      guard let row = try read({ try $0.stored(id) }) else { return 0 }
      let held = Int(clamping: row.last + 1 - row.first)
      if row.first <= row.start || limit.map({ held >= $0 }) == true { return held }
      if let time, held > 0, let oldest = try read({ try $0.entries(of: row, after: row.first - 1, limit: 1).first }),
        oldest.time < time.milliseconds
      {
        return held
      }
      // The cached range may move while a page is fetched, but retries must end.
      repeats = row.first == lastFirst ? repeats + 1 : 0
      lastFirst = row.first
      guard repeats < 10 else { throw .unexpectedAnswer }
      _ = try await call(.older(id, limit: 100))
    }
  }
}
