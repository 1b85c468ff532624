import MartletWire

/// The name of a user's setting: its conversation, if any, and its key.
package struct SettingName: Hashable, Comparable, Sendable {
  /// Nil for a global setting.
  package let conversation: ConversationID?
  package let key: String

  package init(_ key: String, of conversation: ConversationID? = nil) {
    self.conversation = conversation
    self.key = key
  }

  /// The prefix of tag keys.
  ///
  /// A global setting with it creates a tag; a setting of a conversation puts the tag on that conversation.
  package static let tagPrefix = "tag."

  package var isOfTag: Bool { key.utf8.starts(with: Self.tagPrefix.utf8) }

  /// In the byte order of conversation and key; global settings come first.
  package static func < (one: SettingName, other: SettingName) -> Bool {
    let (first, second) = (one.conversation?.text ?? "", other.conversation?.text ?? "")
    return first == second ? one.key.precedes(other.key) : first.precedes(second)
  }
}

/// A setting's value, and the entry of the user's log that gave it.
package struct Setting: Equatable, Sendable {
  package var name: SettingName
  /// JSON text; empty for none.
  package var value: String
  package var revision: UInt64

  package init(_ name: SettingName, _ value: String, revision: UInt64) {
    self.name = name
    self.value = value
    self.revision = revision
  }
}

/// Settings to change atomically.
package struct SettingChange: Equatable, Sendable {
  package var app: AppID
  package var user: UserID
  /// No two of one name; an empty value unsets.
  package var values: [(name: SettingName, value: String)]
  /// The maximum number of settings of a user, in total and in one conversation.
  package var mostOfUser: Int
  package var mostOfConversation: Int
  /// The maximum size of the values of all settings, plus 128 bytes for each.
  package var mostBytes: Int
  /// The maximum number of tags of a user, and of conversations with the same tag.
  package var mostTags: Int
  package var mostTagged: Int
  /// Milliseconds since 1970.
  package var time: Int64

  package init(
    app: AppID, user: UserID, values: [(name: SettingName, value: String)], mostOfUser: Int, mostOfConversation: Int,
    mostBytes: Int = .max, mostTags: Int = .max, mostTagged: Int = .max, time: Int64
  ) {
    self.app = app
    self.user = user
    self.values = values
    self.mostOfUser = mostOfUser
    self.mostOfConversation = mostOfConversation
    self.mostBytes = mostBytes
    self.mostTags = mostTags
    self.mostTagged = mostTagged
    self.time = time
  }

  package static func == (one: SettingChange, other: SettingChange) -> Bool {
    one.app == other.app && one.user == other.user && one.values.map(\.name) == other.values.map(\.name)
      && one.values.map(\.value) == other.values.map(\.value) && one.mostOfUser == other.mostOfUser
      && one.mostOfConversation == other.mostOfConversation && one.mostBytes == other.mostBytes
      && one.mostTags == other.mostTags && one.mostTagged == other.mostTagged && one.time == other.time
  }

  /// About how many rows of a quarter of a KiB it writes.
  package var weight: Int { values.reduce(1) { $0 &+ 1 &+ $1.value.utf8.count / 128 } }
}

/// The outcome of one `SettingChange`.
package enum SettingOutcome: Equatable, Sendable {
  /// Stored, and told to the user's log by this entry.
  case changed(UserLogEntry)
  /// Everything was so already; the newest position of the user's log.
  case unchanged(head: UInt64)
  /// The user is not a member of this conversation; or, for a direct conversation of the user, the peer does not exist.
  case notMember(ConversationID)
  /// The user would have more settings than allowed, in all or in this conversation.
  case full(ConversationID?, limit: Int)
  /// The user would have more tags than allowed, or the tag of this key would be on more conversations.
  case tagsFull(String?, limit: Int)
  /// The values of all of the user's settings would take more bytes than allowed.
  case fullBytes(limit: Int)
}

/// A page of a user's settings, in the order of their names.
package struct SettingsPage: Equatable, Sendable {
  package var settings: [Setting]
  /// Every change of the user's log up to here is contained.
  package var head: UInt64
  package var more: Bool

  package init(settings: [Setting], head: UInt64, more: Bool) {
    self.settings = settings
    self.head = head
    self.more = more
  }
}

extension String {
  /// True if its bytes sort before those of another text.
  fileprivate func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

/// Entries of a conversation to hide from one member.
package struct Hide: Equatable, Sendable {
  package var app: AppID
  package var conversation: ConversationID
  package var user: UserID
  /// Everything up to this position; 0 for nothing, beyond the head it counts as the head.
  package var until: UInt64
  /// Positions of single messages.
  ///
  /// Positions without a message, and those invisible to the member, are skipped.
  package var targets: [UInt64]
  /// The maximum number of single positions to hide at once.
  package var most: Int
  /// Milliseconds since 1970.
  package var time: Int64

  package init(
    app: AppID, conversation: ConversationID, user: UserID, until: UInt64, targets: [UInt64], most: Int, time: Int64
  ) {
    self.app = app
    self.conversation = conversation
    self.user = user
    self.until = until
    self.targets = targets
    self.most = most
    self.time = time
  }
}

/// The outcome of one `Hide`.
package enum HideOutcome: Equatable, Sendable {
  /// Stored, and told to the user's log by this entry.
  case hidden(UserLogEntry)
  /// All of them were hidden or invisible already; the newest position of the user's log.
  case unchanged(head: UInt64)
  case notMember
  /// More single positions would be hidden than allowed.
  case full
}
