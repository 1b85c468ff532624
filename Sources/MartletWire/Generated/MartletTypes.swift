// Generated from martlet.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire {
  /// One request. The server answers each with exactly one ServerPacket of the same id. Requests that
  /// append to one conversation are stored and answered in the order in which they were sent; other
  /// answers may come in any order.
  package struct ClientPacket: Equatable, Sendable {
    package enum Request: Equatable, Sendable {
      case hello(Wire.Hello)
      case ping(Wire.Ping)
      indirect case send(Wire.Send)
      case edit(Wire.Edit)
      case recall(Wire.Recall)
      case markRead(Wire.MarkRead)
      case createGroup(Wire.CreateGroup)
      case addMembers(Wire.AddMembers)
      case removeMembers(Wire.RemoveMembers)
      case fetchEntries(Wire.FetchEntries)
      case fetchUserEntries(Wire.FetchUserEntries)
      case listConversations(Wire.ListConversations)
      case listMembers(Wire.ListMembers)
      case changeSetting(Wire.ChangeSetting)
      case fetchSettings(Wire.FetchSettings)
      case hide(Wire.Hide)
      case changeConversation(Wire.ChangeConversation)
      case annotate(Wire.Annotate)
      case listAnnotators(Wire.ListAnnotators)
      case listReplies(Wire.ListReplies)
      case listPinned(Wire.ListPinned)
      case listVersions(Wire.ListVersions)
      case signal(Wire.Signal)
      case schedule(Wire.Schedule)
      case listScheduled(Wire.ListScheduled)
      case cancelScheduled(Wire.CancelScheduled)
      case listMentions(Wire.ListMentions)
      case markDelivered(Wire.MarkDelivered)
      case countReceipts(Wire.CountReceipts)
      case listReceipts(Wire.ListReceipts)
    }

    /// Chosen by the client, at least 1, not in use by a request still unanswered.
    package var id: UInt32 = 0
    package var request: Request? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      id: UInt32 = 0,
      request: Request? = nil
    ) {
      self.id = id
      self.request = request
    }
  }
}

extension Wire {
  /// Opens the session. Answered by Welcome.
  package struct Hello: Equatable, Sendable {
    /// The protocol versions the client speaks, inclusive.
    package var versionMin: UInt32 = 0
    package var versionMax: UInt32 = 0
    /// A JSON Web Token of the app the user belongs to.
    package var token: String = ""
    @Apart package var device: Wire.Device? = nil
    /// Optional features the client can use; unknown names are ignored.
    package var features: [String] = []
    /// Where the devices of its class that are allowed are connected already, this one is turned away with
    /// signed_in_elsewhere, and not the oldest of them closed. For a device that comes back by itself.
    package var yields: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      versionMin: UInt32 = 0,
      versionMax: UInt32 = 0,
      token: String = "",
      device: Wire.Device? = nil,
      features: [String] = [],
      yields: Bool = false
    ) {
      self.versionMin = versionMin
      self.versionMax = versionMax
      self.token = token
      self.device = device
      self.features = features
      self.yields = yields
    }
  }
}

extension Wire {
  /// The installation that connects. A session is bound to one device; a second connection of the
  /// same device replaces the first.
  package struct Device: Equatable, Sendable {
    /// Made once at installation, 1 to 64 bytes of [A-Za-z0-9_.-].
    package var id: String = ""
    package var `class`: Wire.DeviceClass = Wire.DeviceClass()
    /// What the user calls it; at most 64 bytes.
    package var name: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      id: String = "",
      `class`: Wire.DeviceClass = Wire.DeviceClass(),
      name: String = ""
    ) {
      self.id = id
      self.`class` = `class`
      self.name = name
    }
  }
}

extension Wire {
  /// Keeps the connection alive. Answered by Pong.
  package struct Ping: Equatable, Sendable {
    package var unknownFields = UnknownFields()

    package init() {}
  }
}

extension Wire {
  /// Appends a message. Answered by Appended.
  package struct Send: Equatable, Sendable {
    package var conversation: String = ""
    /// Names this request for retries: the same id and payload is stored once and answered alike, the
    /// same id with another payload is refused. 1 to 64 visible ASCII characters, best a UUIDv7.
    package var clientId: String = ""
    /// Content type: `text`, or any name of [a-z0-9._-], 1 to 64 bytes.
    package var type: String = ""
    /// A JSON object. For `text`: {"text": "..."}.
    package var content: String = ""
    /// What the message carries besides.
    @Apart package var details: Wire.Details? = nil
    /// The position of the message of the same conversation that this one replies to; 0 for none.
    /// A directed message replies to none.
    package var replyTo: UInt64 = 0
    /// Whether members may set properties of the message later.
    package var expandable: Bool = false
    /// Properties it has from the beginning; only where it is expandable.
    package var properties: [Wire.AnnotationItem] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      type: String = "",
      content: String = "",
      details: Wire.Details? = nil,
      replyTo: UInt64 = 0,
      expandable: Bool = false,
      properties: [Wire.AnnotationItem] = []
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.type = type
      self.content = content
      self.details = details
      self.replyTo = replyTo
      self.expandable = expandable
      self.properties = properties
    }
  }
}

extension Wire {
  /// Replaces the content of one's own message. Answered by Appended.
  package struct Edit: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var target: UInt64 = 0
    package var type: String = ""
    package var content: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      target: UInt64 = 0,
      type: String = "",
      content: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.target = target
      self.type = type
      self.content = content
    }
  }
}

extension Wire {
  /// Takes a message back: its content is erased for everyone. By its sender, or the group's owner, unless the server is told
  /// otherwise (`limits.recall_by`, `limits.silent_recall_by`). Answered by Appended.
  package struct Recall: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var target: UInt64 = 0
    /// What goes with it.
    @Apart package var details: Wire.RecallDetails? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      target: UInt64 = 0,
      details: Wire.RecallDetails? = nil
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.target = target
      self.details = details
    }
  }
}

extension Wire {
  /// What goes with the recall of a message.
  package struct RecallDetails: Equatable, Sendable {
    /// Nothing is shown in the message's place: it is deleted for everyone.
    package var silent: Bool = false
    /// How who recalls wishes to be shown.
    @Apart package var sender: Wire.SenderInfo? = nil
    /// Own fields of who recalls: a JSON object, or empty.
    package var extra: String = ""
    /// What is told of the recall to those who are not connected. Only the entry carries it, not the message.
    @Apart package var push: Wire.PushDetails? = nil
    /// Of a message: who recalled it, where that was not its sender. No request sets it.
    package var by: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      silent: Bool = false,
      sender: Wire.SenderInfo? = nil,
      extra: String = "",
      push: Wire.PushDetails? = nil,
      by: String = ""
    ) {
      self.silent = silent
      self.sender = sender
      self.extra = extra
      self.push = push
      self.by = by
    }
  }
}

extension Wire {
  /// Attaches something to a message, or takes it away. By a member who may see the message. Answered by
  /// Appended, or by Done where nothing changes.
  package struct Annotate: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var target: UInt64 = 0
    package var kind: Wire.AnnotationKind = Wire.AnnotationKind()
    /// What is set and what is taken away, each key once. Of kind VOTE it is the caller's whole ballot.
    package var items: [Wire.AnnotationItem] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      target: UInt64 = 0,
      kind: Wire.AnnotationKind = Wire.AnnotationKind(),
      items: [Wire.AnnotationItem] = []
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.target = target
      self.kind = kind
      self.items = items
    }
  }
}

extension Wire {
  package struct AnnotationItem: Equatable, Sendable {
    package var key: String = ""
    package var value: String = ""
    /// The key is taken away; there is no value.
    package var removed: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      key: String = "",
      value: String = "",
      removed: Bool = false
    ) {
      self.key = key
      self.value = value
      self.removed = removed
    }
  }
}

