import MartletSQLite

extension StoreError {
  /// Converts an error of the engine for the caller.
  ///
  /// - Parameters:
  ///   - error: Any error of the engine.
  ///   - committing: True if the commit itself failed. Then, unless SQLite's error rules out that anything was stored, the write
  ///     may turn out stored when the file is reopened.
  init(_ error: any Error, committing: Bool = false) {
    switch error {
    case let error as StoreError: self = error
    case let error as SQLiteError: self.init(Self.code(of: error.code, committing: committing), error.description)
    default: self.init(committing ? .unknown : .failed, "\(error)")
    }
  }

  private static func code(of code: SQLiteError.Code, committing: Bool) -> Code {
    switch code {
    case .full: .full
    case .readOnly: .readOnly
    case .busy: .busy
    case .newer: .newer
    case .syncFailed: .unknown
    case _ where committing: .unknown
    case .corrupt, .notADatabase, .unexpectedValue: .corrupt
    default: .failed
    }
  }
}
