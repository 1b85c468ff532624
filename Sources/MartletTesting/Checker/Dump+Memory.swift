import MartletStore
import MartletWire

extension Dump {
  /// Reads the tables of a store in memory.
  ///
  /// - Throws: `StoreError` or `WireError` if a value is damaged.
  static func read(_ tables: MemoryTables, app: AppID) throws -> Dump {
    var dump = Dump()
    try dump.read(MemorySource(tables: tables, app: app))
    return dump
  }
}

/// The tables of a store in memory, in the columns of the other engines.
private struct MemorySource: DumpSource {
  let tables: MemoryTables
  let app: AppID

  func each(_ table: DumpTable, _ visit: (MemoryRow) throws -> Void) throws {
    let rows = cells(table).map { MemoryRow($0) }
    for row in rows { try withExtendedLifetime(row) { try visit(row) } }
  }

  private var logs: [(Int64, MemoryTables.Log)] { tables.logs.filter { $0.value.state.app == app }.map { ($0.key, $0.value) } }
  private var people: [(UserKey, MemoryTables.Person)] { tables.people.filter { $0.key.app == app }.map { ($0.key, $0.value) } }

  private func number(of conversation: ConversationID?) -> MemoryRow.Cell {
    .integer(conversation.flatMap { tables.numbers[ConversationKey(app: app, id: $0)] } ?? 0)
  }

  private func cells(_ table: DumpTable) -> [[MemoryRow.Cell]] {
    switch table {
    case .conversation: logs.map { cells($0.1.state, $0.0) }
    case .entry: logs.flatMap { number, log in log.entries.map { cells($0.stored, number) } }
    case .member: logs.flatMap { number, log in log.members.values.map { cells($0.record, number) } }
    case .outsider: logs.flatMap { number, log in log.outsiders.values.map { cells($0, number) } }
    case .hidden:
      logs.flatMap { number, log in
        log.members.flatMap { user, member in member.hidden.map { [.integer(number), .text(user.text), .unsigned($0)] } }
      }
    case .annotation:
      logs.flatMap { number, log in
        log.entries.flatMap { entry in entry.slots.map { cells($0.key, $0.value, at: entry.seq, number) } }
      }
    case .user:
      people.compactMap { user, person in
        person.record.map { [.text(user.user.text), .integer($0.tokensRevokedUntil)] }
      }
    case .userEntry: people.flatMap { user, person in person.log.map { cells($0, of: user.user) } }
    case .setting:
      people.flatMap { user, person in
        person.settings.values.map {
          [
            .text(user.user.text), .text($0.name.conversation?.text ?? ""), .text($0.name.key), .text($0.value),
            .unsigned($0.revision),
          ]
        }
      }
    case .relation:
      people.flatMap { user, person in
        person.relations.values.map {
          [.text(user.user.text), .text($0.peer.text), .integer($0.flags.rawValue), .unsigned($0.revision)]
        }
      }
    case .scheduled:
      people.flatMap { user, person in
        person.scheduled.values.map {
          [
            .text(user.user.text), .text($0.clientID.text), .text($0.conversation.text), .text($0.type), .text($0.content),
            .integer($0.time),
          ]
        }
      }
    }
  }

  private func cells(_ state: ConversationState, _ number: Int64) -> [MemoryRow.Cell] {
    let record = state.record
    return [
      .integer(number), .text(record.id.text), .text(record.title), .optional(record.owner?.text), .unsigned(record.head),
      .unsigned(record.countable), .unsigned(state.shown), .unsigned(record.stamp), .integer(Int64(record.memberCount)),
      .optional(record.attributes?.json), .optional(record.rules?.json), .integer(Int64(record.relations.rawValue)),
    ]
  }

  private func cells(_ entry: LogEntry, _ number: Int64) -> [MemoryRow.Cell] {
    let columns = EntryColumns(entry.event, parent: entry.parent)
    return [
      .integer(number), .unsigned(entry.seq), .integer(entry.time), .text(entry.sender.text), .text(entry.clientID.text),
      .unsigned(entry.countable), .integer(columns.kind.rawValue), columns.target.map { .unsigned($0) } ?? .null,
      .optional(columns.type), .optional(columns.content), .optional(columns.userList), .optional(columns.owner?.text),
      .unsigned(entry.revision), .integer(entry.isRecalled ? 1 : 0), entry.details.map { .blob($0.bytes) } ?? .null,
    ]
  }

  private func cells(_ member: MemberRecord, _ number: Int64) -> [MemoryRow.Cell] {
    [
      .integer(number), .text(member.user.text), .unsigned(member.joined), .unsigned(member.read), .unsigned(member.lastSent),
      .unsigned(member.told), .unsigned(member.delivered), .unsigned(member.cleared), .unsigned(member.hidden),
      .integer(member.silencedUntil), .unsigned(member.earlier), .text(member.nickname),
    ]
  }

  private func cells(_ outsider: OutsiderRecord, _ number: Int64) -> [MemoryRow.Cell] {
    [
      .integer(number), .text(outsider.user.text), .integer(outsider.standing.rawValue), .text(outsider.by.text),
      .integer(outsider.since), .integer(outsider.until),
    ]
  }

  private func cells(
    _ slot: AnnotationSlot, _ value: AnnotationValue, at seq: UInt64, _ number: Int64
  ) -> [MemoryRow.Cell] {
    [
      .integer(number), .unsigned(seq), .integer(Int64(slot.kind.rawValue)), .text(slot.owner), .text(slot.name),
      .text(value.text),
    ]
  }

  private func cells(_ entry: UserLogEntry, of user: UserID) -> [MemoryRow.Cell] {
    let (kind, position, detail) = UserEntryKind.columns(entry.event)
    return [
      .text(user.text), .unsigned(entry.seq), number(of: entry.conversation), .integer(Int64(kind.rawValue)),
      .unsigned(position), detail.map { .blob($0) } ?? .null,
    ]
  }
}

/// A row whose values it owns.
private final class MemoryRow: StoredRow {
  enum Cell {
    case null
    case integer(Int64)
    case bytes(UnsafeRawBufferPointer)

    static func unsigned(_ value: UInt64) -> Cell { .integer(Int64(bitPattern: value)) }
    static func text(_ text: String) -> Cell { blob(Array(text.utf8)) }
    static func optional(_ text: String?) -> Cell { text.map { .text($0) } ?? .null }
    static func blob(_ bytes: [UInt8]) -> Cell {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      return .bytes(UnsafeRawBufferPointer(copy))
    }
  }

  private let cells: [Cell]

  /// Takes over the bytes of cells.
  init(_ cells: [Cell]) { self.cells = cells }

  deinit {
    for case .bytes(let bytes) in cells { bytes.deallocate() }
  }

  func isNull(_ column: Int32) -> Bool { if case .null = cell(column) { true } else { false } }

  func integer(_ column: Int32) throws -> Int64 {
    guard case .integer(let value) = cell(column) else { throw damaged("a number") }
    return value
  }

  func lentText(_ column: Int32) throws -> UnsafeRawBufferPointer { try lentBlob(column) }

  func lentBlob(_ column: Int32) throws -> UnsafeRawBufferPointer {
    guard case .bytes(let bytes) = cell(column) else { throw damaged("a text") }
    return bytes
  }

  func entrySeq() throws -> UInt64 { try unsigned(0) }

  private func cell(_ column: Int32) -> Cell { cells.indices.contains(Int(column)) ? cells[Int(column)] : .null }
}
