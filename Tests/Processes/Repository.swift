import Foundation

/// The checked-out source, as tests read it.
package enum Repository {
  /// The folder of Package.swift.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file, whose path is relative to the root.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Paths of the files below a folder that end in one of `suffixes`, relative to the root, sorted.
  package static func files(below folder: String, _ suffixes: String...) -> [String] {
    let base = root.appendingPathComponent(folder)
    let found = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return found.filter { name in suffixes.contains { name.hasSuffix($0) } }.map { "\(folder)/\($0)" }.sorted()
  }
}
