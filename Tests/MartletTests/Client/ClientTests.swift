import ClientModels
import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// The client as an app sees it, against a model server.
@Suite(.timeLimit(.minutes(10))) struct ClientTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let alice = UserID.of("alice")
  private let bob = UserID.of("bob")
  private let direct = ConversationID.of("direct:alice:bob")

  init() throws { folder = try TemporaryDirectory() }

  /// Connects, and waits until everything is there.
  private func online(_ client: MartletClient) async throws {
    await client.connect()
    try await client.caughtUp()
  }

  /// The first event that `pick` takes.
  private func first<Value>(_ events: Events, _ pick: (Event) -> Value?) async throws -> Value {
    for await event in events { if let value = pick(event) { return value } }
    throw MartletError(.closed, "the events ended")
  }

  @Test func messageReachesTheOtherUser() async throws {
    let (mine, theirs) = (try network.client("alice"), try network.client("bob"))
    let events = theirs.events()
    try await online(mine)
    try await online(theirs)
    let result = await mine.chat(with: bob).send(.text("hello"))
    #expect(result == .sent(MessageID(conversation: direct, seq: 1), at: Timestamp(milliseconds: network.server { $0.time })))
    let message = try await first(events) { if case .message(let message) = $0 { message } else { nil } }
    #expect(message.text == "hello" && message.sender == alice && message.id.seq == 1)
    let summary = try #require(try await theirs.chat(direct).summary())
    #expect(summary.unread == 1 && summary.peer == alice && summary.lastMessage == message)
    await mine.close()
    await theirs.close()
  }

  @Test func editAndRecallShowInHistory() async throws {
    let client = try network.client("alice")
    try await online(client)
    let chat = client.chat(with: bob)
    _ = await chat.send(.text("one"))
    _ = await chat.send(.text("two"))
    #expect(
      await chat.edit(direct.message(at: 1), to: .text("uno"))
        == .sent(direct.message(at: 3), at: Timestamp(milliseconds: network.server { $0.time })))
    _ = await chat.recall(direct.message(at: 2))
    try await network.pass { try await chat.summary()?.head == 4 }
    let history = try await chat.history()
    #expect(history.map(\.seq) == [1, 2])
    #expect(history[0].text == "uno" && history[0].isEdited && history[0].revision == 3)
    #expect(history[1].isRecalled && history[1].content == nil)
    await client.close()
  }

  @Test func whatIsHeldCanBeReadBeforeAnyConnection() async throws {
    var client = try network.client("alice", directory: folder.path)
    try await online(client)
    _ = await client.chat(with: bob).send(.text("kept"))
    try await network.pass { try await client.chat(direct).summary()?.head == 1 }
    await client.close()
    client = try network.client("alice", directory: folder.path)
    #expect(client.state == .offline)
    #expect(try await client.conversations().map(\.id) == [direct])
    #expect(try await client.chat(with: bob).history().map(\.text) == ["kept"])
    #expect(await client.user == alice)
    await client.close()
  }

  @Test func messageWrittenOfflineIsSentByTheNextProcess() async throws {
    var client = try network.client("alice", directory: folder.path)
    let id = await client.newClientID()
    let sending = Task { [client, bob] in await client.chat(with: bob).send(.text("later"), id: id) }
    try await network.pass { try await client.pending().count == 1 }
    await client.close()
    #expect(await sending.value == .unknown)
    client = try network.client("alice", directory: folder.path)
    #expect(try await client.pending().map(\.id) == [id])
    try await online(client)
    try await network.pass { try await client.pending().isEmpty }
    #expect(network.server { $0.logs[direct]?.entries.map(\.clientId) } == [id.text])
    await client.close()
  }

  @Test func cancelledSendStaysInTheOutbox() async throws {
    let client = try network.client("alice")
    let sending = Task { [bob] in await client.chat(with: bob).send(.text("hi")) }
    try await network.pass { try await client.pending().count == 1 }
    sending.cancel()
    #expect(await sending.value == .unknown)
    #expect(try await client.pending().count == 1)
    try await online(client)
    try await network.pass { try await client.pending().isEmpty }
    #expect(network.server { $0.logs[direct]?.entries.count } == 1)
    await client.close()
  }

  @Test func enqueuedMessagesAreWrittenAndSentInOrder() async throws {
    let client = try network.client("alice", directory: folder.path)
    let chat = client.chat(with: bob)
    var ids: [ClientID] = []
    for number in 0..<20 { ids.append(try await chat.enqueue(.text("\(number)"))) }
    #expect(try await client.pending().map(\.id) == ids)
    #expect(try await chat.enqueue(.text("0"), id: ids[0]) == ids[0], "it is there already")
    do {
      try await chat.enqueue(.text("other"), id: ids[0])
      Issue.record("it was taken")
    } catch {
      #expect(error.code == .clientIDConflict)
    }
    try await online(client)
    guard case .sent(let last, _) = await chat.send(.text("19"), id: ids[19]) else { return #expect(Bool(false)) }
    #expect(last.seq == 20)
    #expect(network.server { $0.logs[direct]?.entries.map(\.clientId) } == ids.map(\.text))
    await client.close()
    await #expect(throws: MartletError.self) { try await chat.enqueue(.text("late")) }
  }

  @Test func sendOfACancelledTaskWritesNothing() async throws {
    let client = try network.client("alice")
    let sending = Task { [bob] in
      while !Task.isCancelled { await Task.yield() }
      return await client.chat(with: bob).send(.text("hi"))
    }
    sending.cancel()
    guard case .failed(let error) = await sending.value else { return #expect(Bool(false)) }
    #expect(error.code == .cancelled)
    #expect(try await client.pending().isEmpty)
    await client.close()
  }

  @Test func waitingForASendCanBeLimited() async throws {
    let client = try network.client("alice")
    let sending = Task { [bob] in await client.chat(with: bob).send(.text("hi"), within: .seconds(5)) }
    try await network.pass { try await client.pending().count == 1 }
    try await network.pass {
      await Task.yield()
      return network.time.monotonicNanoseconds > 7_000_000_000
    }
    #expect(await sending.value == .unknown)
    await client.close()
  }

  @Test func connectionIsMadeAgain() async throws {
    let client = try network.client("alice")
    try await online(client)
    network.goDown()
    try await network.pass { await client.lastConnectionError?.code == .unreachable }
    // The state is told a moment after the error.
    try await network.pass { client.state != .online }
    network.comeBack()
    try await network.pass { client.state == .online }
    await client.close()
  }

  @Test func messagesSentWhileTheConnectionComesAndGoesArriveOnceInOrder() async throws {
    let client = try network.client("alice", directory: folder.path)
    try await online(client)
    let breaking = Task {
      var random = SeededRandom(seed: 200)
      while !Task.isCancelled {
        network.goDown()
        network.comeBack()
        // A client that never connects has nothing to lose: each lives until it is online, and then for a while or not.
        for await state in client.states() where state == .online { break }
        for _ in 0..<Int.random(in: 0...40, using: &random) {
          network.time.advance(by: .milliseconds(1))
          await Task.yield()
        }
      }
    }
    let clock = Task {
      while !Task.isCancelled {
        network.time.advance(by: .milliseconds(30))
        await Task.yield()
      }
    }
    defer { clock.cancel() }
    let texts = (0..<200).map { "message \($0)" }
    for text in texts {
      let result = await client.chat(with: bob).send(.text(text))
      guard case .sent = result else { return #expect(Bool(false), "\(result)") }
    }
    breaking.cancel()
    #expect(network.server { $0.logs[direct]?.entries.compactMap { $0.message(of: direct)?.text } } == texts)
    await client.close()
  }

  @Test func statesBeginWithTheCurrentOne() async throws {
    let client = try network.client("alice")
    var states = client.states().makeAsyncIterator()
    #expect(await states.next() == .offline)
    await client.connect()
    var seen: [ConnectionState] = []
    while seen.last != .online, let state = await states.next() { seen.append(state) }
    #expect(seen.allSatisfy { $0 == .online || $0 == .connecting(attempt: 1, retryIn: nil) })
    await client.disconnect()
    while let state = await states.next(), state != .offline {}
    await client.close()
    #expect(await states.next() == nil)
  }

  @Test func refusedClientEndsAndCanTryAgain() async throws {
    let client = try network.client("alice")
    network.refuse(with: Wire.Failure(.tokenRevoked))
    await client.connect()
    do {
      try await client.connected()
      Issue.record("it is connected")
    } catch {
      #expect(error.code == .server(.tokenRevoked))
    }
    #expect(client.state == .ended(MartletError(Wire.Failure(.tokenRevoked))))
    network.refuse(with: nil)
    try await online(client)
    await client.close()
  }

  @Test func expiredTokenIsAskedForOnceMore() async throws {
    let asked = Counter()
    let client = try network.client("alice") {
      asked.add()
      return "alice"
    }
    network.refuse(with: Wire.Failure(.tokenExpired))
    await client.connect()
    try await network.pass { if case .ended = client.state { true } else { false } }
    #expect(asked.value == 2 && network.hellos == 2)
    await client.close()
  }

  @Test func tokenThatCannotBeHadIsAskedForAgain() async throws {
    let asked = Counter()
    let client = try network.client("alice") {
      asked.add()
      if asked.value < 3 { throw MartletError(.closed, "not yet") }
      return "alice"
    }
    await client.connect()
    try await network.pass { client.state == .online }
    #expect(asked.value == 3)
    await client.close()
  }

  @Test func waitingForAConnectionCanBeLimited() async throws {
    let client = try network.client("alice")
    network.goDown()
    await #expect(throws: MartletError.self) { try await client.connected() }
    await client.connect()
    let waiting = Task { () -> MartletError? in
      do {
        try await client.connected(within: .seconds(3))
        return nil
      } catch {
        return error as? MartletError
      }
    }
    let done = Counter()
    let ending = Task {
      let error = await waiting.value
      done.add()
      return error
    }
    try await network.pass { done.value == 1 }
    #expect(await ending.value?.code == .timedOut)
    await client.close()
  }

  @Test func slowListenerIsToldThatItMissedSomething() async throws {
    let client = try network.client("alice", eventBuffer: 16)
    try await online(client)
    let events = client.events()
    for number in 0..<40 { network.say("\(number)", as: "bob", to: "direct:alice") }
    try await network.pass { try await client.chat(direct).summary()?.head == 40 }
    let hasMissed = try await first(events) { $0 == .missed ? true : nil }
    #expect(hasMissed)
    #expect(try await client.chat(direct).summary()?.unread == 40)
    await client.close()
  }

  @Test func readMarkerCountsAtOnceAndIsToldLater() async throws {
    let client = try network.client("alice")
    network.say("one", as: "bob", to: "direct:alice")
    network.say("two", as: "bob", to: "direct:alice")
    try await online(client)
    await client.disconnect()
    try await client.chat(direct).markRead(upTo: direct.message(at: 1))
    #expect(try await client.chat(direct).summary()?.unread == 1)
    try await client.chat(direct).markRead()
    #expect(try await client.chat(direct).summary()?.unread == 0)
    try await online(client)
    try await network.pass { network.server { $0.logs[direct]?.members[alice]?.read } == 2 }
    await #expect(throws: MartletError.self) { try await client.chat(ConversationID.of("group:none")).markRead() }
    await client.close()
  }

  @Test func groupsAreMadeAndChanged() async throws {
    let client = try network.client("alice")
    try await online(client)
    let group = try await client.createGroup(title: "Us", members: [bob], id: "us")
    #expect(group.text == "group:us")
    let chat = client.chat(group)
    try await chat.add([UserID.of("carol"), UserID.of("dave")])
    try await chat.remove([bob])
    let members = try await chat.members()
    #expect(members.map(\.id.text) == ["alice", "carol", "dave"])
    #expect(members.map(\.role) == [.owner, .member, .member])
    try await network.pass { try await chat.summary()?.head == 3 }
    #expect(try await chat.summary()?.memberCount == 3)
    let notices = try await chat.history().map(\.kind)
    #expect(
      notices == [
        .notice(.groupCreated(title: "Us", owner: alice, members: [alice, bob])),
        .notice(.membersAdded([UserID.of("carol"), UserID.of("dave")])), .notice(.membersRemoved([bob], owner: alice)),
      ])
    do {
      _ = try await client.createGroup(title: "Again", members: [], id: "us")
      Issue.record("made twice")
    } catch {
      #expect(error.code == .server(.groupExists))
    }
    try await chat.leave()
    try await network.pass { try await client.conversations().isEmpty }
    await client.close()
  }

  @Test func manyMembersAreAddedInParts() async throws {
    let client = try network.client("alice")
    try await online(client)
    let users = (0..<450).compactMap { UserID("user\($0)") }
    let group = try await client.createGroup(title: "Many", members: users)
    #expect(network.server { $0.logs[group]?.members.count } == 451)
    await client.close()
  }

  @Test func requestsWithoutAConnectionSaySo() async throws {
    let client = try network.client("alice")
    do {
      _ = try await client.createGroup(title: "T", members: [])
      Issue.record("made")
    } catch {
      #expect(error.code == .notConnected)
    }
    do {
      _ = try await client.createGroup(title: "T", members: [], id: "no spaces")
    } catch {
      #expect(error.code == .argumentInvalid && error.field == "id")
    }
    await client.close()
  }

  @Test func cancelledRequestSaysSo() async throws {
    let client = try network.client("alice")
    try await online(client)
    network.mute(true)
    let asking = Task { () -> MartletError? in
      do {
        _ = try await client.chat(ConversationID.of("group:g")).members()
        return nil
      } catch {
        return error as? MartletError
      }
    }
    try await network.pass { await client.callsInProgress == 1 }
    asking.cancel()
    #expect(await asking.value?.code == .cancelled)
    #expect(await client.callsInProgress == 0)
    await client.close()
  }

  @Test func closedClientSaysSoAndFreesItsDirectory() async throws {
    let client = try network.client("alice", directory: folder.path)
    var events = client.events().makeAsyncIterator()
    do {
      _ = try network.client("alice", directory: folder.path)
      Issue.record("opened twice")
    } catch {
      #expect((error as? MartletError)?.code == .directoryInUse)
    }
    await client.close()
    #expect(await events.next() == nil)
    await #expect(throws: MartletError.self) { try await client.conversations() }
    guard case .failed(let error) = await client.chat(with: bob).send(.text("x")) else { return #expect(Bool(false)) }
    #expect(error.code == .closed)
    await client.close()
    let again = try network.client("alice", directory: folder.path)
    await again.close()
  }

  @Test func forgottenClientFreesItsDirectory() async throws {
    do {
      let client = try network.client("alice", directory: folder.path)
      try await online(client)
    }
    var again: MartletClient?
    while again == nil {
      again = try? network.client("alice", directory: folder.path)
      await Task.yield()
    }
    await again?.close()
  }

  @Test func damagedDatabaseIsToldToTheFirstListener() async throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 9_000).write(to: URL(fileURLWithPath: folder.path + "/martlet.sqlite"))
    network.say("still there", as: "bob", to: "direct:alice")
    let client = try network.client("alice", directory: folder.path)
    var events = client.events().makeAsyncIterator()
    guard case .localDataReset(let kept?, false)? = await events.next() else { return #expect(Bool(false)) }
    #expect(FileManager.default.fileExists(atPath: kept))
    try await online(client)
    #expect(try await client.chat(direct).history().map(\.text) == ["still there"])
    await client.close()
  }

  @Test func serverThatWasSetUpAnewIsNoticed() async throws {
    let client = try network.client("alice")
    for number in 0..<5 { network.say("old \(number)", as: "bob", to: "direct:alice") }
    try await online(client)
    await client.disconnect()
    network.server {
      $0 = ModelServer()
      $0.generation = "second"
    }
    network.say("new", as: "bob", to: "direct:alice")
    let events = client.events()
    try await online(client)
    let kept = try await first(events) { if case .localDataReset(let kept, true) = $0 { .some(kept) } else { nil } }
    #expect(kept == nil)
    #expect(try await client.chat(direct).history().map(\.text) == ["new"])
    await client.close()
  }

  @Test func tokenIsNotWrittenToDisk() async throws {
    let client = try network.client("alice", directory: folder.path) { "alice-secret-token" }
    network.say("x", as: "bob", to: "direct:alice-secret-token")
    try await online(client)
    // The model takes the token for the name, which is written; the token itself is looked for beside it.
    await client.close()
    let other = try TemporaryDirectory()
    let second = try network.client("alice", directory: other.path) {
      defer { network.refuse(with: Wire.Failure(.tokenRevoked)) }
      return "very-secret-canary"
    }
    await second.connect()
    try await network.pass { if case .ended = second.state { true } else { false } }
    await second.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: other.path) {
      let data = try Data(contentsOf: URL(fileURLWithPath: other.path + "/" + name))
      #expect(data.range(of: Data("very-secret-canary".utf8)) == nil, "\(name)")
    }
  }

  @Test(arguments: ["http://x", "ws://", "ws://a:b@c", "ws://host:0", "ws://host:99999", "wss://host/ x", ""])
  func configurationThatCannotWorkIsRefused(server: String) {
    do {
      _ = try MartletClient(configuration: .init(server: server, directory: nil, device: .init(class: .tool)) { "" })
      Issue.record("it was taken")
    } catch {
      #expect(error.code == .configurationInvalid && error.field == "server")
    }
  }
}
