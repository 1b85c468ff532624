// Generated from martlet.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire {
  /// One request. The server answers each request with exactly one ServerPacket of the same id.
  /// Requests that append to one conversation are stored and answered in the order in which the
  /// client sent them. Other answers may arrive in any order.
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
      indirect case changeConversation(Wire.ChangeConversation)
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
      case setRoles(Wire.SetRoles)
      case silenceMembers(Wire.SilenceMembers)
      indirect case joinGroup(Wire.JoinGroup)
      case describeGroup(Wire.DescribeGroup)
      case makeLink(Wire.MakeLink)
      case revokeLinks(Wire.RevokeLinks)
      case listLinks(Wire.ListLinks)
      case dismissGroup(Wire.DismissGroup)
      case banUsers(Wire.BanUsers)
      case listBans(Wire.ListBans)
      case fetchPresence(Wire.FetchPresence)
      case watchPresence(Wire.WatchPresence)
      case unwatchPresence(Wire.UnwatchPresence)
      case setPresence(Wire.SetPresence)
      case setRelations(Wire.SetRelations)
      case listRelations(Wire.ListRelations)
      indirect case applyToGroup(Wire.ApplyToGroup)
      case answerApplications(Wire.AnswerApplications)
      case listApplications(Wire.ListApplications)
      case setNickname(Wire.SetNickname)
      case announce(Wire.Announce)
      case listAnnouncements(Wire.ListAnnouncements)
      case changeProfile(Wire.ChangeProfile)
      case fetchProfiles(Wire.FetchProfiles)
      case findProfile(Wire.FindProfile)
      case findUsers(Wire.FindUsers)
      indirect case findConversations(Wire.FindConversations)
    }

    /// The request id, chosen by the client: at least 1, and not in use by an unanswered request.
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
    /// The range of protocol versions that the client speaks, inclusive.
    package var versionMin: UInt32 = 0
    package var versionMax: UInt32 = 0
    /// A JSON Web Token, signed by the user's app.
    package var token: String = ""
    @Apart package var device: Wire.Device? = nil
    /// Optional features that the client can use. The server ignores unknown names.
    package var features: [String] = []
    /// If the user already has the maximum number of devices of this class connected, refuse this device with
    /// `signed_in_elsewhere` instead of closing the oldest. For a device that reconnects by itself.
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
  /// The installation that connects. A session belongs to one device. A second connection of the
  /// same device closes the first.
  package struct Device: Equatable, Sendable {
    /// Generated once, at installation: 1 to 64 bytes of [A-Za-z0-9_.-].
    package var id: String = ""
    package var `class`: Wire.DeviceClass = Wire.DeviceClass()
    /// The device's name for its user; at most 64 bytes.
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
    /// The idempotency key of this request: 1 to 64 visible ASCII characters, preferably a UUIDv7.
    /// The server stores retries with the same id and payload once and gives them the same answer. It
    /// refuses the same id with another payload.
    package var clientId: String = ""
    /// Content type: `text`, or any name of [a-z0-9._-], 1 to 64 bytes.
    package var type: String = ""
    /// A JSON object. For `text`: {"text": "..."}.
    package var content: String = ""
    /// The optional fields of the message.
    @Apart package var details: Wire.Details? = nil
    /// The position of the parent: the message of the same conversation that this one replies to. 0 if it is
    /// not a reply. A directed message cannot be a reply.
    package var replyTo: UInt64 = 0
    /// Whether members may set properties of the message later.
    package var expandable: Bool = false
    /// The message's first properties. Only for an expandable message.
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
  /// Replaces the content of the caller's own message. Answered by Appended.
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
  /// Recalls a message: erases its content for everyone. By default the sender and the group's owner and admins may do so
  /// (`limits.recall_by`, `limits.silent_recall_by`). Answered by Appended.
  package struct Recall: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var target: UInt64 = 0
    /// The optional fields of the recall.
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
  /// The optional fields of a recall.
  package struct RecallDetails: Equatable, Sendable {
    /// Clients show nothing in the message's place: it is deleted for everyone.
    package var silent: Bool = false
    /// How clients should show the recalling user.
    @Apart package var sender: Wire.SenderInfo? = nil
    /// The recalling user's own fields: a JSON object, or empty.
    package var extra: String = ""
    /// The notification of the recall to users who are not connected. Only the entry has it, not the message.
    @Apart package var push: Wire.PushDetails? = nil
    /// In a message: the user who recalled it, if not its sender. Requests leave it empty.
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
  /// Sets or removes annotations of a message. Any member who may see the message can do so. Answered by
  /// Appended, or by Done if nothing changes.
  package struct Annotate: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var target: UInt64 = 0
    package var kind: Wire.AnnotationKind = Wire.AnnotationKind()
    /// The items to set and to remove; each key at most once. For VOTE, the caller's whole ballot.
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
    /// The item is removed. Its value is empty.
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
  /// Reads the users who reacted or voted, in ascending order of user id. If the votes of a poll are secret, it
  /// returns only the caller's own vote. Answered by Annotators.
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
  /// Reads the replies to a message, ascending, without recalled ones. Answered by Messages.
  package struct ListReplies: Equatable, Sendable {
    package var conversation: String = ""
    package var target: UInt64 = 0
    /// Only replies after this position.
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
  /// Reads all versions of a message, ascending: as sent, and as each edit left it. Each version is a message
  /// at the position of the entry that introduced it: the send or the edit. Answered by Messages, which is
  /// empty if the message was recalled.
  package struct ListVersions: Equatable, Sendable {
    package var conversation: String = ""
    package var target: UInt64 = 0
    /// Only versions after this position.
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
    /// Only messages after this position.
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
    /// Tell only the caller's own devices, not the other members.
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
  /// Sends a transient message to the other members who are connected, at most once. It is not stored, has no position and
  /// does not count as unread. Answered by Done, even if nobody received it.
  package struct Signal: Equatable, Sendable {
    package var conversation: String = ""
    /// A content type, as in Send. `typing` says that the caller is writing: {"type": "voice"} names the content type
    /// being written, {} means text, and {"stopped": true} says that the caller stopped.
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
  /// Schedules a message: the server sends it later in the caller's name. Answered by Done. The client id identifies the
  /// schedule, for retries and for CancelScheduled; the message gets a client id of its own when it is sent. For seven days
  /// a retry gets the same answer as the first request and schedules nothing, even if the message was sent or cancelled
  /// meanwhile.
  package struct Schedule: Equatable, Sendable {
    @Apart package var send: Wire.Send? = nil
    /// The time to send: more than `scheduled_least_ms` (a minute) and at most `scheduled_most_ms` (30 days) ahead.
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
  /// Reads the caller's scheduled messages, in ascending order of client id. Answered by ScheduledMessages.
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
  /// Cancels a scheduled message that was not sent yet. Answered by Done, also if it was cancelled before. Fails with
  /// `already_sent` if the message was sent, and with `target_unknown` if the server does not know the client id.
  package struct CancelScheduled: Equatable, Sendable {
    /// The client id of the Schedule request.
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
  /// Moves the caller's delivered markers forward: each says how far the calling device holds a log. Answered by Done, which
  /// does not say that the markers were stored. A later position replaces a marker that was lost.
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
  /// Counts, for each message, the recipients who have received it and who have read it. Answered by Receipts.
  package struct CountReceipts: Equatable, Sendable {
    package var conversation: String = ""
    /// At most 100 positions. The answer omits positions without a message, recalled messages, and messages that the
    /// caller may not see.
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
  /// Reads a message's recipients by state, such as read or unread, in ascending order of user id. Answered by Members.
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
  /// Creates a group. The caller becomes its owner, and a member even if not named in `members`. Answered by Appended.
  package struct CreateGroup: Equatable, Sendable {
    /// The group's id, the ID in `group:ID`: 1 to 64 bytes of [A-Za-z0-9_.-]. If empty, the server chooses one. For a
    /// conversation of another kind that users may create, the whole id, such as `board:news`.
    package var group: String = ""
    package var clientId: String = ""
    package var title: String = ""
    package var members: [String] = []
    /// The group's first attributes; each key at most once, no value empty.
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
  /// Changes the title and attributes of a group, which all members see, and whether everyone may write in it or join it. By
  /// default any member may change title and attributes (`limits.change_conversation_by`). The last change of the title and of each
  /// key wins.
  /// Answered by Appended, or by Done if nothing changes.
  package struct ChangeConversation: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    /// The new title; absent to leave it unchanged.
    package var title: String? = nil
    /// The attributes to set and to remove; each key at most once. Other attributes stay unchanged.
    package var attributes: [Wire.Attribute] = []
    /// Whether only the owner and the admins may write from now on; absent to leave it unchanged. Only they may change it.
    package var silenced: Bool? = nil
    /// Whether every user who knows the group's id may join it from now on; absent to leave it unchanged. Only the owner and the
    /// admins may change it.
    package var open: Bool? = nil
    /// How many entries of the log before their joining new members may read from now on: 0 none, 4294967295 all; absent to leave it
    /// unchanged. Only the owner and the admins may change it.
    package var history: UInt32? = nil
    /// Whether every user who knows the group's id may apply to join it from now on; absent to leave it unchanged. Only the owner and
    /// the admins may change it.
    package var applications: Bool? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      title: String? = nil,
      attributes: [Wire.Attribute] = [],
      silenced: Bool? = nil,
      open: Bool? = nil,
      history: UInt32? = nil,
      applications: Bool? = nil
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.title = title
      self.attributes = attributes
      self.silenced = silenced
      self.open = open
      self.history = history
      self.applications = applications
    }
  }
}

extension Wire {
  /// A key and value of a conversation, the same for all its members. Clients agree on the meaning of keys; the server does
  /// not interpret values.
  package struct Attribute: Equatable, Sendable {
    /// 1 to 64 bytes of [A-Za-z0-9_.-].
    package var key: String = ""
    /// A JSON value; empty to remove the attribute.
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
  /// Adds users to a group; skips users who are members already. Answered by Appended, or by Done if all
  /// were members already.
  package struct AddMembers: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var users: [String] = []
    /// How the users came to the group, for the app's statistics: empty, or 1 to 64 bytes of [a-z0-9._-]. The log keeps it.
    package var way: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      users: [String] = [],
      way: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.users = users
      self.way = way
    }
  }
}

extension Wire {
  /// Removes users from a group. The owner may remove any member, an admin plain members. Every member may leave: remove only
  /// themselves.
  /// Answered by Appended, or by Done if none of the users was a member.
  package struct RemoveMembers: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var users: [String] = []
    /// The reason, which the removed and the remaining members see; at most 256 bytes.
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
  /// Gives members of a group a role; only the owner may do so. With OWNER, the group is handed over to the one user named, and
  /// the owner before becomes a plain member. Answered by Appended, or by Done if all have the role already. Fails with
  /// `member_unknown` if one of them is no member, and with `admins_full` beyond `limits.group_admins`.
  package struct SetRoles: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var users: [String] = []
    package var role: Wire.Role = Wire.Role()
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      users: [String] = [],
      role: Wire.Role = Wire.Role()
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.users = users
      self.role = role
    }
  }
}

extension Wire {
  /// Keeps members of a group from writing for a while, or lets them write again. The owner may silence admins and members, an
  /// admin plain members. A silenced member can read, recall and leave; all that adds to the conversation fails with `silenced`.
  /// The owner and the admins may write all the same. A silence ends with the membership. Answered by Appended.
  ///
  /// Members can also be made speakers, who write even while the group is silenced.
  package struct SilenceMembers: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var users: [String] = []
    /// The time from which they may write again, in milliseconds since 1970; 0 lets them write at once, and makes them no speakers
    /// any more. At most 253402300799999, the end of the year 9999, which stands for ever. -1 makes them speakers.
    package var until: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      users: [String] = [],
      until: Int64 = 0
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.users = users
      self.until = until
    }
  }
}

extension Wire {
  /// The caller joins a group that is open, or one that a link leads to. Answered by Appended, or by Done if the caller is a member
  /// already. Fails with `conversation_unknown` if the group is not open, and with `link_invalid` if the link is unknown, revoked,
  /// expired or used up.
  package struct JoinGroup: Equatable, Sendable {
    /// The group; may be empty with a link.
    package var conversation: String = ""
    package var clientId: String = ""
    /// The code of a link; empty to join an open group.
    package var link: String = ""
    /// The user who passed the group on, and how, for the app's statistics; both may be empty. The log keeps them. For `way`, see
    /// AddMembers.
    package var sharedBy: String = ""
    package var way: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      link: String = "",
      sharedBy: String = "",
      way: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.link = link
      self.sharedBy = sharedBy
      self.way = way
    }
  }
}

