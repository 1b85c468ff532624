import MartletSQLite
import MartletWire

/// A device's local data, made without a server as years of use would leave it: for measuring.
///
/// What is put in goes the way of a synchronisation, from summaries and pages to rows, folds, the list and the search index,
/// and leaves a database like any other. It differs in what it waits for: many conversations share a transaction, a cache of
/// 64 MB keeps what is being written, and room that becomes free is not overwritten.
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
  ///   - directory: A folder without local data, made if need be.
  ///   - user: Whose data it is.
  ///   - device: This installation's name for a server: 1 to 64 of `[A-Za-z0-9_.-]`.
  /// - Throws: As opening a client does.
  package init(directory: String, user: UserID, device: String) throws(MartletError) {
    do {
      let folder = try LocalFolder(directory)
      self.folder = folder
      store = try folder.openStore(at: 0, newDeviceID: device).store
      try store.database.setPragma("secure_delete", to: 0)
      try store.database.setPragma("cache_size", to: -Self.cacheKiB)
      _ = try store.apply([.user(user), .cursor(0), .stamp(0)])
    } catch {
      throw MartletError(error)
    }
  }

  /// Whether a folder holds local data.
  package static func isThere(_ directory: String) -> Bool { LocalFolder.holdsData(directory) }

  /// Puts conversations in, each with its log from the first entry on, all in one transaction.
  ///
  /// - Parameter conversations: What the server would say of each, and the entries.
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

  /// Brings some of what was put in into the search index.
  ///
  /// - Returns: Whether there is more.
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
