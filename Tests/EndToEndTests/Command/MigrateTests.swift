import Foundation
import MartletTesting
import Testing

/// `martlet migrate`: messages move between files and PostgreSQL, in real processes.
@Suite(.timeLimit(.minutes(10))) struct MigrateTests {
  private func migrate(_ from: String, _ to: String, _ more: String...) throws -> Program {
    try Program(Place.martlet, ["migrate", "--from", from, "--to", to] + more)
  }

  private func serve(_ data: String, listen: String, store: String?) async throws -> Program {
    let program = try Program(
      Place.martlet, ["serve", "--data", data, "--listen", listen] + (store.map { ["--store", $0] } ?? []))
    _ = try await program.line { $0.hasPrefix("listening on ") }
    return program
  }

  private func stop(_ server: Program) async throws {
    server.signal(SIGTERM)
    #expect(try await server.exit() == 0)
  }

  /// A data directory with the apps of another, as the end of `martlet migrate` says.
  private func apps(of data: String, in path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.copyItem(atPath: data + "/apps.json", toPath: path + "/apps.json")
  }

  private func send(_ text: String, _ installation: Installation, _ token: String) async throws -> String {
    let program = try Program(
      Place.martlet, ["send", "--server", installation.url, "--to", "direct:bob", "--text", text, "--id", text],
      environment: ["MARTLET_TOKEN": token])
    guard try await program.exit() == 0, let line = program.lines.first else { throw TestError("\(program.errors)") }
    return line
  }

  @Test func aClientGoesOnAfterTheMoveAndBack() async throws {
    let store = try await PostgresServer.shared.value.address(ofSchema: "moved_client")
    try await Installation.with { installation in
      let (alice, bob) = (try await installation.token(for: "alice"), try await installation.token(for: "bob"))
      let chat = try Program(
        Place.martlet,
        ["chat", "--server", installation.url, "--to", "direct:alice", "--data", installation.directory + "/bob"],
        environment: ["MARTLET_TOKEN": bob])
      #expect(try await send("first", installation, alice) == "direct:alice:bob#1")
      _ = try await chat.line { $0.contains("first") }
      // While the server runs, nothing moves.
      let early = try migrate(installation.data, store)
      #expect(try await early.exit() == 81)
      #expect(early.errors.contains { $0.contains("in use") })
      try await stop(installation.server)

      let move = try migrate(installation.data, store)
      #expect(try await move.exit() == 0, "\(move.errors)")
      #expect(move.lines.contains { $0.contains("same hashes") })
      #expect(move.lines.contains { $0.contains("martlet serve --data NEW") })
      let second = installation.directory + "/second"
      try apps(of: installation.data, in: second)
      let database = try await serve(second, listen: installation.address, store: store)
      #expect(try await send("first", installation, alice) == "direct:alice:bob#1", "a retry is recognised")
      #expect(try await send("second", installation, alice) == "direct:alice:bob#2")
      _ = try await chat.line { $0.contains("second") }
      let busy = try migrate(store, installation.directory + "/third")
      #expect(try await busy.exit() == 81)
      #expect(!FileManager.default.fileExists(atPath: installation.directory + "/third"))
      try await stop(database)

      // The directory that served the database gets the files.
      let back = try migrate(store, second)
      #expect(try await back.exit() == 0, "\(back.errors)")
      let files = try await serve(second, listen: installation.address, store: nil)
      #expect(try await send("third", installation, alice) == "direct:alice:bob#3")
      _ = try await chat.line { $0.contains("third") }
      let told = ["first", "second", "third"].map { text in chat.lines.count { $0.contains(text) } }
      #expect(told == [1, 1, 1], "nothing is fetched again: \(chat.lines)")
      let full = try migrate(store, installation.data)
      #expect(try await full.exit() == 73)
      #expect(full.errors.contains { $0.contains("holds messages already") })
      chat.closeInput()
      #expect(try await chat.exit() == 0)
      try await stop(files)
    }
  }

  @Test func aMoveThatWasKilledGoesOn() async throws {
    try await Installation.with { installation in
      let (alice, bob) = (try await installation.token(for: "alice"), try await installation.token(for: "bob"))
      let chat = try Program(
        Place.martlet,
        ["chat", "--server", installation.url, "--to", "direct:bob", "--data", installation.directory + "/alice"],
        environment: ["MARTLET_TOKEN": alice])
      for number in 0..<300 { chat.write("number \(number).") }
      chat.closeInput()
      #expect(try await chat.exit() == 0)
      let before = try await installation.tail(token: bob)
      try await stop(installation.server)

      var (schema, store, status) = ("", "", Int32(0))
      // Usually the first attempt is killed in the middle; one that was faster than the signal is made again.
      for attempt in 0..<10 where status != -SIGKILL {
        schema = "moved_killed_\(attempt)"
        store = try await PostgresServer.shared.value.address(ofSchema: schema)
        let first = try migrate(installation.data, store, "--batch", "1")
        _ = try await first.error { $0.contains("moved") }
        first.signal(SIGKILL)
        status = try await first.exit()
      }
      #expect(status == -SIGKILL)
      let data = installation.directory + "/second"
      try apps(of: installation.data, in: data)
      let server = try Program(Place.martlet, ["serve", "--data", data, "--listen", installation.address, "--store", store])
      #expect(try await server.exit() != 0)
      #expect(server.errors.contains { $0.contains("martlet migrate") })
      let second = try migrate(installation.data, store)
      #expect(try await second.exit() == 0, "\(second.errors)")
      #expect(second.errors.contains { $0.contains("going on after") })
      let third = try migrate(installation.data, store)
      #expect(try await third.exit() == 0)
      #expect(third.lines.contains { $0.contains("moved before") })
      let database = try await serve(data, listen: installation.address, store: store)
      #expect(try await installation.tail(token: bob) == before && before.count == 300)
      try await stop(database)
    }
  }

  @Test(arguments: [
    (["--from", "/nowhere", "--to", "postgres://martlet@127.0.0.1:1/m"], Int32(66), "no messages"),
    (["--from", "/a", "--to", "/b"], 64, "one of --from and --to"),
    (["--from", "postgres://a@b/c", "--to", "postgres://a@b/d"], 64, "one of --from and --to"),
    (["--from", "postgres://a:secret@b/c", "--to", "/tmp"], 64, "pgpass"),
    (["--from", "postgres://martlet@127.0.0.1:1/m", "--to", "/nowhere"], 70, "cannot be reached"),
    (["--from", "/a"], 64, "--to"),
  ])
  func aWrongPlaceIsSaid(words: [String], status: Int32, reason: String) async throws {
    let program = try Program(Place.martlet, ["migrate"] + words)
    #expect(try await program.exit() == status)
    #expect(program.errors.contains { $0.contains(reason) } && !program.errors.contains { $0.contains("secret") })
  }
}
