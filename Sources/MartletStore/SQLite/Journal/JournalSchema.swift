import MartletSQLite

/// The table of the journal's file, in which its comments stay.
enum JournalSchema {
  /// Marks the file as Martlet's journal ("MrtJ").
  static let application: Int32 = 0x4D72_744A

  static let steps = [
    SQLiteMigration(
      "journal",
      script: """
        CREATE TABLE journal(
          id INTEGER PRIMARY KEY,     -- one more with each commit, never given twice
          changes BLOB NOT NULL       -- all that the commit changed; '' keeps only the newest id
        );
        """),
    // Rows of version 2 may follow; those before stay as they are.
    SQLiteMigration("details", script: ""),
    // Rows of version 2: annotations.
    SQLiteMigration("annotations", script: ""),
    // Of version 3: settings and hidden entries.
    SQLiteMigration("what is a user's own", script: ""),
    // Of version 4: earlier versions of messages.
    SQLiteMigration("versions", script: ""),
    // Of version 4: more markers, and scheduled messages.
    SQLiteMigration("markers", script: ""), SQLiteMigration("scheduled", script: ""),
    // Of version 5: parents and properties of scheduled messages; read times.
    SQLiteMigration("scheduled replies", script: ""),
    // Of version 6: attributes of conversations, and changes of titles.
    SQLiteMigration("attributes", script: ""),
    // Of version 7: requests that appended nothing; stamps of each app.
    SQLiteMigration("answered", script: ""),
    // Of version 8: roles, who may write, and silenced members.
    SQLiteMigration("roles", script: ""),
    // Of version 9: who may join a group, links, and the end of a group.
    SQLiteMigration("links", script: ""),
    // Of version 10: profiles.
    SQLiteMigration("profiles", script: ""),
    // Of version 11: suspended users.
    SQLiteMigration("suspensions", script: ""),
    // Of version 12: bans.
    SQLiteMigration("bans", script: ""),
    // Of version 13: when users were last seen.
    SQLiteMigration("last seen", script: ""),
    // Of version 14: what users have set about others.
    SQLiteMigration("relations", script: ""),
    // Of version 15: applications, nicknames, and announcements.
    SQLiteMigration("applications", script: ""),
    // Of version 16: friends.
    SQLiteMigration("friends", script: ""),
  ]
}
