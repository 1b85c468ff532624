import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Accounts side by side on one device, and the end of one of them.
@Suite(.timeLimit(.minutes(10))) struct ErasingTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test func twoAccountsDoNotSeeEachOthersDataAndEraseLeavesTheOtherWhole() async throws {
    let (home, work) = (folder.path + "/home", folder.path + "/work")
    let alice = try await network.online("alice", directory: home)
    let bob = try await network.online("bob", directory: work)
    #expect(await alice.chat(with: UserID.of("carol")).send(.text("from home")).isSent)
    #expect(await bob.chat(with: UserID.of("dave")).send(.text("from work")).isSent)
    network.goDown()
    _ = try await bob.chat(with: UserID.of("dave")).enqueue(.text("not sent yet"))
    #expect(try await alice.conversations().map(\.id) == [ConversationID.direct(UserID.of("alice"), UserID.of("carol"))])
    #expect(try await bob.conversations().map(\.id) == [ConversationID.direct(UserID.of("bob"), UserID.of("dave"))])
    #expect(try await alice.search(SearchQuery("from")).items.map(\.count) == [1])
    #expect(try await alice.pending().isEmpty)

    await alice.close()
    try await MartletClient.erase(directory: home)
    #expect(try names(in: home) == ["martlet.lock"])
    #expect(try await bob.chat(with: UserID.of("dave")).history().map(\.text) == ["from work"])
    await bob.close()
    let again = try network.client("bob", directory: work)
    #expect(try await again.conversations().count == 1)
    #expect(try await again.pending().count == 1)
    await again.close()
  }

  @Test func directoryIsNotErasedWhileAClientHasItOpen() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    let chat = alice.chat(with: UserID.of("bob"))
    #expect(await chat.send(.text("hello")).isSent)
    let error = await #expect(throws: MartletError.self) { try await MartletClient.erase(directory: folder.path) }
    #expect(error?.code == .directoryInUse)
    #expect(try await chat.history().map(\.text) == ["hello"])
    await alice.close()
    try await MartletClient.erase(directory: folder.path)
    #expect(!SystemFiles.holdsData(folder.path))
  }

  @Test func erasedDirectoryServesAnotherUser() async throws {
    let alice = try await network.online("alice", directory: folder.path)
    #expect(await alice.chat(with: UserID.of("bob")).send(.text("hello")).isSent)
    let device = await alice.deviceID
    await alice.close()
    try await MartletClient.erase(directory: folder.path)
    let carol = try await network.online("carol", directory: folder.path)
    #expect(await carol.user == UserID.of("carol"))
    #expect(await carol.deviceID != device)
    #expect(try await carol.conversations().isEmpty)
    await carol.close()
  }

  @Test func eraseDeletesDamagedCopiesAndKeepsTheAppsFiles() async throws {
    let alice = try network.client("alice", directory: folder.path)
    await alice.close()
    for name in [
      "martlet.sqlite-wal", "martlet.sqlite-shm", "martlet.sqlite.corrupt-7", "martlet.sqlite.corrupt-7-wal", "notes.txt",
    ] {
      try Data("x".utf8).write(to: URL(filePath: folder.path + "/" + name))
    }
    try await MartletClient.erase(directory: folder.path)
    #expect(try names(in: folder.path) == ["martlet.lock", "notes.txt"])
    try await MartletClient.erase(directory: folder.path)
    #expect(try names(in: folder.path) == ["martlet.lock", "notes.txt"])
  }

  @Test func eraseOfADirectoryWithoutDataCreatesNothing() async throws {
    try await MartletClient.erase(directory: folder.path)
    try await MartletClient.erase(directory: folder.path + "/none")
    #expect(try names(in: folder.path) == [])
    for path in ["", "a\0b"] {
      let error = await #expect(throws: MartletError.self) { try await MartletClient.erase(directory: path) }
      #expect(error?.code == .configurationInvalid && error?.field == "directory")
    }
  }

  @Test func suspendedClientStartsEmptyAfterItsDataWasErased() async throws {
    let alice = try network.client("alice", directory: folder.path)
    await alice.suspend()
    try await MartletClient.erase(directory: folder.path)
    var told = alice.events().makeAsyncIterator()
    try await alice.resume()
    #expect(await told.next() == .missed)
    #expect(try await alice.conversations().isEmpty)
    await alice.close()
  }
}
