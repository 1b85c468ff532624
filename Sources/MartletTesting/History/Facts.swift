/// A message's details, as far as they are checked.
package struct DetailsFact: Sendable, Equatable {
  /// Of all of it but the policy; 0 for nothing.
  package var hash: UInt64 = 0
  /// The members who get the message, besides its sender; empty for all members.
  package var directed: [String] = []
  /// The mentioned users; `everyone` stands for every member.
  package var mentions: [String] = []
  /// The policy's negatives: `counted`, `listed`, `live`, `pushed`.
  package var denied: [String] = []
  /// The message to which it replies; 0 for none.
  package var parent: UInt64 = 0
  /// Once recalled: whether nothing is shown in its place.
  package var isGone = false

  /// Stands for every member in a message's mentions; no user has this name.
  package static let everyone = "*"

  package init() {}

  /// Whether a member gets the message.
  package func isFor(_ user: String, sender: String) -> Bool {
    directed.isEmpty || user == sender || directed.contains(user)
  }

  /// True if these match a request.
  ///
  /// Fields that a policy leaves open are decided by the message's type.
  func says(_ asked: DetailsFact) -> Bool {
    var same = self
    same.denied = asked.denied
    return same == asked && Set(asked.denied).isSubset(of: denied)
  }

  package func mentions(_ user: String) -> Bool { mentions.contains(Self.everyone) || mentions.contains(user) }
}

/// A setting and its value.
package struct SettingFact: Sendable, Hashable {
  /// Empty for a global setting.
  package var conversation: String
  package var key: String
  /// `PayloadHash` of the value; 0 for none.
  package var value: UInt64

  package init(_ key: String, of conversation: String = "", _ value: UInt64) {
    (self.conversation, self.key, self.value) = (conversation, key, value)
  }

  package init(_ key: String, of conversation: String = "", json: String) {
    self.init(key, of: conversation, PayloadHash.of(type: "", content: json))
  }

  /// Its name; neither part has a space.
  package var name: String { "\(conversation) \(key)" }
}

/// A user's relation to another user.
package struct RelationFact: Sendable, Hashable {
  package var user: String
  /// 1: blocked, 2: allowed, 4: only allowed users may write, in the relation to oneself; 32: asked, 64: asks, 128: friend.
  package var flags: UInt64

  package init(_ user: String, _ flags: UInt64) { (self.user, self.flags) = (user, flags) }
}

/// One entry of a conversation's log, as a device saw it or as the store holds it.
package struct EntryFact: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case message, edited, recalled, groupCreated, membersAdded, membersRemoved, annotated, conversationChanged,
      rolesSet, membersSilenced, usersBanned, applied, applicationsRefused, memberNamed, announced
    /// An entry for others: the observer got no more than its position.
    case withheld
    /// An entry of any kind that the observer had hidden.
    case hidden
    /// An entry of a kind that the observer does not know.
    case unknown
  }

  package var conversation: String
  package var seq: UInt64
  package var time: Int64 = 0
  package var sender = ""
  package var clientID = ""
  /// The number of entries up to this one that count as unread; 0 if the observer does not report it.
  package var countable: UInt64 = 0
  package var kind: Kind
  /// `PayloadHash` of the content of a message or an edit; 0 if it is gone, or there never was one.
  package var payload: UInt64 = 0
  /// The message an edit, a recall or an annotation is about.
  package var target: UInt64 = 0
  /// For a message, and for entries with the same recipients: the details.
  package var details = DetailsFact()
  /// For a message: its annotations, one line each, ascending.
  package var marks: [String] = []
  /// For a message: the last entry included in `marks`; 0 if nothing was ever attached.
  package var marksThrough: UInt64 = 0
  /// For an annotation: its kind, and its changes.
  ///
  /// For a group that is created or changed: the changes of attributes, and of roles and silences in the same form. Of roles,
  /// `annotation` is the role.
  package var annotation = ""
  package var changes: [String] = []
  /// Whether nobody is told whose the annotation is.
  package var isSecret = false
  /// Of a message: the last edit or recall folded into it.
  package var revision: UInt64 = 0
  package var isRecalled = false
  /// The users added or removed, or who have a role, are silenced or are banned from here on.
  package var users: [String] = []
  /// Whether the users added had applied.
  package var isAccepted = false
  /// Of the banned users, those who were members.
  package var removed: [String] = []
  /// How many entries before this one the users added may read.
  package var earlier: UInt64 = 0
  /// When they may write or join again, in milliseconds since 1970; 0 at once.
  package var until: Int64 = 0
  /// The owner from here on, as far as the entry states it.
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
    case joined, left, readTo, settingsChanged, hidden, applicationChanged, relationsChanged, unknown
  }

  package var seq: UInt64
  package var conversation: String
  package var kind: Kind
  /// The position in the conversation's log; 0 for settings.
  package var position: UInt64
  /// Single positions that it hides.
  package var targets: [UInt64] = []
  /// The settings it changes, in the order of names.
  package var settings: [SettingFact] = []
  /// What it sets about others, in their order.
  package var relations: [RelationFact] = []

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
  /// The newest message that the user may see as last message; 0 for none.
  package var lastMessage: UInt64
  /// The number of unread mentions, and the position of the first; 0 for none.
  package var mentions: UInt64 = 0
  package var firstMention: UInt64 = 0
  /// Up to where the user hid everything, and the entry of the user's log that last hid something.
  package var cleared: UInt64 = 0
  package var hidden: UInt64 = 0
  /// Title, and attributes with roles and silences (in the form of `MarkLine.attributes`); nil if the observer does not report
  /// them.
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
