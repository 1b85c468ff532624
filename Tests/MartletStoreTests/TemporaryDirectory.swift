import Foundation

/// A directory that is removed with the last reference to it.
///
/// In memory where there is room for it: most tests commit often, and waiting for a disk each time tells nothing.
final class TemporaryDirectory: Sendable {
  let path: String

  /// With `onDisk`, in the place for temporary files.
  init(onDisk: Bool = false) throws {
    let parent = !onDisk && Self.hasRoom("/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    path = parent + (parent.hasSuffix("/") ? "" : "/") + "martlet-store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static func hasRoom(_ directory: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: directory)
    let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
    return free > 512 << 20 && FileManager.default.isWritableFile(atPath: directory)
  }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
  }
}
