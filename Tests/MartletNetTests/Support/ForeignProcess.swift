import Foundation
import Processes
import Testing

/// Another process, which writes lines.
final class ForeignProcess: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Its output, line by line; an empty line is the end.
  let lines = Inbox<String>()
  private let process: TestProcess
  private let input = Pipe()

  init(_ executable: URL, _ arguments: [String]) throws {
    let process = TestProcess()
    self.process = process
    let output = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = .pipe(input)
    process.standardOutput = .pipe(output)
    try process.run()
    let (handle, lines) = (output.fileHandleForReading, lines)
    // A blocking read needs a thread of its own.
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

  /// A script of `Peers/`, which writes JSON.
  static func python(_ script: String, _ arguments: [String]) throws -> ForeignProcess {
    let root = Repository.root
    let python = root.appendingPathComponent(".local/python/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(description: "\(python.path) is missing; make it with: ./dev setup")
    }
    let path = root.appendingPathComponent("Tests/MartletNetTests/Peers/\(script)").path
    return try ForeignProcess(python, ["-B", path] + arguments)
  }

  /// An executable of this package, with so many descriptors at most.
  static func built(_ name: String, _ arguments: [String], descriptors: Int) throws -> ForeignProcess {
    let beside = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent(name)
    let script = "ulimit -n \(descriptors) && exec \"$@\""
    return try ForeignProcess(
      URL(fileURLWithPath: "/bin/sh"), ["-c", script, "sh", try #require(beside).path] + arguments)
  }

  /// The next line's JSON object; the test fails where the process has ended.
  func next<Object: Decodable>(_ type: Object.Type) async throws -> Object {
    let line = try await lines.next(within: .seconds(90))
    guard !line.isEmpty else { throw Failure(description: "the process ended early") }
    return try JSONDecoder().decode(type, from: Data(line.utf8))
  }

  /// Ends its input, which a script takes as the end.
  func stop() { try? input.fileHandleForWriting.close() }

  deinit { process.terminate() }
}
