import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

@Suite(.timeLimit(.minutes(10))) struct AppReloadTests {
  @Test func aSecretIsChangedWhileTheServerRuns() async throws {
    try await TestServer.with { server in
      let old = try await server.token(for: "alice")
      let file = server.directory + "/apps.json"
      let first = try String(contentsOfFile: file, encoding: .utf8)
      let secret = String(repeating: "A", count: 43)
      func reload(_ text: String) throws {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try server.server.reloadApps()
      }
      func isWelcome(_ token: String) async throws -> Bool {
        let client = try await server.connection()
        if case .welcome = try? await client.hello(token: token) { return true }
        #expect(await client.closing?.failure?.errorCode == .tokenSignature)
        return false
      }
      // The new one signs, the old one is accepted still.
      try reload(first.replacingOccurrences(of: "[\"", with: "[\"\(secret)\", \""))
      let new = try await server.token(for: "alice")
      #expect(try await isWelcome(old))
      #expect(try await isWelcome(new))

      try reload(#"{"apps": [{"id": "main", "secrets": ["\#(secret)"]}]}"#)
      #expect(try await !isWelcome(old))
      #expect(try await isWelcome(new))

      #expect(throws: ServerError.self) { try reload("{}") }
      #expect(try await isWelcome(new))
    }
  }
}
