import MartletNet
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import Martlet

/// Uploads and downloads against a server that fails as real ones do.
@Suite(.timeLimit(.minutes(1))) struct UploadScriptTests {
  /// A transport whose answers a test makes.
  private final class ScriptedTransport: TransportOnLoop {
    let loop: EventLoop
    private let requests = Mutex<[TransportRequest]>([])
    private let answer: @Sendable (TransportRequest, Int) -> TransportResponse

    init(_ answer: @escaping @Sendable (TransportRequest, Int) -> TransportResponse) throws {
      loop = try EventLoop(name: "scripted")
      self.answer = answer
    }

    var seen: [String] {
      requests.withLock { $0.map { "\($0.method) \($0.headers.first { $0.name == "Upload-Offset" }?.value ?? "")" } }
    }

    func exchange(
      _ request: TransportRequest, with address: ServerAddress
    ) async throws(MartletError) -> TransportResponse {
      let count = requests.withLock { requests in
        requests.append(request)
        return requests.count
      }
      guard count < 20 else { throw MartletError(.closed, "it is asked for ever") }
      return answer(request, count)
    }

    func dial(_ address: ServerAddress, handler: any TransportHandler) -> any TransportSocket { NoSocket() }

    func stop() { Task { [loop] in await loop.stop() } }

    private final class NoSocket: TransportSocket {
      func send(_ packet: [UInt8]) -> Bool { false }
      func close() {}
    }
  }

  private func connection(_ transport: ScriptedTransport) throws -> MediaConnection {
    MediaConnection(transport: transport, address: try #require(ServerAddress("ws://scripted")), token: { "t" })
  }

  private func file(_ folder: String, _ size: Int) async throws -> OutgoingFile {
    let path = folder + "/a"
    try await LocalFile(path, writes: true).write([UInt8](repeating: 7, count: size), at: 0)
    return OutgoingFile(
      message: try #require(ClientID("m")), conversation: try #require(ConversationID("direct:alice:bob")), path: path,
      name: "a", size: Int64(size), sha256: "")
  }

  private static func made(_ offset: String? = nil) -> TransportResponse {
    let headers = [("Location", "/v1/media/uploads/f")] + (offset.map { [("Upload-Offset", $0)] } ?? [])
    return TransportResponse(status: 201, headers: headers.map { (name: $0.0, value: $0.1) }, body: [])
  }

  private static func took(_ offset: String) -> TransportResponse {
    TransportResponse(status: 204, headers: [(name: "Upload-Offset", value: offset)], body: [])
  }

  /// The first is a server that confirms bytes and takes none.
  @Test(arguments: ["0", "-1", "9000000", "x"]) func anUploadToAServerThatTellsAnImpossibleOffsetEnds(offset: String) async throws
  {
    try await TemporaryDirectory.with { folder in
      let transport = try ScriptedTransport { request, _ in request.method == "POST" ? Self.made() : Self.took(offset) }
      let uploader = ServerUploader(connection: try connection(transport))
      let file = try await file(folder, 10)
      let error = await #expect(throws: MartletError.self) { try await uploader.upload(file) { _ in } }
      #expect(error?.code == .protocolViolation)
      #expect(transport.seen == ["POST ", "PATCH 0"])
      transport.stop()
    }
  }

  @Test func anUploadGoesOnWhereTheServerIs() async throws {
    try await TemporaryDirectory.with { folder in
      let transport = try ScriptedTransport { request, _ in request.method == "POST" ? Self.made("6") : Self.took("10") }
      let uploader = ServerUploader(connection: try connection(transport))
      let steps = Mutex<[Int64]>([])
      let place = try await uploader.upload(try await file(folder, 10)) { bytes in steps.withLock { $0.append(bytes) } }
      #expect(place == .server(id: "f") && steps.withLock { $0 } == [6, 10])
      #expect(transport.seen == ["POST ", "PATCH 6"])
      transport.stop()
    }
  }

  @Test func aFileThatChangedIsNotUploaded() async throws {
    try await TemporaryDirectory.with { folder in
      let transport = try ScriptedTransport { _, _ in Self.made() }
      let uploader = ServerUploader(connection: try connection(transport))
      let whole = try await file(folder, 10)
      let other = OutgoingFile(
        message: whole.message, conversation: whole.conversation, path: whole.path, name: "a", size: 11, sha256: "")
      let error = await #expect(throws: MartletError.self) { try await uploader.upload(other) { _ in } }
      #expect(error?.code == .argumentInvalid && error?.field == "file" && transport.seen.isEmpty)
      transport.stop()
    }
  }

  @Test func aDownloadFromAServerThatSendsNothingEnds() async throws {
    try await TemporaryDirectory.with { folder in
      let transport = try ScriptedTransport { _, _ in
        TransportResponse(status: 206, headers: [(name: "Content-Range", value: "bytes 0-9/10")], body: [])
      }
      let transfer = try await MediaTransfer(over: try connection(transport))
      let conversation = try #require(ConversationID("direct:alice:bob"))
      let error = await #expect(throws: MartletError.self) {
        try await transfer.download("f", of: MessageID(conversation: conversation, seq: 1), to: folder + "/b", progress: nil)
      }
      #expect(error?.code == .protocolViolation && transport.seen.count == 1)
      transport.stop()
    }
  }
}
