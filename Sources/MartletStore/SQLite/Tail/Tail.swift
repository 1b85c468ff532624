import MartletWire
import Synchronization

/// The changes that are durable in the journal and not yet in the tables, for all readers.
///
/// Changes are kept by slices of the conversations, each with up to two layers: one that grows, and a frozen one that is being
/// folded into the tables. A reader of a slice first takes the tables' snapshot, with the position up to which it includes the
/// slice, and then the layers above that position. If the layer was dropped in between, the snapshot is too old, and the reader
/// takes another.
final class Tail: Sendable {
  let slicing: Slicing
  private let parts = (0..<Slicing.count).map { _ in Part() }
  private let totalWeight = Atomic<Int>(0)
  /// Held while a batch is published, so that a reader of the stamp sees all of it or nothing.
  private let newest = Mutex(Newest())

  private struct Newest {
    var stamps: [AppID: UInt64] = [:]
    /// No app's stamp is lower: apps had their stamps in common once.
    var leastStamp: UInt64 = 0
    /// The newest row of the journal that was published.
    var row: Int64 = 0
  }

  /// Begins empty.
  ///
  /// - Parameters:
  ///   - slicing: Divides the conversations.
  ///   - stamps: The newest stamp of each app in the tables.
  ///   - leastStamp: The newest of the stamps that apps had in common.
  ///   - folded: The journal row up to which each slice is in the tables.
  ///   - row: The newest row of the journal.
  init(_ slicing: Slicing, stamps: [AppID: UInt64] = [:], leastStamp: UInt64 = 0, folded: [Int64], row: Int64) {
    self.slicing = slicing
    newest.withLock { $0 = Newest(stamps: stamps, leastStamp: leastStamp, row: row) }
    for (part, row) in zip(parts, folded) { part.layers.withLock { $0.dropped = row } }
  }

  /// The newest readable stamp of an app.
  func stamp(of app: AppID) -> UInt64 { newest.withLock { max($0.stamps[app] ?? 0, $0.leastStamp) } }

  /// The newest of the stamps that apps had in common.
  var leastStamp: UInt64 { newest.withLock(\.leastStamp) }

  /// Says that apps had stamps up to this one in common: a client may have saved it, so no app gives it again.
  func raiseStamps(to stamp: UInt64) { newest.withLock { $0.leastStamp = max($0.leastStamp, stamp) } }

  // MARK: - The writer

  /// Makes the changes of a journal row visible.
  ///
  /// They must be durable since `moment`, by the store's clock.
  func publish(_ changes: [Change], row: Int64, at moment: Duration = .zero) {
    var slices = [[Change]](repeating: [], count: Slicing.count)
    for change in changes { slices[slicing.slice(of: change)].append(change) }
    let stamps = changes.lastStamps
    newest.withLock { newest in
      for (part, changes) in zip(parts, slices) where !changes.isEmpty {
        let added = part.layers.withLock { layers in
          if layers.fresh.isEmpty { layers.freshSince = moment }
          let before = layers.fresh.weight
          for change in changes { layers.fresh.apply(change, row: row) }
          return layers.fresh.weight &- before
        }
        totalWeight.wrappingAdd(added, ordering: .relaxed)
      }
      for (app, stamp) in stamps { newest.stamps[app] = max(newest.stamps[app] ?? 0, stamp) }
      newest.row = row
    }
  }

  /// About how many rows folding everything writes.
  var weight: Int { totalWeight.load(ordering: .relaxed) }

  /// The time when the oldest change that is not in the tables was published; nil for none.
  var oldest: Duration? { parts.compactMap { $0.layers.withLock(\.since) }.min() }

  /// The newest row of the journal up to which all changes are in the tables.
  var foldedThrough: Int64 {
    newest.withLock { newest in
      parts.reduce(newest.row) { through, part in
        part.layers.withLock { $0.first == 0 ? through : min(through, $0.first &- 1) }
      }
    }
  }

  // MARK: - The folder

  /// Freezes a slice's layer to be folded; nil if it is empty.
  ///
  /// Returns the same layer again until it was dropped.
  func freeze(_ slice: Int) -> Layer? {
    parts[slice].layers.withLock { layers in
      if layers.frozen == nil, !layers.fresh.isEmpty {
        layers.frozen = layers.fresh
        layers.fresh = Layer()
        (layers.frozenSince, layers.freshSince) = (layers.freshSince, nil)
      }
      return layers.frozen
    }
  }

