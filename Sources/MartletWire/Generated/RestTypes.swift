// Generated from rest.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

extension Wire {
  /// POST /v1/users: creates the user unless it exists. Answered by User.
  package struct CreateUser: Equatable, Sendable {
    /// 1 to 64 bytes of [A-Za-z0-9_.@+=-].
    package var user: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = ""
    ) {
      self.user = user
    }
  }
}

extension Wire {
  package struct User: Equatable, Sendable {
    package var user: String = ""
    /// False if the user existed already.
    package var created: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      created: Bool = false
    ) {
      self.user = user
      self.created = created
    }
  }
}

extension Wire {
  /// POST /v1/users/profile: changes the profile of an existing user, as ChangeProfile of martlet.proto does, and its account
  /// number. Answered by Profile.
  package struct SetProfile: Equatable, Sendable {
    package var user: String = ""
    /// The fields to change, each at most once; an empty value removes the field.
    package var fields: [Wire.ProfileField] = []
    /// Unspecified leaves the visibility as it is.
    package var visibility: Wire.ProfileVisibility = Wire.ProfileVisibility()
    /// The account number: up to 32 letters and digits, of one user of the app at most. Empty removes it, and without the field it
    /// stays as it is.
    package var number: String? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      fields: [Wire.ProfileField] = [],
      visibility: Wire.ProfileVisibility = Wire.ProfileVisibility(),
      number: String? = nil
    ) {
      self.user = user
      self.fields = fields
      self.visibility = visibility
      self.number = number
    }
  }
}

extension Wire {
  /// POST /v1/users/import: creates users unless they exist, and changes their profiles. Answered by ImportedUsers.
  package struct ImportUsers: Equatable, Sendable {
    /// Up to 200 users, each at most once. Fields that are left out stay as they are.
    package var users: [Wire.SetProfile] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [Wire.SetProfile] = []
    ) {
      self.users = users
    }
  }
}

extension Wire {
  /// What became of each user, in the order of the request.
  package struct ImportedUsers: Equatable, Sendable {
    package var users: [Wire.ImportedUser] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [Wire.ImportedUser] = []
    ) {
      self.users = users
    }
  }
}

extension Wire {
  package struct ImportedUser: Equatable, Sendable {
    package var user: String = ""
    /// False if the user existed already.
    package var created: Bool = false
    /// The reason why the profile was not changed, or the user not created.
    @Apart package var failure: Wire.Failure? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      created: Bool = false,
      failure: Wire.Failure? = nil
    ) {
      self.user = user
      self.created = created
      self.failure = failure
    }
  }
}

extension Wire {
  /// POST /v1/users/suspend: closes all connections of a user, and refuses new ones until a moment. Answered by Suspension.
  package struct SuspendUser: Equatable, Sendable {
    package var user: String = ""
    /// Milliseconds since 1970, at most 253402300799999 (the year 9999), which means for ever. A moment in the past, such as 0, lifts
    /// the suspension.
    package var until: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      until: Int64 = 0
    ) {
      self.user = user
      self.until = until
    }
  }
}

extension Wire {
  package struct Suspension: Equatable, Sendable {
    package var user: String = ""
    /// Milliseconds since 1970; 0 if the user is not suspended.
    package var until: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      until: Int64 = 0
    ) {
      self.user = user
      self.until = until
    }
  }
}

extension Wire {
  /// POST /v1/users/suspended: lists the users who are suspended now, in the order of their ids. Answered by Suspensions.
  package struct ListSuspended: Equatable, Sendable {
    /// The last user of the page before; empty for the first page.
    package var after: String = ""
    /// 0 means 100.
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
  package struct Suspensions: Equatable, Sendable {
    package var users: [Wire.Suspension] = []
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [Wire.Suspension] = [],
      more: Bool = false
    ) {
      self.users = users
      self.more = more
    }
  }
}