extension Wire {
  /// Describes a group that the caller could join, or is a member of. Fails as JoinGroup does. Answered by GroupCard.
  package struct DescribeGroup: Equatable, Sendable {
    /// The group; may be empty with a link.
    package var conversation: String = ""
    /// The code of a link, or empty.
    package var link: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      link: String = ""
    ) {
      self.conversation = conversation
      self.link = link
    }
  }
}

extension Wire {
  /// Makes a link by which users join a group. The owner and the admins may do so. Its code is in the answer to ListLinks.
  /// Answered by Appended, whose position is the link's id. Fails with `links_full` beyond `limits.group_links`.
  package struct MakeLink: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    /// The time from which it lets nobody in, in milliseconds since 1970; 0 for never.
    package var until: Int64 = 0
    /// It lets in this many users; 0 for any number.
    package var uses: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      until: Int64 = 0,
      uses: UInt32 = 0
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.until = until
      self.uses = uses
    }
  }
}

extension Wire {
  /// Ends links of a group. The owner and the admins may do so. Answered by Appended, or by Done if the group has none of them.
  package struct RevokeLinks: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    /// Their ids.
    package var links: [UInt64] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      links: [UInt64] = []
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.links = links
    }
  }
}

extension Wire {
  /// Reads the links of a group with their codes, in ascending order of their ids. The owner and the admins may do so. Answered by
  /// Links.
  package struct ListLinks: Equatable, Sendable {
    package var conversation: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = ""
    ) {
      self.conversation = conversation
    }
  }
}

extension Wire {
  /// Ends a group for all its members, for ever. Only the owner may do so. Members can still read its log, and leave; everything
  /// else fails with `conversation_dismissed`. Answered by Appended.
  package struct DismissGroup: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
    }
  }
}

extension Wire {
  /// Bans users from a group, whether they are members or not: members are removed, and nobody can join, be added or describe the group
  /// while banned. With `until` 0, lifts bans. The owner and the admins may do so; nobody can ban members of the same or a higher role.
  /// A later ban replaces an earlier one. Answered by Appended, or by Done if nothing changes. Fails with `peer_unknown` for a user
  /// who does not exist, and with `bans_full` beyond `limits.group_bans`.
  package struct BanUsers: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var users: [String] = []
    /// The time at which the bans end, in milliseconds since 1970; 0 lifts them at once. At most 253402300799999, the end of the year
    /// 9999, which stands for ever.
    package var until: Int64 = 0
    /// The reason, which the members, and banned members, see; at most 256 bytes.
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      users: [String] = [],
      until: Int64 = 0,
      reason: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.users = users
      self.until = until
      self.reason = reason
    }
  }
}

extension Wire {
  /// Reads the users who are banned from a group, in ascending order of user id. The owner and the admins may do so. Answered by Bans.
  package struct ListBans: Equatable, Sendable {
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
  /// Applies to join a group that takes applications, or withdraws the application. Another application replaces an earlier one. It
  /// ends after `application_lifetime_ms`. Answered by Appended, or by Done if nothing changes, or the caller is a member already.
  /// Fails with `conversation_unknown` if the group takes no applications, with `banned`, and with `applications_full` beyond
  /// `limits.group_applications`.
  package struct ApplyToGroup: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    /// What the owner and the admins should know; at most `note_bytes`.
    package var text: String = ""
    /// The user who passed the group on, and how, for the app's statistics; both may be empty. For `way`, see AddMembers.
    package var sharedBy: String = ""
    package var way: String = ""
    /// Takes the application back; the other fields are then empty.
    package var withdrawn: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      text: String = "",
      sharedBy: String = "",
      way: String = "",
      withdrawn: Bool = false
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.text = text
      self.sharedBy = sharedBy
      self.way = way
      self.withdrawn = withdrawn
    }
  }
}

extension Wire {
  /// Accepts applications, which makes the users members, or refuses them. The owner and the admins may do so. Answered by Appended, or
  /// by Done if all whom it accepts are members already. Fails with `application_unknown` if one of the users has not applied, or the
  /// application has ended.
  package struct AnswerApplications: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    package var users: [String] = []
    package var accepted: Bool = false
    /// The reason of a refusal, which the users see; at most 256 bytes.
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      users: [String] = [],
      accepted: Bool = false,
      reason: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.users = users
      self.accepted = accepted
      self.reason = reason
    }
  }
}

extension Wire {
  /// Reads the applications to join a group, in ascending order of user id. The owner and the admins may do so. Answered by
  /// Applications.
  package struct ListApplications: Equatable, Sendable {
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
  /// Gives a member a name in the group, which all members see. Every member may choose the own one, the owner and the admins also
  /// those of members of a lower role. It ends with the membership. Answered by Appended, or by Done if nothing changes. Fails with
  /// `member_unknown`.
  package struct SetNickname: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    /// Empty for the caller.
    package var user: String = ""
    /// At most `title_bytes`; empty to remove it.
    package var name: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      user: String = "",
      name: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.user = user
      self.name = name
    }
  }
}

extension Wire {
  /// Changes the announcement of a group, which all members see. The owner and the admins may do so. Answered by Appended, or by Done
  /// if nothing changes.
  package struct Announce: Equatable, Sendable {
    package var conversation: String = ""
    package var clientId: String = ""
    /// At most `note_bytes`; empty to remove the announcement.
    package var text: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      clientId: String = "",
      text: String = ""
    ) {
      self.conversation = conversation
      self.clientId = clientId
      self.text = text
    }
  }
}

extension Wire {
  /// Reads the announcements of a group, newest first: the present one, and earlier ones that the caller may see. Answered by
  /// Announcements.
  package struct ListAnnouncements: Equatable, Sendable {
    package var conversation: String = ""
    /// Begin with the announcement at this position, which is `next` of the page before; 0 for the first page.
    package var from: UInt64 = 0
    /// At most this many; 0 means 20.
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      from: UInt64 = 0,
      limit: UInt32 = 0
    ) {
      self.conversation = conversation
      self.from = from
      self.limit = limit
    }
  }
}

extension Wire {
  /// Reads a conversation log. Answered by Entries.
  package struct FetchEntries: Equatable, Sendable {
    package var conversation: String = ""
    /// The first position to read, inclusive; 0 means the first visible one.
    package var from: UInt64 = 0
    /// The last position to read, inclusive; 0 means the newest one.
    package var to: UInt64 = 0
    /// At most this many entries; 0 means 100. The page begins at `from`.
    package var limit: UInt32 = 0
    /// The page ends at `to` instead: it has the newest entries of the range.
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
    /// The last position that the device already holds.
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
    /// Only conversations with a stamp above this one; 0 means no bound.
    package var changedAfter: UInt64 = 0
    /// Only conversations with a stamp below this one; 0 means no bound.
    package var changedBefore: UInt64 = 0
    package var limit: UInt32 = 0
    /// If not empty: only these conversations. The bounds and the limit are then ignored.
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
  /// Looks for conversations of the caller by members, title, attributes and time, latest change first. All conditions that are set
  /// must hold. One request looks at up to 1,000 conversations, so an answer may be empty although more follow. Answered by
  /// FoundConversations.
  package struct FindConversations: Equatable, Sendable {
    /// Users who are all members, beside the caller; at most 20.
    package var members: [String] = []
    /// Nobody but the caller and `members` is a member.
    package var exactly: Bool = false
    /// The title; absent for any.
    package var title: String? = nil
    /// Shared attributes that have these values, compared as text; at most 20. Several of one key: it has one of the values.
    package var attributes: [Wire.Attribute] = []
    /// The newest entry is from this time or later, in milliseconds since 1970; 0 for any time.
    package var activeFrom: Int64 = 0
    /// The newest entry is from before this time; 0 for any time.
    package var activeBefore: Int64 = 0
    /// Continue from `next` of the previous answer; 0 for the first page.
    package var before: UInt64 = 0
    /// At most this many; 0 means 50.
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      members: [String] = [],
      exactly: Bool = false,
      title: String? = nil,
      attributes: [Wire.Attribute] = [],
      activeFrom: Int64 = 0,
      activeBefore: Int64 = 0,
      before: UInt64 = 0,
      limit: UInt32 = 0
    ) {
      self.members = members
      self.exactly = exactly
      self.title = title
      self.attributes = attributes
      self.activeFrom = activeFrom
      self.activeBefore = activeBefore
      self.before = before
      self.limit = limit
    }
  }
}

