import Foundation

/// A directory with a short path that is removed with the object.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/martlet-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Permission bits of a file in it.
  func mode(_ name: String) throws -> Int {
    let value = try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions]
    return (value as? NSNumber)?.intValue ?? -1
  }
}

/// Makes a file with these permissions, whatever the umask.
func createFile(_ path: String, _ content: Data = Data(), mode: Int) throws {
  try content.write(to: URL(filePath: path))
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}
