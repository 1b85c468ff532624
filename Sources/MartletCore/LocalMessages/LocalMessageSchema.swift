/// The tables of data that exists on this device only.
enum LocalMessageSchema {
  /// Rows are keyed by the conversation's name, not its key.
  ///
  /// They cannot be fetched again, so they must survive when everything else is rebuilt.
  static let tables: StaticString = """
    CREATE TABLE local_message (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation TEXT NOT NULL,
      after INTEGER NOT NULL,  -- shown after the message at this position
      time INTEGER NOT NULL,
      sender TEXT NOT NULL,
      type TEXT NOT NULL,
      content TEXT NOT NULL,
      fields TEXT NOT NULL,
      name TEXT
    );
    CREATE INDEX local_message_place ON local_message (conversation, after, time, id);
    CREATE UNIQUE INDEX local_message_name ON local_message (conversation, name) WHERE name IS NOT NULL;

    -- What the app notes with messages of the log.
    CREATE TABLE local_field (
      conversation TEXT NOT NULL,
      seq INTEGER NOT NULL,
      fields TEXT NOT NULL,
      PRIMARY KEY (conversation, seq)
    ) WITHOUT ROWID;
    """
}
