import Foundation
import Martlet
import MartletTesting
import Testing

/// A server that goes back to a backup, and devices that had seen more than it holds.
@Suite(.timeLimit(.minutes(10))) struct RestoreTests {
  private func device(_ installation: Installation, _ user: String, folder: String? = nil) async throws -> MartletClient {
    let token = try await installation.token(for: user)
    let client = try MartletClient(
      configuration: .init(server: installation.url, directory: folder, device: .init(class: .tool)) { token })
    await client.connect()
    try await client.caughtUp(within: .seconds(60))
    return client
  }

  private func texts(_ client: MartletClient, _ id: ConversationID) async throws -> [String?] {
    try await client.chat(id).history(limit: 100).map(\.text)
  }

  @Test func deviceThatHadSeenMoreThanTheBackupConverges() async throws {
    try await Installation.with { installation in
      let id = try #require(ConversationID("direct:alice:bob"))
      let folder = installation.directory + "/device"
      let (alice, bob) = (
        try await device(installation, "alice", folder: folder), try await device(installation, "bob")
      )
      #expect(await bob.chat(id).send(.text("kept")).isSent)
      _ = try await alice.chat(id).entry { $0.text == "kept" }
      let backup = installation.directory + "/backup"
      let program = try Program(Place.martlet, ["backup", "--data", installation.data, "--to", backup])
      #expect(try await program.exit(within: .seconds(60)) == 0, "\(program.errors)")

      for number in 1...3 { #expect(await bob.chat(id).send(.text("lost \(number)")).isSent) }
      let lost = try await alice.chat(id).entry { $0.text == "lost 3" }
      #expect(lost.seq == 4)
      await alice.disconnect()
      let waiting = try await alice.chat(id).enqueue(.text("waiting"))
      await bob.close()

      try await installation.killAndRestore(from: backup)
      let other = try await device(installation, "bob")
      #expect(await other.chat(id).send(.text("in its place")).isSent)
      var events = alice.events().makeAsyncIterator()
      await alice.connect()
      try await alice.caughtUp(within: .seconds(60))
      let missing = try await events.first { event -> Int? in if case .resynced(let missing) = event { missing } else { nil } }
      #expect(missing >= 1, "of three positions that are gone, some have been given again")
      _ = try await other.chat(id).entry { $0.text == "waiting" }
      let expected: [String?] = ["kept", "in its place", "waiting"]
      let fresh = try await device(installation, "alice")
      _ = try await alice.chat(id).entry { $0.text == "waiting" }
      #expect(try await alice.pending().allSatisfy { $0.id != waiting })
      #expect(try await texts(alice, id) == expected)
      #expect(try await texts(fresh, id) == expected)
      #expect(try await alice.conversations() == fresh.conversations())
      // The same copy is not another one.
      await alice.close()
      let again = try await device(installation, "alice", folder: folder)
      #expect(try await again.chat(id).cachedHistory(limit: 100).map(\.text) == expected)
      for client in [other, fresh, again] { await client.close() }
    }
  }
}

extension SendResult {
  fileprivate var isSent: Bool { if case .sent = self { true } else { false } }
}
