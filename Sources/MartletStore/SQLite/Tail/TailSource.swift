import MartletWire

/// The tables and the tail over them together.
package typealias SQLiteRows = LayeredRows<SQLiteQueries, TailSource>

/// The tail over a snapshot of the tables, or, for the writer, over the tables as they go on.
///
/// Over a snapshot it throws `StaleSnapshot` where the tail went on without the snapshot: everything has to be read again
/// on a new one.
/// Not Sendable: belongs to the isolation of its connection.
package final class TailSource: LayerSource {
  private let tail: Tail
  /// Tells up to which journal row each slice is in the snapshot; nil for the writer.
  private let tables: SQLiteQueries?
  /// The same, as far as it was asked for.
  private var positions = [Int64?](repeating: nil, count: Slicing.count)
  private var held: [Int64: [ConversationTail]] = [:]
  private(set) var lookups = 0

  init(_ tail: Tail, overSnapshotOf tables: SQLiteQueries?) {
    self.tail = tail
    self.tables = tables
  }

  /// Another snapshot of the tables begins.
  func begin() { for slice in positions.indices { positions[slice] = nil } }

  /// A reading ends.
  func end() { if !held.isEmpty { held = [:] } }

  private func position(of slice: Int) throws -> Int64? {
    guard let tables else { return nil }
    if let known = positions[slice] { return known }
    let position = try tables.foldedThrough(slice: slice)
    positions[slice] = position
    return position
  }

  // MARK: - LayerSource

  package var isOverSnapshot: Bool { tables != nil }

  package func hold(_ number: Int64) throws {
    guard tables != nil, held[number] == nil else { return }
    held[number] = try look(at: number) { $0 }
  }

  package func hold(_ number: Int64, _ layers: [ConversationTail]) { if tables != nil { held[number] = layers } }

  package func look<Result: Sendable>(at number: Int64, _ body: ([ConversationTail]) throws -> Result) throws -> Result {
    if let layers = held[number] { return try body(layers) }
    return try tail.read(number, above: try position(of: tail.slicing.slice(of: number)), body)
  }

  package func made(_ conversation: ConversationKey) throws -> Int64? {
    for slice in 0..<Slicing.count {
      if let number = try tail.made(conversation, in: slice, above: try position(of: slice)) { return number }
    }
    return nil
  }

  package func made(of kind: ConversationID.Kind, app: AppID) throws -> [Int64] {
    try (0..<Slicing.count).flatMap { try tail.made(of: kind, app: app, in: $0, above: try position(of: $0)) }
  }

  package func user(_ user: UserKey) throws -> UserTail? {
    try tail.user(user, in: Slicing.ofUsers, above: try position(of: Slicing.ofUsers))
  }

  package func user(numbered number: AccountNumber) throws -> UserID? {
    try tail.user(numbered: number, above: try position(of: Slicing.ofUsers))
  }

  package func users(named beginning: NameBeginning) throws -> [NamedUser] {
    try tail.users(named: beginning, above: try position(of: Slicing.ofUsers))
  }

  package func suspensions(of app: AppID) throws -> [UserID: Int64] {
    try tail.suspensions(of: app, above: try position(of: Slicing.ofUsers))
  }

  package func userEntries(_ user: UserKey) throws -> [UserLogEntry] {
    // Reading one slice after the other would miss entries published meanwhile in slices already read, and find later ones.
    try tail.userEntries(user, above: try (0..<Slicing.count).map { try position(of: $0) })
  }

  package func joined(by user: UserKey) throws -> Set<Int64> {
    var joined: Set<Int64> = []
    for slice in 0..<Slicing.count {
      joined.formUnion(try tail.user(user, in: slice, above: try position(of: slice))?.joined ?? [])
    }
    return joined
  }

  package func schedules() throws -> [ScheduledKey: ScheduledMessage?] {
    try tail.scheduled(above: try position(of: Slicing.ofUsers))
  }

  package func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage?? {
    try tail.scheduled(key, above: try position(of: Slicing.ofUsers))
  }

  package func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule? {
    try tail.rememberedSchedule(key, above: try position(of: Slicing.ofUsers))
  }

  package func noteLookup() { lookups &+= 1 }
}

extension DecidingView<SQLiteRows> {
  /// The number of messages read to find the newest remaining one, since the start; tests measure the cost of a recall by it.
  var lookups: Int { rows.source.lookups &+ rows.base.lookups &+ pending.lookups }
}
