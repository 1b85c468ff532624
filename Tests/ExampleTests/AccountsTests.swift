import Martlet
import MartletTesting
import Testing

/// The article on accounts: its code is that of `KeepAccounts.swift`.
@Suite(.timeLimit(.minutes(10))) struct AccountsTests {
  @Test func accountThatSignsOutLeavesTheOtherWhole() async throws {
    try await TestServer.with { server in
      try await TemporaryDirectory.with { directory in
        let bob = try #require(UserID("bob"))
        _ = try await server.token(for: "bob")
        func open(_ user: String) async throws -> MartletClient {
          try await signIn(to: server.url, directory: "\(directory)/\(user)") { try await server.token(for: user) }
        }
        let (alice, carol) = (try await open("alice"), try await open("carol"))
        for client in [alice, carol] { #expect(await client.chat(with: bob).send(.text("hello")).isStored) }
        #expect(try await signOut(alice, directory: "\(directory)/alice"))
        #expect(try await carol.chat(with: bob).history().map(\.text) == ["hello"])
        let again = try await open("alice")
        try await again.caughtUp()
        #expect(try await again.chat(with: bob).history().map(\.text) == ["hello"])
        await again.disconnect()
        try await again.chat(with: bob).enqueue(.text("waits"))
        #expect(try await signOut(again, directory: "\(directory)/alice") == false)
        for client in [again, carol] { await client.close() }
      }
    }
  }
}

extension SendResult {
  fileprivate var isStored: Bool { if case .sent = self { true } else { false } }
}
