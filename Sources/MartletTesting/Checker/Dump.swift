/// What a store holds of one app, read by statements of its own: the server's code for reading has no part in it.
package struct Dump: Sendable {
  /// A conversation with its log.
  package struct Log: Sendable {
    package var title = ""
    /// Empty for nobody.
    package var owner = ""
    package var head: UInt64 = 0
    package var countable: UInt64 = 0
    /// The newest message not recalled; 0 for none.
    package var shown: UInt64 = 0
    package var stamp: UInt64 = 0
    package var memberCount: UInt64 = 0
    /// In the order of their positions.
    package var entries: [EntryFact] = []
    package var members: [String: Member] = [:]

    package init() {}
  }

  /// A row of the table of members.
  package struct Member: Sendable, Equatable {
    package var joined: UInt64
    package var read: UInt64
    package var sent: UInt64

    package init(joined: UInt64 = 0, read: UInt64 = 0, sent: UInt64 = 0) {
      self.joined = joined
      self.read = read
      self.sent = sent
    }
  }

  package var logs: [String: Log] = [:]
  /// In the order of their positions.
  package var userLogs: [String: [UserEntryFact]] = [:]
  /// Each user, and the second up to which tokens are refused.
  package var users: [String: UInt64] = [:]
  /// What SQLite itself says of the files, where that is not `ok`.
  package var damage: [String] = []

  package init() {}
}
