/// The permission to do something in a conversation.
package enum Permission: UInt8, Sendable, CaseIterable {
  /// Reads the log, and sees that the conversation exists.
  case read
  case send
  /// Sends a message to some of the members alone.
  case sendDirected
  case signal
  case edit
  case recall
  case recallSilently
  /// Reacts, sets properties, or votes.
  case annotate
  case pin
  case closePoll
  case create
  case addMembers
  case removeMembers
  case leave
  /// Changes the title and the attributes.
  case change
  /// Makes members admins or plain members, or hands the group over.
  case setRoles
  /// Decides who may join: opens the group to everybody, makes and revokes links.
  case admit
  /// Joins by oneself, if the group admits it.
  case join
  /// Ends the group.
  case dismiss
  /// Bans users and lifts bans.
  case ban
  /// Takes a name in the group.
  case nickname
  /// Gives members of a lower role a name in the group.
  case nameMembers
  /// Changes the announcement.
  case announce
  /// Keeps all members but the owner and the admins from writing, or single ones for a while.
  case silence

  /// True if members who may not write may not do it either: it adds something to the conversation.
  package var isWriting: Bool {
    switch self {
    case .send, .sendDirected, .signal, .edit, .annotate, .pin, .change, .nickname: true
    case .read, .recall, .recallSilently, .closePoll, .create, .addMembers, .removeMembers, .leave, .setRoles, .silence, .admit,
      .ban, .join, .dismiss, .nameMembers, .announce:
      false
    }
  }
}

/// A user's roles in a conversation, and towards one of its messages.
package struct Roles: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let owner = Roles(rawValue: 1)
  package static let member = Roles(rawValue: 2)
  /// Any user of the app.
  package static let anybody = Roles(rawValue: 4)
  /// The user who sent the message.
  package static let sender = Roles(rawValue: 8)
  /// A member whom the owner appointed.
  package static let admin = Roles(rawValue: 16)

  /// Those who run a group.
  package static let leaders: Roles = [.owner, .admin]
}

/// The roles that may do each operation; an operation that is not named is not allowed.
///
/// The server decides by it, and clients tell their users by it what they may do.
package struct PermissionTable: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var roles = [Roles](repeating: [], count: Permission.allCases.count)

  package init(dictionaryLiteral elements: (Permission, Roles)...) {
    for (operation, roles) in elements { self[operation] = roles }
  }

  package subscript(operation: Permission) -> Roles {
    get { roles[Int(operation.rawValue)] }
    set { roles[Int(operation.rawValue)] = newValue }
  }

  /// True if every user of the app may do it.
  package func isOpen(_ operation: Permission) -> Bool { self[operation].contains(.anybody) }

  /// The conversation of two users.
  package static let direct: PermissionTable = [
    .read: .member, .send: .member, .signal: .member, .edit: .sender, .recall: [.sender, .member],
    .recallSilently: [.sender, .member], .annotate: .member, .pin: .member, .closePoll: .sender,
  ]

  /// The conversation of a user with an account of the app.
  ///
  /// It has no owner: the app alone, which needs no role, does what is left to one.
  package static let system: PermissionTable = [
    .read: .member, .send: .owner, .edit: .owner, .recall: .owner, .recallSilently: .owner, .annotate: .owner, .pin: .owner,
  ]

  /// The rules of a standard kind; another kind allows nothing.
  package static func standard(of kind: ConversationID.Kind) -> PermissionTable {
    switch kind {
    case .direct: .direct
    case .group: .group
    case .system: .system
    default: [:]
    }
  }

  /// A conversation with a list of members, of whom one is the owner and some are admins.
  package static let group: PermissionTable = [
    .read: [.owner, .member], .send: [.owner, .member], .sendDirected: [.owner, .member], .signal: [.owner, .member],
    .edit: .sender, .recall: [.sender, .owner, .admin, .member], .recallSilently: [.sender, .owner, .admin, .member],
    .annotate: [.owner, .member], .pin: [.owner, .member], .closePoll: .sender, .create: .anybody,
    .addMembers: [.owner, .member], .removeMembers: .leaders, .leave: [.owner, .member], .change: [.owner, .admin, .member],
    .setRoles: .owner, .silence: .leaders, .admit: .leaders, .ban: .leaders, .join: .anybody, .dismiss: .owner,
    .nickname: [.owner, .member], .nameMembers: .leaders, .announce: .leaders,
  ]
}

/// What an app leaves to fewer users than the kind of the conversation does.
package struct PermissionBounds: Sendable, Hashable {
  private var recall: Wire.Permitted
  private var recallSilently: Wire.Permitted
  private var change: Wire.Permitted
  private var ownerPins: Bool

  package init(recall: Wire.Permitted, recallSilently: Wire.Permitted, change: Wire.Permitted, ownerPins: Bool) {
    (self.recall, self.recallSilently, self.change, self.ownerPins) = (recall, recallSilently, change, ownerPins)
  }

  package init(_ limits: Wire.Limits) {
    self.init(
      recall: limits.recallBy, recallSilently: limits.silentRecallBy, change: limits.changeConversationBy,
      ownerPins: limits.ownerPins)
  }

  /// Reads the form in which clients keep them; nil if it is another.
  package init?(stored text: String) {
    let numbers = text.split(separator: " ").map { Int32($0) }
    guard numbers.count == 4, let recall = numbers[0], let silent = numbers[1], let change = numbers[2], let pins = numbers[3]
    else { return nil }
    self.init(
      recall: Wire.Permitted(rawValue: recall), recallSilently: Wire.Permitted(rawValue: silent),
      change: Wire.Permitted(rawValue: change), ownerPins: pins == 1)
  }

  /// The form in which clients keep them.
  package var stored: String { "\(recall.rawValue) \(recallSilently.rawValue) \(change.rawValue) \(ownerPins ? 1 : 0)" }

  /// The roles that may do an operation, among those that the kind allows; nil if the app allows it to nobody.
  package func roles(for operation: Permission, in table: PermissionTable) -> Roles? {
    let roles = table[operation]
    switch operation {
    case .recall: return recall.roles.map(roles.intersection)
    case .recallSilently: return recallSilently.roles.map(roles.intersection)
    case .pin: return ownerPins && roles.contains(.owner) ? .leaders : roles
    case .change: return change.roles.map(roles.intersection)
    default: return roles
    }
  }
}

extension Wire.Permitted {
  /// The roles that are meant; nil for nobody.
  ///
  /// A value that this version does not know bounds nothing.
  fileprivate var roles: Roles? {
    switch self {
    case .nobody: nil
    case .sender: .sender
    case .owner: .owner
    case .senderOrOwner: [.sender, .owner]
    case .admins: .leaders
    case .senderOrAdmins: [.sender, .owner, .admin]
    default: [.sender, .owner, .admin, .member, .anybody]
    }
  }
}
