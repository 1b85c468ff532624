import ClientModels
import Foundation
import MartletTesting
import Processes
import Testing

/// The WebAssembly module does what the same core does natively: the same notices and packets, step by step.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ReplayTests {
  private func sessions(_ count: Int) throws -> String {
    var sessions: [String] = []
    for seed in SeededRandom.environmentSeeds(count) {
      let session = try RecordedSession(seed: seed)
      try session.play(600)
      #expect(session.stepCount > 400)
      sessions.append(try session.json())
    }
    return "[\(sessions.joined(separator: ","))]"
  }

  @Test func moduleInNodeRepeatsRecordedSessions() async throws {
    let folder = try TemporaryDirectory()
    let recorded = folder.path + "/sessions.json"
    try sessions(20).write(toFile: recorded, atomically: true, encoding: .utf8)
    let root = Repository.root
    let node = try Program(
      "/usr/bin/env",
      [
        "node", root.appending(path: "Tests/EndToEndTests/Peers/replay.mjs").path,
        root.appending(path: ".build/web/martlet.wasm").path, recorded,
      ])
    let status = try await node.exit(within: .seconds(300))
    #expect(status == 0 && node.lines.isEmpty, "\(node.lines) \(node.errors)")
  }

  @Test func moduleInChromiumRepeatsRecordedSessions() async throws {
    let source = try Repository.text("Tests/EndToEndTests/Peers/replaying.mjs").replacing("export async", with: "async")
    let recorded = try sessions(4)
    try await TestServer.with { server in
      let peer = try await ChatPage.startBare(server)
      let script = """
        (async () => {
          \(source)
          const { MemoryFiles } = await import("/sdk/martlet-files.js");
          const compiled = await WebAssembly.compileStreaming(fetch("/sdk/martlet.wasm"));
          const found = [];
          for (const { seed, steps } of \(recorded)) {
            const difference = await replay(compiled, steps, MemoryFiles);
            if (difference) found.push(`seed ${seed}: ${difference}`);
          }
          return found.join("\\n");
        })()
        """
      #expect(try await peer.text(script) == "")
      await peer.stop()
    }
  }
}