extension Wire {
  /// Reads who reacted or voted, in ascending order of user id. Of a poll whose votes are secret it answers
  /// with the caller's own only. Answered by Annotators.
  package struct ListAnnotators: Equatable, Sendable {
    package var conversation: String = ""
    package var target: UInt64 = 0
    /// REACTION or VOTE.
    package var kind: Wire.AnnotationKind = Wire.AnnotationKind()
    package var key: String = ""
    /// Continue after this user.
    package var after: String = ""
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      target: UInt64 = 0,
      kind: Wire.AnnotationKind = Wire.AnnotationKind(),
      key: String = "",
      after: String = "",
      limit: UInt32 = 0
    ) {
      self.conversation = conversation
      self.target = target
      self.kind = kind
      self.key = key
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  /// Reads the messages that reply to a message, ascending, those recalled not among them. Answered by
  /// Messages.
  package struct ListReplies: Equatable, Sendable {
    package var conversation: String = ""
    package var target: UInt64 = 0
    /// Only those after this position.
    package var after: UInt64 = 0
    /// At most this many; 0 means 100.
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      target: UInt64 = 0,
      after: UInt64 = 0,
      limit: UInt32 = 0
    ) {
      self.conversation = conversation
      self.target = target
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  /// Reads what a message said before each of its edits, and what it says now: each as a message at the
  /// position of the entry that brought it. Answered by Messages, ascending; without any where the message
  /// was recalled.
  package struct ListVersions: Equatable, Sendable {
    package var conversation: String = ""
    package var target: UInt64 = 0
    /// Only those after this position.
    package var after: UInt64 = 0
    /// At most this many; 0 means 100.
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      target: UInt64 = 0,
      after: UInt64 = 0,
      limit: UInt32 = 0
    ) {
      self.conversation = conversation
      self.target = target
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  /// Reads the pinned messages of a conversation, ascending. Answered by Messages.
  package struct ListPinned: Equatable, Sendable {
    package var conversation: String = ""
    /// Only those after this position.
    package var after: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      after: UInt64 = 0
    ) {
      self.conversation = conversation
      self.after = after
    }
  }
}

extension Wire {
  /// Moves the caller's read marker forward; a lower position changes nothing. Answered by Marked.
  package struct MarkRead: Equatable, Sendable {
    package var conversation: String = ""
    package var seq: UInt64 = 0
    /// The other members are not told; the caller's own devices are.
    package var quiet: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      seq: UInt64 = 0,
      quiet: Bool = false
    ) {
      self.conversation = conversation
      self.seq = seq
      self.quiet = quiet
    }
  }
}

extension Wire {
  /// Says something to the members who are connected, at most once: it is not stored, has no position and does not count.
  /// Answered by Done, which does not say that anybody got it.
  package struct Signal: Equatable, Sendable {
    package var conversation: String = ""
    /// As of a message; `typing` says that the caller is writing: {"type": "voice"}, where {} means text, or no more:
    /// {"stopped": true}.
    package var type: String = ""
    package var content: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      type: String = "",
      content: String = ""
    ) {
      self.conversation = conversation
      self.type = type
      self.content = content
    }
  }
}

extension Wire {
  /// Has the server send a message of the caller at a time to come. Answered by Done. The client id names it, for retries and for
  /// cancelling; the message gets another one when it is sent. A retry is answered like the first request for seven days and
  /// schedules nothing, also when the message was sent or taken back meanwhile.
  package struct Schedule: Equatable, Sendable {
    @Apart package var send: Wire.Send? = nil
    /// When; more than a minute and at most 30 days ahead.
    package var at: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      send: Wire.Send? = nil,
      at: Int64 = 0
    ) {
      self.send = send
      self.at = at
    }
  }
}

extension Wire {
  /// Reads what is scheduled of the caller, in ascending order of client id. Answered by ScheduledMessages.
  package struct ListScheduled: Equatable, Sendable {
    /// Continue after this client id.
    package var after: String = ""
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      after: String = "",
      limit: UInt32 = 0
    ) {
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  /// Takes back what was scheduled and is not sent yet. Answered by Done, the same when it comes again; by `already_sent` if the
  /// message was sent, or by `target_unknown` if nothing is known under that name.
  package struct CancelScheduled: Equatable, Sendable {
    package var clientId: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      clientId: String = ""
    ) {
      self.clientId = clientId
    }
  }
}

extension Wire {
  /// Moves the caller's delivered markers forward, as far as devices of the caller hold the logs. Answered by Done; what was not
  /// kept is told again with a later position.
  package struct MarkDelivered: Equatable, Sendable {
    /// At most 100.
    package var marks: [Wire.Delivered] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      marks: [Wire.Delivered] = []
    ) {
      self.marks = marks
    }
  }
}

extension Wire {
  package struct Delivered: Equatable, Sendable {
    package var conversation: String = ""
    package var seq: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      seq: UInt64 = 0
    ) {
      self.conversation = conversation
      self.seq = seq
    }
  }
}

extension Wire {
  /// Counts who has messages and who has read them. Answered by Receipts.
  package struct CountReceipts: Equatable, Sendable {
    package var conversation: String = ""
    /// At most 100; those that are no messages for the caller are left out of the answer.
    package var seqs: [UInt64] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      seqs: [UInt64] = []
    ) {
      self.conversation = conversation
      self.seqs = seqs
    }
  }
}

extension Wire {
  /// Reads who has a message, or has read it, or has not, in ascending order of user id. Answered by Members.
  package struct ListReceipts: Equatable, Sendable {
    package var conversation: String = ""
    package var seq: UInt64 = 0
    package var state: Wire.ReceiptState = Wire.ReceiptState()
    /// Continue after this user.
    package var after: String = ""
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      seq: UInt64 = 0,
      state: Wire.ReceiptState = Wire.ReceiptState(),
      after: String = "",
      limit: UInt32 = 0
    ) {
      self.conversation = conversation
      self.seq = seq
      self.state = state
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  /// Makes a group owned by the caller, who is always a member. Answered by Appended.
  package struct CreateGroup: Equatable, Sendable {
    /// Names the group: `group:ID`. 1 to 64 bytes of [A-Za-z0-9_.-]; empty lets the server choose.
    package var group: String = ""
    package var clientId: String = ""
    package var title: String = ""
    package var members: [String] = []
    /// What the group has from the beginning; no two of one key, none without a value.
    package var attributes: [Wire.Attribute] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      group: String = "",
      clientId: String = "",
      title: String = "",
      members: [String] = [],
      attributes: [Wire.Attribute] = []
    ) {
      self.group = group
      self.clientId = clientId
      self.title = title
      self.members = members
      self.attributes = attributes
    }
  }
}

extension Wire {
  /// Changes what all members see of a group: its title and its attributes. By any member, unless the server is told otherwise
  /// (`limits.change_conversation_by`). The last change of the title, and of each key, wins. Answered by Appended, or by Done
  /// where nothing changes.
  package struct ChangeConversation: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    /// What the group is called from here on; absent leaves it as it is.
    package var title: String? = nil
    /// What is set and what is taken away, no two of one key; others stay as they are.
    package var attributes: [Wire.Attribute] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      title: String? = nil,
      attributes: [Wire.Attribute] = []
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.title = title
      self.attributes = attributes
    }
  }
}

extension Wire {
  /// A key and a value of a conversation, the same for all its members. What keys mean is agreed on by clients: the server
  /// looks into no value.
  package struct Attribute: Equatable, Sendable {
    /// 1 to 64 bytes of [A-Za-z0-9_.-].
    package var key: String = ""
    /// A JSON value; empty where the attribute is taken away.
    package var value: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      key: String = "",
      value: String = ""
    ) {
      self.key = key
      self.value = value
    }
  }
}

extension Wire {
  /// Adds users to a group; those who are members already are passed over. Answered by Appended, or
  /// by Done where nobody was new.
  package struct AddMembers: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var users: [String] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      users: [String] = []
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.users = users
    }
  }
}

extension Wire {
  /// Removes users from a group: the owner may remove anyone, everyone may remove oneself (leave).
  /// Answered by Appended, or by Done where nobody was a member.
  package struct RemoveMembers: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var users: [String] = []
    /// What those who are removed and those who stay are told of it; at most 256 bytes.
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      users: [String] = [],
      reason: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.users = users
      self.reason = reason
    }
  }
}

extension Wire {
  /// Reads a conversation log. Answered by Entries.
  package struct FetchEntries: Equatable, Sendable {
    package var conversation: String = ""
    /// First and last position wanted, inclusive; 0 means the first visible one and the newest.
    package var from: UInt64 = 0
    package var to: UInt64 = 0
    /// At most this many, counted from `from`, or from `to` downwards with `newest`. 0 means 100.
    package var limit: UInt32 = 0
    package var newest: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      from: UInt64 = 0,
      to: UInt64 = 0,
      limit: UInt32 = 0,
      newest: Bool = false
    ) {
      self.conversation = conversation
      self.from = from
      self.to = to
      self.limit = limit
      self.newest = newest
    }
  }
}

