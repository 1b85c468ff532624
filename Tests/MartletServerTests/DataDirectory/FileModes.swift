import Foundation
import MartletTesting

extension TemporaryDirectory {
  /// Permission bits of a file in it.
  func mode(_ name: String) throws -> Int {
    let value = try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions]
    return (value as? NSNumber)?.intValue ?? -1
  }
}

/// Creates a file with these permissions, regardless of the umask.
func createFile(_ path: String, _ content: Data = Data(), mode: Int) throws {
  try content.write(to: URL(filePath: path))
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}
