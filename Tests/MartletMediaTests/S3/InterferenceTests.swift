import MartletNet
import MartletTesting
import MartletWire
import Synchronization
import Testing

@testable import MartletMedia

/// An S3 that is overloaded, breaks connections off, or refuses.
@Suite struct InterferenceTests {
  private static func refusal(_ status: Int, _ code: String) -> HTTPResponse {
    let text = "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>m</Message></Error>"
    return HTTPResponse(status: status, body: Array(text.utf8))
  }

  /// Uploads a file of two parts and reads it.
  private func exercise(_ store: MediaObjects) async throws {
    let bytes = Objects.bytes((5 << 20) + 1000)
    let upload = Sample.upload(size: Int64(bytes.count))
    try await store.begin(upload, most: Sample.most)
    try await store.resume(upload.key, at: 0, isChecked: false)
    try await store.add(bytes, to: upload.key, at: 0)
    #expect(try await store.settle(upload.key, isSound: true) == Int64(bytes.count))
    #expect(try await store.finish(upload.key, until: 1).sha256 == Sample.sha256(bytes))
    try await store.note(7, for: upload.key)
    #expect(try await store.all(upload.key) == bytes)
    try await store.remove(upload.key)
    #expect(try await store.files(of: Sample.alice).isEmpty)
  }

  @Test(arguments: [(503, "SlowDown"), (500, "InternalError"), (429, "TooManyRequests"), (400, "RequestTimeout")])
  func requestsThatAnOverloadedServerRefusesAreSentAgain(_ status: Int, _ code: String) async throws {
    let turn = Atomic(0)
    try await Interference.with(Objects.prefix()) { _ in
      turn.add(1, ordering: .relaxed).newValue % 3 == 0 ? nil : .answer(Self.refusal(status, code))
    } _: { store, _ in
      try await exercise(store)
    }
  }

  /// Whatever a request did is there, and it is sent again.
  @Test(arguments: [Interference.Deed.loseAnswer, .cutAnswer])
  func requestsWhoseAnswersAreLostDoNoHarm(_ deed: Interference.Deed) async throws {
    let turn = Atomic(0)
    try await Interference.with(Objects.prefix()) { _ in
      turn.add(1, ordering: .relaxed).newValue % 2 == 0 ? nil : deed
    } _: { store, _ in
      try await exercise(store)
    }
  }

  @Test func aServerThatStaysAwayIsSaid() async throws {
    try await Interference.with(Objects.prefix(), attempts: 3) { _ in
      .answer(Self.refusal(503, "SlowDown"))
    } _: { store, interference in
      let error = await #expect(throws: MediaError.self) { try await store.begin(Sample.upload(size: 1), most: Sample.most) }
      #expect(error?.code == .failed)
      #expect(error?.message.contains("503 SlowDown") == true)
      #expect(interference.requests == 3)
    }
    let gone = try await Objects.open("x", port: 1, attempts: 2)
    let error = await #expect(throws: MediaError.self) { _ = try await gone.apps() }
    #expect(error?.message.contains("cannot be reached") == true)
    #expect(await gone.probe() == .unreachable(error?.message ?? ""))
  }

  /// A part that S3 does not take is no part, and what it has stays.
  @Test func anUploadGoesOnAfterAFailure() async throws {
    let fails = Atomic(false)
    try await Interference.with(Objects.prefix()) { request in
      fails.load(ordering: .relaxed) && request.method == "PUT" ? .answer(Self.refusal(403, "AccessDenied")) : nil
    } _: { store, _ in
      let bytes = Objects.bytes((10 << 20) + 10)
      let upload = Sample.upload(size: Int64(bytes.count))
      let half = 5 << 20
      try await store.begin(upload, most: Sample.most)
      try await store.resume(upload.key, at: 0, isChecked: false)
      try await store.add(bytes.prefix(half + 100), to: upload.key, at: 0)
      fails.store(true, ordering: .relaxed)
      #expect(await code { try await store.add(bytes[(half + 100)...], to: upload.key, at: Int64(half) + 100) } == .failed)
      #expect(try await store.settle(upload.key, isSound: true) == Int64(half))
      fails.store(false, ordering: .relaxed)
      try await store.resume(upload.key, at: Int64(half), isChecked: false)
      try await store.add(bytes[half...], to: upload.key, at: Int64(half))
      _ = try await store.settle(upload.key, isSound: true)
      #expect(try await store.finish(upload.key, until: 1).sha256 == Sample.sha256(bytes))
      #expect(try await store.all(upload.key) == bytes)
    }
  }

