// Generated from node.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension Nodes {
  /// Names what a commit changed.
  package struct Changes: Equatable, Sendable {
    package var logs: [Nodes.LogChange] = []
    package var markers: [Nodes.MarkerChange] = []
    package var users: [Nodes.UserLogChange] = []
    package var revocations: [Nodes.Revocation] = []
    /// There is no such commit, and will be none: its node took the number because it did not know what became of it.
    package var void: Bool = false
    package var suspensions: [Nodes.Suspension] = []
    package var relations: [Nodes.RelationChange] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      logs: [Nodes.LogChange] = [],
      markers: [Nodes.MarkerChange] = [],
      users: [Nodes.UserLogChange] = [],
      revocations: [Nodes.Revocation] = [],
      void: Bool = false,
      suspensions: [Nodes.Suspension] = [],
      relations: [Nodes.RelationChange] = []
    ) {
      self.logs = logs
      self.markers = markers
      self.users = users
      self.revocations = revocations
      self.void = void
      self.suspensions = suspensions
      self.relations = relations
    }
  }
}

extension Nodes {
  /// New entries of a conversation's log.
  package struct LogChange: Equatable, Sendable {
    package var app: String = ""
    package var conversation: String = ""
    /// The positions of the first and the last new entry.
    package var first: UInt64 = 0
    package var last: UInt64 = 0
    /// On the bus, and only if all of the new entries are messages that fit: Messages. Otherwise nodes read the entries.
    package var messages: [UInt8] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      conversation: String = "",
      first: UInt64 = 0,
      last: UInt64 = 0,
      messages: [UInt8] = []
    ) {
      self.app = app
      self.conversation = conversation
      self.first = first
      self.last = last
      self.messages = messages
    }
  }
}

extension Nodes {
  /// Consecutive new messages of a conversation's log, as they were stored.
  package struct Messages: Equatable, Sendable {
    package var messages: [Nodes.StoredMessage] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      messages: [Nodes.StoredMessage] = []
    ) {
      self.messages = messages
    }
  }
}

extension Nodes {
  package struct StoredMessage: Equatable, Sendable {
    /// In milliseconds since 1970.
    package var time: Int64 = 0
    package var sender: String = ""
    package var clientId: String = ""
    /// The number of entries up to and including this one that count as unread.
    package var countable: UInt64 = 0
    package var type: String = ""
    package var content: String = ""
    /// The details as they are stored; nothing for none.
    package var details: [UInt8] = []
    /// The message that this one replies to, or 0.
    package var parent: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      time: Int64 = 0,
      sender: String = "",
      clientId: String = "",
      countable: UInt64 = 0,
      type: String = "",
      content: String = "",
      details: [UInt8] = [],
      parent: UInt64 = 0
    ) {
      self.time = time
      self.sender = sender
      self.clientId = clientId
      self.countable = countable
      self.type = type
      self.content = content
      self.details = details
      self.parent = parent
    }
  }
}

extension Nodes {
  /// A member's markers; 0 for one that did not move.
  package struct MarkerChange: Equatable, Sendable {
    package var app: String = ""
    package var conversation: String = ""
    package var user: String = ""
    /// The read marker as far as others are told.
    package var read: UInt64 = 0
    package var delivered: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      conversation: String = "",
      user: String = "",
      read: UInt64 = 0,
      delivered: UInt64 = 0
    ) {
      self.app = app
      self.conversation = conversation
      self.user = user
      self.read = read
      self.delivered = delivered
    }
  }
}

extension Nodes {
  /// New entries of a user's log.
  package struct UserLogChange: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    package var first: UInt64 = 0
    package var last: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = "",
      first: UInt64 = 0,
      last: UInt64 = 0
    ) {
      self.app = app
      self.user = user
      self.first = first
      self.last = last
    }
  }
}

extension Nodes {
  /// Tokens that are refused.
  package struct Revocation: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    /// Those issued up to here, in seconds since 1970.
    package var until: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = "",
      until: Int64 = 0
    ) {
      self.app = app
      self.user = user
      self.until = until
    }
  }
}

extension Nodes {
  /// A user who is suspended until a time, in milliseconds since 1970.
  package struct Suspension: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    package var until: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = "",
      until: Int64 = 0
    ) {
      self.app = app
      self.user = user
      self.until = until
    }
  }
}

extension Nodes {
  /// What a user has set about another one.
  package struct RelationChange: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    package var peer: String = ""
    /// The position of the user log's entry that made it so.
    package var revision: UInt64 = 0
    /// 1: blocked, 2: allowed, 4: only allowed users may write, if `peer` is the user; 32: asked, 64: asks, 128: friend.
    package var flags: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = "",
      peer: String = "",
      revision: UInt64 = 0,
      flags: UInt64 = 0
    ) {
      self.app = app
      self.user = user
      self.peer = peer
      self.revision = revision
      self.flags = flags
    }
  }
}

