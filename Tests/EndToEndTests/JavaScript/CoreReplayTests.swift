import Foundation
import MartletTesting
import Processes
import Testing

/// The WebAssembly module does what the core does in its own tests: every sequence that they play through a core and its store is
/// recorded, and the module repeats it, with the same effects, events and rows.
///
/// The tests run once more, in a process of their own, which records; property tests with a fifth of their seeds.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct CoreReplayTests {
  private static let module = Repository.root.appending(path: ".build/web/martlet-replay.wasm").path

  /// Runs the tests of the core, which record into a folder.
  private func record(into folder: TemporaryDirectory) async throws {
    let program = try Program(
      CommandLine.arguments[0], ["--testing-library", "swift-testing", "--filter", "MartletCoreTests\\."],
      environment: ["MARTLET_RECORD": folder.path, "MARTLET_FEWER_SEEDS": "5"])
    let status = try await program.exit(within: .seconds(900))
    #expect(status == 0, "\(program.lines.filter { $0.hasPrefix("✘") })")
  }

  private func replay(_ folder: String, _ more: String...) async throws -> [String] {
    let script = Repository.root.appending(path: "Tests/EndToEndTests/Peers/core_replay.mjs").path
    let node = try Program("/usr/bin/env", ["node", script, Self.module, folder] + more)
    let status = try await node.exit(within: .seconds(900))
    #expect(status == 0, "\(node.errors)")
    return node.lines
  }

  /// Plays every tenth recording in a page.
  private func replayInChromium(_ folder: String) async throws {
    let source = try Repository.text("Tests/EndToEndTests/Peers/replaying.mjs").replacing("export async", with: "async")
    let module = try Data(contentsOf: URL(filePath: Self.module + ".gz")).base64EncodedString()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let some = try names.enumerated().filter { $0.offset % 10 == 0 }.map { _, name in
      try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    try await TestServer.with { server in
      let peer = try await ChatPage.startBare(server)
      try await peer.run(
        """
        (async () => {
          \(source)
          const { MemoryFiles } = await import("/sdk/martlet-files.js");
          const bytes = Uint8Array.from(atob("\(module)"), (character) => character.charCodeAt(0));
          const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
          const compiled = await WebAssembly.compile(await new Response(plain).arrayBuffer());
          globalThis.play = ({ steps }) => replay(compiled, steps, MemoryFiles);
        })()
        """)
      #expect(some.count > 40)
      for recording in some { #expect(try await peer.text("play(\(recording))") == "") }
      await peer.stop()
    }
  }

  @Test func moduleRepeatsWhatTheTestsOfTheCorePlay() async throws {
    let folder = try TemporaryDirectory()
    try await record(into: folder)
    let count = try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasSuffix(".json") }
    #expect(count > 400)
    let lines = try await replay(folder.path)
    #expect(lines.count == 1 && lines[0].hasPrefix("\(count) recordings, ") && lines[0].hasSuffix(" 0 differences"), "\(lines)")
    try await replayInChromium(folder.path)
    // A packet of the server that the module does not get makes a difference.
    let missing = try await replay(folder.path, "--without", "20")
    let numbers = try #require(missing.last).split(separator: " ").compactMap { Int($0) }
    // Many packets, such as pushes of what is known, make none.
    #expect(numbers.count == 3 && numbers[0] > 100 && numbers[2] > numbers[0] / 2, "\(missing)")
  }
}
