/// The state that a device shows when everything has come to rest.
package struct DeviceState: Sendable, Equatable {
  /// The way in which the state was obtained.
  package enum Origin: String, Sendable {
    /// A device that lived through the run.
    case lived
    /// A new device, at the end.
    case fresh
  }

  /// A line of a conversation: a message as it reads now, or a notice.
  package struct Line: Sendable, Equatable {
    package var seq: UInt64
    package var sender: String
    package var time: Int64
    /// 0 if it was recalled, and for a notice.
    package var payload: UInt64
    package var revision: UInt64
    package var isRecalled: Bool
    /// Its details and annotations.
    package var details: DetailsFact
    package var marks: [String]

    package init(
      seq: UInt64, sender: String, time: Int64, payload: UInt64, revision: UInt64, isRecalled: Bool,
      details: DetailsFact = DetailsFact(), marks: [String] = []
    ) {
      self.seq = seq
      self.sender = sender
      self.time = time
      self.payload = payload
      self.revision = revision
      self.isRecalled = isRecalled
      self.details = details
      self.marks = marks
    }
  }

  /// A member as another is told.
  package struct Member: Sendable, Equatable {
    package var joined: UInt64
    package var read: UInt64
    /// A device of the member holds the log up to here.
    package var has: UInt64

    /// `has` is `read` where nothing else is said.
    package init(joined: UInt64, read: UInt64 = 0, has: UInt64? = nil) {
      (self.joined, self.read, self.has) = (joined, read, has ?? read)
    }
  }

  /// The numbers of a message's recipients who have received it and read it.
  package struct Receipt: Sendable, Equatable {
    package var members: Int
    package var read: Int
    package var delivered: Int

    package init(members: Int, read: Int, delivered: Int) {
      (self.members, self.read, self.delivered) = (members, read, delivered)
    }
  }

  /// A version of a message.
  package struct Version: Sendable, Equatable {
    /// The position of the message or of the edit.
    package var seq: UInt64
    package var time: Int64
    package var payload: UInt64

    package init(seq: UInt64, time: Int64, payload: UInt64) {
      (self.seq, self.time, self.payload) = (seq, time, payload)
    }
  }

  /// The part of a conversation hidden on this device alone, as the recorder knows.
  package struct HiddenHere: Sendable, Equatable {
    package var positions: Set<UInt64> = []
    /// Entries that may be hidden too, because the outcome of hiding them is unknown.
    package var perhaps: Set<UInt64> = []

    package init() {}

    init(perhaps: Set<UInt64>) { self.perhaps = perhaps }

    /// Everything that may be hidden.
    package var all: Set<UInt64> { positions.union(perhaps) }
  }

  package struct Conversation: Sendable, Equatable {
    package var title = ""
    /// As `MarkLine.attributes` has them.
    package var attributes: [String: String] = [:]
    package var owner = ""
    package var memberCount = 0
    package var head: UInt64 = 0
    /// The first position that may be seen.
    package var first: UInt64 = 1
    package var read: UInt64 = 0
    package var unread = 0
    package var mentions = 0
    /// 0 for none.
    package var firstMention: UInt64 = 0
    /// 0 for none.
    package var lastMessage: UInt64 = 0
    /// Ascending; all from the first of them to the head.
    package var lines: [Line] = []
    /// Whether there are lines before those given that were not asked for.
    package var isCut = false
    /// Each member's marker, and since when; nil if it was not asked for.
    package var members: [String: Member]?
    /// Of own messages, as far as they were asked for.
    package var receipts: [UInt64: Receipt] = [:]
    /// Nil if it was not asked for.
    package var pinned: [UInt64]?
    /// All wordings of messages that were edited, ascending, as far as they were asked for.
    package var versions: [UInt64: [Version]] = [:]
    /// The users who reacted or voted, ascending, by reaction or choice (`MarkLine.key`), for the messages that were asked about.
    package var annotators: [UInt64: [String: [String]]] = [:]

    package init() {}
  }

  package var device: String
  package var user: String
  package var origin: Origin
  package var conversations: [String: Conversation] = [:]
  /// Client ids of messages that still wait to be sent.
  package var waiting: [String] = []
  /// Settings by conversation, also of conversations outside the list, and global ones (empty name), as far as asked for.
  package var settings: [String: Set<SettingFact>] = [:]
  /// The user's relations by user, with flags as in `RelationFact`; nil if that was not asked for.
  package var relations: [String: UInt64]?
  /// The fields of profiles by user, as far as asked for.
  package var profiles: [String: [String: String]] = [:]
  /// By conversation.
  package var hiddenHere: [String: HiddenHere] = [:]

  package init(device: String, user: String, origin: Origin) {
    self.device = device
    self.user = user
    self.origin = origin
  }
}
