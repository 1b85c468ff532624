import ClientModels
import MartletSQLite
import MartletTesting
import Testing

@testable import Martlet
@testable import MartletCore

/// Reading a user's local data beside the client that keeps it.
@Suite(.timeLimit(.minutes(10))) struct MartletReaderTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let bob = Destination.user(UserID.of("bob"))

  init() throws { folder = try TemporaryDirectory() }

  @Test func readsWhatTheClientHoldsWhileItWrites() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    let reader = try MartletReader(directory: folder.path)
    for number in 1...20 {
      _ = await alice.chat(with: UserID.of("bob")).send(.text("tea \(number)"))
      #expect(try await reader.history(of: bob, limit: 5) == alice.chat(to: bob).cachedHistory(limit: 5))
    }
    #expect(try await reader.user() == UserID.of("alice"))
    #expect(try await reader.conversations(limit: 10) == alice.conversations())
    #expect(try await reader.conversation(bob) == alice.conversations().first)
    #expect(try await reader.conversation(.user(UserID.of("carol"))) == nil)
    let fourth = try await alice.chat(to: bob).messageID(at: 4)
    #expect(try await reader.history(of: bob, before: fourth, limit: 2).map(\.text) == ["tea 2", "tea 3"])
    let found = try await alice.search(SearchQuery("tea 7"))
    #expect(found.items.count == 1)
    #expect(try await reader.search(SearchQuery("tea 7")) == found)
    await alice.close()
  }

  @Test func readsAfterTheClientAndHoldsNothingBetweenCalls() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    _ = await alice.chat(with: UserID.of("bob")).send(.text("hello"))
    let reader = try MartletReader(directory: folder.path)
    await alice.suspend()
    #expect(try await reader.history(of: bob).map(\.text) == ["hello"])
    #expect(try folder.openFiles() == [])
    try await alice.resume()
    #expect(await alice.chat(with: UserID.of("bob")).send(.text("again")).isSent)
    await alice.close()
    #expect(try await reader.history(of: bob).map(\.text) == ["hello", "again"])
    #expect(try folder.openFiles() == [])
    // A reader is no client: the next one finds everything in order.
    let next = try await network.online("alice", directory: folder.path)
    #expect(try await next.chat(to: bob).history().map(\.text) == ["hello", "again"])
    await next.close()
  }

  @Test func searchSaysIfMessagesAreNotIndexedYet() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    _ = await alice.chat(with: UserID.of("bob")).send(.text("tea"))
    try await network.wait(for: alice, toHold: ConversationID.of("direct:alice:bob"), upTo: 1)
    let reader = try MartletReader(directory: folder.path)
    #expect(try await reader.search(SearchQuery("tea")) == Page<SearchHit>(items: [], next: nil, isComplete: false))
    _ = try await alice.search(SearchQuery("tea"))
    let page = try await reader.search(SearchQuery("tea"))
    #expect(page.isComplete && page.items.map(\.count) == [1])
    await #expect(throws: MartletError.self) { try await reader.search(SearchQuery("")) }
    await alice.close()
  }

  @Test func folderWithoutLocalDataIsAnErrorAndStaysEmpty() async throws {
    let reader = try MartletReader(directory: folder.path + "/none")
    let error = await #expect(throws: MartletError.self) { try await reader.conversations(limit: 1) }
    #expect(error?.code == .storageFailed)
    #expect(!SystemFiles.holdsData(folder.path + "/none"))
  }

  @Test(arguments: zip([-1, 1] as [Int64], [.storageFailed, .storageNewer] as [MartletError.Code]))
  func dataOfAnotherVersionIsRefused(step: Int64, code: MartletError.Code) async throws {
    let alice = try await network.online("alice", directory: folder.path)
    await alice.close()
    let database = try SQLiteConnection(path: folder.path + "/martlet.sqlite")
    try database.setPragma("user_version", to: Int64(LocalSchema.steps.count) + step)
    database.close()
    let reader = try MartletReader(directory: folder.path)
    let error = await #expect(throws: MartletError.self) { try await reader.conversations(limit: 1) }
    #expect(error?.code == code)
  }
}
