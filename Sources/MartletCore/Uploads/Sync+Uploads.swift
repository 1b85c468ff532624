import MartletWire

/// The files that rows of the outbox wait for.
struct UploadQueue {
  struct Entry {
    /// The conversation as the row names it.
    let conversation: String
    let isFree: Bool
    var isPaused: Bool
    var isUnderWay = false
    /// 0 if it is not held.
    var heldUntil: UInt64 = 0
    /// Failures in a row without a byte in between.
    var failures = 0
  }

  /// Files that are not at the server yet, by row.
  private(set) var waiting: [Int64: Entry] = [:]
  /// Rows whose files are at the server, and how often they had to be uploaded again.
  private(set) var ready: [Int64: (entry: Entry, repetitions: Int)] = [:]
  /// How often files were uploaded again, by row.
  private var repetitions: [Int64: Int] = [:]
  /// Uploads at a time.
  private let limit: Int
  /// The network may not be used for uploads.
  var isHeld = false

  /// How often a file is uploaded again for a message that came too late for it.
  static let repetitionsAtMost = 3
  /// The longest delay between two attempts.
  private static let longestDelay: UInt64 = 60_000_000_000

  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { waiting.isEmpty }
  private var underWay: Int { waiting.values.reduce(0) { $0 + ($1.isUnderWay ? 1 : 0) } }
  var rowsUnderWay: [Int64] { waiting.filter { $0.value.isUnderWay }.keys.sorted() }

  mutating func add(_ row: Int64, _ upload: LocalStore.UploadState, _ conversation: String) {
    let entry = Entry(conversation: conversation, isFree: upload.isFree, isPaused: upload.isPaused)
    if upload.isReady { ready[row] = (entry, 0) } else { waiting[row] = entry }
  }

  /// Returns the rows whose uploads begin now, oldest first.
  mutating func next(at now: UInt64) -> [Int64] {
    guard !waiting.isEmpty, !isHeld else { return [] }
    let room = limit - underWay
    guard room > 0 else { return [] }
    let rows = waiting.filter { !$0.value.isUnderWay && !$0.value.isPaused && $0.value.heldUntil <= now }.keys.sorted()
    for row in rows.prefix(room) { waiting[row]?.isUnderWay = true }
    return Array(rows.prefix(room))
  }

  /// Forgets a row.
  ///
  /// - Returns: True if its upload was under way.
  mutating func remove(_ row: Int64) -> Bool {
    ready[row] = nil
    repetitions[row] = nil
    return waiting.removeValue(forKey: row)?.isUnderWay ?? false
  }

  /// Notes that bytes have arrived: the next failure is the first in a row.
  mutating func progressed(_ row: Int64) { waiting[row]?.failures = 0 }

  /// Notes that a file is at the server.
  mutating func completed(_ row: Int64) -> Entry? {
    guard let entry = waiting.removeValue(forKey: row) else { return nil }
    ready[row] = (entry, repetitions[row] ?? 0)
    return entry
  }

  /// Begins the upload of a file anew that the server no longer has; nil if that was done too often.
  mutating func begin(again row: Int64) -> Entry? {
    guard let (entry, count) = ready[row], count < Self.repetitionsAtMost else { return nil }
    ready[row] = nil
    repetitions[row] = count + 1
    var fresh = entry
    (fresh.isUnderWay, fresh.heldUntil, fresh.failures) = (false, 0, 0)
    waiting[row] = fresh
    return fresh
  }

  /// Holds an upload that failed for now.
  mutating func postpone(_ row: Int64, at now: UInt64, retryAfter: UInt64) {
    guard var entry = waiting[row] else { return }
    let delay = min(1_000_000_000 << UInt64(min(entry.failures, 6)), Self.longestDelay)
    entry.failures += 1
    (entry.isUnderWay, entry.heldUntil) = (false, now.addingClamped(max(delay, retryAfter)))
    waiting[row] = entry
  }

  mutating func setPaused(_ row: Int64, _ isPaused: Bool) {
    waiting[row]?.isPaused = isPaused
    if isPaused { waiting[row]?.isUnderWay = false } else { waiting[row]?.heldUntil = 0 }
  }

  /// Puts the uploads under way back.
  mutating func interrupt() {
    for row in rowsUnderWay { waiting[row]?.isUnderWay = false }
  }

  /// Ends all holds: there is a new connection.
  mutating func endHolds() {
    for row in waiting.keys { waiting[row]?.heldUntil = 0 }
  }

