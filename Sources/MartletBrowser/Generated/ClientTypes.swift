// Generated from client.proto by Protocol/generate. Do not edit.
// swift-format-ignore-file

import MartletWire

extension Bridge {
  /// An error.
  package struct Failure: Equatable, Sendable {
    /// The name of the code, such as `conversation_unknown` or `not_connected`; see docs/errors.md.
    package var code: String = ""
    /// A sentence in English: the problem, and how to fix it.
    package var message: String = ""
    /// The field of the request that is wrong.
    package var field: String = ""
    package var limit: UInt64 = 0
    package var actual: UInt64 = 0
    /// Milliseconds to wait before the next attempt.
    package var retryAfter: UInt64 = 0
    /// The time at which the refusal ends, in milliseconds since 1970; 0 if the code has none.
    package var until: Int64 = 0

    package init() {}

    package init(
      code: String = "",
      message: String = "",
      field: String = "",
      limit: UInt64 = 0,
      actual: UInt64 = 0,
      retryAfter: UInt64 = 0,
      until: Int64 = 0
    ) {
      self.code = code
      self.message = message
      self.field = field
      self.limit = limit
      self.actual = actual
      self.retryAfter = retryAfter
      self.until = until
    }
  }
}

extension Bridge {
  /// A message or a notice in a conversation's log.
  package struct Message: Equatable, Sendable {
    package var conversation: String = ""
    /// The position in the log: 1, 2, 3 …
    package var position: UInt64 = 0
    /// The user; empty if the server appended the entry.
    package var sender: String = ""
    package var clientId: String = ""
    package var time: Int64 = 0
    /// The content type; empty for a notice and for a recalled message.
    package var type: String = ""
    /// The content as JSON text.
    package var content: String = ""
    /// True if the content was replaced.
    package var edited: Bool = false
    /// True if the content was erased for everyone.
    package var recalled: Bool = false
    /// The user who recalled the message, if that was not its sender.
    package var recalledBy: String = ""
    @Apart package var notice: Bridge.MessageNotice? = nil
    @Apart package var details: Bridge.MessageDetails? = nil
    /// Positions of changes grow: of two values of one message, the one with the larger revision is newer.
    package var revision: UInt64 = 0
    package var reactions: [Bridge.Reaction] = []
    package var poll: Bridge.Poll? = nil
    /// Named values that members may change.
    package var properties: [String: String] = [:]
    package var expandable: Bool = false
    /// The user who pinned the message.
    package var pinnedBy: String = ""
    package var replyCount: UInt32 = 0
    /// Set if the content was erased for everyone.
    @Apart package var recall: Bridge.RecallDetails? = nil
    /// The position of the entry that pinned the message.
    package var pinnedAt: UInt64 = 0

    package init() {}

    package init(
      conversation: String = "",
      position: UInt64 = 0,
      sender: String = "",
      clientId: String = "",
      time: Int64 = 0,
      type: String = "",
      content: String = "",
      edited: Bool = false,
      recalled: Bool = false,
      recalledBy: String = "",
      notice: Bridge.MessageNotice? = nil,
      details: Bridge.MessageDetails? = nil,
      revision: UInt64 = 0,
      reactions: [Bridge.Reaction] = [],
      poll: Bridge.Poll? = nil,
      properties: [String: String] = [:],
      expandable: Bool = false,
      pinnedBy: String = "",
      replyCount: UInt32 = 0,
      recall: Bridge.RecallDetails? = nil,
      pinnedAt: UInt64 = 0
    ) {
      self.conversation = conversation
      self.position = position
      self.sender = sender
      self.clientId = clientId
      self.time = time
      self.type = type
      self.content = content
      self.edited = edited
      self.recalled = recalled
      self.recalledBy = recalledBy
      self.notice = notice
      self.details = details
      self.revision = revision
      self.reactions = reactions
      self.poll = poll
      self.properties = properties
      self.expandable = expandable
      self.pinnedBy = pinnedBy
      self.replyCount = replyCount
      self.recall = recall
      self.pinnedAt = pinnedAt
    }
  }
}

extension Bridge {
  /// A change that the server recorded in the log.
  package struct MessageNotice: Equatable, Sendable {
    /// group_created, members_added, members_removed, conversation_changed, roles_set, members_silenced, speakers_set, users_banned, applied,
    /// applications_refused, member_named, announced, link_made, links_revoked or dismissed.
    package var kind: String = ""
    /// Absent if it did not change.
    package var title: String? = nil
    package var owner: String = ""
    package var users: [String] = []
    package var reason: String = ""
    /// New shared attributes, as JSON; an empty text for one that was removed.
    package var attributes: [String: String] = [:]
    /// Of roles_set: member, admin or owner.
    package var role: String = ""
    /// Of conversation_changed: whether only the owner and the admins may write from here on. Absent if it did not change.
    package var silenced: Bool? = nil
    /// Of members_silenced: when they may write again; 0 at once. Of users_banned: when the ban ends; 0 if it was lifted. Of
    /// applied: when the application ends; 0 if it was withdrawn.
    package var until: Int64 = 0
    /// Of conversation_changed: whether every user who knows the group's id may join it from here on. Absent if it did not change.
    package var open: Bool? = nil
    /// Of members_added: how they came to the group. Absent if nothing is known.
    @Apart package var arrival: Bridge.Arrival? = nil
    /// Of link_made: when it ends and how many it lets in. Absent for the others.
    @Apart package var link: Bridge.JoinLink? = nil
    /// Of links_revoked.
    package var links: [UInt64] = []
    /// Of conversation_changed: how many entries before their joining new members may read from here on. Absent if it did not change.
    package var history: UInt32? = nil
    /// Of users_banned: those of the users who were members, and are not from here on.
    package var removed: [String] = []
    /// Of applied and announced.
    package var text: String = ""
    /// Of member_named: the name.
    package var name: String = ""
    /// Of conversation_changed: whether every user who knows the group's id may apply to join it from here on. Absent if it did not
    /// change.
    package var applications: Bool? = nil

    package init() {}

    package init(
      kind: String = "",
      title: String? = nil,
      owner: String = "",
      users: [String] = [],
      reason: String = "",
      attributes: [String: String] = [:],
      role: String = "",
      silenced: Bool? = nil,
      until: Int64 = 0,
      open: Bool? = nil,
      arrival: Bridge.Arrival? = nil,
      link: Bridge.JoinLink? = nil,
      links: [UInt64] = [],
      history: UInt32? = nil,
      removed: [String] = [],
      text: String = "",
      name: String = "",
      applications: Bool? = nil
    ) {
      self.kind = kind
      self.title = title
      self.owner = owner
      self.users = users
      self.reason = reason
      self.attributes = attributes
      self.role = role
      self.silenced = silenced
      self.until = until
      self.open = open
      self.arrival = arrival
      self.link = link
      self.links = links
      self.history = history
      self.removed = removed
      self.text = text
      self.name = name
      self.applications = applications
    }
  }
}

