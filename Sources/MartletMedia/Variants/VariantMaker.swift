import Glibc
import MartletNet
import MartletSQLite
import MartletWire

/// Makes variants of files when they are asked for, and keeps them beside the files.
///
/// A program of its own makes each variant, and as many run at a time as there are threads. A second request for a variant
/// that is being made waits for it. The maker also remembers files of which it could make none.
package actor VariantMaker {
  /// A thing that is made of a file.
  package enum Product: Hashable, Sendable {
    case variant(Variant)
    /// `Wire.MediaFacts` as JSON.
    case facts

    /// The product with a name; nil if there is none.
    package init?(_ name: some StringProtocol) {
      if name == "facts" {
        self = .facts
      } else if let variant = Variant(rawValue: String(name)) {
        self = .variant(variant)
      } else {
        return nil
      }
    }

    /// The name under which it is kept.
    package var name: String {
      switch self {
      case .variant(let variant): variant.rawValue
      case .facts: "facts"
      }
    }
  }

  /// As many may wait for their turn; more are asked to come back.
  private static let waitingAtMost = 200

  private struct Work: Hashable {
    let app: AppID
    let sha256: [UInt8]
    let product: Product
  }

  private let files: any MediaStore
  private let sandbox: Sandbox
  private let scratch: String
  private let sourceAtMost: Int64
  private let disk = Disk { _ in }
  private let threadsAtMost: Int
  private var threadCount = 0
  private var idle: [ThreadExecutor] = []
  private var waiting: [CheckedContinuation<ThreadExecutor, Never>] = []
  private var works: [Work: Task<SharedBytes?, any Error>] = [:]
  private var nextFile = 0
  /// Whether anything can be made here; nil until somebody asked.
  private var readiness: Task<Bool, any Error>?
  private let report: @Sendable (String) -> Void

  /// Names the parts; nothing is done yet.
  ///
  /// - Parameters:
  ///   - files: Where files lie, and what is made of them.
  ///   - sandbox: Where the programs run.
  ///   - scratch: A directory for this alone; what is in it is removed. Its parent must exist.
  ///   - sourceAtMost: Of larger files nothing is made; in bytes.
  ///   - atOnce: The number of programs that run at a time.
  ///   - report: Takes for the log why nothing can be made here.
  package init(
    of files: any MediaStore, in sandbox: Sandbox = Sandbox(), scratch: String, sourceAtMost: Int64, atOnce: Int,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.files = files
    self.sandbox = sandbox
    self.scratch = scratch
    self.sourceAtMost = sourceAtMost
    threadsAtMost = max(1, atOnce)
    self.report = report
  }

  /// A product of a file; nil if there is none, such as of a file that cannot be read.
  ///
  /// Throws `MediaError`: `.busy` if too many wait.
  package func product(_ product: Product, of record: MediaRecord) async throws -> SharedBytes? {
    guard product.canBeMade(of: record.type), record.upload.size <= sourceAtMost, record.upload.size > 0 else { return nil }
    if let bytes = try await files.kept(as: product.name, of: record.key) { return bytes.count == 0 ? nil : bytes }
    let work = Work(app: record.key.owner.app, sha256: record.sha256, product: product)
    if let task = works[work] { return try await task.value }
    guard waiting.count < Self.waitingAtMost else { throw MediaError(.busy, "too many variants are being made") }
    // Not a part of the request: others may wait for it too, and it is kept for the next one.
    let task = Task { try await make(product, of: record) }
    works[work] = task
    defer { works[work] = nil }
    return try await task.value
  }

  private func make(_ product: Product, of record: MediaRecord) async throws -> SharedBytes? {
    let thread = try await takeThread()
    defer { giveBack(thread) }
    guard try await isReady(thread), sandbox.canMake(product, of: record.type) else { return nil }
    nextFile += 1
    let path = "\(scratch)/\(nextFile)"
    defer { try? disk.remove(path) }
    try await copy(record, to: path, thread)
    let bytes = try await thread.run { [sandbox] in
      let bytes = try sandbox.make(product, of: path, type: record.type)
      // That nothing can be made of it is remembered, so it must not be the fault of this machine.
      guard bytes != nil || sandbox.works(on: path) else { throw MediaError(.failed, "no program runs in its place") }
      return bytes
    }
    try await files.keep(bytes ?? SharedBytes([]), as: product.name, of: record.key)
    return bytes
  }

  /// Whether anything can be made here; the first call makes the scratch directory, and says the reason if not.
  private func isReady(_ thread: ThreadExecutor) async throws -> Bool {
    if let readiness { return try await readiness.value }
    let task = Task { try await prepare(thread) }
    readiness = task
    do {
      return try await task.value
    } catch {
      // The disk may have been full.
      readiness = nil
      throw error
    }
  }

  private func prepare(_ thread: ThreadExecutor) async throws -> Bool {
    let obstacle = try await thread.run { [sandbox, disk, scratch] in
      try disk.makeDirectory(scratch)
      for name in try disk.names(in: scratch) { try disk.remove("\(scratch)/\(name)") }
      return sandbox.obstacle()
    }
    if let obstacle { report(obstacle) }
    return obstacle == nil
  }

  /// Copies a file to where a program can see it.
  private func copy(_ record: MediaRecord, to path: String, _ thread: ThreadExecutor) async throws {
    var offset: Int64 = 0
    while offset < record.upload.size {
      let piece = try await files.read(record.key, at: offset, count: AppFolder.piece)
      guard piece.count > 0 else { throw MediaError(.failed, "a file became shorter") }
      try await thread.run { [disk, offset] in
        _ = try disk.withFile(path, O_WRONLY | O_CREAT, doing: "write a file for a program") { file in
          try piece.withUnsafeBytes { try disk.write($0, to: file, at: offset) }
        }
      }
      offset += Int64(piece.count)
    }
  }

  // MARK: - Threads

  private func takeThread() async throws -> ThreadExecutor {
    if let thread = idle.popLast() { return thread }
    guard threadCount == threadsAtMost else {
      let thread = try ThreadExecutor(name: "variants-\(threadCount)")
      threadCount += 1
      return thread
    }
    return await withCheckedContinuation { waiting.append($0) }
  }

  private func giveBack(_ thread: ThreadExecutor) {
    if waiting.isEmpty { idle.append(thread) } else { waiting.removeFirst().resume(returning: thread) }
  }
}

extension VariantMaker.Product {
  func canBeMade(of type: MediaType) -> Bool {
    switch (self, type.kind) {
    case (_, .other), (.variant, .recording): false
    default: true
    }
  }
}

extension Sandbox {
  func canMake(_ product: VariantMaker.Product, of type: MediaType) -> Bool {
    let programs: [Program] = type.kind == .picture ? [.vipsheader, .vipsthumbnail] : [.ffprobe, .ffmpeg]
    return programs.allSatisfy { isInstalled($0) }
  }

  /// Makes a product, on the calling thread; nil if it cannot be made of this file.
  func make(_ product: VariantMaker.Product, of path: String, type: MediaType) throws -> SharedBytes? {
    let isPicture = type.kind == .picture
    switch product {
    case .variant(let variant):
      return isPicture
        ? try Pictures(sandbox: self).make(variant, of: path, type: type)
        : try Films(sandbox: self).make(variant, of: path, type: type)
    case .facts:
      let facts =
        isPicture ? try Pictures(sandbox: self).facts(of: path, type: type) : try Films(sandbox: self).facts(of: path, type: type)
      return facts.map { SharedBytes($0.json()) }
    }
  }
}
