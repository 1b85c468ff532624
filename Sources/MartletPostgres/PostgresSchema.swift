/// The tables of the PostgreSQL engine.
///
/// They hold what the tables of the SQLite engine hold, under the same names. Texts compare by their bytes. Apps have no numbers:
/// their ids are short.
enum PostgresSchema {
  /// Each step brings the tables from one version to the next; the number of steps is the version.
  static let steps = [
    first, nodes, roles, joining, profiles, suspensions, outsiders, lastSeen, relations, nicknames, signatures,
    allowLists, friends, names,
  ]

  private static let first = [
    """
    CREATE TABLE conversation(
      number bigint PRIMARY KEY,    -- short name within this database, from 1
      app text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL, -- direct:alice:bob or group:ID
      title bytea NOT NULL,
      owner text COLLATE "C",       -- user id; NULL for nobody
      head bigint NOT NULL,         -- newest position of the log
      countable bigint NOT NULL,    -- entries so far that count as unread, recalled ones included
      shown bigint NOT NULL,        -- newest message not recalled; 0 for none
      time bigint NOT NULL,         -- of the newest entry, ms since 1970
      stamp bigint NOT NULL,        -- of the newest change; no two of an app have the same
      members bigint NOT NULL,      -- rows in member
      attributes bytea,             -- what all members see, a wire ConversationChanged as JSON; NULL for nothing
      UNIQUE (app, id)
    ) WITH (fillfactor = 70)
    """,
    """
    CREATE TABLE app(
      id text COLLATE "C" PRIMARY KEY,
      stamp bigint NOT NULL         -- the newest given
    )
    """,
    """
    CREATE TABLE entry(
      conversation bigint NOT NULL, -- conversation.number
      seq bigint NOT NULL,          -- position in the conversation's log, from 1 without gaps
      time bigint NOT NULL,         -- ms since 1970, never falls within a conversation
      sender text COLLATE "C" NOT NULL,
      client text COLLATE "C" NOT NULL,  -- the client's id of the request
      countable bigint NOT NULL,    -- entries up to this one that count as unread
      counts smallint NOT NULL,     -- 1: this one does
      kind smallint NOT NULL,       -- 1 message, 2 edited, 3 recalled, 4 created, 5 added, 6 removed, 7 annotated, 8 changed
      target bigint,                -- 1: the message replied to; 2, 3, 7: the message
      type bytea,                   -- 1, 2: content type; 4: attributes; 7: what kind of annotation
      content bytea,                -- 1, 2: JSON, '' once recalled; 4: title; 7, 8: what changed
      users text COLLATE "C",       -- 4, 5, 6: user ids separated by spaces
      owner text COLLATE "C",       -- 4, 6: the owner from here on; NULL for nobody
      revision bigint NOT NULL,     -- 1: the last edit or recall folded in; 0 for none
      recalled smallint NOT NULL,   -- 1: taken back
      details bytea,                -- 1, 2: what a message carries besides its content, a wire Details
      unlisted smallint NOT NULL,   -- 1: no last message, or not for everyone
      annotated bigint NOT NULL,    -- 1: the last entry that changed annotations of it
      PRIMARY KEY (conversation, seq)
    )
    """,
    "CREATE INDEX entry_changes ON entry(conversation, target) WHERE kind IN (2, 7)",
    "CREATE INDEX entry_recalled ON entry(conversation, seq) WHERE recalled = 1 AND counts = 1",
    """
    CREATE TABLE addressed(         -- messages that concern some members in particular and are not recalled
      conversation bigint NOT NULL, -- conversation.number
      member text COLLATE "C" NOT NULL,  -- user id; '' for every member
      seq bigint NOT NULL,          -- position of the message
      how bigint NOT NULL,          -- bits: 1 mentions the user, 2 last message for the user alone, 4 counts so as unread
      PRIMARY KEY (conversation, member, seq)
    )
    """,
    """
    CREATE TABLE annotation(        -- what is attached to messages now
      conversation bigint NOT NULL, -- conversation.number
      seq bigint NOT NULL,          -- position of the message
      owner text COLLATE "C" NOT NULL,  -- '' the message's own; '#' what only who asks sees; else the id of the user whose it is
      kind smallint NOT NULL,       -- 1 reaction, 2 property, 3 vote, 4 pin, 5 closing, 6 reply, 7 earlier wording
      name bytea NOT NULL,          -- emoji, property, choice; of '#' the position of the reply or wording
      value bytea NOT NULL,         -- '': of 1, 3, 6 how many; of 2 its value; of 4 who pinned; of 7 type and content
      set_by bigint NOT NULL,       -- position of the entry that set it
      PRIMARY KEY (conversation, seq, owner, kind, name)
    )
    """,
    "CREATE INDEX annotation_pinned ON annotation(conversation, seq) WHERE kind = 4",
    """
    CREATE TABLE member(
      conversation bigint NOT NULL, -- conversation.number
      id text COLLATE "C" NOT NULL, -- user id
      app text COLLATE "C" NOT NULL,
      joined bigint NOT NULL,       -- position that made the user a member; 0 in direct conversations
      read bigint NOT NULL,         -- read marker
      sent bigint NOT NULL,         -- the user's own newest message; 0 for none
      told bigint NOT NULL,         -- read marker as far as others are told
      delivered bigint NOT NULL,    -- a device of the user holds the log up to here
      cleared bigint NOT NULL,      -- the user hid everything up to here
      hidden bigint NOT NULL,       -- user_entry.seq of the last hiding; 0 for none
      PRIMARY KEY (conversation, id)
    ) WITH (fillfactor = 70)
    """,
    "CREATE INDEX member_membership ON member(app, id, conversation)",
    """
    CREATE TABLE reading(           -- the newest moves of each member's read marker that others were told of
      conversation bigint NOT NULL, -- conversation.number
      member text COLLATE "C" NOT NULL,
      seq bigint NOT NULL,          -- where it stood then
      since bigint NOT NULL,        -- where it stood before
      time bigint NOT NULL,         -- when, ms since 1970
      PRIMARY KEY (conversation, member, seq)
    )
    """,
    """
    CREATE TABLE hidden(            -- single entries that a member hid, above member.cleared
      conversation bigint NOT NULL, -- conversation.number
      member text COLLATE "C" NOT NULL,
      seq bigint NOT NULL,          -- position in the conversation's log
      PRIMARY KEY (conversation, member, seq)
    )
    """,
    """
    CREATE TABLE account(
      app text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL, -- user id
      created bigint NOT NULL,      -- ms since 1970
      revoked bigint NOT NULL,      -- tokens issued up to here are refused, s since 1970; 0 for none
      PRIMARY KEY (app, id)
    )
    """,
    """
    CREATE TABLE user_entry(
      app text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      seq bigint NOT NULL,          -- position in the user's log, from 1 without gaps
      time bigint NOT NULL,         -- ms since 1970
      conversation bigint NOT NULL, -- conversation.number; 0 for none
      kind smallint NOT NULL,       -- 1 joined, 2 left, 3 read to, 4 settings changed, 5 hidden
      position bigint NOT NULL,     -- in the conversation's log
      detail bytea,                 -- 4: a wire SettingChanged, 5: a wire Hidden
      PRIMARY KEY (app, account, seq)
    )
    """,
    """
    CREATE TABLE setting(
      app text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      conversation text COLLATE "C" NOT NULL,  -- its id, which may not have begun yet; '' for the user as such
      key text COLLATE "C" NOT NULL,
      value bytea NOT NULL,         -- JSON
      revision bigint NOT NULL,     -- user_entry.seq that gave it this value
      PRIMARY KEY (app, account, conversation, key)
    )
    """,
    """
    CREATE TABLE request(           -- appends, to recognise their retries
      app text COLLATE "C" NOT NULL,
      sender text COLLATE "C" NOT NULL,
      client text COLLATE "C" NOT NULL,  -- the client's id
      made bigint NOT NULL,         -- the time in the client's id, ms since 1970; -1: it has none, kept for ever
      conversation bigint NOT NULL, -- conversation.number
      seq bigint NOT NULL,          -- position of the entry
      time bigint NOT NULL,         -- of the entry
      fingerprint bytea NOT NULL,   -- a hash of what was asked for
      PRIMARY KEY (app, sender, client)
    )
    """,
    "CREATE INDEX request_made ON request(made)",
    """
    CREATE TABLE answered(          -- requests that appended nothing, to recognise their retries
      app text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      kind smallint NOT NULL,       -- 1 had nothing to change, 2 scheduled a message
      client text COLLATE "C" NOT NULL,  -- the client's id
      made bigint NOT NULL,         -- the time in the client's id, ms since 1970; -1: it has none
      time bigint NOT NULL,         -- when it came or, of 2, the message ended, ms since 1970
      state smallint NOT NULL,      -- of 2: 0 is scheduled, 1 was sent, 2 was taken back, 3 was dropped; of 1: 4
      fingerprint bytea NOT NULL,   -- a hash of what was asked for; empty if it is not known
      PRIMARY KEY (app, account, kind, client)
    )
    """,
    "CREATE INDEX answered_made ON answered(made) WHERE kind = 1",
    "CREATE INDEX answered_time ON answered(time) WHERE state > 0",
    """
    CREATE TABLE scheduled(         -- messages to be sent at their times
      app text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      client text COLLATE "C" NOT NULL,  -- the client's id of the request
      time bigint NOT NULL,         -- when, ms since 1970
      conversation text COLLATE "C" NOT NULL,  -- its id: it may not exist yet
      type bytea NOT NULL,
      content bytea NOT NULL,
      details bytea,
      parent bigint NOT NULL,       -- position of the message replied to; 0 for none
      properties bytea,             -- a wire Annotated with its first ones; NULL where it may have none
      PRIMARY KEY (app, account, client)
    )
    """,
    "CREATE INDEX scheduled_due ON scheduled(time, account, client, app)",
    """
    CREATE TABLE feed(              -- one row for each commit of a server, by which it learns what became of a lost one
      server bigint NOT NULL,       -- martlet.epoch at its start
      seq bigint NOT NULL,          -- from 1 without gaps; older ones are deleted
      PRIMARY KEY (server, seq)
    )
    """,
  ]

