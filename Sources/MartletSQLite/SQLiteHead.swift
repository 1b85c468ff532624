#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The head of a database file, read without opening the database: locks, recovers and creates nothing.
///
/// Does not see the contents of the write-ahead log. See "The Database Header" in SQLite's file format.
package struct SQLiteHead {
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let bytes = 100

  private let content: [UInt8]

  /// Reads the head of a file.
  ///
  /// - Returns: Nil if there is no file, or an empty one.
  /// - Throws: `.notADatabase` if the file is something else, `.cannotOpen` if it cannot be read.
  package init?(path: String) throws(SQLiteError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw SQLiteError(.cannotOpen, "\(path) cannot be read")
    }
    defer { close(descriptor) }
    var content = [UInt8](repeating: 0, count: Self.bytes)
    let count = pread(descriptor, &content, content.count, 0)
    guard count != 0 else { return nil }
    guard count == Self.bytes, content.starts(with: Self.magic) else {
      throw SQLiteError(.notADatabase, "\(path) is not a database")
    }
    self.content = content
  }

  /// Throws the error that `SQLiteConnection.migrate` would throw for this file.
  package func check(_ steps: [SQLiteMigration], application: Int32) throws(SQLiteError) {
    _ = try SQLiteConnection.check(
      version: Int64(number(at: 60)), application: Int64(number(at: 68)), isEmpty: number(at: 40) == 0, steps: steps,
      wanted: Int64(application))
  }

  private func number(at offset: Int) -> Int32 {
    Int32(bitPattern: content[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
  }
}
