import MartletSQLite

extension ClientEngine {
  /// Changes local messages or local fields of a conversation.
  ///
  /// The next commit reports the change.
  package func changeLocalMessages<Value>(
    of id: ConversationID, _ body: (LocalStore) throws(SQLiteError) -> Value
  ) throws(MartletError) -> Value {
    try change { store throws(SQLiteError) in
      var changes = Changes()
      changes.localMessages = [id]
      return (try body(store), changes)
    }
  }
}
