import MartletWire

/// The rules of one kind of conversation.
package struct KindPolicy: Sendable, Equatable {
  /// The source of a conversation's members.
  package enum Membership: Sendable {
    /// The id names two users. They see all of the log, and the conversation begins with the first message.
    case pair
    /// A list of members, each of whom sees the log from the entry that added them. The id has one name.
    case roster
  }

  /// The users whom the server tells of each entry.
  package enum Audience: Sendable {
    case roster
    /// Every user of the app who is connected.
    case everyone
  }

  /// How much of the log is kept.
  package enum Log: Sendable, Equatable {
    case durable
    /// This many of the newest entries.
    case ring(UInt64)
  }

  /// The stored state of each user's reading.
  package enum ReadState: Sendable {
    /// Markers and hidden entries.
    case markers
    /// Nothing: no entry counts as unread.
    case none
  }

  package var kind: ConversationID.Kind
  package var membership: Membership
  package var audience = Audience.roster
  package var log = Log.durable
  package var readState = ReadState.markers
  package var permissions: PermissionTable

  package init(
    kind: ConversationID.Kind, membership: Membership, audience: Audience = .roster, log: Log = .durable,
    readState: ReadState = .markers, permissions: PermissionTable
  ) {
    self.kind = kind
    self.membership = membership
    self.audience = audience
    self.log = log
    self.readState = readState
    self.permissions = permissions
  }

  /// The conversation of two users.
  package static let direct = KindPolicy(kind: .direct, membership: .pair, permissions: .direct)

  /// A conversation with a list of members, of whom one is the owner and some are admins.
  package static let group = KindPolicy(kind: .group, membership: .roster, permissions: .group)

  /// The conversation of a user with an account of the app, in which only the app writes.
  package static let system = KindPolicy(kind: .system, membership: .pair, permissions: .system)

  /// The rules for an unknown kind, which allow nothing.
  package static func closed(_ kind: ConversationID.Kind) -> KindPolicy {
    KindPolicy(kind: kind, membership: .roster, permissions: [:])
  }

  /// True if a conversation can end.
  package var canEnd: Bool { !permissions[.dismiss].isEmpty }

  /// True if each of the two users can keep the other from writing.
  package var heedsBlocks: Bool { membership == .pair && permissions[.send].contains(.member) }

  /// True if members can be kept from writing.
  package var canSilence: Bool { !permissions[.silence].isEmpty }

  /// True if ids of the kind can have this form.
  func allows(_ id: ConversationID) -> Bool {
    switch membership {
    case .pair: id.names == .pairOfUsers
    case .roster: id.names == .one
    }
  }

  /// The position from which a user who joins with the entry at `seq` sees the log.
  package func joined(at seq: UInt64) -> UInt64 { membership == .pair ? 0 : seq }

  /// True if a joining user gets an entry in the user log.
  package var tellsOfJoining: Bool { membership == .roster }

  /// The oldest kept position of a log with this head; 0 if all entries are kept.
  package func oldest(head: UInt64) -> UInt64 {
    if case .ring(let length) = log, head > length { head &- length &+ 1 } else { 0 }
  }

  /// A user as a reader of a conversation with this head; nil if the user may not read it.
  ///
  /// `member` is the user's membership, if there is one.
  package func reader(_ user: UserID, member: MemberRecord?, head: UInt64) -> MemberRecord? {
    let isOpen = permissions.isOpen(.read)
    guard var reader = member ?? (isOpen ? MemberRecord(user: user, joined: 0, read: 0, lastSent: 0) : nil) else { return nil }
    if isOpen { (reader.joined, reader.earlier) = (0, 0) }
    reader.oldest = oldest(head: head)
    return reader
  }
}
