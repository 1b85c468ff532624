import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Messages and notes that only this device has.
@Suite(.timeLimit(.minutes(10))) struct LocalMessagesTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let direct = ConversationID.of("direct:alice:bob")
  private let bob = UserID.of("bob")

  init() throws { folder = try TemporaryDirectory() }

  /// A client that holds three messages, a second apart.
  private func client() async throws -> MartletClient {
    for number in 1...3 {
      network.server { $0.time += 1_000 }
      network.say("m\(number)", as: "bob", to: "direct:alice")
    }
    let client = try await network.online("alice", directory: folder.path)
    try await network.held(client, direct, upTo: 3)
    return client
  }

  @Test func localMessagesStandAmongTheOthersAndChangeNothing() async throws {
    let client = try await client()
    let chat = client.chat(direct)
    let (summary, history) = (try await chat.summary(), try await chat.history())
    let base = history[0].time.milliseconds
    let inserted = try await chat.insertLocal([
      LocalDraft(.text("early"), sender: bob, time: Timestamp(milliseconds: base - 1)),
      LocalDraft(
        .text("between"), time: Timestamp(milliseconds: history[1].time.milliseconds + 500),
        fields: ContentFields(["k": .integer(1)])),
      LocalDraft(.text("same time"), time: history[1].time), LocalDraft(.text("now")),
    ])
    #expect(inserted.map(\.after) == [0, 2, 2, 3])
    #expect(inserted.map(\.sender) == [bob, UserID.of("alice"), UserID.of("alice"), UserID.of("alice")])
    #expect(try await chat.localMessages().map(\.content.text) == ["early", "same time", "between", "now"])
    #expect(try await chat.localMessages(from: 1, upTo: 2).map(\.content.text) == ["same time", "between"])
    #expect(try await chat.localMessages(from: 2, upTo: 1).isEmpty)
    #expect(try await chat.summary() == summary)
    #expect(try await chat.history() == history)
    await client.close()
  }

  @Test func batchIsInsertedWholeOrNotAtAll() async throws {
    let client = try await client()
    let chat = client.chat(direct)
    let drafts = (0..<500).map { LocalDraft(.text("\($0)"), name: "n\($0)") }
    #expect(try await chat.insertLocal(drafts).count == 500)
    let tooMany = await #expect(throws: MartletError.self) { try await chat.insertLocal(drafts + [LocalDraft(.text("x"))]) }
    #expect(tooMany?.limit == 500 && tooMany?.actual == 501)
    let known = await #expect(throws: MartletError.self) {
      try await chat.insertLocal([LocalDraft(.text("new")), LocalDraft(.text("again"), name: "n7")])
    }
    #expect(known?.field == "name")
    await #expect(throws: MartletError.self) {
      try await chat.insertLocal([LocalDraft(.text("new")), LocalDraft(.custom(type: "x", json: "{"))])
    }
    #expect(try await chat.localMessages().count == 500)
    let some = try await chat.insertLocal(
      [LocalDraft(.text("again"), name: "n7"), LocalDraft(.text("new"), name: "n500")], skippingDuplicates: true)
    #expect(some.map(\.name) == ["n500"])
    await client.close()
  }

  @Test func localMessagesOutliveTheProcessTheConnectionAndAStartFromNothing() async throws {
    var client = try await client()
    try await client.chat(direct).insertLocal([LocalDraft(.text("kept"))])
    try await client.chat(direct).setLocalFields(ContentFields(["played": .flag(true)]), on: direct.message(at: 2))
    await client.close()
    client = try network.client("alice", directory: folder.path)
    let chat = client.chat(direct)
    #expect(try await chat.localMessages().map(\.content.text) == ["kept"])
    // The server's new copy has the message to which the app's data belongs.
    let id = direct
    _ = try await client.read { store in
      let held = try store.entries(of: try #require(try store.stored(id)), after: 1, limit: 1)
      let proofs = held.map { EntryProof(seq: $0.seq, time: $0.time, sender: $0.sender) }
      return try store.apply([.startOver(generation: nil, [id: proofs])])
    }
    #expect(try await chat.localMessages().map(\.content.text) == ["kept"])
    let fields = try await chat.localFields(from: direct.message(at: 1), upTo: direct.message(at: 3))
    #expect(fields == [direct.message(at: 2): ContentFields(["played": .flag(true)])])
    await client.close()
    #expect(network.server { $0.logs[direct]?.entries.count } == 3, "the server saw nothing of it")
  }

  @Test func localMessagesAreChangedAndRemovedAndItIsTold() async throws {
    let client = try await client()
    let (chat, other) = (client.chat(direct), client.chat(ConversationID.of("group:other")))
    let events = client.events()
    let inserted = try await chat.insertLocal([LocalDraft(.text("a")), LocalDraft(.text("b")), LocalDraft(.text("c"))])
    for await event in events { if case .localMessages(direct) = event { break } }
    try await chat.changeLocal(inserted[0].id, to: .text("A"))
    try await chat.changeLocal(inserted[1].id, fields: ContentFields(["x": .integer(1)]))
    await #expect(throws: MartletError.self) { try await other.changeLocal(inserted[0].id, to: .text("no")) }
    #expect(try await chat.localMessages().map(\.content.text) == ["A", "b", "c"])
    #expect(try await chat.localMessages()[1].fields["x"] == .integer(1))
    try await chat.removeLocal([inserted[2].id, 999])
    try await other.removeLocal(nil)
    #expect(try await chat.localMessages().count == 2)
    try await chat.removeLocal(nil)
    #expect(try await chat.localMessages().isEmpty)
    try await chat.setLocalFields(ContentFields(["a": .null]), on: direct.message(at: 1))
    try await chat.setLocalFields(ContentFields(), on: direct.message(at: 1))
    #expect(try await chat.localFields(from: direct.message(at: 0), upTo: direct.message(at: .max)).isEmpty)
    await client.close()
  }

  @Test func deviceThatWasNeverConnectedCannotSayWhoseMessagesTheyAre() async throws {
    let client = try network.client("alice", directory: folder.path)
    let error = await #expect(throws: MartletError.self) { try await client.chat(direct).insertLocal([LocalDraft(.text("x"))]) }
    #expect(error?.code == .notConnected)
    await client.close()
  }
}
