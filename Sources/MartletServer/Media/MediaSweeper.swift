import MartletMedia
import MartletNet
import MartletStore
import MartletWire

/// Removes files that no message names or can name any more.
///
/// What it does is decided by what is there, so it may be killed at any point, and several nodes may sweep the same place.
package struct MediaSweeper: Sendable {
  private let files: any MediaStore
  private let store: any Store
  private let limits: Limits
  private let time: any TimeSource
  private let log: Log

  /// How much later than its time a file is removed.
  ///
  /// A message that was in time may still be on its way to the disk, and nodes' clocks differ.
  static let margin: Int64 = 3_600_000

  package init(files: any MediaStore, store: any Store, limits: Limits, time: any TimeSource, log: Log) {
    self.files = files
    self.store = store
    self.limits = limits
    self.time = time
    self.log = log
  }

  /// Sweeps again and again until the loop is stopped.
  package func run(every interval: Duration, on loop: EventLoop) {
    Task(executorPreference: loop) {
      while await loop.pause(interval) { await sweep() }
    }
  }

  /// Looks at every file once.
  package func sweep() async {
    do {
      for app in try await files.apps() {
        for user in try await files.users(of: app) {
          let owner = MediaOwner(app: app, user: user)
          for id in try await files.files(of: owner) { try await look(at: MediaKey(id, of: owner)) }
        }
        try await files.tidy(app)
      }
    } catch {
      // The next sweep looks at the other files.
      log.error("sweeping files failed", ["error": .text("\(error)")])
    }
  }

  private func look(at key: MediaKey) async throws {
    let now = time.wallMilliseconds
    switch try await files.state(of: key) {
    case nil: break
    case .arriving(let upload, _):
      if upload.expires &+ Self.margin < now { _ = try await files.abandon(key) }
    case .complete(var record):
      if record.seq == 0 {
        guard let seq = try await position(of: record) else { return try await give(up: record, now) }
        try await files.note(seq, for: key)
        record.seq = seq
      }
      let (conversation, app) = (record.upload.conversation, key.owner.app)
      let entry = try await store.entry(at: record.seq, of: conversation, app: app)
      if entry?.names(key.id) != true { try await files.remove(key) }
    }
  }

  /// Where the message is for which a file was uploaded; nil if it is not stored.
  private func position(of record: MediaRecord) async throws -> UInt64? {
    let (upload, owner) = (record.upload, record.key.owner)
    let position = try await store.position(of: upload.message, by: owner.user, app: owner.app)
    guard let position, position.conversation == upload.conversation else { return nil }
    return position.seq
  }

  /// Removes a file whose message is not stored, once it can be no more.
  private func give(up record: MediaRecord, _ now: Int64) async throws {
    guard record.until &+ Self.margin < now else { return }
    // After this, the store may have forgotten the request that stored the message. Then the file stays.
    let remembered = limits.clientIDWindow.milliseconds
    guard now &- record.until < remembered &- Self.margin else { return }
    try await files.remove(record.key)
  }
}
