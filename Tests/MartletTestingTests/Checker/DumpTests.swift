import MartletNet
import MartletPostgres
import MartletTesting
import MartletWire
import Testing

@Suite struct DumpTests {
  /// A server that handled requests of every kind, from clients that record their observations.
  @Test func dumpOfAServerAgreesWithItsClients() async throws {
    try await TemporaryDirectory.with { directory in
      let history = try await live(try await TestServer.start(directory: directory))
      let dump = try await Dump.read(directory: directory)
      check(dump, history)
      // The directory is as it was.
      let again = try await Dump.read(directory: directory)
      #expect(again.logs["group:g"]?.entries == dump.logs["group:g"]?.entries)
    }
  }

  @Test func dumpOfADatabaseAgreesWithItsClientsToo() async throws {
    let address = try await PostgresServer.shared.value.schema("dump")
    try await TemporaryDirectory.with { directory in
      let server = try await TestServer.start(directory: directory, openStore: { _ in try await PostgresStore.open(address) })
      let history = try await live(server)
      check(try await Dump.read(postgres: address), history)
    }
  }

  private func check(_ dump: Dump, _ history: History) {
    #expect(dump.logs.count == 2)
    #expect(dump.logs["group:g"]?.entries.count == 8)
    #expect(dump.logs["group:g"]?.title == "H")
    #expect(dump.logs["group:g"]?.attributes == MarkLine.attributes(["b": "{}"]))
    #expect(dump.logs["group:g"]?.members.isEmpty == false && !dump.users.isEmpty && dump.userLogs["bob"]?.isEmpty == false)
    let verdict = Checker.check(history.records, dump: dump)
    #expect(verdict.isClean, "\(verdict.violations.map(\.description))")
    #expect(verdict.figures.entriesSeen > 10)
  }

  /// Lets two users make requests of every kind, and stops the server.
  private func live(_ server: TestServer) async throws -> History {
    // The clock stands: pushes are recorded at the end, and the checker takes that for the time of their arrival.
    let history = History(time: ManualTime())
    let (alice, bob) = (try await server.client(user: "alice"), try await server.client(user: "bob"))
    let requests: [Wire.ClientPacket.Request] = [
      .createGroup(
        Wire.CreateGroup(
          group: "g", clientId: "1", title: "G", members: ["bob"], attributes: [Wire.Attribute(key: "a", value: "1")])),
      .send(Wire.Send(conversation: "group:g", clientId: "2", type: "text", content: #"{"text":"a"}"#)),
      .edit(Wire.Edit(conversation: "group:g", clientId: "3", target: 2, type: "text", content: #"{"text":"b"}"#)),
      .send(Wire.Send(conversation: "direct:bob", clientId: "4", type: "text", content: #"{"text":"c"}"#)),
      .recall(Wire.Recall(conversation: "group:g", clientId: "5", target: 2)),
      .edit(Wire.Edit(conversation: "direct:bob", clientId: "6", target: 1, type: "text", content: #"{"text":"d"}"#)),
      .markRead(Wire.MarkRead(conversation: "group:g", seq: 3)),
      .changeConversation(
        Wire.ChangeConversation(
          conversation: "group:g", clientId: "5b", title: "H",
          attributes: [Wire.Attribute(key: "a", value: ""), Wire.Attribute(key: "b", value: "{}")])),
      .changeConversation(Wire.ChangeConversation(conversation: "group:g", clientId: "5c", title: "H")),
      .listConversations(Wire.ListConversations()),
      .fetchEntries(Wire.FetchEntries(conversation: "group:g")),
      .listMembers(Wire.ListMembers(conversation: "group:g")),
      .fetchUserEntries(Wire.FetchUserEntries()),
      .removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "7", users: ["bob"])),
      .addMembers(Wire.AddMembers(conversation: "group:g", clientId: "8", users: ["bob"])),
      .removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "9", users: ["alice"])),
    ]
    for request in requests { try await ask(request, alice, history) }
    await bob.until { client in client.pushes.flatMap(\.entries).contains { $0.clientId == "9" } }
    for push in await bob.pushes { history.record(push, device: "b1", user: "bob") }
    await server.stop()
    return history
  }

  private func ask(_ request: Wire.ClientPacket.Request, _ client: WireClient, _ history: History) async throws {
    let caller = try #require(UserID("alice"))
    let call = history.invoke(Operation(request, caller: caller), device: "a1", user: "alice")
    let answer = try await client.request(request)
    if case .failure(let failure) = answer { Issue.record("\(failure)") }
    history.record(answer, to: call, device: "a1", user: "alice")
  }
}
