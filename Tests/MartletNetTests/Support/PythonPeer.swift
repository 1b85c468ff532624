import Foundation
import Testing

/// A script of `Peers/` in a process of its own, which writes lines of JSON.
final class PythonPeer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What it wrote, line by line; an empty line is the end.
  let lines = Inbox<String>()
  private let process: Process
  private let input = Pipe()

  init(_ script: String, _ arguments: [String]) throws {
    let root = try Self.root()
    let python = root.appendingPathComponent(".local/python/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(
        description:
          "\(python.path) is missing; ./dev test makes it, as does: python3 -m venv .local/python && .local/python/bin/pip install -r Tests/requirements.txt"
      )
    }
    let process = Process()
    self.process = process
    let output = Pipe()
    process.executableURL = python
    process.arguments = ["-B", root.appendingPathComponent("Tests/MartletNetTests/Peers/\(script)").path] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let (handle, lines) = (output.fileHandleForReading, lines)
    // What waits for bytes needs a thread of its own.
    Thread.detachNewThread {
      var rest = Data()
      while case let bytes = handle.availableData, !bytes.isEmpty {
        rest.append(bytes)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          lines.put(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      lines.put("")
    }
  }

  /// The next line's JSON object; the test fails where the script has ended.
  func next<Object: Decodable>(_ type: Object.Type) async throws -> Object {
    let line = try await lines.next(within: .seconds(90))
    guard !line.isEmpty else { throw Failure(description: "the script ended early") }
    return try JSONDecoder().decode(type, from: Data(line.utf8))
  }

  /// Ends the script as its input ends.
  func stop() { try? input.fileHandleForWriting.close() }

  deinit { if process.isRunning { process.terminate() } }

  /// The folder of Package.swift, looked for upwards from this file.
  private static func root() throws -> URL {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) { return folder }
    }
    throw Failure(description: "no Package.swift above \(#filePath)")
  }
}
