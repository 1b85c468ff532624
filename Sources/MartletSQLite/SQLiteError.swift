import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// An error of SQLite, with its reason.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String {
      case full, readOnly, busy, corrupt, notADatabase, newer, ioError, syncFailed, constraint, interrupted
      case cannotOpen, outOfMemory, tooBig, unexpectedValue, misuse, other
    }
    private let name: Name

    /// No space is left on the disk, or files may not grow further; the statement changed nothing.
    package static let full = Code(name: .full)
    /// The file or its directory cannot be written.
    package static let readOnly = Code(name: .readOnly)
    /// Another connection holds the lock.
    package static let busy = Code(name: .busy)
    /// The file is damaged.
    package static let corrupt = Code(name: .corrupt)
    /// The file is something else than the database wanted.
    package static let notADatabase = Code(name: .notADatabase)
    /// The file was written by a newer version of the schema.
    package static let newer = Code(name: .newer)
    /// Reading or writing the file failed.
    package static let ioError = Code(name: .ioError)
    /// The operating system could not confirm that written data is on disk.
    ///
    /// The data may or may not be on disk, and no later success proves that it is: stop writing and reopen the file.
    package static let syncFailed = Code(name: .syncFailed)
    /// A uniqueness or check constraint does not hold.
    package static let constraint = Code(name: .constraint)
    package static let interrupted = Code(name: .interrupted)
    package static let cannotOpen = Code(name: .cannotOpen)
    package static let outOfMemory = Code(name: .outOfMemory)
    /// A value is larger than SQLite takes.
    package static let tooBig = Code(name: .tooBig)
    /// A column holds a value of another type than the schema says.
    package static let unexpectedValue = Code(name: .unexpectedValue)
    /// The calling code is at fault: a closed connection, a statement used within itself, bad SQL.
    package static let misuse = Code(name: .misuse)
    package static let other = Code(name: .other)

    package var description: String { name.rawValue }
  }

  package let code: Code
  /// SQLite's extended result code; 0 if the error did not come from SQLite.
  package let extended: Int32
  /// For a developer's log: names tables, columns and files, never values.
  package let message: String

  package init(_ code: Code, _ message: String, extended: Int32 = 0) {
    self.code = code
    self.extended = extended
    self.message = message
  }

  package var description: String { "sqlite \(code) (\(extended)): \(message)" }

  /// Reads the error of the last call on `database`, which gave `result`.
  static func last(of database: OpaquePointer?, result: Int32) -> SQLiteError {
    guard let database else {
      return SQLiteError(.outOfMemory, "out of memory for a connection", extended: result)
    }
    let extended = sqlite3_extended_errcode(database)
    let failed = extended & 0xFF == result & 0xFF ? extended : result
    let text = sqlite3_errmsg(database).map { String(cString: $0) } ?? "no message"
    let systemError = sqlite3_system_errno(database)
    return SQLiteError(code(of: failed, systemError: systemError), text, extended: failed)
  }

  /// SQLite reports a full or read-only disk as such only when it writes a database page.
  ///
  /// When it grows or creates one of its other files, it reports an I/O error, and only the system's error tells the cause.
  package static func code(of extended: Int32, systemError: Int32) -> Code {
    switch extended {
    case SQLITE_IOERR | 4 << 8, SQLITE_IOERR | 5 << 8: return .syncFailed
    default: break
    }
    switch extended & 0xFF {
    case SQLITE_FULL: return .full
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_NOTADB: return .notADatabase
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      return code(ofSystem: systemError) ?? (extended & 0xFF == SQLITE_IOERR ? .ioError : .cannotOpen)
    case SQLITE_CONSTRAINT: return .constraint
    case SQLITE_INTERRUPT: return .interrupted
    case SQLITE_NOMEM: return .outOfMemory
    case SQLITE_TOOBIG: return .tooBig
    case SQLITE_MISUSE, SQLITE_RANGE, SQLITE_ERROR: return .misuse
    default: return .other
    }
  }

  private static func code(ofSystem error: Int32) -> Code? {
    #if canImport(Darwin) || canImport(Glibc)
      switch error {
      case ENOSPC, EDQUOT, EFBIG: .full
      case EROFS, EACCES, EPERM: .readOnly
      default: nil
      }
    #else
      // Without an operating system there is no number; the file layer says itself that no room is left.
      nil
    #endif
  }
}

#if !hasFeature(Embedded)
  extension SQLiteError {
    /// Runs a closure that throws SQLite's errors only, although its type does not say so.
    ///
    /// Swift infers `any Error` for every closure whose error is not spelled out. Another error becomes `.misuse`.
    package static func only<Result>(_ body: () throws -> Result) throws(SQLiteError) -> Result {
      do {
        return try body()
      } catch let error as SQLiteError {
        throw error
      } catch {
        throw SQLiteError(.misuse, "\(error)")
      }
    }
  }
#endif
