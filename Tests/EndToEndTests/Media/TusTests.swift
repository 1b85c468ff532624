import Foundation
import MartletNet
import MartletTesting
import MartletWire
import Processes
import Testing

/// A client of the tus protocol that shares no code with Martlet, with a server in a process of its own.
@Suite(.timeLimit(.minutes(5))) struct TusTests {
  private func peer(_ mode: String, _ arguments: String...) throws -> Program {
    let script = Repository.root.appendingPathComponent("Tests/EndToEndTests/Peers/tus_peer.py").path
    let python = Repository.root.appendingPathComponent(".local/python/bin/python").path
    return try Program(python, [script, mode] + arguments)
  }

  /// The words of the only line that a peer prints.
  private func words(_ program: Program) async throws -> [String] {
    guard try await program.exit() == 0, program.lines.count == 1 else {
      throw Program.Failure(description: "tus_peer.py: \(program.lines) \(program.errors)")
    }
    return program.lines[0].split(separator: " ").map(String.init)
  }

  /// Sends a message that names a file; returns its position, or the error's name.
  private func send(_ id: String, as message: String, _ installation: Installation, token: String) async throws -> String {
    let loop = try EventLoop(name: "sender")
    let client = WireClient(loop: loop)
    let address = installation.address.split(separator: ":")
    try await client.connect(host: String(address[0]), port: try #require(UInt16(address[1])))
    guard case .welcome = try await client.hello(token: token) else { throw TestError("not welcome") }
    let send = Wire.Send(
      conversation: "direct:bob", clientId: message, type: "image", content: #"{"media":{"id":"\#(id)","size":3000000}}"#)
    let answer = try await client.request(.send(send))
    await loop.stop()
    switch answer {
    case .appended(let appended): return "#\(appended.seq)"
    case .failure(let failure): return failure.name
    case let other: throw TestError("\(other)")
    }
  }

  @Test func anUploadSurvivesKillsOfTheServer() async throws {
    try await Installation.with { installation in
      let (alice, bob) = (try await installation.token(for: "alice"), try await installation.token(for: "bob"))
      let (server, file) = ("http://\(installation.address)", installation.directory + "/photo")
      var random = SeededRandom(seed: 7)
      let bytes = Data((0..<375_000).flatMap { _ in withUnsafeBytes(of: random.next() as UInt64) { Array($0) } })
      try bytes.write(to: URL(fileURLWithPath: file))
      let begun = try await words(try peer("begin", server, alice, file, "1000000", "direct:alice:bob", "m1"))
      #expect(begun.last == "1000000")
      let id = String(begun[0].suffix(32))
      try await installation.killAndRestart()
      #expect(try await send(id, as: "m1", installation, token: alice) == "media_unknown")
      // Killed in the middle of a request, with bytes on disk that no answer has confirmed.
      let cut = try peer("cut", server, alice, file, "2000000", begun[0])
      _ = try await cut.line { $0 == "sent" }
      try await installation.killAndRestart()
      cut.signal(SIGKILL)
      let resumed = try await words(try peer("resume", server, alice, file, begun[0]))
      let before = try #require(Int(resumed[0]))
      #expect((1_000_001...2_000_000).contains(before) && resumed[1] == "3000000")
      try await installation.killAndRestart()
      #expect(try await send(id, as: "m1", installation, token: alice) == "#1")
      try await installation.killAndRestart()
      let copy = installation.directory + "/copy"
      #expect(try await words(try peer("get", server, bob, copy, "/v1/media/direct:alice:bob/1/\(id)")) == ["200"])
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes)
      #expect(
        try await words(try peer("get", server, bob, copy, "/v1/media/direct:alice:bob/1/\(id)", "bytes=2999990-")) == ["206"])
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes.suffix(10))
    }
  }
}
