/// One thing that happened in a run: what a device asked, what it was answered, what it saw.
///
/// A history of them, with a dump of the store, is all that the checker reads. It has one line of JSON for each.
package struct HistoryRecord: Sendable, Equatable {
  /// Its place in the history, from 0.
  package var number: Int
  /// When, in nanoseconds of one clock that never goes back.
  package var at: UInt64
  /// Whose doing it is; empty where it concerns no device, such as a restart of the server.
  ///
  /// An installation has one name as long as its local data lives, and a new one after that.
  package var device: String
  /// The device's user, or whom it is done to; may be empty.
  package var user: String
  package var event: HistoryEvent

  package init(number: Int, at: UInt64, device: String, user: String, event: HistoryEvent) {
    self.number = number
    self.at = at
    self.device = device
    self.user = user
    self.event = event
  }
}

/// What happened.
///
/// A call is named by a number of its own in the whole history, and has one end at most.
package enum HistoryEvent: Sendable, Equatable {
  /// A request was begun.
  case invoke(call: UInt64, Operation)
  /// It took effect. For an append, at this position; for a marker and a revocation it stands here; 0 for everything else.
  case ok(call: UInt64, seq: UInt64)
  /// It was refused, and had no effect.
  case refused(call: UInt64, code: UInt32)
  /// Whether it had an effect will not be known; a repetition is another call.
  case unknown(call: UInt64)
  /// An entry of a conversation's log came to the device.
  case entry(EntryFact, Source)
  /// A read marker came to the device.
  case marker(conversation: String, user: String, read: UInt64, Source)
  /// An entry of the user's own log came to the device.
  case told(UserEntryFact, Source)
  /// A line of the user's list of conversations came to the device.
  case summary(SummaryFact, Source)
  /// The device's session is open from here on. It was asked for at that time, with a token that was had at that time; 0
  /// where either is not known.
  case opened(tokenAt: UInt64, askedAt: UInt64 = 0)
  /// It is over, for whatever reason; the code is that of an error of the registry, or 0.
  case closed(code: UInt32)
  /// The server (no device named) or the device was started again. `how` is for people: `kill -9`, `SIGTERM`.
  case restarted(how: String)
  /// From here on a fault is at work, or none is any more; what is measured of delays counts between `heal` and `fault` only.
  case phase(Phase)
  /// From here on the device's times say nothing about when the server sent things: its network delays, or it reads slowly.
  case delayed
  /// So many nanoseconds the recorder itself did not run: times before are that much in doubt.
  case stalled(nanoseconds: UInt64)

  /// Whether faults are at work.
  package enum Phase: String, Sendable {
    case fault, heal
  }

  /// How something came to a device.
  package enum Source: Sendable, Equatable {
    /// The server sent it unasked.
    case push
    /// It is part of the answer to this call.
    case answer(UInt64)
    /// An app was shown it by the client library, which keeps a copy of the logs.
    case shown
  }
}

/// What a call asks for.
package struct Operation: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    // What appends to a log, under a client id.
    case send, edit, recall, createGroup, addMembers, removeMembers
    // What does not.
    case mark, hide, changeSettings, revoke, read
  }

  package var kind: Kind
  /// In its full form; empty for `revoke`.
  package var conversation: String
  /// Names the request together with its user; empty for what does not append.
  package var clientID: String
  /// `PayloadHash` of what a message says; 0 for everything else.
  package var payload: UInt64
  /// The message that is edited or recalled; the position to mark.
  package var target: UInt64
  /// Whom it adds, removes, or makes a group of.
  package var users: [String]

  package init(
    _ kind: Kind, conversation: String, clientID: String = "", payload: UInt64 = 0, target: UInt64 = 0, users: [String] = []
  ) {
    self.kind = kind
    self.conversation = conversation
    self.clientID = clientID
    self.payload = payload
    self.target = target
    self.users = users
  }

  /// Whether it puts an entry at the end of a log.
  package var appends: Bool {
    switch kind {
    case .send, .edit, .recall, .createGroup, .addMembers, .removeMembers: true
    case .mark, .hide, .changeSettings, .revoke, .read: false
    }
  }
}

/// One entry of a conversation's log, as a device saw it or as the store holds it.
package struct EntryFact: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case message, edited, recalled, groupCreated, membersAdded, membersRemoved
    /// Of whatever kind it is, who saw it had hidden it.
    case hidden
    /// Of a kind that whoever saw it does not know.
    case unknown
  }

  package var conversation: String
  package var seq: UInt64
  package var time: Int64 = 0
  package var sender = ""
  package var clientID = ""
  /// How many entries up to this one count as unread; 0 where whoever saw it does not tell.
  package var countable: UInt64 = 0
  package var kind: Kind
  /// `PayloadHash` of the content of a message or an edit; 0 where it is gone, or there never was one.
  package var payload: UInt64 = 0
  /// The message an edit or a recall is about.
  package var target: UInt64 = 0
  /// Of a message: the last edit or recall folded into it.
  package var revision: UInt64 = 0
  package var isRecalled = false
  /// Whom it made members, or put out.
  package var users: [String] = []
  /// Who owns the group from here on, as far as the entry tells.
  package var owner = ""
  package var title = ""

  package init(conversation: String, seq: UInt64, kind: Kind) {
    self.conversation = conversation
    self.seq = seq
    self.kind = kind
  }
}

/// One entry of a user's log.
package struct UserEntryFact: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case joined, left, readTo, settingsChanged, hidden, unknown
  }

  package var seq: UInt64
  package var conversation: String
  package var kind: Kind
  /// Where in the conversation's log; 0 for settings.
  package var position: UInt64

  package init(seq: UInt64, conversation: String, kind: Kind, position: UInt64) {
    self.seq = seq
    self.conversation = conversation
    self.kind = kind
    self.position = position
  }
}

/// A conversation as one user's list shows it.
package struct SummaryFact: Sendable, Equatable {
  package var conversation: String
  package var head: UInt64
  package var unread: UInt64
  package var read: UInt64
  package var joined: UInt64
  package var members: UInt64
  package var owner: String
  package var stamp: UInt64
  /// The newest message that is not recalled; 0 for none.
  package var lastMessage: UInt64

  package init(
    conversation: String, head: UInt64, unread: UInt64, read: UInt64, joined: UInt64, members: UInt64, owner: String,
    stamp: UInt64, lastMessage: UInt64
  ) {
    self.conversation = conversation
    self.head = head
    self.unread = unread
    self.read = read
    self.joined = joined
    self.members = members
    self.owner = owner
    self.stamp = stamp
    self.lastMessage = lastMessage
  }
}

/// Tells contents apart without keeping them: a history holds nothing anyone wrote.
package enum PayloadHash {
  /// Of a content type and a content; never 0.
  ///
  /// Empty content was taken back, and is 0.
  package static func of(type: String, content: String) -> UInt64 {
    guard !content.isEmpty else { return 0 }
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in type.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    for byte in content.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash == 0 ? 1 : hash
  }
}
