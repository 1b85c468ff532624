import Foundation
import MartletNet
import MartletServer
import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Secrets that must not leak: recalled texts anywhere, and any content of users in the operator's log.
@Suite(.timeLimit(.minutes(10))) struct SecrecyTests {
  private func send(_ conversation: String, _ text: String, id: String) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: conversation, clientId: id, type: "text", content: #"{"text":"\#(text)"}"#))
  }

  private func edit(_ target: UInt64, _ text: String, id: String) -> Wire.ClientPacket.Request {
    .edit(Wire.Edit(conversation: "group:g", clientId: id, target: target, type: "text", content: #"{"text":"\#(text)"}"#))
  }

  private func recall(_ target: UInt64, id: String) -> Wire.ClientPacket.Request {
    .recall(Wire.Recall(conversation: "group:g", clientId: id, target: target))
  }

  // MARK: - Recalls

  @Test func recalledTextIsNowhere() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      _ = try await server.token(for: "bob")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "g", title: "G", members: ["bob"])))
      for request in [
        send("group:g", "canary-sent", id: "1"), edit(2, "canary-edited", id: "2"), edit(2, "canary-edited-again", id: "3"),
        send("group:g", "stays", id: "4"), recall(2, id: "5"), send("group:g", "canary-last", id: "6"), recall(7, id: "7"),
      ] {
        guard case .appended = try await alice.request(request) else { throw TestError("\(request)") }
      }
      // A device of someone else, and one of the sender, that come later.
      for user in ["alice", "bob"] {
        let client = try await server.client(user: user, device: "later")
        var seen: [String] = []
        for request: Wire.ClientPacket.Request in [
          .fetchEntries(Wire.FetchEntries(conversation: "group:g")),
          .fetchEntries(Wire.FetchEntries(conversation: "group:g", limit: 3, newest: true)),
          .listConversations(Wire.ListConversations()), .listConversations(Wire.ListConversations(only: ["group:g"])),
          .fetchUserEntries(Wire.FetchUserEntries()), .listMembers(Wire.ListMembers(conversation: "group:g")),
        ] { seen.append("\(try await client.request(request))") }
        // Retrying or editing a recalled message does not return its content either.
        seen.append("\(try await client.request(edit(2, "other", id: "8")))")
        seen.append("\(try await client.request(send("group:g", "fence", id: "f-\(user)")))")
        await client.until { client in client.entries(of: "group:g").contains { $0.clientId == "f-\(user)" } }
        seen += await client.pushes.map { "\($0)" }
        #expect(!seen.contains { $0.contains("canary") })
        #expect(seen.contains { $0.contains("stays") })
      }
    }
  }

  // MARK: - The two forms

  @Test func sessionInJSONGetsTheSameAsOneInProtocolBuffers() async throws {
    try await TestServer.with { server in
      let actor = try await server.client(user: "alice", device: "actor")
      let binary = try await server.client(user: "alice", device: "binary")
      let json = try await server.client(user: "alice", device: "json", subprotocol: Gateway.jsonProtocol)
      _ = try await server.token(for: "bob")
      let requests: [Wire.ClientPacket.Request] = [
        .createGroup(Wire.CreateGroup(group: "g", clientId: "g", title: "Ü\"\\\u{1F426}", members: ["bob"])),
        send("group:g", #"a\u0000\\\"b"#, id: "1"), edit(2, "c", id: "2"), send("group:g", "d", id: "3"), recall(4, id: "4"),
        .markRead(Wire.MarkRead(conversation: "group:g", seq: 5)),
        .removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "5", users: ["bob"])),
        send("direct:bob", "e", id: "6"),
        send("direct:alice", "fence", id: "7"),
      ]
      for request in requests {
        if case .failure(let failure) = try await actor.request(request) { Issue.record("\(request): \(failure)") }
      }
      for client in [binary, json] { await client.until { !$0.entries(of: "direct:alice:alice").isEmpty } }
      // Pushes of different conversations may come in either order.
      func sorted(_ client: WireClient) async -> [String] { await client.pushes.map { "\($0)" }.sorted() }
      #expect(await sorted(binary) == sorted(json))
      for request: Wire.ClientPacket.Request in [
        .fetchEntries(Wire.FetchEntries(conversation: "group:g")), .listConversations(Wire.ListConversations()),
        .fetchUserEntries(Wire.FetchUserEntries()), .listMembers(Wire.ListMembers(conversation: "group:g")),
        send("direct:nobody", "a", id: "9"), .fetchEntries(Wire.FetchEntries(conversation: "group:none")),
        send("group:g", "a", id: ""), send("direct:bob", "e", id: "6"),
      ] {
        let (one, other) = (try await binary.request(request), try await json.request(request))
        #expect(one == other)
      }
    }
  }

  // MARK: - Logs

  @Test func logAndMetricsHoldNothingOfUsersAndNoSecrets() async throws {
    let lines = LogTests.Lines()
    try await MartletTesting.TemporaryDirectory.with { path in
      let server = try await TestServer.start(
        directory: path, log: lines.log(level: .debug),
        openStore: { directory in
          GatedStore(try await TestServer.openSQLite(directory))
        })
      let token = try await server.token(for: "alice")
      let client = try await server.connection()
      _ = try await client.hello(token: token, device: "canary-device")
      for request: Wire.ClientPacket.Request in [
        .createGroup(Wire.CreateGroup(group: "g", clientId: "canary-client", title: "canary-title", members: [])),
        send("group:g", "canary-content", id: "canary-1"), send("group:g", "canary-other", id: "canary-1"),
        send("group:canary-unknown", "canary-content", id: "canary-2"), send("canary nonsense", "canary", id: "3"),
        .send(Wire.Send(conversation: "group:g", clientId: "4", type: "text", content: "canary-no-json")),
      ] { _ = try await client.request(request) }
      for bad in ["canary-token", token + "canary", "canary.canary.canary"] {
        let other = try await server.connection()
        _ = try? await other.hello(token: bad, device: "canary-device")
        await other.until { $0.closeCode != nil }
      }
      await client.send(raw: Array("canary-garbage".utf8))
      await client.until { $0.closeCode != nil }
      let metrics = server.server.metrics.prometheusText()
      let secret = try #require(
        try String(contentsOfFile: path + "/apps.json", encoding: .utf8).firstMatch(of: /"secrets": \["([^"]+)"/)
      ).output.1
      await server.stop()
      let written = lines.all.joined() + metrics
      #expect(lines.all.count >= 3)
      #expect(!written.contains("canary"))
      #expect(!written.contains(secret))
      #expect(!token.split(separator: ".").contains { written.contains($0) })
    }
  }

  @Test func failuresOfTheStoreAreLoggedWithoutWhatWasToBeStored() async throws {
    let lines = LogTests.Lines()
    let disk = FaultDisk()
    try await TestServer.with(
      limits: Limits(), log: lines.log(level: .debug),
      openStore: { directory in
        var options = SQLiteStore.Options()
        options.vfs = disk.name
        return try await SQLiteStore.open(directory: directory, options: options)
      },
      { server in
        let alice = try await server.client(user: "alice")
        _ = try await alice.request(send("direct:alice", "canary-before", id: "canary-0"))
        disk.fail(.write, after: 0, lasts: true)
        _ = try await alice.request(send("direct:alice", "canary-content", id: "canary-1"))
        _ = try await alice.request(.markRead(Wire.MarkRead(conversation: "direct:alice", seq: 1)))
        _ = try? await server.token(for: "canary-user")
        disk.heal()
      })
    #expect(lines.all.contains { $0.contains("level=error") })
    #expect(!lines.all.contains { $0.contains("canary") })
  }
}
