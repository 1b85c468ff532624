import MartletSQLite

/// The local database's schema.
///
/// New steps go to the end.
enum LocalSchema {
  /// A bit of column `address`: the message is never shown as its conversation's last one.
  static let unlisted: Int64 = 8

  /// "MART": distinguishes this library's files from those of other programs.
  static let application: Int32 = 0x4D41_5254

  static let steps = [
    SQLiteMigration("history, list, outbox", script: first), SQLiteMigration("search", script: SearchSchema.index),
    SQLiteMigration("local messages", script: LocalMessageSchema.tables),
    SQLiteMigration("pages of the list", apply: RecentSchema.fill), SQLiteMigration("details", script: details),
    SQLiteMigration("annotations", script: AnnotationSchema.columns),
    SQLiteMigration("what is the user's own", script: PersonalSchema.tables),
    SQLiteMigration("markers", script: markers), SQLiteMigration("recalled contents", script: RecallSchema.tables),
    SQLiteMigration("hiding", script: HidingSchema.table), SQLiteMigration("unread conversations", script: unread),
    SQLiteMigration("time of the head", script: time), SQLiteMigration("attributes", script: attributes),
    SQLiteMigration("times of arrival", script: arrival),
    SQLiteMigration("kept over a change of the server's copy", script: CarriedSchema.table),
    SQLiteMigration("roles and silence", script: roles), SQLiteMigration("joining", script: joining),
    SQLiteMigration("profiles", script: ProfileSchema.table), SQLiteMigration("members", script: MemberSchema.tables),
    SQLiteMigration("relations", script: RelationSchema.table),
    SQLiteMigration("kinds of relations", script: RelationSchema.kinds),
    SQLiteMigration("files of the outbox", script: UploadSchema.table),
    SQLiteMigration("friends", script: RelationSchema.friends),
  ]

  /// Few conversations have unread messages.
  private static let unread: StaticString = """
    CREATE INDEX conversation_unread ON conversation (unread) WHERE unread > 0;
    """

  private static let attributes: StaticString = """
    ALTER TABLE conversation ADD COLUMN attributes BLOB;  -- what all members see, a wire ConversationChanged; NULL for nothing
    CREATE TABLE attribute (          -- the same, to look for
      conversation INTEGER NOT NULL,  -- its key
      name TEXT NOT NULL,
      value TEXT NOT NULL,            -- JSON as this library writes it
      PRIMARY KEY (conversation, name)
    ) WITHOUT ROWID;
    CREATE INDEX attribute_value ON attribute (name, value, conversation);
    DELETE FROM meta WHERE name = 'stamp';  -- the list is read anew, for what was not understood before
    """

  private static let roles: StaticString = """
    ALTER TABLE conversation ADD COLUMN rules BLOB;  -- how the group is run, a wire GroupRules; NULL as long as it is as at first
    -- The user may not write before, ms since 1970; 0 for may.
    ALTER TABLE conversation ADD COLUMN silenced INTEGER NOT NULL DEFAULT 0;
    DELETE FROM meta WHERE name = 'stamp';  -- the list is read anew, for what was not understood before
    """

  private static let joining: StaticString = """
    -- How many entries before `joined` the user may read.
    ALTER TABLE conversation ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0;
    DELETE FROM meta WHERE name = 'stamp';  -- the list is read anew, for what was not understood before
    """

  private static let time: StaticString = """
    -- Of the entry at `folded`, ms since 1970; 0 where that is not known.
    ALTER TABLE conversation ADD COLUMN time INTEGER NOT NULL DEFAULT 0;
    UPDATE conversation SET time =
      COALESCE((SELECT time FROM entry WHERE entry.conversation = key AND seq = folded), 0);
    """

  private static let arrival: StaticString = """
    -- When the entry came onto this device, by its clock, ms since 1970; 0 where that is not known.
    ALTER TABLE entry ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0;
    """

  private static let markers: StaticString = """
    -- A position up to which this device holds the log, which the server is yet to be told; 0 for none.
    ALTER TABLE conversation ADD COLUMN pending_delivered INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE marker (             -- of the other members, as far as they were told
      conversation INTEGER NOT NULL,  -- its key
      user TEXT NOT NULL,
      read INTEGER NOT NULL,
      delivered INTEGER NOT NULL,
      PRIMARY KEY (conversation, user)
    ) WITHOUT ROWID;
    """

  private static let details: StaticString = """
    ALTER TABLE entry ADD COLUMN details BLOB;  -- of kind 1: a wire Details; once recalled, what remains of it
    -- Of kind 1: bits: 1 mentions the user, 4 counts as unread though countable does not tell, 8 is never the last message.
    ALTER TABLE entry ADD COLUMN address INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX entry_address ON entry (conversation, seq) WHERE address <> 0;
    ALTER TABLE conversation ADD COLUMN mentions INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE conversation ADD COLUMN first_mention INTEGER NOT NULL DEFAULT 0;
    """

  private static let first: StaticString = """
    CREATE TABLE meta (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) WITHOUT ROWID;

    -- One row per conversation of the user's list. The range of its log held in `entry` is first...last, without gaps, and
    -- empty where first = last + 1. The columns from title to unread are the fold of the log up to `folded`.
    CREATE TABLE conversation (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      start INTEGER NOT NULL,         -- the first position the user may see
      folded INTEGER NOT NULL,
      title TEXT NOT NULL,
      owner TEXT NOT NULL,
      members INTEGER NOT NULL,
      countable INTEGER NOT NULL,
      joined INTEGER NOT NULL,
      last_sent INTEGER NOT NULL,
      read INTEGER NOT NULL,
      pending_read INTEGER NOT NULL,  -- a marker the server is yet to be told; 0 for none
      unread INTEGER NOT NULL,
      doubts INTEGER NOT NULL,        -- what of the fold the server must be asked for: bits of ConversationRow.Doubts
      last_message BLOB               -- the newest message where it lies outside the range, a wire Entry
    );

    CREATE TABLE entry (
      conversation INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      time INTEGER NOT NULL,
      sender TEXT NOT NULL,
      client_id TEXT NOT NULL,
      countable INTEGER NOT NULL,
      kind INTEGER NOT NULL,          -- 1 message, 2 edited, 3 recalled, 4 anything else
      target INTEGER,                 -- of kinds 2 and 3
      type TEXT,                      -- of kinds 1 and 2
      content TEXT,                   -- of kinds 1 and 2; empty once recalled
      revision INTEGER NOT NULL,      -- of kind 1: the last edit or recall folded in
      recalled INTEGER NOT NULL,
      body BLOB,                      -- of kind 4: a wire Entry
      PRIMARY KEY (conversation, seq)
    ) WITHOUT ROWID;
    CREATE INDEX entry_recalled ON entry (conversation, seq) WHERE recalled = 1;
    CREATE INDEX entry_target ON entry (conversation, target) WHERE target IS NOT NULL;

    -- What the user did and the server has not confirmed, in the order it was done.
    CREATE TABLE outbox (
      row INTEGER PRIMARY KEY AUTOINCREMENT,
      client_id TEXT NOT NULL UNIQUE,
      destination TEXT NOT NULL,      -- the conversation as the request names it
      request BLOB NOT NULL,          -- a wire ClientPacket without id
      made INTEGER NOT NULL,
      state INTEGER NOT NULL,         -- 0 waiting, 1 stored on the server, 2 refused
      conversation TEXT,              -- of state 1
      seq INTEGER,
      time INTEGER,
      failure BLOB                    -- of state 2: a wire Failure
    );
    CREATE INDEX outbox_sent ON outbox (conversation, seq) WHERE state = 1;
    """
}
