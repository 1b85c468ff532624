import Foundation
import MartletTesting
import Processes
import Testing

/// Three `martlet serve` processes on one PostgreSQL and one NATS server.
@Suite(.serialized, .timeLimit(.minutes(10))) struct NodesTests {
  /// The nodes of one test, with tokens that all of them accept.
  private final class Nodes {
    let directory: String
    let store: String
    let bus: String
    private(set) var programs: [Program] = []
    private(set) var addresses: [String] = []

    init(_ count: Int, _ name: String, bus: String, directory: String) async throws {
      self.directory = directory
      self.bus = bus
      store = try await PostgresServer.shared.value.address(ofSchema: name)
      for number in 0..<count { try await start(number) }
    }

    func data(_ number: Int) -> String { "\(directory)/\(number)" }

    func start(_ number: Int) async throws {
      if number > 0, !FileManager.default.fileExists(atPath: data(number)) {
        // The nodes share the keys of the apps.
        try FileManager.default.createDirectory(atPath: data(number), withIntermediateDirectories: true)
        chmod(data(number), 0o700)
        try FileManager.default.copyItem(atPath: data(0) + "/apps.json", toPath: data(number) + "/apps.json")
      }
      // A node that starts again is at its old address.
      let listen = number < addresses.count ? String(addresses[number].dropFirst("ws://".count)) : "127.0.0.1:0"
      let program = try Program(
        Place.martlet, ["serve", "--data", data(number), "--listen", listen, "--store", store, "--bus", bus])
      let ready = "listening on "
      let address = "ws://" + (try await program.line { $0.hasPrefix(ready) }.dropFirst(ready.count))
      if number < programs.count {
        (programs[number], addresses[number]) = (program, address)
      } else {
        programs.append(program)
        addresses.append(address)
      }
    }

    func token(_ user: String) async throws -> String {
      let program = try Program(Place.martlet, ["token", "--data", data(0), "--user", user])
      guard try await program.exit() == 0, let token = program.lines.first else { throw TestError("\(program.errors)") }
      return token
    }

    func stop() async throws {
      for program in programs where program.status == nil {
        program.signal(SIGTERM)
        #expect(try await program.exit() == 0)
      }
    }
  }

  private func with(_ name: String, nodes count: Int = 3, _ body: (Nodes, NatsServer) async throws -> Void) async throws {
    let nats = try await NatsServer()
    try await TemporaryDirectory.with { directory in
      let nodes = try await Nodes(count, name, bus: nats.address, directory: directory)
      try await body(nodes, nats)
      try await nodes.stop()
    }
    await nats.kill()
  }

  private func send(_ text: String, id: String, to: String, _ token: String, at address: String) async throws -> String {
    let program = try Program(
      Place.martlet,
      ["send", "--server", address, "--token", token, "--to", to, "--text", text, "--id", id])
    guard try await program.exit() == 0, let line = program.lines.first else { throw TestError("\(program.errors)") }
    return line
  }

  /// A chat that is open, whose lines tell what arrives.
  private func chat(_ token: String, with peer: String, at address: String, in directory: String) throws -> Program {
    try Program(
      Place.martlet, ["chat", "--server", address, "--to", peer, "--data", directory],
      environment: ["MARTLET_TOKEN": token])
  }

  @Test func twoUsersChatWhileNodesAndTheBusAreKilled() async throws {
    try await with("processes") { nodes, nats in
      let (alice, bob) = (try await nodes.token("alice"), try await nodes.token("bob"))
      let listener = try chat(bob, with: "direct:alice", at: nodes.addresses[1], in: nodes.directory + "/bob")
      #expect(try await send("one", id: "a", to: "direct:bob", alice, at: nodes.addresses[0]) == "direct:alice:bob#1")
      _ = try await listener.line { $0.contains("one") }
      // A node dies right after it answered.
      #expect(try await send("two", id: "b", to: "direct:bob", alice, at: nodes.addresses[2]) == "direct:alice:bob#2")
      try await nodes.programs[2].killAndWait()
      _ = try await listener.line { $0.contains("two") }
      // A retry at another node is recognised.
      #expect(try await send("two", id: "b", to: "direct:bob", alice, at: nodes.addresses[0]) == "direct:alice:bob#2")
      await nats.kill()
      #expect(try await send("three", id: "c", to: "direct:bob", alice, at: nodes.addresses[0]) == "direct:alice:bob#3")
      _ = try await listener.line { $0.contains("three") }
      try await nats.start()
      try await nodes.start(2)
      #expect(try await send("four", id: "d", to: "direct:bob", alice, at: nodes.addresses[2]) == "direct:alice:bob#4")
      _ = try await listener.line { $0.contains("four") }
      let told = listener.lines.filter { line in ["one", "two", "three", "four"].contains { line.contains($0) } }
      #expect(told.count == 4, "each once: \(listener.lines)")
      listener.closeInput()
      #expect(try await listener.exit() == 0)
    }
  }

  /// HAProxy with the configuration of docs/scaling.md, but without TLS, before nodes.
  private func startHAProxy(_ nodes: Nodes) async throws -> (program: Program, url: String) {
    let page = try String(contentsOf: Repository.root.appendingPathComponent("docs/scaling.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    let begin = try #require(lines.firstIndex(of: "defaults"))
    let end = try #require(lines[begin...].firstIndex(of: "```"))
    let port = UInt16.random(in: 20_000..<30_000)
    let configuration = lines[begin..<end].map { line in
      guard line.hasPrefix("bind") || line.hasPrefix("server node") else { return line }
      guard !line.hasPrefix("bind") else { return "bind 127.0.0.1:\(port)" }
      let words = line.split(separator: " ")
      let number = Int(words[1].dropFirst("node".count)).map { $0 - 1 } ?? 0
      return "server \(words[1]) \(nodes.addresses[number].dropFirst(5)) \(words[3...].joined(separator: " "))"
    }
    let file = nodes.directory + "/haproxy.cfg"
    try (configuration.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let check = try Program("/usr/sbin/haproxy", ["-c", "-f", file])
    guard try await check.exit() == 0 else { throw TestError("\(configuration): \(check.lines) \(check.errors)") }
    return (try Program("/usr/sbin/haproxy", ["-db", "-f", file]), "ws://127.0.0.1:\(port)")
  }

  /// Nodes end one after the other, by SIGTERM, and start again, while two users write to each other through HAProxy.
  @Test func aRollingRestartBehindHAProxyLosesNoMessage() async throws {
    try await with("rolling") { nodes, _ in
      let (alice, bob) = (try await nodes.token("alice"), try await nodes.token("bob"))
      let (proxy, url) = try await startHAProxy(nodes)
      let chats = [
        try chat(alice, with: "direct:bob", at: url, in: nodes.directory + "/alice"),
        try chat(bob, with: "direct:alice", at: url, in: nodes.directory + "/bob"),
      ]
      var sent = 0
      func exchange(_ count: Int) async throws {
        for _ in 0..<count {
          chats[sent % 2].write("message \(sent).")
          sent += 1
        }
        let last = sent - 1
        for program in chats { _ = try await program.line { $0.contains("message \(last).") } }
      }
      try await exchange(10)
      for number in 0..<3 {
        nodes.programs[number].signal(SIGTERM)
        // These are on their way while the node drains.
        for _ in 0..<20 {
          chats[sent % 2].write("message \(sent).")
          sent += 1
        }
        #expect(try await nodes.programs[number].exit() == 0)
        try await nodes.start(number)
        try await exchange(10)
      }
      for program in chats {
        try await program.until { [sent] lines in
          (0..<sent).allSatisfy { number in lines.contains { $0.contains("message \(number).") } }
        }
        let told = program.lines.filter { $0.contains("message ") }
        #expect(told.count == sent, "each once: \(told.count) of \(sent)")
        #expect(!program.errors.contains { $0.contains("not sent") || $0.contains("failed") }, "\(program.errors)")
        program.closeInput()
        #expect(try await program.exit() == 0)
      }
      try await proxy.killAndWait()
    }
  }

  @Test func aNodeStartsThoughTheBusCannotBeReached() async throws {
    try await TemporaryDirectory.with { directory in
      let nodes = try await Nodes(1, "no_bus", bus: "nats://127.0.0.1:1", directory: directory)
      let alice = try await nodes.token("alice")
      _ = try await nodes.token("bob")
      #expect(try await send("one", id: "a", to: "direct:bob", alice, at: nodes.addresses[0]) == "direct:alice:bob#1")
      try await nodes.stop()
    }
  }

  @Test(arguments: [
    (["--bus", "nats://127.0.0.1:4222"], "--bus needs --store"), (["--bus", "bus.example"], "nats://HOST:PORT"),
    (["--bus", "nats://user:secret@bus.example:4222"], "without a password"),
  ])
  func aWrongBusEndsTheStart(words: [String], reason: String) async throws {
    try await TemporaryDirectory.with { directory in
      let program = try Program(Place.martlet, ["serve", "--data", directory + "/data", "--listen", "127.0.0.1:0"] + words)
      #expect(try await program.exit() == 64)
      #expect(program.errors.contains { $0.contains(reason) } && !program.errors.contains { $0.contains("user:secret") })
    }
  }
}
