/// What a device shows when everything has come to rest.
package struct DeviceState: Sendable, Equatable {
  /// How it was come by.
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
    /// 0 where it was recalled, and for a notice.
    package var payload: UInt64
    package var revision: UInt64
    package var isRecalled: Bool

    package init(seq: UInt64, sender: String, time: Int64, payload: UInt64, revision: UInt64, isRecalled: Bool) {
      self.seq = seq
      self.sender = sender
      self.time = time
      self.payload = payload
      self.revision = revision
      self.isRecalled = isRecalled
    }
  }

  package struct Conversation: Sendable, Equatable {
    package var title = ""
    package var owner = ""
    package var memberCount = 0
    package var head: UInt64 = 0
    /// The first position that may be seen.
    package var first: UInt64 = 1
    package var read: UInt64 = 0
    package var unread = 0
    /// 0 for none.
    package var lastMessage: UInt64 = 0
    /// Ascending; all from the first of them to the head.
    package var lines: [Line] = []
    /// Whether there are lines before those given that were not asked for.
    package var isCut = false
    /// Each member's marker, and since when; nil where it was not asked for.
    package var members: [String: Dump.Member]?

    package init() {}
  }

  package var device: String
  package var user: String
  package var origin: Origin
  package var conversations: [String: Conversation] = [:]
  /// Client ids of what still waits to be sent.
  package var waiting: [String] = []

  package init(device: String, user: String, origin: Origin) {
    self.device = device
    self.user = user
    self.origin = origin
  }
}
