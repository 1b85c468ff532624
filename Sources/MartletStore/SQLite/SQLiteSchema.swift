import MartletSQLite

/// The tables of the SQLite engine.
///
/// The comments in the SQL stay in the file: `.schema` in any SQLite shell shows them.
///
/// One write touches few pages. Rows that are read together lie together. The ids of requests are kept in the order of their
/// creation times, so that rows are added at one end of the table and dropped at the other.
enum SQLiteSchema {
  /// Marks the file as Martlet's store ("MrtS").
  static let application: Int32 = 0x4D72_7453

  static let steps = [
    logs, users, requests, folded, details, annotations, personal, markers, scheduled, scheduledReplies, reading, attributes,
    generation, answered, appStamps, shownBefore, runs, roles, joining,
    profiles, suspensions, outsiders, lastSeen, relations, nicknames, allowLists, friends, NameTable.migration,
  ]

  private static let logs = SQLiteMigration(
    "logs",
    script: """
      CREATE TABLE app(
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE
      );
      CREATE TABLE conversation(
        number INTEGER PRIMARY KEY,   -- short name within this file, from 1, below 2^31
        app INTEGER NOT NULL,         -- app.number
        id TEXT NOT NULL,             -- direct:alice:bob or group:ID
        title TEXT NOT NULL,
        owner TEXT,                   -- user id; NULL for nobody
        head INTEGER NOT NULL,        -- newest position of the log
        countable INTEGER NOT NULL,   -- entries so far that count as unread, recalled ones included
        shown INTEGER NOT NULL,       -- newest message not recalled; 0 for none
        time INTEGER NOT NULL,        -- of the newest entry, ms since 1970
        stamp INTEGER NOT NULL,       -- of the newest change; no two rows have the same
        members INTEGER NOT NULL,     -- rows in member
        UNIQUE(app, id)
      );
      CREATE TABLE entry(
        key INTEGER PRIMARY KEY,      -- conversation.number << 32 | position
        time INTEGER NOT NULL,        -- ms since 1970, never falls within a conversation
        sender TEXT NOT NULL,
        client TEXT NOT NULL,         -- the client's id of the request
        countable INTEGER NOT NULL,   -- entries up to this one that count as unread
        counts INTEGER NOT NULL,      -- 1: this one does
        kind INTEGER NOT NULL,        -- 1 message, 2 edited, 3 recalled, 4 group created, 5 added, 6 removed
        target INTEGER,               -- 2, 3: the position of the message
        type TEXT,                    -- 1, 2: content type
        content TEXT,                 -- 1, 2: JSON, '' once recalled; 4: title
        users TEXT,                   -- 4, 5, 6: user ids separated by spaces
        owner TEXT,                   -- 4, 6: the owner from here on; NULL for nobody
        revision INTEGER NOT NULL,    -- 1: the last edit or recall folded in; 2: the edit before; 0 for none
        recalled INTEGER NOT NULL     -- 1: taken back
      );
      CREATE TABLE recalled(          -- messages taken back that counted as unread
        key INTEGER PRIMARY KEY       -- entry.key
      );
      CREATE TABLE member(
        conversation INTEGER NOT NULL,  -- conversation.number
        user TEXT NOT NULL,
        app INTEGER NOT NULL,         -- app.number
        joined INTEGER NOT NULL,      -- position that made the user a member; 0 in direct conversations
        read INTEGER NOT NULL,        -- read marker
        sent INTEGER NOT NULL,        -- the user's own newest message; 0 for none
        PRIMARY KEY(conversation, user)
      ) WITHOUT ROWID;
      CREATE INDEX membership ON member(app, user, conversation);
      CREATE TABLE newest(            -- one row
        id INTEGER PRIMARY KEY CHECK(id = 1),
        stamp INTEGER NOT NULL        -- the newest stamp given
      );
      INSERT INTO newest VALUES (1, 0);
      """)

