import Foundation
import MartletTesting
import Testing

/// `martlet serve --store`: the messages are in PostgreSQL.
@Suite(.timeLimit(.minutes(10))) struct PostgresTests {
  private func serve(_ data: String, store: String?) throws -> Program {
    try Program(
      Place.martlet, ["serve", "--data", data, "--listen", "127.0.0.1:0"] + (store.map { ["--store", $0] } ?? []))
  }

  private func address(of server: Program) async throws -> String {
    let ready = "listening on "
    return "ws://" + (try await server.line { $0.hasPrefix(ready) }.dropFirst(ready.count))
  }

  private func output(_ words: String...) async throws -> String {
    let program = try Program(Place.martlet, words)
    guard try await program.exit() == 0, let line = program.lines.first else {
      throw TestError("martlet \(words[0]): \(program.errors)")
    }
    return line
  }

  @Test func whatWasSentIsThereAfterTheServerWasKilled() async throws {
    let store = try await PostgresServer.shared.value.address(ofSchema: "served")
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      let first = try serve(data, store: store)
      var server = try await address(of: first)
      _ = try await output("token", "--data", data, "--user", "bob")
      let token = try await output("token", "--data", data, "--user", "alice")
      func send(_ text: String, id: String) async throws -> String {
        try await output("send", "--server", server, "--token", token, "--to", "direct:bob", "--text", text, "--id", id)
      }
      #expect(try await send("one", id: "a") == "direct:alice:bob#1")
      #expect(try await send("two", id: "b") == "direct:alice:bob#2")
      try await first.killAndWait()
      let second = try serve(data, store: store)
      server = try await address(of: second)
      #expect(try await send("two", id: "b") == "direct:alice:bob#2")
      #expect(try await send("three", id: "c") == "direct:alice:bob#3")
      second.signal(SIGTERM)
      #expect(try await second.exit() == 0)
      #expect(!FileManager.default.fileExists(atPath: data + "/store.db"))
    }
  }

  @Test func theDirectoryRemembersThatItsMessagesAreElsewhere() async throws {
    let store = try await PostgresServer.shared.value.address(ofSchema: "remembered")
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      let first = try serve(data, store: store)
      _ = try await address(of: first)
      first.signal(SIGTERM)
      #expect(try await first.exit() == 0)
      for words in [
        ["serve", "--data", data, "--listen", "127.0.0.1:0"], ["token", "--data", data, "--user", "alice"],
        ["backup", "--data", data, "--to", directory + "/copy"], ["restored", "--data", data],
      ] {
        let program = try Program(Place.martlet, words)
        #expect(try await program.exit() != 0, "\(words)")
        #expect(program.errors.contains { $0.contains("PostgreSQL") && $0.contains("--store") }, "\(words)")
      }
    }
  }

  @Test func aDirectoryWithMessagesIsNotLeftForADatabase() async throws {
    let store = try await PostgresServer.shared.value.address(ofSchema: "unmoved")
    try await Installation.with { installation in
      installation.server.signal(SIGTERM)
      #expect(try await installation.server.exit() == 0)
      let second = try serve(installation.data, store: store)
      #expect(try await second.exit() == 73)
      #expect(second.errors.contains { $0.contains("store.db") })
    }
  }

  @Test func aSecondServerOnADatabaseIsRefused() async throws {
    let store = try await PostgresServer.shared.value.address(ofSchema: "shared")
    try await TemporaryDirectory.with { directory in
      let first = try serve(directory + "/first", store: store)
      _ = try await address(of: first)
      let second = try serve(directory + "/second", store: store)
      #expect(try await second.exit() == 81)
      #expect(second.errors.contains { $0.contains("in use by another server") })
      try await first.killAndWait()
    }
  }

  @Test(arguments: [
    ("postgres://martlet@127.0.0.1:1/martlet", Int32(70), "cannot be reached"), ("postgres://a:secret@b/c", 64, "pgpass"),
    ("files", 64, "postgres://"),
  ])
  func aWrongAddressEndsTheStart(address: String, status: Int32, reason: String) async throws {
    try await TemporaryDirectory.with { directory in
      let server = try serve(directory + "/data", store: address)
      #expect(try await server.exit() == status)
      #expect(server.errors.contains { $0.contains(reason) } && !server.errors.contains { $0.contains("secret") })
      // The directory is not bound to a database that was never reached.
      #expect(!FileManager.default.fileExists(atPath: directory + "/data/store"))
    }
  }
}
