import Foundation
import Martlet
import MartletTesting
import Testing

/// The chat page when the server comes back with the data of a backup.
@Suite(.timeLimit(.minutes(5)))
struct RestoredTests {
  @Test func pageDropsWhatItReadAndKeepsWhatItSends() async throws {
    try await Self.withServers { server, backup in
      let bob = try #require(UserID("bob"))
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      let alice = try await server.swiftClient("alice")
      for text in ["lost", "lost too"] { _ = await alice.chat(with: bob).send(.text(text)) }
      try await peer.wait(forMessages: ["before", "lost", "lost too"])
      try await peer.evaluate("void (globalThis.heard = [], martlet.client.on('resynced', () => heard.push('resynced')))")

      await proxy.refuse()
      await proxy.cut()
      try await peer.wait(until: "martlet.client.state.name !== 'online'")
      try await peer.ask("type", ["text": "typed meanwhile"])
      let recall = "martlet.client.chat('direct:alice').recall(2).catch(({ code }) => code)"
      try await peer.evaluate("void (globalThis.recalled = \(recall))")
      let later = try await backup.swiftClient("alice")
      _ = await later.chat(with: bob).send(.text("instead"))
      proxy.retarget(port: backup.port)
      try await proxy.accept()

      try await peer.wait(forMessages: ["before", "instead", "typed meanwhile"])
      #expect(try await peer.evaluate("recalled") == "target_unknown")
      // Messages that are known again may be shown before the whole list is.
      try await peer.wait(until: "heard.length > 0")
      #expect(try await peer.evaluate("heard.join()") == "resynced")
      let log = try await later.chat(with: bob).entries(upTo: 3)
      #expect(log.map(\.text) == ["before", "instead", "typed meanwhile"])
      _ = await later.chat(with: bob).send(.text("after"))
      try await peer.wait(forMessages: ["before", "instead", "typed meanwhile", "after"])

      // The same data again is not restored data.
      await proxy.cut()
      try await peer.wait(until: "martlet.client.state.name === 'online'")
      _ = await later.chat(with: bob).send(.text("last"))
      try await peer.entry(saying: "last")
      #expect(try await peer.evaluate("heard.join()") == "resynced")
      await peer.stop()
      await alice.close()
      await later.close()
      await proxy.close()
    }
  }

  /// Runs a server with one message, and a second one on a restored copy of its data.
  private static func withServers(_ body: (_ server: TestServer, _ backup: TestServer) async throws -> Void) async throws {
    try await TemporaryDirectory.with { directory in
      let (data, copy) = (directory + "/data", directory + "/copy")
      try FileManager.default.createDirectory(
        atPath: data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let first = try await TestServer.start(directory: data)
      let alice = try await first.swiftClient("alice")
      _ = try await first.token(for: "bob")
      _ = await alice.chat(with: try #require(UserID("bob"))).send(.text("before"))
      await alice.close()
      await first.stop()
      try FileManager.default.copyItem(atPath: data, toPath: copy)
      #expect(try await Program(Place.martlet, ["restored", "--data", copy]).exit() == 0)
      let server = try await TestServer.start(directory: data)
      let backup = try await TestServer.start(directory: copy)
      do {
        try await body(server, backup)
      } catch {
        await server.stop()
        await backup.stop()
        throw error
      }
      await server.stop()
      await backup.stop()
    }
  }
}
