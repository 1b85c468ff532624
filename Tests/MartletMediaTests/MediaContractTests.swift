import MartletMedia
import MartletNet
import MartletTesting
import MartletWire
import Testing

/// The contract of `MediaStore`, on every engine.
@Suite struct MediaContractTests {
  @Test(arguments: MediaEngine.all) func bytesArriveInPiecesAndAreKept(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      let upload = Sample.upload(size: 10)
      try await store.begin(upload, most: Sample.most)
      #expect(try await store.state(of: upload.key) == .arriving(upload, offset: 0))
      try await store.resume(upload.key, at: 0, isChecked: false)
      try await store.append(SharedBytes("01234".utf8), to: upload.key, at: 0)
      #expect(try await store.settle(upload.key, isSound: true) == 5)
      try await store.resume(upload.key, at: 5, isChecked: false)
      try await store.append(SharedBytes("56789".utf8), to: upload.key, at: 5)
      #expect(try await store.settle(upload.key, isSound: true) == 10)
      let record = try await store.finish(upload.key, until: 7)
      #expect(record == MediaRecord(upload, sha256: Sample.sha256("0123456789"), type: .other, until: 7))
      #expect(try await store.state(of: upload.key) == .complete(record))
      #expect(try await store.finish(upload.key, until: 9) == record)
      #expect(try await store.text(upload.key, 3, 4) == "3456")
      #expect(try await store.text(upload.key, 8, 4) == "89")
      #expect(try await store.text(upload.key, 10, 4) == "")
    }
  }

  @Test(arguments: MediaEngine.all) func anotherOffsetIsRefused(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      let upload = Sample.upload(size: 10)
      try await store.begin(upload, most: Sample.most)
      #expect(await code { try await store.resume(upload.key, at: 1, isChecked: false) } == .offset)
      try await store.resume(upload.key, at: 0, isChecked: false)
      try await store.append(SharedBytes("01234".utf8), to: upload.key, at: 0)
      // A connection that was thought dead goes on where another one has resumed.
      #expect(await code { try await store.append(SharedBytes("xx".utf8), to: upload.key, at: 3) } == .offset)
      #expect(await code { try await store.append(SharedBytes("567890".utf8), to: upload.key, at: 5) } == .tooLong)
      #expect(await code { _ = try await store.finish(upload.key, until: 0) } == .offset)
      #expect(try await store.state(of: upload.key) == .arriving(upload, offset: 5))
    }
  }

  @Test(arguments: MediaEngine.all) func uncheckedBytesDoNotCount(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      let upload = Sample.upload(size: 6)
      try await store.fill(upload, "ab")
      try await store.resume(upload.key, at: 2, isChecked: true)
      try await store.append(SharedBytes("xxx".utf8), to: upload.key, at: 2)
      #expect(try await store.state(of: upload.key) == .arriving(upload, offset: 2))
      // The same place again, after a kill and with the right bytes.
      try await store.resume(upload.key, at: 2, isChecked: true)
      try await store.append(SharedBytes("cd".utf8), to: upload.key, at: 2)
      #expect(try await store.settle(upload.key, isSound: true) == 4)
      try await store.resume(upload.key, at: 4, isChecked: true)
      try await store.append(SharedBytes("yy".utf8), to: upload.key, at: 4)
      #expect(try await store.settle(upload.key, isSound: false) == 4)
      try await store.resume(upload.key, at: 4, isChecked: false)
      try await store.append(SharedBytes("ef".utf8), to: upload.key, at: 4)
      _ = try await store.settle(upload.key, isSound: true)
      _ = try await store.finish(upload.key, until: 0)
      #expect(try await store.text(upload.key, 0, 9) == "abcdef")
    }
  }

  @Test(arguments: MediaEngine.all) func bytesWithAnotherHashAreGone(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      let upload = Sample.upload(size: 3, sha256: Sample.sha256("abc"))
      try await store.fill(upload, "abd")
      #expect(await code { _ = try await store.finish(upload.key, until: 0) } == .hash)
      #expect(try await store.state(of: upload.key) == nil)
      try await store.fill(upload, "abc")
      #expect(try await store.finish(upload.key, until: 0).sha256 == Sample.sha256("abc"))
    }
  }

  @Test(arguments: MediaEngine.all) func equalBytesOutliveOneOfTheirFiles(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      let (one, other) = (Sample.upload(1, of: "alice", size: 3), Sample.upload(2, of: "..", size: 3))
      for upload in [one, other] {
        try await store.fill(upload, "abc")
        _ = try await store.finish(upload.key, until: 0)
      }
      try await store.remove(one.key)
      try await store.tidy(Sample.app)
      #expect(try await store.state(of: one.key) == nil)
      #expect(await code { _ = try await store.read(one.key, at: 0, count: 9) } == .unknown)
      #expect(try await store.text(other.key, 0, 9) == "abc")
    }
  }

  @Test(arguments: MediaEngine.all) func whatWasMadeOfAFileStaysAsLongAsIt(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      let (one, other) = (Sample.upload(1, size: 3), Sample.upload(2, size: 4))
      try await store.fill(one, "abc")
      #expect(await code { try await store.keep(SharedBytes("small".utf8), as: "small", of: one.key) } == .unknown)
      #expect(await code { _ = try await store.kept(as: "small", of: one.key) } == .unknown)
      _ = try await store.finish(one.key, until: 0)
      try await store.fill(other, "abcd")
      _ = try await store.finish(other.key, until: 0)
      #expect(try await store.kept(as: "small", of: one.key) == nil)
      try await store.keep(SharedBytes("small".utf8), as: "small", of: one.key)
      try await store.keep(SharedBytes("".utf8), as: "facts", of: one.key)
      try await store.tidy(Sample.app)
      #expect(try await store.keptText("small", of: one.key) == "small")
      #expect(try await store.keptText("facts", of: one.key) == "")
      #expect(try await store.kept(as: "small", of: other.key) == nil)
      try await store.keep(SharedBytes("smaller".utf8), as: "small", of: one.key)
      #expect(try await store.keptText("small", of: one.key) == "smaller")
      #expect(try await store.files(of: Sample.alice).count == 2)
      #expect(try await store.usage(of: Sample.alice) == MediaUsage(uploads: 0, bytes: 2 * MediaUsage.least))

      try await store.remove(one.key)
      try await store.tidy(Sample.app)
      try await store.tidy(Sample.app)
      try await store.fill(one, "abc")
      _ = try await store.finish(one.key, until: 0)
      #expect(try await store.kept(as: "small", of: one.key) == nil)
      #expect(try await store.text(other.key, 0, 9) == "abcd")
    }
  }

  @Test(arguments: MediaEngine.all) func onlyArrivingFilesAreAbandoned(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      let (one, other) = (Sample.upload(1, size: 3), Sample.upload(2, size: 3))
      try await store.fill(one, "ab")
      try await store.fill(other, "abc")
      _ = try await store.finish(other.key, until: 0)
      #expect(try await store.abandon(one.key))
      #expect(try await store.abandon(one.key))
      #expect(try await !store.abandon(other.key))
      #expect(try await store.state(of: one.key) == nil)
      #expect(try await store.text(other.key, 0, 9) == "abc")
      #expect(await code { try await store.append(SharedBytes("c".utf8), to: one.key, at: 2) } == .unknown)
    }
  }

  @Test(arguments: MediaEngine.all) func aUserHasOnlySoMuch(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      let most = MediaUsage(uploads: 2, bytes: 5000 + 2 * MediaUsage.least)
      try await store.fill(Sample.upload(1, size: 4), "abcd", most: most)
      _ = try await store.finish(Sample.upload(1, size: 4).key, until: 0)
      try await store.begin(Sample.upload(2, size: 5000), most: most)
      #expect(try await store.usage(of: Sample.alice) == MediaUsage(uploads: 1, bytes: 5000 + MediaUsage.least))
      #expect(await code { try await store.begin(Sample.upload(3, size: MediaUsage.least + 1), most: most) } == .quota)
      try await store.begin(Sample.upload(4, size: 1), most: most)
      #expect(await code { try await store.begin(Sample.upload(5, size: 0), most: most) } == .tooMany)
      try await store.begin(Sample.upload(6, of: "bob", size: most.bytes), most: most)
      try await store.remove(Sample.upload(2, size: 5000).key)
      try await store.begin(Sample.upload(3, size: 2), most: most)
    }
  }

  @Test(arguments: MediaEngine.all) func listsNameWhatIsThere(_ engine: MediaEngine) async throws {
    try await engine.with { store in
      #expect(try await store.apps().isEmpty)
      #expect(try await store.files(of: Sample.alice).isEmpty)
      #expect(await code { try await store.note(5, for: Sample.upload(size: 1).key) } == .unknown)
      let (one, two, other) = (Sample.upload(1, size: 1), Sample.upload(2, size: 1), Sample.upload(3, of: "bob", size: 0))
      for upload in [one, two, other] { try await store.begin(upload, most: Sample.most) }
      #expect(try await store.apps() == [Sample.app])
      #expect(try await Set(store.users(of: Sample.app).map(\.text)) == ["alice", "bob"])
      #expect(try await Set(store.files(of: Sample.alice)) == [one.key.id, two.key.id])
      _ = try await store.finish(other.key, until: 3)
      try await store.note(8, for: other.key)
      #expect(
        try await store.state(of: other.key)
          == .complete(MediaRecord(other, sha256: Sample.sha256(""), type: .other, until: 3, seq: 8)))
    }
  }

  @Test(arguments: MediaEngine.all) func whatWasReportedIsThereAfterReopening(_ engine: MediaEngine) async throws {
    let directory = try TemporaryDirectory()
    let (one, two) = (Sample.upload(1, size: 4), Sample.upload(2, size: 4))
    let first = try await engine.open(directory.path)
    try await first.fill(one, "ab")
    try await first.fill(two, "wxyz")
    let record = try await first.finish(two.key, until: 1)
    let second = try await engine.open(directory.path)
    #expect(try await second.state(of: one.key) == .arriving(one, offset: 2))
    #expect(try await second.state(of: two.key) == .complete(record))
    #expect(try await second.text(two.key, 0, 9) == "wxyz")
  }
}

/// An engine that the contract is checked on; a further engine is one more in `all`.
struct MediaEngine: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let open: @Sendable (_ directory: String) async throws -> any MediaStore

  static let all = [
    MediaEngine(testDescription: "files") { MediaFiles($0 + "/media", threadCount: 2) },
    MediaEngine(testDescription: "s3") { try await Objects.open(String($0.dropFirst())) },
  ]

  func with(_ body: (any MediaStore) async throws -> Void) async throws {
    let directory = try TemporaryDirectory()
    try await body(try await open(directory.path))
    withExtendedLifetime(directory) {}
  }
}