extension Bridge {
  /// How users became members of a group.
  package struct Arrival: Equatable, Sendable {
    /// The id of the link by which they joined; 0 for none.
    package var link: UInt64 = 0
    /// The user who passed the group on; usually empty.
    package var sharedBy: String = ""
    /// A word of the app for its statistics; usually empty.
    package var way: String = ""
    /// How many earlier entries they may read.
    package var history: UInt64 = 0
    /// They had applied.
    package var accepted: Bool = false

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

extension Bridge {
  /// A link by which users join a group.
  package struct JoinLink: Equatable, Sendable {
    package var id: UInt64 = 0
    /// The user who made it.
    package var by: String = ""
    /// It lets nobody in from this time; 0 for never.
    package var until: Int64 = 0
    /// It lets in this many users; 0 for any number.
    package var uses: UInt32 = 0
    /// It has let in this many.
    package var used: UInt32 = 0
    /// The text by which users join; empty in notices.
    package var code: String = ""

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

extension Bridge {
  package struct Links: Equatable, Sendable {
    package var links: [Bridge.JoinLink] = []

    package init() {}

    package init(
      links: [Bridge.JoinLink] = []
    ) {
      self.links = links
    }
  }
}

extension Bridge {
  /// A user who can neither join a group nor be added to it.
  package struct GroupBan: Equatable, Sendable {
    package var user: String = ""
    /// The user who banned this one.
    package var by: String = ""
    package var since: Int64 = 0
    /// When the ban ends; 0 if it ends only by being lifted.
    package var until: Int64 = 0
    package var reason: String = ""

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

extension Bridge {
  package struct GroupBans: Equatable, Sendable {
    package var bans: [Bridge.GroupBan] = []

    package init() {}

    package init(
      bans: [Bridge.GroupBan] = []
    ) {
      self.bans = bans
    }
  }
}

extension Bridge {
  /// A user who wants to join a group.
  package struct Application: Equatable, Sendable {
    package var user: String = ""
    package var since: Int64 = 0
    package var until: Int64 = 0
    package var text: String = ""

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

extension Bridge {
  package struct Applications: Equatable, Sendable {
    package var applications: [Bridge.Application] = []

    package init() {}

    package init(
      applications: [Bridge.Application] = []
    ) {
      self.applications = applications
    }
  }
}

extension Bridge {
  /// A text about a group, for all its members.
  package struct Announcement: Equatable, Sendable {
    package var text: String = ""
    package var by: String = ""
    package var time: Int64 = 0
    package var position: UInt64 = 0

    package init() {}

    package init(
      text: String = "",
      by: String = "",
      time: Int64 = 0,
      position: UInt64 = 0
    ) {
      self.text = text
      self.by = by
      self.time = time
      self.position = position
    }
  }
}

extension Bridge {
  package struct Announcements: Equatable, Sendable {
    package var announcements: [Bridge.Announcement] = []
    /// Where the next page begins; empty at the end.
    package var next: String = ""

    package init() {}

    package init(
      announcements: [Bridge.Announcement] = [],
      next: String = ""
    ) {
      self.announcements = announcements
      self.next = next
    }
  }
}

extension Bridge {
  /// The user's own application to join a group changed.
  package struct ApplicationChanged: Equatable, Sendable {
    package var conversation: String = ""
    /// pending, withdrawn or refused.
    package var state: String = ""
    /// The time at which a pending application ends.
    package var until: Int64 = 0
    /// Who refused the application, and why.
    package var by: String = ""
    package var reason: String = ""

    package init() {}

    package init(
      conversation: String = "",
      state: String = "",
      until: Int64 = 0,
      by: String = "",
      reason: String = ""
    ) {
      self.conversation = conversation
      self.state = state
      self.until = until
      self.by = by
      self.reason = reason
    }
  }
}

extension Bridge {
  /// A group as those see it who may join it.
  package struct GroupCard: Equatable, Sendable {
    package var conversation: String = ""
    package var title: String = ""
    package var memberCount: UInt32 = 0
    package var owner: String = ""
    /// Shared attributes, as JSON.
    package var attributes: [String: String] = [:]
    /// The user is a member already.
    package var member: Bool = false
    /// The user who created the group, who may have left it.
    package var creator: String = ""
    /// Every user who knows its id may join it.
    package var open: Bool = false
    /// Every user who knows its id may apply to join it.
    package var applications: Bool = false
    /// When the user's application ends; 0 if there is none.
    package var appliedUntil: Int64 = 0

    package init() {}

    package init(
      conversation: String = "",
      title: String = "",
      memberCount: UInt32 = 0,
      owner: String = "",
      attributes: [String: String] = [:],
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

extension Bridge {
  package struct Reaction: Equatable, Sendable {
    package var key: String = ""
    package var count: UInt32 = 0
    /// True if the user is among them.
    package var mine: Bool = false

    package init() {}

    package init(
      key: String = "",
      count: UInt32 = 0,
      mine: Bool = false
    ) {
      self.key = key
      self.count = count
      self.mine = mine
    }
  }
}

extension Bridge {
  package struct Poll: Equatable, Sendable {
    package var votes: [Bridge.Vote] = []
    package var closed: Bool = false

    package init() {}

    package init(
      votes: [Bridge.Vote] = [],
      closed: Bool = false
    ) {
      self.votes = votes
      self.closed = closed
    }
  }
}

extension Bridge {
  package struct Vote: Equatable, Sendable {
    /// The choice's index: 0, 1 …
    package var choice: UInt32 = 0
    package var count: UInt32 = 0
    package var mine: Bool = false

    package init() {}

    package init(
      choice: UInt32 = 0,
      count: UInt32 = 0,
      mine: Bool = false
    ) {
      self.choice = choice
      self.count = count
      self.mine = mine
    }
  }
}

extension Bridge {
  /// The optional fields of a message.
  package struct MessageDetails: Equatable, Sendable {
    package var mentions: [String] = []
    package var mentionsAll: Bool = false
    /// The text of a notification about the mention.
    package var mentionText: String = ""
    /// Free text of the app.
    package var extra: String = ""
    /// Only these members see the message.
    package var directedTo: [String] = []
    /// The position of the message that this one replies to.
    package var replyTo: UInt64 = 0
    /// The sender's display name.
    package var senderName: String = ""
    package var senderPicture: String = ""
    /// Text to show for a type that the receiver does not know.
    package var text: String = ""
    /// The app's own JSON about the sender.
    package var senderExtra: String = ""
    /// low or high; empty for normal.
    package var priority: String = ""
    /// The notification for members who are offline.
    @Apart package var push: Bridge.PushDetails? = nil
    package var policy: Bridge.MessagePolicy? = nil
    /// True if members may set properties of the message.
    package var expandable: Bool = false
    /// The properties of a new message that is expandable.
    package var properties: [String: String] = [:]

    package init() {}

    package init(
      mentions: [String] = [],
      mentionsAll: Bool = false,
      mentionText: String = "",
      extra: String = "",
      directedTo: [String] = [],
      replyTo: UInt64 = 0,
      senderName: String = "",
      senderPicture: String = "",
      text: String = "",
      senderExtra: String = "",
      priority: String = "",
      push: Bridge.PushDetails? = nil,
      policy: Bridge.MessagePolicy? = nil,
      expandable: Bool = false,
      properties: [String: String] = [:]
    ) {
      self.mentions = mentions
      self.mentionsAll = mentionsAll
      self.mentionText = mentionText
      self.extra = extra
      self.directedTo = directedTo
      self.replyTo = replyTo
      self.senderName = senderName
      self.senderPicture = senderPicture
      self.text = text
      self.senderExtra = senderExtra
      self.priority = priority
      self.push = push
      self.policy = policy
      self.expandable = expandable
      self.properties = properties
    }
  }
}

extension Bridge {
  package struct PushDetails: Equatable, Sendable {
    /// True to send no notification.
    package var disabled: Bool = false
    package var title: String = ""
    package var text: String = ""
    /// Data for the app, not shown.
    package var data: String = ""

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

extension Bridge {
  /// How the server treats a message; the default of the content type if a field is absent.
  package struct MessagePolicy: Equatable, Sendable {
    /// Whether it counts as unread.
    package var counted: Bool? = nil
    /// Whether it becomes the conversation's last message.
    package var listed: Bool? = nil
    /// Whether it is pushed to connected members at once.
    package var live: Bool? = nil
    /// Whether members who are offline get a notification.
    package var pushed: Bool? = nil

    package init() {}

    package init(
      counted: Bool? = nil,
      listed: Bool? = nil,
      live: Bool? = nil,
      pushed: Bool? = nil
    ) {
      self.counted = counted
      self.listed = listed
      self.live = live
      self.pushed = pushed
    }
  }
}

extension Bridge {
  /// The optional fields of a recall.
  package struct RecallDetails: Equatable, Sendable {
    /// True to show nothing in the message's place.
    package var silent: Bool = false
    package var senderName: String = ""
    package var senderPicture: String = ""
    package var senderExtra: String = ""
    /// The app's own JSON.
    package var extra: String = ""
    @Apart package var push: Bridge.PushDetails? = nil

    package init() {}

    package init(
      silent: Bool = false,
      senderName: String = "",
      senderPicture: String = "",
      senderExtra: String = "",
      extra: String = "",
      push: Bridge.PushDetails? = nil
    ) {
      self.silent = silent
      self.senderName = senderName
      self.senderPicture = senderPicture
      self.senderExtra = senderExtra
      self.extra = extra
      self.push = push
    }
  }
}

extension Bridge {
  /// A conversation as the list shows it.
  package struct Conversation: Equatable, Sendable {
    package var id: String = ""
    package var title: String = ""
    package var owner: String = ""
    /// The other user of a direct conversation.
    package var peer: String = ""
    package var memberCount: UInt32 = 0
    /// The newest position.
    package var head: UInt64 = 0
    /// The first position that the user may see.
    package var first: UInt64 = 0
    package var readUpTo: UInt64 = 0
    package var unread: UInt32 = 0
    package var unreadMentions: UInt32 = 0
    @Apart package var lastMessage: Bridge.Message? = nil
    package var lastActivity: Int64 = 0
    /// Shared attributes, as JSON.
    package var attributes: [String: String] = [:]
    @Apart package var settings: Bridge.ConversationSettings? = nil
    /// The group's admins, in ascending order.
    package var admins: [String] = []
    /// Only the owner and the admins may write.
    package var silenced: Bool = false
    /// The user may not write before this time, unless the user is the owner or an admin; 0 if nobody silenced the user.
    package var silencedUntil: Int64 = 0
    /// The user may write even while the group is silenced.
    package var speaker: Bool = false
    /// Every user who knows the group's id may join it.
    package var open: Bool = false
    /// The owner has dismissed the group: it can only be read, and left.
    package var dismissed: Bool = false
    /// How many entries before their joining new members may read; absent for the server's default.
    package var history: UInt32? = nil
    /// The user's own role: member, admin or owner; empty before the first connection.
    package var role: String = ""
    /// Every user who knows the group's id may apply to join it.
    package var applications: Bool = false
    /// Absent if there is none.
    @Apart package var announcement: Bridge.Announcement? = nil

    package init() {}

    package init(
      id: String = "",
      title: String = "",
      owner: String = "",
      peer: String = "",
      memberCount: UInt32 = 0,
      head: UInt64 = 0,
      first: UInt64 = 0,
      readUpTo: UInt64 = 0,
      unread: UInt32 = 0,
      unreadMentions: UInt32 = 0,
      lastMessage: Bridge.Message? = nil,
      lastActivity: Int64 = 0,
      attributes: [String: String] = [:],
      settings: Bridge.ConversationSettings? = nil,
      admins: [String] = [],
      silenced: Bool = false,
      silencedUntil: Int64 = 0,
      speaker: Bool = false,
      open: Bool = false,
      dismissed: Bool = false,
      history: UInt32? = nil,
      role: String = "",
      applications: Bool = false,
      announcement: Bridge.Announcement? = nil
    ) {
      self.id = id
      self.title = title
      self.owner = owner
      self.peer = peer
      self.memberCount = memberCount
      self.head = head
      self.first = first
      self.readUpTo = readUpTo
      self.unread = unread
      self.unreadMentions = unreadMentions
      self.lastMessage = lastMessage
      self.lastActivity = lastActivity
      self.attributes = attributes
      self.settings = settings
      self.admins = admins
      self.silenced = silenced
      self.silencedUntil = silencedUntil
      self.speaker = speaker
      self.open = open
      self.dismissed = dismissed
      self.history = history
      self.role = role
      self.applications = applications
      self.announcement = announcement
    }
  }
}

extension Bridge {
  /// The user's own settings of a conversation.
  package struct ConversationSettings: Equatable, Sendable {
    /// The time of pinning; 0 if it is not pinned.
    package var pinnedAt: Int64 = 0
    /// all, mentions, mentions_me, mentions_all or none; empty for the default.
    package var level: String = ""
    package var muted: Bool = false
    /// The user's own name for the conversation.
    package var alias: String = ""
    @Apart package var draft: Bridge.Draft? = nil
    package var tags: [String] = []
    package var removedUpTo: UInt64 = 0
    /// The notification sound, by a name that the app defines.
    package var ringTone: String = ""
    /// The app's own attributes for this user, as JSON.
    package var attributes: [String: String] = [:]
    /// The flags, whose bits the app defines, in decimal digits.
    package var flags: String = ""
    /// True if the pin counts as activity.
    package var pinCountsAsActivity: Bool = false
    /// The tags with their times, by tag.
    package var taggings: [Bridge.Tagging] = []

    package init() {}

    package init(
      pinnedAt: Int64 = 0,
      level: String = "",
      muted: Bool = false,
      alias: String = "",
      draft: Bridge.Draft? = nil,
      tags: [String] = [],
      removedUpTo: UInt64 = 0,
      ringTone: String = "",
      attributes: [String: String] = [:],
      flags: String = "",
      pinCountsAsActivity: Bool = false,
      taggings: [Bridge.Tagging] = []
    ) {
      self.pinnedAt = pinnedAt
      self.level = level
      self.muted = muted
      self.alias = alias
      self.draft = draft
      self.tags = tags
      self.removedUpTo = removedUpTo
      self.ringTone = ringTone
      self.attributes = attributes
      self.flags = flags
      self.pinCountsAsActivity = pinCountsAsActivity
      self.taggings = taggings
    }
  }
}

extension Bridge {
  /// A tag of a conversation.
  package struct Tagging: Equatable, Sendable {
    package var tag: String = ""
    /// The time of tagging.
    package var time: Int64 = 0
    /// The time of pinning within the tag; 0 if the conversation is not pinned there.
    package var pinnedAt: Int64 = 0

    package init() {}

    package init(
      tag: String = "",
      time: Int64 = 0,
      pinnedAt: Int64 = 0
    ) {
      self.tag = tag
      self.time = time
      self.pinnedAt = pinnedAt
    }
  }
}

extension Bridge {
  package struct Draft: Equatable, Sendable {
    package var text: String = ""
    package var time: Int64 = 0
    package var replyTo: UInt64 = 0
    /// True to keep the draft on this device only.
    package var local: Bool = false
    package var mentions: [String] = []
    package var mentionsAll: Bool = false
    package var mentionText: String = ""
    /// The app's own JSON.
    package var extra: String = ""

    package init() {}

    package init(
      text: String = "",
      time: Int64 = 0,
      replyTo: UInt64 = 0,
      local: Bool = false,
      mentions: [String] = [],
      mentionsAll: Bool = false,
      mentionText: String = "",
      extra: String = ""
    ) {
      self.text = text
      self.time = time
      self.replyTo = replyTo
      self.local = local
      self.mentions = mentions
      self.mentionsAll = mentionsAll
      self.mentionText = mentionText
      self.extra = extra
    }
  }
}

extension Bridge {
  package struct Member: Equatable, Sendable {
    package var user: String = ""
    /// member, admin or owner.
    package var role: String = ""
    package var joined: UInt64 = 0
    package var readUpTo: UInt64 = 0
    package var deliveredUpTo: UInt64 = 0
    /// In lists of readers, the time when the member read the message; 0 if it is not known.
    package var readAt: Int64 = 0
    /// The member may not write before this time; 0 if nobody silenced the member.
    package var silencedUntil: Int64 = 0
    /// The member may write even while the group is silenced.
    package var speaker: Bool = false
    /// The member's name in the group; empty if there is none.
    package var nickname: String = ""

    package init() {}

    package init(
      user: String = "",
      role: String = "",
      joined: UInt64 = 0,
      readUpTo: UInt64 = 0,
      deliveredUpTo: UInt64 = 0,
      readAt: Int64 = 0,
      silencedUntil: Int64 = 0,
      speaker: Bool = false,
      nickname: String = ""
    ) {
      self.user = user
      self.role = role
      self.joined = joined
      self.readUpTo = readUpTo
      self.deliveredUpTo = deliveredUpTo
      self.readAt = readAt
      self.silencedUntil = silencedUntil
      self.speaker = speaker
      self.nickname = nickname
    }
  }
}

extension Bridge {
  /// How many members have a message.
  package struct Receipt: Equatable, Sendable {
    package var position: UInt64 = 0
    package var members: UInt32 = 0
    package var read: UInt32 = 0
    package var delivered: UInt32 = 0

    package init() {}

    package init(
      position: UInt64 = 0,
      members: UInt32 = 0,
      read: UInt32 = 0,
      delivered: UInt32 = 0
    ) {
      self.position = position
      self.members = members
      self.read = read
      self.delivered = delivered
    }
  }
}

extension Bridge {
  /// An operation in the outbox.
  package struct Pending: Equatable, Sendable {
    /// The client id.
    package var id: String = ""
    /// `direct:USER` or a conversation's id.
    package var to: String = ""
    @Apart package var action: Bridge.Action? = nil
    @Apart package var details: Bridge.MessageDetails? = nil
    package var time: Int64 = 0
    /// Set once the server has stored it; the entry itself is on its way.
    package var position: UInt64 = 0
    /// Set if the server refused it.
    @Apart package var failure: Bridge.Failure? = nil
    /// Set while the file of a message is uploaded, or waits for that.
    package var upload: Bridge.UploadProgress? = nil

    package init() {}

    package init(
      id: String = "",
      to: String = "",
      action: Bridge.Action? = nil,
      details: Bridge.MessageDetails? = nil,
      time: Int64 = 0,
      position: UInt64 = 0,
      failure: Bridge.Failure? = nil,
      upload: Bridge.UploadProgress? = nil
    ) {
      self.id = id
      self.to = to
      self.action = action
      self.details = details
      self.time = time
      self.position = position
      self.failure = failure
      self.upload = upload
    }
  }
}

extension Bridge {
  /// How far the upload of a message's file is, in bytes.
  package struct UploadProgress: Equatable, Sendable {
    package var sent: Int64 = 0
    package var total: Int64 = 0
    package var paused: Bool = false

    package init() {}

    package init(
      sent: Int64 = 0,
      total: Int64 = 0,
      paused: Bool = false
    ) {
      self.sent = sent
      self.total = total
      self.paused = paused
    }
  }
}

extension Bridge {
  /// A change of a conversation's log.
  package struct Action: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
      case send(Bridge.SendAction)
      case edit(Bridge.EditAction)
      case recall(Bridge.RecallAction)
      case annotate(Bridge.AnnotateAction)
    }

    package var action: Action? = nil

    package init() {}

    package init(
      action: Action? = nil
    ) {
      self.action = action
    }
  }
}

extension Bridge {
  package struct SendAction: Equatable, Sendable {
    package var type: String = ""
    /// JSON text.
    package var content: String = ""

    package init() {}

    package init(
      type: String = "",
      content: String = ""
    ) {
      self.type = type
      self.content = content
    }
  }
}

extension Bridge {
  package struct EditAction: Equatable, Sendable {
    package var position: UInt64 = 0
    package var type: String = ""
    package var content: String = ""

    package init() {}

    package init(
      position: UInt64 = 0,
      type: String = "",
      content: String = ""
    ) {
      self.position = position
      self.type = type
      self.content = content
    }
  }
}

extension Bridge {
  package struct RecallAction: Equatable, Sendable {
    package var position: UInt64 = 0
    @Apart package var details: Bridge.RecallDetails? = nil

    package init() {}

    package init(
      position: UInt64 = 0,
      details: Bridge.RecallDetails? = nil
    ) {
      self.position = position
      self.details = details
    }
  }
}

extension Bridge {
  /// One of the changes, by kind.
  package struct AnnotateAction: Equatable, Sendable {
    package enum Change: Equatable, Sendable {
      case reactions(Bridge.KeyChange)
      case properties(Bridge.PropertyChange)
      /// All choices of the user.
      case ballot(Bridge.Choices)
      case pin(Bridge.Flag)
      case closePoll(Bridge.Flag)
      /// In events: the choices that a member voted for, and those the member no longer votes for.
      case votes(Bridge.VoteChange)
    }

    package var position: UInt64 = 0
    package var change: Change? = nil

    package init() {}

    package init(
      position: UInt64 = 0,
      change: Change? = nil
    ) {
      self.position = position
      self.change = change
    }
  }
}

extension Bridge {
  package struct VoteChange: Equatable, Sendable {
    package var added: [UInt32] = []
    package var removed: [UInt32] = []

    package init() {}

    package init(
      added: [UInt32] = [],
      removed: [UInt32] = []
    ) {
      self.added = added
      self.removed = removed
    }
  }
}

extension Bridge {
  package struct KeyChange: Equatable, Sendable {
    package var added: [String] = []
    package var removed: [String] = []

    package init() {}

    package init(
      added: [String] = [],
      removed: [String] = []
    ) {
      self.added = added
      self.removed = removed
    }
  }
}

extension Bridge {
  package struct PropertyChange: Equatable, Sendable {
    package var set: [String: String] = [:]
    package var removed: [String] = []

    package init() {}

    package init(
      set: [String: String] = [:],
      removed: [String] = []
    ) {
      self.set = set
      self.removed = removed
    }
  }
}

extension Bridge {
  package struct Choices: Equatable, Sendable {
    package var choices: [UInt32] = []

    package init() {}

    package init(
      choices: [UInt32] = []
    ) {
      self.choices = choices
    }
  }
}

extension Bridge {
  package struct Flag: Equatable, Sendable {
    package var on: Bool = false

    package init() {}

    package init(
      on: Bool = false
    ) {
      self.on = on
    }
  }
}

extension Bridge {
  /// A message on this device only.
  package struct LocalMessage: Equatable, Sendable {
    package var id: Int64 = 0
    package var sender: String = ""
    package var time: Int64 = 0
    package var type: String = ""
    package var content: String = ""
    package var conversation: String = ""
    /// The position after which it is shown; 0 for before everything.
    package var after: UInt64 = 0
    /// The app's own fields: a JSON object.
    package var fields: String = ""
    /// The app's own name for it.
    package var name: String = ""

    package init() {}

    package init(
      id: Int64 = 0,
      sender: String = "",
      time: Int64 = 0,
      type: String = "",
      content: String = "",
      conversation: String = "",
      after: UInt64 = 0,
      fields: String = "",
      name: String = ""
    ) {
      self.id = id
      self.sender = sender
      self.time = time
      self.type = type
      self.content = content
      self.conversation = conversation
      self.after = after
      self.fields = fields
      self.name = name
    }
  }
}

extension Bridge {
  /// A message that the server sends at a given time.
  package struct ScheduledMessage: Equatable, Sendable {
    /// The client id under which it was scheduled; the sent message gets another one.
    package var id: String = ""
    package var conversation: String = ""
    package var type: String = ""
    package var content: String = ""
    @Apart package var details: Bridge.MessageDetails? = nil
    package var time: Int64 = 0

    package init() {}

    package init(
      id: String = "",
      conversation: String = "",
      type: String = "",
      content: String = "",
      details: Bridge.MessageDetails? = nil,
      time: Int64 = 0
    ) {
      self.id = id
      self.conversation = conversation
      self.type = type
      self.content = content
      self.details = details
      self.time = time
    }
  }
}

extension Bridge {
  /// A tag that the user adds to conversations.
  package struct Tag: Equatable, Sendable {
    package var id: String = ""
    package var name: String = ""
    /// The time of creation.
    package var time: Int64 = 0

    package init() {}

    package init(
      id: String = "",
      name: String = "",
      time: Int64 = 0
    ) {
      self.id = id
      self.name = name
      self.time = time
    }
  }
}

extension Bridge {
  /// A daily period with fewer notifications.
  package struct QuietHours: Equatable, Sendable {
    /// Minutes since midnight.
    package var from: UInt32 = 0
    /// On the next day if it is before `from`.
    package var to: UInt32 = 0
    /// The user's offset from UTC in minutes.
    package var zoneOffset: Int32 = 0
    /// The level to which notifications are reduced.
    package var level: String = ""

    package init() {}

    package init(
      from: UInt32 = 0,
      to: UInt32 = 0,
      zoneOffset: Int32 = 0,
      level: String = ""
    ) {
      self.from = from
      self.to = to
      self.zoneOffset = zoneOffset
      self.level = level
    }
  }
}

extension Bridge {
  /// One raw entry of a conversation's log, including edits and recalls.
  package struct LogItem: Equatable, Sendable {
    package var conversation: String = ""
    package var position: UInt64 = 0
    /// The user who caused the entry.
    package var sender: String = ""
    package var clientId: String = ""
    package var time: Int64 = 0
    /// message, edited, recalled, annotated, hidden, unknown, or the kind of a notice.
    package var kind: String = ""
    /// Of a message or an edit.
    package var type: String = ""
    /// The newest content of a message, or what an edit put in place; empty for a message that was recalled since.
    package var content: String = ""
    /// The position of the message that an edit, a recall or an annotation applies to.
    package var target: UInt64 = 0
    /// The position of a message's last edit.
    package var revision: UInt64 = 0
    /// The position of the recall of a message.
    package var recalledAt: UInt64 = 0
    @Apart package var notice: Bridge.MessageNotice? = nil
    /// How annotations changed.
    @Apart package var change: Bridge.AnnotateAction? = nil
    @Apart package var recall: Bridge.RecallDetails? = nil

    package init() {}

    package init(
      conversation: String = "",
      position: UInt64 = 0,
      sender: String = "",
      clientId: String = "",
      time: Int64 = 0,
      kind: String = "",
      type: String = "",
      content: String = "",
      target: UInt64 = 0,
      revision: UInt64 = 0,
      recalledAt: UInt64 = 0,
      notice: Bridge.MessageNotice? = nil,
      change: Bridge.AnnotateAction? = nil,
      recall: Bridge.RecallDetails? = nil
    ) {
      self.conversation = conversation
      self.position = position
      self.sender = sender
      self.clientId = clientId
      self.time = time
      self.kind = kind
      self.type = type
      self.content = content
      self.target = target
      self.revision = revision
      self.recalledAt = recalledAt
      self.notice = notice
      self.change = change
      self.recall = recall
    }
  }
}

extension Bridge {
  /// A row of a timeline: a message, one in the outbox, or one of this device.
  package struct TimelineRow: Equatable, Sendable {
    /// Stays the same while the row is shown, also when a pending message becomes a sent one.
    package var key: String = ""
    @Apart package var message: Bridge.Message? = nil
    @Apart package var pending: Bridge.Pending? = nil
    @Apart package var local: Bridge.LocalMessage? = nil
    /// Operations in the outbox that change the message.
    package var changes: [Bridge.Pending] = []

    package init() {}

    package init(
      key: String = "",
      message: Bridge.Message? = nil,
      pending: Bridge.Pending? = nil,
      local: Bridge.LocalMessage? = nil,
      changes: [Bridge.Pending] = []
    ) {
      self.key = key
      self.message = message
      self.pending = pending
      self.local = local
      self.changes = changes
    }
  }
}

extension Bridge {
  /// The state of the connection.
  package struct ConnectionState: Equatable, Sendable {
    /// offline, waiting_for_network, connecting, online or ended.
    package var name: String = ""
    package var attempt: UInt32 = 0
    /// Milliseconds until the next attempt; absent while an attempt is in progress.
    package var retryIn: UInt64? = nil
    /// Why the server ended the session.
    @Apart package var failure: Bridge.Failure? = nil

    package init() {}

    package init(
      name: String = "",
      attempt: UInt32 = 0,
      retryIn: UInt64? = nil,
      failure: Bridge.Failure? = nil
    ) {
      self.name = name
      self.attempt = attempt
      self.retryIn = retryIn
      self.failure = failure
    }
  }
}

extension Bridge {
  /// A change on this device.
  package struct Event: Equatable, Sendable {
    package enum Event: Equatable, Sendable {
      indirect case conversation(Bridge.Conversation)
      case conversationRemoved(Bridge.ConversationRemoved)
      indirect case message(Bridge.Message)
      indirect case messageChanged(Bridge.Message)
      case hidden(Bridge.Hidden)
      case annotated(Bridge.Annotated)
      case read(Bridge.Marked)
      case delivered(Bridge.Marked)
      case typing(Bridge.Typing)
      case signal(Bridge.Signal)
      indirect case pending(Bridge.Pending)
      /// The operation left the outbox.
      case pendingRemoved(Bridge.PendingRemoved)
      case setting(Bridge.SettingChanged)
      /// Everything missed while offline was fetched.
      case caughtUp(Bridge.Nothing)
      /// The local data was damaged and is fetched again.
      case localDataReset(Bridge.LocalDataReset)
      /// The server's data was restored from a backup: positions may name other entries than before.
      case resynced(Bridge.Resynced)
      /// This listener was too slow: events were dropped. Read again what you show.
      case missed(Bridge.Nothing)
      /// The user scheduled a message, on any device.
      indirect case scheduled(Bridge.ScheduledMessage)
      case scheduledEnded(Bridge.ScheduledEnded)
      /// Local messages or local fields of a conversation changed.
      case localMessages(Bridge.Place)
      /// The logs of these conversations grew; told once somebody follows logs.
      case logs(Bridge.Names)
      /// A profile at which the app looked, or the user's own, changed.
      case profile(Bridge.ProfileChanged)
      /// The list of members that this device holds changed.
      case members(Bridge.Place)
      /// What the user has set about another user changed.
      case relation(Bridge.Relation)
      /// The user's own application to join a group changed.
      case application(Bridge.ApplicationChanged)
    }

    package var event: Event? = nil

    package init() {}

    package init(
      event: Event? = nil
    ) {
      self.event = event
    }
  }
}

extension Bridge {
  package struct Nothing: Equatable, Sendable {

    package init() {}
  }
}

extension Bridge {
  /// What the user has set about another user.
  package struct Relation: Equatable, Sendable {
    /// The other user.
    package var user: String = ""
    /// The other user cannot write to the user.
    package var blocked: Bool = false
    /// The other user is on the allow list.
    package var allowed: Bool = false
    /// Of the relation to oneself: only allowed users may write to the user.
    package var onlyAllowed: Bool = false
    /// The two are friends.
    package var friend: Bool = false
    /// The user has asked the other one to become friends, who has not answered.
    package var asked: Bool = false
    /// The other one has asked, and waits for the user's answer.
    package var asks: Bool = false
    /// What was said with the request.
    package var text: String = ""

    package init() {}

    package init(
      user: String = "",
      blocked: Bool = false,
      allowed: Bool = false,
      onlyAllowed: Bool = false,
      friend: Bool = false,
      asked: Bool = false,
      asks: Bool = false,
      text: String = ""
    ) {
      self.user = user
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

extension Bridge {
  package struct Relations: Equatable, Sendable {
    package var relations: [Bridge.Relation] = []

    package init() {}

    package init(
      relations: [Bridge.Relation] = []
    ) {
      self.relations = relations
    }
  }
}

extension Bridge {
  /// Sets or unsets a kind of relation to users.
  package struct SetRelations: Equatable, Sendable {
    /// None for `ONLY_ALLOWED`.
    package var users: [String] = []
    package var kind: Bridge.RelationKind = Bridge.RelationKind()
    /// Whether the relations are of this kind from now on.
    package var set: Bool = false
    /// Of `FRIEND`: what the user says with the request.
    package var text: String = ""
    /// Of `FRIEND`: only accepts.
    package var accept: Bool = false

    package init() {}

    package init(
      users: [String] = [],
      kind: Bridge.RelationKind = Bridge.RelationKind(),
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

extension Bridge {
  package struct RelationQuery: Equatable, Sendable {
    /// The last user of the previous page; empty for the first page.
    package var after: String = ""
    /// 0 for 1,000.
    package var limit: UInt32 = 0
    package var kind: Bridge.RelationKind = Bridge.RelationKind()

    package init() {}

    package init(
      after: String = "",
      limit: UInt32 = 0,
      kind: Bridge.RelationKind = Bridge.RelationKind()
    ) {
      self.after = after
      self.limit = limit
      self.kind = kind
    }
  }
}

extension Bridge {
  /// A user's profile, as far as the user of this client may see it.
  package struct Profile: Equatable, Sendable {
    package var user: String = ""
    /// By key.
    package var fields: [String: String] = [:]
    /// Empty if there is none, or it is not shown.
    package var number: String = ""
    /// app, nobody or everyone; empty for other users' profiles.
    package var visibility: String = ""

    package init() {}

    package init(
      user: String = "",
      fields: [String: String] = [:],
      number: String = "",
      visibility: String = ""
    ) {
      self.user = user
      self.fields = fields
      self.number = number
      self.visibility = visibility
    }
  }
}

extension Bridge {
  package struct ProfileChanged: Equatable, Sendable {
    @Apart package var profile: Bridge.Profile? = nil
    /// The keys of the fields that differ.
    package var changed: [String] = []

    package init() {}

    package init(
      profile: Bridge.Profile? = nil,
      changed: [String] = []
    ) {
      self.profile = profile
      self.changed = changed
    }
  }
}

extension Bridge {
  package struct Profiles: Equatable, Sendable {
    package var profiles: [Bridge.Profile] = []

    package init() {}

    package init(
      profiles: [Bridge.Profile] = []
    ) {
      self.profiles = profiles
    }
  }
}

extension Bridge {
  package struct UpdateProfile: Equatable, Sendable {
    /// An empty value removes a field.
    package var fields: [String: String] = [:]
    /// app, nobody or everyone; empty leaves it as it is.
    package var visibility: String = ""

    package init() {}

    package init(
      fields: [String: String] = [:],
      visibility: String = ""
    ) {
      self.fields = fields
      self.visibility = visibility
    }
  }
}

extension Bridge {
  package struct ConversationRemoved: Equatable, Sendable {
    package var conversation: String = ""
    /// The member who removed the user, or the user; empty if unknown.
    package var by: String = ""
    package var reason: String = ""
    /// When the ban ends with which the user was removed; 0 if the user is not banned.
    package var bannedUntil: Int64 = 0

    package init() {}

    package init(
      conversation: String = "",
      by: String = "",
      reason: String = "",
      bannedUntil: Int64 = 0
    ) {
      self.conversation = conversation
      self.by = by
      self.reason = reason
      self.bannedUntil = bannedUntil
    }
  }
}

extension Bridge {
  package struct Hidden: Equatable, Sendable {
    package var conversation: String = ""
    /// Everything up to this position is hidden; 0 for none.
    package var upTo: UInt64 = 0
    package var positions: [UInt64] = []
    /// Set if the server refused it: the messages are visible again.
    @Apart package var failure: Bridge.Failure? = nil

    package init() {}

    package init(
      conversation: String = "",
      upTo: UInt64 = 0,
      positions: [UInt64] = [],
      failure: Bridge.Failure? = nil
    ) {
      self.conversation = conversation
      self.upTo = upTo
      self.positions = positions
      self.failure = failure
    }
  }
}

extension Bridge {
  package struct ScheduledEnded: Equatable, Sendable {
    package var id: String = ""
    /// sent, cancelled or dropped.
    package var end: String = ""

    package init() {}

    package init(
      id: String = "",
      end: String = ""
    ) {
      self.id = id
      self.end = end
    }
  }
}

extension Bridge {
  package struct Annotated: Equatable, Sendable {
    package var conversation: String = ""
    package var position: UInt64 = 0
    package var by: String = ""
    @Apart package var change: Bridge.AnnotateAction? = nil

    package init() {}

    package init(
      conversation: String = "",
      position: UInt64 = 0,
      by: String = "",
      change: Bridge.AnnotateAction? = nil
    ) {
      self.conversation = conversation
      self.position = position
      self.by = by
      self.change = change
    }
  }
}

extension Bridge {
  package struct Marked: Equatable, Sendable {
    package var conversation: String = ""
    package var user: String = ""
    package var upTo: UInt64 = 0

    package init() {}

    package init(
      conversation: String = "",
      user: String = "",
      upTo: UInt64 = 0
    ) {
      self.conversation = conversation
      self.user = user
      self.upTo = upTo
    }
  }
}

extension Bridge {
  package struct Typing: Equatable, Sendable {
    package var conversation: String = ""
    package var user: String = ""
    /// The content type that the user is writing; empty when the user stopped.
    package var type: String = ""

    package init() {}

    package init(
      conversation: String = "",
      user: String = "",
      type: String = ""
    ) {
      self.conversation = conversation
      self.user = user
      self.type = type
    }
  }
}

extension Bridge {
  package struct Signal: Equatable, Sendable {
    package var conversation: String = ""
    package var sender: String = ""
    package var time: Int64 = 0
    package var type: String = ""
    package var content: String = ""

    package init() {}

    package init(
      conversation: String = "",
      sender: String = "",
      time: Int64 = 0,
      type: String = "",
      content: String = ""
    ) {
      self.conversation = conversation
      self.sender = sender
      self.time = time
      self.type = type
      self.content = content
    }
  }
}

extension Bridge {
  package struct PendingRemoved: Equatable, Sendable {
    package var id: String = ""

    package init() {}

    package init(
      id: String = ""
    ) {
      self.id = id
    }
  }
}

extension Bridge {
  package struct SettingChanged: Equatable, Sendable {
    /// Empty for a setting of the whole account.
    package var conversation: String = ""
    package var key: String = ""
    /// Set if the server refused the change: the setting has its previous value again.
    @Apart package var failure: Bridge.Failure? = nil

    package init() {}

    package init(
      conversation: String = "",
      key: String = "",
      failure: Bridge.Failure? = nil
    ) {
      self.conversation = conversation
      self.key = key
      self.failure = failure
    }
  }
}

extension Bridge {
  package struct LocalDataReset: Equatable, Sendable {
    /// The name of the file that has the damaged data.
    package var keptAt: String = ""
    package var outboxKept: Bool = false

    package init() {}

    package init(
      keptAt: String = "",
      outboxKept: Bool = false
    ) {
      self.keptAt = keptAt
      self.outboxKept = outboxKept
    }
  }
}

extension Bridge {
  package struct Resynced: Equatable, Sendable {
    /// Messages of the device that the restored server does not have.
    package var missing: UInt32 = 0

    package init() {}

    package init(
      missing: UInt32 = 0
    ) {
      self.missing = missing
    }
  }
}

extension Bridge {
  /// The first thing that JavaScript tells the module.
  package struct Opening: Equatable, Sendable {
    /// The database's name among the files; empty keeps everything in memory.
    package var path: String = ""
    /// mobile, tablet, desktop, web or tool.
    package var deviceClass: String = ""
    package var deviceName: String = ""
    /// True to hide from others what this user has read and received.
    package var hidesReceipts: Bool = false
    package var yieldsWhenReconnecting: Bool = false
    /// Milliseconds that a request to the server may take; 0 for 30,000.
    package var requestTimeout: UInt64 = 0
    /// Operations in the outbox beyond which more are refused; 0 for 10,000.
    package var outboxLimit: UInt32 = 0
    /// Milliseconds for which the content of the user's own recalled messages is kept; 300,000 if it is absent.
    package var recallEditWindow: UInt64? = nil
    /// The app's content types, beside the built-in ones.
    package var searchedTypes: [Bridge.SearchedType] = []
    /// The kinds of conversations in which others are told what this user has read and received; absent for all.
    package var receiptKinds: Bridge.Names? = nil
    /// Files that are uploaded at the same time; 0 for 2.
    package var uploadsAtOnce: UInt32 = 0

    package init() {}

    package init(
      path: String = "",
      deviceClass: String = "",
      deviceName: String = "",
      hidesReceipts: Bool = false,
      yieldsWhenReconnecting: Bool = false,
      requestTimeout: UInt64 = 0,
      outboxLimit: UInt32 = 0,
      recallEditWindow: UInt64? = nil,
      searchedTypes: [Bridge.SearchedType] = [],
      receiptKinds: Bridge.Names? = nil,
      uploadsAtOnce: UInt32 = 0
    ) {
      self.path = path
      self.deviceClass = deviceClass
      self.deviceName = deviceName
      self.hidesReceipts = hidesReceipts
      self.yieldsWhenReconnecting = yieldsWhenReconnecting
      self.requestTimeout = requestTimeout
      self.outboxLimit = outboxLimit
      self.recallEditWindow = recallEditWindow
      self.searchedTypes = searchedTypes
      self.receiptKinds = receiptKinds
      self.uploadsAtOnce = uploadsAtOnce
    }
  }
}

extension Bridge {
  /// A content type of the app, and the members of its contents whose texts local search finds.
  package struct SearchedType: Equatable, Sendable {
    package var type: String = ""
    package var members: [String] = []

    package init() {}

    package init(
      type: String = "",
      members: [String] = []
    ) {
      self.type = type
      self.members = members
    }
  }
}

extension Bridge {
  package struct Call: Equatable, Sendable {
    package enum Operation: Equatable, Sendable {
      case connect(Bridge.Nothing)
      case disconnect(Bridge.Nothing)
      case reconnectNow(Bridge.Nothing)
      case networkChanged(Bridge.NetworkChange)
      case submit(Bridge.Submit)
      /// Gives up waiting for the call of this id.
      case cancel(Bridge.Cancel)
      case pending(Bridge.Nothing)
      case discard(Bridge.Discard)
      case markRead(Bridge.MarkRead)
      case setTyping(Bridge.SetTyping)
      case sendSignal(Bridge.SendSignal)
      case conversations(Bridge.ListQuery)
      case conversationsById(Bridge.Names)
      indirect case unreadTotal(Bridge.UnreadQuery)
      case history(Bridge.HistoryQuery)
      case members(Bridge.MemberQuery)
      case createGroup(Bridge.CreateGroup)
      case addMembers(Bridge.ChangeMembers)
      case removeMembers(Bridge.ChangeMembers)
      case changeConversation(Bridge.ChangeConversation)
      indirect case changeSettings(Bridge.ChangeSettings)
      case hide(Bridge.Hide)
      case receipts(Bridge.ReceiptQuery)
      indirect case search(Bridge.Search)
      case status(Bridge.Nothing)
      case wait(Bridge.Wait)
      case markers(Bridge.Place)
      /// Waits for the next change of a timeline, which is opened first if it is new; the first change has all rows.
      case nextOfTimeline(Bridge.TimelineOpening)
      case moveTimeline(Bridge.MoveTimeline)
      /// As for a timeline.
      case nextOfList(Bridge.ListOpening)
      /// Shows more conversations at the end of a list.
      case extendList(Bridge.ListOpening)
      case closeView(Bridge.CloseView)
      indirect case schedule(Bridge.Schedule)
      case scheduled(Bridge.Nothing)
      case cancelScheduled(Bridge.Discard)
      case insertLocal(Bridge.InsertLocal)
      case localMessages(Bridge.PositionRange)
      indirect case changeLocal(Bridge.ChangeLocal)
      case removeLocal(Bridge.RemoveLocal)
      case setLocalFields(Bridge.ChangeLocalFields)
      case localFields(Bridge.PositionRange)
      case readers(Bridge.ReaderQuery)
      case annotators(Bridge.AnnotatorQuery)
      case replies(Bridge.PageQuery)
      case versions(Bridge.Target)
      case pinnedMessages(Bridge.Place)
      case historyAround(Bridge.HistoryAround)
      case historyOfTypes(Bridge.HistoryOfTypes)
      case messages(Bridge.ReceiptQuery)
      case download(Bridge.Download)
      case receivedTimes(Bridge.ReceiptQuery)
      case unreadMentions(Bridge.MentionQuery)
      case firstUnread(Bridge.Place)
      case unreadCount(Bridge.HistoryOfTypes)
      case recalledContent(Bridge.Target)
      /// Of a conversation, or of the account for an empty destination.
      case settings(Bridge.Place)
      case setSettings(Bridge.SetSettings)
      case ownSettings(Bridge.Place)
      case setDefaultLevel(Bridge.DefaultLevel)
      case setQuietHours(Bridge.SetQuietHours)
      case quietHours(Bridge.Nothing)
      case notificationLevel(Bridge.LevelQuery)
      case tags(Bridge.Nothing)
      case setTag(Bridge.Tag)
      case deleteTag(Bridge.Discard)
      case addTag(Bridge.TagConversations)
      case removeTag(Bridge.TagConversations)
      case removeConversations(Bridge.RemoveConversations)
      indirect case markAllRead(Bridge.UnreadQuery)
      case pinnedConversations(Bridge.Nothing)
      case newId(Bridge.Nothing)
      /// Indexes some messages for search, and answers whether more are left.
      case indexSome(Bridge.Nothing)
      case resolve(Bridge.Place)
      case summary(Bridge.Place)
      /// Puts messages into one content.
      case combine(Bridge.Combine)
      case setRole(Bridge.SetRole)
      case silenceMembers(Bridge.SilenceMembers)
      /// The newest position of a log, or of all for an empty destination; from then on the event `logs` is told.
      case followLogs(Bridge.Place)
      case log(Bridge.LogQuery)
      case joinGroup(Bridge.JoinGroup)
      case describeGroup(Bridge.DescribeGroup)
      case makeLink(Bridge.MakeLink)
      case revokeLinks(Bridge.RevokeLinks)
      case links(Bridge.Place)
      case dismiss(Bridge.Place)
      case profiles(Bridge.Users)
      case updateProfile(Bridge.UpdateProfile)
      /// The account number.
      case findProfile(String)
      case findUsers(Bridge.UserQuery)
      /// What the user may do there now.
      case permissions(Bridge.Place)
      case presences(Bridge.Users)
      /// Waits for the next change of a watch, which is begun first if it is new; the first change has all presences.
      case nextOfPresence(Bridge.PresenceOpening)
      /// The status text while this device is connected.
      case setDeviceStatus(String)
      case banUsers(Bridge.BanUsers)
      case bans(Bridge.Place)
      case setRelations(Bridge.SetRelations)
      /// The users to whom the user has a kind of relation, in the order of their ids.
      case related(Bridge.RelationQuery)
      /// The same as relations.
      case relationsOfKind(Bridge.RelationQuery)
      /// What the user has set about the user of this name.
      case relation(String)
      case applyToGroup(Bridge.ApplyToGroup)
      case answerApplications(Bridge.AnswerApplications)
      case applications(Bridge.Place)
      case setNickname(Bridge.SetNickname)
      case announce(Bridge.Announce)
      case announcements(Bridge.AnnouncementQuery)
      indirect case findConversations(Bridge.FindConversations)
      /// Puts a refused operation at the end of the outbox again.
      case retry(Bridge.Discard)
      /// By the message's client id.
      case pauseUpload(Bridge.Discard)
      case resumeUpload(Bridge.Discard)
      /// What the JavaScript side reports of an upload that a notice asked for.
      case uploadReached(Bridge.UploadReached)
      case uploaded(Bridge.Uploaded)
      case uploadFailed(Bridge.UploadFailed)
    }

    /// Chosen by the caller; the answer has it too.
    package var id: UInt32 = 0
    package var operation: Operation? = nil

    package init() {}

    package init(
      id: UInt32 = 0,
      operation: Operation? = nil
    ) {
      self.id = id
      self.operation = operation
    }
  }
}

extension Bridge {
  /// Bytes of a file have arrived.
  package struct UploadReached: Equatable, Sendable {
    package var row: Int64 = 0
    package var bytes: Int64 = 0

    package init() {}

    package init(
      row: Int64 = 0,
      bytes: Int64 = 0
    ) {
      self.row = row
      self.bytes = bytes
    }
  }
}

extension Bridge {
  /// A file is at the server.
  package struct Uploaded: Equatable, Sendable {
    package var row: Int64 = 0
    /// The server's id of the file.
    package var media: String = ""

    package init() {}

    package init(
      row: Int64 = 0,
      media: String = ""
    ) {
      self.row = row
      self.media = media
    }
  }
}

extension Bridge {
  /// An attempt to upload a file failed.
  package struct UploadFailed: Equatable, Sendable {
    package var row: Int64 = 0
    @Apart package var failure: Bridge.Failure? = nil

    package init() {}

    package init(
      row: Int64 = 0,
      failure: Bridge.Failure? = nil
    ) {
      self.row = row
      self.failure = failure
    }
  }
}

extension Bridge {
  /// Looks for users by name, on the server.
  package struct UserQuery: Equatable, Sendable {
    package var name: String = ""
    package var limit: UInt32 = 0

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

extension Bridge {
  /// Lists members: those that the server has, or that this device knows.
  package struct MemberQuery: Equatable, Sendable {
    package var to: String = ""
    package var cached: Bool = false
    /// member, admin or owner; empty for all.
    package var roles: [String] = []
    /// A part of the member's id, or of the name in a cached profile.
    package var text: String = ""
    package var silenced: Bool? = nil

    package init() {}

    package init(
      to: String = "",
      cached: Bool = false,
      roles: [String] = [],
      text: String = "",
      silenced: Bool? = nil
    ) {
      self.to = to
      self.cached = cached
      self.roles = roles
      self.text = text
      self.silenced = silenced
    }
  }
}

extension Bridge {
  /// Looks for conversations of the user, on the server.
  package struct FindConversations: Equatable, Sendable {
    package var members: [String] = []
    package var exactly: Bool = false
    package var title: String? = nil
    /// Shared attributes as JSON, with all values of which they must have one.
    package var attributes: [Bridge.WantedAttribute] = []
    package var activeFrom: Int64 = 0
    package var activeBefore: Int64 = 0
    package var limit: UInt32 = 0
    package var after: String = ""

    package init() {}

    package init(
      members: [String] = [],
      exactly: Bool = false,
      title: String? = nil,
      attributes: [Bridge.WantedAttribute] = [],
      activeFrom: Int64 = 0,
      activeBefore: Int64 = 0,
      limit: UInt32 = 0,
      after: String = ""
    ) {
      self.members = members
      self.exactly = exactly
      self.title = title
      self.attributes = attributes
      self.activeFrom = activeFrom
      self.activeBefore = activeBefore
      self.limit = limit
      self.after = after
    }
  }
}

extension Bridge {
  package struct WantedAttribute: Equatable, Sendable {
    package var key: String = ""
    package var values: [String] = []

    package init() {}

    package init(
      key: String = "",
      values: [String] = []
    ) {
      self.key = key
      self.values = values
    }
  }
}

extension Bridge {
  /// Entries of a log after a position, the oldest first.
  package struct LogQuery: Equatable, Sendable {
    package var conversation: String = ""
    package var after: UInt64 = 0
    package var limit: UInt32 = 0

    package init() {}

    package init(
      conversation: String = "",
      after: UInt64 = 0,
      limit: UInt32 = 0
    ) {
      self.conversation = conversation
      self.after = after
      self.limit = limit
    }
  }
}

extension Bridge {
  package struct NetworkChange: Equatable, Sendable {
    package var available: Bool = false

    package init() {}

    package init(
      available: Bool = false
    ) {
      self.available = available
    }
  }
}

extension Bridge {
  package struct Cancel: Equatable, Sendable {
    package var call: UInt32 = 0

    package init() {}

    package init(
      call: UInt32 = 0
    ) {
      self.call = call
    }
  }
}

extension Bridge {
  /// Puts an operation in the outbox.
  package struct Submit: Equatable, Sendable {
    package var to: String = ""
    @Apart package var action: Bridge.Action? = nil
    @Apart package var details: Bridge.MessageDetails? = nil
    /// The client id; empty generates one. A repeated submission with the same id is stored once.
    package var id: String = ""
    /// True to answer once the operation is on this device's disk, without waiting for the server.
    package var enqueue: Bool = false
    /// The file to upload first. The content has a place for it.
    @Apart package var upload: Bridge.FileToUpload? = nil

    package init() {}

    package init(
      to: String = "",
      action: Bridge.Action? = nil,
      details: Bridge.MessageDetails? = nil,
      id: String = "",
      enqueue: Bool = false,
      upload: Bridge.FileToUpload? = nil
    ) {
      self.to = to
      self.action = action
      self.details = details
      self.id = id
      self.enqueue = enqueue
      self.upload = upload
    }
  }
}

extension Bridge {
  /// A file that the JavaScript side has copied for a message.
  package struct FileToUpload: Equatable, Sendable {
    /// In words of the JavaScript side.
    package var file: String = ""
    /// The name that others see.
    package var name: String = ""
    package var size: Int64 = 0
    package var sha256: String = ""
    /// True if later messages of the conversation do not wait for it.
    package var whenReady: Bool = false

    package init() {}

    package init(
      file: String = "",
      name: String = "",
      size: Int64 = 0,
      sha256: String = "",
      whenReady: Bool = false
    ) {
      self.file = file
      self.name = name
      self.size = size
      self.sha256 = sha256
      self.whenReady = whenReady
    }
  }
}

extension Bridge {
  package struct Discard: Equatable, Sendable {
    package var id: String = ""

    package init() {}

    package init(
      id: String = ""
    ) {
      self.id = id
    }
  }
}

extension Bridge {
  package struct MarkRead: Equatable, Sendable {
    package var to: String = ""
    /// 0 for the newest.
    package var position: UInt64 = 0

    package init() {}

    package init(
      to: String = "",
      position: UInt64 = 0
    ) {
      self.to = to
      self.position = position
    }
  }
}

extension Bridge {
  package struct SetTyping: Equatable, Sendable {
    package var to: String = ""
    package var on: Bool = false
    /// The content type; `text` if it is empty.
    package var type: String = ""

    package init() {}

    package init(
      to: String = "",
      on: Bool = false,
      type: String = ""
    ) {
      self.to = to
      self.on = on
      self.type = type
    }
  }
}

extension Bridge {
  package struct SendSignal: Equatable, Sendable {
    package var to: String = ""
    package var type: String = ""
    package var content: String = ""

    package init() {}

    package init(
      to: String = "",
      type: String = "",
      content: String = ""
    ) {
      self.to = to
      self.type = type
      self.content = content
    }
  }
}

extension Bridge {
  package struct ListQuery: Equatable, Sendable {
    @Apart package var filter: Bridge.UnreadQuery? = nil
    /// The last conversation of the previous page.
    package var after: String = ""
    /// 0 for all.
    package var limit: UInt32 = 0

    package init() {}

    package init(
      filter: Bridge.UnreadQuery? = nil,
      after: String = "",
      limit: UInt32 = 0
    ) {
      self.filter = filter
      self.after = after
      self.limit = limit
    }
  }
}

extension Bridge {
  package struct UnreadQuery: Equatable, Sendable {
    package var kinds: [String] = []
    package var unread: Bool? = nil
    package var mentioned: Bool? = nil
    package var pinned: Bool? = nil
    package var tag: String = ""
    /// Notification levels; empty for all.
    package var levels: [String] = []
    /// Values of the user's own attributes that must match, as JSON.
    package var attributes: [String: String] = [:]
    /// Values of shared attributes that must match, as JSON.
    package var sharedAttributes: [String: String] = [:]
    /// True to include conversations that were removed from the list.
    package var includesRemoved: Bool = false
    package var order: Bridge.ListOrder? = nil

    package init() {}

    package init(
      kinds: [String] = [],
      unread: Bool? = nil,
      mentioned: Bool? = nil,
      pinned: Bool? = nil,
      tag: String = "",
      levels: [String] = [],
      attributes: [String: String] = [:],
      sharedAttributes: [String: String] = [:],
      includesRemoved: Bool = false,
      order: Bridge.ListOrder? = nil
    ) {
      self.kinds = kinds
      self.unread = unread
      self.mentioned = mentioned
      self.pinned = pinned
      self.tag = tag
      self.levels = levels
      self.attributes = attributes
      self.sharedAttributes = sharedAttributes
      self.includesRemoved = includesRemoved
      self.order = order
    }
  }
}

extension Bridge {
  /// The order of conversations, latest activity first; each is true if it is absent.
  package struct ListOrder: Equatable, Sendable {
    package var pinnedFirst: Bool? = nil
    package var countsDrafts: Bool? = nil
    package var countsUnsent: Bool? = nil

    package init() {}

    package init(
      pinnedFirst: Bool? = nil,
      countsDrafts: Bool? = nil,
      countsUnsent: Bool? = nil
    ) {
      self.pinnedFirst = pinnedFirst
      self.countsDrafts = countsDrafts
      self.countsUnsent = countsUnsent
    }
  }
}

extension Bridge {
  package struct Names: Equatable, Sendable {
    package var ids: [String] = []

    package init() {}

    package init(
      ids: [String] = []
    ) {
      self.ids = ids
    }
  }
}

extension Bridge {
  package struct HistoryQuery: Equatable, Sendable {
    package enum Place: Equatable, Sendable {
      /// Messages before a position, the newest of them; 0 for the end of the log.
      case before(UInt64)
      /// Messages after a position, the oldest of them.
      case after(UInt64)
    }

    package var to: String = ""
    package var place: Place? = nil
    package var limit: UInt32 = 0
    /// True to answer with what this device holds.
    package var cached: Bool = false

    package init() {}

    package init(
      to: String = "",
      place: Place? = nil,
      limit: UInt32 = 0,
      cached: Bool = false
    ) {
      self.to = to
      self.place = place
      self.limit = limit
      self.cached = cached
    }
  }
}

extension Bridge {
  package struct Place: Equatable, Sendable {
    package var to: String = ""

    package init() {}

    package init(
      to: String = ""
    ) {
      self.to = to
    }
  }
}

extension Bridge {
  package struct CreateGroup: Equatable, Sendable {
    package var title: String = ""
    package var members: [String] = []
    /// The group's name; empty generates one.
    package var id: String = ""
    /// Shared attributes, as JSON.
    package var attributes: [String: String] = [:]

    package init() {}

    package init(
      title: String = "",
      members: [String] = [],
      id: String = "",
      attributes: [String: String] = [:]
    ) {
      self.title = title
      self.members = members
      self.id = id
      self.attributes = attributes
    }
  }
}

extension Bridge {
  package struct ChangeMembers: Equatable, Sendable {
    package var to: String = ""
    /// Empty to leave.
    package var users: [String] = []
    package var reason: String = ""

    package init() {}

    package init(
      to: String = "",
      users: [String] = [],
      reason: String = ""
    ) {
      self.to = to
      self.users = users
      self.reason = reason
    }
  }
}

extension Bridge {
  package struct ChangeConversation: Equatable, Sendable {
    package var to: String = ""
    package var title: String? = nil
    /// As JSON; an empty text removes the attribute.
    package var attributes: [String: String] = [:]
    /// Whether only the owner and the admins may write from now on.
    package var silenced: Bool? = nil
    /// Whether every user who knows the group's id may join it from now on.
    package var open: Bool? = nil
    /// How many entries before their joining new members may read from now on.
    package var history: UInt32? = nil
    /// Whether every user who knows the group's id may apply to join it from now on.
    package var applications: Bool? = nil

    package init() {}

    package init(
      to: String = "",
      title: String? = nil,
      attributes: [String: String] = [:],
      silenced: Bool? = nil,
      open: Bool? = nil,
      history: UInt32? = nil,
      applications: Bool? = nil
    ) {
      self.to = to
      self.title = title
      self.attributes = attributes
      self.silenced = silenced
      self.open = open
      self.history = history
      self.applications = applications
    }
  }
}

extension Bridge {
  /// Gives members of a group a role.
  package struct SetRole: Equatable, Sendable {
    package var to: String = ""
    package var users: [String] = []
    /// member, admin or owner.
    package var role: String = ""

    package init() {}

    package init(
      to: String = "",
      users: [String] = [],
      role: String = ""
    ) {
      self.to = to
      self.users = users
      self.role = role
    }
  }
}

extension Bridge {
  /// Keeps members of a group from writing until a time, or lets them write again with 0.
  package struct SilenceMembers: Equatable, Sendable {
    package var to: String = ""
    package var users: [String] = []
    /// 0 lets them write again; -1 makes them speakers.
    package var until: Int64 = 0

    package init() {}

    package init(
      to: String = "",
      users: [String] = [],
      until: Int64 = 0
    ) {
      self.to = to
      self.users = users
      self.until = until
    }
  }
}

extension Bridge {
  /// Joins a group that is open, or one that a link leads to.
  package struct JoinGroup: Equatable, Sendable {
    /// May be empty with a link.
    package var group: String = ""
    package var link: String = ""
    package var sharedBy: String = ""
    package var way: String = ""

    package init() {}

    package init(
      group: String = "",
      link: String = "",
      sharedBy: String = "",
      way: String = ""
    ) {
      self.group = group
      self.link = link
      self.sharedBy = sharedBy
      self.way = way
    }
  }
}

extension Bridge {
  /// Describes a group that the user could join.
  package struct DescribeGroup: Equatable, Sendable {
    package var group: String = ""
    package var link: String = ""

    package init() {}

    package init(
      group: String = "",
      link: String = ""
    ) {
      self.group = group
      self.link = link
    }
  }
}

extension Bridge {
  package struct MakeLink: Equatable, Sendable {
    package var to: String = ""
    /// 0 for never.
    package var until: Int64 = 0
    /// 0 for any number.
    package var uses: UInt32 = 0

    package init() {}

    package init(
      to: String = "",
      until: Int64 = 0,
      uses: UInt32 = 0
    ) {
      self.to = to
      self.until = until
      self.uses = uses
    }
  }
}

extension Bridge {
  package struct RevokeLinks: Equatable, Sendable {
    package var to: String = ""
    package var links: [UInt64] = []

    package init() {}

    package init(
      to: String = "",
      links: [UInt64] = []
    ) {
      self.to = to
      self.links = links
    }
  }
}

extension Bridge {
  package struct ApplyToGroup: Equatable, Sendable {
    /// The group's id.
    package var group: String = ""
    package var text: String = ""
    package var sharedBy: String = ""
    package var way: String = ""
    /// Takes the application back.
    package var withdrawn: Bool = false

    package init() {}

    package init(
      group: String = "",
      text: String = "",
      sharedBy: String = "",
      way: String = "",
      withdrawn: Bool = false
    ) {
      self.group = group
      self.text = text
      self.sharedBy = sharedBy
      self.way = way
      self.withdrawn = withdrawn
    }
  }
}

extension Bridge {
  package struct AnswerApplications: Equatable, Sendable {
    package var to: String = ""
    package var users: [String] = []
    package var accepted: Bool = false
    package var reason: String = ""

    package init() {}

    package init(
      to: String = "",
      users: [String] = [],
      accepted: Bool = false,
      reason: String = ""
    ) {
      self.to = to
      self.users = users
      self.accepted = accepted
      self.reason = reason
    }
  }
}

extension Bridge {
  package struct SetNickname: Equatable, Sendable {
    package var to: String = ""
    /// Empty for the user.
    package var user: String = ""
    package var name: String = ""

    package init() {}

    package init(
      to: String = "",
      user: String = "",
      name: String = ""
    ) {
      self.to = to
      self.user = user
      self.name = name
    }
  }
}

extension Bridge {
  package struct Announce: Equatable, Sendable {
    package var to: String = ""
    package var text: String = ""

    package init() {}

    package init(
      to: String = "",
      text: String = ""
    ) {
      self.to = to
      self.text = text
    }
  }
}

extension Bridge {
  package struct AnnouncementQuery: Equatable, Sendable {
    package var to: String = ""
    package var after: String = ""
    package var limit: UInt32 = 0

    package init() {}

    package init(
      to: String = "",
      after: String = "",
      limit: UInt32 = 0
    ) {
      self.to = to
      self.after = after
      self.limit = limit
    }
  }
}

extension Bridge {
  package struct BanUsers: Equatable, Sendable {
    package var to: String = ""
    package var users: [String] = []
    /// When the ban ends; 0 to lift it.
    package var until: Int64 = 0
    package var reason: String = ""

    package init() {}

    package init(
      to: String = "",
      users: [String] = [],
      until: Int64 = 0,
      reason: String = ""
    ) {
      self.to = to
      self.users = users
      self.until = until
      self.reason = reason
    }
  }
}

extension Bridge {
  /// Changes settings of the user for a conversation; absent ones stay.
  package struct ChangeSettings: Equatable, Sendable {
    package var to: String = ""
    package var pinned: Bool? = nil
    /// Empty for the default.
    package var level: String? = nil
    package var muted: Bool? = nil
    package var alias: String? = nil
    @Apart package var draft: Bridge.Draft? = nil
    /// True to drop the conversation from the list until its next message.
    package var removed: Bool = false
    package var pinCountsAsActivity: Bool = false
    /// Empty for the default sound.
    package var ringTone: String? = nil
    /// True to also hide everything up to now on all of the user's devices.
    package var withHistory: Bool = false
    /// The user's own attributes, as JSON; an empty text removes one.
    package var attributes: [String: String] = [:]
    /// Bits to set and to clear, in decimal digits.
    package var setFlags: String = ""
    package var unsetFlags: String = ""
    package var pinInTag: Bridge.PinInTag? = nil

    package init() {}

    package init(
      to: String = "",
      pinned: Bool? = nil,
      level: String? = nil,
      muted: Bool? = nil,
      alias: String? = nil,
      draft: Bridge.Draft? = nil,
      removed: Bool = false,
      pinCountsAsActivity: Bool = false,
      ringTone: String? = nil,
      withHistory: Bool = false,
      attributes: [String: String] = [:],
      setFlags: String = "",
      unsetFlags: String = "",
      pinInTag: Bridge.PinInTag? = nil
    ) {
      self.to = to
      self.pinned = pinned
      self.level = level
      self.muted = muted
      self.alias = alias
      self.draft = draft
      self.removed = removed
      self.pinCountsAsActivity = pinCountsAsActivity
      self.ringTone = ringTone
      self.withHistory = withHistory
      self.attributes = attributes
      self.setFlags = setFlags
      self.unsetFlags = unsetFlags
      self.pinInTag = pinInTag
    }
  }
}

extension Bridge {
  package struct Hide: Equatable, Sendable {
    package var to: String = ""
    package var upTo: UInt64 = 0
    package var positions: [UInt64] = []
    package var thisDeviceOnly: Bool = false

    package init() {}

    package init(
      to: String = "",
      upTo: UInt64 = 0,
      positions: [UInt64] = [],
      thisDeviceOnly: Bool = false
    ) {
      self.to = to
      self.upTo = upTo
      self.positions = positions
      self.thisDeviceOnly = thisDeviceOnly
    }
  }
}

extension Bridge {
  package struct ReceiptQuery: Equatable, Sendable {
    package var to: String = ""
    package var positions: [UInt64] = []

    package init() {}

    package init(
      to: String = "",
      positions: [UInt64] = []
    ) {
      self.to = to
      self.positions = positions
    }
  }
}

extension Bridge {
  package struct PinInTag: Equatable, Sendable {
    package var tag: String = ""
    package var pinned: Bool = false

    package init() {}

    package init(
      tag: String = "",
      pinned: Bool = false
    ) {
      self.tag = tag
      self.pinned = pinned
    }
  }
}

extension Bridge {
  package struct Search: Equatable, Sendable {
    package var text: String = ""
    /// Empty to search all conversations.
    package var `in`: String = ""
    package var limit: UInt32 = 0
    /// Before a position of the conversation; 0 for the end.
    package var before: UInt64 = 0
    /// Empty for any.
    package var sender: String = ""
    /// Content types; empty for all.
    package var types: [String] = []
    package var since: Int64? = nil
    /// Exclusive.
    package var until: Int64? = nil
    /// `next` of the previous page.
    package var after: String = ""

    package init() {}

    package init(
      text: String = "",
      `in`: String = "",
      limit: UInt32 = 0,
      before: UInt64 = 0,
      sender: String = "",
      types: [String] = [],
      since: Int64? = nil,
      until: Int64? = nil,
      after: String = ""
    ) {
      self.text = text
      self.`in` = `in`
      self.limit = limit
      self.before = before
      self.sender = sender
      self.types = types
      self.since = since
      self.until = until
      self.after = after
    }
  }
}

extension Bridge {
  package struct Schedule: Equatable, Sendable {
    package var to: String = ""
    package var type: String = ""
    package var content: String = ""
    @Apart package var details: Bridge.MessageDetails? = nil
    package var time: Int64 = 0
    /// The client id; empty generates one.
    package var id: String = ""

    package init() {}

    package init(
      to: String = "",
      type: String = "",
      content: String = "",
      details: Bridge.MessageDetails? = nil,
      time: Int64 = 0,
      id: String = ""
    ) {
      self.to = to
      self.type = type
      self.content = content
      self.details = details
      self.time = time
      self.id = id
    }
  }
}

extension Bridge {
  package struct InsertLocal: Equatable, Sendable {
    package var to: String = ""
    package var drafts: [Bridge.LocalDraft] = []
    package var skipsDuplicates: Bool = false

    package init() {}

    package init(
      to: String = "",
      drafts: [Bridge.LocalDraft] = [],
      skipsDuplicates: Bool = false
    ) {
      self.to = to
      self.drafts = drafts
      self.skipsDuplicates = skipsDuplicates
    }
  }
}

extension Bridge {
  package struct LocalDraft: Equatable, Sendable {
    package var type: String = ""
    package var content: String = ""
    /// Empty for the client's user.
    package var sender: String = ""
    /// Absent for now.
    package var time: Int64? = nil
    package var fields: String = ""
    package var name: String = ""

    package init() {}

    package init(
      type: String = "",
      content: String = "",
      sender: String = "",
      time: Int64? = nil,
      fields: String = "",
      name: String = ""
    ) {
      self.type = type
      self.content = content
      self.sender = sender
      self.time = time
      self.fields = fields
      self.name = name
    }
  }
}

extension Bridge {
  package struct PositionRange: Equatable, Sendable {
    package var to: String = ""
    package var from: UInt64 = 0
    /// Absent for no end.
    package var upTo: UInt64? = nil
    /// 0 for 1,000.
    package var limit: UInt32 = 0

    package init() {}

    package init(
      to: String = "",
      from: UInt64 = 0,
      upTo: UInt64? = nil,
      limit: UInt32 = 0
    ) {
      self.to = to
      self.from = from
      self.upTo = upTo
      self.limit = limit
    }
  }
}

extension Bridge {
  /// Absent parts stay.
  package struct ChangeLocal: Equatable, Sendable {
    package var to: String = ""
    package var id: Int64 = 0
    package var content: Bridge.SendAction? = nil
    package var fields: String? = nil

    package init() {}

    package init(
      to: String = "",
      id: Int64 = 0,
      content: Bridge.SendAction? = nil,
      fields: String? = nil
    ) {
      self.to = to
      self.id = id
      self.content = content
      self.fields = fields
    }
  }
}

extension Bridge {
  package struct RemoveLocal: Equatable, Sendable {
    package var to: String = ""
    package var ids: [Int64] = []
    package var all: Bool = false

    package init() {}

    package init(
      to: String = "",
      ids: [Int64] = [],
      all: Bool = false
    ) {
      self.to = to
      self.ids = ids
      self.all = all
    }
  }
}

extension Bridge {
  package struct ChangeLocalFields: Equatable, Sendable {
    package var to: String = ""
    package var position: UInt64 = 0
    /// A JSON object; an empty one removes the fields.
    package var fields: String = ""

    package init() {}

    package init(
      to: String = "",
      position: UInt64 = 0,
      fields: String = ""
    ) {
      self.to = to
      self.position = position
      self.fields = fields
    }
  }
}

extension Bridge {
  package struct Target: Equatable, Sendable {
    package var to: String = ""
    package var position: UInt64 = 0

    package init() {}

    package init(
      to: String = "",
      position: UInt64 = 0
    ) {
      self.to = to
      self.position = position
    }
  }
}

extension Bridge {
  package struct PageQuery: Equatable, Sendable {
    package var to: String = ""
    package var position: UInt64 = 0
    /// 0 for 100.
    package var limit: UInt32 = 0
    /// `next` of the previous page.
    package var after: String = ""

    package init() {}

    package init(
      to: String = "",
      position: UInt64 = 0,
      limit: UInt32 = 0,
      after: String = ""
    ) {
      self.to = to
      self.position = position
      self.limit = limit
      self.after = after
    }
  }
}

extension Bridge {
  package struct ReaderQuery: Equatable, Sendable {
    @Apart package var of: Bridge.PageQuery? = nil
    /// any, read, unread, delivered or undelivered.
    package var state: String = ""

    package init() {}

    package init(
      of: Bridge.PageQuery? = nil,
      state: String = ""
    ) {
      self.of = of
      self.state = state
    }
  }
}

extension Bridge {
  package struct AnnotatorQuery: Equatable, Sendable {
    package enum Key: Equatable, Sendable {
      case reaction(String)
      /// The index of a choice.
      case choice(UInt32)
    }

    @Apart package var of: Bridge.PageQuery? = nil
    package var key: Key? = nil

    package init() {}

    package init(
      of: Bridge.PageQuery? = nil,
      key: Key? = nil
    ) {
      self.of = of
      self.key = key
    }
  }
}

extension Bridge {
  package struct HistoryAround: Equatable, Sendable {
    package enum Place: Equatable, Sendable {
      case position(UInt64)
      /// The first message of this moment or later.
      case time(Int64)
    }

    package var to: String = ""
    package var place: Place? = nil
    package var before: UInt32 = 0
    package var after: UInt32 = 0

    package init() {}

    package init(
      to: String = "",
      place: Place? = nil,
      before: UInt32 = 0,
      after: UInt32 = 0
    ) {
      self.to = to
      self.place = place
      self.before = before
      self.after = after
    }
  }
}

extension Bridge {
  package struct HistoryOfTypes: Equatable, Sendable {
    package var to: String = ""
    package var types: [String] = []
    package var limit: UInt32 = 0
    /// `next` of the previous page.
    package var after: String = ""

    package init() {}

    package init(
      to: String = "",
      types: [String] = [],
      limit: UInt32 = 0,
      after: String = ""
    ) {
      self.to = to
      self.types = types
      self.limit = limit
      self.after = after
    }
  }
}

extension Bridge {
  package struct Download: Equatable, Sendable {
    package var to: String = ""
    package var since: Int64? = nil
    package var limit: UInt64? = nil

    package init() {}

    package init(
      to: String = "",
      since: Int64? = nil,
      limit: UInt64? = nil
    ) {
      self.to = to
      self.since = since
      self.limit = limit
    }
  }
}

extension Bridge {
  package struct MentionQuery: Equatable, Sendable {
    package var to: String = ""
    package var limit: UInt32 = 0
    /// True for the last ones.
    package var newest: Bool = false

    package init() {}

    package init(
      to: String = "",
      limit: UInt32 = 0,
      newest: Bool = false
    ) {
      self.to = to
      self.limit = limit
      self.newest = newest
    }
  }
}

extension Bridge {
  package struct SetSettings: Equatable, Sendable {
    /// Empty for settings of the account.
    package var to: String = ""
    /// As JSON; an empty text removes the setting.
    package var values: [String: String] = [:]

    package init() {}

    package init(
      to: String = "",
      values: [String: String] = [:]
    ) {
      self.to = to
      self.values = values
    }
  }
}

extension Bridge {
  package struct DefaultLevel: Equatable, Sendable {
    /// Empty for kinds without a default of their own.
    package var kind: String = ""
    /// Empty for none.
    package var level: String = ""

    package init() {}

    package init(
      kind: String = "",
      level: String = ""
    ) {
      self.kind = kind
      self.level = level
    }
  }
}

extension Bridge {
  package struct SetQuietHours: Equatable, Sendable {
    /// Absent for none.
    package var hours: Bridge.QuietHours? = nil

    package init() {}

    package init(
      hours: Bridge.QuietHours? = nil
    ) {
      self.hours = hours
    }
  }
}

extension Bridge {
  package struct LevelQuery: Equatable, Sendable {
    package var to: String = ""
    /// Absent for now.
    package var time: Int64? = nil

    package init() {}

    package init(
      to: String = "",
      time: Int64? = nil
    ) {
      self.to = to
      self.time = time
    }
  }
}

extension Bridge {
  package struct TagConversations: Equatable, Sendable {
    package var id: String = ""
    package var conversations: [String] = []

    package init() {}

    package init(
      id: String = "",
      conversations: [String] = []
    ) {
      self.id = id
      self.conversations = conversations
    }
  }
}

extension Bridge {
  package struct RemoveConversations: Equatable, Sendable {
    @Apart package var filter: Bridge.UnreadQuery? = nil
    /// True to also hide everything up to now on all of the user's devices.
    package var withHistory: Bool = false
    /// A tag to remove from them; empty for none.
    package var untag: String = ""

    package init() {}

    package init(
      filter: Bridge.UnreadQuery? = nil,
      withHistory: Bool = false,
      untag: String = ""
    ) {
      self.filter = filter
      self.withHistory = withHistory
      self.untag = untag
    }
  }
}

extension Bridge {
  package struct Combine: Equatable, Sendable {
    package var title: String = ""
    package var messages: [Bridge.CombinedMessage] = []

    package init() {}

    package init(
      title: String = "",
      messages: [Bridge.CombinedMessage] = []
    ) {
      self.title = title
      self.messages = messages
    }
  }
}

extension Bridge {
  package struct CombinedMessage: Equatable, Sendable {
    package var sender: String = ""
    package var name: String = ""
    package var time: Int64 = 0
    package var type: String = ""
    package var content: String = ""

    package init() {}

    package init(
      sender: String = "",
      name: String = "",
      time: Int64 = 0,
      type: String = "",
      content: String = ""
    ) {
      self.sender = sender
      self.name = name
      self.time = time
      self.type = type
      self.content = content
    }
  }
}

extension Bridge {
  package struct TimelineOpening: Equatable, Sendable {
    /// Tells it from the other timelines and lists of all callers.
    package var name: String = ""
    package var to: String = ""
    /// The number of messages that a move brings; 0 for 50.
    package var window: UInt32 = 0
    package var place: Bridge.TimelinePlace? = nil

    package init() {}

    package init(
      name: String = "",
      to: String = "",
      window: UInt32 = 0,
      place: Bridge.TimelinePlace? = nil
    ) {
      self.name = name
      self.to = to
      self.window = window
      self.place = place
    }
  }
}

extension Bridge {
  /// A place in a conversation; the end if none is given.
  package struct TimelinePlace: Equatable, Sendable {
    package enum Place: Equatable, Sendable {
      case newest(Bridge.Nothing)
      case firstUnread(Bridge.Nothing)
      case position(UInt64)
      /// The first message of this moment or later.
      case time(Int64)
    }

    package var place: Place? = nil

    package init() {}

    package init(
      place: Place? = nil
    ) {
      self.place = place
    }
  }
}

extension Bridge {
  package struct MoveTimeline: Equatable, Sendable {
    package enum Move: Equatable, Sendable {
      /// Shows more messages at the beginning.
      case older(Bridge.Nothing)
      /// Shows more messages at the end.
      case newer(Bridge.Nothing)
      case to(Bridge.TimelinePlace)
    }

    @Apart package var timeline: Bridge.TimelineOpening? = nil
    package var move: Move? = nil

    package init() {}

    package init(
      timeline: Bridge.TimelineOpening? = nil,
      move: Move? = nil
    ) {
      self.timeline = timeline
      self.move = move
    }
  }
}

extension Bridge {
  package struct ListOpening: Equatable, Sendable {
    /// Tells it from the other timelines and lists of all callers.
    package var name: String = ""
    @Apart package var filter: Bridge.UnreadQuery? = nil
    /// The number of conversations to begin with, and to add at each extension; 0 for 50.
    package var window: UInt32 = 0

    package init() {}

    package init(
      name: String = "",
      filter: Bridge.UnreadQuery? = nil,
      window: UInt32 = 0
    ) {
      self.name = name
      self.filter = filter
      self.window = window
    }
  }
}

extension Bridge {
  package struct PresenceOpening: Equatable, Sendable {
    /// Tells it from the other watches, timelines and lists of all callers.
    package var name: String = ""
    package var users: [String] = []

    package init() {}

    package init(
      name: String = "",
      users: [String] = []
    ) {
      self.name = name
      self.users = users
    }
  }
}

extension Bridge {
  package struct CloseView: Equatable, Sendable {
    /// Of a timeline, a list or a watch of presence.
    package var name: String = ""

    package init() {}

    package init(
      name: String = ""
    ) {
      self.name = name
    }
  }
}

extension Bridge {
  package struct Wait: Equatable, Sendable {
    /// False to wait for the connection, true until everything missed was fetched.
    package var caughtUp: Bool = false

    package init() {}

    package init(
      caughtUp: Bool = false
    ) {
      self.caughtUp = caughtUp
    }
  }
}

extension Bridge {
  /// A message from the module to JavaScript.
  package struct Notice: Equatable, Sendable {
    package enum Notice: Equatable, Sendable {
      indirect case answer(Bridge.Answer)
      indirect case event(Bridge.Event)
      case state(Bridge.ConnectionState)
      /// Get a token and hand it in under this number.
      case obtainToken(UInt32)
      /// Nobody waits for a token any more.
      case cancelToken(Bridge.Nothing)
      /// Open a connection, and drop the one that is open.
      case dial(Bridge.Nothing)
      case hangUp(Bridge.Nothing)
      /// Call `timerFired` after so many milliseconds; replaces the timer before. A negative number: there is none.
      case timer(Double)
      /// The local data is open, and the user it belongs to; empty on a new device.
      case opened(Bridge.Opened)
      /// The local data cannot be opened.
      indirect case failed(Bridge.Failure)
      /// Upload the file of a message, and report how that goes.
      indirect case upload(Bridge.Upload)
      /// Stop the upload of this row.
      case cancelUpload(Int64)
      /// The message of an incomplete upload was discarded.
      indirect case forgetUpload(Bridge.Upload)
      /// Delete the copy of a file.
      case releaseFile(String)
    }

    package var notice: Notice? = nil

    package init() {}

    package init(
      notice: Notice? = nil
    ) {
      self.notice = notice
    }
  }
}

extension Bridge {
  package struct Opened: Equatable, Sendable {
    package var user: String = ""
    package var device: String = ""
    /// The copies of files that rows of the outbox name; all others can go.
    package var neededFiles: [String] = []

    package init() {}

    package init(
      user: String = "",
      device: String = "",
      neededFiles: [String] = []
    ) {
      self.user = user
      self.device = device
      self.neededFiles = neededFiles
    }
  }
}

extension Bridge {
  /// An upload to the server.
  package struct Upload: Equatable, Sendable {
    /// Identifies it in reports.
    package var row: Int64 = 0
    /// The client id of the message.
    package var message: String = ""
    package var conversation: String = ""
    package var file: String = ""
    package var name: String = ""
    package var size: Int64 = 0
    package var sha256: String = ""

    package init() {}

    package init(
      row: Int64 = 0,
      message: String = "",
      conversation: String = "",
      file: String = "",
      name: String = "",
      size: Int64 = 0,
      sha256: String = ""
    ) {
      self.row = row
      self.message = message
      self.conversation = conversation
      self.file = file
      self.name = name
      self.size = size
      self.sha256 = sha256
    }
  }
}

extension Bridge {
  package struct Answer: Equatable, Sendable {
    package enum Result: Equatable, Sendable {
      indirect case failure(Bridge.Failure)
      case done(Bridge.Nothing)
      case sent(Bridge.Sent)
      /// The server already had it so: nothing was appended.
      case unchanged(Bridge.Nothing)
      /// Whether the operation was carried out is unknown.
      case unknown(Bridge.Nothing)
      /// The operation is in the outbox under this client id.
      case enqueued(String)
      case conversations(Bridge.Conversations)
      case messages(Bridge.Messages)
      case members(Bridge.Members)
      case pending(Bridge.PendingList)
      case unread(Bridge.UnreadTotal)
      case receipts(Bridge.Receipts)
      case found(Bridge.SearchPage)
      case status(Bridge.Status)
      case conversation(String)
      case timeline(Bridge.TimelineUpdate)
      case list(Bridge.ListUpdate)
      case scheduled(Bridge.ScheduledMessages)
      case localMessages(Bridge.LocalMessages)
      case localFields(Bridge.LocalFields)
      case users(Bridge.Users)
      case count(Bridge.Count)
      case times(Bridge.Times)
      /// Absent content if there is none.
      case content(Bridge.SendAction)
      case values(Bridge.Values)
      indirect case settings(Bridge.ConversationSettings)
      case quietHours(Bridge.SetQuietHours)
      /// A level or an id.
      case text(String)
      case tags(Bridge.Tags)
      case flag(Bridge.Flag)
      case ids(Bridge.Names)
      case heads(Bridge.LogHeads)
      case log(Bridge.LogPage)
      indirect case groupCard(Bridge.GroupCard)
      case links(Bridge.Links)
      case bans(Bridge.GroupBans)
      case presences(Bridge.Presences)
      case presenceUpdate(Bridge.PresenceUpdate)
      case applications(Bridge.Applications)
      case announcements(Bridge.Announcements)
      case profiles(Bridge.Profiles)
      case permissions(Bridge.Permissions)
      case relation(Bridge.Relation)
      case relations(Bridge.Relations)
      case foundConversations(Bridge.FoundConversations)
    }

    package var call: UInt32 = 0
    package var result: Result? = nil

    package init() {}

    package init(
      call: UInt32 = 0,
      result: Result? = nil
    ) {
      self.call = call
      self.result = result
    }
  }
}

extension Bridge {
  package struct LogHeads: Equatable, Sendable {
    package var heads: [Bridge.LogHead] = []
    /// The conversation, if one was asked for.
    package var conversation: String = ""
    /// False if no log will grow: the client is not connecting.
    package var active: Bool = false
    /// Why the server ended the session.
    @Apart package var failure: Bridge.Failure? = nil

    package init() {}

    package init(
      heads: [Bridge.LogHead] = [],
      conversation: String = "",
      active: Bool = false,
      failure: Bridge.Failure? = nil
    ) {
      self.heads = heads
      self.conversation = conversation
      self.active = active
      self.failure = failure
    }
  }
}

extension Bridge {
  package struct LogHead: Equatable, Sendable {
    package var conversation: String = ""
    package var newest: UInt64 = 0

    package init() {}

    package init(
      conversation: String = "",
      newest: UInt64 = 0
    ) {
      self.conversation = conversation
      self.newest = newest
    }
  }
}

extension Bridge {
  package struct LogPage: Equatable, Sendable {
    package var items: [Bridge.LogItem] = []
    /// The last position that the page covers; 0 if there is nothing after the given one yet.
    package var upTo: UInt64 = 0

    package init() {}

    package init(
      items: [Bridge.LogItem] = [],
      upTo: UInt64 = 0
    ) {
      self.items = items
      self.upTo = upTo
    }
  }
}

extension Bridge {
  /// A change of a timeline: first remove rows, then insert, then replace.
  package struct TimelineUpdate: Equatable, Sendable {
    /// True if all rows are new: the caller's are dropped.
    package var first: Bool = false
    /// Indices in the old rows, descending.
    package var removed: [UInt32] = []
    /// By ascending index in the new rows.
    package var inserted: [Bridge.PlacedRow] = []
    package var updated: [Bridge.PlacedRow] = []
    package var atBeginning: Bool = false
    package var atEnd: Bool = false
    /// The position from which messages were unread when the timeline was opened; 0 if none was.
    package var firstUnread: UInt64 = 0
    /// Messages on this device after the rows; 100 stands for 100 or more.
    package var newerCount: UInt32 = 0

    package init() {}

    package init(
      first: Bool = false,
      removed: [UInt32] = [],
      inserted: [Bridge.PlacedRow] = [],
      updated: [Bridge.PlacedRow] = [],
      atBeginning: Bool = false,
      atEnd: Bool = false,
      firstUnread: UInt64 = 0,
      newerCount: UInt32 = 0
    ) {
      self.first = first
      self.removed = removed
      self.inserted = inserted
      self.updated = updated
      self.atBeginning = atBeginning
      self.atEnd = atEnd
      self.firstUnread = firstUnread
      self.newerCount = newerCount
    }
  }
}

extension Bridge {
  package struct PlacedRow: Equatable, Sendable {
    package var index: UInt32 = 0
    @Apart package var row: Bridge.TimelineRow? = nil

    package init() {}

    package init(
      index: UInt32 = 0,
      row: Bridge.TimelineRow? = nil
    ) {
      self.index = index
      self.row = row
    }
  }
}

extension Bridge {
  /// As for a timeline.
  package struct ListUpdate: Equatable, Sendable {
    package var first: Bool = false
    package var removed: [UInt32] = []
    package var inserted: [Bridge.PlacedConversation] = []
    package var updated: [Bridge.PlacedConversation] = []
    /// True if no more conversations match.
    package var complete: Bool = false

    package init() {}

    package init(
      first: Bool = false,
      removed: [UInt32] = [],
      inserted: [Bridge.PlacedConversation] = [],
      updated: [Bridge.PlacedConversation] = [],
      complete: Bool = false
    ) {
      self.first = first
      self.removed = removed
      self.inserted = inserted
      self.updated = updated
      self.complete = complete
    }
  }
}

extension Bridge {
  package struct Presences: Equatable, Sendable {
    package var presences: [Bridge.Presence] = []

    package init() {}

    package init(
      presences: [Bridge.Presence] = []
    ) {
      self.presences = presences
    }
  }
}

extension Bridge {
  /// As for a timeline.
  package struct PresenceUpdate: Equatable, Sendable {
    package var first: Bool = false
    package var removed: [UInt32] = []
    package var inserted: [Bridge.PlacedPresence] = []
    package var updated: [Bridge.PlacedPresence] = []
    /// True if the server has answered about all of the users since the client connected.
    package var current: Bool = false
    /// Users who have too many watchers.
    package var unwatched: [String] = []

    package init() {}

    package init(
      first: Bool = false,
      removed: [UInt32] = [],
      inserted: [Bridge.PlacedPresence] = [],
      updated: [Bridge.PlacedPresence] = [],
      current: Bool = false,
      unwatched: [String] = []
    ) {
      self.first = first
      self.removed = removed
      self.inserted = inserted
      self.updated = updated
      self.current = current
      self.unwatched = unwatched
    }
  }
}

extension Bridge {
  package struct PlacedPresence: Equatable, Sendable {
    package var index: UInt32 = 0
    @Apart package var row: Bridge.Presence? = nil

    package init() {}

    package init(
      index: UInt32 = 0,
      row: Bridge.Presence? = nil
    ) {
      self.index = index
      self.row = row
    }
  }
}

extension Bridge {
  package struct Presence: Equatable, Sendable {
    package var user: String = ""
    /// online or offline; empty if it is unknown.
    package var state: String = ""
    /// Of the connected devices, in alphabetical order.
    package var devices: [String] = []
    package var status: String = ""
    /// In milliseconds since 1970; 0 unless offline.
    package var lastSeen: Int64 = 0

    package init() {}

    package init(
      user: String = "",
      state: String = "",
      devices: [String] = [],
      status: String = "",
      lastSeen: Int64 = 0
    ) {
      self.user = user
      self.state = state
      self.devices = devices
      self.status = status
      self.lastSeen = lastSeen
    }
  }
}

extension Bridge {
  package struct PlacedConversation: Equatable, Sendable {
    package var index: UInt32 = 0
    @Apart package var row: Bridge.Conversation? = nil

    package init() {}

    package init(
      index: UInt32 = 0,
      row: Bridge.Conversation? = nil
    ) {
      self.index = index
      self.row = row
    }
  }
}

extension Bridge {
  package struct Sent: Equatable, Sendable {
    package var conversation: String = ""
    package var position: UInt64 = 0
    package var time: Int64 = 0

    package init() {}

    package init(
      conversation: String = "",
      position: UInt64 = 0,
      time: Int64 = 0
    ) {
      self.conversation = conversation
      self.position = position
      self.time = time
    }
  }
}

extension Bridge {
  package struct Conversations: Equatable, Sendable {
    package var conversations: [Bridge.Conversation] = []

    package init() {}

    package init(
      conversations: [Bridge.Conversation] = []
    ) {
      self.conversations = conversations
    }
  }
}

extension Bridge {
  package struct Messages: Equatable, Sendable {
    package var messages: [Bridge.Message] = []
    /// Where the next page begins; empty at the end.
    package var next: String = ""
    /// True while this device still indexes, so that messages may be missing.
    package var incomplete: Bool = false

    package init() {}

    package init(
      messages: [Bridge.Message] = [],
      next: String = "",
      incomplete: Bool = false
    ) {
      self.messages = messages
      self.next = next
      self.incomplete = incomplete
    }
  }
}

extension Bridge {
  package struct Members: Equatable, Sendable {
    package var members: [Bridge.Member] = []
    package var next: String = ""
    /// The device has never read the list.
    package var unknown: Bool = false

    package init() {}

    package init(
      members: [Bridge.Member] = [],
      next: String = "",
      unknown: Bool = false
    ) {
      self.members = members
      self.next = next
      self.unknown = unknown
    }
  }
}

extension Bridge {
  /// What the user may do in a conversation.
  package struct Permissions: Equatable, Sendable {
    /// In ascending order.
    package var operations: [String] = []
    /// The roles of the members whom the user may remove, ban and silence.
    package var manages: [String] = []

    package init() {}

    package init(
      operations: [String] = [],
      manages: [String] = []
    ) {
      self.operations = operations
      self.manages = manages
    }
  }
}

extension Bridge {
  package struct FoundConversations: Equatable, Sendable {
    package var ids: [String] = []
    package var next: String = ""

    package init() {}

    package init(
      ids: [String] = [],
      next: String = ""
    ) {
      self.ids = ids
      self.next = next
    }
  }
}

extension Bridge {
  package struct Users: Equatable, Sendable {
    package var users: [String] = []
    package var next: String = ""

    package init() {}

    package init(
      users: [String] = [],
      next: String = ""
    ) {
      self.users = users
      self.next = next
    }
  }
}

extension Bridge {
  package struct ScheduledMessages: Equatable, Sendable {
    package var messages: [Bridge.ScheduledMessage] = []

    package init() {}

    package init(
      messages: [Bridge.ScheduledMessage] = []
    ) {
      self.messages = messages
    }
  }
}

extension Bridge {
  package struct LocalMessages: Equatable, Sendable {
    package var messages: [Bridge.LocalMessage] = []

    package init() {}

    package init(
      messages: [Bridge.LocalMessage] = []
    ) {
      self.messages = messages
    }
  }
}

extension Bridge {
  package struct LocalFields: Equatable, Sendable {
    package var fields: [Bridge.ChangeLocalFields] = []

    package init() {}

    package init(
      fields: [Bridge.ChangeLocalFields] = []
    ) {
      self.fields = fields
    }
  }
}

extension Bridge {
  package struct Count: Equatable, Sendable {
    package var count: UInt64 = 0

    package init() {}

    package init(
      count: UInt64 = 0
    ) {
      self.count = count
    }
  }
}

extension Bridge {
  package struct Times: Equatable, Sendable {
    package var times: [Bridge.ReceivedTime] = []

    package init() {}

    package init(
      times: [Bridge.ReceivedTime] = []
    ) {
      self.times = times
    }
  }
}

extension Bridge {
  package struct ReceivedTime: Equatable, Sendable {
    package var position: UInt64 = 0
    package var time: Int64 = 0

    package init() {}

    package init(
      position: UInt64 = 0,
      time: Int64 = 0
    ) {
      self.position = position
      self.time = time
    }
  }
}

extension Bridge {
  /// JSON texts by key.
  package struct Values: Equatable, Sendable {
    package var values: [String: String] = [:]

    package init() {}

    package init(
      values: [String: String] = [:]
    ) {
      self.values = values
    }
  }
}

extension Bridge {
  package struct Tags: Equatable, Sendable {
    package var tags: [Bridge.Tag] = []

    package init() {}

    package init(
      tags: [Bridge.Tag] = []
    ) {
      self.tags = tags
    }
  }
}

extension Bridge {
  package struct PendingList: Equatable, Sendable {
    package var operations: [Bridge.Pending] = []

    package init() {}

    package init(
      operations: [Bridge.Pending] = []
    ) {
      self.operations = operations
    }
  }
}

extension Bridge {
  package struct UnreadTotal: Equatable, Sendable {
    package var messages: UInt32 = 0
    package var conversations: UInt32 = 0
    package var mentions: UInt32 = 0

    package init() {}

    package init(
      messages: UInt32 = 0,
      conversations: UInt32 = 0,
      mentions: UInt32 = 0
    ) {
      self.messages = messages
      self.conversations = conversations
      self.mentions = mentions
    }
  }
}

extension Bridge {
  package struct Receipts: Equatable, Sendable {
    package var receipts: [Bridge.Receipt] = []

    package init() {}

    package init(
      receipts: [Bridge.Receipt] = []
    ) {
      self.receipts = receipts
    }
  }
}

extension Bridge {
  package struct SearchPage: Equatable, Sendable {
    package var hits: [Bridge.SearchHit] = []
    /// False while this device still indexes.
    package var complete: Bool = false
    package var next: String = ""

    package init() {}

    package init(
      hits: [Bridge.SearchHit] = [],
      complete: Bool = false,
      next: String = ""
    ) {
      self.hits = hits
      self.complete = complete
      self.next = next
    }
  }
}

extension Bridge {
  package struct SearchHit: Equatable, Sendable {
    @Apart package var conversation: Bridge.Conversation? = nil
    /// The number of messages found in it.
    package var count: UInt32 = 0
    @Apart package var newest: Bridge.Message? = nil

    package init() {}

    package init(
      conversation: Bridge.Conversation? = nil,
      count: UInt32 = 0,
      newest: Bridge.Message? = nil
    ) {
      self.conversation = conversation
      self.count = count
      self.newest = newest
    }
  }
}

extension Bridge {
  package struct Status: Equatable, Sendable {
    package var user: String = ""
    package var device: String = ""
    @Apart package var state: Bridge.ConnectionState? = nil
    /// Entries still to be fetched, as far as known.
    package var toCome: UInt32 = 0
    /// Settings and hidings that the server does not have yet.
    package var unsyncedChanges: UInt32 = 0
    /// The time by the server's clock if it is known, otherwise by this device's.
    package var serverTime: Int64 = 0
    /// The time of the connection; 0 without one.
    package var onlineSince: Int64 = 0
    /// Why the last connection ended or could not be made.
    @Apart package var lastFailure: Bridge.Failure? = nil

    package init() {}

    package init(
      user: String = "",
      device: String = "",
      state: Bridge.ConnectionState? = nil,
      toCome: UInt32 = 0,
      unsyncedChanges: UInt32 = 0,
      serverTime: Int64 = 0,
      onlineSince: Int64 = 0,
      lastFailure: Bridge.Failure? = nil
    ) {
      self.user = user
      self.device = device
      self.state = state
      self.toCome = toCome
      self.unsyncedChanges = unsyncedChanges
      self.serverTime = serverTime
      self.onlineSince = onlineSince
      self.lastFailure = lastFailure
    }
  }
}

extension Bridge {
  /// A kind of relation.
  package struct RelationKind: WireEnum {
    package var rawValue: Int32 = 0

    package init() {}
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static var unspecified: Self { Self(rawValue: 0) }
    /// Users whom the user blocks.
    package static var blocked: Self { Self(rawValue: 1) }
    /// Users on the user's allow list.
    package static var allowed: Self { Self(rawValue: 2) }
    /// The user's relation to oneself, if only allowed users may write.
    package static var onlyAllowed: Self { Self(rawValue: 3) }
    /// Friends.
    package static var friend: Self { Self(rawValue: 4) }
    /// Users whom the user has asked to become friends.
    package static var asked: Self { Self(rawValue: 5) }
    /// Users who have asked the user.
    package static var asks: Self { Self(rawValue: 6) }

    package static let names: [(name: StaticString, number: Int32)] = [
      ("RELATION_KIND_UNSPECIFIED", 0),
      ("RELATION_KIND_BLOCKED", 1),
      ("RELATION_KIND_ALLOWED", 2),
      ("RELATION_KIND_ONLY_ALLOWED", 3),
      ("RELATION_KIND_FRIEND", 4),
      ("RELATION_KIND_ASKED", 5),
      ("RELATION_KIND_ASKS", 6),
    ]
  }
}
