import ClientModels
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Reading logs from their beginning and then live.
@Suite(.timeLimit(.minutes(10))) struct LogsTests {
  private let network = MemoryNetwork()
  private let direct = ConversationID.of("direct:alice:bob")

  private func fill(_ range: Range<Int>, to conversation: String = "direct:alice") {
    for number in range { network.say("m\(number)", as: "bob", to: conversation) }
  }

  private func online(_ client: MartletClient) async throws {
    await client.connect()
    try await client.caughtUp()
  }

  private func take(_ count: Int, _ iterator: inout Logs.Iterator) async throws -> [LogItem] {
    var items: [LogItem] = []
    while items.count < count, let item = try await iterator.next() { items.append(item) }
    return items
  }

  @Test func logIsReadFromTheFirstEntryAndThenLive() async throws {
    fill(0..<250)
    let client = try network.client("alice")
    try await online(client)
    var log = client.chat(with: UserID.of("bob")).log(from: .first).makeAsyncIterator()
    #expect(try await take(250, &log).map(\.text) == (0..<250).map { "m\($0)" })
    fill(250..<260)
    #expect(try await take(10, &log).map(\.seq) == Array(251...260))
    await client.close()
    #expect(try await log.next() == nil)
  }

  @Test func everythingThatHappenedIsTold() async throws {
    let alice = UserID.of("alice")
    let bob = UserID.of("bob")
    network.server { server in
      _ = server.answer(.createGroup(Wire.CreateGroup(group: "g", clientId: "1", title: "G", members: ["alice"])), of: bob)
      _ = server.answer(
        .send(Wire.Send(conversation: "group:g", clientId: "2", type: "text", content: "{\"text\":\"a\"}")), of: bob)
      _ = server.answer(.send(Wire.Send(conversation: "group:g", clientId: "3", type: "poll", content: "{\"q\":1}")), of: bob)
      let edit = Wire.Edit(conversation: "group:g", clientId: "4", target: 2, type: "text", content: "{\"text\":\"b\"}")
      _ = server.answer(.edit(edit), of: bob)
      _ = server.answer(.recall(Wire.Recall(conversation: "group:g", clientId: "5", target: 3)), of: bob)
      _ = server.answer(.addMembers(Wire.AddMembers(conversation: "group:g", clientId: "6", users: ["carol"])), of: bob)
      _ = server.answer(.removeMembers(Wire.RemoveMembers(conversation: "group:g", clientId: "7", users: ["carol"])), of: bob)
      server.storeUnknown(in: ConversationID.of("group:g"), by: bob)
    }
    let client = try network.client("alice")
    try await online(client)
    var log = client.logs(from: .first).makeAsyncIterator()
    let items = try await take(8, &log)
    #expect(
      items.map(\.event) == [
        .notice(.groupCreated(title: "G", owner: bob, members: [bob, alice])), .message(.text("b"), revision: 4),
        .recalledMessage(type: "poll", by: 5), .edited(target: 2, .text("b")), .recalled(target: 3),
        .notice(.membersAdded([UserID.of("carol")])), .notice(.membersRemoved([UserID.of("carol")], owner: bob)), .unknown,
      ])
    #expect(
      items.map(\.kind) == [
        "group_created", "message", "message", "edited", "recalled", "members_added", "members_removed", "unknown",
      ])
    #expect(items.map(\.type) == [nil, "text", "poll", "text", nil, nil, nil, nil])
    #expect(items.map(\.target) == [nil, nil, nil, 2, 3, nil, nil, nil])
    await client.close()
  }

  @Test func conversationsThatAppearLaterAreReadFromTheirFirstEntry() async throws {
    fill(0..<3)
    let client = try network.client("alice")
    try await online(client)
    var logs = client.logs(from: .next).makeAsyncIterator()
    let taking = Task { [logs] in
      var logs = logs
      return try await take(5, &logs)
    }
    while await client.wakers.isEmpty { await Task.yield() }
    network.say("from carol", as: "carol", to: "direct:alice")
    network.say("more from carol", as: "carol", to: "direct:alice")
    for number in 3..<6 { network.say("m\(number)", as: "bob", to: "direct:alice") }
    let items = try await taking.value
    #expect(items.filter { $0.sender.text == "carol" }.map(\.text) == ["from carol", "more from carol"])
    #expect(items.filter { $0.sender.text == "bob" }.map(\.text) == ["m3", "m4", "m5"])
    logs = client.logs(from: .first).makeAsyncIterator()
    #expect(try await take(8, &logs).count == 8)
    await client.close()
  }

  @Test func conversationThatDoesNotExistYetIsWaitedFor() async throws {
    let client = try network.client("alice")
    try await online(client)
    let taking = Task { [direct] () -> LogItem? in
      var log = client.chat(direct).log(from: .first).makeAsyncIterator()
      return try await log.next()
    }
    while await client.wakers.isEmpty { await Task.yield() }
    fill(0..<1)
    #expect(try await taking.value?.text == "m0")
    await client.close()
  }

  @Test func positionToBeginAfterCanBeGiven() async throws {
    fill(0..<30)
    let client = try network.client("alice")
    try await online(client)
    var log = client.chat(direct).log(from: .after(28)).makeAsyncIterator()
    #expect(try await take(2, &log).map(\.seq) == [29, 30])
    await client.close()
  }

  @Test func logGoesOnAcrossLostConnections() async throws {
    let client = try network.client("alice")
    try await online(client)
    let taking = Task { [direct] in
      var log = client.chat(direct).log(from: .first).makeAsyncIterator()
      return try await take(300, &log).map(\.seq)
    }
    let done = Counter()
    let ending = Task {
      let seqs = try await taking.value
      done.add()
      return seqs
    }
    var said = 0
    while done.value == 0 {
      if said < 300 {
        fill(said..<said + 3)
        said += 3
      }
      network.goDown()
      network.comeBack()
      network.time.advance(by: .milliseconds(200))
      await Task.yield()
    }
    #expect(try await ending.value == Array(1...300))
    await client.close()
  }

  @Test func sequenceEndsWithTheConnectionThatIsNotWanted() async throws {
    fill(0..<2)
    let client = try network.client("alice")
    try await online(client)
    var logs = client.logs(from: .first).makeAsyncIterator()
    #expect(try await take(2, &logs).count == 2)
    await client.disconnect()
    #expect(try await logs.next() == nil)
    await client.close()
  }

  @Test func sequenceThrowsWhatEndedTheConnection() async throws {
    let client = try network.client("alice")
    try await online(client)
    var logs = client.logs(from: .first).makeAsyncIterator()
    network.refuse(with: Wire.Failure(.tokenRevoked))
    network.goDown()
    network.comeBack()
    let moving = Task {
      while !Task.isCancelled {
        network.time.advance(by: .milliseconds(100))
        await Task.yield()
      }
    }
    do {
      _ = try await logs.next()
      Issue.record("it did not throw")
    } catch {
      #expect(error.code == .server(.tokenRevoked))
    }
    moving.cancel()
    await client.close()
  }

  @Test func cancelledIterationEnds() async throws {
    let client = try network.client("alice")
    try await online(client)
    let taking = Task { () -> LogItem? in
      var logs = client.logs(from: .first).makeAsyncIterator()
      return try await logs.next()
    }
    while await client.wakers.isEmpty { await Task.yield() }
    taking.cancel()
    #expect(try await taking.value == nil)
    await client.close()
  }
}