  /// Drops the frozen layer of a slice, which is in the tables now.
  func drop(_ slice: Int) {
    // The layer is freed outside the lock: freeing thousands of entries takes milliseconds.
    let dropped = parts[slice].layers.withLock { layers -> Layer? in
      guard let frozen = layers.frozen else { return nil }
      totalWeight.wrappingSubtract(frozen.weight, ordering: .relaxed)
      layers.dropped = frozen.last
      layers.frozen = nil
      layers.frozenSince = nil
      return frozen
    }
    withExtendedLifetime(dropped) {}
  }

  // MARK: - Reading

  /// The results of `body` for a conversation's changes in each layer, oldest first.
  ///
  /// It must be short, because the writer may wait for it.
  ///
  /// Like the functions below, it returns changes above a position of the tables, or all changes if that is nil. It throws
  /// `StaleSnapshot` if changes after the position have left the tail.
  func read<Result: Sendable>(
    _ number: Int64, above position: Int64?, _ body: ([ConversationTail]) throws -> Result
  ) throws -> Result {
    try read(slicing.slice(of: number), above: position) { try body($0.conversations(number)) }
  }

  /// The changes of a user within one slice; nil if there are none.
  func user(_ name: UserKey, in slice: Int, above position: Int64?) throws -> UserTail? {
    try read(slice, above: position) { $0.user(name) }
  }

  /// The user who got an account number last.
  func user(numbered number: AccountNumber, above position: Int64?) throws -> UserID? {
    try read(Slicing.ofUsers, above: position) { $0.user(numbered: number) }
  }

  /// Users who got a name with a word that begins so.
  func users(named beginning: NameBeginning, above position: Int64?) throws -> [NamedUser] {
    try read(Slicing.ofUsers, above: position) { $0.users(named: beginning) }
  }

  /// The times until which users of an app are or were suspended.
  func suspensions(of app: AppID, above position: Int64?) throws -> [UserID: Int64] {
    try read(Slicing.ofUsers, above: position) { $0.suspensions(of: app) }
  }

  /// New entries of a user's log, in the order of the slices; all of a batch or none of it.
  func userEntries(_ name: UserKey, above positions: [Int64?]) throws -> [UserLogEntry] {
    try newest.withLock { _ throws -> [UserLogEntry] in
      var entries: [UserLogEntry] = []
      for slice in positions.indices {
        guard let changed = try user(name, in: slice, above: positions[slice]) else { continue }
        entries += changed.entries.map(\.entry)
      }
      return entries
    }
  }

  /// What changed of what is scheduled under a name, and of all; nil for what is no more.
  func scheduled(_ key: ScheduledKey, above position: Int64?) throws -> ScheduledMessage?? {
    try read(Slicing.ofUsers, above: position) { $0.scheduled(key) }
  }

  func scheduled(above position: Int64?) throws -> [ScheduledKey: ScheduledMessage?] {
    try read(Slicing.ofUsers, above: position) { $0.scheduled }
  }

  /// The data that recognises a request that scheduled a message; nil if it did not change.
  func rememberedSchedule(_ key: ScheduledKey, above position: Int64?) throws -> RememberedSchedule? {
    try read(Slicing.ofUsers, above: position) { $0.rememberedSchedule(key) }
  }

  /// The number of a conversation made in a slice.
  func made(_ name: ConversationKey, in slice: Int, above position: Int64?) throws -> Int64? {
    try read(slice, above: position) { $0.made(name) }
  }

  /// The numbers of the conversations of a kind that were made in a slice.
  func made(
    of kind: ConversationID.Kind, app: AppID, in slice: Int, above position: Int64?
  ) throws -> [Int64] {
    try read(slice, above: position) { $0.made(of: kind, app: app) }
  }

  private func read<Result: Sendable>(
    _ slice: Int, above position: Int64?, _ body: (Layers) throws -> Result
  ) throws -> Result {
    let result = try parts[slice].layers.withLock { layers -> Result? in
      guard let position else { return try body(layers) }
      guard layers.dropped <= position else { return nil }
      // The tables have the frozen layer already, and it will be dropped at once.
      return layers.frozenLast <= position ? try body(Layers(fresh: layers.fresh)) : try body(layers)
    }
    guard let result else { throw StaleSnapshot() }
    return result
  }

  private final class Part: Sendable {
    let layers = Mutex(Layers(fresh: Layer()))
  }
}

/// The snapshot of the tables is older than the tail; a new one is needed.
struct StaleSnapshot: Error {}

extension [Change] {
  /// The last stamp in each app that has one.
  var lastStamps: [AppID: UInt64] {
    var stamps: [AppID: UInt64] = [:]
    // Most batches are of one app: its name is looked for once.
    var newest: ConversationState?
    for case .append(let effects) in self {
      if let before = newest, before.app != effects.conversation.app { stamps[before.app] = before.record.stamp }
      newest = effects.conversation
    }
    if let newest { stamps[newest.app] = newest.record.stamp }
    return stamps
  }
}
