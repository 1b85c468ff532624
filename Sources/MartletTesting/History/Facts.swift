/// What a message carries besides its content, as far as it is judged.
package struct DetailsFact: Sendable, Equatable {
  /// Of all of it but the policy; 0 for nothing.
  package var hash: UInt64 = 0
  /// Of a group's members only these get the message, and its sender; empty for all.
  package var directed: [String] = []
  /// Whom it mentions; `everyone` stands for every member.
  package var mentions: [String] = []
  /// What its policy says no to: `counted`, `listed`, `live`, `pushed`.
  package var denied: [String] = []
  /// The message that it replies to; 0 for none.
  package var parent: UInt64 = 0
  /// Once recalled: whether nothing is shown in its place.
  package var isGone = false

  /// Stands for every member among whom a message mentions; no user has this name.
  package static let everyone = "*"

  package init() {}

  /// Whether a member gets the message.
  package func isFor(_ user: String, sender: String) -> Bool {
    directed.isEmpty || user == sender || directed.contains(user)
  }

  /// Whether these are what was asked for: what a policy leaves open, the message's type decides.
  func says(_ asked: DetailsFact) -> Bool {
    var same = self
    same.denied = asked.denied
    return same == asked && Set(asked.denied).isSubset(of: denied)
  }

  package func mentions(_ user: String) -> Bool { mentions.contains(Self.everyone) || mentions.contains(user) }
}

/// A setting and its value.
package struct SettingFact: Sendable, Hashable {
  /// Empty for what belongs to the user as such.
  package var conversation: String
  package var key: String
  /// `PayloadHash` of the value; 0 where there is none.
  package var value: UInt64

  package init(_ key: String, of conversation: String = "", _ value: UInt64) {
    (self.conversation, self.key, self.value) = (conversation, key, value)
  }

  package init(_ key: String, of conversation: String = "", json: String) {
    self.init(key, of: conversation, PayloadHash.of(type: "", content: json))
  }

  /// What it is called; neither part has a space.
  package var name: String { "\(conversation) \(key)" }
}

/// One entry of a conversation's log, as a device saw it or as the store holds it.
package struct EntryFact: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case message, edited, recalled, groupCreated, membersAdded, membersRemoved, annotated, conversationChanged
    /// What stands there is for others: who saw it was told no more.
    case withheld
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
  /// The message an edit, a recall or an annotation is about.
  package var target: UInt64 = 0
  /// Of a message, and of what goes to the same users as one.
  package var details = DetailsFact()
  /// Of a message: what is attached to it, a line for each mark, ascending.
  package var marks: [String] = []
  /// Of a message: the last entry of which `marks` know; 0 where nothing was ever attached.
  package var marksThrough: UInt64 = 0
  /// Of an annotation: its kind, and what it sets and takes away.
  ///
  /// Of a group that is made or changed: what becomes of attributes.
  package var annotation = ""
  package var changes: [String] = []
  /// Whether nobody is told whose the annotation is.
  package var isSecret = false
  /// Of a message: the last edit or recall folded into it.
  package var revision: UInt64 = 0
  package var isRecalled = false
  /// Whom it made members, or put out.
  package var users: [String] = []
  /// Who owns the group from here on, as far as the entry tells.
  package var owner = ""
  package var title = ""
  /// Whether a change of the conversation gives it this title.
  package var isTitled = false

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
  /// Single positions that it hides.
  package var targets: [UInt64] = []
  /// What it sets, in the order of names.
  package var settings: [SettingFact] = []

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
  /// The newest message that the user may see as the last one; 0 for none.
  package var lastMessage: UInt64
  /// Unread mentions, and the first of them; 0 for none.
  package var mentions: UInt64 = 0
  package var firstMention: UInt64 = 0
  /// Up to where the user hid everything, and the entry of the user's log that last hid something.
  package var cleared: UInt64 = 0
  package var hidden: UInt64 = 0
  /// What all members see, attributes as `MarkLine.attributes` has them; nil where whoever saw it does not tell.
  package var title: String?
  package var attributes: [String: String]?

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