  private static let users = SQLiteMigration(
    "users",
    script: """
      CREATE TABLE user(
        app INTEGER NOT NULL,         -- app.number
        id TEXT NOT NULL,
        created INTEGER NOT NULL,     -- ms since 1970
        revoked INTEGER NOT NULL,     -- tokens issued up to here are refused, s since 1970; 0 for none
        PRIMARY KEY(app, id)
      ) WITHOUT ROWID;
      CREATE TABLE user_entry(
        app INTEGER NOT NULL,         -- app.number
        user TEXT NOT NULL,
        seq INTEGER NOT NULL,         -- position in the user's log, from 1 without gaps
        time INTEGER NOT NULL,        -- ms since 1970
        conversation INTEGER NOT NULL,  -- conversation.number
        kind INTEGER NOT NULL,        -- 1 joined, 2 left, 3 read to
        position INTEGER NOT NULL,    -- in the conversation's log
        PRIMARY KEY(app, user, seq)
      ) WITHOUT ROWID;
      """)

  private static let requests = SQLiteMigration(
    "requests",
    script: """
      CREATE TABLE request(           -- appends, to recognise their retries
        made INTEGER NOT NULL,        -- the time in the client's id, ms since 1970; -1: it has none, kept for ever
        app INTEGER NOT NULL,         -- app.number
        sender TEXT NOT NULL,
        client TEXT NOT NULL,         -- the client's id
        key INTEGER NOT NULL,         -- entry.key
        fingerprint BLOB NOT NULL,    -- a hash of what was asked for
        PRIMARY KEY(made, app, sender, client)
      ) WITHOUT ROWID;
      """)

  private static let annotations = SQLiteMigration(
    "annotations",
    script: """
      -- In entry, kind 7 is annotated: target the message, type what kind of annotation, content what changed. For a message,
      -- target is the one it replies to.
      ALTER TABLE entry ADD COLUMN annotated INTEGER NOT NULL DEFAULT 0;  -- 1: the last entry that changed annotations of it
      CREATE INDEX annotating ON entry(target, key) WHERE kind = 7;
      CREATE TABLE annotation(        -- what is attached to messages now
        key INTEGER NOT NULL,         -- entry.key of the message
        owner TEXT NOT NULL,          -- '' the message's own; '#' what only who asks sees; else the id of the user whose it is
        kind INTEGER NOT NULL,        -- 1 reaction, 2 property, 3 vote, 4 pin, 5 closing, 6 reply, 7 earlier wording
        name TEXT NOT NULL,           -- emoji, property, choice; of '#' the position of the reply or wording
        value TEXT NOT NULL,          -- '': of 1, 3, 6 how many; of 2 its value; of 4 who pinned; of 7 type and content
        seq INTEGER NOT NULL,         -- position of the entry that set it
        PRIMARY KEY(key, owner, kind, name)
      ) WITHOUT ROWID;
      CREATE INDEX pinned ON annotation(key) WHERE kind = 4;
      """)

  private static let folded = SQLiteMigration(
    "folded",
    script: """
      CREATE TABLE folded(            -- how far the journal is in these tables
        slice INTEGER PRIMARY KEY,    -- of the conversations, by the low 4 bits of their numbers; users are in 0
        row INTEGER NOT NULL          -- the last row of the journal whose changes of the slice are here
      );
      INSERT INTO folded VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0),
        (11, 0), (12, 0), (13, 0), (14, 0), (15, 0);
      CREATE TABLE sliced_request(    -- as request; each slice adds at an end of its own, whose pages no other slice writes
        slice INTEGER NOT NULL,
        made INTEGER NOT NULL,        -- the time in the client's id, ms since 1970; -1: it has none, kept for ever
        app INTEGER NOT NULL,         -- app.number
        sender TEXT NOT NULL,
        client TEXT NOT NULL,         -- the client's id
        key INTEGER NOT NULL,         -- entry.key
        fingerprint BLOB NOT NULL,    -- a hash of what was asked for
        PRIMARY KEY(slice, made, app, sender, client)
      ) WITHOUT ROWID;
      INSERT INTO sliced_request SELECT (key >> 32) & 15, made, app, sender, client, key, fingerprint FROM request;
      DROP TABLE request;
      ALTER TABLE sliced_request RENAME TO request;
      """)