  /// Ends the holds that are over.
  mutating func wake(at now: UInt64) {
    for (row, entry) in waiting where entry.heldUntil > 0 && entry.heldUntil <= now { waiting[row]?.heldUntil = 0 }
  }

  /// The time at which a held upload may begin; nil if none is held.
  var deadline: UInt64? {
    isHeld ? nil : waiting.values.lazy.filter { !$0.isPaused && $0.heldUntil > 0 }.map { $0.heldUntil }.min()
  }
}

// Uploads before messages are sent.
extension Sync {
  mutating func startUploads() {
    for row in uploads.next(at: now) { act(.upload(row: row)) }
  }

  /// Takes that bytes of a row's file have arrived.
  package mutating func uploadReached(_ row: Int64, _ bytes: Int64, at now: UInt64) {
    self.now = now
    guard uploads.waiting[row]?.isUnderWay == true else { return }
    uploads.progressed(row)
    write(.uploadReached(row: row, bytes))
  }

  /// Takes that a row's file is whole where it belongs; the message may go now.
  package mutating func uploaded(_ row: Int64, _ place: FilePlace, at now: UInt64) {
    self.now = now
    guard uploads.waiting[row]?.isUnderWay == true, let entry = uploads.completed(row) else { return }
    write(.uploaded(row: row, place))
    if entry.isFree { lanes.add(row, canonical(entry.conversation)) } else { lanes.release(row) }
    pump()
  }

  /// Takes that an upload failed, for good or for now.
  package mutating func uploadFailed(_ row: Int64, _ error: MartletError, at now: UInt64) {
    self.now = now
    guard uploads.waiting[row]?.isUnderWay == true else { return }
    if error.endsUpload {
      drop(row)
      write(.refuse(row: row, error.failure))
    } else {
      uploads.postpone(row, at: now, retryAfter: (error.retryAfter ?? .zero).nanoseconds)
    }
    pump()
  }

  /// Pauses an upload, or lets it go on; already stored.
  package mutating func uploadPaused(_ row: Int64, _ isPaused: Bool, at now: UInt64) {
    self.now = now
    if isPaused, uploads.waiting[row]?.isUnderWay == true { act(.cancelUpload(row: row)) }
    uploads.setPaused(row, isPaused)
    pump()
  }

  /// Holds all uploads while the network may not be used for them.
  package mutating func uploadsHeld(_ isHeld: Bool, at now: UInt64) {
    self.now = now
    uploads.isHeld = isHeld
    if isHeld { interruptUploads() }
    pump()
  }

  /// Stops what is under way; it goes on with the next `pump` that may begin it.
  mutating func interruptUploads() {
    for row in uploads.rowsUnderWay { act(.cancelUpload(row: row)) }
    uploads.interrupt()
  }

  /// Uploads the file of a refused message again, if the refusal says that the server no longer has it; true if so.
  ///
  /// The server keeps a file for a time only, and a device may be offline for longer between the upload and the message.
  mutating func uploadsAgain(_ row: Int64, _ failure: Wire.Failure) -> Bool {
    guard failure.errorCode == .mediaUnknown, let entry = uploads.begin(again: row) else { return false }
    if entry.isFree { lanes.remove(row) } else { lanes.await(row) }
    write(.uploadAgain(row: row))
    return true
  }

  private mutating func drop(_ row: Int64) {
    _ = uploads.remove(row)
    lanes.remove(row)
  }

  func canonical(_ conversation: String) -> String {
    user.flatMap { Destination(conversation)?.conversation(of: $0)?.text } ?? conversation
  }
}

extension MartletError {
  /// True if the same upload would fail again.
  fileprivate var endsUpload: Bool {
    guard let server = code.server else { return code == .argumentInvalid }
    switch server {
    // The next attempt asks how far the upload is, or begins it anew.
    case .uploadOffsetWrong, .uploadChecksumWrong, .mediaUnknown, .uploadComplete: return false
    // The next attempt gets another token.
    case .tokenExpired, .tokenMalformed, .tokenRevoked: return false
    default: return server.retry == .never
    }
  }

  /// As the server would say it, which is how the outbox keeps it.
  fileprivate var failure: Wire.Failure {
    Wire.Failure(code.server ?? .fieldInvalid, field: field ?? "", limit: limit ?? 0, actual: actual ?? 0, message: message)
  }
}