extension Wire {
  /// Reads the members of a conversation with their markers, in ascending order of user id. Answered by Members,
  /// or by `conversation_unknown` if the caller is not a member.
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
    /// Only messages after this position.
    package var after: UInt64 = 0
    /// At most this many messages; 0 means 100. The page has the oldest.
    package var limit: UInt32 = 0
    /// The page has the newest instead.
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
  /// Changes settings of the caller: all of them, or none on an error. They sync to all the caller's devices. Settings of a
  /// group require membership. Settings of a direct conversation require that the other user exists. Leaving a group drops
  /// them. The last change of a setting wins. Answered by Changed.
  package struct ChangeSetting: Equatable, Sendable {
    /// Each setting at most once. The server ignores revisions.
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
    /// Continue after the setting with this conversation and key; both empty for the first page.
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
  /// Hides messages of a conversation from the caller, permanently and on all the caller's devices. Pages show HiddenEntry in
  /// their place. Hidden messages are in no count and are not a last message. Others still see them. The server skips
  /// positions that are hidden already, not visible, or not messages. Answered by Changed.
  package struct Hide: Equatable, Sendable {
    package var conversation: String = ""
    /// Hide everything up to this position; 0 for nothing. The first visible position moves behind it.
    package var until: UInt64 = 0
    /// Positions of single messages to hide.
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
  /// Sets or unsets a kind of relation to users: blocks or allows them, or lifts that; or says whether only allowed users may write.
  /// Whoever may not write cannot send, edit, annotate or signal in the direct conversation with the caller: that fails with `blocked`
  /// or `not_on_allow_list`. The caller still can, and groups that both are in are not affected. Answered by Changed. All users are
  /// set, or none on an error: `peer_unknown` for a user who does not exist, `relation_to_self` for the caller, and `relations_full`
  /// beyond the limit of the kind.
  ///
  /// `FRIEND` takes two users. Setting it asks them, or accepts where they have asked; unsetting it ends friendships, withdraws
  /// requests and declines them. Both users' logs tell of it.
  package struct SetRelations: Equatable, Sendable {
    /// At most `users_per_request`, each at most once; none for `ONLY_ALLOWED`.
    package var users: [String] = []
    /// Any kind but `ANY`, `ASKED` and `ASKS`.
    package var kind: Wire.RelationKind = Wire.RelationKind()
    /// Whether the relations are of this kind from now on.
    package var set: Bool = false
    /// Of `FRIEND`: what the caller says with the request, at most `note_bytes`; only with one user.
    package var text: String = ""
    /// Of `FRIEND`: only accepts, and asks nobody. Fails with `friend_request_unknown` for a user who has not asked the caller.
    package var accept: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      kind: Wire.RelationKind = Wire.RelationKind(),
      set: Bool = false,
      text: String = "",
      accept: Bool = false
    ) {
      self.users = users
      self.kind = kind
      self.set = set
      self.text = text
      self.accept = accept
    }
  }
}

extension Wire {
  /// Reads what the caller has set about other users, in ascending order of user id. Answered by Relations.
  package struct ListRelations: Equatable, Sendable {
    /// Only those of this kind.
    package var kind: Wire.RelationKind = Wire.RelationKind()
    /// Continue after this user.
    package var after: String = ""
    /// At most this many; 0 means 100.
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      kind: Wire.RelationKind = Wire.RelationKind(),
      after: String = "",
      limit: UInt32 = 0
    ) {
      self.kind = kind
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  /// Changes the caller's profile. Answered by Profiles with the whole profile. If one field is refused, nothing is changed.
  package struct ChangeProfile: Equatable, Sendable {
    /// The fields to change, each at most once; an empty value removes the field.
    package var fields: [Wire.ProfileField] = []
    /// Unspecified leaves the visibility as it is.
    package var visibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      fields: [Wire.ProfileField] = [],
      visibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    ) {
      self.fields = fields
      self.visibility = visibility
    }
  }
}

extension Wire {
  /// Reads the profiles of users as far as the caller may see them. Answered by Profiles. Until the session ends, the server
  /// pushes changes of the profiles that the session fetched: of the last 1,000 users, beside the caller's own.
  package struct FetchProfiles: Equatable, Sendable {
    /// At most `users_per_request`.
    package var users: [Wire.KnownProfile] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [Wire.KnownProfile] = []
    ) {
      self.users = users
    }
  }
}

extension Wire {
  /// A user, and the revision of the profile that the client holds; 0 for none.
  package struct KnownProfile: Equatable, Sendable {
    package var user: String = ""
    package var revision: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      revision: UInt64 = 0
    ) {
      self.user = user
      self.revision = revision
    }
  }
}

extension Wire {
  /// Finds the user with an account number whose profile everyone may see. Answered by Profiles.
  package struct FindProfile: Equatable, Sendable {
    /// The whole number.
    package var number: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      number: String = ""
    ) {
      self.number = number
    }
  }
}

extension Wire {
  /// Finds users by the words of their names, of which it suffices to write the beginnings; case and accents do not count. Users
  /// who hide their profiles are not found. Fails with `directory_off` unless the app lets users find each other. Answered by
  /// Profiles.
  package struct FindUsers: Equatable, Sendable {
    /// One or more words, at least one of which has two characters, or one of a script without spaces between words.
    package var name: String = ""
    /// At most this many; 0 means 20, more are 50. There is no next page: ask with a longer name.
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      name: String = "",
      limit: UInt32 = 0
    ) {
      self.name = name
      self.limit = limit
    }
  }
}

extension Wire {
  /// Reads which users are connected, as far as the caller may see it. Answered by Presences.
  package struct FetchPresence: Equatable, Sendable {
    /// At most `presence_users`, each once.
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
  /// Reads the presence of users, and has the session told of its changes for a while. Watching a user again sets a new end. The
  /// session's watches end with it, and each ends by itself without a packet. Answered by Presences.
  package struct WatchPresence: Equatable, Sendable {
    /// At most `presence_users`, each once. Fails with `watched_full` if the session would watch more than `presence_watched`.
    package var users: [String] = []
    /// How long the session is told, in milliseconds: at most `presence_longest_ms`; 0 means that long.
    package var durationMs: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      durationMs: UInt64 = 0
    ) {
      self.users = users
      self.durationMs = durationMs
    }
  }
}

extension Wire {
  /// Ends watches before their time. Answered by Done, also for users who are not watched.
  package struct UnwatchPresence: Equatable, Sendable {
    /// At most `presence_users`; if empty, all of the session's watches end.
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
  /// Sets the caller's status text until the device disconnects for good: it lasts over an interruption of `presence_grace_ms`. Of
  /// several devices, the text that was set last is shown. For a text that stays, set the setting `presence.text`. Answered by Done.
  package struct SetPresence: Equatable, Sendable {
    /// At most `presence_text` characters; empty for none.
    package var text: String = ""
    /// How long ago the user set it, in milliseconds: a device sets it again after each connection.
    package var ageMs: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      text: String = "",
      ageMs: UInt64 = 0
    ) {
      self.text = text
      self.ageMs = ageMs
    }
  }
}

