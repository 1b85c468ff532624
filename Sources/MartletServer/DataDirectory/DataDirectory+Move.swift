import MartletStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A data directory into which the messages of a database move; locked until it is closed.
package final class MoveTarget: Sendable {
  /// Marks a directory in which not all messages are yet; no server starts on it.
  static let marker = "unfinished-move"

  private let directory: Directory
  private let lock: Int32

  package var path: String { directory.path }
  /// Whether the directory has apps, so that a server could start.
  package var hasApps: Bool { directory.exists(DataDirectory.apps) }

  /// Locks a directory, which is made if it does not exist.
  ///
  /// - Parameter path: The directory; it may hold apps and a configuration, but no messages unless a move into it was killed.
  /// - Throws: `ServerError`: `.inUse` while a server uses it, `.foreign` if it holds messages.
  package init(at path: String) throws {
    directory = try Directory.openOrMake(path, probe: { _ in })
    do {
      lock = try directory.lock(DataDirectory.lock) { false }
    } catch {
      closeFile(directory.descriptor)
      throw error
    }
    do {
      if !directory.exists(Self.marker) {
        guard !directory.exists(SQLiteStore.fileName) else {
          throw ServerError(
            .foreign,
            "\(path) holds messages already. If an earlier move has ended, start the server; otherwise choose another directory.")
        }
        try directory.replace(Self.marker, with: [])
      }
    } catch {
      unlock(lock)
      closeFile(directory.descriptor)
      throw error
    }
  }

  /// Says that all messages are there: a server keeps them in the directory from now on.
  package func finish() throws {
    try directory.remove(DataDirectory.store)
    try directory.remove(Self.marker)
    try directory.sync()
  }

  package func close() {
    unlock(lock)
    closeFile(directory.descriptor)
  }
}
