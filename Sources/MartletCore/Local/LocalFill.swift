import MartletSQLite
import MartletWire

/// Fills a device's local data, for benchmarks, as years of use would leave it but without a server.
///
/// The data takes the path of a sync: from summaries and pages to rows, folds, the list and the search index. The resulting
/// database is like any other. Only the durability settings differ: many conversations share a transaction, the cache is 64 MB,
/// and freed space is not overwritten.
///
/// Not Sendable: made, used and finished in one isolation.
package final class LocalFill {
  /// Locks the directory; nil once closed.
  private var folder: LocalFolder?
  private let store: LocalStore
  private static let cacheKiB: Int64 = 65_536
  private static let indexedAtOnce = 20_000

  /// Begins the local data of a user.
  ///
  /// - Parameters:
  ///   - folder: A folder without local data.
  ///   - user: Whose data it is.
  ///   - device: This installation's name for a server: 1 to 64 of `[A-Za-z0-9_.-]`.
  /// - Throws: As opening a client does.
  package init(_ folder: LocalFolder, user: UserID, device: String) throws(MartletError) {
    self.folder = folder
    store = try folder.openStore(at: 0, newDeviceID: device).store
    do {
      try store.database.setPragma("secure_delete", to: 0)
      try store.database.setPragma("cache_size", to: -Self.cacheKiB)
      _ = try store.apply([.user(user), .cursor(0), .stamp(0)])
    } catch {
      throw MartletError(error)
    }
  }

  /// Adds conversations, each with its log from the first entry on, in one transaction.
  ///
  /// - Parameter conversations: The server's summary of each, and its entries.
  /// - Throws: `.storageFull`, `.storageFailed`.
  package func add(_ conversations: [(summary: Wire.Conversation, entries: [Wire.Entry])]) throws(MartletError) {
    var writes: [Sync.Write] = []
    for (wire, entries) in conversations {
      guard let id = ConversationID(wire.id), let summary = Summary(wire, id: id) else {
        throw MartletError(.argumentInvalid, "a summary is malformed", field: "conversations")
      }
      writes += [.adopt(summary, anchor: 0), .replace(id, entries)]
    }
    do { _ = try store.apply(writes) } catch { throw MartletError(error) }
  }

  /// Adds a batch of the messages to the search index.
  ///
  /// - Returns: True if messages remain.
  /// - Throws: `.storageFull`, `.storageFailed`.
  package func index() throws(MartletError) -> Bool {
    do { return try store.indexSome(Self.indexedAtOnce) } catch { throw MartletError(error) }
  }

  /// Closes the file, for others to open; nothing can be put in after that.
  package func close() {
    store.close()
    folder = nil
  }
}