extension Wire {
  /// The answer to the request with the same id, or a push with id 0.
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
      indirect case groupCard(Wire.GroupCard)
      case links(Wire.Links)
      case bans(Wire.Bans)
      case presences(Wire.Presences)
      case relations(Wire.Relations)
      case applications(Wire.Applications)
      case announcements(Wire.Announcements)
      case profiles(Wire.Profiles)
      case foundConversations(Wire.FoundConversations)
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
    /// The features from the client's list that the server will use.
    package var features: [String] = []
    /// The newest position of the user log.
    package var userHead: UInt64 = 0
    /// The newest stamp when the session opened. The server pushes later changes.
    package var stamp: UInt64 = 0
    /// The id of this copy of the server's data. It changes when the data is restored from a backup. The server may then
    /// assign the same positions again, so a client drops its cache and fetches everything again.
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
  /// A limit from the configuration file has the name of its key: `limits.pins` is `pins`, `limits.idle` is `idle_ms`.
  package struct Limits: Equatable, Sendable {
    /// A client that has sent nothing for this long sends Ping.
    package var heartbeatMs: UInt32 = 0
    /// Bytes of one packet.
    package var packetBytes: UInt32 = 0
    /// Bytes of a message's content.
    package var contentBytes: UInt32 = 0
    /// Members of a group.
    package var groupMembers: UInt32 = 0
    /// Entries, conversations, members or settings in one answer.
    package var pageEntries: UInt32 = 0
    /// Unanswered requests of one connection.
    package var requestsInFlight: UInt32 = 0
    /// The server closes a connection on which no packet arrived for this long.
    package var idleMs: UInt64 = 0
    /// Time from opening the connection to Hello.
    package var helloMs: UInt64 = 0
    /// Bytes of all packets that the client sends before Welcome.
    package var helloBytes: UInt32 = 0
    /// Bytes queued for a client that does not read. Beyond them the server closes the connection with `slow_consumer`.
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
    /// Users in one field of a request: members, mentions, recipients of a directed message.
    package var usersPerRequest: UInt32 = 0
    /// How long the server recognises a retry by its client id.
    package var clientIdWindowMs: UInt64 = 0
    /// How far in the future the time of a client id may lie.
    package var clientIdAheadMs: UInt64 = 0
    /// The server keeps delivered markers in conversations of up to this many members.
    package var deliveredMembers: UInt32 = 0
    /// The server pushes markers in conversations of up to this many members.
    package var markersPushed: UInt32 = 0
    /// The server answers CountReceipts and ListReceipts in conversations of up to this many members.
    package var receiptMembers: UInt32 = 0
    /// Scheduled messages of one user.
    package var scheduledMessages: UInt32 = 0
    /// A message must be scheduled more than this far ahead.
    package var scheduledLeastMs: UInt64 = 0
    /// A message may be scheduled at most this far ahead.
    package var scheduledMostMs: UInt64 = 0
    /// Attributes of a group.
    package var attributes: UInt32 = 0
    /// Bytes of all keys and values of a group's attributes.
    package var attributeBytes: UInt32 = 0
    /// Who may change a group's title and attributes: MEMBERS, ADMINS or OWNER.
    package var changeConversationBy: Wire.Permitted = Wire.Permitted()
    /// Time after sending during which a message may be recalled; 0 means no limit. A group's owner and admins have no such limit.
    package var recallWindowMs: UInt64 = 0
    /// Who may recall a message.
    package var recallBy: Wire.Permitted = Wire.Permitted()
    /// Who may recall a message silently.
    package var silentRecallBy: Wire.Permitted = Wire.Permitted()
    /// Reactions of one member to one message.
    package var reactionsEach: UInt32 = 0
    /// Different reactions to one message.
    package var reactionKinds: UInt32 = 0
    /// Properties of one message.
    package var properties: UInt32 = 0
    /// Properties in one request.
    package var propertiesPerRequest: UInt32 = 0
    /// Characters (Unicode scalars) of one property's value.
    package var propertyCharacters: UInt32 = 0
    /// Bytes of the names and values of all properties of one message.
    package var propertyBytesOfMessage: UInt32 = 0
    /// Pinned messages of one conversation.
    package var pins: UInt32 = 0
    /// Whether only a group's owner and admins may pin messages in it.
    package var ownerPins: Bool = false
    /// Bytes of one setting's value.
    package var settingBytes: UInt32 = 0
    /// Settings in one request.
    package var settingsPerRequest: UInt32 = 0
    /// Settings of one user, with and without a conversation.
    package var settingsOfUser: UInt32 = 0
    /// Settings of one user for one conversation.
    package var settingsOfConversation: UInt32 = 0
    /// Bytes of all setting values of one user. Each setting adds 128 bytes.
    package var settingBytesOfUser: UInt64 = 0
    /// Tags of one user. The key of a tag begins with `tag.`.
    package var tags: UInt32 = 0
    /// Conversations that one user may put under one tag.
    package var tagConversations: UInt32 = 0
    /// Admins of a group.
    package var groupAdmins: UInt32 = 0
    /// Links by which users join a group.
    package var groupLinks: UInt32 = 0
    /// Entries before their joining that new members of a group may read, unless the group says otherwise; 4294967295 for all.
    package var groupHistory: UInt32 = 0
    /// Users who are banned from a group at one time.
    package var groupBans: UInt32 = 0
    /// Applications to join a group at one time.
    package var groupApplications: UInt32 = 0
    /// The time after which an application ends.
    package var applicationLifetimeMs: UInt64 = 0
    /// Single messages that one request hides.
    package var hiddenPerRequest: UInt32 = 0
    /// Single messages of one conversation that one user may have hidden.
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
    /// The content types with special treatment, in ascending order.
    package var types: [Wire.TypeLimits] = []
    /// Users whom one user may block.
    package var blockedUsers: UInt32 = 0
    /// Users on the allow list of one user.
    package var allowedUsers: UInt32 = 0
    /// Only allowed users may write to a user, whatever the user says.
    package var onlyAllowed: Bool = false
    /// How users become friends.
    package var friends: Wire.FriendPolicy = Wire.FriendPolicy()
    /// Friends of one user.
    package var friendsOfUser: UInt32 = 0
    /// Requests of one user that wait for answers, and requests to one user.
    package var friendRequests: UInt32 = 0
    /// The fields from here on are the same on every server.
    /// Bytes of a client id, of a device, user or group id, of a content type, and of the key of a setting or attribute.
    package var idBytes: UInt32 = 0
    /// Bytes of a group's title, of a reason, of a sender's name and of a notification's title.
    package var titleBytes: UInt32 = 0
    /// Bytes of a picture's address.
    package var addressBytes: UInt32 = 0
    /// Bytes of any other text of Details.
    package var noteBytes: UInt32 = 0
    /// Bytes of a reaction's key.
    package var reactionBytes: UInt32 = 0
    /// Bytes of a property's key.
    package var propertyKeyBytes: UInt32 = 0
    /// Choices of a poll, and of one ballot.
    package var pollChoices: UInt32 = 0
    /// Markers in one MarkDelivered.
    package var marksPerRequest: UInt32 = 0
    /// Messages in one CountReceipts.
    package var receiptsPerRequest: UInt32 = 0
    /// Bytes of a token.
    package var tokenBytes: UInt32 = 0
    /// Levels of nesting in JSON, the outermost included: of a packet, a content, a setting, an attribute.
    package var jsonDepth: UInt32 = 0
    /// Keys of the profile fields that the app declares, and who sees the profiles of users who did not choose.
    package var profileFields: [String] = []
    package var profileVisibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    /// Whether users find each other by name. If not, FindUsers fails with `directory_off`.
    package var directory: Bool = false
    /// Whether the app has presence. If not, its requests fail with `presence_off`.
    package var presence: Bool = false
    /// Users in one request for presence, users whom one session watches, and sessions that watch one user.
    package var presenceUsers: UInt32 = 0
    package var presenceWatched: UInt32 = 0
    package var presenceWatchers: UInt32 = 0
    /// The longest time for which a request watches.
    package var presenceLongestMs: UInt64 = 0
    /// How long a device may be away before others are told.
    package var presenceGraceMs: UInt64 = 0
    /// Characters (Unicode scalars) of a status text.
    package var presenceText: UInt32 = 0
    /// Who sees the presence of users who did not choose.
    package var presenceVisibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    /// Bytes of one file that a message names.
    package var mediaBytes: UInt64 = 0
    /// Uploads of one user that are not complete.
    package var mediaUploads: UInt32 = 0
    /// Bytes of all files of one user.
    package var mediaBytesOfUser: UInt64 = 0
    /// How long an upload may take, and after that a message that names the file.
    package var mediaWaitsMs: UInt64 = 0
    /// How long a link to a file can be used.
    package var mediaLinkMs: UInt64 = 0
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
      groupAdmins: UInt32 = 0,
      groupLinks: UInt32 = 0,
      groupHistory: UInt32 = 0,
      groupBans: UInt32 = 0,
      groupApplications: UInt32 = 0,
      applicationLifetimeMs: UInt64 = 0,
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
      blockedUsers: UInt32 = 0,
      allowedUsers: UInt32 = 0,
      onlyAllowed: Bool = false,
      friends: Wire.FriendPolicy = Wire.FriendPolicy(),
      friendsOfUser: UInt32 = 0,
      friendRequests: UInt32 = 0,
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
      jsonDepth: UInt32 = 0,
      profileFields: [String] = [],
      profileVisibility: Wire.ProfileVisibility = Wire.ProfileVisibility(),
      directory: Bool = false,
      presence: Bool = false,
      presenceUsers: UInt32 = 0,
      presenceWatched: UInt32 = 0,
      presenceWatchers: UInt32 = 0,
      presenceLongestMs: UInt64 = 0,
      presenceGraceMs: UInt64 = 0,
      presenceText: UInt32 = 0,
      presenceVisibility: Wire.ProfileVisibility = Wire.ProfileVisibility(),
      mediaBytes: UInt64 = 0,
      mediaUploads: UInt32 = 0,
      mediaBytesOfUser: UInt64 = 0,
      mediaWaitsMs: UInt64 = 0,
      mediaLinkMs: UInt64 = 0
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
      self.groupAdmins = groupAdmins
      self.groupLinks = groupLinks
      self.groupHistory = groupHistory
      self.groupBans = groupBans
      self.groupApplications = groupApplications
      self.applicationLifetimeMs = applicationLifetimeMs
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
      self.blockedUsers = blockedUsers
      self.allowedUsers = allowedUsers
      self.onlyAllowed = onlyAllowed
      self.friends = friends
      self.friendsOfUser = friendsOfUser
      self.friendRequests = friendRequests
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
      self.profileFields = profileFields
      self.profileVisibility = profileVisibility
      self.directory = directory
      self.presence = presence
      self.presenceUsers = presenceUsers
      self.presenceWatched = presenceWatched
      self.presenceWatchers = presenceWatchers
      self.presenceLongestMs = presenceLongestMs
      self.presenceGraceMs = presenceGraceMs
      self.presenceText = presenceText
      self.presenceVisibility = presenceVisibility
      self.mediaBytes = mediaBytes
      self.mediaUploads = mediaUploads
      self.mediaBytesOfUser = mediaBytesOfUser
      self.mediaWaitsMs = mediaWaitsMs
      self.mediaLinkMs = mediaLinkMs
    }
  }
}

extension Wire {
  /// The treatment of messages of one content type.
  package struct TypeLimits: Equatable, Sendable {
    package var type: String = ""
    /// Messages of this type can only be signalled, not sent.
    package var signalled: Bool = false
    /// NO for each treatment that does not apply to the type. A message's own policy overrides it.
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
  /// The reason why the server refused a request or closes a connection. The error registry lists the codes and the
  /// fields that each error has.
  package struct Failure: Equatable, Sendable {
    package var code: UInt32 = 0
    package var name: String = ""
    /// An English text for the developer's log, not for users.
    package var message: String = ""
    package var field: String = ""
    package var limit: UInt64 = 0
    package var actual: UInt64 = 0
    package var retryAfterMs: UInt32 = 0
    /// The time at which the refusal ends, in milliseconds since 1970.
    package var until: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      code: UInt32 = 0,
      name: String = "",
      message: String = "",
      field: String = "",
      limit: UInt64 = 0,
      actual: UInt64 = 0,
      retryAfterMs: UInt32 = 0,
      until: Int64 = 0
    ) {
      self.code = code
      self.name = name
      self.message = message
      self.field = field
      self.limit = limit
      self.actual = actual
      self.retryAfterMs = retryAfterMs
      self.until = until
    }
  }
}

