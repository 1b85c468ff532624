import Foundation
import Martlet
import MartletTesting
import Testing

/// The chat page when the server comes back with the data of a backup.
@Suite(.timeLimit(.minutes(5)))
struct RestoredTests {
  /// Lets the page ask for its history before it sends the waiting message and reads the list, and learn it last.
  private static let late = """
    void (() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (frame) {
        const delay = frame.includes('"listConversations"') ? 400 : frame.includes('"send"') ? 200 : 0;
        if (delay) setTimeout(() => send.call(this, frame), delay);
        else send.call(this, frame);
      };
      const history = martlet.me.history.bind(martlet.me);
      martlet.me.history = async (...of) => {
        const page = await history(...of);
        await new Promise((resolve) => setTimeout(resolve, 600));
        return page;
      };
    })()
    """

  @Test(arguments: [false, true]) func pageDropsWhatItReadAndKeepsWhatItSends(isListLate: Bool) async throws {
    try await Self.withServers { server, backup in
      let bob = try #require(UserID("bob"))
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      let alice = try await server.swiftClient("alice")
      for text in ["lost", "lost too"] { _ = await alice.chat(with: bob).send(.text(text)) }
      try await peer.wait(forMessages: ["before", "lost", "lost too"])
      try await peer.evaluate("void (globalThis.heard = [], martlet.me.on('restored', () => heard.push('restored')))")

      await proxy.refuse()
      await proxy.cut()
      try await peer.wait(until: "martlet.me.state !== 'online'")
      try await peer.ask("type", ["text": "typed meanwhile"])
      try await peer.evaluate("void (globalThis.recalled = martlet.me.recall('direct:alice', 2).catch(({ name }) => name))")
      let later = try await backup.swiftClient("alice")
      _ = await later.chat(with: bob).send(.text("instead"))
      proxy.retarget(port: backup.port)
      if isListLate { try await peer.evaluate(Self.late) }
      try await proxy.accept()

      try await peer.wait(forMessages: ["before", "instead", "typed meanwhile"])
      #expect(try await peer.evaluate("recalled") == "data_restored")
      #expect(try await peer.evaluate("heard.join()") == "restored")
      let log = try await later.chat(with: bob).entries(upTo: 3)
      #expect(log.map(\.text) == ["before", "instead", "typed meanwhile"])
      let listed = "JSON.stringify(martlet.me.conversations().map(({ head, lastMessage }) => [head, lastMessage.seq]))"
      try await peer.wait(until: "\(listed) === '[[3,3]]'")
      _ = await later.chat(with: bob).send(.text("after"))
      try await peer.wait(forMessages: ["before", "instead", "typed meanwhile", "after"])

      // The same data again is not restored data.
      await proxy.cut()
      try await peer.wait(until: "martlet.me.state === 'online'")
      _ = await later.chat(with: bob).send(.text("last"))
      try await peer.entry(saying: "last")
      #expect(try await peer.evaluate("heard.join()") == "restored")
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
