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