extension Wire {
  /// Reads the caller's user log. Answered by UserEntries.
  package struct FetchUserEntries: Equatable, Sendable {
    /// The last position already held.
    package var after: UInt64 = 0
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      after: UInt64 = 0,
      limit: UInt32 = 0
    ) {
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  /// Reads the caller's conversations, latest change first. Answered by Conversations.
  package struct ListConversations: Equatable, Sendable {
    /// Only those changed after this stamp, and before that one (exclusive; 0 means no bound).
    package var changedAfter: UInt64 = 0
    package var changedBefore: UInt64 = 0
    package var limit: UInt32 = 0
    /// When not empty: these conversations and no others; the bounds are ignored.
    package var only: [String] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      changedAfter: UInt64 = 0,
      changedBefore: UInt64 = 0,
      limit: UInt32 = 0,
      only: [String] = []
    ) {
      self.changedAfter = changedAfter
      self.changedBefore = changedBefore
      self.limit = limit
      self.only = only
    }
  }
}

extension Wire {
  /// Reads the members of a conversation with their read markers, in ascending order of user id.
  /// Answered by Members.
  package struct ListMembers: Equatable, Sendable {
    package var conversation: String = ""
    /// Continue after this user.
    package var after: String = ""
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      after: String = "",
      limit: UInt32 = 0
    ) {
      self.conversation = conversation
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  /// Reads unread messages that mention the caller, ascending. Answered by Messages.
  package struct ListMentions: Equatable, Sendable {
    package var conversation: String = ""
    /// Only those after this position.
    package var after: UInt64 = 0
    /// At most this many: the first, or with `newest` the last of them. 0 means 100.
    package var limit: UInt32 = 0
    package var newest: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      after: UInt64 = 0,
      limit: UInt32 = 0,
      newest: Bool = false
    ) {
      self.conversation = conversation
      self.after = after
      self.limit = limit
      self.newest = newest
    }
  }
}

extension Wire {
  /// Changes settings of the caller, all of them or none: what is the caller's own and the same on all the caller's
  /// devices. Those of a conversation need membership, or that it is the caller's direct one with a user of the app; leaving
  /// drops them. The last change of a setting wins. Answered by Changed.
  package struct ChangeSetting: Equatable, Sendable {
    /// No two of one name. Revisions are ignored.
    package var settings: [Wire.Setting] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      settings: [Wire.Setting] = []
    ) {
      self.settings = settings
    }
  }
}

extension Wire {
  /// Reads the caller's settings in the ascending byte order of conversation and key. Answered by Settings.
  package struct FetchSettings: Equatable, Sendable {
    /// Continue after this one; empty for the first page.
    package var afterConversation: String = ""
    package var afterKey: String = ""
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      afterConversation: String = "",
      afterKey: String = "",
      limit: UInt32 = 0
    ) {
      self.afterConversation = afterConversation
      self.afterKey = afterKey
      self.limit = limit
    }
  }
}

extension Wire {
  /// Hides messages of a conversation from the caller, on all the caller's devices and for ever: pages show HiddenEntry in
  /// their place, and they are in no count and are no last message. Others see them as before. What is hidden already, cannot
  /// be seen or is no message is passed over. Answered by Changed.
  package struct Hide: Equatable, Sendable {
    package var conversation: String = ""
    /// Everything up to this position; 0 for nothing. The first position that can be seen moves behind it.
    package var until: UInt64 = 0
    /// Positions of single messages.
    package var targets: [UInt64] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      until: UInt64 = 0,
      targets: [UInt64] = []
    ) {
      self.conversation = conversation
      self.until = until
      self.targets = targets
    }
  }
}

extension Wire {
  /// The answer to the request with the same id, or with id 0 something pushed.
  package struct ServerPacket: Equatable, Sendable {
    package enum Body: Equatable, Sendable {
      indirect case welcome(Wire.Welcome)
      case pong(Wire.Pong)
      indirect case failure(Wire.Failure)
      case appended(Wire.Appended)
      case marked(Wire.Marked)
      case done(Wire.Done)
      case entries(Wire.Entries)
      case userEntries(Wire.UserEntries)
      case conversations(Wire.Conversations)
      case members(Wire.Members)
      case push(Wire.Push)
      case closing(Wire.Closing)
      case changed(Wire.Changed)
      case settings(Wire.Settings)
      case annotators(Wire.Annotators)
      case messages(Wire.Messages)
      /// Pushed, with id 0.
      case signalled(Wire.Signalled)
      case receipts(Wire.Receipts)
      case scheduledMessages(Wire.ScheduledMessages)
    }

    package var id: UInt32 = 0
    package var body: Body? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      id: UInt32 = 0,
      body: Body? = nil
    ) {
      self.id = id
      self.body = body
    }
  }
}

extension Wire {
  /// The session is open.
  package struct Welcome: Equatable, Sendable {
    package var version: UInt32 = 0
    package var session: String = ""
    package var user: String = ""
    package var time: Int64 = 0
    @Apart package var limits: Wire.Limits? = nil
    /// Features of the client's list that the server will use.
    package var features: [String] = []
    /// The newest position of the user log.
    package var userHead: UInt64 = 0
    /// What has a stamp up to this one was visible when the session opened; later changes are pushed.
    package var stamp: UInt64 = 0
    /// Names this copy of the server's data. It changes when the data is restored from a backup: the server may then give
    /// positions again that it had given before, so a client drops what it cached and fetches anew.
    package var generation: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      version: UInt32 = 0,
      session: String = "",
      user: String = "",
      time: Int64 = 0,
      limits: Wire.Limits? = nil,
      features: [String] = [],
      userHead: UInt64 = 0,
      stamp: UInt64 = 0,
      generation: String = ""
    ) {
      self.version = version
      self.session = session
      self.user = user
      self.time = time
      self.limits = limits
      self.features = features
      self.userHead = userHead
      self.stamp = stamp
      self.generation = generation
    }
  }
}