extension Wire {
  /// POST /v1/users/groups: lists the groups of a user, latest change first. Answered by UserGroups.
  package struct ListUserGroups: Equatable, Sendable {
    package var user: String = ""
    /// `next` of the page before; 0 for the first page.
    package var before: UInt64 = 0
    /// 0 means 100.
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      before: UInt64 = 0,
      limit: UInt32 = 0
    ) {
      self.user = user
      self.before = before
      self.limit = limit
    }
  }
}

extension Wire {
  package struct UserGroups: Equatable, Sendable {
    package var groups: [Wire.UserGroup] = []
    /// Where the next page begins; 0 if there is none.
    package var next: UInt64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      groups: [Wire.UserGroup] = [],
      next: UInt64 = 0
    ) {
      self.groups = groups
      self.next = next
    }
  }
}

extension Wire {
  package struct UserGroup: Equatable, Sendable {
    package var conversation: String = ""
    package var title: String = ""
    package var role: Wire.Role = Wire.Role()
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      title: String = "",
      role: Wire.Role = Wire.Role()
    ) {
      self.conversation = conversation
      self.title = title
      self.role = role
    }
  }
}

extension Wire {
  /// POST /v1/users/groups/sync: makes a user a member of these groups and of no others. Answered by SyncedGroups.
  package struct SyncGroups: Equatable, Sendable {
    package var user: String = ""
    /// Recognises retries, as in requests of users.
    package var clientId: String = ""
    /// Up to `limits.users_per_request` ids, such as `group:team`. The groups must exist, unless `makes` is set.
    package var groups: [String] = []
    /// Make the groups that do not exist, with the user as their owner.
    package var makes: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      clientId: String = "",
      groups: [String] = [],
      makes: Bool = false
    ) {
      self.user = user
      self.clientId = clientId
      self.groups = groups
      self.makes = makes
    }
  }
}

extension Wire {
  /// What was done; a group in which the user was and stays is not named.
  package struct SyncedGroups: Equatable, Sendable {
    package var groups: [Wire.SyncedGroup] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      groups: [Wire.SyncedGroup] = []
    ) {
      self.groups = groups
    }
  }
}

extension Wire {
  package struct SyncedGroup: Equatable, Sendable {
    package var conversation: String = ""
    /// Whether the user was to become a member, or to stop being one.
    package var joins: Bool = false
    /// The reason why nothing was done.
    @Apart package var failure: Wire.Failure? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      joins: Bool = false,
      failure: Wire.Failure? = nil
    ) {
      self.conversation = conversation
      self.joins = joins
      self.failure = failure
    }
  }
}

extension Wire {
  /// POST /v1/users/relations/set: sets or unsets a kind of relation for a user, as SetRelations of martlet.proto does. Answered by
  /// Changed. `FRIEND` makes users friends, without a request and whatever `limits.friends` is.
  package struct SetUserRelations: Equatable, Sendable {
    /// The user whose relations they are.
    package var user: String = ""
    /// The others, at most `limits.users_per_request`; none for `ONLY_ALLOWED`.
    package var users: [String] = []
    /// Any kind but `ANY`, `ASKED` and `ASKS`.
    package var kind: Wire.RelationKind = Wire.RelationKind()
    /// Whether the relations are of this kind from now on.
    package var set: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      users: [String] = [],
      kind: Wire.RelationKind = Wire.RelationKind(),
      set: Bool = false
    ) {
      self.user = user
      self.users = users
      self.kind = kind
      self.set = set
    }
  }
}

extension Wire {
  /// POST /v1/users/relations: lists the users to whom a user has a kind of relation, in the order of their ids. Answered by
  /// UserRelations.
  package struct ListUserRelations: Equatable, Sendable {
    package var user: String = ""
    /// Any kind but `ANY`. `ONLY_ALLOWED` gives the user itself if only allowed users may write to the user, and nobody otherwise.
    package var kind: Wire.RelationKind = Wire.RelationKind()
    /// The last user of the page before; empty for the first page.
    package var after: String = ""
    /// 0 means 100.
    package var limit: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      kind: Wire.RelationKind = Wire.RelationKind(),
      after: String = "",
      limit: UInt32 = 0
    ) {
      self.user = user
      self.kind = kind
      self.after = after
      self.limit = limit
    }
  }
}

