/// The tables of per-user settings.
enum PersonalSchema {
  static let tables: StaticString = """
    -- Settings, by the conversation's id, which need not be in the list; '' for the user as such. Keys that begin with '_' are
    -- of this device alone.
    CREATE TABLE setting (
      conversation TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,        -- JSON as the server has it; empty for none
      revision INTEGER NOT NULL,  -- the user log's entry that gave it this value
      pending TEXT,               -- what the server is yet to be told, empty to unset; NULL for nothing
      PRIMARY KEY (conversation, key)
    ) WITHOUT ROWID;
    CREATE INDEX setting_key ON setting (key, conversation);
    CREATE INDEX setting_pending ON setting (conversation, key) WHERE pending IS NOT NULL;

    -- Single entries that the user hid.
    CREATE TABLE hidden (
      conversation INTEGER NOT NULL,  -- its key
      seq INTEGER NOT NULL,
      here INTEGER NOT NULL,          -- 1: on this device alone
      PRIMARY KEY (conversation, seq)
    ) WITHOUT ROWID;
    ALTER TABLE conversation ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0;       -- the user hid everything up to here
    ALTER TABLE conversation ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;        -- the last hiding that `unread` knows of
    ALTER TABLE conversation ADD COLUMN cleared_here INTEGER NOT NULL DEFAULT 0;  -- as `cleared`, on this device alone
    ALTER TABLE conversation ADD COLUMN hides_here INTEGER NOT NULL DEFAULT 0;    -- 1: something is hidden on this device alone
    """
}
