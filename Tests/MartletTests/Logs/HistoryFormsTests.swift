import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// History forward, around a place, by type, and on to this device.
@Suite(.timeLimit(.minutes(10))) struct HistoryFormsTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let direct = ConversationID.of("direct:alice:bob")

  init() throws { folder = try TemporaryDirectory() }

  /// Messages a second apart; every tenth is an edit of the one before.
  private func fill(_ range: ClosedRange<UInt64>) {
    for number in range {
      network.server { $0.time += 1_000 }
      network.say("m\(number)", as: "bob", to: "direct:alice")
    }
  }

  private func time(of seq: UInt64) -> Timestamp {
    Timestamp(milliseconds: network.server { $0.logs[direct]?.entries[Int(seq) - 1].time } ?? 0)
  }

  @Test(arguments: [3, 20, 1_000]) func forwardPagesLeadToTheEndAcrossWhatIsHeld(limit: Int) async throws {
    fill(1...130)
    let client = try await network.online("alice", directory: folder.path)
    try await network.held(client, direct, upTo: 130)
    #expect(try await client.read { try $0.stored(direct)?.first ?? 0 } > 50, "only the end is held")
    var seqs: [UInt64] = []
    while true {
      let page = try await client.chat(direct).history(after: seqs.last.map(direct.message(at:)), limit: limit)
      if page.isEmpty { break }
      #expect(page.count <= limit)
      seqs += page.map(\.seq)
    }
    #expect(seqs == Array(1...130))
    await client.close()
  }

  @Test(arguments: [1, 2, 40, 95, 129, 130] as [UInt64]) func surroundingsOfAPositionAreWithoutGaps(seq: UInt64) async throws {
    fill(1...130)
    let client = try await network.online("alice")
    try await network.held(client, direct, upTo: 130)
    let expected = Array((seq > 7 ? seq - 7 : 1)...min(130, seq + 5))
    #expect(try await client.chat(direct).history(around: direct.message(at: seq), before: 7, after: 5).map(\.seq) == expected)
    #expect(try await client.chat(direct).history(around: time(of: seq), before: 7, after: 5).map(\.seq) == expected)
    let early = Timestamp(milliseconds: time(of: seq).milliseconds - 500)
    #expect(try await client.chat(direct).history(around: early, before: 0, after: 0).map(\.seq) == [seq])
    await client.close()
  }

  @Test func timesBeforeAndAfterEverythingHaveTheEnds() async throws {
    fill(1...60)
    let client = try await network.online("alice")
    try await network.held(client, direct, upTo: 60)
    let chat = client.chat(direct)
    #expect(try await chat.history(around: Timestamp(milliseconds: 0), before: 3, after: 1).map(\.seq) == [1, 2])
    #expect(try await chat.history(around: Timestamp(milliseconds: .max), before: 2, after: 3).map(\.seq) == [58, 59, 60])
    await client.close()
  }

  /// A position may be one that somebody made up.
  @Test func positionsBeyondEverythingAreEmptyPages() async throws {
    fill(1...30)
    let client = try await network.online("alice", directory: folder.path)
    try await network.held(client, direct, upTo: 30)
    let chat = client.chat(direct)
    for position in [31, Sync.lastPosition, Sync.lastPosition + 1, UInt64.max - 1, UInt64.max] {
      #expect(try await chat.history(after: direct.message(at: position)).isEmpty)
      #expect(try await chat.history(around: direct.message(at: position), before: 4, after: 3).map(\.seq) == Array(26...30))
    }
    let reading = Task {
      var entries = chat.log(from: .after(.max)).makeAsyncIterator()
      return try await entries.next()
    }
    await client.disconnect()
    #expect(try await reading.value == nil)
    await client.close()
  }

  @Test func typesAreFoundAcrossWhatIsHeld() async throws {
    let bobs = try await network.online("bob")
    for number in 1...90 {
      let content = number % 30 == 1 ? MessageContent.custom(type: "image", json: "{}") : .text("t\(number)")
      _ = await bobs.chat(with: UserID.of("alice")).send(content)
    }
    let client = try await network.online("alice")
    try await network.held(client, direct, upTo: 90)
    let chat = client.chat(direct)
    let first = try await chat.history(ofTypes: ["image", "gif"], limit: 2)
    #expect(first.items.map(\.seq) == [61, 31] && first.next == .at(direct.message(at: 31)))
    let second = try await chat.history(ofTypes: ["image", "gif"], limit: 2, after: first.next)
    #expect(second.items.map(\.seq) == [1] && second.next == nil)
    await #expect(throws: MartletError.self) { try await chat.history(ofTypes: []) }
    #expect(try await chat.messages([31, 2, 31, 0, 500].map(direct.message(at:))).map(\.seq) == [2, 31])
    await client.close()
    await bobs.close()
  }

  @Test func historyIsDownloadedBackToAMoment() async throws {
    fill(1...130)
    let client = try await network.online("alice", directory: folder.path)
    try await network.held(client, direct, upTo: 130)
    let chat = client.chat(direct)
    #expect(try await chat.download(since: time(of: 70)) >= 61)
    #expect(try await client.read { try $0.stored(direct)?.first ?? 0 } > 1)
    #expect(try await chat.download() == 130)
    await client.disconnect()
    #expect(try await chat.history(before: direct.message(at: 10), limit: 5).map(\.seq) == Array(5...9))
    #expect(try await chat.history(after: nil, limit: 3).map(\.seq) == Array(1...3))
    await client.close()
  }

  @Test func whatIsHeldIsReadWhileTheClientIsBusy() async throws {
    fill(1...60)
    let client = try await network.online("alice", directory: folder.path)
    try await network.held(client, direct, upTo: 60)
    _ = try await client.chat(direct).download()
    // The writer's transaction stays open until the readers are done.
    try await client.read { store in
      try store.database.statement("BEGIN IMMEDIATE").run()
      try store.database.statement("UPDATE entry SET content = '{\"text\":\"unfinished\"}'").run()
    }
    #expect(try await client.chat(direct).history(limit: 5).map(\.text) == (56...60).map { "m\($0)" })
    #expect(try await client.conversations().first?.lastMessage?.text == "m60")
    try await client.read { try $0.database.statement("ROLLBACK").run() }
    await client.close()
  }

  @Test func conversationsThatAreNotThereSaySo() async throws {
    let client = try await network.online("alice")
    let group = client.chat(ConversationID.of("group:none"))
    await #expect(throws: MartletError.self) { try await group.history(after: nil) }
    await #expect(throws: MartletError.self) { try await group.download() }
    #expect(try await client.chat(with: UserID.of("carol")).history(after: nil).isEmpty)
    await client.close()
  }
}