extension Wire {
  package struct UserRelations: Equatable, Sendable {
    package var users: [String] = []
    package var more: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      users: [String] = [],
      more: Bool = false
    ) {
      self.users = users
      self.more = more
    }
  }
}

extension Wire {
  /// POST /v1/messages/send: sends a message to each of some conversations, as a user or as the app. Answered by SentMessages.
  package struct SendMessages: Equatable, Sendable {
    /// The sender: any user of the app, or empty for the app itself. In a direct or system conversation it is one of the two.
    package var user: String = ""
    /// The message, without a conversation. Its `client_id` recognises retries, in each conversation by itself.
    @Apart package var message: Wire.Send? = nil
    /// The conversations, at most `limits.users_per_request`, each at most once. `direct:bob` and `system:bob` stand for the
    /// conversation of the sender with bob. A message with `reply_to` has one conversation.
    package var conversations: [String] = []
    /// Whether the sender needs the rights that a client of the sender would need: to be a member who may write, and not to be
    /// blocked. Otherwise the app's rights are enough. A message of the app has no rights to ask for.
    package var checked: Bool = false
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      message: Wire.Send? = nil,
      conversations: [String] = [],
      checked: Bool = false
    ) {
      self.user = user
      self.message = message
      self.conversations = conversations
      self.checked = checked
    }
  }
}

extension Wire {
  /// What became of each message, in the order of the request.
  package struct SentMessages: Equatable, Sendable {
    package var messages: [Wire.SentMessage] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      messages: [Wire.SentMessage] = []
    ) {
      self.messages = messages
    }
  }
}

extension Wire {
  package struct SentMessage: Equatable, Sendable {
    package var conversation: String = ""
    package var seq: UInt64 = 0
    package var time: Int64 = 0
    /// The reason why nothing was stored.
    @Apart package var failure: Wire.Failure? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      conversation: String = "",
      seq: UInt64 = 0,
      time: Int64 = 0,
      failure: Wire.Failure? = nil
    ) {
      self.conversation = conversation
      self.seq = seq
      self.time = time
      self.failure = failure
    }
  }
}

extension Wire {
  /// POST /v1/messages/edit: replaces the content of a message, as Edit of martlet.proto does. Answered by Appended.
  package struct EditMessage: Equatable, Sendable {
    /// Who is shown as the one who did it; empty for the app.
    package var user: String = ""
    @Apart package var edit: Wire.Edit? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      edit: Wire.Edit? = nil
    ) {
      self.user = user
      self.edit = edit
    }
  }
}

extension Wire {
  /// POST /v1/messages/recall: recalls a message, as Recall of martlet.proto does, however long ago it was sent. Answered by Appended.
  package struct RecallMessage: Equatable, Sendable {
    /// Who is shown as the one who did it; empty for the app.
    package var user: String = ""
    @Apart package var recall: Wire.Recall? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      recall: Wire.Recall? = nil
    ) {
      self.user = user
      self.recall = recall
    }
  }
}

extension Wire {
  /// POST /v1/messages/annotate: sets or removes annotations of a message, as Annotate of martlet.proto does. Answered by Appended, or
  /// by Done if nothing changes.
  package struct AnnotateMessage: Equatable, Sendable {
    /// Who is shown as the one who did it; empty for the app, which has no reactions and votes.
    package var user: String = ""
    @Apart package var annotate: Wire.Annotate? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      annotate: Wire.Annotate? = nil
    ) {
      self.user = user
      self.annotate = annotate
    }
  }
}