extension Wire {
  /// The limits of this server, for the caller's app. Lengths of text are in bytes of UTF-8, times in milliseconds.
  /// A limit that the configuration file sets is named after its key: `limits.pins` is `pins`, `limits.idle` is `idle_ms`.
  package struct Limits: Equatable, Sendable {
    /// Send Ping when nothing was sent for this long.
    package var heartbeatMs: UInt32 = 0
    /// Bytes of one packet.
    package var packetBytes: UInt32 = 0
    /// Bytes of a message's content.
    package var contentBytes: UInt32 = 0
    /// Members of a group.
    package var groupMembers: UInt32 = 0
    /// Entries, conversations, members or settings in one answer.
    package var pageEntries: UInt32 = 0
    /// Requests that may be unanswered at once.
    package var requestsInFlight: UInt32 = 0
    /// The server closes a connection from which it received no packet for this long.
    package var idleMs: UInt64 = 0
    /// Time from opening the connection to Hello, and bytes of the packets before Welcome.
    package var helloMs: UInt64 = 0
    package var helloBytes: UInt32 = 0
    /// Bytes waiting to be read by the client. Beyond them the server closes the connection as slow.
    package var queuedBytes: UInt64 = 0
    /// Requests that write: the sustained rate of one user, over all devices, and the burst. 0 per second means no limit.
    package var writesPerSecond: UInt32 = 0
    package var writesAtOnce: UInt32 = 0
    /// Signals: the sustained rate of one user, over all devices, and the burst.
    package var signalsPerSecond: UInt32 = 0
    package var signalsAtOnce: UInt32 = 0
    /// Bytes of a signal's content.
    package var signalBytes: UInt32 = 0
    /// Bytes of a message's Details.
    package var detailsBytes: UInt32 = 0
    /// Users that one field of a request may name: members, mentions, recipients of a directed message.
    package var usersPerRequest: UInt32 = 0
    /// How long the server recognises a retried client id, and how far a client id's time may lie in the future.
    package var clientIdWindowMs: UInt64 = 0
    package var clientIdAheadMs: UInt64 = 0
    /// Members of a conversation up to which the server keeps delivered markers.
    package var deliveredMembers: UInt32 = 0
    /// Members of a conversation up to which the server pushes markers.
    package var markersPushed: UInt32 = 0
    /// Members of a conversation up to which the server answers CountReceipts and ListReceipts.
    package var receiptMembers: UInt32 = 0
    /// Messages of one user that may be scheduled, and how far ahead: more than the least, at most the most.
    package var scheduledMessages: UInt32 = 0
    package var scheduledLeastMs: UInt64 = 0
    package var scheduledMostMs: UInt64 = 0
    /// Attributes of a group, and bytes of all of them together, keys and values.
    package var attributes: UInt32 = 0
    package var attributeBytes: UInt32 = 0
    /// Who may change a group's title and attributes: MEMBERS or OWNER.
    package var changeConversationBy: Wire.Permitted = Wire.Permitted()
    /// Time after sending during which a message may be recalled; 0 means no limit. A group's owner has no such limit.
    package var recallWindowMs: UInt64 = 0
    /// Who may recall a message, and who may do so silently.
    package var recallBy: Wire.Permitted = Wire.Permitted()
    package var silentRecallBy: Wire.Permitted = Wire.Permitted()
    /// Reactions of one member to one message, and different reactions to one message.
    package var reactionsEach: UInt32 = 0
    package var reactionKinds: UInt32 = 0
    /// Properties of one message, properties in one request, and characters (Unicode scalars) of one property's value.
    package var properties: UInt32 = 0
    package var propertiesPerRequest: UInt32 = 0
    package var propertyCharacters: UInt32 = 0
    /// Bytes of the names and values of all properties of one message.
    package var propertyBytesOfMessage: UInt32 = 0
    /// Pinned messages of one conversation, and whether only a group's owner may pin.
    package var pins: UInt32 = 0
    package var ownerPins: Bool = false
    /// Bytes of one setting's value, and settings in one request.
    package var settingBytes: UInt32 = 0
    package var settingsPerRequest: UInt32 = 0
    /// Settings of one user, those of one conversation among them, and bytes of all values with 128 more for each setting.
    package var settingsOfUser: UInt32 = 0
    package var settingsOfConversation: UInt32 = 0
    package var settingBytesOfUser: UInt64 = 0
    /// Tags of one user, and conversations that have the same one. Keys of tags begin with `tag.`.
    package var tags: UInt32 = 0
    package var tagConversations: UInt32 = 0
    /// Messages that one request hides one by one, and messages of one conversation that a user may have hidden one by one.
    package var hiddenPerRequest: UInt32 = 0
    package var hiddenOfConversation: UInt32 = 0
    /// Devices of each class that one user may have connected.
    package var devicesMobile: UInt32 = 0
    package var devicesTablet: UInt32 = 0
    package var devicesDesktop: UInt32 = 0
    package var devicesWeb: UInt32 = 0
    package var devicesTool: UInt32 = 0
    /// Requests that read: the sustained rate of one user, over all devices, and the burst. 0 per second means no limit.
    package var readsPerSecond: UInt32 = 0
    package var readsAtOnce: UInt32 = 0
    /// The content types that the server treats in another way than most, in ascending order.
    package var types: [Wire.TypeLimits] = []
    /// The rest is the same on every server.
    /// Bytes of a client id, of an id of a device, user or group, of a content type, and of a key of a setting or an attribute.
    package var idBytes: UInt32 = 0
    /// Bytes of a group's title, of a reason, of a sender's name and of a notification's title.
    package var titleBytes: UInt32 = 0
    /// Bytes of a picture's address.
    package var addressBytes: UInt32 = 0
    /// Bytes of each other text of Details.
    package var noteBytes: UInt32 = 0
    /// Bytes of a reaction's key and of a property's key.
    package var reactionBytes: UInt32 = 0
    package var propertyKeyBytes: UInt32 = 0
    /// Choices of a poll, and of one ballot.
    package var pollChoices: UInt32 = 0
    /// Markers in one MarkDelivered, and messages in one CountReceipts.
    package var marksPerRequest: UInt32 = 0
    package var receiptsPerRequest: UInt32 = 0
    /// Bytes of a token.
    package var tokenBytes: UInt32 = 0
    /// Levels of nesting in JSON: a packet's, a content's, a setting's, an attribute's.
    package var jsonDepth: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      heartbeatMs: UInt32 = 0,
      packetBytes: UInt32 = 0,
      contentBytes: UInt32 = 0,
      groupMembers: UInt32 = 0,
      pageEntries: UInt32 = 0,
      requestsInFlight: UInt32 = 0,
      idleMs: UInt64 = 0,
      helloMs: UInt64 = 0,
      helloBytes: UInt32 = 0,
      queuedBytes: UInt64 = 0,
      writesPerSecond: UInt32 = 0,
      writesAtOnce: UInt32 = 0,
      signalsPerSecond: UInt32 = 0,
      signalsAtOnce: UInt32 = 0,
      signalBytes: UInt32 = 0,
      detailsBytes: UInt32 = 0,
      usersPerRequest: UInt32 = 0,
      clientIdWindowMs: UInt64 = 0,
      clientIdAheadMs: UInt64 = 0,
      deliveredMembers: UInt32 = 0,
      markersPushed: UInt32 = 0,
      receiptMembers: UInt32 = 0,
      scheduledMessages: UInt32 = 0,
      scheduledLeastMs: UInt64 = 0,
      scheduledMostMs: UInt64 = 0,
      attributes: UInt32 = 0,
      attributeBytes: UInt32 = 0,
      changeConversationBy: Wire.Permitted = Wire.Permitted(),
      recallWindowMs: UInt64 = 0,
      recallBy: Wire.Permitted = Wire.Permitted(),
      silentRecallBy: Wire.Permitted = Wire.Permitted(),
      reactionsEach: UInt32 = 0,
      reactionKinds: UInt32 = 0,
      properties: UInt32 = 0,
      propertiesPerRequest: UInt32 = 0,
      propertyCharacters: UInt32 = 0,
      propertyBytesOfMessage: UInt32 = 0,
      pins: UInt32 = 0,
      ownerPins: Bool = false,
      settingBytes: UInt32 = 0,
      settingsPerRequest: UInt32 = 0,
      settingsOfUser: UInt32 = 0,
      settingsOfConversation: UInt32 = 0,
      settingBytesOfUser: UInt64 = 0,
      tags: UInt32 = 0,
      tagConversations: UInt32 = 0,
      hiddenPerRequest: UInt32 = 0,
      hiddenOfConversation: UInt32 = 0,
      devicesMobile: UInt32 = 0,
      devicesTablet: UInt32 = 0,
      devicesDesktop: UInt32 = 0,
      devicesWeb: UInt32 = 0,
      devicesTool: UInt32 = 0,
      readsPerSecond: UInt32 = 0,
      readsAtOnce: UInt32 = 0,
      types: [Wire.TypeLimits] = [],
      idBytes: UInt32 = 0,
      titleBytes: UInt32 = 0,
      addressBytes: UInt32 = 0,
      noteBytes: UInt32 = 0,
      reactionBytes: UInt32 = 0,
      propertyKeyBytes: UInt32 = 0,
      pollChoices: UInt32 = 0,
      marksPerRequest: UInt32 = 0,
      receiptsPerRequest: UInt32 = 0,
      tokenBytes: UInt32 = 0,
      jsonDepth: UInt32 = 0
    ) {
      self.heartbeatMs = heartbeatMs
      self.packetBytes = packetBytes
      self.contentBytes = contentBytes
      self.groupMembers = groupMembers
      self.pageEntries = pageEntries
      self.requestsInFlight = requestsInFlight
      self.idleMs = idleMs
      self.helloMs = helloMs
      self.helloBytes = helloBytes
      self.queuedBytes = queuedBytes
      self.writesPerSecond = writesPerSecond
      self.writesAtOnce = writesAtOnce
      self.signalsPerSecond = signalsPerSecond
      self.signalsAtOnce = signalsAtOnce
      self.signalBytes = signalBytes
      self.detailsBytes = detailsBytes
      self.usersPerRequest = usersPerRequest
      self.clientIdWindowMs = clientIdWindowMs
      self.clientIdAheadMs = clientIdAheadMs
      self.deliveredMembers = deliveredMembers
      self.markersPushed = markersPushed
      self.receiptMembers = receiptMembers
      self.scheduledMessages = scheduledMessages
      self.scheduledLeastMs = scheduledLeastMs
      self.scheduledMostMs = scheduledMostMs
      self.attributes = attributes
      self.attributeBytes = attributeBytes
      self.changeConversationBy = changeConversationBy
      self.recallWindowMs = recallWindowMs
      self.recallBy = recallBy
      self.silentRecallBy = silentRecallBy
      self.reactionsEach = reactionsEach
      self.reactionKinds = reactionKinds
      self.properties = properties
      self.propertiesPerRequest = propertiesPerRequest
      self.propertyCharacters = propertyCharacters
      self.propertyBytesOfMessage = propertyBytesOfMessage
      self.pins = pins
      self.ownerPins = ownerPins
      self.settingBytes = settingBytes
      self.settingsPerRequest = settingsPerRequest
      self.settingsOfUser = settingsOfUser
      self.settingsOfConversation = settingsOfConversation
      self.settingBytesOfUser = settingBytesOfUser
      self.tags = tags
      self.tagConversations = tagConversations
      self.hiddenPerRequest = hiddenPerRequest
      self.hiddenOfConversation = hiddenOfConversation
      self.devicesMobile = devicesMobile
      self.devicesTablet = devicesTablet
      self.devicesDesktop = devicesDesktop
      self.devicesWeb = devicesWeb
      self.devicesTool = devicesTool
      self.readsPerSecond = readsPerSecond
      self.readsAtOnce = readsAtOnce
      self.types = types
      self.idBytes = idBytes
      self.titleBytes = titleBytes
      self.addressBytes = addressBytes
      self.noteBytes = noteBytes
      self.reactionBytes = reactionBytes
      self.propertyKeyBytes = propertyKeyBytes
      self.pollChoices = pollChoices
      self.marksPerRequest = marksPerRequest
      self.receiptsPerRequest = receiptsPerRequest
      self.tokenBytes = tokenBytes
      self.jsonDepth = jsonDepth
    }
  }
}

