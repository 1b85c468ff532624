import MartletSQLite

extension StoreError {
  /// Says what an error of the engine means for the caller.
  ///
  /// - Parameters:
  ///   - error: Any error of the engine.
  ///   - committing: Whether the commit itself failed. Then, unless SQLite says why nothing can have been stored,
  ///     the write may turn out stored when the file is opened anew.
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
