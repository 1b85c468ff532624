import MartletNet
import MartletSQLite
import MartletWire
import Synchronization

/// Files in a directory of this machine, or in one that several machines share.
///
/// The work is done on a few threads of its own, the work for one user always on the same. The directory and the threads are
/// made when they are needed.
package final class MediaFiles: MediaStore {
  private let root: String
  private let disk: Disk
  private let threadCount: Int
  private let threads = Mutex<[Int: ThreadExecutor]>([:])

  /// Names the place; nothing is done yet.
  ///
  /// - Parameters:
  ///   - root: The directory; its parent must exist.
  ///   - threadCount: The number of threads.
  ///   - probe: Called before every step that changes the disk; a step it throws for does not happen, nor what follows.
  package init(
    _ root: String, threadCount: Int = 4, probe: @escaping @Sendable (_ step: String) throws -> Void = { _ in }
  ) {
    self.root = root
    disk = Disk(probe: probe)
    self.threadCount = max(1, threadCount)
  }

  private func thread(_ number: Int) throws -> ThreadExecutor {
    try threads.withLock { threads in
      if let thread = threads[number] { return thread }
      let thread = try ThreadExecutor(name: "media-\(number)")
      threads[number] = thread
      return thread
    }
  }

  /// Runs `body` on the thread of a name.
  private func run<Result: Sendable>(_ name: Int, _ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await thread(Int(UInt(bitPattern: name) % UInt(threadCount))).run(body)
  }

  private func run<Result: Sendable>(
    _ owner: MediaOwner, _ body: @escaping @Sendable (AppFolder) throws -> Result
  ) async throws -> Result {
    let folder = AppFolder(owner.app, in: root, disk: disk)
    return try await run(owner.hashValue) { try body(folder) }
  }

  package func begin(_ upload: MediaUpload, most: MediaUsage) async throws {
    try await run(upload.key.owner) { [disk, root] folder in
      try disk.makeDirectory(root)
      try folder.begin(upload, most: most)
    }
  }

  package func state(of key: MediaKey) async throws -> MediaState? { try await run(key.owner) { try $0.state(of: key) } }

  package func resume(_ key: MediaKey, at offset: Int64, isChecked: Bool) async throws {
    try await run(key.owner) { try $0.resume(key, at: offset, isChecked: isChecked) }
  }

  package func append(_ bytes: SharedBytes, to key: MediaKey, at offset: Int64) async throws {
    try await run(key.owner) { try $0.append(bytes, to: key, at: offset) }
  }

  package func settle(_ key: MediaKey, isSound: Bool) async throws -> Int64 {
    try await run(key.owner) { try $0.settle(key, isSound: isSound) }
  }

  package func finish(_ key: MediaKey, until: Int64) async throws -> MediaRecord {
    try await run(key.owner) { try $0.finish(key, until: until) }
  }

  package func read(_ key: MediaKey, at offset: Int64, count: Int) async throws -> SharedBytes {
    try await run(key.owner) { try $0.read(key, at: offset, count: min(max(0, count), AppFolder.piece)) }
  }

  package func keep(_ bytes: SharedBytes, as name: String, of key: MediaKey) async throws {
    try await run(key.owner) { try $0.keep(bytes, as: name, of: key) }
  }

  package func kept(as name: String, of key: MediaKey) async throws -> SharedBytes? {
    try await run(key.owner) { try $0.kept(as: name, of: key) }
  }

  package func note(_ seq: UInt64, for key: MediaKey) async throws { try await run(key.owner) { try $0.note(seq, for: key) } }

  package func abandon(_ key: MediaKey) async throws -> Bool { try await run(key.owner) { try $0.abandon(key) } }

  package func remove(_ key: MediaKey) async throws { try await run(key.owner) { try $0.remove(key) } }

  package func usage(of owner: MediaOwner) async throws -> MediaUsage {
    try await run(owner) { try $0.usage(of: owner.user) }
  }

  package func apps() async throws -> [AppID] {
    try await run(0) { [disk, root] in try disk.names(in: root).compactMap { AppID(String($0.dropFirst())) } }
  }

  package func users(of app: AppID) async throws -> [UserID] {
    try await run(0) { [disk, root] in try AppFolder(app, in: root, disk: disk).users() }
  }

  package func files(of owner: MediaOwner) async throws -> [MediaID] { try await run(owner) { try $0.files(of: owner.user) } }

  package func tidy(_ app: AppID) async throws {
    try await run(0) { [disk, root] in try AppFolder(app, in: root, disk: disk).tidy() }
  }
}