extension Wire {
  /// POST /v1/messages/hide: hides messages from a user on all devices, as Hide of martlet.proto does. Answered by Changed.
  package struct HideMessages: Equatable, Sendable {
    package var user: String = ""
    package var hide: Wire.Hide? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      hide: Wire.Hide? = nil
    ) {
      self.user = user
      self.hide = hide
    }
  }
}

extension Wire {
  /// POST /v1/messages: reads entries of a conversation. Answered by Entries.
  package struct ListEntries: Equatable, Sendable {
    /// Whose view to take: without what was said before the user's joining, what is directed to others and what the user hid. Empty
    /// for all of the log.
    package var user: String = ""
    @Apart package var fetch: Wire.FetchEntries? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      fetch: Wire.FetchEntries? = nil
    ) {
      self.user = user
      self.fetch = fetch
    }
  }
}

extension Wire {
  /// POST /v1/users/conversations: reads the conversations of a user, with the unread counts. Answered by Conversations.
  package struct ListUserConversations: Equatable, Sendable {
    package var user: String = ""
    package var list: Wire.ListConversations? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      list: Wire.ListConversations? = nil
    ) {
      self.user = user
      self.list = list
    }
  }
}

extension Wire {
  /// POST /v1/users/read: moves the read marker of a user forward, as MarkRead of martlet.proto does. Answered by Marked.
  package struct MarkUserRead: Equatable, Sendable {
    package var user: String = ""
    package var mark: Wire.MarkRead? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      mark: Wire.MarkRead? = nil
    ) {
      self.user = user
      self.mark = mark
    }
  }
}

extension Wire {
  /// POST /v1/users/settings: reads the settings of a user. Answered by Settings.
  package struct ListUserSettings: Equatable, Sendable {
    package var user: String = ""
    @Apart package var fetch: Wire.FetchSettings? = nil
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      fetch: Wire.FetchSettings? = nil
    ) {
      self.user = user
      self.fetch = fetch
    }
  }
}

extension Wire {
  /// POST /v1/users/settings/change: changes settings of a user, as ChangeSetting of martlet.proto does. Answered by Changed.
  package struct ChangeUserSettings: Equatable, Sendable {
    package var user: String = ""
    /// Each setting at most once.
    package var settings: [Wire.Setting] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      settings: [Wire.Setting] = []
    ) {
      self.user = user
      self.settings = settings
    }
  }
}

extension Wire {
  /// POST /v1/groups: makes a group as CreateGroup of martlet.proto does for a user. Answered by Appended.
  package struct MakeGroup: Equatable, Sendable {
    /// The owner, who is shown as the maker.
    package var owner: String = ""
    package var clientId: String = ""
    package var group: String = ""
    package var title: String = ""
    package var members: [String] = []
    package var attributes: [Wire.Attribute] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      owner: String = "",
      clientId: String = "",
      group: String = "",
      title: String = "",
      members: [String] = [],
      attributes: [Wire.Attribute] = []
    ) {
      self.owner = owner
      self.clientId = clientId
      self.group = group
      self.title = title
      self.members = members
      self.attributes = attributes
    }
  }
}

extension Wire {
  /// POST /v1/tokens: makes a token for an existing user. Answered by Token.
  package struct CreateToken: Equatable, Sendable {
    package var user: String = ""
    /// How long the token is valid, in seconds; 0 means the server's default, a week unless configured.
    package var validSeconds: UInt32 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      validSeconds: UInt32 = 0
    ) {
      self.user = user
      self.validSeconds = validSeconds
    }
  }
}

extension Wire {
  package struct Token: Equatable, Sendable {
    package var token: String = ""
    /// When the token expires, in seconds since 1970.
    package var expires: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      token: String = "",
      expires: Int64 = 0
    ) {
      self.token = token
      self.expires = expires
    }
  }
}

