/// A table of the store, in the form in which its rows move from one engine to another.
///
/// The columns are those of the PostgreSQL engine. Apps are named by their ids, and conversations by their numbers, which stay.
package enum MovedTable: String, CaseIterable, Sendable {
  // In this order: an engine may need the rows of an earlier table to store those of a later one.
  case app, account
  case nameWord = "name_word"
  case conversation, member, entry, addressed, annotation, reading, hidden
  case userEntry = "user_entry"
  case setting, relation, request, answered, scheduled, outsider

  /// A column of a table.
  package struct Column: Sendable {
    package enum Form: Sendable {
      case integer
      /// An id, or several: no zero bytes.
      case id
      /// A text that may hold any character.
      case text
      case bytes
    }

    package let name: String
    package let form: Form
  }

  private static func columns(_ names: String) -> [Column] {
    names.split(separator: " ").map { word in
      let form: Column.Form =
        switch word.last {
        case "#": .integer
        case "$": .id
        case "~": .text
        default: .bytes
        }
      return Column(name: String(word.dropLast()), form: form)
    }
  }

  /// The columns, in order.
  package var columns: [Column] {
    switch self {
    case .app: Self.columns("id$ stamp#")
    case .account: Self.columns("app$ id$ created# revoked# profile% number$ suspended# seen#")
    case .nameWord: Self.columns("app$ account$ word$")
    case .conversation:
      Self.columns("number# app$ id$ title~ owner$ head# countable# shown# time# stamp# members# attributes~ rules~ relations#")
    case .member:
      Self.columns("conversation# id$ app$ joined# read# sent# told# delivered# cleared# hidden# silenced# earlier# nickname~")
    case .entry:
      Self.columns(
        "conversation# seq# time# sender$ client$ countable# counts# kind# target# type~ content~ users$ owner$ revision# "
          + "recalled# details% unlisted# annotated#")
    case .addressed: Self.columns("conversation# member$ seq# how#")
    case .annotation: Self.columns("conversation# seq# owner$ kind# name~ value~ set_by#")
    case .outsider: Self.columns("conversation# id$ standing# author$ since# until# text~")
    case .reading: Self.columns("conversation# member$ seq# since# time#")
    case .hidden: Self.columns("conversation# member$ seq#")
    case .userEntry: Self.columns("app$ account$ seq# time# conversation# kind# position# detail%")
    case .setting: Self.columns("app$ account$ conversation$ key$ value~ revision#")
    case .relation: Self.columns("app$ account$ peer$ flags# revision# text~")
    case .request: Self.columns("app$ sender$ client$ made# conversation# seq# time# fingerprint%")
    case .answered: Self.columns("app$ account$ kind# client$ made# time# state# fingerprint%")
    case .scheduled: Self.columns("app$ account$ client$ time# conversation$ type~ content~ details% parent# properties%")
    }
  }

  /// Where a row belongs: rows of one owner are verified together.
  package enum Owner: Hashable, Sendable {
    case conversation(Int64)
    case user(app: [UInt8], id: [UInt8])
    case app([UInt8])
  }

  /// The owner of a row.
  package func owner(of row: [MovedValue]) -> Owner {
    switch (self, row[0], row[1]) {
    case (.app, .bytes(let app), _): .app(app)
    case (.request, _, _): row[4].integer.map { .conversation($0) } ?? .app([])
    case (_, .integer(let number), _): .conversation(number)
    case (_, .bytes(let app), .bytes(let id)): .user(app: app, id: id)
    default: .app([])
    }
  }
}

/// A value of a row that moves.
package enum MovedValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case bytes([UInt8])

  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

  /// The bytes of a text; nil for NULL, and for bytes that are not UTF-8.
  package var text: String? { bytes.flatMap { String(validating: $0, as: UTF8.self) } }
}

extension [MovedValue] {
  /// The values as bytes, which differ unless all values are equal.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for value in self {
      switch value {
      case .null: bytes.append(0)
      case .integer(let number):
        bytes.append(1)
        bytes.append(bigEndian: number)
      case .bytes(let content):
        bytes.append(2)
        bytes.append(bigEndian: Int64(content.count))
        bytes += content
      }
    }
    return bytes
  }

  /// Decodes what `encoded` made; nil for anything else.
  package init?(encoded bytes: [UInt8]) {
    self = []
    var rest = bytes[...]
    while let tag = rest.popFirst() {
      guard tag != 0 else {
        append(.null)
        continue
      }
      guard tag < 3, rest.count >= 8 else { return nil }
      let number = rest.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      rest = rest.dropFirst(8)
      if tag == 1 {
        append(.integer(number))
      } else {
        guard number >= 0, number <= rest.count else { return nil }
        append(.bytes([UInt8](rest.prefix(Int(number)))))
        rest = rest.dropFirst(Int(number))
      }
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: Int64) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}

/// Rows of one table, and the key after which the next ones come.
package struct MovedPage: Sendable {
  package var rows: [[MovedValue]]
  /// The key of the last row in the engine's own order; nil if there are no more rows.
  package var next: [MovedValue]?

  package init(rows: [[MovedValue]], next: [MovedValue]?) {
    self.rows = rows
    self.next = next
  }
}

/// A store from which or into which all rows move, while no server uses it.
package protocol MovableStore: Sendable {
  /// The generation of the store; empty while rows move into it.
  func generation() async throws -> String

  /// The number of rows of a table.
  func count(of table: MovedTable) async throws -> Int

  /// Rows of a table, in an order of the engine's own.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - key: The key of the row before; nil to begin.
  ///   - limit: At most so many.
  /// - Returns: The rows.
  /// - Throws: `StoreError`.
  func rows(of table: MovedTable, after key: [MovedValue]?, limit: Int) async throws -> MovedPage

  func close() async
}

/// How far rows have moved, which the destination keeps.
package struct MoveProgress: Sendable, Equatable {
  /// The generation of the source.
  package var source: String
  /// The table whose rows move; nil if all have.
  package var table: MovedTable?
  /// The key of the last row that was moved, in the order of the source.
  package var key: [MovedValue]?
  /// The number of rows moved so far, of all tables.
  package var rows: Int

  package init(source: String, table: MovedTable?, key: [MovedValue]? = nil, rows: Int = 0) {
    self.source = source
    self.table = table
    self.key = key
    self.rows = rows
  }
}

/// A store into which rows move.
///
/// Until the move has ended, no server starts on it.
package protocol MoveDestination: MovableStore {
  /// The stored progress of a move that has begun and not ended; nil if its rows are all there and it has a generation.
  func progress() async throws -> MoveProgress?

  /// Stores rows and progress in one transaction.
  func add(_ rows: [[MovedValue]], to table: MovedTable, _ progress: MoveProgress) async throws

  /// Ends the move: from now on, servers can start.
  func finish(_ progress: MoveProgress) async throws
}