  /// Several nodes that write to the same tables.
  private static let nodes = [
    "ALTER TABLE martlet ADD COLUMN numbers bigint NOT NULL DEFAULT 0",  // the newest number of a conversation given to a node
    "UPDATE martlet SET numbers = (SELECT coalesce(max(number), 0) FROM conversation)",
    """
    CREATE TABLE node(              -- servers that write, now or lately
      id bigint PRIMARY KEY,        -- martlet.epoch when it entered
      slot smallint NOT NULL,       -- in its stamps; no two that write have the same
      stamp bigint NOT NULL,        -- its stamps up to here are stored, and later ones are higher
      seq bigint NOT NULL,          -- of its newest row in feed; 0 for none
      beat timestamptz NOT NULL,    -- when it was last heard of, by the clock of the database
      ended smallint NOT NULL       -- 1: it writes no more
    ) WITH (fillfactor = 50)
    """,
    """
    CREATE TABLE node_app(          -- apart for each node, so that none waits for another
      node bigint NOT NULL,
      app text COLLATE "C" NOT NULL,
      stamp bigint NOT NULL,        -- the newest that the node gave in the app; of nodes that ended it is in table app
      PRIMARY KEY (node, app)
    ) WITH (fillfactor = 50)
    """,
    "DROP TABLE feed",
    """
    CREATE TABLE feed(              -- one row for each commit, by which nodes learn of it
      node bigint NOT NULL,         -- node.id
      seq bigint NOT NULL,          -- from 1 without gaps; old ones are deleted
      time timestamptz NOT NULL,
      changes bytea NOT NULL,       -- names what changed, a FeedChanges
      PRIMARY KEY (node, seq)
    )
    """,
  ]

