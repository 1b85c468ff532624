import MartletNet
import MartletWire
import Synchronization

/// Files as objects in S3.
///
/// A note says all of a file; bytes count once a note names the object or the part that has them. Bytes that are too few for
/// a part are in an object of their own, so an upload goes on at any byte on any node. Objects get names that nobody else uses,
/// and a note changes only from the version that was read: so two nodes never mix bytes.
///
/// It holds the bytes of at most one part of each upload that is under way, 5 MiB for files up to 44 GiB.
package final class MediaObjects: MediaStore {
  let client: S3Client
  private let turns = Turns<MediaKey>()
  private let takes = Mutex<[MediaKey: ObjectTake]>([:])
  /// Complete files that were asked for lately, so that a read asks for bytes only.
  private let known = Mutex<[MediaKey: Known]>([:])
  private let ahead = ReadAhead()
  /// After so much time, whatever no note names is removed.
  let forgottenMilliseconds: Int64

  struct Known {
    let whole: String
    let size: Int64
  }

  private static let knownLimit = 4096
  /// Read at a time.
  private static let piece = 256 << 10

  /// Names the place; nothing is done yet.
  ///
  /// - Parameters:
  ///   - place: The bucket.
  ///   - loops: The loops that run the connections; at least one.
  ///   - time: The clock of signatures.
  ///   - attempts: How often a request is sent before it fails.
  ///   - firstPause: The pause after the first attempt, which doubles from then on.
  ///   - forgotten: After so much time, `tidy` removes what no note names.
  ///   - credentials: Reads the keys, at first and whenever S3 refuses them.
  package init(
    _ place: S3Place, loops: [EventLoop], time: any TimeSource, attempts: Int = 5, firstPause: Duration = .milliseconds(100),
    forgotten: Duration = .seconds(86_400), credentials: @escaping @Sendable () throws -> S3Credentials
  ) {
    client = S3Client(
      place, loops: loops, time: time, attempts: attempts, firstPause: firstPause, credentials: credentials)
    forgottenMilliseconds = forgotten.components.seconds * 1000
  }

  func names(_ app: AppID) -> ObjectNames { ObjectNames(app, prefix: client.place.prefix) }
  func names(_ key: MediaKey) -> ObjectNames { names(key.owner.app) }

  /// Runs `body` when nobody else does something to a file here.
  private func inTurn<Result: Sendable>(
    _ key: MediaKey, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    // Goes on if the request is cancelled for which it is done: what came is to be stored then.
    try await Task { [turns] in
      await turns.enter(key)
      defer { turns.leave(key) }
      return try await body()
    }.value
  }

  func take(_ key: MediaKey) -> ObjectTake? { takes.withLock { $0[key] } }
  func setTake(_ take: ObjectTake?, _ key: MediaKey) { takes.withLock { $0[key] = take } }

  // MARK: - State

  package func begin(_ upload: MediaUpload, most: MediaUsage) async throws {
    try await usage(of: upload.key.owner).checkRoom(for: upload, most: most)
    try await inTurn(upload.key) { try await self.write(new: upload) }
  }

  package func state(of key: MediaKey) async throws -> MediaState? {
    try await inTurn(key) {
      if let take = self.take(key) {
        return .arriving(take.settled.upload, offset: take.isChecked ? take.settled.offset : take.offset)
      }
      guard let note = try await self.note(of: key)?.note else { return nil }
      guard let record = note.note.record else { return .arriving(note.upload, offset: note.offset) }
      self.remember(note)
      return .complete(record)
    }
  }

  // MARK: - Arriving

  package func resume(_ key: MediaKey, at offset: Int64, isChecked: Bool) async throws {
    try await inTurn(key) { try await self.takeUp(key, at: offset, isChecked: isChecked) }
  }

  package func append(_ bytes: SharedBytes, to key: MediaKey, at offset: Int64) async throws {
    try await inTurn(key) {
      guard let take = self.take(key) else {
        throw MediaError(try await self.arriving(key) == nil ? .unknown : .offset)
      }
      guard Int64(bytes.count) <= take.size - offset else { throw MediaError(.tooLong) }
      guard take.offset == offset else { throw MediaError(.offset) }
      try await self.add(bytes, to: take)
    }
  }

  package func settle(_ key: MediaKey, isSound: Bool) async throws -> Int64 {
    try await inTurn(key) { try await self.put(key, isSound: isSound) }
  }

  // MARK: - Complete

  package func finish(_ key: MediaKey, until: Int64) async throws -> MediaRecord {
    try await inTurn(key) { try await self.complete(key, until: until) }
  }

  package func read(_ key: MediaKey, at offset: Int64, count: Int) async throws -> SharedBytes {
    let file = try await complete(key)
    let count = Int64(min(max(0, count), Self.piece))
    guard offset >= 0, offset < file.size, count > 0 else { return SharedBytes([]) }
    let name = names(key).whole(key, file.whole)
    let wanted = Int(min(file.size - offset, count))
    if let bytes = ahead.take(name, at: offset, count: wanted) { return bytes }
    let more = count == Self.piece ? ReadAhead.bytes : count
    let range = offset..<min(file.size, offset + more)
    guard let bytes = try await client.get(name, range: range, limit: range.count)?.bytes else {
      forget(key)
      throw MediaError(.unknown)
    }
    guard bytes.count == range.count else { throw MediaError(.failed, "S3 gave other bytes than were asked for") }
    ahead.keep(bytes.dropFirst(wanted), of: name, at: offset + Int64(wanted))
    return SharedBytes(bytes.prefix(wanted))
  }

  package func keep(_ bytes: SharedBytes, as name: String, of key: MediaKey) async throws {
    // Whether it is still there is asked of S3; what is kept of a file that goes just now goes a day later.
    guard let note = try await note(of: key)?.note, note.note.record != nil else { throw MediaError(.unknown) }
    let pieces = SharedBytes.pieces(of: bytes.withUnsafeBytes { Array($0) })
    _ = try await client.put(names(key).kept(key, note.whole, name), pieces)
  }

  package func kept(as name: String, of key: MediaKey) async throws -> SharedBytes? {
    let object = names(key).kept(key, try await complete(key).whole, name)
    return try await client.get(object, limit: Variant.bytesAtMost).map { SharedBytes($0.bytes) }
  }

  package func note(_ seq: UInt64, for key: MediaKey) async throws {
    try await inTurn(key) {
      try await self.change(key) { note in
        guard var record = note.note.record else { throw MediaError(.unknown) }
        record.seq = seq
        note.note = MediaNote(record)
      }
    }
  }

  package func abandon(_ key: MediaKey) async throws -> Bool {
    try await inTurn(key) { try await self.erase(key) { $0?.note.record == nil } }
  }

  package func remove(_ key: MediaKey) async throws {
    _ = try await inTurn(key) { try await self.erase(key) { _ in true } }
  }

  /// A file that is complete, or was lately.
  private func complete(_ key: MediaKey) async throws -> Known {
    if let file = known.withLock({ $0[key] }) { return file }
    guard let note = try await note(of: key)?.note, note.note.record != nil else { throw MediaError(.unknown) }
    return remember(note)
  }

  @discardableResult
  func remember(_ note: ObjectNote) -> Known {
    let file = Known(whole: note.whole, size: note.upload.size)
    known.withLock { known in
      if known.count >= Self.knownLimit { known.removeAll() }
      known[note.upload.key] = file
    }
    return file
  }

  func forget(_ key: MediaKey) { known.withLock { $0[key] = nil } }
}