extension Wire {
  /// The entry is durable, at position `seq`.
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
  /// The caller's read marker is at position `read`.
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
  /// The request succeeded, and no entry was appended for it.
  package struct Done: Equatable, Sendable {
    package var unknownFields = UnknownFields()

    package init() {}
  }
}

extension Wire {
  /// The request took effect, or its effect was there already.
  package struct Changed: Equatable, Sendable {
    /// The position of the entry in the caller's user log that records the change. If nothing changed, the newest position
    /// of that log.
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
  /// A page of the caller's settings. It has all settings of the range that it covers. If a device holds a setting in that
  /// range with a revision up to `head`, and the page does not have it, the setting was unset.
  package struct Settings: Equatable, Sendable {
    package var settings: [Wire.Setting] = []
    /// The page includes all changes up to this position of the user log.
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
  /// A page of what the caller has set about other users. It has all relations of the range that it covers, as far as the request
  /// asked for their kind.
  package struct Relations: Equatable, Sendable {
    package var relations: [Wire.Relation] = []
    /// The page includes all changes up to this position of the user log.
    package var head: UInt64 = 0
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      relations: [Wire.Relation] = [],
      head: UInt64 = 0,
      more: Bool = false
    ) {
      self.relations = relations
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
    /// The newest position of the log.
    package var head: UInt64 = 0
    /// The first position that the caller may see.
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
  /// A group as those see it who may join it.
  package struct GroupCard: Equatable, Sendable {
    package var conversation: String = ""
    package var title: String = ""
    package var memberCount: UInt32 = 0
    package var owner: String = ""
    /// In ascending byte order of keys.
    package var attributes: [Wire.Attribute] = []
    /// The caller is a member already.
    package var member: Bool = false
    /// The user who created the group, who may have left it.
    package var creator: String = ""
    /// Every user who knows the group's id may join it.
    package var open: Bool = false
    /// Every user who knows the group's id may apply to join it.
    package var applications: Bool = false
    /// The caller has applied; the time at which the application ends, in milliseconds since 1970. 0 if the caller has not.
    package var appliedUntil: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      title: String = "",
      memberCount: UInt32 = 0,
      owner: String = "",
      attributes: [Wire.Attribute] = [],
      member: Bool = false,
      creator: String = "",
      open: Bool = false,
      applications: Bool = false,
      appliedUntil: Int64 = 0
    ) {
      self.conversation = conversation
      self.title = title
      self.memberCount = memberCount
      self.owner = owner
      self.attributes = attributes
      self.member = member
      self.creator = creator
      self.open = open
      self.applications = applications
      self.appliedUntil = appliedUntil
    }
  }
}

extension Wire {
  package struct FoundConversations: Equatable, Sendable {
    /// Their ids, latest change first.
    package var ids: [String] = []
    /// Where the next page begins, for FindConversations.before; 0 if this one is the last.
    package var next: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      ids: [String] = [],
      next: UInt64 = 0
    ) {
      self.ids = ids
      self.next = next
    }
  }
}

extension Wire {
  package struct Links: Equatable, Sendable {
    package var conversation: String = ""
    package var links: [Wire.JoinLink] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      links: [Wire.JoinLink] = []
    ) {
      self.conversation = conversation
      self.links = links
    }
  }
}

extension Wire {
  /// A link by which users join a group.
  package struct JoinLink: Equatable, Sendable {
    /// The position of the entry that made it.
    package var id: UInt64 = 0
    /// The user who made it.
    package var by: String = ""
    /// It lets nobody in from this time, in milliseconds since 1970; 0 for never.
    package var until: Int64 = 0
    /// It lets in this many users; 0 for any number.
    package var uses: UInt32 = 0
    /// It has let in this many.
    package var used: UInt32 = 0
    /// The text by which users join. Only answers to ListLinks have it.
    package var code: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      id: UInt64 = 0,
      by: String = "",
      until: Int64 = 0,
      uses: UInt32 = 0,
      used: UInt32 = 0,
      code: String = ""
    ) {
      self.id = id
      self.by = by
      self.until = until
      self.uses = uses
      self.used = used
      self.code = code
    }
  }
}

extension Wire {
  package struct Bans: Equatable, Sendable {
    package var conversation: String = ""
    package var bans: [Wire.Ban] = []
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      bans: [Wire.Ban] = [],
      more: Bool = false
    ) {
      self.conversation = conversation
      self.bans = bans
      self.more = more
    }
  }
}

extension Wire {
  /// A user who can neither join a group nor be added to it.
  package struct Ban: Equatable, Sendable {
    package var user: String = ""
    /// The user who banned this one.
    package var by: String = ""
    /// The time of the ban, in milliseconds since 1970.
    package var since: Int64 = 0
    /// The time at which it ends.
    package var until: Int64 = 0
    /// Usually empty.
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      by: String = "",
      since: Int64 = 0,
      until: Int64 = 0,
      reason: String = ""
    ) {
      self.user = user
      self.by = by
      self.since = since
      self.until = until
      self.reason = reason
    }
  }
}

extension Wire {
  package struct Applications: Equatable, Sendable {
    package var conversation: String = ""
    package var applications: [Wire.Application] = []
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      applications: [Wire.Application] = [],
      more: Bool = false
    ) {
      self.conversation = conversation
      self.applications = applications
      self.more = more
    }
  }
}

extension Wire {
  /// A user who wants to join a group.
  package struct Application: Equatable, Sendable {
    package var user: String = ""
    /// The time of the application, in milliseconds since 1970.
    package var since: Int64 = 0
    /// The time at which it ends.
    package var until: Int64 = 0
    /// Usually empty.
    package var text: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      since: Int64 = 0,
      until: Int64 = 0,
      text: String = ""
    ) {
      self.user = user
      self.since = since
      self.until = until
      self.text = text
    }
  }
}

extension Wire {
  package struct Announcements: Equatable, Sendable {
    package var conversation: String = ""
    /// Newest first. One that was removed has an empty text.
    package var announcements: [Wire.Announcement] = []
    /// Where the next page begins, for ListAnnouncements.from; 0 if this one is the last.
    package var next: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      announcements: [Wire.Announcement] = [],
      next: UInt64 = 0
    ) {
      self.conversation = conversation
      self.announcements = announcements
      self.next = next
    }
  }
}

extension Wire {
  /// A text about a group, for all its members.
  package struct Announcement: Equatable, Sendable {
    package var text: String = ""
    /// The user who wrote it.
    package var by: String = ""
    /// In milliseconds since 1970.
    package var time: Int64 = 0
    /// The position of its entry.
    package var seq: UInt64 = 0
    /// Internal to the server: the position of the announcement before; 0 for none. Not told to clients.
    package var previous: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      text: String = "",
      by: String = "",
      time: Int64 = 0,
      seq: UInt64 = 0,
      previous: UInt64 = 0
    ) {
      self.text = text
      self.by = by
      self.time = time
      self.seq = seq
      self.previous = previous
    }
  }
}

extension Wire {
  /// A signal by a member of the conversation.
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
  /// The receipts of one message, counted over its recipients without the sender.
  package struct ReceiptCount: Equatable, Sendable {
    package var seq: UInt64 = 0
    /// All recipients.
    package var members: UInt32 = 0
    /// Recipients who have read the message.
    package var read: UInt32 = 0
    /// Recipients who have received or read the message.
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
  /// Messages of a conversation, ascending, with gaps between them.
  package struct Messages: Equatable, Sendable {
    package var conversation: String = ""
    package var entries: [Wire.Entry] = []
    /// More messages match.
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
    /// The oldest position that the server still has. A device that holds less than `first - 1` starts over as a fresh device.
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
    /// The answer does not contain all conversations. Ask again with `changed_before` set to the lowest stamp received.
    /// If the request had `only`, ask again with the missing ids.
    package var more: Bool = false
    /// The app's newest stamp when the server began to answer.
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
    /// In answers to ListMembers: the newest position of the log when the page was read. Later entries may change the list.
    package var head: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      members: [Wire.Member] = [],
      more: Bool = false,
      head: UInt64 = 0
    ) {
      self.conversation = conversation
      self.members = members
      self.more = more
      self.head = head
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
    /// The position of the entry by which the user reacted or voted.
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
  /// Changes, pushed as they happen. The entries of a conversation arrive in log order. Entries of the user log usually do,
  /// too, but they come from several conversations. If a position is skipped, fetch the missing entries first.
  package struct Push: Equatable, Sendable {
    package var entries: [Wire.Entry] = []
    package var userEntries: [Wire.UserEntry] = []
    package var markers: [Wire.Marker] = []
    package var scheduled: [Wire.ScheduleChange] = []
    /// The users' whole presence, of those whom the session watches. Not kept: a device that was away watches again.
    package var presences: [Wire.Presence] = []
    package var profiles: [Wire.ProfileChange] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      entries: [Wire.Entry] = [],
      userEntries: [Wire.UserEntry] = [],
      markers: [Wire.Marker] = [],
      scheduled: [Wire.ScheduleChange] = [],
      presences: [Wire.Presence] = [],
      profiles: [Wire.ProfileChange] = []
    ) {
      self.entries = entries
      self.userEntries = userEntries
      self.markers = markers
      self.scheduled = scheduled
      self.presences = presences
      self.profiles = profiles
    }
  }
}

extension Wire {
  /// A change of a profile: of the caller's own, or of one that the session fetched. The server pushes it to connected sessions
  /// and does not keep it. A device that was away compares revisions with FetchProfiles.
  package struct ProfileChange: Equatable, Sendable {
    package var user: String = ""
    package var revision: UInt64 = 0
    /// The revision to whose fields the changes apply. A client that holds another one fetches the profile again. 0 if
    /// `fields` are all that the receiver may see.
    package var base: UInt64 = 0
    /// The changed fields that the receiver may see; an empty value if the field was removed.
    package var fields: [Wire.ProfileField] = []
    /// The account number as the receiver may see it.
    package var number: String = ""
    /// In a change of the caller's own profile.
    package var visibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      revision: UInt64 = 0,
      base: UInt64 = 0,
      fields: [Wire.ProfileField] = [],
      number: String = "",
      visibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    ) {
      self.user = user
      self.revision = revision
      self.base = base
      self.fields = fields
      self.number = number
      self.visibility = visibility
    }
  }
}

