import Martlet
import MartletTesting
import Testing

/// The tutorial of the reference, step by step: the files in `Tutorial` are those that it shows.
@Suite(.timeLimit(.minutes(10))) struct TutorialTests {
  @Test func tutorialWorksAsItIsWritten() async throws {
    let bob = try #require(UserID("bob"))
    try await TestServer.with { server in
      try await TemporaryDirectory.with { directory in
        for user in ["bob", "carol"] { _ = try await server.token(for: user) }
        let alices = try await openClient(server: server.url, directory: "\(directory)/alice") {
          try await server.token(for: "alice")
        }
        let bobs = try await openClient(server: server.url, directory: "\(directory)/bob") {
          try await server.token(for: "bob")
        }
        let alice = try #require(await alices.user)
        async let shown = show(bobs.chat(with: alice), lines: 2)
        for result in try await greet(bob, with: alices) {
          guard case .sent = result else { return #expect(Bool(false), "\(result)") }
        }
        #expect(try await shown == ["alice: Shall we have lunch?", "alice: Old Town Café"])
        let handed = try await forward("lunch", to: try #require(UserID("carol")), with: bobs)
        guard case .sent = handed.first?.result else { return #expect(Bool(false), "\(handed)") }
        await alices.close()
        await bobs.close()
      }
    }
  }
}
