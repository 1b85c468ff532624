import Foundation
import FoundationNetworking
import MartletCore
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import Martlet
@testable import MartletServer

/// Files that users send with the SDK.
@Suite(.timeLimit(.minutes(5))) struct FileTransferTests {
  private struct People {
    let server: TestServer
    let alice, bob: MartletClient
    let folder: String
  }

  private func withPeople(_ limits: Limits = Limits(), _ body: (People) async throws -> Void) async throws {
    try await TestServer.with(limits: limits) { server in
      try await TemporaryDirectory.with { folder in
        var clients: [MartletClient] = []
        for name in ["alice", "bob"] {
          let token = try await server.token(for: name)
          let client = try MartletClient(
            configuration: .init(server: server.url, directory: nil, device: .init(class: .tool)) { token })
          await client.connect()
          try await client.connected()
          clients.append(client)
        }
        try await body(People(server: server, alice: clients[0], bob: clients[1], folder: folder))
        for client in clients { await client.close() }
      }
    }
  }

  private func write(_ count: Int, to path: String) throws -> Data {
    let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) })
    try data.write(to: URL(fileURLWithPath: path))
    return data
  }

  private func chat(_ people: People) throws -> (Chat, Chat) {
    (people.alice.chat(with: try #require(UserID("bob"))), people.bob.chat(with: try #require(UserID("alice"))))
  }

  private func sent(_ result: SendResult) throws -> MessageID {
    guard case .sent(let id, _) = result else { throw TestError("\(result)") }
    return id
  }

  /// The file that a message names, as the other user has it.
  private func media(_ id: MessageID, of chat: Chat) async throws -> Media {
    try await content(id, of: chat, as: FileContent.self).media
  }

  private func content<Content: TypedContent>(_ id: MessageID, of chat: Chat, as type: Content.Type) async throws -> Content {
    while true {
      // A device is told of the message at some time, the sender's too.
      if let message = try await chat.messages([id]).first { return try #require(message.content?.read(as: type)) }
      await Task.yield()
    }
  }

  /// A PNG of 1 x 1 pixel.
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  @Test func aPictureComesSmallerAndWithItsFacts() async throws {
    try await withPeople { people in
      let (alice, bob) = try chat(people)
      try #require(Data(base64Encoded: Self.png)).write(to: URL(fileURLWithPath: people.folder + "/a.png"))
      let id = try sent(await alice.send(file: people.folder + "/a.png"))
      let media = try await media(id, of: bob)
      for variant in MediaVariant.allCases {
        #expect(try await bob.variant(variant, of: media, in: id).prefix(4) == Array("RIFF".utf8)[...])
      }
      let facts = try await bob.facts(of: media, in: id)
      #expect(facts.type == "image/png" && facts.pixels == PixelSize(width: 1, height: 1) && facts.frames == 1)
      #expect(facts.duration == .zero && facts.waveform.isEmpty)
      for variant in [nil, MediaVariant.small] {
        let link = try await bob.link(to: media, in: id, variant: variant)
        #expect(link.expires > Timestamp(milliseconds: 0))
        let (bytes, _) = try await URLSession.shared.data(from: try #require(URL(string: link.url)))
        #expect(bytes.prefix(4) == (variant == nil ? Data([0x89, 0x50, 0x4E, 0x47]) : Data("RIFF".utf8)))
      }
      _ = try write(100, to: people.folder + "/a.bin")
      let other = try sent(await alice.send(file: people.folder + "/a.bin"))
      let bytes = try await self.media(other, of: bob)
      await #expect { _ = try await bob.variant(.small, of: bytes, in: other) } throws: {
        ($0 as? MartletError)?.code == .server(.mediaNoVariant)
      }
      await #expect { _ = try await bob.facts(of: Media(url: "https://elsewhere.example/a"), in: id) } throws: {
        ($0 as? MartletError)?.field == "media.id"
      }
    }
  }

  @Test func aFileIsSentAndHad() async throws {
    try await withPeople { people in
      let data = try write(2_500_000, to: people.folder + "/a.bin")
      let (alice, bob) = try chat(people)
      let steps = Mutex<[TransferProgress]>([])
      let id = try sent(await alice.send(file: people.folder + "/a.bin") { step in steps.withLock { $0.append(step) } })
      let seen = steps.withLock { $0 }
      #expect(seen.map(\.bytes) == [0, 1 << 20, 2 << 20, 2_500_000] && seen.allSatisfy { $0.total == 2_500_000 })
      let media = try await media(id, of: bob)
      #expect(media.size == 2_500_000 && media.name == "a.bin" && media.url.isEmpty)
      try await bob.download(media, of: id, to: people.folder + "/b.bin")
      #expect(try Data(contentsOf: URL(fileURLWithPath: people.folder + "/b.bin")) == data)
      #expect(!FileManager.default.fileExists(atPath: people.folder + "/b.bin.part"))
    }
  }

  @Test func aDownloadGoesOnWhereItEnded() async throws {
    try await withPeople { people in
      let data = try write(1_500_000, to: people.folder + "/a")
      let (alice, bob) = try chat(people)
      let id = try sent(await alice.send(file: people.folder + "/a"))
      let media = try await media(id, of: bob)
      try data.prefix(700_000).write(to: URL(fileURLWithPath: people.folder + "/b.part"))
      let steps = Mutex<[Int64]>([])
      try await bob.download(media, of: id, to: people.folder + "/b") { step in steps.withLock { $0.append(step.bytes) } }
      #expect(steps.withLock { $0 } == [1_500_000])
      #expect(try Data(contentsOf: URL(fileURLWithPath: people.folder + "/b")) == data)
      // What is left of another file: wrong bytes are noticed, too many are dropped.
      try Data(repeating: 1, count: 700_000).write(to: URL(fileURLWithPath: people.folder + "/c.part"))
      let error = await #expect(throws: MartletError.self) { try await bob.download(media, of: id, to: people.folder + "/c") }
      #expect(error?.code == .protocolViolation)
      try Data(repeating: 1, count: 1_600_000).write(to: URL(fileURLWithPath: people.folder + "/c.part"))
      try await bob.download(media, of: id, to: people.folder + "/c")
      #expect(try Data(contentsOf: URL(fileURLWithPath: people.folder + "/c")) == data)
    }
  }

  @Test func aDownloadIsPausedByCancellingAndGoesOnWithTheNextCall() async throws {
    try await withPeople { people in
      let data = try write(2_500_000, to: people.folder + "/a")
      let (alice, bob) = try chat(people)
      let id = try sent(await alice.send(file: people.folder + "/a"))
      let media = try await media(id, of: bob)
      let (pieces, piece) = AsyncStream.makeStream(of: Void.self)
      let first = Task {
        try await bob.download(media, of: id, to: people.folder + "/b") { _ in piece.yield() }
      }
      for await _ in pieces { break }
      first.cancel()
      let error = await #expect(throws: MartletError.self) { try await first.value }
      #expect(error?.code == .cancelled)
      #expect(!FileManager.default.fileExists(atPath: people.folder + "/b"))
      let steps = Mutex<[Int64]>([])
      try await bob.download(media, of: id, to: people.folder + "/b") { step in steps.withLock { $0.append(step.bytes) } }
      #expect(steps.withLock { $0.first ?? 0 } > 1 << 20, "the first piece is not loaded again")
      #expect(try Data(contentsOf: URL(fileURLWithPath: people.folder + "/b")) == data)
    }
  }

  @Test func aRepetitionIsStoredOnce() async throws {
    try await withPeople { people in
      _ = try write(1_500_000, to: people.folder + "/a")
      let (alice, _) = try chat(people)
      let message = await people.alice.newClientID()
      let first = try sent(await alice.send(file: people.folder + "/a", id: message))
      let steps = Mutex<[Int64]>([])
      let again = await alice.send(file: people.folder + "/a", id: message) { step in steps.withLock { $0.append(step.bytes) } }
      #expect(try sent(again) == first)
      #expect(steps.withLock { $0 } == [1_500_000], "nothing is uploaded again")
    }
  }

  @Test func anEmptyFileAndAnotherContentAreSent() async throws {
    try await withPeople { people in
      _ = try write(0, to: people.folder + "/none")
      let (alice, bob) = try chat(people)
      let result = await alice.send(
        file: people.folder + "/none", name: "picture.png",
        content: { ImageContent(Attachment(media: $0, caption: "look"), pixels: PixelSize(width: 3, height: 4)) })
      let id = try sent(result)
      let content = try await content(id, of: alice, as: ImageContent.self)
      #expect(content.media.name == "picture.png" && content.caption == "look")
      try await bob.download(content.media, of: id, to: people.folder + "/copy")
      #expect(try Data(contentsOf: URL(fileURLWithPath: people.folder + "/copy")).isEmpty)
    }
  }

  @Test func whatCannotBeSentSaysWhy() async throws {
    var limits = Limits()
    limits.mediaBytes = 10
    try await withPeople(limits) { people in
      let (alice, bob) = try chat(people)
      func code(_ result: SendResult) -> MartletError.Code? { if case .failed(let error) = result { error.code } else { nil } }
      #expect(code(await alice.send(file: people.folder + "/missing")) == .argumentInvalid)
      #expect(code(await alice.send(file: people.folder)) == .argumentInvalid)
      _ = try write(11, to: people.folder + "/large")
      #expect(code(await alice.send(file: people.folder + "/large")) == .server(.mediaTooLarge))
      _ = try write(10, to: people.folder + "/small")
      let id = try sent(await alice.send(file: people.folder + "/small"))
      let media = try await media(id, of: bob)
      _ = await alice.recall(id)
      let error = await #expect(throws: MartletError.self) { try await bob.download(media, of: id, to: people.folder + "/b") }
      #expect(error?.code == .server(.mediaUnknown))
      let elsewhere = await #expect(throws: MartletError.self) {
        try await bob.download(Media(url: "https://x"), of: id, to: people.folder + "/b")
      }
      #expect(elsewhere?.field == "media.id")
    }
  }

  @Test func theHashIsTheCommonOne() {
    // Around the sizes at which another block begins, in pieces of several sizes.
    for count in [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 1_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      for step in [1, 7, 64, 1_000] {
        var hash = FileHash()
        for start in stride(from: 0, to: count, by: step) { hash.add(Array(bytes[start..<min(count, start + step)])) }
        #expect(hash.finish() == Hexadecimal.encode(SHA256.digest(bytes)), "\(count) bytes by \(step)")
      }
    }
  }
}