extension Wire {
  /// A change of the user's scheduled messages. The server pushes it to the user's connected sessions, sometimes more than
  /// once, and does not keep it. A device that was away asks with ListScheduled.
  package struct ScheduleChange: Equatable, Sendable {
    /// The message that was scheduled.
    package var made: Wire.Schedule? = nil
    /// The client id of the message that is no longer scheduled; empty with `made`.
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
  /// The server is about to close the connection.
  package struct Closing: Equatable, Sendable {
    /// The reason. If `reconnect` is set, wait for its `retry_after_ms` before connecting.
    @Apart package var failure: Wire.Failure? = nil
    /// Whether to connect again with the same token.
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
  /// One entry of a conversation log in its present state: a message has its newest content.
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
      case rolesSet(Wire.RolesSet)
      case membersSilenced(Wire.MembersSilenced)
      case usersBanned(Wire.UsersBanned)
      case applied(Wire.Applied)
      case applicationsRefused(Wire.ApplicationsRefused)
      case memberNamed(Wire.MemberNamed)
      case announced(Wire.Announced)
      case withheld(Wire.Withheld)
      case hidden(Wire.HiddenEntry)
    }

    package var conversation: String = ""
    /// The position: 1, 2, 3 ... without gaps.
    package var seq: UInt64 = 0
    /// Never decreases within a conversation.
    package var time: Int64 = 0
    package var sender: String = ""
    /// The client id of the request that appended the entry.
    package var clientId: String = ""
    /// The running number of entries that count as unread, up to and including this one.
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
  /// Stands in place of an entry that the caller may not see: it is directed to other members, or edits a message from before
  /// the caller joined. Sender and client id are empty.
  package struct Withheld: Equatable, Sendable {
    package var unknownFields = UnknownFields()

    package init() {}
  }
}

extension Wire {
  /// Stands in pages in place of a message that the caller hid, or of an edit of such a message.
  package struct HiddenEntry: Equatable, Sendable {
    /// Whether the hidden entry is a message.
    package var message: Bool = false
    /// The parent of the hidden message, whose tally of replies includes it; 0 if it is not a reply.
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
    /// The position of the last edit or recall folded in; 0 for a message as sent. The message already includes every
    /// event at a lower or equal position, so ignore such an event.
    package var revision: UInt64 = 0
    package var recalled: Bool = false
    /// The message's annotations. Absent if it never had any, and after a recall.
    @Apart package var annotations: Wire.Annotations? = nil
    /// The position of the parent, the message that this one replies to; 0 if it is not a reply.
    package var replyTo: UInt64 = 0
    /// The optional fields. After a recall only mentions, recipients, policy and `recall` are left.
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
  /// The optional fields of a message. An edit leaves them unchanged.
  package struct Details: Equatable, Sendable {
    package var mentions: Wire.Mentions? = nil
    /// The sender's own fields: a JSON object, or empty.
    package var extra: String = ""
    /// How clients should show the sender.
    @Apart package var sender: Wire.SenderInfo? = nil
    package var priority: Wire.Priority = Wire.Priority()
    /// The recipients: only these members of a group, and the sender, get the message. Empty for all members.
    package var directed: [String] = []
    @Apart package var push: Wire.PushDetails? = nil
    /// The text for notifications and search, in place of the content. Empty to use the content.
    package var text: String = ""
    /// The treatments of the message. In a request, it overrides the content type's policy. In an entry, it has NO for
    /// each treatment that does not apply, whether the message or its type says so.
    package var policy: Wire.MessagePolicy? = nil
    /// After a recall: the recall's optional fields. Requests leave it empty.
    @Apart package var recall: Wire.RecallDetails? = nil
    /// Internal to the server: why members were removed. Requests leave it empty, and no message has it.
    package var reason: String = ""
    /// Internal to the server: how users became members. Requests leave it empty, and no message has it.
    @Apart package var arrival: Wire.Arrival? = nil
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
      reason: String = "",
      arrival: Wire.Arrival? = nil
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
      self.arrival = arrival
    }
  }
}

extension Wire {
  /// How users became members of a group.
  package struct Arrival: Equatable, Sendable {
    /// The id of the link by which they joined; 0 for none.
    package var link: UInt64 = 0
    /// The user who passed the group on; usually empty.
    package var sharedBy: String = ""
    /// A word of the app for its statistics; usually empty.
    package var way: String = ""
    /// How many entries before this one they may read.
    package var history: UInt64 = 0
    /// The users had applied.
    package var accepted: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      link: UInt64 = 0,
      sharedBy: String = "",
      way: String = "",
      history: UInt64 = 0,
      accepted: Bool = false
    ) {
      self.link = link
      self.sharedBy = sharedBy
      self.way = way
      self.history = history
      self.accepted = accepted
    }
  }
}

extension Wire {
  /// The users that a message mentions. The message counts as an unread mention for each of them.
  package struct Mentions: Equatable, Sendable {
    /// Every member.
    package var all: Bool = false
    /// These users. Together with `all`, the users to emphasise.
    package var users: [String] = []
    /// The notification text for the mentioned users; empty for the usual text.
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
  /// How one message shows its sender.
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
  /// The notification of a message to users who are not connected.
  package struct PushDetails: Equatable, Sendable {
    /// Send no notification.
    package var disabled: Bool = false
    package var title: String = ""
    package var text: String = ""
    /// Data for the app, not shown.
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
  /// The treatments of a message. AS_TYPE leaves the choice to the content type.
  package struct MessagePolicy: Equatable, Sendable {
    /// Counts as unread.
    package var counted: Wire.Choice = Wire.Choice()
    /// Becomes the conversation's last message.
    package var listed: Wire.Choice = Wire.Choice()
    /// Pushed to connected members as it happens. With NO, members find it only in the log.
    package var live: Wire.Choice = Wire.Choice()
    /// Sent as a notification to users who are not connected.
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
  /// The annotations of a message, folded, as the caller sees them.
  package struct Annotations: Equatable, Sendable {
    /// The position of the last entry folded in. Ignore an entry of a lower or equal position.
    package var through: UInt64 = 0
    /// In ascending order of kind and key; none with the count 0.
    package var tallies: [Wire.Tally] = []
    /// In ascending order of keys.
    package var properties: [Wire.AnnotationItem] = []
    package var expandable: Bool = false
    /// The user who pinned the message; empty if it is not pinned.
    package var pinnedBy: String = ""
    /// The position of the entry that pinned the message.
    package var pinnedAt: UInt64 = 0
    /// The sender closed the poll: it accepts no more votes.
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
  /// The count of one key: members for REACTION and VOTE, messages for REPLY.
  package struct Tally: Equatable, Sendable {
    package var kind: Wire.AnnotationKind = Wire.AnnotationKind()
    package var key: String = ""
    package var count: UInt32 = 0
    /// The count includes the caller. Never set if votes are secret.
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
  /// The message at `target` has new content. The content is empty if the message was recalled later.
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
  /// The message at `target` was recalled: it has no content any more.
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
  /// The annotations of the message at `target` changed. The entry names only real changes: each item that is set adds one to
  /// its tally, and each removed item subtracts one. It has no items if the message was recalled later. For a secret vote it
  /// has neither sender nor client id.
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
  /// The title, the attributes or the rules of a group changed. The entry names only real changes.
  package struct ConversationChanged: Equatable, Sendable {
    /// The new title; absent if unchanged.
    package var title: String? = nil
    /// In ascending byte order of keys. An empty value means that the attribute was removed.
    package var attributes: [Wire.Attribute] = []
    /// Whether only the owner and the admins may write from here on; absent if unchanged.
    package var silenced: Bool? = nil
    /// Whether every user who knows the group's id may join it from here on; absent if unchanged.
    package var open: Bool? = nil
    /// A link was made, whose id is the entry's position; absent if none was. It has no code here.
    @Apart package var linkMade: Wire.JoinLink? = nil
    /// The ids of links that let nobody in from here on.
    package var linksRevoked: [UInt64] = []
    /// The group was dismissed.
    package var dismissed: Bool = false
    /// How many entries before their joining new members may read from here on; absent if unchanged.
    package var history: UInt32? = nil
    /// Whether every user who knows the group's id may apply to join it from here on; absent if unchanged.
    package var applications: Bool? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      title: String? = nil,
      attributes: [Wire.Attribute] = [],
      silenced: Bool? = nil,
      open: Bool? = nil,
      linkMade: Wire.JoinLink? = nil,
      linksRevoked: [UInt64] = [],
      dismissed: Bool = false,
      history: UInt32? = nil,
      applications: Bool? = nil
    ) {
      self.title = title
      self.attributes = attributes
      self.silenced = silenced
      self.open = open
      self.linkMade = linkMade
      self.linksRevoked = linksRevoked
      self.dismissed = dismissed
      self.history = history
      self.applications = applications
    }
  }
}

extension Wire {
  /// Members have this role from here on. With OWNER it is one user, and the owner before is a plain member.
  package struct RolesSet: Equatable, Sendable {
    package var users: [String] = []
    package var role: Wire.Role = Wire.Role()
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      role: Wire.Role = Wire.Role()
    ) {
      self.users = users
      self.role = role
    }
  }
}

extension Wire {
  /// Members may not write before this time, in milliseconds since 1970; with 0 they may. With -1 they are speakers.
  package struct MembersSilenced: Equatable, Sendable {
    package var users: [String] = []
    package var until: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      until: Int64 = 0
    ) {
      self.users = users
      self.until = until
    }
  }
}

extension Wire {
  /// Users are banned until this time, in milliseconds since 1970; with 0 they may join again.
  package struct UsersBanned: Equatable, Sendable {
    package var users: [String] = []
    package var until: Int64 = 0
    /// Those of them who were members, and are not from here on.
    package var removed: [String] = []
    /// The group's owner after this entry; empty if there is none.
    package var owner: String = ""
    /// The reason that the banning user gave; usually empty.
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      until: Int64 = 0,
      removed: [String] = [],
      owner: String = "",
      reason: String = ""
    ) {
      self.users = users
      self.until = until
      self.removed = removed
      self.owner = owner
      self.reason = reason
    }
  }
}

extension Wire {
  /// The sender, who is no member, applied to join, or withdrew the application. For those who were owner and admins then; others see
  /// Withheld.
  package struct Applied: Equatable, Sendable {
    package var text: String = ""
    /// The time at which the application ends, in milliseconds since 1970; 0 if it was withdrawn.
    package var until: Int64 = 0
    /// How the user came to the group; absent if nothing is known.
    @Apart package var arrival: Wire.Arrival? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      text: String = "",
      until: Int64 = 0,
      arrival: Wire.Arrival? = nil
    ) {
      self.text = text
      self.until = until
      self.arrival = arrival
    }
  }
}

