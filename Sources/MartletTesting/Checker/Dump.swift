import MartletWire

/// The contents of a store for one app, read with separate statements, without the server's reading code.
package struct Dump: Sendable {
  /// A conversation with its log.
  package struct Log: Sendable {
    package var title = ""
    /// As `MarkLine.attributes` has them.
    package var attributes: [String: String] = [:]
    package var rules = Wire.GroupRules()
    /// Empty for nobody.
    package var owner = ""
    package var head: UInt64 = 0
    package var countable: UInt64 = 0
    /// The newest message not recalled; 0 for none.
    package var shown: UInt64 = 0
    package var stamp: UInt64 = 0
    package var memberCount: UInt64 = 0
    /// What the users of a direct conversation have set about each other, as bits.
    package var relations: UInt64 = 0
    /// In the order of their positions.
    package var entries: [EntryFact] = []
    package var members: [String: Member] = [:]
    /// Of users who are not members.
    package var outsiders: [String: Outsider] = [:]
    /// The annotations of messages, by position.
    package var attached: [UInt64: Set<Attachment>] = [:]

    package init() {}
  }

  /// A row of the annotation table.
  package struct Attachment: Sendable, Hashable {
    /// As the table has it: 1 reaction, 2 property, 3 vote, 4 pin, 5 closing, 6 reply, 7 earlier wording.
    package var kind: Int
    /// Empty for shared annotations, `#` for data returned on request.
    package var owner: String
    /// Of `#` a position.
    package var name: String
    /// Of a property its hash, of an earlier wording nothing, else as it is.
    package var value: String

    package init(_ kind: Int, _ name: String, of owner: String = "", value: String = "") {
      (self.kind, self.owner, self.name, self.value) = (kind, owner, name, value)
    }
  }

  /// A user's relation to another user.
  package struct Relation: Sendable, Equatable {
    package var flags: UInt64
    /// The entry of the user's log that made it so.
    package var revision: UInt64

    package init(flags: UInt64, revision: UInt64) { (self.flags, self.revision) = (flags, revision) }
  }

  /// A scheduled message.
  package struct Scheduled: Sendable, Hashable {
    package var user: String
    package var clientID: String
    package var conversation: String
    package var payload: UInt64
    package var time: Int64

    package init(user: String, clientID: String, conversation: String, payload: UInt64, time: Int64) {
      self.user = user
      self.clientID = clientID
      self.conversation = conversation
      self.payload = payload
      self.time = time
    }
  }

  /// A row of the table of members.
  package struct Member: Sendable, Equatable {
    package var joined: UInt64
    package var read: UInt64
    package var sent: UInt64
    /// The read marker as far as others are told.
    package var told: UInt64
    /// A device of the member holds the log up to here.
    package var delivered: UInt64
    package var cleared: UInt64 = 0
    /// The entry of the user's log that last hid something.
    package var hidden: UInt64 = 0
    /// The member may not write before this time, in milliseconds since 1970; 0 for a member who may.
    package var silencedUntil: Int64 = 0
    package var earlier: UInt64 = 0
    /// The name in the group; empty for none.
    package var nickname = ""
    /// Single positions that are hidden.
    package var hides: Set<UInt64> = []

    /// `told` is `read` where nothing else is said.
    package init(joined: UInt64 = 0, read: UInt64 = 0, sent: UInt64 = 0, told: UInt64? = nil, delivered: UInt64 = 0) {
      self.joined = joined
      self.read = read
      self.sent = sent
      self.told = told ?? read
      self.delivered = delivered
    }

    /// A device of the member holds the log up to here, as far as others are told.
    package var has: UInt64 { max(told, delivered) }
  }

  /// A row of the table of outsiders.
  package struct Outsider: Sendable, Equatable {
    /// 1 for a ban, 2 for an application.
    package var standing: Int64
    package var by: String
    /// Milliseconds since 1970.
    package var since: Int64
    package var until: Int64

    package init(standing: Int64, by: String, since: Int64, until: Int64) {
      (self.standing, self.by, self.since, self.until) = (standing, by, since, until)
    }
  }

  package var logs: [String: Log] = [:]
  /// In the order of their positions.
  package var userLogs: [String: [UserEntryFact]] = [:]
  /// The settings of each user, with the user-log entry that set each value.
  package var settings: [String: [SettingFact: UInt64]] = [:]
  /// What each user has set about others.
  package var relations: [String: [String: Relation]] = [:]
  package var scheduled: Set<Scheduled> = []
  /// Each user, and the second up to which tokens are refused.
  package var users: [String: UInt64] = [:]
  /// SQLite's own integrity errors, if any.
  package var damage: [String] = []

  package init() {}
}
