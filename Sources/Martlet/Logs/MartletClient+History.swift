import MartletWire

// The other ways to read history. All of them read the cache first, and ask the server for missing entries.
extension MartletClient {
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

  /// A conversation that is in the list, or a direct one that may begin, without waiting for a connection.
  func knownSoFar(_ destination: Destination) async throws(MartletError) -> ConversationID {
    try await outcome { $0.knownSoFar(destination, for: $1, then: $2) }
  }
}