  private static let scheduled = SQLiteMigration(
    "scheduled",
    script: """
      CREATE TABLE scheduled(         -- messages to be sent at their times
        app INTEGER NOT NULL,         -- app.number
        user TEXT NOT NULL,
        client TEXT NOT NULL,         -- the client's id of the request
        time INTEGER NOT NULL,        -- when, ms since 1970
        conversation TEXT NOT NULL,   -- its name: it may not exist yet
        type TEXT NOT NULL,
        content TEXT NOT NULL,
        details BLOB,
        PRIMARY KEY(app, user, client)
      ) WITHOUT ROWID;
      CREATE INDEX due ON scheduled(time);
      """)

  private static let scheduledReplies = SQLiteMigration(
    "scheduled replies",
    script: """
      ALTER TABLE scheduled ADD COLUMN parent INTEGER NOT NULL DEFAULT 0;  -- position of the message replied to; 0 for none
      ALTER TABLE scheduled ADD COLUMN properties BLOB;  -- a wire Annotated with its first ones; NULL where it may have none
      """)

  private static let reading = SQLiteMigration(
    "reading",
    script: """
      CREATE TABLE reading(           -- the newest moves of each member's read marker that others were told of
        conversation INTEGER NOT NULL,  -- conversation.number
        user TEXT NOT NULL,
        seq INTEGER NOT NULL,         -- where it stood then
        since INTEGER NOT NULL,       -- where it stood before
        time INTEGER NOT NULL,        -- when, ms since 1970
        PRIMARY KEY(conversation, user, seq)
      ) WITHOUT ROWID;
      """)

  private static let attributes = SQLiteMigration(
    "attributes",
    script: """
      -- In entry, kind 8 is conversation changed: content what changed, a wire ConversationChanged as JSON. Of 4, type is the
      -- group's first attributes in the same form, or NULL.
      ALTER TABLE conversation ADD COLUMN attributes TEXT;  -- what all members see, in that form; NULL for nothing
      """)

  private static let shownBefore = SQLiteMigration(
    "shown before",
    script: """
      ALTER TABLE entry ADD COLUMN shown INTEGER;  -- 1: conversation.shown before it; NULL for messages of before this column
      """)

  private static let runs = SQLiteMigration(
    "runs of conversations",
    script: """
      -- In folded, a slice has runs of conversations: its number is in the 4 bits of theirs above the lowest run_bits.
      ALTER TABLE newest ADD COLUMN run_bits INTEGER NOT NULL DEFAULT 0;
      """)

  private static let roles = SQLiteMigration(
    "roles and silences",
    script: """
      -- In entry, kind 9 is roles set: users have the role in content. Kind 10 is silenced: users may not write before the time
      -- in content, ms since 1970; 0 lets them.
      ALTER TABLE conversation ADD COLUMN rules TEXT;  -- how the group is run, a wire GroupRules as JSON; NULL for nothing
      ALTER TABLE member ADD COLUMN silenced INTEGER NOT NULL DEFAULT 0;  -- may not write before, ms since 1970; 0 for may
      """)

  private static let joining = SQLiteMigration(
    "what new members may read",
    script: """
      ALTER TABLE member ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0;  -- entries before joined that the user may read
      """)

  private static let profiles = SQLiteMigration(
    "profiles",
    script: """
      ALTER TABLE user ADD COLUMN profile BLOB;  -- a wire Profile; NULL if it was never set
      ALTER TABLE user ADD COLUMN number TEXT;  -- the account number in it; NULL for none
      CREATE INDEX user_number ON user(app, number) WHERE number IS NOT NULL;
      """)

