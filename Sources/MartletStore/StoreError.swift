/// An error of a storage engine.
package struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String { case full, readOnly, busy, corrupt, newer, unknown, stopped, overloaded, failed, closed }
    private let name: Name

    /// No space is left; nothing was changed, and later calls may succeed.
    package static let full = Code(name: .full)
    /// The database cannot be written; nothing was changed.
    package static let readOnly = Code(name: .readOnly)
    /// Another process uses the database.
    package static let busy = Code(name: .busy)
    /// The database is damaged.
    package static let corrupt = Code(name: .corrupt)
    /// The database was written by a newer version.
    package static let newer = Code(name: .newer)
    /// Whether the write took effect cannot be said; the engine takes no more writes and must be reopened.
    package static let unknown = Code(name: .unknown)
    /// Nothing was changed; after an earlier failure the engine takes no more writes and must be reopened.
    package static let stopped = Code(name: .stopped)
    /// Too many rows wait to be written.
    ///
    /// Nothing was changed, and later calls may succeed.
    package static let overloaded = Code(name: .overloaded)
    /// Anything else; nothing was changed.
    package static let failed = Code(name: .failed)
    /// The engine was closed.
    package static let closed = Code(name: .closed)

    package var description: String { name.rawValue }
  }

  package let code: Code
  /// For an operator's log; holds no content of messages.
  package let message: String

  /// Whether the engine takes no more writes until it is reopened.
  package var endsWriting: Bool { code == .unknown || code == .stopped }

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "store \(code): \(message)" }
}
