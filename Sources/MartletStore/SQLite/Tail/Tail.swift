import MartletWire
import Synchronization

/// What is durable in the journal and not in the tables yet, for everyone who reads.
///
/// Changes are kept by slices of the conversations, each with up to two layers: one that grows, and one that is being
/// folded into the tables and changes no more. Who reads a slice takes the tables' snapshot first, with the position
/// up to which the slice is in it, and then the layers above that position. Where the layer was dropped in between, the
/// snapshot is too old, and another one has to be taken.
final class Tail: Sendable {
  /// Into how many parts the conversations are divided; the tables know each part's position by its number.
  static let slices = 16

  /// The slice of a conversation.
  static func slice(of number: Int64) -> Int { Int(truncatingIfNeeded: number & Int64(slices &- 1)) }

  /// The slice of what concerns a user and no conversation.
  static let sliceOfUsers = 0

  private let parts = (0..<slices).map { _ in Part() }
  private let totalWeight = Atomic<Int>(0)
  /// Held while a batch is published, so that who asks for the stamp sees all or nothing of it.
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
  ///   - stamps: The newest stamp of each app in the tables.
  ///   - leastStamp: The newest of the stamps that apps had in common.
  ///   - folded: The journal row up to which each slice is in the tables.
  ///   - row: The newest row of the journal.
  init(stamps: [AppID: UInt64] = [:], leastStamp: UInt64 = 0, folded: [Int64], row: Int64) {
    newest.withLock { $0 = Newest(stamps: stamps, leastStamp: leastStamp, row: row) }
    for (part, row) in zip(parts, folded) { part.layers.withLock { $0.dropped = row } }
  }

  /// The newest stamp of what can be read of an app.
  func stamp(of app: AppID) -> UInt64 { newest.withLock { max($0.stamps[app] ?? 0, $0.leastStamp) } }

  /// The newest of the stamps that apps had in common.
  var leastStamp: UInt64 { newest.withLock(\.leastStamp) }

  /// Says that apps had stamps up to this one in common: a client may have saved it, so no app gives it again.
  func raiseStamps(to stamp: UInt64) { newest.withLock { $0.leastStamp = max($0.leastStamp, stamp) } }

  // MARK: - The writer

  /// Makes the changes of a journal row visible, which must be durable since `moment`, by the store's clock.
  func publish(_ changes: [Change], row: Int64, at moment: Duration = .zero) {
    var slices = [[Change]](repeating: [], count: Self.slices)
    for change in changes { slices[change.slice].append(change) }
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

  /// When the oldest change was published that is not in the tables; nil for none.
  var oldest: Duration? { parts.compactMap { $0.layers.withLock(\.since) }.min() }

  /// The newest row of the journal all of whose changes, and those of all rows before, are in the tables.
  var foldedThrough: Int64 {
    newest.withLock { newest in
      parts.reduce(newest.row) { through, part in
        part.layers.withLock { $0.first == 0 ? through : min(through, $0.first &- 1) }
      }
    }
  }

  // MARK: - The folder

  /// Freezes what a slice has gathered, to be folded; nil where that is nothing.
  ///
  /// Gives the same again until it was dropped.
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
    parts[slice].layers.withLock { layers in
      guard let frozen = layers.frozen else { return }
      totalWeight.wrappingSubtract(frozen.weight, ordering: .relaxed)
      layers.dropped = frozen.last
      layers.frozen = nil
      layers.frozenSince = nil
    }
  }

  // MARK: - Who reads

  /// What changed in a conversation; nil where nothing did.
  ///
  /// Like its siblings, it gives what is above a position of the tables, or with nil all there is, and throws
  /// `StaleSnapshot` where what came after the position is not here any more.
  func conversation(_ number: Int64, above position: Int64?) throws(StaleSnapshot) -> ConversationTail? {
    try read(Self.slice(of: number), above: position) { $0.conversation(number) }
  }

  /// What `body` gives for a conversation's changes of each layer, the older first; it should be short, for the writer
  /// may wait for it.
  func read<Result: Sendable>(
    _ number: Int64, above position: Int64?, _ body: ([ConversationTail]) -> Result
  ) throws(StaleSnapshot) -> Result {
    try read(Self.slice(of: number), above: position) { layers in
      body([layers.frozen?.conversations[number], layers.fresh.conversations[number]].compactMap(\.self))
    }
  }

  /// The part of a conversation's changes that a page of its entries needs; nil where it needs none.
  func entries(
    of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool, above position: Int64?
  ) throws(StaleSnapshot) -> TailPage? {
    try read(Self.slice(of: number), above: position) { $0.entries(of: number, in: range, limit: limit, newest: newest) }
  }

  /// What changed of a user with the changes of one slice; nil where nothing did.
  func user(_ name: UserKey, in slice: Int, above position: Int64?) throws(StaleSnapshot) -> UserTail? {
    try read(slice, above: position) { $0.user(name) }
  }

  /// What was appended to a user's log, in the order of the slices; all of a batch or nothing of it.
  func userEntries(_ name: UserKey, above positions: [Int64]) throws(StaleSnapshot) -> [UserLogEntry] {
    try newest.withLock { _ throws(StaleSnapshot) -> [UserLogEntry] in
      var entries: [UserLogEntry] = []
      for slice in positions.indices {
        guard let changed = try user(name, in: slice, above: positions[slice]) else { continue }
        entries += changed.entries.map(\.entry)
      }
      return entries
    }
  }

  /// What changed of what is scheduled; nil for what is no more.
  func scheduled(above position: Int64?) throws(StaleSnapshot) -> [ScheduledKey: ScheduledMessage?] {
    try read(Self.sliceOfUsers, above: position) { $0.scheduled }
  }

  /// What recognises a request that scheduled a message; nil if that did not change.
  func rememberedSchedule(_ key: ScheduledKey, above position: Int64?) throws(StaleSnapshot) -> RememberedSchedule? {
    try read(Self.sliceOfUsers, above: position) { $0.rememberedSchedule(key) }
  }

  /// The number of a conversation made in a slice.
  func made(_ name: ConversationKey, in slice: Int, above position: Int64?) throws(StaleSnapshot) -> Int64? {
    try read(slice, above: position) { $0.made(name) }
  }

  /// The numbers of the conversations of a kind that were made in a slice.
  func made(
    of kind: ConversationID.Kind, app: AppID, in slice: Int, above position: Int64?
  ) throws(StaleSnapshot) -> [Int64] {
    try read(slice, above: position) { $0.made(of: kind, app: app) }
  }

  private func read<Result: Sendable>(
    _ slice: Int, above position: Int64?, _ body: (Layers) -> Result
  ) throws(StaleSnapshot) -> Result {
    let result = parts[slice].layers.withLock { layers -> Result? in
      guard let position else { return body(layers) }
      guard layers.dropped <= position else { return nil }
      // The tables have the frozen layer already, and it will be dropped at once.
      return layers.frozenLast <= position ? body(Layers(fresh: layers.fresh)) : body(layers)
    }
    guard let result else { throw StaleSnapshot() }
    return result
  }

  private final class Part: Sendable {
    let layers = Mutex(Layers(fresh: Layer()))
  }
}

/// The snapshot of the tables is older than what the tail still knows; a new one is needed.
struct StaleSnapshot: Error {}
