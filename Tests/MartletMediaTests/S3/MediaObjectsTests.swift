import MartletMedia
import MartletNet
import MartletTesting
import MartletWire
import Testing

/// Files in S3, beyond the contract.
@Suite struct MediaObjectsTests {
  private static let part = 5 << 20

  @Test func aLargeFileGoesOnAtAnyByteOnAnyNode() async throws {
    let prefix = Objects.prefix()
    let nodes = [try await Objects.open(prefix), try await Objects.open(prefix)]
    let bytes = Objects.bytes(2 * Self.part + 1_234_567)
    let upload = Sample.upload(size: Int64(bytes.count), sha256: Sample.sha256(bytes))
    try await nodes[0].begin(upload, most: Sample.most)
    // In the rest, at the end of a part, within the next, and over the end of one.
    var offset = 0
    for (turn, end) in [100_001, Self.part, Self.part + 7, 2 * Self.part + 3, bytes.count].enumerated() {
      let node = nodes[turn % 2]
      try await node.resume(upload.key, at: Int64(offset), isChecked: turn == 3)
      try await node.add(bytes[offset..<end], to: upload.key, at: Int64(offset))
      #expect(try await node.settle(upload.key, isSound: true) == Int64(end))
      #expect(try await nodes[(turn + 1) % 2].state(of: upload.key) == .arriving(upload, offset: Int64(end)))
      offset = end
    }
    let record = try await nodes[1].finish(upload.key, until: 5)
    #expect(record.sha256 == Sample.sha256(bytes))
    #expect(try await nodes[0].finish(upload.key, until: 6) == record)
    #expect(try await nodes[0].all(upload.key) == bytes)
    let over = try await nodes[1].read(upload.key, at: Int64(Self.part) - 10, count: 20).withUnsafeBytes { Array($0) }
    #expect(over == Array(bytes[Self.part - 10..<Self.part + 10]))
    #expect(try await nodes[0].usage(of: Sample.alice) == MediaUsage(uploads: 0, bytes: Int64(bytes.count)))
    // Nothing is left but the note and the bytes, and then nothing at all.
    #expect(try await names(prefix).count == 2)
    try await nodes[0].remove(upload.key)
    #expect(try await names(prefix).isEmpty)
    #expect(try await nodes[1].state(of: upload.key) == nil)
    #expect(await code { _ = try await nodes[1].read(upload.key, at: 0, count: 5) } == .unknown)
  }

  @Test func aKilledNodeLosesNothingThatItStored() async throws {
    let prefix = Objects.prefix()
    let bytes = Objects.bytes(2 * Self.part + 77)
    let upload = Sample.upload(size: Int64(bytes.count))
    let dying = try await Objects.open(prefix)
    try await dying.begin(upload, most: Sample.most)
    try await dying.resume(upload.key, at: 0, isChecked: false)
    try await dying.add(bytes.prefix(1000), to: upload.key, at: 0)
    #expect(try await dying.settle(upload.key, isSound: true) == 1000)
    try await dying.resume(upload.key, at: 1000, isChecked: false)
    try await dying.add(bytes[1000..<Self.part + 500_000], to: upload.key, at: 1000)
    #expect(try await dying.state(of: upload.key) == .arriving(upload, offset: Int64(Self.part + 500_000)))
    // It stores nothing from now on. S3 keeps the bytes of whole parts.
    let other = try await Objects.open(prefix)
    #expect(try await other.state(of: upload.key) == .arriving(upload, offset: Int64(Self.part)))
    try await other.resume(upload.key, at: Int64(Self.part), isChecked: false)
    try await other.add(bytes[Self.part...], to: upload.key, at: Int64(Self.part))
    _ = try await other.settle(upload.key, isSound: true)
    #expect(try await other.finish(upload.key, until: 5).sha256 == Sample.sha256(bytes))
    #expect(try await other.all(upload.key) == bytes)
  }