extension Wire {
  /// How the server treats messages of one content type.
  package struct TypeLimits: Equatable, Sendable {
    package var type: String = ""
    /// Messages of this type cannot be sent: they can only be signalled.
    package var signalled: Bool = false
    /// What the type says NO to. A message's own policy goes before it.
    package var policy: Wire.MessagePolicy? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      type: String = "",
      signalled: Bool = false,
      policy: Wire.MessagePolicy? = nil
    ) {
      self.type = type
      self.signalled = signalled
      self.policy = policy
    }
  }
}

extension Wire {
  package struct Pong: Equatable, Sendable {
    package var time: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      time: Int64 = 0
    ) {
      self.time = time
    }
  }
}

extension Wire {
  /// Why a request was refused, or a connection closed. The codes, and which fields each carries, are
  /// in the error registry.
  package struct Failure: Equatable, Sendable {
    package var code: UInt32 = 0
    package var name: String = ""
    /// For the developer's log, in English; not for users.
    package var message: String = ""
    package var field: String = ""
    package var limit: UInt64 = 0
    package var actual: UInt64 = 0
    package var retryAfterMs: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      code: UInt32 = 0,
      name: String = "",
      message: String = "",
      field: String = "",
      limit: UInt64 = 0,
      actual: UInt64 = 0,
      retryAfterMs: UInt32 = 0
    ) {
      self.code = code
      self.name = name
      self.message = message
      self.field = field
      self.limit = limit
      self.actual = actual
      self.retryAfterMs = retryAfterMs
    }
  }
}

extension Wire {
  /// The entry is durable at this position.
  package struct Appended: Equatable, Sendable {
    package var conversation: String = ""
    package var seq: UInt64 = 0
    package var time: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      seq: UInt64 = 0,
      time: Int64 = 0
    ) {
      self.conversation = conversation
      self.seq = seq
      self.time = time
    }
  }
}

extension Wire {
  /// The caller's read marker stands here.
  package struct Marked: Equatable, Sendable {
    package var conversation: String = ""
    package var read: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      read: UInt64 = 0
    ) {
      self.conversation = conversation
      self.read = read
    }
  }
}

extension Wire {
  /// Done; nothing had to be stored.
  package struct Done: Equatable, Sendable {
    package var unknownFields = UnknownFields()

    package init() {}
  }
}

extension Wire {
  /// What was asked for is so now.
  package struct Changed: Equatable, Sendable {
    /// The entry of the caller's user log that says so; where nothing had to be changed, the newest one.
    package var revision: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      revision: UInt64 = 0
    ) {
      self.revision = revision
    }
  }
}

extension Wire {
  /// A page of the caller's settings. Of the range it covers it has all there are: what a device holds in that range with a
  /// revision up to `head`, and what is not here, was unset.
  package struct Settings: Equatable, Sendable {
    package var settings: [Wire.Setting] = []
    /// Everything up to this position of the user log is contained.
    package var head: UInt64 = 0
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      settings: [Wire.Setting] = [],
      head: UInt64 = 0,
      more: Bool = false
    ) {
      self.settings = settings
      self.head = head
      self.more = more
    }
  }
}

extension Wire {
  package struct Entries: Equatable, Sendable {
    package var conversation: String = ""
    /// In ascending order without gaps.
    package var entries: [Wire.Entry] = []
    /// The newest position of the log, and the first one the caller may see.
    package var head: UInt64 = 0
    package var first: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      entries: [Wire.Entry] = [],
      head: UInt64 = 0,
      first: UInt64 = 0
    ) {
      self.conversation = conversation
      self.entries = entries
      self.head = head
      self.first = first
    }
  }
}

extension Wire {
  /// What a member signals.
  package struct Signalled: Equatable, Sendable {
    package var conversation: String = ""
    package var sender: String = ""
    package var type: String = ""
    package var content: String = ""
    package var time: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      sender: String = "",
      type: String = "",
      content: String = "",
      time: Int64 = 0
    ) {
      self.conversation = conversation
      self.sender = sender
      self.type = type
      self.content = content
      self.time = time
    }
  }
}

extension Wire {
  package struct ScheduledMessages: Equatable, Sendable {
    package var messages: [Wire.Schedule] = []
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      messages: [Wire.Schedule] = [],
      more: Bool = false
    ) {
      self.messages = messages
      self.more = more
    }
  }
}

extension Wire {
  package struct Receipts: Equatable, Sendable {
    package var conversation: String = ""
    package var counts: [Wire.ReceiptCount] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      counts: [Wire.ReceiptCount] = []
    ) {
      self.conversation = conversation
      self.counts = counts
    }
  }
}

extension Wire {
  /// Of the members whom a message is for, its sender not among them.
  package struct ReceiptCount: Equatable, Sendable {
    package var seq: UInt64 = 0
    package var members: UInt32 = 0
    package var read: UInt32 = 0
    /// Those who read it included.
    package var delivered: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      seq: UInt64 = 0,
      members: UInt32 = 0,
      read: UInt32 = 0,
      delivered: UInt32 = 0
    ) {
      self.seq = seq
      self.members = members
      self.read = read
      self.delivered = delivered
    }
  }
}

extension Wire {
  /// Some messages of a conversation, ascending, with gaps between them.
  package struct Messages: Equatable, Sendable {
    package var conversation: String = ""
    package var entries: [Wire.Entry] = []
    /// More match than one answer holds.
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      entries: [Wire.Entry] = [],
      more: Bool = false
    ) {
      self.conversation = conversation
      self.entries = entries
      self.more = more
    }
  }
}

extension Wire {
  package struct UserEntries: Equatable, Sendable {
    package var entries: [Wire.UserEntry] = []
    package var head: UInt64 = 0
    /// The log starts here; a device that holds less than `first - 1` takes a fresh snapshot.
    package var first: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      entries: [Wire.UserEntry] = [],
      head: UInt64 = 0,
      first: UInt64 = 0
    ) {
      self.entries = entries
      self.head = head
      self.first = first
    }
  }
}

extension Wire {
  package struct Conversations: Equatable, Sendable {
    package var conversations: [Wire.Conversation] = []
    /// More remain than one answer holds: ask again with `changed_before` = the lowest stamp received, or
    /// where `only` was given, for those of it that did not come.
    package var more: Bool = false
    package var stamp: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversations: [Wire.Conversation] = [],
      more: Bool = false,
      stamp: UInt64 = 0
    ) {
      self.conversations = conversations
      self.more = more
      self.stamp = stamp
    }
  }
}

extension Wire {
  package struct Members: Equatable, Sendable {
    package var conversation: String = ""
    package var members: [Wire.Member] = []
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      members: [Wire.Member] = [],
      more: Bool = false
    ) {
      self.conversation = conversation
      self.members = members
      self.more = more
    }
  }
}

extension Wire {
  package struct Annotators: Equatable, Sendable {
    package var conversation: String = ""
    package var target: UInt64 = 0
    package var annotators: [Wire.Annotator] = []
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      target: UInt64 = 0,
      annotators: [Wire.Annotator] = [],
      more: Bool = false
    ) {
      self.conversation = conversation
      self.target = target
      self.annotators = annotators
      self.more = more
    }
  }
}

extension Wire {
  package struct Annotator: Equatable, Sendable {
    package var user: String = ""
    /// The entry by which the user did it.
    package var seq: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      seq: UInt64 = 0
    ) {
      self.user = user
      self.seq = seq
    }
  }
}

