import Glibc
import MartletTesting
import Testing

extension TemporaryDirectory {
  /// The files in this directory that this process has open.
  func openFiles() throws -> [String] {
    let folder = try #require(opendir("/proc/self/fd"))
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let number = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var target = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/self/fd/\(number)", &target, target.count)
      let link = String(decoding: target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if link.hasPrefix(path + "/") { names.append(String(link.dropFirst(path.count + 1))) }
    }
    return names.sorted()
  }
}
