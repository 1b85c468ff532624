import Foundation
import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

@Suite(.timeLimit(.minutes(10))) struct AppReloadTests {
  @Test func aSecretIsChangedWhileTheServerRuns() async throws {
    try await TestServer.with { server in
      let file = server.directory + "/apps.json"
      let (first, second) = ("B" + String(repeating: "A", count: 42), String(repeating: "A", count: 43))
      func reload(_ text: String) async throws {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try await server.server.reloadApps()
      }
      func isWelcome(_ token: String) async throws -> Bool {
        let client = try await server.connection()
        if case .welcome = try? await client.hello(token: token) { return true }
        #expect(await client.closing?.failure?.errorCode == .tokenSignature)
        return false
      }
      // The file has the form from before token keys, so secrets sign tokens.
      try await reload(#"{"apps": [{"id": "main", "secrets": ["\#(first)"]}]}"#)
      let old = try await server.token(for: "alice")
      // The new one signs, the old one is accepted still.
      try await reload(#"{"apps": [{"id": "main", "secrets": ["\#(second)", "\#(first)"]}]}"#)
      let new = try await server.token(for: "alice")
      #expect(try await isWelcome(old))
      #expect(try await isWelcome(new))

      try await reload(#"{"apps": [{"id": "main", "secrets": ["\#(second)"]}]}"#)
      #expect(try await !isWelcome(old))
      #expect(try await isWelcome(new))

      await #expect(throws: ServerError.self) { try await reload("{}") }
      #expect(try await isWelcome(new))
    }
  }

  private func app(_ keys: [UInt8]) throws -> Apps {
    try Apps([appKeys("main", [secret(99)], keys.map { try tokenKey($0) })])
  }

  private func token(_ byte: UInt8, of user: String) throws -> String {
    let keys = try #require(try app([byte])[appID("main")])
    return try TokenIssuer().issue(for: Names.record(user), keys: keys, now: SystemTimeSource().wallMilliseconds).token
  }

  /// A server whose app `main` has token keys of these secrets.
  private func withServer(_ keys: [UInt8], _ body: (TestServer) async throws -> Void) async throws {
    let directory = try MartletTesting.TemporaryDirectory(inMemory: true)
    let data = try DataDirectory.open(directory.path, random: SystemRandomBytes())
    try data.store(app(keys))
    data.close()
    let server = try await TestServer.start(directory: directory.path)
    do {
      for user in ["alice", "bob"] { _ = try await server.token(for: user) }
      try await body(server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func session(_ server: TestServer, _ token: String, device: String) async throws -> WireClient {
    let client = try await server.connection()
    guard case .welcome = try await client.hello(token: token, device: device) else { throw TestError("not welcome") }
    return client
  }

  @Test func sessionsOfARemovedKeyEndAndOthersStay() async throws {
    try await withServer([1, 2]) { server in
      let old = try await session(server, token(1, of: "alice"), device: "a")
      let new = try await session(server, token(2, of: "bob"), device: "b")
      try DataDirectory.changeApps(at: server.directory) { _ in try app([3, 2]) }
      try await server.server.reloadApps()
      // The end of a session is only posted to its loop when the reload is answered.
      var pings = 0
      while case .pong? = try? await old.request(.ping(Wire.Ping())) {
        pings += 1
        guard pings < 10_000 else { throw TestError("the session goes on") }
      }
      await old.until { $0.closeCode != nil }
      #expect(await old.closing?.failure?.errorCode == .tokenRevoked)
      #expect(await old.closing?.reconnect == false)
      guard case .pong = try await new.request(.ping(Wire.Ping())) else { throw TestError("the wrong session ended") }
      let again = try await server.connection()
      _ = try? await again.hello(token: token(1, of: "alice"))
      await again.until { $0.closeCode != nil }
      #expect(await again.closing?.failure?.errorCode == .tokenSignature)
      _ = try await session(server, token(3, of: "alice"), device: "c")
    }
  }

  @Test func keyThatIsOnlyRenamedKeepsItsSessions() async throws {
    try await withServer([1]) { server in
      let alice = try await session(server, token(1, of: "alice"), device: "a")
      try DataDirectory.changeApps(at: server.directory) { _ in
        try Apps([appKeys("main", [secret(99)], [tokenKey(1, "renamed")])])
      }
      try await server.server.reloadApps()
      guard case .pong = try await alice.request(.ping(Wire.Ping())) else { throw TestError("the session ended") }
    }
  }

  /// A key that is removed between the check of the signature and the answer lets nobody in.
  @Test(arguments: [(GatedStore.Call.user, GatedStore.Point.before), (.user, .after), (.userLog, .after), (.stamp, .after)])
  func keyRemovedDuringSigningInIsNeverMissed(call: GatedStore.Call, point: GatedStore.Point) async throws {
    let closing = try await TestServer.whileSigningIn(call, point) { server in
      try DataDirectory.changeApps(at: server.directory) { _ in try app([3]) }
      try await server.server.reloadApps()
    }
    #expect(closing == .tokenRevoked)
  }

  @Test func administratorHasTheAppsReadAgain() async throws {
    try await TestServer.with { server in
      let loop = try EventLoop(name: "administrator")
      let control = Endpoint.local(path: DataDirectory.controlSocketPath(at: server.directory))
      func reload() async throws -> HTTPResponse {
        try await HTTPClient.request(method: "POST", at: control, path: "/v1/apps/reload", headers: [:], body: [], loop: loop)
      }
      try DataDirectory.changeApps(at: server.directory) { try $0.adding(appKeys("more", secret(1))) }
      let answer = try await reload()
      #expect(answer.status == 200 && answer.body == Array("{}".utf8))
      #expect(server.server.apps.current.all.map(\.id.text) == ["main", "more"])

      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: server.directory + "/apps.json")
      let refused = try await reload()
      #expect(refused.status == 400)
      #expect(try Wire.Failure(json: refused.body).field == "apps.json")
      #expect(server.server.apps.current.all.count == 2)
      await loop.stop()
    }
  }
}
