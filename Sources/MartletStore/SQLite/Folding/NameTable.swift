import MartletSQLite
import MartletWire

/// The table of the words by which users are found.
struct NameTable {
  let database: SQLiteConnection

  /// The words that belong to a user, in place of those before.
  func change(_ words: [String], of user: UserID, app: Int64) throws(SQLiteError) {
    let stored = try database.statement("SELECT word FROM name_word WHERE app = ?1 AND user = ?2")
      .all(.integer(app), .text(user.text)) { row throws(SQLiteError) in try row.text(0) }
    for word in stored where !words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
      try database.statement("DELETE FROM name_word WHERE app = ?1 AND word = ?2 AND user = ?3")
        .run(.integer(app), .text(word), .text(user.text))
    }
    for word in words where !stored.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
      try database.statement("INSERT INTO name_word(app, word, user) VALUES (?1, ?2, ?3)")
        .run(.integer(app), .text(word), .text(user.text))
    }
  }

  /// Makes the table, with the words of the names that are stored.
  static let migration = SQLiteMigration("words of names") { database throws(SQLiteError) in
    try database.execute(
      """
      CREATE TABLE name_word(         -- words of users' names, without case and accents
        app INTEGER NOT NULL,         -- app.number
        word TEXT NOT NULL,
        user TEXT NOT NULL,
        PRIMARY KEY(app, word, user)
      ) WITHOUT ROWID;
      CREATE INDEX name_word_user ON name_word(app, user);
      """)
    let users = try database.statement("SELECT app, id, profile FROM user WHERE profile IS NOT NULL").all {
      row throws(SQLiteError) in (app: try row.integer(0), user: try row.text(1), profile: ProfileRecord(try row.blob(2)))
    }
    for row in users {
      guard let user = UserID(row.user), let profile = row.profile else { continue }
      try NameTable(database: database).change(profile.words, of: user, app: row.app)
    }
  }
}