extension Wire {
  /// Pushed as it happens: the entries of a conversation in log order; those of a user log mostly so, as
  /// they come from several conversations. A position that jumps means: fetch first.
  package struct Push: Equatable, Sendable {
    package var entries: [Wire.Entry] = []
    package var userEntries: [Wire.UserEntry] = []
    package var markers: [Wire.Marker] = []
    package var scheduled: [Wire.ScheduleChange] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      entries: [Wire.Entry] = [],
      userEntries: [Wire.UserEntry] = [],
      markers: [Wire.Marker] = [],
      scheduled: [Wire.ScheduleChange] = []
    ) {
      self.entries = entries
      self.userEntries = userEntries
      self.markers = markers
      self.scheduled = scheduled
    }
  }
}

extension Wire {
  /// What the user has scheduled has changed: told to the user's own sessions as it happens, once or more often, and not kept.
  /// Whoever was away asks with ListScheduled.
  package struct ScheduleChange: Equatable, Sendable {
    /// It is scheduled.
    package var made: Wire.Schedule? = nil
    /// The client id of what is scheduled no more; empty with `made`.
    package var ended: String = ""
    package var how: Wire.ScheduleEnd = Wire.ScheduleEnd()
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      made: Wire.Schedule? = nil,
      ended: String = "",
      how: Wire.ScheduleEnd = Wire.ScheduleEnd()
    ) {
      self.made = made
      self.ended = ended
      self.how = how
    }
  }
}

extension Wire {
  /// The server is about to close the connection, and why.
  package struct Closing: Equatable, Sendable {
    @Apart package var failure: Wire.Failure? = nil
    /// Whether connecting again with the same token makes sense, and after how long.
    package var reconnect: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      failure: Wire.Failure? = nil,
      reconnect: Bool = false
    ) {
      self.failure = failure
      self.reconnect = reconnect
    }
  }
}

extension Wire {
  /// One entry of a conversation log, as of now: a message shows its newest content.
  package struct Entry: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
      case message(Wire.Message)
      case edited(Wire.Edited)
      case recalled(Wire.Recalled)
      case groupCreated(Wire.GroupCreated)
      case membersAdded(Wire.MembersAdded)
      case membersRemoved(Wire.MembersRemoved)
      case annotated(Wire.Annotated)
      case conversationChanged(Wire.ConversationChanged)
      case withheld(Wire.Withheld)
      case hidden(Wire.HiddenEntry)
    }

    package var conversation: String = ""
    /// 1, 2, 3 ... without gaps.
    package var seq: UInt64 = 0
    /// Never falls within a conversation.
    package var time: Int64 = 0
    package var sender: String = ""
    /// The client id of the request that appended it.
    package var clientId: String = ""
    /// How many entries up to and including this one count as unread for those who have not read them.
    package var countable: UInt64 = 0
    package var event: Event? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      seq: UInt64 = 0,
      time: Int64 = 0,
      sender: String = "",
      clientId: String = "",
      countable: UInt64 = 0,
      event: Event? = nil
    ) {
      self.conversation = conversation
      self.seq = seq
      self.time = time
      self.sender = sender
      self.clientId = clientId
      self.countable = countable
      self.event = event
    }
  }
}

extension Wire {
  /// What stands here is directed to others: sender and client id are empty.
  package struct Withheld: Equatable, Sendable {
    package var unknownFields = UnknownFields()

    package init() {}
  }
}

extension Wire {
  /// In pages: the caller hid what stands here, or what is edited here.
  package struct HiddenEntry: Equatable, Sendable {
    /// Whether it is a message.
    package var message: Bool = false
    /// The message that it replies to, which counts it; 0 for none.
    package var replyTo: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      message: Bool = false,
      replyTo: UInt64 = 0
    ) {
      self.message = message
      self.replyTo = replyTo
    }
  }
}

extension Wire {
  package struct Message: Equatable, Sendable {
    package var type: String = ""
    /// Empty when recalled.
    package var content: String = ""
    /// The position of the last edit or recall folded in; 0 for a message as it was sent. A later
    /// event with a lower or equal position is already contained.
    package var revision: UInt64 = 0
    package var recalled: Bool = false
    /// What is attached to it; absent where that never was anything, and when recalled.
    @Apart package var annotations: Wire.Annotations? = nil
    /// The position of the message that this one replies to; 0 for none.
    package var replyTo: UInt64 = 0
    /// What it carries besides; once recalled only whom it mentions and is directed to, its policy, and how it was recalled.
    @Apart package var details: Wire.Details? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      type: String = "",
      content: String = "",
      revision: UInt64 = 0,
      recalled: Bool = false,
      annotations: Wire.Annotations? = nil,
      replyTo: UInt64 = 0,
      details: Wire.Details? = nil
    ) {
      self.type = type
      self.content = content
      self.revision = revision
      self.recalled = recalled
      self.annotations = annotations
      self.replyTo = replyTo
      self.details = details
    }
  }
}

extension Wire {
  /// What a message carries besides its content. An edit leaves it as it is.
  package struct Details: Equatable, Sendable {
    package var mentions: Wire.Mentions? = nil
    /// The sender's own fields: a JSON object, or empty.
    package var extra: String = ""
    /// How the sender wishes to be shown.
    @Apart package var sender: Wire.SenderInfo? = nil
    package var priority: Wire.Priority = Wire.Priority()
    /// Of a group's members only these get the message, and its sender; empty for all.
    package var directed: [String] = []
    @Apart package var push: Wire.PushDetails? = nil
    /// What notifications and search say of the message in place of its content; empty for that.
    package var text: String = ""
    /// Where the message departs from what its type says. In an entry only what is NO stands here, wherever that comes from.
    package var policy: Wire.MessagePolicy? = nil
    /// Once it is recalled: what went with that. No request sets it.
    @Apart package var recall: Wire.RecallDetails? = nil
    /// As it is stored with the removal of members: why. No request sets it, and no message has it.
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      mentions: Wire.Mentions? = nil,
      extra: String = "",
      sender: Wire.SenderInfo? = nil,
      priority: Wire.Priority = Wire.Priority(),
      directed: [String] = [],
      push: Wire.PushDetails? = nil,
      text: String = "",
      policy: Wire.MessagePolicy? = nil,
      recall: Wire.RecallDetails? = nil,
      reason: String = ""
    ) {
      self.mentions = mentions
      self.extra = extra
      self.sender = sender
      self.priority = priority
      self.directed = directed
      self.push = push
      self.text = text
      self.policy = policy
      self.recall = recall
      self.reason = reason
    }
  }
}

extension Wire {
  /// Whom a message mentions: it counts among their unread mentions.
  package struct Mentions: Equatable, Sendable {
    /// Every member.
    package var all: Bool = false
    /// These users; with `all`, those who are meant above others.
    package var users: [String] = []
    /// What a notification tells those mentioned; empty for the usual.
    package var text: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      all: Bool = false,
      users: [String] = [],
      text: String = ""
    ) {
      self.all = all
      self.users = users
      self.text = text
    }
  }
}

extension Wire {
  /// The sender as one message shows it.
  package struct SenderInfo: Equatable, Sendable {
    package var name: String = ""
    /// The address of a picture.
    package var picture: String = ""
    /// A JSON object, or empty.
    package var extra: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      name: String = "",
      picture: String = "",
      extra: String = ""
    ) {
      self.name = name
      self.picture = picture
      self.extra = extra
    }
  }
}

extension Wire {
  /// What is told of the message to those who are not connected.
  package struct PushDetails: Equatable, Sendable {
    /// Nothing is.
    package var disabled: Bool = false
    package var title: String = ""
    package var text: String = ""
    /// For the app, not shown.
    package var data: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      disabled: Bool = false,
      title: String = "",
      text: String = "",
      data: String = ""
    ) {
      self.disabled = disabled
      self.title = title
      self.text = text
      self.data = data
    }
  }
}

extension Wire {
  /// What becomes of a message. AS_TYPE leaves it to the content type.
  package struct MessagePolicy: Equatable, Sendable {
    /// It counts as unread.
    package var counted: Wire.Choice = Wire.Choice()
    /// It becomes the conversation's last message.
    package var listed: Wire.Choice = Wire.Choice()
    /// Those connected are told at once; others, and they as well, find it in the log.
    package var live: Wire.Choice = Wire.Choice()
    /// Those who are not connected are told by a notification.
    package var pushed: Wire.Choice = Wire.Choice()
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      counted: Wire.Choice = Wire.Choice(),
      listed: Wire.Choice = Wire.Choice(),
      live: Wire.Choice = Wire.Choice(),
      pushed: Wire.Choice = Wire.Choice()
    ) {
      self.counted = counted
      self.listed = listed
      self.live = live
      self.pushed = pushed
    }
  }
}

