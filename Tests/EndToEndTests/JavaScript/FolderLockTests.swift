import Martlet
import MartletTesting
import Testing

/// One folder, one client: in processes of Node and of Swift.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct FolderLockTests {
  private func configuration(_ server: TestServer, _ folder: String) async throws -> MartletClient.Configuration {
    let token = try await server.token(for: "bob")
    return MartletClient.Configuration(server: server.url, directory: folder, device: Device(class: .tool)) { token }
  }

  private func refusal(_ peer: Peer, _ server: TestServer, _ folder: String) async throws -> String? {
    let open = "open({ server: '\(server.url)', token: 'x', device: { class: 'tool' }, directory: '\(folder)' })"
    return try await peer.text("\(open).then(() => 'opened', ({ code, message }) => `${code}: ${message}`)")
  }

  /// The dying process closes its output before its lock.
  private func openOnceFree(_ configuration: MartletClient.Configuration) async throws -> MartletClient {
    while true {
      do {
        return try MartletClient(configuration: configuration)
      } catch {
        guard error.code == .directoryInUse else { throw error }
        await Task.yield()
      }
    }
  }

  @Test func clientInSwiftKeepsNodeOut() async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      let client = try MartletClient(configuration: try await configuration(server, folder.path))
      let peer = try await ScriptHost.node.start(server)
      let expected = "directory_in_use: another client uses \(folder.path); close it first"
      #expect(try await refusal(peer, server, folder.path) == expected)
      // A client that is suspended lets others in, and learns of them.
      await client.suspend()
      try await peer.open("bob", server.url, token: try await server.token(for: "bob"), directory: folder.path)
      let error = await #expect(throws: MartletError.self) { try await client.resume() }
      #expect(error?.code == .directoryInUse)
      try await peer.run("void bob.close()")
      var events = client.events().makeAsyncIterator()
      try await client.resume()
      #expect(await events.next() == .missed)
      await client.close()
      try await peer.open("again", server.url, token: try await server.token(for: "bob"), directory: folder.path)
      await peer.stop()
    }
  }

  @Test func clientInNodeKeepsSwiftOutUntilItIsKilledAndLeavesItsData() async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      _ = try await server.token(for: "alice")
      let configuration = try await configuration(server, folder.path)
      let peer = try await ScriptHost.node.start(server)
      try await peer.open("bob", server.url, token: try await server.token(for: "bob"), directory: folder.path)
      try await peer.run("bob.connect()")
      try await peer.run("bob.chat('direct:alice').send('stored')")
      // The message itself may come after the answer that it is stored.
      try await peer.run("bob.chat('direct:alice').history()")
      try await peer.run("bob.disconnect()")
      try await peer.run("bob.chat('direct:alice').send('waits', { id: 'own-1', enqueue: true })")
      let error = #expect(throws: MartletError.self) { try MartletClient(configuration: configuration) }
      #expect(error?.code == .directoryInUse)
      try? await peer.run("process.kill(process.pid, 'SIGKILL')")
      await peer.stop()
      let client = try await openOnceFree(configuration)
      let chat = client.chat(with: try #require(UserID("alice")))
      #expect(try await chat.cachedHistory().map(\.text) == ["stored"])
      #expect(try await client.pending().map(\.id.text) == ["own-1"])
      await client.close()
    }
  }

  @Test func twoProcessesOfNodeKeepEachOtherOut() async throws {
    try await TestServer.with { server in
      let folder = try TemporaryDirectory()
      let token = try await server.token(for: "bob")
      let (first, second) = (try await ScriptHost.node.start(server), try await ScriptHost.node.start(server))
      try await first.open("bob", server.url, token: token, directory: folder.path)
      #expect(try await refusal(second, server, folder.path)?.hasPrefix("directory_in_use") == true)
      try? await first.run("process.kill(process.pid, 'SIGKILL')")
      await first.stop()
      // The dying process closes its output before its lock.
      while try await refusal(second, server, folder.path) != "opened" { await Task.yield() }
      await second.stop()
    }
  }
}