extension Wire {
  /// Applications were refused. For those who were owner and admins then; others see Withheld.
  package struct ApplicationsRefused: Equatable, Sendable {
    package var users: [String] = []
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      reason: String = ""
    ) {
      self.users = users
      self.reason = reason
    }
  }
}

extension Wire {
  /// A member has this name in the group from here on; with an empty name, none.
  package struct MemberNamed: Equatable, Sendable {
    package var user: String = ""
    package var name: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      name: String = ""
    ) {
      self.user = user
      self.name = name
    }
  }
}

extension Wire {
  /// The group has this announcement from here on; with an empty text, none.
  package struct Announced: Equatable, Sendable {
    package var text: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      text: String = ""
    ) {
      self.text = text
    }
  }
}

extension Wire {
  /// How a group is run.
  package struct GroupRules: Equatable, Sendable {
    /// In ascending byte order; the owner is not among them.
    package var admins: [String] = []
    /// Only the owner and the admins may write.
    package var silenced: Bool = false
    /// Every user who knows the group's id may join it.
    package var open: Bool = false
    /// Nobody can write or join any more.
    package var dismissed: Bool = false
    /// Internal to the server: the links by which users join, with their codes. Not told to clients here.
    package var links: [Wire.JoinLink] = []
    /// How many entries before their joining new members may read; absent for the server's `limits.group_history`.
    package var history: UInt32? = nil
    /// Internal to the server: somebody was banned or applied once. Not told to clients.
    package var outsiders: Bool = false
    /// Every user who knows the group's id may apply to join it.
    package var applications: Bool = false
    /// The announcement; absent if there is none.
    @Apart package var announcement: Wire.Announcement? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      admins: [String] = [],
      silenced: Bool = false,
      open: Bool = false,
      dismissed: Bool = false,
      links: [Wire.JoinLink] = [],
      history: UInt32? = nil,
      outsiders: Bool = false,
      applications: Bool = false,
      announcement: Wire.Announcement? = nil
    ) {
      self.admins = admins
      self.silenced = silenced
      self.open = open
      self.dismissed = dismissed
      self.links = links
      self.history = history
      self.outsiders = outsiders
      self.applications = applications
      self.announcement = announcement
    }
  }
}

extension Wire {
  /// Users became members: added by the sender, or, if the only user is the sender, by joining.
  package struct MembersAdded: Equatable, Sendable {
    package var users: [String] = []
    /// How they came to the group; absent if nothing is known.
    @Apart package var arrival: Wire.Arrival? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      arrival: Wire.Arrival? = nil
    ) {
      self.users = users
      self.arrival = arrival
    }
  }
}

extension Wire {
  package struct MembersRemoved: Equatable, Sendable {
    package var users: [String] = []
    /// The group's owner after this entry; empty if no member is left.
    package var owner: String = ""
    /// The reason that the removing user gave; usually empty.
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
  /// One entry of a user log: a change that concerns only this user's devices.
  package struct UserEntry: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
      /// The user is a member from this position on.
      case joined(Wire.Joined)
      /// The user is no longer a member; the conversation leaves the list.
      case left(Wire.Left)
      /// The user's own read marker moved to this position.
      case readTo(Wire.ReadTo)
      /// Settings have new values. The entry has no conversation; each setting names its own.
      case settingChanged(Wire.SettingChanged)
      /// The user hid entries of the conversation.
      case hidden(Wire.Hidden)
      /// What the user has set about others is this now. The entry has no conversation.
      case relationsChanged(Wire.RelationsChanged)
      /// The user's application to join the conversation changed. An accepted one becomes Joined.
      case applicationChanged(Wire.ApplicationChanged)
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
    /// The user who removed this user. For leaving, the user itself.
    package var by: String = ""
    /// The reason that this user gave; usually empty.
    package var reason: String = ""
    /// The time until which the user is banned, in milliseconds since 1970; 0 for a user who was only removed.
    package var bannedUntil: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      seq: UInt64 = 0,
      by: String = "",
      reason: String = "",
      bannedUntil: Int64 = 0
    ) {
      self.seq = seq
      self.by = by
      self.reason = reason
      self.bannedUntil = bannedUntil
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
  package struct ApplicationChanged: Equatable, Sendable {
    /// The position of the entry that changed it.
    package var seq: UInt64 = 0
    package var state: Wire.ApplicationState = Wire.ApplicationState()
    /// The time at which a pending application ends, in milliseconds since 1970.
    package var until: Int64 = 0
    /// Who refused the application, and the reason that this user gave, which is usually empty.
    package var by: String = ""
    package var reason: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      seq: UInt64 = 0,
      state: Wire.ApplicationState = Wire.ApplicationState(),
      until: Int64 = 0,
      by: String = "",
      reason: String = ""
    ) {
      self.seq = seq
      self.state = state
      self.until = until
      self.by = by
      self.reason = reason
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
    /// Everything up to this position is hidden. It never decreases.
    package var until: UInt64 = 0
    /// Positions of single messages that this entry hides in addition.
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
  package struct RelationsChanged: Equatable, Sendable {
    package var relations: [Wire.Relation] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      relations: [Wire.Relation] = []
    ) {
      self.relations = relations
    }
  }
}

extension Wire {
  /// What a user has set about another user, or about all others in the relation to oneself. Nobody else is told, but friendships and
  /// requests are relations of both users.
  package struct Relation: Equatable, Sendable {
    package var user: String = ""
    /// The position of the user log's entry that made it so.
    package var revision: UInt64 = 0
    /// The other user is blocked.
    package var blocked: Bool = false
    /// The other user is on the allow list.
    package var allowed: Bool = false
    /// Of the relation to oneself: only allowed users may write.
    package var onlyAllowed: Bool = false
    /// The two are friends.
    package var friend: Bool = false
    /// The user has asked the other one to become friends, who has not answered.
    package var asked: Bool = false
    /// The other one has asked, and waits for the user's answer.
    package var asks: Bool = false
    /// What was said with the request.
    package var text: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      revision: UInt64 = 0,
      blocked: Bool = false,
      allowed: Bool = false,
      onlyAllowed: Bool = false,
      friend: Bool = false,
      asked: Bool = false,
      asks: Bool = false,
      text: String = ""
    ) {
      self.user = user
      self.revision = revision
      self.blocked = blocked
      self.allowed = allowed
      self.onlyAllowed = onlyAllowed
      self.friend = friend
      self.asked = asked
      self.asks = asks
      self.text = text
    }
  }
}

extension Wire {
  /// A per-user setting. Clients agree on the meaning of keys; the server interprets only `presence.text` and `presence.visibility`.
  package struct Setting: Equatable, Sendable {
    /// The conversation that the setting belongs to; empty for a setting of the user.
    package var conversation: String = ""
    /// 1 to 64 bytes of [A-Za-z0-9_.-].
    package var key: String = ""
    /// A JSON value; empty if the setting is unset.
    package var value: String = ""
    /// The position of the user log's entry that set this value.
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
  /// A user's profile as the caller may see it. Everyone sees `name` and `picture`, and the rest if the user, or else the app, shows
  /// it to everyone.
  package struct Profile: Equatable, Sendable {
    package var user: String = ""
    /// Grows with every change; 0 if the profile was never set.
    package var revision: UInt64 = 0
    /// In ascending byte order of the keys.
    package var fields: [Wire.ProfileField] = []
    /// The account number, by which FindProfile finds the user; letters and digits. Only the app's server sets it.
    package var number: String = ""
    /// In the caller's own profile.
    package var visibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      revision: UInt64 = 0,
      fields: [Wire.ProfileField] = [],
      number: String = "",
      visibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    ) {
      self.user = user
      self.revision = revision
      self.fields = fields
      self.number = number
      self.visibility = visibility
    }
  }
}

extension Wire {
  /// One field of a profile: name, picture (its address), email, phone, birthday, gender, location, about, role or level, or one
  /// that the app declares.
  package struct ProfileField: Equatable, Sendable {
    package var key: String = ""
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
  /// Profiles. FetchProfiles leaves out those whose revision the client named, and users who do not exist.
  package struct Profiles: Equatable, Sendable {
    package var profiles: [Wire.Profile] = []
    /// The answer covers so many of the users that FetchProfiles named, from the first on. Ask again for the others.
    package var covered: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      profiles: [Wire.Profile] = [],
      covered: UInt32 = 0
    ) {
      self.profiles = profiles
      self.covered = covered
    }
  }
}

extension Wire {
  /// Whether a user is connected, as the caller may see it. Of a user who hides it, and of one who does not exist, only the name is
  /// there. The caller's own presence is always shown as it is.
  package struct Presence: Equatable, Sendable {
    package var user: String = ""
    /// The classes of the user's connected devices, ascending, each once; empty if the user is offline.
    package var devices: [Wire.DeviceClass] = []
    /// The status text; empty for none.
    package var text: String = ""
    /// When the last device disconnected, in milliseconds since 1970, rounded down to a minute; 0 if the user is online, or it is not
    /// known.
    package var lastSeen: Int64 = 0
    /// Of two presences of a user that a session received, the one with the higher number is newer.
    package var order: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      devices: [Wire.DeviceClass] = [],
      text: String = "",
      lastSeen: Int64 = 0,
      order: UInt64 = 0
    ) {
      self.user = user
      self.devices = devices
      self.text = text
      self.lastSeen = lastSeen
      self.order = order
    }
  }
}

