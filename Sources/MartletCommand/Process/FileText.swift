#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The text of a small file, such as one in /proc; nil if it cannot be read or is larger than `limit` bytes.
func fileText(_ path: String, limit: Int = 1 << 20) -> String? {
  fileBytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
}

/// The bytes of a small file; nil if it cannot be read or is larger than `limit` bytes.
func fileBytes(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var content: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while content.count <= limit {
    let count = read(file, &buffer, buffer.count)
    if count == 0 { return content }
    if count > 0 { content += buffer.prefix(count) } else if errno != EINTR { return nil }
  }
  return nil
}

/// Whether something is at the path.
func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