  /// Roles, silenced members, and who may write.
  private static let roles = [
    // In entry, kind 9 is roles set: users have the role in content. Kind 10 is silenced: users may not write before the time in
    // content, ms since 1970; 0 lets them.
    "ALTER TABLE conversation ADD COLUMN rules bytea",  // how the group is run, a wire GroupRules as JSON; NULL for nothing
    "ALTER TABLE member ADD COLUMN silenced bigint NOT NULL DEFAULT 0",  // may not write before, ms since 1970; 0 for may
  ]

  /// What new members may read.
  private static let joining = [
    "ALTER TABLE member ADD COLUMN earlier bigint NOT NULL DEFAULT 0"  // entries before joined that the user may read
  ]

  /// Profiles of users.
  private static let profiles = [
    "ALTER TABLE account ADD COLUMN profile bytea",  // a wire Profile; NULL if it was never set
    "ALTER TABLE account ADD COLUMN number text COLLATE \"C\"",  // the account number in it; NULL for none
    "CREATE UNIQUE INDEX account_number ON account(app, number) WHERE number IS NOT NULL",
  ]

  /// Suspended users.
  private static let suspensions = [
    // may not connect before, ms since 1970; 0 for never
    "ALTER TABLE account ADD COLUMN suspended bigint NOT NULL DEFAULT 0",
    "CREATE INDEX account_suspended ON account(app, id) WHERE suspended > 0",
  ]

