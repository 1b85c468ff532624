import ClientModels
import Foundation
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import Martlet
@testable import MartletCore

/// Files that wait in the outbox, with an uploader of the app.
@Suite(.timeLimit(.minutes(2))) struct FileOutboxTests {
  private let network = MemoryNetwork()
  private let folder: TemporaryDirectory
  private let uploader = HeldUploader()
  private var directory: String { folder.path + "/data" }

  init() throws {
    folder = try TemporaryDirectory()
    try Data("0123456789".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.txt"))
  }

  /// An app's own server, which takes files when a test says so.
  private final class HeldUploader: MediaUploading {
    struct Call {
      let file: OutgoingFile
      let bytes: Data?
      let progress: @Sendable (Int64) async -> Void
      let end: Martlet.Promise<Result<FilePlace, any Error>>
    }

    private let state = Mutex<(calls: [Call], forgotten: [ClientID])>(([], []))

    var calls: [Call] { state.withLock { $0.calls } }
    var forgotten: [ClientID] { state.withLock { $0.forgotten } }

    func upload(_ file: OutgoingFile, progress: @escaping @Sendable (Int64) async -> Void) async throws -> FilePlace {
      let end = Martlet.Promise<Result<FilePlace, any Error>>()
      let call = Call(file: file, bytes: try? Data(contentsOf: URL(fileURLWithPath: file.path)), progress: progress, end: end)
      state.withLock { $0.calls.append(call) }
      return try await end.value(ifCancelled: .failure(CancellationError())).get()
    }

    func forget(_ file: OutgoingFile) async { state.withLock { $0.forgotten.append(file.message) } }
  }

  private func client(
    monitor: (any ConditionMonitor)? = nil, vfs: String? = nil,
    intercept: (@Sendable (OutgoingMessage) async throws -> OutgoingMessage?)? = nil,
    configure change: (inout MartletClient.Configuration) -> Void = { _ in }
  ) throws -> MartletClient {
    try network.client(
      "alice", directory: directory, intercept: intercept, monitor: monitor, vfs: vfs,
      configure: {
        $0.uploader = uploader
        change(&$0)
      })
  }

  private func online(_ change: (inout MartletClient.Configuration) -> Void = { _ in }) async throws -> MartletClient {
    let client = try client(configure: change)
    await client.connect()
    try await client.caughtUp()
    return client
  }

  private var copies: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory + "/martlet.uploads")) ?? []).sorted()
  }

  private func chat(_ client: MartletClient) -> Chat { client.chat(with: UserID.of("bob")) }

  /// The texts and URLs that the server has.
  private var log: [String] {
    network.server { server in
      (server.logs[ConversationID.of("direct:alice:bob")]?.entries ?? []).compactMap { entry in
        guard case .message(let message) = entry.event else { return nil }
        let content = MessageContent(type: message.type, json: message.content)
        return content.text ?? content.read(as: FileContent.self)?.media.url ?? message.content
      }
    }
  }

  private func calls(_ count: Int) async throws -> HeldUploader.Call {
    try await network.wait { uploader.calls.count >= count }
    return uploader.calls[count - 1]
  }

  private func finish(_ call: HeldUploader.Call, _ url: String = "https://files.example/a") {
    call.end.resolve(.success(.elsewhere(url: url)))
  }

  @Test func anAppUploadsToItsOwnServerAndHasOneResult() async throws {
    let alice = try await online()
    let chat = chat(alice)
    let id = await alice.newClientID()
    let steps = Mutex<[Int64]>([])
    async let result = chat.send(
      file: folder.path + "/a.txt", id: id, progress: { step in steps.withLock { $0.append(step.bytes) } })
    let call = try await calls(1)
    #expect(call.bytes == Data("0123456789".utf8) && call.file.path.hasPrefix(directory) && call.file.message == id)
    #expect(call.file.sha256 == "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882" && call.file.name == "a.txt")
    let progress = alice.uploadProgress(of: id)
    async let followed = progress.reduce(into: []) { $0.append($1.bytes) }
    await call.progress(4)
    #expect(try await alice.pending().map(\.state) == [.uploading(TransferProgress(bytes: 4, total: 10), isPaused: false)])
    let rows = try await rows(of: chat)
    #expect(rows.map(\.unsent?.id) == [id] && rows.first?.unsent?.isWaiting == true)
    await call.progress(10)
    finish(call)
    #expect(await result.isSent && log == ["https://files.example/a"])
    #expect(steps.withLock { $0 } == [4, 10])
    let heard = await followed
    #expect(heard.last == 10 || heard == [], "a listener that comes late hears the rest")
    #expect(copies.isEmpty)
    await alice.close()
  }

  private func rows(of chat: Chat) async throws -> [TimelineRow] {
    for try await update in chat.timeline() { return update.rows }
    return []
  }

  @Test func whatIsSentOfflineIsUploadedOnceThereIsAConnection() async throws {
    network.goDown()
    let alice = try client()
    try await chat(alice).enqueue(file: folder.path + "/a.txt")
    // Neither the app's file nor the process is needed any more.
    try FileManager.default.removeItem(atPath: folder.path + "/a.txt")
    await alice.close()
    network.comeBack()
    #expect(copies.count == 1 && uploader.calls.isEmpty)
    let again = try await online()
    let call = try await calls(1)
    #expect(call.bytes == Data("0123456789".utf8))
    finish(call)
    try await network.wait { log == ["https://files.example/a"] }
    try await network.wait { copies.isEmpty }
    await again.close()
  }

  @Test func anUploadGoesOnAfterARestartAndLaterMessagesStayBehind() async throws {
    var alice = try await online()
    try await chat(alice).enqueue(file: folder.path + "/a.txt")
    try await chat(alice).enqueue(.text("after"))
    let first = try await calls(1)
    await first.progress(7)
    await alice.close()
    alice = try client()
    #expect(
      try await alice.pending().map(\.state) == [.uploading(TransferProgress(bytes: 7, total: 10), isPaused: false), .waiting])
    await alice.connect()
    try await alice.caughtUp()
    // The result of the closed client's upload is not taken.
    finish(first, "https://files.example/old")
    let second = try await calls(2)
    #expect(second.bytes == first.bytes && log.isEmpty)
    finish(second)
    try await network.wait { log == ["https://files.example/a", "after"] }
    await alice.close()
  }

  @Test func aSuspendedClientGoesOnWhenItIsResumed() async throws {
    let alice = try await online()
    try await chat(alice).enqueue(file: folder.path + "/a.txt")
    _ = try await calls(1)
    await alice.suspend()
    try await alice.resume()
    finish(try await calls(2))
    try await network.wait { log == ["https://files.example/a"] }
    await alice.close()
  }

  @Test func pauseResumeAndDiscard() async throws {
    let alice = try await online()
    let chat = chat(alice)
    let id = await alice.newClientID()
    let ends = Mutex<[SendResult]>([])
    let sending = Task {
      let result = await chat.send(file: folder.path + "/a.txt", id: id)
      ends.withLock { $0.append(result) }
    }
    _ = try await calls(1)
    try await alice.pauseUpload(of: id)
    #expect(try await alice.pending().map(\.state) == [.uploading(TransferProgress(bytes: 0, total: 10), isPaused: true)])
    try await alice.resumeUpload(of: id)
    let second = try await calls(2)
    try await chat.enqueue(.text("after"))
    try await alice.discard(id)
    finish(second)
    await sending.value
    #expect(ends.withLock { $0 } == [.failed(.cancelled)])
    try await network.wait { log == ["after"] && uploader.forgotten == [id] && copies.isEmpty }
    await alice.close()
  }

  @Test func aRefusedFileCanBeTriedAgainAndGoesWithItsMessage() async throws {
    let alice = try await online()
    let chat = chat(alice)
    let id = await alice.newClientID()
    async let result = chat.send(file: folder.path + "/a.txt", id: id)
    try await calls(1).end.resolve(.failure(MartletError.invalid("the app's server does not take it", field: "file")))
    guard case .failed(let error) = await result else { throw TestError("not failed") }
    #expect(error.code == .server(.fieldInvalid) && error.field == "file")
    #expect(copies.count == 1)
    try await alice.retry(id)
    finish(try await calls(2))
    try await network.wait { log == ["https://files.example/a"] && copies.isEmpty }
    let none = await #expect(throws: MartletError.self) { try await alice.retry(id) }
    #expect(none?.field == "id")
    await alice.close()
  }

  @Test func aFailureOfTheAppsServerIsTriedAgain() async throws {
    let alice = try await online()
    try await chat(alice).enqueue(file: folder.path + "/a.txt")
    struct Busy: Error {}
    try await calls(1).end.resolve(.failure(Busy()))
    try await network.pass { uploader.calls.count == 2 }
    finish(try await calls(2))
    try await network.wait { log == ["https://files.example/a"] }
    await alice.close()
  }

  @Test func copiesThatNoMessageNamesGoAtTheNextStart() async throws {
    let alice = try await online()
    try await chat(alice).enqueue(file: folder.path + "/a.txt")
    _ = try await calls(1)
    await alice.close()
    let kept = copies
    try Data("left".utf8).write(to: URL(fileURLWithPath: directory + "/martlet.uploads/left"))
    let again = try client()
    #expect(copies == kept)
    await again.close()
    try await MartletClient.erase(directory: directory)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["martlet.lock"])
  }

  @Test func whatCannotBeStoredLeavesNoCopy() async throws {
    let disk = FaultDisk()
    let alice = try client(vfs: disk.name)
    disk.fill(afterWrites: 0)
    let error = await #expect(throws: MartletError.self) { try await chat(alice).enqueue(file: folder.path + "/a.txt") }
    #expect(error?.code == .storageFull)
    try await network.wait { copies.isEmpty }
    disk.heal()
    let missing = await #expect(throws: MartletError.self) { try await chat(alice).enqueue(file: folder.path + "/missing") }
    #expect(missing?.code == .argumentInvalid && missing?.field == "file")
    let other = await chat(alice).send(file: folder.path + "/a.txt", content: { _ in TextContent("no file") })
    guard case .failed(let refused) = other else { throw TestError("sent") }
    #expect(refused.field == "content" && copies.isEmpty)
    let awaited = await chat(alice).send(try MessageContent(FileContent(Attachment(media: Media(awaited: "a", size: 1)))))
    guard case .failed(let unnamed) = awaited else { throw TestError("sent") }
    #expect(unnamed.field == "content")
    await alice.close()
  }

  @Test func anInterceptorMayTakeOverOrPutTheFileElsewhere() async throws {
    let takesOver = Mutex(true)
    let alice = try client(intercept: { message in
      guard !takesOver.withLock({ $0 }) else { return nil }
      var message = message
      message.content = try MessageContent(FileContent(Attachment(media: Media(url: "https://own.example/x"))))
      return message
    })
    await alice.connect()
    #expect(await chat(alice).send(file: folder.path + "/a.txt") == .takenOver)
    #expect(copies.isEmpty)
    takesOver.withLock { $0 = false }
    #expect(await chat(alice).send(file: folder.path + "/a.txt").isSent)
    #expect(log == ["https://own.example/x"] && copies.isEmpty && uploader.calls.isEmpty)
    await alice.close()
  }

  @Test func aPreparerChangesTheFileAndItsContent() async throws {
    struct Shortening: MediaPreparing {
      let path: String
      func prepare(_ file: UnpreparedFile) async throws -> UnpreparedFile {
        try Data("01".utf8).write(to: URL(fileURLWithPath: path))
        var file = file
        guard var content = file.content.read(as: FileContent.self) else { return file }
        content.caption = "shorter"
        (file.path, file.content) = (path, try MessageContent(content))
        return file
      }
    }
    let path = folder.path + "/short"
    let alice = try await online { $0.preparer = Shortening(path: path) }
    let id = try await chat(alice).enqueue(file: folder.path + "/a.txt")
    let call = try await calls(1)
    #expect(call.bytes == Data("01".utf8) && call.file.size == 2 && call.file.name == "a.txt")
    guard case .send(let content)? = try await alice.pending().first(where: { $0.id == id })?.action else {
      throw TestError("nothing is pending")
    }
    let read = try #require(content.read(as: FileContent.self))
    #expect(read.caption == "shorter" && read.media.size == 2 && read.media.sha256 == call.file.sha256)
    await alice.close()
  }

  @Test func uploadsWaitForANetworkThatCostsNothing() async throws {
    let source = ConditionSource()
    let alice = try client(monitor: source, configure: { $0.uploadsNeedCheapNetwork = true })
    source.networkChanged(isAvailable: true, isExpensive: true)
    await alice.connect()
    try await alice.caughtUp()
    try await network.wait { await alice.isNetworkExpensive }
    try await chat(alice).enqueue(file: folder.path + "/a.txt")
    #expect(uploader.calls.isEmpty)
    source.networkChanged(isAvailable: true)
    _ = try await calls(1)
    source.networkChanged(isAvailable: true, isExpensive: true)
    try await network.wait { await alice.running.isEmpty }
    source.networkChanged(isAvailable: true)
    finish(try await calls(2))
    try await network.wait { log == ["https://files.example/a"] }
    await alice.close()
  }

  @Test func aClientWithoutADirectoryUploadsTheAppsFile() async throws {
    let alice = try network.client("alice", configure: { $0.uploader = uploader })
    await alice.connect()
    async let result = chat(alice).send(file: folder.path + "/a.txt")
    let call = try await calls(1)
    #expect(call.file.path == folder.path + "/a.txt")
    finish(call)
    #expect(await result.isSent)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/a.txt"))
    await alice.close()
  }
}
