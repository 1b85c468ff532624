import MartletWire

/// A link by which users join a group.
public struct GroupLink: Hashable, Sendable, Identifiable {
  /// The id: the position of the entry that made it.
  public let id: UInt64
  /// The user who made it.
  public let by: UserID?
  /// It lets nobody in from this time; nil for never.
  public let until: Timestamp?
  /// It lets in this many users; nil for any number.
  public let uses: Int?
  /// It has let in this many.
  public let used: Int
  /// The text by which users join, with `MartletClient.join(_:sharedBy:way:)`; at most 256 bytes of ASCII.
  public let code: String

  package init(_ wire: Wire.JoinLink) {
    id = wire.id
    by = UserID(wire.by)
    until = Timestamp(end: wire.until)
    uses = wire.uses > 0 ? Int(clamping: wire.uses) : nil
    used = Int(clamping: wire.used)
    code = wire.code
  }
}

/// A way into a group for users who are not members.
@nonexhaustive
public enum GroupEntrance: Hashable, Sendable {
  /// An open group.
  case group(ConversationID)
  /// The code of a link.
  case link(String)
}

/// A group as those see it who may join it.
public struct GroupCard: Hashable, Sendable, Identifiable {
  /// The group.
  public let id: ConversationID
  /// The title.
  public let title: String
  /// The number of members.
  public let memberCount: Int
  /// The owner.
  public let owner: UserID?
  /// The user who created the group, who may have left it.
  public let creator: UserID?
  /// The attributes that all members share.
  public let attributes: [String: ContentValue]
  /// True if the user is a member already.
  public let isMember: Bool
  /// True if every user who knows the group's id may join it.
  public let isOpen: Bool
  /// True if every user who knows the group's id may apply to join it.
  public let takesApplications: Bool
  /// When the user's application ends; nil if the user has not applied.
  public let appliedUntil: Timestamp?
}

/// What new members may read of a group's log from before their joining.
@nonexhaustive
public enum GroupHistory: Hashable, Sendable {
  /// Nothing.
  case none
  /// So many of the newest entries: messages and notices.
  case last(Int)
  /// Everything.
  case all

  package init(_ number: UInt32) {
    self = number == 0 ? .none : number == .max ? .all : .last(Int(clamping: number))
  }

  /// As the wire has it; a number out of range becomes the nearest one.
  package var number: UInt32 {
    switch self {
    case .none: 0
    case .last(let count): min(UInt32(clamping: count), .max - 1)
    case .all: .max
    }
  }
}