extension Wire {
  /// What is attached to a message: the fold of its annotations. As the caller sees it.
  package struct Annotations: Equatable, Sendable {
    /// The position of the newest entry folded in. One with a lower or equal position is contained already.
    package var through: UInt64 = 0
    /// In ascending order of kind and key; none with the count 0.
    package var tallies: [Wire.Tally] = []
    /// In ascending order of keys.
    package var properties: [Wire.AnnotationItem] = []
    package var expandable: Bool = false
    /// Who pinned the message; empty where it is not pinned.
    package var pinnedBy: String = ""
    /// The entry by which it was pinned.
    package var pinnedAt: UInt64 = 0
    /// The poll takes no more votes.
    package var closed: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      through: UInt64 = 0,
      tallies: [Wire.Tally] = [],
      properties: [Wire.AnnotationItem] = [],
      expandable: Bool = false,
      pinnedBy: String = "",
      pinnedAt: UInt64 = 0,
      closed: Bool = false
    ) {
      self.through = through
      self.tallies = tallies
      self.properties = properties
      self.expandable = expandable
      self.pinnedBy = pinnedBy
      self.pinnedAt = pinnedAt
      self.closed = closed
    }
  }
}

extension Wire {
  /// How many there are of one key: of members for REACTION and VOTE, of messages for REPLY.
  package struct Tally: Equatable, Sendable {
    package var kind: Wire.AnnotationKind = Wire.AnnotationKind()
    package var key: String = ""
    package var count: UInt32 = 0
    /// The caller is among them; never where votes are secret.
    package var mine: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      kind: Wire.AnnotationKind = Wire.AnnotationKind(),
      key: String = "",
      count: UInt32 = 0,
      mine: Bool = false
    ) {
      self.kind = kind
      self.key = key
      self.count = count
      self.mine = mine
    }
  }
}

extension Wire {
  /// The message at `target` has this content now. Empty content: the message was recalled since.
  package struct Edited: Equatable, Sendable {
    package var target: UInt64 = 0
    package var type: String = ""
    package var content: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      target: UInt64 = 0,
      type: String = "",
      content: String = ""
    ) {
      self.target = target
      self.type = type
      self.content = content
    }
  }
}

extension Wire {
  /// The message at `target` has no content any more.
  package struct Recalled: Equatable, Sendable {
    package var target: UInt64 = 0
    @Apart package var details: Wire.RecallDetails? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      target: UInt64 = 0,
      details: Wire.RecallDetails? = nil
    ) {
      self.target = target
      self.details = details
    }
  }
}

extension Wire {
  /// What is attached to the message at `target` has changed so. Only what really changed is named, so each
  /// item set adds one to its tally and each one removed takes one away. Without items where the message was
  /// recalled since. Of a secret vote the entry has neither sender nor client id.
  package struct Annotated: Equatable, Sendable {
    package var target: UInt64 = 0
    package var kind: Wire.AnnotationKind = Wire.AnnotationKind()
    package var items: [Wire.AnnotationItem] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      target: UInt64 = 0,
      kind: Wire.AnnotationKind = Wire.AnnotationKind(),
      items: [Wire.AnnotationItem] = []
    ) {
      self.target = target
      self.kind = kind
      self.items = items
    }
  }
}

extension Wire {
  package struct GroupCreated: Equatable, Sendable {
    package var title: String = ""
    package var owner: String = ""
    package var members: [String] = []
    /// In ascending byte order of keys.
    package var attributes: [Wire.Attribute] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      title: String = "",
      owner: String = "",
      members: [String] = [],
      attributes: [Wire.Attribute] = []
    ) {
      self.title = title
      self.owner = owner
      self.members = members
      self.attributes = attributes
    }
  }
}

extension Wire {
  /// What all members see of the conversation is so from here on. Only what really changed is named.
  package struct ConversationChanged: Equatable, Sendable {
    /// Absent where it is as before.
    package var title: String? = nil
    /// In ascending byte order of keys; an empty value says that the attribute is taken away.
    package var attributes: [Wire.Attribute] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      title: String? = nil,
      attributes: [Wire.Attribute] = []
    ) {
      self.title = title
      self.attributes = attributes
    }
  }
}

extension Wire {
  package struct MembersAdded: Equatable, Sendable {
    package var users: [String] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = []
    ) {
      self.users = users
    }
  }
}

extension Wire {
  package struct MembersRemoved: Equatable, Sendable {
    package var users: [String] = []
    /// Who owns the group from here on; empty when nobody is left.
    package var owner: String = ""
    /// What who removed them says of it; mostly empty.
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      owner: String = "",
      reason: String = ""
    ) {
      self.users = users
      self.owner = owner
      self.reason = reason
    }
  }
}

extension Wire {
  /// One entry of a user log: what concerns only this user's devices.
  package struct UserEntry: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
      /// The user is a member from this position on.
      case joined(Wire.Joined)
      /// The user is no longer a member; the conversation leaves the list.
      case left(Wire.Left)
      /// The user's own read marker stands here.
      case readTo(Wire.ReadTo)
      /// Settings have these values now; the entry names no conversation, each setting its own.
      case settingChanged(Wire.SettingChanged)
      /// The user hid entries of the conversation.
      case hidden(Wire.Hidden)
    }

    package var seq: UInt64 = 0
    package var time: Int64 = 0
    package var conversation: String = ""
    package var event: Event? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      seq: UInt64 = 0,
      time: Int64 = 0,
      conversation: String = "",
      event: Event? = nil
    ) {
      self.seq = seq
      self.time = time
      self.conversation = conversation
      self.event = event
    }
  }
}

extension Wire {
  package struct Joined: Equatable, Sendable {
    package var seq: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      seq: UInt64 = 0
    ) {
      self.seq = seq
    }
  }
}

extension Wire {
  package struct Left: Equatable, Sendable {
    /// The position of the entry that removed the user.
    package var seq: UInt64 = 0
    /// Whose doing it is: the user's own, for leaving.
    package var by: String = ""
    /// What that one says of it; mostly empty.
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      seq: UInt64 = 0,
      by: String = "",
      reason: String = ""
    ) {
      self.seq = seq
      self.by = by
      self.reason = reason
    }
  }
}

extension Wire {
  package struct ReadTo: Equatable, Sendable {
    package var seq: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      seq: UInt64 = 0
    ) {
      self.seq = seq
    }
  }
}

extension Wire {
  package struct SettingChanged: Equatable, Sendable {
    package var settings: [Wire.Setting] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      settings: [Wire.Setting] = []
    ) {
      self.settings = settings
    }
  }
}

extension Wire {
  package struct Hidden: Equatable, Sendable {
    /// Everything up to this position is hidden; it only grows.
    package var until: UInt64 = 0
    /// What this entry hides besides.
    package var targets: [UInt64] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      until: UInt64 = 0,
      targets: [UInt64] = []
    ) {
      self.until = until
      self.targets = targets
    }
  }
}

extension Wire {
  /// Something that is a user's own. What keys mean is agreed on by clients: the server looks into no value.
  package struct Setting: Equatable, Sendable {
    /// What it belongs to; empty for the user as such.
    package var conversation: String = ""
    /// 1 to 64 bytes of [A-Za-z0-9_.-].
    package var key: String = ""
    /// A JSON value; empty where there is none.
    package var value: String = ""
    /// The entry of the user log that gave it this value.
    package var revision: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      key: String = "",
      value: String = "",
      revision: UInt64 = 0
    ) {
      self.conversation = conversation
      self.key = key
      self.value = value
      self.revision = revision
    }
  }
}

extension Wire {
  /// A member's markers as others are told them; the largest wins, and 0 says nothing.
  package struct Marker: Equatable, Sendable {
    package var conversation: String = ""
    package var user: String = ""
    package var read: UInt64 = 0
    package var delivered: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      user: String = "",
      read: UInt64 = 0,
      delivered: UInt64 = 0
    ) {
      self.conversation = conversation
      self.user = user
      self.read = read
      self.delivered = delivered
    }
  }
}

