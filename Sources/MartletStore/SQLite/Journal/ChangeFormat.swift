/// The encoding of one commit's changes in one row of the journal.
///
///     row       version change* end
///     change    append | detailed | mark | marker | user | hide | settings | settingsDropped | scheduled | unscheduled
///               | unchanged | relations | pair
///                                                           each begins with its tag
///     append    flags number seq countable time stamp memberCount [shown] [owner] [app id title relations]
///               sender client event fingerprint [fold] [annotations] [joins leaves userEntries]
///     event     kind, and what it says: since version 6 also attributes of a new group, and changes of a conversation;
///               since version 8 also roles, who may write, and silenced members;
///               since version 9 also who may join, links, and the end of a group;
///               since version 12 also bans; since version 15 applications, names of members, and announcements
///     detailed  append details                              since version 2
///     marker    number user which [read] [told] [delivered] [since time] [seq time]      since version 4, `since` since 5
///     mark      number user read seq time
///     user      app id createdAt tokensRevokedUntil
///               profile                                                      since version 10, empty for none
///               suspendedUntil                                               since version 11
///               lastSeen                                                     since version 13
///     hide      number user cleared targets seq time
///     settings  app user seq time (conversation key value)*
///     settingsDropped  app conversation users
///     scheduled app user client time conversation type content details       since version 4
///               parent expandable [properties]                              since version 5
///               fingerprint time                                            since version 7
///     unscheduled app user client                                            since version 4
///               end fingerprint time                                        since version 7
///     unchanged app user client fingerprint time                             since version 7
///     relations app user seq time (peer flags text)*                          since version 14, `text` since 16
///     pair      number relations                                              since version 14, `relations` of an append too
///
/// Numbers are in groups of seven bits, the lowest first; what may be negative is folded onto the naturals (0, -1, 1,
/// -2 …). Texts, bytes and lists begin with their length. What always follows from something else is not written: the
/// conversation's head, count and time are those of the newest entry, a fold's target and content are those of its
/// event, and of a conversation made earlier only the number is there; the reader asks for the rest.
///
/// Up to version 6 all apps had their stamps in common; since version 7 each has its own.
///
/// A change of the format raises both `version` and the number of `JournalSchema.steps`: a program that does not know
/// it then refuses the file as a whole, before it reads a row.
enum ChangeFormat {
  static let version: UInt8 = 16

  /// The kind of a message that replies to another one or changes annotations, which a plain one does not pay for.
  static let connectedMessage: UInt8 = 0x41

  enum Tag: UInt8 {
    /// Nothing follows, so that a row cut short is never taken for a whole one.
    case end = 0
    case append
    case mark
    case user
    /// From version 3 on.
    case hide
    case settings
    case settingsDropped
    /// From version 2 on.
    case detailed = 30
    case marker
    case scheduled
    case unscheduled
    /// From version 7 on.
    case unchanged
    /// From version 14 on.
    case relations = 65
    case pair
  }

  /// Of an append.
  struct Flags: OptionSet {
    let rawValue: UInt8

    /// The append makes the conversation: app, id and title are written.
    static let isNew = Flags(rawValue: 1)
    static let counts = Flags(rawValue: 1 << 1)
    static let isMessage = Flags(rawValue: 1 << 2)
    /// The client id is a UUID in lower case, kept as its 16 bytes.
    static let isUUID = Flags(rawValue: 1 << 3)
    /// The entry is the conversation's newest message not recalled: `shown` is not written.
    static let isShown = Flags(rawValue: 1 << 4)
    static let hasOwner = Flags(rawValue: 1 << 5)
    static let hasFold = Flags(rawValue: 1 << 6)
    /// Someone joins or leaves, or a user's log is appended to.
    static let changesMembers = Flags(rawValue: 1 << 7)
  }
}