extension Wire {
  /// POST /v1/tokens/revoke: revokes every token of the user issued up to now, or up to a moment in the past. Closes the
  /// sessions opened with a revoked token. Answered by Revoked.
  package struct RevokeTokens: Equatable, Sendable {
    package var user: String = ""
    /// The server refuses tokens issued at or before this moment, in seconds since 1970. 0 or a moment in the future means
    /// now. A moment before that of an earlier revocation changes nothing.
    package var issuedUntil: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      user: String = "",
      issuedUntil: Int64 = 0
    ) {
      self.user = user
      self.issuedUntil = issuedUntil
    }
  }
}

extension Wire {
  package struct Revoked: Equatable, Sendable {
    /// The server refuses tokens issued at or before this moment, in seconds since 1970.
    package var issuedUntil: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      issuedUntil: Int64 = 0
    ) {
      self.issuedUntil = issuedUntil
    }
  }
}

extension Wire {
  /// POST /v1/backup: begins to copy the data directory while the server runs. Answered by Backup.
  package struct CreateBackup: Equatable, Sendable {
    /// The directory to create: an absolute path on the server's machine that does not exist yet. If empty, the server chooses
    /// a place in the data directory.
    package var directory: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      directory: String = ""
    ) {
      self.directory = directory
    }
  }
}

extension Wire {
  /// GET /v1/backup: the progress of the newest backup.
  package struct Backup: Equatable, Sendable {
    /// The directory of the backup.
    package var directory: String = ""
    /// "none" before the first backup, then "running", "done" or "failed".
    package var state: String = ""
    /// Bytes of the tables copied so far.
    package var copiedBytes: UInt64 = 0
    /// Bytes of the tables in all. Grows while the server stores more.
    package var totalBytes: UInt64 = 0
    /// The reason, if the backup failed.
    package var problem: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      directory: String = "",
      state: String = "",
      copiedBytes: UInt64 = 0,
      totalBytes: UInt64 = 0,
      problem: String = ""
    ) {
      self.directory = directory
      self.state = state
      self.copiedBytes = copiedBytes
      self.totalBytes = totalBytes
      self.problem = problem
    }
  }
}

extension Wire {
  /// GET /v1/health
  package struct Health: Equatable, Sendable {
    /// "ok", "starting" or "draining".
    package var status: String = ""
    package var version: String = ""
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      status: String = "",
      version: String = ""
    ) {
      self.status = status
      self.version = version
    }
  }
}

extension Wire {
  /// GET /v1/media/CONVERSATION/SEQ/ID/link: a link to a file of a message, by which anybody may have it until the link expires.
  package struct MediaLink: Equatable, Sendable {
    /// The path and the query.
    package var path: String = ""
    /// Seconds since 1970.
    package var expires: Int64 = 0
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      path: String = "",
      expires: Int64 = 0
    ) {
      self.path = path
      self.expires = expires
    }
  }
}

extension Wire {
  /// GET /v1/media/CONVERSATION/SEQ/ID/facts: of a picture, a video or a recording, as its bytes show it.
  package struct MediaFacts: Equatable, Sendable {
    /// The type by its content, such as `image/jpeg`.
    package var type: String = ""
    /// In pixels, as it is to be shown: turned where the file says so; 0 for a recording.
    package var width: UInt32 = 0
    package var height: UInt32 = 0
    /// How long it plays, in milliseconds; 0 for a picture.
    package var durationMs: UInt64 = 0
    /// The number of pictures in a moving picture; 1 for one that stands, 0 for videos and recordings.
    package var frames: UInt32 = 0
    /// The loudness of a recording from its beginning to its end: up to 64 bytes, each from 0 for silence to 255.
    package var waveform: [UInt8] = []
    package var unknownFields = UnknownFields()

    package init() {}

    package init(
      type: String = "",
      width: UInt32 = 0,
      height: UInt32 = 0,
      durationMs: UInt64 = 0,
      frames: UInt32 = 0,
      waveform: [UInt8] = []
    ) {
      self.type = type
      self.width = width
      self.height = height
      self.durationMs = durationMs
      self.frames = frames
      self.waveform = waveform
    }
  }
}