extension Wire {
  /// A conversation as the caller's list shows it.
  package struct Conversation: Equatable, Sendable {
    package var id: String = ""
    package var title: String = ""
    package var owner: String = ""
    package var memberCount: UInt32 = 0
    package var head: UInt64 = 0
    /// Changed at this stamp.
    package var stamp: UInt64 = 0
    /// Countable entries after max(joined, cleared, read, own last send), less those recalled or hidden.
    package var unread: UInt64 = 0
    package var joined: UInt64 = 0
    package var read: UInt64 = 0
    /// The newest message that is neither recalled nor hidden, when there is one the caller may see.
    @Apart package var lastMessage: Wire.Entry? = nil
    /// The caller's own newest message in it; it counts as having read up to there.
    package var lastSent: UInt64 = 0
    /// The value of `countable` at the head.
    package var countable: UInt64 = 0
    /// The caller hid everything up to here; the first visible position is max(joined, cleared + 1).
    package var cleared: UInt64 = 0
    /// The entry of the caller's user log that last hid something here; 0 where nothing was.
    package var hidden: UInt64 = 0
    /// How many of the unread messages mention the caller or everyone, and the first of them; 0 for none.
    package var mentions: UInt64 = 0
    package var firstMention: UInt64 = 0
    /// When the entry at the head was stored.
    package var time: Int64 = 0
    /// What all members see with it, in ascending byte order of keys.
    package var attributes: [Wire.Attribute] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      id: String = "",
      title: String = "",
      owner: String = "",
      memberCount: UInt32 = 0,
      head: UInt64 = 0,
      stamp: UInt64 = 0,
      unread: UInt64 = 0,
      joined: UInt64 = 0,
      read: UInt64 = 0,
      lastMessage: Wire.Entry? = nil,
      lastSent: UInt64 = 0,
      countable: UInt64 = 0,
      cleared: UInt64 = 0,
      hidden: UInt64 = 0,
      mentions: UInt64 = 0,
      firstMention: UInt64 = 0,
      time: Int64 = 0,
      attributes: [Wire.Attribute] = []
    ) {
      self.id = id
      self.title = title
      self.owner = owner
      self.memberCount = memberCount
      self.head = head
      self.stamp = stamp
      self.unread = unread
      self.joined = joined
      self.read = read
      self.lastMessage = lastMessage
      self.lastSent = lastSent
      self.countable = countable
      self.cleared = cleared
      self.hidden = hidden
      self.mentions = mentions
      self.firstMention = firstMention
      self.time = time
      self.attributes = attributes
    }
  }
}

extension Wire {
  package struct Member: Equatable, Sendable {
    package var user: String = ""
    package var role: Wire.Role = Wire.Role()
    /// Member from this position on.
    package var joined: UInt64 = 0
    /// The read marker, as far as the caller is told.
    package var read: UInt64 = 0
    /// A device of the member holds the log up to here.
    package var delivered: UInt64 = 0
    /// In answers to ListReceipts: when the member had read the message, as far as others are told and the server still knows; 0
    /// otherwise.
    package var readAt: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      role: Wire.Role = Wire.Role(),
      joined: UInt64 = 0,
      read: UInt64 = 0,
      delivered: UInt64 = 0,
      readAt: Int64 = 0
    ) {
      self.user = user
      self.role = role
      self.joined = joined
      self.read = read
      self.delivered = delivered
      self.readAt = readAt
    }
  }
}

extension Wire {
  /// What kind of device; the server allows a number of devices of each class per user and closes the
  /// oldest beyond it.
  package struct DeviceClass: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    package static var mobile: Self { Self(rawValue: 1) }
    package static var tablet: Self { Self(rawValue: 2) }
    package static var desktop: Self { Self(rawValue: 3) }
    package static var web: Self { Self(rawValue: 4) }
    /// Programs: bots, command-line tools, tests.
    package static var tool: Self { Self(rawValue: 5) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("DEVICE_CLASS_UNSPECIFIED", 0),
      ("DEVICE_CLASS_MOBILE", 1),
      ("DEVICE_CLASS_TABLET", 2),
      ("DEVICE_CLASS_DESKTOP", 3),
      ("DEVICE_CLASS_WEB", 4),
      ("DEVICE_CLASS_TOOL", 5),
    ]
  }
}

extension Wire {
  /// What is attached to a message, and whose it is.
  package struct AnnotationKind: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    /// Each member's own. The key is what the member thinks of the message, mostly an emoji: 1 to 64 bytes
    /// without control characters. Without value.
    package static var reaction: Self { Self(rawValue: 1) }
    /// The message's, set by any member where the sender has made it expandable: the last one to set a key
    /// wins. Keys are 1 to 32 of [A-Za-z0-9+=_-].
    package static var property: Self { Self(rawValue: 2) }
    /// Each member's own, on a message of type `poll`. The key is the index of a choice, from 0. Without value.
    package static var vote: Self { Self(rawValue: 3) }
    /// The message's: it is pinned to its conversation. Key and value are empty. Not of messages that are directed to some.
    package static var pin: Self { Self(rawValue: 4) }
    /// The message's, by its sender: its poll takes no more votes. Key and value are empty; never taken away.
    package static var closing: Self { Self(rawValue: 5) }
    /// The message's: how many reply to it, under the empty key. Follows from messages; no request sets it.
    package static var reply: Self { Self(rawValue: 6) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("ANNOTATION_KIND_UNSPECIFIED", 0),
      ("ANNOTATION_KIND_REACTION", 1),
      ("ANNOTATION_KIND_PROPERTY", 2),
      ("ANNOTATION_KIND_VOTE", 3),
      ("ANNOTATION_KIND_PIN", 4),
      ("ANNOTATION_KIND_CLOSING", 5),
      ("ANNOTATION_KIND_REPLY", 6),
    ]
  }
}

extension Wire {
  package struct ReceiptState: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// All whom the message is for, besides its sender.
    package static var any: Self { Self(rawValue: 0) }
    package static var read: Self { Self(rawValue: 1) }
    package static var unread: Self { Self(rawValue: 2) }
    /// Whoever read it has it.
    package static var delivered: Self { Self(rawValue: 3) }
    package static var undelivered: Self { Self(rawValue: 4) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("RECEIPT_STATE_ANY", 0),
      ("RECEIPT_STATE_READ", 1),
      ("RECEIPT_STATE_UNREAD", 2),
      ("RECEIPT_STATE_DELIVERED", 3),
      ("RECEIPT_STATE_UNDELIVERED", 4),
    ]
  }
}

extension Wire {
  /// Who may do something.
  package struct Permitted: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    package static var nobody: Self { Self(rawValue: 1) }
    /// The sender of the message.
    package static var sender: Self { Self(rawValue: 2) }
    /// The owner of the group.
    package static var owner: Self { Self(rawValue: 3) }
    package static var senderOrOwner: Self { Self(rawValue: 4) }
    /// Every member.
    package static var members: Self { Self(rawValue: 5) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("PERMITTED_UNSPECIFIED", 0),
      ("PERMITTED_NOBODY", 1),
      ("PERMITTED_SENDER", 2),
      ("PERMITTED_OWNER", 3),
      ("PERMITTED_SENDER_OR_OWNER", 4),
      ("PERMITTED_MEMBERS", 5),
    ]
  }
}

extension Wire {
  /// What became of a scheduled message.
  package struct ScheduleEnd: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    /// It was sent.
    package static var sent: Self { Self(rawValue: 1) }
    package static var cancelled: Self { Self(rawValue: 2) }
    /// At its time the user could not send it any more.
    package static var dropped: Self { Self(rawValue: 3) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("SCHEDULE_END_UNSPECIFIED", 0),
      ("SCHEDULE_END_SENT", 1),
      ("SCHEDULE_END_CANCELLED", 2),
      ("SCHEDULE_END_DROPPED", 3),
    ]
  }
}

extension Wire {
  /// What may wait where there is too much.
  package struct Priority: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var normal: Self { Self(rawValue: 0) }
    package static var low: Self { Self(rawValue: 1) }
    package static var high: Self { Self(rawValue: 2) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("PRIORITY_NORMAL", 0),
      ("PRIORITY_LOW", 1),
      ("PRIORITY_HIGH", 2),
    ]
  }
}

extension Wire {
  package struct Choice: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var asType: Self { Self(rawValue: 0) }
    package static var yes: Self { Self(rawValue: 1) }
    package static var no: Self { Self(rawValue: 2) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("CHOICE_AS_TYPE", 0),
      ("CHOICE_YES", 1),
      ("CHOICE_NO", 2),
    ]
  }
}

extension Wire {
  package struct Role: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    package static var member: Self { Self(rawValue: 1) }
    package static var owner: Self { Self(rawValue: 2) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("ROLE_UNSPECIFIED", 0),
      ("ROLE_MEMBER", 1),
      ("ROLE_OWNER", 2),
    ]
  }
}