  private static let suspensions = SQLiteMigration(
    "suspensions",
    script: """
      ALTER TABLE user ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;  -- may not connect before, ms since 1970; 0 for never
      CREATE INDEX user_suspended ON user(app, id) WHERE suspended > 0;
      """)

  private static let outsiders = SQLiteMigration(
    "outsiders",
    script: """
      -- In entry, kind 11 is banned: users are banned until the time in content, ms since 1970, 0 lifts it; type has those of
      -- them who were members, and owner the owner from here on.
      CREATE TABLE outsider(          -- what groups keep of users who are not members
        conversation INTEGER NOT NULL,  -- conversation.number
        user TEXT NOT NULL,
        standing INTEGER NOT NULL,    -- 1 banned
        author TEXT NOT NULL,         -- the user whose request made it so
        since INTEGER NOT NULL,       -- when, ms since 1970
        until INTEGER NOT NULL,       -- it is over at this time, ms since 1970
        text TEXT NOT NULL,           -- of 1: the reason
        PRIMARY KEY(conversation, user)
      ) WITHOUT ROWID;
      CREATE INDEX outsider_standing ON outsider(conversation, standing, user, until);
      """)

  private static let lastSeen = SQLiteMigration(
    "last seen",
    script: """
      ALTER TABLE user ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;  -- last disconnected, a minute in ms since 1970; 0 if unknown
      """)

  private static let relations = SQLiteMigration(
    "relations",
    script: """
      CREATE TABLE relation(          -- what users have set about others
        app INTEGER NOT NULL,         -- app.number
        user TEXT NOT NULL,
        peer TEXT NOT NULL,           -- the other user
        flags INTEGER NOT NULL,       -- bits, not 0: 1 the user blocks the other one
        revision INTEGER NOT NULL,    -- user_entry.seq that made it so
        PRIMARY KEY(app, user, peer)
      ) WITHOUT ROWID;
      CREATE INDEX relation_blocked ON relation(app, user, peer) WHERE flags & 1;
      -- Of a direct conversation, what its users have set about each other, as bits: 1 the first user that the id names
      -- blocks the second, 2 the second blocks the first.
      ALTER TABLE conversation ADD COLUMN relations INTEGER NOT NULL DEFAULT 0;
      -- In user_entry, kind 20 is relations changed: conversation is 0, detail a wire RelationsChanged.
      """)

  private static let allowLists = SQLiteMigration(
    "allow lists",
    script: """
      -- In relation.flags, 2 the other one is on the user's allow list, 4 only users on it may write, where peer is the user.
      -- In conversation.relations, 4 the first user allows the second, 8 the second allows the first, 16 only allowed users
      -- may write to the first, 32 only to the second. A user's relations are few enough to look through.
      DROP INDEX relation_blocked;
      """)

  private static let friends = SQLiteMigration(
    "friends",
    script: """
      -- In relation.flags, 32 the user has asked the other one to become friends, 64 the other one asks, 128 they are friends. In
      -- conversation.relations, 4 and 8 also of friends.
      ALTER TABLE relation ADD COLUMN text TEXT NOT NULL DEFAULT '';  -- with 32 and 64: what was said with the request
      """)

  private static let nicknames = SQLiteMigration(
    "nicknames",
    script: """
      -- In entry, kind 12 is applied: content is what the sender says, type when it ends, ms since 1970, 0 if withdrawn.
      -- Kind 13 is applications refused: of users. Kind 14 is named: users has the member, and content the name. Kind 15 is
      -- announced: content the text, and target the position of the one before. In outsider, standing 2 is applied. In
      -- user_entry, kind 6 is application changed.
      ALTER TABLE member ADD COLUMN nickname TEXT NOT NULL DEFAULT '';  -- the member's name in the group; '' for none
      """)

  private static let appStamps = SQLiteMigration(
    "stamps of apps",
    script: """
      -- In newest, stamp is the newest of those that apps had in common; conversation.stamp differs within an app only.
      ALTER TABLE app ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;  -- the newest given in the app since
      """)

