#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// File systems of this machine.
package enum FileSystem {
  /// The type of a path's file system, such as `xfs`; nil if the path does not exist or the type is unknown.
  package static func type(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    #if canImport(Darwin)
      var status = statfs()
      guard statfs(resolved, &status) == 0 else { return nil }
      return withUnsafeBytes(of: &status.f_fstypename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    #else
      return type(of: String(cString: resolved), mounts: Folder.text("/proc/self/mounts"))
    #endif
  }

  /// Of an absolute path without links, among mounts as the kernel lists them: device, place, type, options.
  ///
  /// Of two at the same place the later hides the other.
  static func type(of path: String, mounts: String) -> String? {
    var best: (place: String, type: String)?
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 3 else { continue }
      let place = unescaped(words[1])
      guard place == "/" || path == place || path.hasPrefix(place + "/") else { continue }
      if place.utf8.count >= best?.place.utf8.count ?? 0 { best = (place, String(words[2])) }
    }
    return best?.type
  }

  /// Characters that would end a word are written as `\` with three octal digits.
  private static func unescaped(_ word: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = word.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), digits.count == 3, let escaped = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
        bytes.append(escaped)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
