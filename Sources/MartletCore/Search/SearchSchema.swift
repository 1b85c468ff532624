/// The search index's part of the local database's schema.
enum SearchSchema {
  /// The index keeps no text.
  ///
  /// The text of a message is in `entry`, and hits are read there. Rows are numbered by conversation and position, so the hits of
  /// one conversation lie together. `marks` holds the sender, the content type, and single characters.
  static let index: StaticString = """
    -- Which entries of a conversation are in the index. A conversation that is begun anew gets a new id; rows of ids that
    -- are not here any more count for nothing.
    CREATE TABLE searched (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation INTEGER NOT NULL UNIQUE,  -- its key
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      time INTEGER NOT NULL                  -- of the newest entry in the index
    );
    CREATE INDEX searched_time ON searched (time, id);

    CREATE VIRTUAL TABLE search_index USING fts5 (
      words, marks, content = '', columnsize = 0, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So'"
    );
    """

  /// Tables of one connection, kept in its memory: the words of the index, and the output of its tokenizer for a word.
  static let terms: StaticString = """
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_term USING fts5vocab (main, search_index, row);
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_probe USING fts5 (
      word, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So'"
    );
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_probe_term USING fts5vocab (temp, search_probe, row);
    """
}
