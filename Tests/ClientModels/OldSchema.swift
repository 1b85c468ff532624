import MartletCore
import MartletSQLite

/// Turns a local database into that of an earlier version.
package enum OldSchema {
  /// Keeps the tables of the first steps of the schema, and nothing else.
  package static func goBack(_ path: String, to steps: Int) throws {
    let new = try SQLiteConnection(path: path)
    defer { new.close() }
    try new.execute(
      """
      DROP TABLE search_index; DROP TABLE searched; DROP TABLE local_message; DROP TABLE local_field; DROP TABLE recent;
      DROP TABLE setting; DROP TABLE hidden; DROP TABLE recalled; DROP TABLE hiding; DROP TABLE carried; DROP TABLE profile;
      DROP TABLE member; DROP TABLE member_list; DROP TABLE relation;
      DROP TRIGGER upload_ends; DROP TABLE upload;
      DROP INDEX conversation_unread;
      """)
    try new.execute(
      """
      DROP INDEX entry_address; ALTER TABLE entry DROP COLUMN details; ALTER TABLE entry DROP COLUMN address;
      ALTER TABLE conversation DROP COLUMN mentions; ALTER TABLE conversation DROP COLUMN first_mention;
      ALTER TABLE conversation DROP COLUMN cleared; ALTER TABLE conversation DROP COLUMN hidden;
      ALTER TABLE conversation DROP COLUMN cleared_here; ALTER TABLE conversation DROP COLUMN hides_here;
      ALTER TABLE conversation DROP COLUMN unread_here; ALTER TABLE conversation DROP COLUMN mentions_here;
      ALTER TABLE conversation DROP COLUMN pending_delivered; DROP TABLE marker;
      ALTER TABLE conversation DROP COLUMN time; ALTER TABLE conversation DROP COLUMN attributes; DROP TABLE attribute;
      ALTER TABLE conversation DROP COLUMN rules; ALTER TABLE conversation DROP COLUMN silenced;
      ALTER TABLE conversation DROP COLUMN earlier;
      """)
    try new.execute("ALTER TABLE entry DROP COLUMN annotations; ALTER TABLE entry DROP COLUMN arrived")
    try new.statement("DELETE FROM meta WHERE name LIKE 'indexed%'").run()
    try new.setPragma("user_version", to: Int64(steps))
  }
}
