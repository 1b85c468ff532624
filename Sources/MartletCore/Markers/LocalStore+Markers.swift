import MartletSQLite
import MartletWire

// Markers of the other members, as far as this device was told.
extension LocalStore {
  /// Takes over a member's markers; they only grow.
  func keepMarker(
    of user: UserID, in id: ConversationID, _ read: UInt64, _ delivered: UInt64, _ batch: inout Batch
  ) throws(SQLiteError) {
    guard let row = try row(id, &batch) else { return }
    try keepMarker(of: user, key: row.key, read, delivered)
  }

  private func keepMarker(of user: UserID, key: Int64, _ read: UInt64, _ delivered: UInt64) throws(SQLiteError) {
    try database.statement(
      """
      INSERT INTO marker (conversation, user, read, delivered) VALUES (?1, ?2, ?3, max(?3, ?4))
      ON CONFLICT (conversation, user) DO UPDATE SET read = max(read, ?3), delivered = max(delivered, ?3, ?4)
      """
    ).run(.integer(key), .text(user.text), .unsigned(read), .unsigned(delivered))
  }

  /// Adopts the server's list of markers.
  ///
  /// Users not in the list have none.
  package func keepMarkers(of members: [Member], in id: ConversationID) throws(SQLiteError) {
    try database.setPragma("synchronous", to: 1)
    try database.transaction { () throws(SQLiteError) in
      guard let row = try stored(id) else { return }
      let known = try markers(of: id)
      try database.statement("DELETE FROM marker WHERE conversation = ?1").run(.integer(row.key))
      for member in members where member.id != user {
        let before = known[member.id]
        // A position below `joined` is of an earlier membership.
        func kept(_ seq: UInt64?) -> UInt64 { seq.map { $0 < member.joined ? 0 : $0 } ?? 0 }
        try keepMarker(
          of: member.id, key: row.key, max(member.readUpTo, kept(before?.readUpTo)),
          max(member.deliveredUpTo, kept(before?.deliveredUpTo)))
      }
    }
  }

  package func markers(of id: ConversationID) throws(SQLiteError) -> [UserID: MemberMarker] {
    let found = try database.statement(
      "SELECT user, read, delivered FROM marker WHERE conversation = (SELECT key FROM conversation WHERE id = ?1)"
    ).all(.text(id.text)) { row throws(SQLiteError) in
      (
        user: UserID(try row.text(0)),
        marker: MemberMarker(readUpTo: try row.unsigned(1), deliveredUpTo: try row.unsigned(2))
      )
    }
    return found.reduce(into: [:]) { markers, one in if let user = one.user { markers[user] = one.marker } }
  }
}