extension Nodes {
  /// One message on the bus.
  package struct Packet: Equatable, Sendable {
    /// The id of the node in table node.
    package var node: Int64 = 0
    /// The number of the commit; 0 if the packet tells of none.
    package var seq: Int64 = 0
    @Apart package var changes: Nodes.Changes? = nil
    /// What is not stored, and lost if the packet is.
    package var signals: [Nodes.Signal] = []
    package var pushes: [Nodes.UserPush] = []
    package var signIns: [Nodes.SignIn] = []
    package var profiles: [Nodes.ProfilePush] = []
    @Apart package var presence: Nodes.PresenceTold? = nil
    package var presenceAsked: Nodes.PresenceAsked? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      node: Int64 = 0,
      seq: Int64 = 0,
      changes: Nodes.Changes? = nil,
      signals: [Nodes.Signal] = [],
      pushes: [Nodes.UserPush] = [],
      signIns: [Nodes.SignIn] = [],
      profiles: [Nodes.ProfilePush] = [],
      presence: Nodes.PresenceTold? = nil,
      presenceAsked: Nodes.PresenceAsked? = nil
    ) {
      self.node = node
      self.seq = seq
      self.changes = changes
      self.signals = signals
      self.pushes = pushes
      self.signIns = signIns
      self.profiles = profiles
      self.presence = presence
      self.presenceAsked = presenceAsked
    }
  }
}

extension Nodes {
  /// Which devices of some users are connected at the node: those that changed, or those that another node asked for.
  package struct PresenceTold: Equatable, Sendable {
    /// The loop of the node that tells, which always tells of the same users.
    package var lane: UInt32 = 0
    /// Numbers the packets of the loop, from 1 without gaps.
    package var number: UInt64 = 0
    package var users: [Nodes.UserPresence] = []
    /// The question that this answers, and the node that asked; 0 for none.
    package var answers: UInt64 = 0
    package var asker: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      lane: UInt32 = 0,
      number: UInt64 = 0,
      users: [Nodes.UserPresence] = [],
      answers: UInt64 = 0,
      asker: Int64 = 0
    ) {
      self.lane = lane
      self.number = number
      self.users = users
      self.answers = answers
      self.asker = asker
    }
  }
}

extension Nodes {
  /// A user's devices at one node.
  package struct UserPresence: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    /// Classes of connected devices, as in martlet.proto; empty for none.
    package var devices: [Int32] = []
    /// The status text that was set last, and when, in milliseconds since 1970.
    package var text: String = ""
    package var textTime: Int64 = 0
    /// When the last device disconnected, rounded down to a minute; 0 if one is connected.
    package var lastSeen: Int64 = 0
    /// The user changed who sees the presence, or the text that stays: both are to be read from the store again.
    package var changed: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = "",
      devices: [Int32] = [],
      text: String = "",
      textTime: Int64 = 0,
      lastSeen: Int64 = 0,
      changed: Bool = false
    ) {
      self.app = app
      self.user = user
      self.devices = devices
      self.text = text
      self.textTime = textTime
      self.lastSeen = lastSeen
      self.changed = changed
    }
  }
}

extension Nodes {
  /// Asks all other nodes which devices of some users are connected there. Each answers with PresenceTold.
  package struct PresenceAsked: Equatable, Sendable {
    package var id: UInt64 = 0
    package var users: [Nodes.UserName] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      id: UInt64 = 0,
      users: [Nodes.UserName] = []
    ) {
      self.id = id
      self.users = users
    }
  }
}

extension Nodes {
  package struct UserName: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = ""
    ) {
      self.app = app
      self.user = user
    }
  }
}

extension Nodes {
  /// A packet for the sessions of a conversation's members.
  package struct Signal: Equatable, Sendable {
    package var app: String = ""
    package var conversation: String = ""
    /// A user who is not told.
    package var except: String = ""
    /// A ServerPacket of martlet.proto.
    package var packet: [UInt8] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      conversation: String = "",
      except: String = "",
      packet: [UInt8] = []
    ) {
      self.app = app
      self.conversation = conversation
      self.except = except
      self.packet = packet
    }
  }
}

extension Nodes {
  /// A packet for the sessions of one user.
  package struct UserPush: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    /// A ServerPacket of martlet.proto.
    package var packet: [UInt8] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = "",
      packet: [UInt8] = []
    ) {
      self.app = app
      self.user = user
      self.packet = packet
    }
  }
}

extension Nodes {
  /// A packet for the sessions that fetched the profile of a user.
  package struct ProfilePush: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    /// A ServerPacket of martlet.proto.
    package var packet: [UInt8] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = "",
      packet: [UInt8] = []
    ) {
      self.app = app
      self.user = user
      self.packet = packet
    }
  }
}

extension Nodes {
  /// A session was found good, and ends sessions of the same device.
  package struct SignIn: Equatable, Sendable {
    package var app: String = ""
    package var user: String = ""
    package var device: String = ""
    /// A DeviceClass of martlet.proto.
    package var deviceClass: Int32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      app: String = "",
      user: String = "",
      device: String = "",
      deviceClass: Int32 = 0
    ) {
      self.app = app
      self.user = user
      self.device = device
      self.deviceClass = deviceClass
    }
  }
}