  private static let answered = SQLiteMigration(
    "answered",
    script: """
      CREATE TABLE answered(          -- requests that appended nothing, to recognise their retries
        app INTEGER NOT NULL,         -- app.number
        user TEXT NOT NULL,
        kind INTEGER NOT NULL,        -- 1 had nothing to change, 2 scheduled a message
        client TEXT NOT NULL,         -- the client's id
        made INTEGER NOT NULL,        -- the time in the client's id, ms since 1970; -1: it has none
        time INTEGER NOT NULL,        -- when it came or, of 2, the message ended, ms since 1970
        state INTEGER NOT NULL,       -- of 2: 0 is scheduled, 1 was sent, 2 was taken back, 3 was dropped; of 1: 4
        fingerprint BLOB NOT NULL,    -- a hash of what was asked for; empty if it is not known
        PRIMARY KEY(app, user, kind, client)
      ) WITHOUT ROWID;
      CREATE INDEX answered_made ON answered(made) WHERE kind = 1;
      CREATE INDEX answered_time ON answered(time) WHERE state > 0;
      DROP INDEX due;
      CREATE INDEX due ON scheduled(time, user, client);
      """)

  private static let generation = SQLiteMigration(
    "generation",
    script: """
      CREATE TABLE generation(        -- one row
        id INTEGER PRIMARY KEY CHECK(id = 1),
        name TEXT NOT NULL            -- names this copy of the data; '': the next start makes a new name
      );
      INSERT INTO generation VALUES (1, '');
      """)

  private static let markers = SQLiteMigration(
    "markers",
    script: """
      ALTER TABLE member ADD COLUMN told INTEGER NOT NULL DEFAULT 0;  -- read marker as far as others are told
      ALTER TABLE member ADD COLUMN delivered INTEGER NOT NULL DEFAULT 0;  -- a device of the user holds the log up to here
      UPDATE member SET told = read;
      """)

  private static let details = SQLiteMigration(
    "details",
    script: """
      ALTER TABLE entry ADD COLUMN details BLOB;  -- 1, 2: what a message carries besides its content, a wire Details
      ALTER TABLE entry ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0;  -- 1: no last message, or not for everyone
      CREATE TABLE addressed(         -- messages that concern some members in particular and are not recalled
        conversation INTEGER NOT NULL,  -- conversation.number
        user TEXT NOT NULL,           -- '' for every member
        seq INTEGER NOT NULL,         -- position of the message
        how INTEGER NOT NULL,         -- bits: 1 mentions the user, 2 last message for the user alone, 4 counts so as unread
        PRIMARY KEY(conversation, user, seq)
      ) WITHOUT ROWID;
      """)

  private static let personal = SQLiteMigration(
    "what is a user's own",
    script: """
      ALTER TABLE member ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0;  -- the user hid everything up to here
      ALTER TABLE member ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;   -- user_entry.seq of the last hiding; 0 for none
      CREATE TABLE hidden(            -- single entries that a member hid, above member.cleared
        conversation INTEGER NOT NULL,  -- conversation.number
        user TEXT NOT NULL,
        seq INTEGER NOT NULL,         -- position in the conversation's log
        PRIMARY KEY(conversation, user, seq)
      ) WITHOUT ROWID;
      CREATE TABLE setting(
        app INTEGER NOT NULL,         -- app.number
        user TEXT NOT NULL,
        conversation TEXT NOT NULL,   -- its id, which may not have begun yet; '' for the user as such
        key TEXT NOT NULL,
        value TEXT NOT NULL,          -- JSON
        revision INTEGER NOT NULL,    -- user_entry.seq that gave it this value
        PRIMARY KEY(app, user, conversation, key)
      ) WITHOUT ROWID;
      -- kinds 4 settings changed, 5 hidden; of 4 conversation is 0; of 5 position is the one up to which all is hidden
      ALTER TABLE user_entry ADD COLUMN detail BLOB;  -- 4: a wire SettingChanged, 5: a wire Hidden
      """)
}