  /// What groups keep of users who are not members.
  private static let outsiders = [
    // In entry, kind 11 is banned: users are banned until the time in content, ms since 1970, 0 lifts it; type has those of them
    // who were members, and owner the owner from here on.
    """
    CREATE TABLE outsider(
      conversation bigint NOT NULL, -- conversation.number
      id text COLLATE "C" NOT NULL, -- user id
      standing smallint NOT NULL,   -- 1 banned
      author text COLLATE "C" NOT NULL,  -- the user whose request made it so
      since bigint NOT NULL,        -- when, ms since 1970
      until bigint NOT NULL,        -- it is over at this time, ms since 1970
      text bytea NOT NULL,          -- of 1: the reason
      PRIMARY KEY (conversation, id)
    )
    """,
    "CREATE INDEX outsider_standing ON outsider(conversation, standing, id, until)",
  ]

  /// When users were last seen.
  private static let lastSeen = [
    // last disconnected, a minute in ms since 1970; 0 if unknown
    "ALTER TABLE account ADD COLUMN seen bigint NOT NULL DEFAULT 0"
  ]

  /// Relations: what a user has set about another user.
  private static let relations = [
    """
    CREATE TABLE relation(
      app text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      peer text COLLATE "C" NOT NULL,  -- the other user
      flags bigint NOT NULL,        -- bits, not 0: 1 the user blocks the other one
      revision bigint NOT NULL,     -- user_entry.seq that made it so
      PRIMARY KEY (app, account, peer)
    )
    """,
    "CREATE INDEX relation_blocked ON relation(app, account, peer) WHERE flags & 1 > 0",
    // Of a direct conversation, what its users have set about each other, as bits: 1 the first user that the id names blocks the
    // second, 2 the second blocks the first.
    "ALTER TABLE conversation ADD COLUMN relations bigint NOT NULL DEFAULT 0",
  ]

