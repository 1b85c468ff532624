import Foundation
import MartletWire
import Processes

/// Google's implementation of Protocol Buffers in a process of its own.
final class PythonPeer {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process = TestProcess()
  private let input = Pipe()
  private let output = Pipe()
  private let folder: URL

  init() throws {
    let root = Repository.root
    let python = root.appendingPathComponent(".local/python/bin/python")
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      throw Failure(description: "\(python.path) is missing; make it with: ./dev setup")
    }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-peer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let schemas = ["Protocol", "Tests/MartletWireTests/Schema"].map { root.appendingPathComponent($0).path }
    let files = try schemas.flatMap { schema in
      try FileManager.default.contentsOfDirectory(atPath: schema).filter { $0.hasSuffix(".proto") }
    }
    let protoc = TestProcess()
    protoc.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    protoc.arguments = ["protoc", "--python_out=\(folder.path)"] + schemas.flatMap { ["-I", $0] } + files
    try protoc.run()
    protoc.waitUntilExit()
    guard protoc.terminationStatus == 0 else { throw Failure(description: "protoc failed; is it there? ./dev setup installs it") }

    process.executableURL = python
    process.arguments =
      [root.appendingPathComponent("Tests/MartletWireTests/CrossCheck/peer.py").path, folder.path]
      + files.map { $0.dropLast(".proto".count) + "_pb2" }
    process.standardInput = .pipe(input)
    process.standardOutput = .pipe(output)
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Has values read and written again, in the binary form or in JSON.
  ///
  /// The answer holds for each value its binary form, or with `json` its JSON and then its binary form.
  func echo(_ values: [[UInt8]], of name: String, json: Bool) throws -> [[UInt8]] {
    var request: [UInt8] = [UInt8(ascii: json ? "j" : "b")]
    Self.append(Array(name.utf8), to: &request)
    for value in values { Self.append(value, to: &request) }
    var block: [UInt8] = []
    Self.append(request, to: &block)
    try input.fileHandleForWriting.write(contentsOf: Data(block))

    let answer = [UInt8](try read(Self.length(read(4)[...])))
    var result: [[UInt8]] = []
    var rest = answer[...]
    while rest.count >= 4 {
      let count = Self.length(rest)
      rest = rest.dropFirst(4)
      result.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return result
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let data = try output.fileHandleForReading.read(upToCount: count - bytes.count), !data.isEmpty else {
        throw Failure(description: "the Python process ended; what it wrote to standard error says why")
      }
      bytes += data
    }
    return bytes
  }

  private static func append(_ value: [UInt8], to block: inout [UInt8]) {
    for shift in [0, 8, 16, 24] { block.append(UInt8(truncatingIfNeeded: value.count >> shift)) }
    block += value
  }

  private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
