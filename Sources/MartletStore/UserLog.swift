import MartletWire

/// A user-log entry and whose log it is in.
package struct AddressedUserEntry: Sendable, Equatable {
  package var user: UserID
  package var entry: UserLogEntry

  package init(user: UserID, entry: UserLogEntry) {
    self.user = user
    self.entry = entry
  }
}

/// One entry of a user log.
package struct UserLogEntry: Sendable, Equatable {
  /// The event, which concerns `conversation` if that is named.
  package enum Event: Sendable, Equatable {
    /// Settings have these values now, each with this entry as its revision; of no conversation.
    case settingsChanged([Setting])
    /// The user hid everything up to a position, and these single positions.
    case hidden(until: UInt64, [UInt64])
    /// Member from this position on.
    case joined(UInt64)
    /// No longer a member; the position of the entry that removed the user.
    case left(UInt64)
    /// The user's read marker stands here.
    case readTo(UInt64)
    /// What the user has set about others is this now, each with this entry as its revision; of no conversation.
    case relationsChanged([RelationRecord])
    /// The user's application to join changed; the position of the entry that changed it.
    case applicationChanged(UInt64)
  }

  package var seq: UInt64
  package var time: Int64
  /// Nil if the event concerns no conversation.
  package var conversation: ConversationID?
  package var event: Event

  package init(seq: UInt64, time: Int64, conversation: ConversationID?, event: Event) {
    self.seq = seq
    self.time = time
    self.conversation = conversation
    self.event = event
  }
}

extension UserLogEntry {
  /// The entry of the conversation's log that says more of it; nil if there is none.
  package var cause: (conversation: ConversationID, seq: UInt64)? {
    switch event {
    case .left(let seq), .applicationChanged(let seq): seq > 0 ? conversation.map { ($0, seq) } : nil
    case .settingsChanged, .hidden, .joined, .readTo, .relationsChanged: nil
    }
  }
}

/// A page of a user log.
package struct UserLogPage: Sendable, Equatable {
  package var entries: [UserLogEntry]
  /// The newest position; 0 for an empty log.
  package var head: UInt64
  /// The first position still kept; 1 where nothing was cut off.
  package var first: UInt64

  package init(entries: [UserLogEntry], head: UInt64, first: UInt64) {
    self.entries = entries
    self.head = head
    self.first = first
  }
}
