import MartletWire

/// A move of a member's read marker that others were told of.
package struct ReadMove: Sendable, Equatable {
  /// Its earlier position.
  ///
  /// Entries after it were read with this move.
  package var since: UInt64
  package var seq: UInt64
  /// Milliseconds since 1970.
  package var time: Int64

  /// How many of a member's moves, the newest, are remembered.
  package static let remembered = 32
}

/// A conversation as stored.
package struct ConversationRecord: Sendable, Equatable {
  package var id: ConversationID
  package var title: String
  package var owner: UserID?
  /// The newest position; at least 1.
  package var head: UInt64
  package var countable: UInt64
  /// The time of the newest entry.
  package var time: Int64
  package var stamp: UInt64
  package var memberCount: Int
  /// The attributes that all members see; nil for none.
  package var attributes: Attributes?
  /// How the group is run; nil as long as it has no admins and everyone may write.
  package var rules: GroupRules?
  /// What the two users of a direct conversation have set about each other.
  package var relations: PairRelations

  package init(
    id: ConversationID, title: String, owner: UserID?, head: UInt64, countable: UInt64, time: Int64, stamp: UInt64,
    memberCount: Int, attributes: Attributes? = nil, rules: GroupRules? = nil, relations: PairRelations = []
  ) {
    self.id = id
    self.title = title
    self.owner = owner
    self.head = head
    self.countable = countable
    self.time = time
    self.stamp = stamp
    self.memberCount = memberCount
    self.attributes = attributes
    self.rules = rules
    self.relations = relations
  }
}

/// A member as stored.
package struct MemberRecord: Sendable, Equatable {
  package var user: UserID
  /// The position of the entry that made the user a member; 0 in direct conversations.
  ///
  /// In groups, members see entries at or after it, and `earlier` entries before.
  package var joined: UInt64
  /// The read marker; 0 before the first.
  package var read: UInt64
  /// The user's own newest message; 0 before the first.
  package var lastSent: UInt64
  /// The read marker as far as others are told; at most `read`.
  package var told: UInt64
  /// The delivered marker: a device of the user holds the log up to here; 0 if none was reported.
  package var delivered: UInt64
  /// The user hid everything up to here.
  package var cleared: UInt64
  /// The user-log position of the last hiding here; 0 for none.
  package var hidden: UInt64
  /// The user may not write before this time, in milliseconds since 1970; 0 for a user who may, `speaker` for one who may even
  /// while the group is silenced.
  package var silencedUntil: Int64
  /// How many entries before `joined` the user may read besides.
  package var earlier: UInt64
  /// The user's name in the group; empty for none.
  package var nickname: String
  /// The oldest position that is kept of the log; 0 where all of it is.
  ///
  /// Not stored with the member.
  package var oldest: UInt64 = 0

  package init(
    user: UserID, joined: UInt64, read: UInt64, lastSent: UInt64, told: UInt64 = 0, delivered: UInt64 = 0,
    cleared: UInt64 = 0, hidden: UInt64 = 0, silencedUntil: Int64 = 0, earlier: UInt64 = 0, nickname: String = ""
  ) {
    self.user = user
    self.joined = joined
    self.read = read
    self.lastSent = lastSent
    self.told = told
    self.delivered = delivered
    self.cleared = cleared
    self.hidden = hidden
    self.silencedUntil = silencedUntil
    self.earlier = earlier
    self.nickname = nickname
  }

  /// The position from which the member may read, were all of the log kept and nothing hidden.
  package var since: UInt64 { joined &- min(earlier, joined) }

  /// The first position the member could see, had they hidden nothing.
  package var start: UInt64 { max(since, oldest) }

  /// The first position the member can see.
  package var first: UInt64 { max(start, cleared &+ 1) }

  /// Countable entries after this position are unread.
  package var floor: UInt64 { max(max(joined, cleared), max(read, lastSent, oldest > 0 ? oldest &- 1 : 0)) }
}

/// A conversation as one member's list shows it.
package struct ConversationSummary: Sendable, Equatable {
  package var record: ConversationRecord
  package var member: MemberRecord
  /// Countable entries after the member's floor, without recalled and hidden ones, plus messages directed to the member there.
  package var unread: UInt64
  /// The number of these that mention the member or everyone, and the position of the first; 0 for none.
  package var mentions: UInt64
  package var firstMention: UInt64
  /// The newest message the member may see that is neither recalled nor hidden.
  package var lastMessage: LogEntry?

  package init(
    record: ConversationRecord, member: MemberRecord, unread: UInt64, mentions: UInt64 = 0, firstMention: UInt64 = 0,
    lastMessage: LogEntry?
  ) {
    self.record = record
    self.member = member
    self.unread = unread
    self.mentions = mentions
    self.firstMention = firstMention
    self.lastMessage = lastMessage
  }
}
