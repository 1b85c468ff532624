import ClientModels
import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Search as an app uses it.
@Suite(.timeLimit(.minutes(10))) struct SearchTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let direct = ConversationID.of("direct:alice:bob")

  init() throws { folder = try TemporaryDirectory() }

  private func online(_ directory: String?) async throws -> MartletClient {
    try await network.online("alice", directory: directory)
  }

  private func held(_ client: MartletClient, upTo seq: UInt64) async throws {
    try await network.held(client, direct, upTo: seq)
  }

  @Test(arguments: [true, false]) func whatHasJustArrivedIsFound(isOnDisk: Bool) async throws {
    network.say("shall we have lunch?", as: "bob", to: "direct:alice")
    network.say("我们去吃饭", as: "bob", to: "direct:alice")
    let client = try await online(isOnDisk ? folder.path : nil)
    try await held(client, upTo: 2)
    let page = try await client.search(SearchQuery("lunch"))
    #expect(page.items.map(\.conversation.id) == [direct] && page.items.first?.newest.seq == 1 && page.isComplete)
    #expect(try await client.chat(direct).search(SearchQuery("吃")).items.map(\.seq) == [2])
    _ = await client.chat(direct).send(.text("late lunch"))
    try await held(client, upTo: 3)
    #expect(try await client.chat(direct).search(SearchQuery("lunch")).items.map(\.seq) == [3, 1])
    #expect(try await client.chat(direct).search(SearchQuery(sender: UserID.of("bob"))).items.map(\.seq) == [2, 1])
    await client.close()
  }

  @Test func whatWasTakenBackIsNotFoundAndWhatWasEditedByItsNewText() async throws {
    let client = try network.client("alice", directory: folder.path, recallEditWindow: .zero)
    await client.connect()
    try await client.caughtUp()
    let chat = client.chat(direct)
    for text in ["secretword one", "oldword two"] { _ = await chat.send(.text(text)) }
    try await held(client, upTo: 2)
    try await client.waitForIndex()
    #expect(try await chat.search(SearchQuery("secretword")).items.count == 1)
    _ = await chat.recall(direct.message(at: 1))
    _ = await chat.edit(direct.message(at: 2), to: .text("newword two"))
    try await held(client, upTo: 4)
    #expect(try await chat.search(SearchQuery("secretword")).items.isEmpty)
    #expect(try await client.search(SearchQuery("oldword")).items.isEmpty)
    #expect(try await client.search(SearchQuery("newword")).items.map(\.newest.seq) == [2])
    await client.close()
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)"))
      #expect(bytes.range(of: Data("secretword".utf8)) == nil, "\(file) still holds what was taken back")
    }
  }

  @Test func indexOutlivesTheProcessAndFillsByItself() async throws {
    for number in 0..<60 { network.say("number\(number)", as: "bob", to: "direct:alice") }
    var client = try await online(folder.path)
    try await held(client, upTo: 60)
    try await network.pass { try await client.read { $0.search.isDone } }
    await client.close()
    client = try network.client("alice", directory: folder.path)
    #expect(try await client.chat(direct).search(SearchQuery("number59")).items.map(\.seq) == [60])
    await client.close()
  }

  @Test func queryThatLooksForNothingIsRefused() async throws {
    let client = try await online(nil)
    await #expect(throws: MartletError.self) { try await client.search(SearchQuery("...")) }
    await #expect(throws: MartletError.self) { try await client.search(SearchQuery()) }
    await #expect(throws: MartletError.self) { try await client.chat(ConversationID.of("group:none")).search(SearchQuery("a")) }
    await client.close()
    await #expect(throws: MartletError.self) { try await client.search(SearchQuery("abc")) }
  }

  /// The database of a version without search.
  @Test func olderDatabaseGetsItsIndex() async throws {
    for number in 0..<3 { network.say("word\(number)", as: "bob", to: "direct:alice") }
    var client = try await online(folder.path)
    try await held(client, upTo: 3)
    await client.close()
    let path = "\(folder.path)/\(SystemFiles.databaseName)"
    try OldSchema.goBack(path, to: 1)
    client = try network.client("alice", directory: folder.path)
    #expect(try await client.search(SearchQuery("word2")).items.count == 1)
    #expect(try await client.conversations(limit: 10).map(\.id) == [direct])
    await client.close()
  }
}