  /// Somebody else wrote a part of the same number, so the file has other bytes than were hashed.
  @Test func aPartThatChangedIsNoticed() async throws {
    let prefix = Objects.prefix()
    let store = try await Objects.open(prefix)
    let bytes = Objects.bytes((5 << 20) + 10)
    let upload = Sample.upload(size: Int64(bytes.count))
    try await store.begin(upload, most: Sample.most)
    try await store.resume(upload.key, at: 0, isChecked: false)
    try await store.add(bytes, to: upload.key, at: 0)
    _ = try await store.settle(upload.key, isSound: true)
    let raw = try S3(try await MotoServer.shared.value).client
    let unfinished = try #require(try await raw.unfinished(prefix).first)
    let other = SharedBytes.pieces(of: Objects.bytes(5 << 20, seed: 9))
    _ = try await raw.putPart(1, of: unfinished.id, to: unfinished.name, other, payload: hash(other))
    #expect(await code { _ = try await store.finish(upload.key, until: 1) } == .unknown)
    #expect(try await store.state(of: upload.key) == nil)
  }

  private func hash(_ pieces: [SharedBytes]) -> [UInt8] {
    let digest = Digest(.sha256)
    for piece in pieces { piece.withUnsafeBytes { digest.add($0) } }
    return digest.finish()
  }

  /// An error may come with the status of success.
  @Test func anErrorInASuccessfulAnswerIsAnError() async throws {
    try await Interference.with(Objects.prefix()) { request in
      request.method == "POST" && request.query.hasPrefix("uploadId") ? .answer(Self.refusal(200, "InternalError")) : nil
    } _: { store, _ in
      let bytes = Objects.bytes((5 << 20) + 10)
      let upload = Sample.upload(size: Int64(bytes.count))
      try await store.begin(upload, most: Sample.most)
      try await store.resume(upload.key, at: 0, isChecked: false)
      try await store.add(bytes, to: upload.key, at: 0)
      _ = try await store.settle(upload.key, isSound: true)
      #expect(await code { _ = try await store.finish(upload.key, until: 1) } == .failed)
      #expect(try await store.state(of: upload.key) == .arriving(upload, offset: Int64(bytes.count)))
    }
  }

  @Test(
    arguments: [
      (403, "InvalidAccessKeyId", "media.credentials"), (403, "RequestTimeTooSkewed", "clock"),
      (403, "AccessDenied", "permissions"),
      (404, "NoSuchBucket", "Create the bucket media"), (301, "PermanentRedirect", "media.region"), (404, "", "media.endpoint"),
    ])
  func aRefusalSaysWhatToDo(_ status: Int, _ reason: String, _ advice: String) async throws {
    try await Interference.with("") { _ in
      .answer(Self.refusal(status, reason))
    } _: { store, _ in
      guard case .refused(let text, let said) = await store.probe() else {
        Issue.record("not refused")
        return
      }
      #expect(text.contains("\(status)"))
      #expect(text.contains(reason))
      #expect(said.contains(advice))
      #expect(await code { try await store.begin(Sample.upload(size: 1), most: Sample.most) } == .failed)
    }
  }