  @Test(arguments: [1_000_000, 2 * part + 5]) func aNodeThatWasOvertakenStops(_ size: Int) async throws {
    let prefix = Objects.prefix()
    let (one, other) = (try await Objects.open(prefix), try await Objects.open(prefix))
    let (lost, kept) = (Objects.bytes(size, seed: 1), Objects.bytes(size, seed: 2))
    let upload = Sample.upload(size: Int64(size))
    try await one.begin(upload, most: Sample.most)
    try await one.resume(upload.key, at: 0, isChecked: false)
    try await one.add(lost.prefix(100_000), to: upload.key, at: 0)
    try await other.resume(upload.key, at: 0, isChecked: false)
    try await other.add(kept.prefix(size - 1), to: upload.key, at: 0)
    #expect(try await other.settle(upload.key, isSound: true) == Int64(size - 1))
    let late = await code {
      try await one.add(lost[100_000...], to: upload.key, at: 100_000)
      _ = try await one.settle(upload.key, isSound: true)
    }
    #expect(late == .offset)
    #expect(try await one.state(of: upload.key) == .arriving(upload, offset: Int64(size - 1)))
    try await one.resume(upload.key, at: Int64(size - 1), isChecked: false)
    try await one.add(kept.suffix(1), to: upload.key, at: Int64(size - 1))
    _ = try await one.settle(upload.key, isSound: true)
    #expect(try await one.finish(upload.key, until: 1).sha256 == Sample.sha256(kept))
    #expect(try await other.all(upload.key) == kept)
  }

  @Test func aStaleNodeDoesNotSpoilThePartsOfAnother() async throws {
    let prefix = Objects.prefix()
    let (one, other) = (try await Objects.open(prefix), try await Objects.open(prefix))
    let (lost, kept) = (Objects.bytes(3 * Self.part, seed: 1), Objects.bytes(3 * Self.part, seed: 2))
    let upload = Sample.upload(size: Int64(3 * Self.part))
    try await one.begin(upload, most: Sample.most)
    try await one.resume(upload.key, at: 0, isChecked: false)
    try await one.add(kept.prefix(Self.part + 1), to: upload.key, at: 0)
    try await other.resume(upload.key, at: Int64(Self.part), isChecked: false)
    try await other.add(kept[Self.part..<2 * Self.part + 1], to: upload.key, at: Int64(Self.part))
    // Its part gets a number that the note had set aside for it, and not the one of the other's part.
    let late = await code { try await one.add(lost[Self.part + 1..<2 * Self.part], to: upload.key, at: Int64(Self.part + 1)) }
    #expect(late == .offset)
    try await other.add(kept[(2 * Self.part + 1)...], to: upload.key, at: Int64(2 * Self.part + 1))
    _ = try await other.settle(upload.key, isSound: true)
    #expect(try await other.finish(upload.key, until: 1).sha256 == Sample.sha256(kept))
    #expect(try await one.all(upload.key) == kept)
  }

  @Test func partsThatWereNotCheckedDoNotCount() async throws {
    let store = try await Objects.open(Objects.prefix())
    let bytes = Objects.bytes(2 * Self.part + 9)
    let upload = Sample.upload(size: Int64(bytes.count))
    try await store.begin(upload, most: Sample.most)
    try await store.resume(upload.key, at: 0, isChecked: false)
    try await store.add(bytes.prefix(10), to: upload.key, at: 0)
    _ = try await store.settle(upload.key, isSound: true)
    try await store.resume(upload.key, at: 10, isChecked: true)
    try await store.add(Objects.bytes(Self.part + 99, seed: 7), to: upload.key, at: 10)
    #expect(try await store.settle(upload.key, isSound: false) == 10)
    try await store.resume(upload.key, at: 10, isChecked: true)
    try await store.add(bytes.dropFirst(10), to: upload.key, at: 10)
    #expect(try await store.state(of: upload.key) == .arriving(upload, offset: 10))
    #expect(try await store.settle(upload.key, isSound: true) == Int64(bytes.count))
    #expect(try await store.finish(upload.key, until: 1).sha256 == Sample.sha256(bytes))
    #expect(try await store.all(upload.key) == bytes)
  }

