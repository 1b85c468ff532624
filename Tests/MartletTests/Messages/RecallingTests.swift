import ClientModels
import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Messages that are taken back, as an app sees them.
@Suite(.timeLimit(.minutes(10))) struct RecallingTests {
  private let network = MemoryNetwork()
  private let group = ConversationID.of("group:g")
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// A group of alice's in which bob said three things, from position 2 on.
  private func begin() {
    network.server { server in
      let create = Wire.CreateGroup(group: "g", clientId: "create", title: "G", members: ["bob"])
      _ = server.answer(.createGroup(create), of: .of("alice"))
    }
    for number in 2...4 { network.say("m\(number)", as: "bob", to: "group:g") }
  }

  @Test func silentlyRecalledMessagesAreInNoHistorySearchOrCount() async throws {
    begin()
    let (alice, away) = (try await network.online("alice"), try await network.online("alice"))
    for client in [alice, away] { try await network.held(client, group, upTo: 4) }
    await away.disconnect()
    var events = alice.events().makeAsyncIterator()
    guard case .sent = await alice.chat(group).recall(group.message(at: 4), details: RecallDetails(isSilent: true)) else {
      throw MartletError(.refusedByApp, "not recalled")
    }
    while let event = await events.next() {
      if case .messageChanged(let message) = event { Issue.record("told as a message: \(message)") }
      guard case .hidden(let id, let until, let positions) = event else { continue }
      #expect(id == group && until == 0 && positions == [4])
      break
    }
    await away.connect()
    let fresh = try await network.online("alice")
    for client in [alice, away, fresh] {
      try await network.held(client, group, upTo: 5)
      let chat = client.chat(group)
      #expect(try await chat.history().map(\.seq) == [1, 2, 3])
      #expect(try await chat.history(before: group.message(at: 4), limit: 2).map(\.seq) == [2, 3])
      #expect(try await chat.summary()?.unread == 2)
      #expect(try await chat.summary()?.lastMessage?.seq == 3)
      #expect(try await chat.search(SearchQuery("m4")).items.isEmpty)
      #expect(try await chat.search(SearchQuery("m3")).items.map(\.seq) == [3])
    }
    // In the log, which has no gaps, it stands as recalled.
    var log = fresh.chat(group).log(from: .after(3)).makeAsyncIterator()
    #expect(try await log.next()?.event == .recalledMessage(type: "text", by: 5))
    let recall = try await log.next()
    #expect(recall?.event == .recalled(target: 4) && recall?.recall == RecallDetails(isSilent: true))
    for client in [alice, away, fresh] { await client.close() }
  }

  @Test func whatGoesWithARecallShowsInTheMessage() async throws {
    begin()
    let (alice, bob) = (try await network.online("alice"), try await network.online("bob"))
    try await network.held(bob, group, upTo: 4)
    let details = RecallDetails(
      senderInfo: .init(name: "Moderator", picture: "https://x/y"), extra: #"{"why":1}"#, push: .init(text: "one less"))
    _ = await alice.chat(group).recall(group.message(at: 2), details: details)
    _ = await bob.chat(group).recall(group.message(at: 3))
    let fresh = try await network.online("bob")
    for client in [bob, fresh] {
      try await network.held(client, group, upTo: 6)
      let history = try await client.chat(group).history()
      let (other, own) = (try #require(history.first { $0.seq == 2 }), try #require(history.first { $0.seq == 3 }))
      var kept = details
      kept.push = .init()
      #expect(other.isRecalled && other.recalledBy == .of("alice") && other.recall == kept)
      #expect(own.isRecalled && own.recalledBy == .of("bob") && own.recall == RecallDetails())
      #expect(history.last?.recall == nil && history.last?.recalledBy == nil)
    }
    for client in [alice, bob, fresh] { await client.close() }
  }

  @Test func ownRecalledContentIsKeptForAWhileOnOwnDevicesAlone() async throws {
    begin()
    let bob = try await network.online("bob", directory: folder.path)
    let (other, alice) = (try await network.online("bob"), try await network.online("alice"))
    for client in [bob, other, alice] { try await network.held(client, group, upTo: 4) }
    _ = await bob.chat(group).edit(group.message(at: 2), to: .text("m2, better"))
    for target: UInt64 in [2, 3] { _ = await bob.chat(group).recall(group.message(at: target)) }
    _ = await alice.chat(group).recall(group.message(at: 4))
    for client in [bob, other, alice] { try await network.held(client, group, upTo: 8) }
    for client in [bob, other] {
      #expect(try await client.chat(group).recalledContent(of: group.message(at: 2)) == .text("m2, better"))
      #expect(try await client.chat(group).recalledContent(of: group.message(at: 4)) == nil, "it was recalled by somebody else")
      #expect(try await client.chat(group).search(SearchQuery("better")).items.isEmpty)
    }
    #expect(try await alice.chat(group).recalledContent(of: group.message(at: 2)) == nil)
    #expect(try await other.chat(group).recalledContent(of: group.message(at: 3)) == .text("m3"))
    // Contents of hidden messages are not kept.
    try await other.chat(group).hide([group.message(at: 3)])
    try await network.pass { try await bob.chat(group).recalledContent(of: group.message(at: 3)) == nil }
    // A device that arrives later has nothing to keep.
    let fresh = try await network.online("bob")
    try await network.held(fresh, group, upTo: 8)
    #expect(try await fresh.chat(group).recalledContent(of: group.message(at: 2)) == nil)
    await bob.close()
    let again = try network.client("bob", directory: folder.path)
    #expect(try await again.chat(group).recalledContent(of: group.message(at: 2)) == .text("m2, better"), "also after a restart")
    await again.connect()
    try await again.caughtUp()
    network.time.advance(by: .seconds(301))
    #expect(try await again.chat(group).recalledContent(of: group.message(at: 2)) == nil)
    try await network.pass { try await again.read { try $0.nextForgotten() } == nil }
    for client in [again, other, alice, fresh] { await client.close() }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(filePath: folder.file(name)))
      #expect(bytes.range(of: Data("better".utf8)) == nil, "\(name) still has it")
    }
  }

  @Test func aRecallWaitsInTheOutboxWithWhatGoesWithIt() async throws {
    begin()
    let alice = try await network.online("alice", directory: folder.path)
    try await network.held(alice, group, upTo: 4)
    network.goDown()
    let details = RecallDetails(isSilent: true, extra: "{}", push: .init(isDisabled: true))
    let result = Task { await alice.chat(group).recall(group.message(at: 3), details: details) }
    try await network.pass { try await alice.pending().count == 1 }
    await alice.close()
    #expect(await result.value == .unknown)
    let again = try network.client("alice", directory: folder.path)
    #expect(try await again.pending().map(\.action) == [.recall(3, details)])
    network.comeBack()
    await again.connect()
    try await again.caughtUp()
    try await network.held(again, group, upTo: 5)
    #expect(try await again.pending().isEmpty)
    let stored = network.server { $0.logs[group]?.entries.last?.event }
    #expect(stored == .recalled(Wire.Recalled(target: 3, details: details.wire)))
    await again.close()
  }
}
