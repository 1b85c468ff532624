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
  /// Keeps all members but the owner and the admins from writing, or single ones for a while.
  case silence

  /// True if members who may not write may not do it either: it adds something to the conversation.
  package var isWriting: Bool {
    switch self {
    case .send, .sendDirected, .signal, .edit, .annotate, .pin, .change: true
    case .read, .recall, .recallSilently, .closePoll, .create, .addMembers, .removeMembers, .leave, .setRoles, .silence, .admit,
      .join, .dismiss:
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
  /// What a member's role adds to being a member.
  package init(of role: MemberRole) {
    switch role {
    case .owner: self = .owner
    case .admin: self = .admin
    case .member: self = []
    }
  }

  /// Those who run a group.
  package static let leaders: Roles = [.owner, .admin]
}

/// The roles that may do each operation; an operation that is not named is not allowed.
package struct Permissions: Sendable, Equatable, ExpressibleByDictionaryLiteral {
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
}
