import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A disk that fails on command: full, I/O errors, loss of power.
///
/// SQLite uses it as a file layer over the real files. Making and removing files is durable at once here. It stands until the
/// process ends, since SQLite keeps pointers to it for as long as a connection is open.
package final class FaultDisk: Sendable {
  package enum Operation: Sendable, CaseIterable {
    case write, sync, truncate
  }

  /// One change since the last sync of its file.
  private struct Unsynced {
    var offset: Int
    /// The written bytes; nil if the file was truncated.
    var bytes: [UInt8]?
    /// The bytes before, and the file's length before.
    var replaced: [UInt8]
    var sizeBefore: Int
  }

  private struct Fault {
    enum Effect {
      case fail(lasts: Bool)
      /// No file grows from then on.
      case fill
      case cutPower
    }

    /// Nil for any.
    var operation: Operation?
    var remaining: Int
    var effect: Effect
  }

  private struct State {
    var capacity: Int?
    var sizes: [String: Int] = [:]
    var unsynced: [String: [Unsynced]] = [:]
    var fault: Fault?
    var hasPower = true
    var counts: [Operation: Int] = [:]

    /// Brings the fault nearer, or about; false if it makes this operation fail.
    mutating func passes(_ operation: Operation) -> Bool {
      guard var met = fault, met.operation == nil || met.operation == operation else { return true }
      guard met.remaining == 0 else {
        met.remaining -= 1
        fault = met
        return true
      }
      switch met.effect {
      case .fail(let lasts):
        if !lasts { fault = nil }
        return false
      case .fill:
        fault = nil
        capacity = sizes.values.reduce(0, +)
        return true
      case .cutPower:
        fault = nil
        hasPower = false
        return false
      }
    }
  }

  /// The decision on a file operation.
  enum Verdict {
    case proceed
    /// Only so many bytes fit.
    case full(writing: Int)
    case fail
  }

  /// The current condition of the disk, in addition to explicit commands.
  package struct Condition: Sendable {
    /// By how much an operation is late.
    var microseconds: UInt32
    /// Whether it fails.
    var fails: Bool

    package init(microseconds: UInt32, fails: Bool) {
      self.microseconds = microseconds
      self.fails = fails
    }
  }

  private let state = Mutex(State())
  /// Called before each operation, on the thread that performs it.
  private let condition: (@Sendable (Operation) -> Condition)?
  /// The name to open databases with, as the `vfs`.
  package let name: String

  /// Registers a new disk.
  ///
  /// - Parameter condition: Says before each operation how the disk is; by default it is well.
  package init(condition: (@Sendable (Operation) -> Condition)? = nil) {
    self.condition = condition
    name = "martlet-fault-disk-\(UInt64.random(in: 0...UInt64.max))"
    register()
  }

  // MARK: - Faults

  /// Lets files grow to so many bytes together, or without bound.
  package func limit(to bytes: Int?) {
    state.withLock { $0.capacity = bytes }
  }

  /// Bytes in files now.
  package var used: Int { state.withLock { $0.sizes.values.reduce(0, +) } }

  /// Makes an operation fail with an I/O error, once so many more have succeeded.
  ///
  /// With `lasts` all that follow fail too. Replaces an earlier fault.
  package func fail(_ operation: Operation, after count: Int, lasts: Bool = false) {
    state.withLock { $0.fault = Fault(operation: operation, remaining: count, effect: .fail(lasts: lasts)) }
  }

  /// Lets no file grow any more, once so many more writes have succeeded.
  ///
  /// Replaces an earlier fault.
  package func fill(afterWrites count: Int) {
    state.withLock { $0.fault = Fault(operation: .write, remaining: count, effect: .fill) }
  }

  /// Makes every operation fail once this many more have succeeded, of any kind.
  ///
  /// `losePower` decides the fate of unsynced writes, once all connections are closed.
  package func cutPower(afterOperations count: Int) {
    state.withLock { $0.fault = Fault(operation: nil, remaining: count, effect: .cutPower) }
  }

  /// Makes everything fail from now on, as `cutPower(afterOperations:)` does later.
  package func cutPower() { state.withLock { $0.hasPower = false } }

  /// Turns the power on again, for reopening the files; all connections must be closed.
  ///
  /// Unsynced writes are lost only if `losePower` was called before.
  package func restart() {
    state.withLock { state in
      state.fault = nil
      state.hasPower = true
    }
  }

  /// Forgets all files, which must be closed, for use with others.
  package func forget() {
    state.withLock { state in
      state.sizes = [:]
      state.unsynced = [:]
      state.counts = [:]
    }
  }

  /// Takes faults and limits away; power stays off.
  package func heal() {
    state.withLock { state in
      state.fault = nil
      state.capacity = nil
    }
  }

  /// The number of requests for an operation.
  package func count(_ operation: Operation) -> Int { state.withLock { $0.counts[operation, default: 0] } }

  /// Turns the power off, and decides which unsynced writes survive.
  ///
  /// Each unsynced sector of 512 bytes is on disk or not, at random and in any order. Every later operation fails, until all
  /// connections are closed and `restart` is called.
  ///
  /// - Parameters:
  ///   - random: Decides which sectors are lost.
  ///   - kept: The percentage of unsynced sectors that survive.
  package func losePower(_ random: inout some RandomNumberGenerator, kept: Int) {
    let unsynced = state.withLock { state in
      state.hasPower = false
      defer { state.unsynced = [:] }
      return state.unsynced
    }
    for (path, writes) in unsynced.sorted(by: { $0.key < $1.key }) {
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      for write in writes.reversed() {
        Self.put(write.replaced[...], at: write.offset, in: file)
        ftruncate(file, write.sizeBefore)
      }
      for write in writes {
        guard let bytes = write.bytes else {
          if Int.random(in: 0..<100, using: &random) < kept { ftruncate(file, write.offset) }
          continue
        }
        for start in stride(from: 0, to: bytes.count, by: 512) where Int.random(in: 0..<100, using: &random) < kept {
          Self.put(bytes[start..<min(start + 512, bytes.count)], at: write.offset + start, in: file)
        }
      }
      fsync(file)
    }
  }

  private static func put(_ bytes: ArraySlice<UInt8>, at offset: Int, in file: Int32) {
    _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, offset) }
  }

  // MARK: - For the file layer

  func opened(_ path: String, size: Int) {
    state.withLock { $0.sizes[path] = size }
  }

  func deleted(_ path: String) {
    state.withLock { state in
      state.sizes[path] = nil
      state.unsynced[path] = nil
    }
  }

  /// Whether the power was neither cut nor lost.
  package var hasPower: Bool { state.withLock { $0.hasPower } }

  func size(of path: String) -> Int { state.withLock { $0.sizes[path, default: 0] } }

  /// Whether an operation may proceed; a write is told how long it is and where.
  func judge(_ operation: Operation, _ path: String, offset: Int = 0, count: Int = 0) -> Verdict {
    if let now = condition?(operation) {
      if now.microseconds > 0 { usleep(now.microseconds) }
      if now.fails { return .fail }
    }
    return state.withLock { state in
      state.counts[operation, default: 0] += 1
      guard state.hasPower else { return .fail }
      guard state.passes(operation) else { return .fail }
      let size = state.sizes[path, default: 0]
      guard operation == .write, let capacity = state.capacity, offset + count > size else { return .proceed }
      let room = max(0, capacity - state.sizes.values.reduce(0, +))
      return offset + count - size > room ? .full(writing: max(0, min(count, size + room - offset))) : .proceed
    }
  }

  func wrote(_ bytes: [UInt8], over replaced: [UInt8], at offset: Int, in path: String) {
    state.withLock { state in
      let size = state.sizes[path, default: 0]
      state.unsynced[path, default: []].append(
        Unsynced(offset: offset, bytes: bytes, replaced: replaced, sizeBefore: size))
      state.sizes[path] = max(size, offset + bytes.count)
    }
  }

  func cut(_ path: String, to size: Int, losing tail: [UInt8]) {
    state.withLock { state in
      state.unsynced[path, default: []].append(
        Unsynced(offset: size, bytes: nil, replaced: tail, sizeBefore: state.sizes[path, default: 0]))
      state.sizes[path] = size
    }
  }

  func synced(_ path: String) {
    state.withLock { $0.unsynced[path] = nil }
  }
}
