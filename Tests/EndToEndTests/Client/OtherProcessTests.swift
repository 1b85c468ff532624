import Foundation
import Martlet
import MartletTesting
import Testing

/// Two processes and one directory: an app and its extension.
@Suite(.timeLimit(.minutes(10))) struct OtherProcessTests {
  private func chat(_ installation: Installation, _ token: String, data: String) throws -> Program {
    try Program(
      Place.martlet, ["chat", "--server", installation.url, "--to", "direct:bob", "--data", data],
      environment: ["MARTLET_TOKEN": token])
  }

  /// Reads until the conversation holds these texts.
  private func wait(_ reader: MartletReader, _ id: Destination, for texts: [String]) async throws {
    while (try? await reader.history(of: id).map(\.text)) != texts {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func readerReadsWhatAnotherProcessWritesAndWhatItLeftWhenKilled() async throws {
    try await Installation.with { installation in
      let token = try await installation.token(for: "alice")
      _ = try await installation.token(for: "bob")
      let data = "\(installation.directory)/alice"
      let bob = Destination.user(try #require(UserID("bob")))
      let reader = try MartletReader(directory: data)
      let program = try chat(installation, token, data: data)
      program.write("hello")
      try await wait(reader, bob, for: ["hello"])
      let error = await #expect(throws: MartletError.self) {
        try await MartletClient.open(.init(server: installation.url, directory: data, device: .init(class: .tool)) { token })
      }
      #expect(error?.code == .directoryInUse)
      program.write("tea or coffee")
      try await wait(reader, bob, for: ["hello", "tea or coffee"])
      #expect(try await reader.conversations(limit: 10).map(\.lastMessage?.text) == ["tea or coffee"])
      while try await reader.search(SearchQuery("coffee")).items.map(\.count) != [1] { await Task.yield() }
      try await program.killAndWait()
      // Nobody has tidied up behind it.
      #expect(FileManager.default.fileExists(atPath: data + "/martlet.sqlite-wal"))
      #expect(try await reader.history(of: bob).map(\.text) == ["hello", "tea or coffee"])
      let client = try MartletClient(
        configuration: .init(server: installation.url, directory: data, device: .init(class: .tool)) { token })
      #expect(try await client.chat(to: bob).cachedHistory().map(\.text) == ["hello", "tea or coffee"])
      await client.close()
    }
  }

  @Test func anotherProcessUsesTheDirectoryOfASuspendedClient() async throws {
    try await Installation.with { installation in
      let token = try await installation.token(for: "alice")
      _ = try await installation.token(for: "bob")
      let data = "\(installation.directory)/alice"
      let bob = Destination.user(try #require(UserID("bob")))
      let client = try await MartletClient.open(
        .init(server: installation.url, directory: data, device: .init(class: .tool)) { token })
      await client.connect()
      try await client.caughtUp(within: .seconds(60))
      _ = await client.chat(to: bob).send(.text("by the app"))
      await client.suspend()

      let program = try chat(installation, token, data: data)
      program.write("by the extension")
      try await program.until { $0.contains { $0.hasPrefix("#2 ") } }
      program.closeInput()
      #expect(try await program.exit() == 0)

      var events = client.events().makeAsyncIterator()
      try await client.resume()
      #expect(await events.next() == .missed)
      #expect(try await client.chat(to: bob).cachedHistory().map(\.text) == ["by the app", "by the extension"])
      try await client.connected(within: .seconds(60))
      await client.close()
    }
  }
}
