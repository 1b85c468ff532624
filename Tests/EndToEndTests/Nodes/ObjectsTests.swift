import Foundation
import MartletNet
import MartletTesting
import MartletWire
import Processes
import Testing

/// Two `martlet serve` processes whose files lie in S3.
@Suite(.timeLimit(.minutes(5))) struct ObjectsTests {
  private func node(_ number: Int, _ directory: String, _ arguments: [String]) async throws -> (program: Program, address: String)
  {
    let data = "\(directory)/\(number)"
    if number > 0 {
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      chmod(data, 0o700)
      try FileManager.default.copyItem(atPath: "\(directory)/0/apps.json", toPath: data + "/apps.json")
    }
    let program = try Program(Place.martlet, ["serve", "--data", data, "--listen", "127.0.0.1:0"] + arguments)
    let ready = "listening on "
    return (program, String(try await program.line { $0.hasPrefix(ready) }.dropFirst(ready.count)))
  }

  /// The words of the only line that a client of the tus protocol prints.
  private func peer(_ mode: String, _ arguments: String...) async throws -> [String] {
    let program = try client([mode] + arguments)
    guard try await program.exit() == 0, program.lines.count == 1 else { throw TestError("\(program.lines) \(program.errors)") }
    return program.lines[0].split(separator: " ").map(String.init)
  }

  private func client(_ arguments: [String]) throws -> Program {
    let script = Repository.root.appendingPathComponent("Tests/EndToEndTests/Peers/tus_peer.py").path
    return try Program(Repository.root.appendingPathComponent(".local/python/bin/python").path, [script] + arguments)
  }

  private func send(_ id: String, at address: String, _ token: String, _ loop: EventLoop) async throws {
    let client = WireClient(loop: loop)
    let parts = address.split(separator: ":")
    try await client.connect(host: String(parts[0]), port: try #require(UInt16(parts[1])))
    guard case .welcome = try await client.hello(token: token) else { throw TestError("not welcome") }
    let content = #"{"media":{"id":"\#(id)","size":12000000}}"#
    let answer = try await client.request(
      .send(Wire.Send(conversation: "direct:bob", clientId: "m1", type: "image", content: content)))
    guard case .appended(let appended) = answer, appended.seq == 1 else { throw TestError("not sent: \(answer)") }
  }

  @Test func anUploadGoesOnAtAnotherNodeAfterAKill() async throws {
    let (nats, moto) = (try await NatsServer(), try await MotoServer.shared.value)
    let store = try await PostgresServer.shared.value.address(ofSchema: "objects")
    let loop = try EventLoop(name: "sender")
    try await TemporaryDirectory.with { directory in
      let (keys, configuration, file) = (directory + "/keys", directory + "/martlet.conf", directory + "/photo")
      try moto.credentialsText.write(toFile: keys, atomically: false, encoding: .utf8)
      chmod(keys, 0o600)
      let lines = ["bucket = s3://media/nodes", "endpoint = http://127.0.0.1:\(moto.port)", "credentials = \(keys)"]
      try lines.map { "media.\($0)\n" }.joined().write(toFile: configuration, atomically: false, encoding: .utf8)
      let arguments = ["--config", configuration, "--store", store, "--bus", nats.address]
      var random = SeededRandom(seed: 7)
      let bytes = Data((0..<1_500_000).flatMap { _ in withUnsafeBytes(of: random.next() as UInt64) { Array($0) } })
      try bytes.write(to: URL(fileURLWithPath: file))

      let one = try await node(0, directory, arguments)
      let other = try await node(1, directory, arguments)
      var tokens: [String] = []
      for user in ["alice", "bob"] {
        let program = try Program(Place.martlet, ["token", "--data", directory + "/0", "--user", user])
        #expect(try await program.exit() == 0)
        tokens.append(try #require(program.lines.first))
      }
      let servers = [one, other].map { "http://\($0.address)" }
      let begun = try await peer("begin", servers[0], tokens[0], file, "1000000", "direct:alice:bob", "m1")
      #expect(begun.last == "1000000")
      // Killed while bytes come that no answer has confirmed.
      let cut = try client(["cut", servers[0], tokens[0], file, "9000000", begun[0]])
      _ = try await cut.line { $0 == "sent" }
      try await one.program.killAndWait()
      cut.signal(SIGKILL)
      let place = begun[0].replacing(servers[0], with: servers[1])
      let resumed = try await peer("resume", servers[1], tokens[0], file, place)
      // What the answers confirmed is there, and perhaps a part.
      #expect(["1000000", "5242880"].contains(resumed[0]) && resumed[1] == "12000000")
      let id = String(place.suffix(32))
      try await send(id, at: other.address, tokens[0], loop)
      let again = try await node(2, directory, arguments)
      for server in [servers[1], "http://\(again.address)"] {
        let copy = directory + "/copy"
        #expect(try await peer("get", server, tokens[1], copy, "/v1/media/direct:alice:bob/1/\(id)") == ["200"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes)
        let part = try await peer("get", server, tokens[1], copy, "/v1/media/direct:alice:bob/1/\(id)", "bytes=5242870-5242889")
        #expect(part == ["206"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes[5_242_870..<5_242_890])
      }
      for program in [other.program, again.program] {
        program.signal(SIGTERM)
        #expect(try await program.exit() == 0)
      }
    }
    await loop.stop()
    await nats.kill()
  }
}
