/// The table of files that messages in the outbox wait for.
enum UploadSchema {
  /// Rows of the outbox go in many places, so a trigger sees to it that none leaves its file behind.
  static let table: StaticString = """
    CREATE TABLE upload (             -- a file that is uploaded before the outbox row that names it is sent
      row INTEGER PRIMARY KEY,        -- of `outbox`
      file TEXT NOT NULL,             -- where this device keeps the bytes, in words of the shell
      name TEXT NOT NULL,             -- for others; may be empty
      size INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      free INTEGER NOT NULL,          -- 1: later messages of the conversation do not wait for it
      paused INTEGER NOT NULL,
      sent INTEGER NOT NULL,          -- the bytes that have arrived
      media TEXT,                     -- the id of the whole file at the server
      url TEXT                        -- instead of `media`: where the whole file lies
    );
    CREATE TRIGGER upload_ends AFTER DELETE ON outbox BEGIN DELETE FROM upload WHERE row = OLD.row; END;
    """
}