extension Wire {
  /// The presence of users, in the order of the request.
  package struct Presences: Equatable, Sendable {
    package var presences: [Wire.Presence] = []
    /// Users of a WatchPresence who are not watched, because `presence_watchers` sessions watch them already.
    package var unwatched: [String] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      presences: [Wire.Presence] = [],
      unwatched: [String] = []
    ) {
      self.presences = presences
      self.unwatched = unwatched
    }
  }
}

extension Wire {
  /// A member's markers, as other members may see them. Keep the largest position received; 0 means unchanged.
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
  /// A conversation as it appears in the caller's list.
  package struct Conversation: Equatable, Sendable {
    package var id: String = ""
    package var title: String = ""
    package var owner: String = ""
    package var memberCount: UInt32 = 0
    package var head: UInt64 = 0
    /// The stamp of the conversation's last change.
    package var stamp: UInt64 = 0
    /// Countable entries after max(joined, cleared, read, last_sent), without recalled and hidden ones.
    package var unread: UInt64 = 0
    package var joined: UInt64 = 0
    package var read: UInt64 = 0
    /// The newest message that is visible to the caller and neither recalled nor hidden. Absent if there is none.
    @Apart package var lastMessage: Wire.Entry? = nil
    /// The position of the caller's own newest message. Sending it counts as reading up to there.
    package var lastSent: UInt64 = 0
    /// The value of `countable` at the head.
    package var countable: UInt64 = 0
    /// The caller hid everything up to this position. The first visible position is max(joined - earlier, cleared + 1).
    package var cleared: UInt64 = 0
    /// The position of the last Hidden of this conversation in the caller's user log; 0 if there is none.
    package var hidden: UInt64 = 0
    /// The number of unread messages that mention the caller or everyone.
    package var mentions: UInt64 = 0
    /// The position of the first such message; 0 if there is none.
    package var firstMention: UInt64 = 0
    /// The time of the entry at the head.
    package var time: Int64 = 0
    /// The attributes, which all members see, in ascending byte order of keys.
    package var attributes: [Wire.Attribute] = []
    /// How the group is run; absent as long as nothing of it was changed.
    @Apart package var rules: Wire.GroupRules? = nil
    /// The caller may not write before this time, in milliseconds since 1970; 0 if the caller is not silenced, -1 if
    /// the caller is a speaker.
    package var silencedUntil: Int64 = 0
    /// How many entries before `joined` the caller may read besides. They do not count as unread.
    package var earlier: UInt64 = 0
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
      attributes: [Wire.Attribute] = [],
      rules: Wire.GroupRules? = nil,
      silencedUntil: Int64 = 0,
      earlier: UInt64 = 0
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
      self.rules = rules
      self.silencedUntil = silencedUntil
      self.earlier = earlier
    }
  }
}

extension Wire {
  package struct Member: Equatable, Sendable {
    package var user: String = ""
    package var role: Wire.Role = Wire.Role()
    /// The position at which the user became a member.
    package var joined: UInt64 = 0
    /// The read marker. For other members than the caller, without quiet reading.
    package var read: UInt64 = 0
    /// The delivered marker: a device of the member holds the log up to this position.
    package var delivered: UInt64 = 0
    /// In answers to ListReceipts: the time at which the member read the message. 0 if the member has not read it, read it
    /// quietly, or the server no longer knows the time.
    package var readAt: Int64 = 0
    /// The member may not write before this time, in milliseconds since 1970; 0 if the member is not silenced, -1 for
    /// a speaker.
    package var silencedUntil: Int64 = 0
    /// The member's name in the group; empty if there is none.
    package var nickname: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      role: Wire.Role = Wire.Role(),
      joined: UInt64 = 0,
      read: UInt64 = 0,
      delivered: UInt64 = 0,
      readAt: Int64 = 0,
      silencedUntil: Int64 = 0,
      nickname: String = ""
    ) {
      self.user = user
      self.role = role
      self.joined = joined
      self.read = read
      self.delivered = delivered
      self.readAt = readAt
      self.silencedUntil = silencedUntil
      self.nickname = nickname
    }
  }
}

extension Wire {
  /// The kind of device. The server limits how many devices of each class a user may have connected. One more
  /// device closes the oldest of its class.
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
  /// The kind of an annotation. It belongs either to one member or to the message.
  package struct AnnotationKind: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    /// Belongs to the member who set it. The key is usually an emoji: 1 to 64 bytes in Unicode's normal form C, without
    /// control characters. Has no value.
    package static var reaction: Self { Self(rawValue: 1) }
    /// Belongs to the message. Any member may set it if the sender made the message expandable; the last writer
    /// of a key wins. A key is 1 to 32 characters of [A-Za-z0-9+=_-].
    package static var property: Self { Self(rawValue: 2) }
    /// Belongs to the member who set it, on a message of type `poll`. The key is the index of a choice, from 0. Has no value.
    package static var vote: Self { Self(rawValue: 3) }
    /// Belongs to the message: it is pinned to its conversation. Key and value are empty. A directed message cannot be pinned.
    package static var pin: Self { Self(rawValue: 4) }
    /// Belongs to the message: its sender closed the poll, which accepts no more votes. Key and value are empty. Cannot be
    /// removed.
    package static var closing: Self { Self(rawValue: 5) }
    /// Belongs to the message: the number of its replies, under the empty key. The server counts it from messages;
    /// no request sets it.
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

    /// All recipients of the message, without its sender.
    package static var any: Self { Self(rawValue: 0) }
    package static var read: Self { Self(rawValue: 1) }
    package static var unread: Self { Self(rawValue: 2) }
    /// Received. A message that was read counts as received.
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
  /// A kind of relation. A relation can be of several kinds.
  package struct RelationKind: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// To read relations of all kinds, as a device does that begins anew.
    package static var any: Self { Self(rawValue: 0) }
    /// Users whom the caller blocks.
    package static var blocked: Self { Self(rawValue: 1) }
    /// Users on the caller's allow list.
    package static var allowed: Self { Self(rawValue: 2) }
    /// The caller's relation to oneself, if only allowed users may write to the caller.
    package static var onlyAllowed: Self { Self(rawValue: 3) }
    /// Friends of the caller.
    package static var friend: Self { Self(rawValue: 4) }
    /// Users whom the caller has asked to become friends, and who have not answered.
    package static var asked: Self { Self(rawValue: 5) }
    /// Users who have asked the caller, and wait for an answer.
    package static var asks: Self { Self(rawValue: 6) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("RELATION_KIND_ANY", 0),
      ("RELATION_KIND_BLOCKED", 1),
      ("RELATION_KIND_ALLOWED", 2),
      ("RELATION_KIND_ONLY_ALLOWED", 3),
      ("RELATION_KIND_FRIEND", 4),
      ("RELATION_KIND_ASKED", 5),
      ("RELATION_KIND_ASKS", 6),
    ]
  }
}

extension Wire {
  /// The users who are permitted to do something.
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
    /// The owner and the admins of the group.
    package static var admins: Self { Self(rawValue: 6) }
    package static var senderOrAdmins: Self { Self(rawValue: 7) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("PERMITTED_UNSPECIFIED", 0),
      ("PERMITTED_NOBODY", 1),
      ("PERMITTED_SENDER", 2),
      ("PERMITTED_OWNER", 3),
      ("PERMITTED_SENDER_OR_OWNER", 4),
      ("PERMITTED_MEMBERS", 5),
      ("PERMITTED_ADMINS", 6),
      ("PERMITTED_SENDER_OR_ADMINS", 7),
    ]
  }
}

extension Wire {
  /// The end of a scheduled message.
  package struct ScheduleEnd: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    /// It was sent.
    package static var sent: Self { Self(rawValue: 1) }
    package static var cancelled: Self { Self(rawValue: 2) }
    /// It was dropped: at its time the user was no longer permitted to send it.
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
  /// The priority of a message under load.
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
  /// The state of an application to join a group.
  package struct ApplicationState: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    package static var pending: Self { Self(rawValue: 1) }
    package static var withdrawn: Self { Self(rawValue: 2) }
    package static var refused: Self { Self(rawValue: 3) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("APPLICATION_STATE_UNSPECIFIED", 0),
      ("APPLICATION_STATE_PENDING", 1),
      ("APPLICATION_STATE_WITHDRAWN", 2),
      ("APPLICATION_STATE_REFUSED", 3),
    ]
  }
}

extension Wire {
  /// How the users of an app become friends.
  package struct FriendPolicy: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    /// Only the app's server makes friends.
    package static var off: Self { Self(rawValue: 1) }
    /// One user asks, and the other one accepts or declines.
    package static var withConsent: Self { Self(rawValue: 2) }
    /// A request is accepted at once.
    package static var withoutConsent: Self { Self(rawValue: 3) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("FRIEND_POLICY_UNSPECIFIED", 0),
      ("FRIEND_POLICY_OFF", 1),
      ("FRIEND_POLICY_WITH_CONSENT", 2),
      ("FRIEND_POLICY_WITHOUT_CONSENT", 3),
    ]
  }
}

extension Wire {
  /// Who sees a profile beyond name and picture, and finds it by account number.
  package struct ProfileVisibility: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    /// As the app decides for users who did not choose.
    package static var app: Self { Self(rawValue: 1) }
    package static var nobody: Self { Self(rawValue: 2) }
    package static var everyone: Self { Self(rawValue: 3) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("PROFILE_VISIBILITY_UNSPECIFIED", 0),
      ("PROFILE_VISIBILITY_APP", 1),
      ("PROFILE_VISIBILITY_NOBODY", 2),
      ("PROFILE_VISIBILITY_EVERYONE", 3),
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
    package static var admin: Self { Self(rawValue: 3) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("ROLE_UNSPECIFIED", 0),
      ("ROLE_MEMBER", 1),
      ("ROLE_OWNER", 2),
      ("ROLE_ADMIN", 3),
    ]
  }
}