  @Test func aProbeTellsWhatTheServerCannotDo() async throws {
    let prefix = Objects.prefix()
    let whole = try await Objects.open(prefix)
    #expect(await whole.probe() == .usable(isFenced: true))
    #expect(try await S3(try await MotoServer.shared.value).names(prefix).isEmpty)
    // A server that takes any write.
    try await Interference.with(prefix) { request in
      request.headers.first(name: "If-None-Match") == nil ? nil : .answer(HTTPResponse(status: 200, headers: ["ETag": "\"1\""]))
    } _: { store, _ in
      #expect(await store.probe() == .usable(isFenced: false))
    }
    try await Interference.with(prefix) { _ in
      .answer(HTTPResponse(status: 200, text: "<html></html>"))
    } _: { store, _ in
      guard case .refused(_, let advice) = await store.probe() else {
        Issue.record("not refused")
        return
      }
      #expect(advice.contains("media.endpoint"))
    }
  }

  @Test func wrongKeysAndBucketsAreSaid() async throws {
    let moto = try await MotoServer.shared.value
    let wrong = try await Objects.open("x") { S3Credentials(id: moto.credentials.id, secret: "wrong") }
    guard case .refused(let reason, _) = await wrong.probe() else {
      Issue.record("a wrong secret was taken")
      return
    }
    #expect(reason.contains("SignatureDoesNotMatch"))
    let missing = try await Objects.open("x", bucket: "missing")
    guard case .refused(let reason, _) = await missing.probe() else {
      Issue.record("a missing bucket was taken")
      return
    }
    #expect(reason.contains("NoSuchBucket"))
  }

  @Test func keysAreReadAgainWhenTheyAreRefused() async throws {
    let moto = try await MotoServer.shared.value
    let reads = Atomic(0)
    let store = try await Objects.open(Objects.prefix()) {
      reads.add(1, ordering: .relaxed).newValue == 1 ? S3Credentials(id: "AKIAOLD", secret: "old") : moto.credentials
    }
    #expect(try await store.apps().isEmpty)
    #expect(try await store.apps().isEmpty)
    #expect(reads.load(ordering: .relaxed) == 2)
  }

  /// A download of many pieces takes few requests, also beside others.
  @Test func aDownloadReadsAhead() async throws {
    try await Interference.with(Objects.prefix()) { _ in
      nil
    } _: { store, interference in
      let bytes = Objects.bytes(3 << 20)
      let upload = Sample.upload(size: Int64(bytes.count))
      try await store.begin(upload, most: Sample.most)
      try await store.resume(upload.key, at: 0, isChecked: false)
      try await store.add(bytes, to: upload.key, at: 0)
      _ = try await store.settle(upload.key, isSound: true)
      _ = try await store.finish(upload.key, until: 1)
      let before = interference.requests
      async let one = store.all(upload.key)
      async let other = store.all(upload.key)
      #expect(try await one == bytes)
      #expect(try await other == bytes)
      // Three for each, and the note.
      #expect(interference.requests - before <= 8)
      #expect(try await store.text(upload.key, 5, 0) == "")
    }
  }

  @Test func whatIsReadAheadIsBounded() {
    let ahead = ReadAhead()
    for number in 0..<1000 { ahead.keep([1, 2, 3], of: "\(number)", at: 0) }
    #expect(ahead.count == 3 * 64)
    #expect(ahead.take("0", at: 0, count: 3) == nil)
    #expect(ahead.take("999", at: 1, count: 3) == nil)
    #expect(ahead.take("999", at: 0, count: 2)?.count == 2)
    #expect(ahead.take("999", at: 2, count: 9)?.count == 1)
    #expect(ahead.take("999", at: 3, count: 1) == nil)
  }

  @Test func aFullBucketIsSaid() async throws {
    try await Interference.with(Objects.prefix()) { request in
      request.method == "PUT" ? .answer(Self.refusal(507, "XMinioStorageFull")) : nil
    } _: { store, _ in
      #expect(await code { try await store.begin(Sample.upload(size: 1), most: Sample.most) } == .full)
    }
  }
}