  /// Names of members in their groups.
  private static let nicknames = [
    // In entry, kind 12 is applied: content is what the sender says, type when it ends, ms since 1970, 0 if withdrawn. Kind 13 is
    // applications refused: of users. Kind 14 is named: users has the member, and content the name. Kind 15 is announced: content
    // the text, and target the position of the one before. In outsider, standing 2 is applied. In user_entry, kind 6 is
    // application changed.
    "ALTER TABLE member ADD COLUMN nickname bytea NOT NULL DEFAULT ''"  // the member's name in the group; '' for none
  ]

  /// Which signed requests the nodes have served.
  private static let signatures = [
    """
    CREATE TABLE signature(
      app text COLLATE "C" NOT NULL,
      code bytea NOT NULL,          -- of the request
      time bigint NOT NULL,         -- when it was signed, s since 1970
      PRIMARY KEY (app, code)
    )
    """,
    "CREATE INDEX signature_time ON signature(time)",
  ]

  /// More kinds of relations.
  private static let allowLists = [
    // In relation.flags, 2 the other one is on the user's allow list, 4 only users on it may write, where peer is the user. In
    // conversation.relations, 4 the first user allows the second, 8 the second allows the first, 16 only allowed users may
    // write to the first, 32 only to the second. A user's relations are few enough to look through.
    "DROP INDEX relation_blocked"
  ]

  /// Friends, and requests to become friends.
  private static let friends = [
    // In relation.flags, 32 the user has asked the other one to become friends, 64 the other one asks, 128 they are friends. In
    // conversation.relations, 4 and 8 also of friends.
    "ALTER TABLE relation ADD COLUMN text bytea NOT NULL DEFAULT ''"  // with 32 and 64: what was said with the request
  ]

  /// The words by which users are found.
  private static let names = [
    """
    CREATE TABLE name_word(         -- words of users' names, without case and accents
      app text COLLATE "C" NOT NULL,
      account text COLLATE "C" NOT NULL,
      word text COLLATE "C" NOT NULL,
      PRIMARY KEY (app, word, account)
    )
    """,
    "CREATE INDEX name_word_account ON name_word(app, account)",
  ]

  /// Users with names, from before there were words of them; the words are added after the steps.
  static let named = PostgresStatement(
    """
    SELECT app, id, profile FROM account a
    WHERE profile IS NOT NULL AND NOT EXISTS (SELECT 1 FROM name_word n WHERE n.app = a.app AND n.account = a.id)
    """)

  /// Adds words of users' names, a row each.
  static func add(_ words: RowBatch) -> PostgresStatement? {
    words.statement("INSERT INTO name_word(app, account, word) SELECT * FROM unnest($1, $2, $3) ON CONFLICT DO NOTHING")
  }

  /// The table by which a database is recognised, with its one row.
  static let birth = [
    """
    CREATE TABLE IF NOT EXISTS martlet(
      id smallint PRIMARY KEY CHECK (id = 1),
      version bigint NOT NULL,      -- of the tables
      generation text NOT NULL,     -- names this copy of the data; '': the next start makes a new name
      epoch bigint NOT NULL         -- grows with each start of a server
    )
    """,
    "INSERT INTO martlet VALUES (1, 0, '', 0) ON CONFLICT DO NOTHING",
  ]

  /// Takes the lock on the tables, of which a database may have several in schemas of their own: nodes share it, and a server
  /// that is alone excludes all others.
  ///
  /// The number is "Mrtl" in bytes.
  static func lock(isShared: Bool) -> PostgresStatement {
    PostgresStatement(
      """
      SELECT pg_try_advisory_lock\(isShared ? "_shared" : "")(1299346540, oid::bigint::bit(32)::int)
      FROM pg_namespace WHERE nspname = current_schema()
      """)
  }

  /// Lets one server after the other create tables, until the end of the transaction.
  static let turn = PostgresStatement(
    """
    SELECT pg_advisory_xact_lock(1299346541, oid::bigint::bit(32)::int) FROM pg_namespace WHERE nspname = current_schema()
    """)
}
