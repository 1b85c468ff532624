#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ServerError {
  /// The error for the operator when a system call failed with this `errno`.
  ///
  /// `what` follows "cannot" in the message, as `create /srv/martlet`.
  static func system(_ number: Int32, cannot what: String) -> ServerError {
    let reason = String(cString: strerror(number))
    switch number {
    case EROFS:
      return ServerError(
        .unwritable,
        "Cannot \(what): the file system is read-only. Mount it writable or choose another data directory with --data.")
    case EACCES, EPERM:
      return ServerError(
        .unwritable,
        "Cannot \(what): permission denied for user \(geteuid()). Let this user write there or choose another data directory "
          + "with --data.")
    case ENOSPC, EDQUOT:
      return ServerError(.unwritable, "Cannot \(what): the disk is full. Free some space and start again.")
    case ENOENT: return ServerError(.missing, "Cannot \(what): \(reason). Create its parent directory first.")
    case ENOTDIR: return ServerError(.foreign, "Cannot \(what): a part of the path is not a directory.")
    case ELOOP: return ServerError(.foreign, "Cannot \(what): it is a symbolic link.")
    default: return ServerError(.failed, "Cannot \(what): \(reason).")
    }
  }
}

/// Text as one word of a shell command.
func shellQuoted(_ text: String) -> String {
  let isPlain = !text.isEmpty && text.utf8.allSatisfy { isPlainShellByte($0) }
  return isPlain ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
}

private func isPlainShellByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
  default: "/._-+:@,".utf8.contains(byte)
  }
}
