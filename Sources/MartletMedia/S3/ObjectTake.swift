import MartletNet
import Synchronization

/// An upload that this process adds bytes to: those that S3 has not got yet, and what it has.
///
/// `@unchecked Sendable`: only the holder of the file's turn touches it.
final class ObjectTake: @unchecked Sendable {
  /// The note as S3 has it, and its entity tag.
  var settled: ObjectNote
  var tag: String
  /// The note with the bytes that S3 has since, which count once this is the note there.
  var ahead: ObjectNote
  /// Whether bytes count only after `settle`.
  let isChecked: Bool
  /// A number that the note in S3 sets aside for the next part.
  var number: Int?
  /// The bytes behind `ahead.stored`.
  private(set) var held: [SharedBytes] = []
  private(set) var heldBytes: Int64 = 0
  /// Whether some of these came since `rest` was written.
  private(set) var hasNew = false
  private var payload = Digest(.sha256)
  private(set) var hash: RunningHash

  /// Continues an upload, with the bytes of its rest; nil if the note makes no sense.
  init?(_ note: ObjectNote, tag: String, isChecked: Bool, rest: [UInt8]) {
    let hash = note.stored == 0 ? RunningHash() : RunningHash(state: note.hash, after: note.stored)
    guard Int64(rest.count) == note.restBytes, let hash = note.found == nil ? hash : RunningHash() else { return nil }
    (settled, ahead, self.tag, self.isChecked, self.hash) = (note, note, tag, isChecked, hash)
    for piece in SharedBytes.pieces(of: rest) { add(piece) }
    hasNew = false
  }

  var size: Int64 { ahead.upload.size }
  var offset: Int64 { ahead.stored + heldBytes }
  var partBytes: Int64 { ObjectNote.partBytes(of: size) }
  /// Whether the file is put together from parts.
  var hasParts: Bool { size > partBytes }

  func add(_ bytes: SharedBytes) {
    bytes.withUnsafeBytes {
      hash.add($0)
      payload.add($0)
    }
    held.append(bytes)
    heldBytes += Int64(bytes.count)
    hasNew = true
  }

  /// The hash of the bytes held; asked for once.
  func payloadHash() -> [UInt8] {
    defer {
      payload = Digest(.sha256)
      for piece in held { piece.withUnsafeBytes { payload.add($0) } }
    }
    return payload.finish()
  }

  /// Notes that S3 has the bytes held, in `part` or in the whole object.
  func store(as part: S3Client.Part? = nil) {
    if ahead.stored == 0 { ahead.type = MediaType(of: first()) }
    if let part { ahead.parts.append(part) }
    ahead.stored += heldBytes
    (ahead.rest, ahead.restBytes) = ("", 0)
    let isAll = ahead.stored == size
    ahead.found = isAll ? hash.finish() : nil
    ahead.hash = isAll ? [] : hash.state ?? []
    (held, heldBytes, hasNew, payload) = ([], 0, false, Digest(.sha256))
  }

  /// Notes that S3 has the bytes held in an object for the rest.
  func store(asRest token: String) {
    (ahead.rest, ahead.restBytes) = (token, heldBytes)
    hasNew = false
  }

  private func first() -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in held where bytes.count < MediaType.bytesLookedAt {
      piece.withUnsafeBytes { bytes += $0.prefix(MediaType.bytesLookedAt - bytes.count) }
    }
    return bytes
  }
}

/// Lets those who want something of a key have it one after another.
final class Turns<Key: Hashable & Sendable>: Sendable {
  private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

  /// Waits for one's turn, which ends with `leave`.
  func enter(_ key: Key) async {
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        waiting[key]?.append(continuation)
        guard waiting[key] == nil else { return false }
        waiting[key] = []
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func leave(_ key: Key) {
    let next = waiting.withLock { waiting in
      guard waiting[key]?.isEmpty == false else {
        waiting[key] = nil
        return nil as CheckedContinuation<Void, Never>?
      }
      return waiting[key]?.removeFirst()
    }
    next?.resume()
  }
}
