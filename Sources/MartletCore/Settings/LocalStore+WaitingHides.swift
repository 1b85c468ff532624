import MartletSQLite
import MartletWire

/// Hidings to send to the server.
enum HidingSchema {
  static let table: StaticString = """
    CREATE TABLE hiding (
      row INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation TEXT NOT NULL,  -- its id
      request BLOB NOT NULL        -- a wire Hide
    );
    -- Of `unread` and `mentions`, what is hidden on this device alone.
    ALTER TABLE conversation ADD COLUMN unread_here INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE conversation ADD COLUMN mentions_here INTEGER NOT NULL DEFAULT 0;
    """
}

extension LocalStore {
  /// Single positions named in one request.
  private static let targetsAtOnce = 100

  /// Records a hiding to send to the server.
  func putDown(_ id: ConversationID, _ until: UInt64, _ targets: [UInt64]) throws(SQLiteError) -> [Sync.WaitingHide] {
    var waiting: [Sync.WaitingHide] = []
    var rest = targets[...]
    var until = until
    while until > 0 || !rest.isEmpty {
      let hide = Wire.Hide(conversation: id.text, until: until, targets: Array(rest.prefix(Self.targetsAtOnce)))
      try database.statement("INSERT INTO hiding (conversation, request) VALUES (?1, ?2)")
        .run(.text(id.text), .blob(hide.encoded()))
      waiting.append(Sync.WaitingHide(row: database.lastInsertID, id: id, hide: hide))
      (until, rest) = (0, rest.dropFirst(Self.targetsAtOnce))
    }
    return waiting
  }

  /// Hidings to send to the server, oldest first.
  func waitingHides() throws(SQLiteError) -> [Sync.WaitingHide] {
    try database.statement("SELECT row, conversation, request FROM hiding ORDER BY row").all { row throws(SQLiteError) in
      let request = try row.blob(2)
      guard let id = ConversationID(try row.text(1)), let hide = try? Wire.Hide(decoding: request) else {
        throw SQLiteError(.unexpectedValue, "a row holds nothing to hide")
      }
      return Sync.WaitingHide(row: try row.integer(0), id: id, hide: hide)
    }
  }

  /// The server has refused the hiding, or hides everything that it names, of which the user log has told this device.
  func settleHide(_ row: Int64, isHidden: Bool, _ batch: inout Batch) throws(SQLiteError) {
    if isHidden, let settled = try waitingHides().first(where: { $0.row == row }) { try hideEverywhere(settled, &batch) }
    try dropWaitingHide(row)
  }

  func dropWaitingHide(_ row: Int64) throws(SQLiteError) {
    try database.statement("DELETE FROM hiding WHERE row = ?1").run(.integer(row))
  }

  /// The user has left a conversation; nil drops the hidings of all.
  func dropWaitingHides(of id: ConversationID?) throws(SQLiteError) {
    try database.statement("DELETE FROM hiding WHERE ?1 IS NULL OR conversation = ?1").run(.optional(id?.text))
  }
}
