import MartletCore
import MartletSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file of the app, open on a thread of its own.
actor LocalFile {
  private nonisolated let thread: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  private let descriptor: Int32

  /// Opens a file to read it, or one to write, which is made if it is missing.
  ///
  /// - Throws: `.argumentInvalid` with the field `file`; `.systemExhausted`.
  init(_ path: String, writes: Bool = false) throws(MartletError) {
    do {
      thread = try ThreadExecutor(name: "martlet-file")
    } catch {
      throw MartletError(.systemExhausted, "\(error)")
    }
    descriptor = open(path, (writes ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure("opened") }
  }

  /// Makes a file for a copy.
  ///
  /// - Throws: `.storageFull`, `.storageFailed`; `.systemExhausted`.
  init(copying path: String) throws(MartletError) {
    do throws(MartletError) {
      try self.init(path, writes: true)
    } catch {
      throw error.code == .argumentInvalid ? MartletError(.storageFailed, error.message) : error
    }
  }

  deinit { close(descriptor) }

  /// The size in bytes.
  func size() throws(MartletError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw MartletError(.argumentInvalid, "only regular files can be sent", field: "file")
    }
    return Int64(status.st_size)
  }

  /// Reads at an offset; fewer bytes than asked for only at the end.
  func read(at offset: Int64, count: Int) throws(MartletError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var total = 0
    while total < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: total), count - total, off_t(offset) + off_t(total))
      }
      guard read >= 0 || errno == EINTR else { throw Self.failure("read") }
      if read == 0 { break }
      total += max(0, read)
    }
    bytes.removeLast(count - total)
    return bytes
  }

  /// Writes at an offset.
  func write(_ bytes: [UInt8], at offset: Int64) throws(MartletError) {
    var total = 0
    while total < bytes.count {
      let written = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: total), bytes.count - total, off_t(offset) + off_t(total))
      }
      guard written >= 0 || errno == EINTR else { throw Self.failure("written") }
      total += max(0, written)
    }
  }

  /// Drops everything from an offset on.
  func cut(at offset: Int64) throws(MartletError) {
    guard ftruncate(descriptor, off_t(offset)) == 0 else { throw Self.failure("written") }
  }

  /// Syncs the bytes to disk.
  func sync() throws(MartletError) {
    guard fsync(descriptor) == 0 else { throw Self.failure("written") }
  }

  /// The SHA-256 of all bytes in hexadecimal digits.
  func sha256() throws(MartletError) -> String {
    var hash = FileHash()
    var offset: Int64 = 0
    while case let bytes = try read(at: offset, count: 1 << 20), !bytes.isEmpty {
      hash.add(bytes)
      offset += Int64(bytes.count)
    }
    return hash.finish()
  }

  /// Gives a file another name, in place of one that may be there.
  static func move(_ path: String, to other: String) throws(MartletError) {
    guard rename(path, other) == 0 else { throw failure("written") }
  }

  private static func failure(_ action: String) -> MartletError {
    if errno == ENOSPC || errno == EDQUOT || errno == EFBIG { return MartletError(.storageFull, "the disk is full") }
    return MartletError(.argumentInvalid, "the file cannot be \(action): \(String(cString: strerror(errno)))", field: "file")
  }
}
