import MartletMedia
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Files that nothing needs any more are removed, and no others.
@Suite(.timeLimit(.minutes(5))) struct SweeperTests {
  private static let hour: Int64 = 3_600_000

  /// Runs the body with a client and a function that sweeps as if some hours had passed.
  private func withAlice(
    _ body: (MediaClient, any MediaStore, (_ hours: Int64) async -> Void) async throws -> Void
  ) async throws {
    try await TestServer.with { server in
      let alice = try await MediaClient("alice", of: server)
      _ = try await server.token(for: "bob")
      let files = try #require(server.files)
      try await body(alice, files) { hours in
        let time = ManualTime(wallMilliseconds: SystemTimeSource().wallMilliseconds + hours * Self.hour)
        let (store, log) = (server.server.engine.store, Log.standardError(level: .warning, time: time))
        await MediaSweeper(files: files, store: store, limits: Limits(), time: time, log: log).sweep()
      }
    }
  }

  @Test func aFileThatNoMessageNamedGoes() async throws {
    try await withAlice { alice, files, sweep in
      let id = try await alice.upload("abc")
      await sweep(24)
      #expect(try await files.state(of: MediaKey(id, of: "alice")) != nil)
      await sweep(26)
      #expect(try await files.state(of: MediaKey(id, of: "alice")) == nil)
      #expect(try await files.usage(of: MediaKey(id, of: "alice").owner) == MediaUsage(uploads: 0, bytes: 0))
    }
  }

  @Test func anUploadThatDoesNotGoOnGoes() async throws {
    try await withAlice { alice, files, sweep in
      let path = try alice.location(try await alice.create(6))
      #expect(try await alice.patch(path, at: 0, "abc").status == 204)
      let key = MediaKey(String(path.suffix(32)), of: "alice")
      await sweep(24)
      #expect(try await files.state(of: key) != nil)
      await sweep(26)
      #expect(try await files.state(of: key) == nil)
    }
  }

  @Test(arguments: [true, false]) func aFileOfAMessageStaysUntilTheRecall(isSweptBefore: Bool) async throws {
    try await withAlice { alice, files, sweep in
      let id = try await alice.upload("abc")
      #expect(try await alice.send(id) == "#1")
      if isSweptBefore {
        await sweep(0)
        // By now the store has forgotten the request, which does not matter.
        await sweep(24 * 100)
      }
      guard case .complete(let record)? = try await files.state(of: MediaKey(id, of: "alice")) else { throw TestError("gone") }
      #expect(record.seq == (isSweptBefore ? 1 : 0))
      #expect(try await alice.recall(1) == "#2")
      await sweep(0)
      #expect(try await files.state(of: record.key) == nil)
    }
  }

  @Test func aFileOfWhichNothingIsKnownAnyMoreStays() async throws {
    try await withAlice { alice, files, sweep in
      let id = try await alice.upload("abc")
      await sweep(24 * 9)
      #expect(try await files.state(of: MediaKey(id, of: "alice")) != nil)
    }
  }
}

extension TestServer {
  /// The server's files.
  var files: (any MediaStore)? { server.engine.media }
}

extension MediaKey {
  /// A file of a user of the only app.
  init(_ id: String, of user: String) {
    guard let id = MediaID(id) else { fatalError("\(id) is no id of a file") }
    self.init(id, of: MediaOwner(app: Names.app("main"), user: Names.user(user)))
  }
}