  @Test func completingAndGivingUpExcludeEachOther() async throws {
    let prefix = Objects.prefix()
    let (one, other) = (try await Objects.open(prefix), try await Objects.open(prefix))
    for number in 1...10 {
      let upload = Sample.upload(number, size: 3)
      try await one.fill(upload, "abc")
      async let finished = code { _ = try await one.finish(upload.key, until: 1) }
      async let isGone = other.abandon(upload.key)
      switch (await finished, try await isGone) {
      case (nil, false): #expect(try await other.text(upload.key, 0, 3) == "abc")
      case (.unknown, true): #expect(try await other.state(of: upload.key) == nil)
      case let both: Issue.record("completed and given up: \(both)")
      }
    }
  }

  @Test func tidyRemovesWhatNoNoteNames() async throws {
    let prefix = Objects.prefix()
    let upload = Sample.upload(1, size: Int64(3 * Self.part))
    let kept = Sample.upload(2, size: Int64(3 * Self.part))
    let store = try await Objects.open(prefix)
    for upload in [upload, kept] {
      try await store.begin(upload, most: Sample.most)
      try await store.resume(upload.key, at: 0, isChecked: false)
      try await store.add(Objects.bytes(Self.part + 5), to: upload.key, at: 0)
      _ = try await store.settle(upload.key, isSound: true)
    }
    let moto = try await MotoServer.shared.value
    let raw = try S3(moto)
    #expect(try await raw.uploads(prefix) == 2)
    // A node died after it deleted the note of one, and one while it wrote the rest of the other.
    try await raw.send("DELETE", "\(prefix)/_app/_alice/\(upload.key.id).note")
    try await raw.send("PUT", "\(prefix)/_app/_alice/\(kept.key.id).0123456789abcdef.rest", [1, 2, 3])
    try await raw.send("PUT", "\(prefix)/_app/_alice/\(Sample.upload(3, size: 1).key.id).note", [])
    try await raw.send("PUT", "\(prefix)/_app/_alice/other", [1])
    #expect(try await names(prefix).count == 6)
    // Nothing of it is old yet.
    try await store.tidy(Sample.app)
    #expect(try await names(prefix).count == 6)
    try await Objects.open(prefix, forgotten: .zero).tidy(Sample.app)
    #expect(try await names(prefix).count == 3)
    #expect(try await raw.uploads(prefix) == 1)
    #expect(try await store.state(of: kept.key) == .arriving(kept, offset: Int64(Self.part + 5)))
    try await store.resume(kept.key, at: Int64(Self.part + 5), isChecked: false)
  }

  @Test func aDamagedNoteIsNoFile() async throws {
    let prefix = Objects.prefix()
    let store = try await Objects.open(prefix)
    let upload = Sample.upload(size: 3)
    let raw = try S3(try await MotoServer.shared.value)
    let whole = Sample.upload(2, size: 3)
    try await store.fill(whole, "abc")
    let note = try await raw.send("GET", "\(prefix)/_app/_alice/\(whole.key.id).note")
    let cut = Array(note.dropLast(1))
    let negative = Array(String(decoding: note, as: UTF8.self).replacing("\"stored\":3", with: "\"stored\":4").utf8)
    for damage in [[], Array("{".utf8), Array("[]".utf8), cut, negative, [UInt8](repeating: 120, count: 100_000)] {
      try await raw.send("PUT", "\(prefix)/_app/_alice/\(upload.key.id).note", damage)
      #expect(try await store.state(of: upload.key) == nil)
      #expect(await code { try await store.resume(upload.key, at: 0, isChecked: false) } == .unknown)
      #expect(await code { _ = try await store.read(upload.key, at: 0, count: 1) } == .unknown)
    }
    try await store.fill(upload, "xyz")
    #expect(try await store.finish(upload.key, until: 1).sha256 == Sample.sha256("xyz"))
  }

  private func names(_ prefix: String) async throws -> [String] {
    try await S3(try await MotoServer.shared.value).names(prefix)
  }
}

extension Sample {
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    let digest = Digest(.sha256)
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }
}
