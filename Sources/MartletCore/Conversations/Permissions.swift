import MartletWire

/// What the user may do in a conversation, as far as this device knows.
///
/// The server decides. This is what it would decide, so that an app offers only what will work. It counts roles, silences,
/// dismissal, and what the app's limits leave to fewer users. It does not count quotas, such as full groups, and times, such as
/// the window for recalls.
public struct Permissions: Hashable, Sendable {
  /// Something that may be permitted.
  @nonexhaustive
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    /// Reads the conversation.
    case read
    /// Sends messages.
    case send
    /// Sends messages to some of the members alone.
    case sendDirected = "send_directed"
    /// Sends signals, such as that the user is typing.
    case signal
    /// Edits the user's own messages.
    case edit
    /// Recalls the user's own messages.
    case recall
    /// Recalls messages of others.
    case recallOthers = "recall_others"
    /// Recalls the user's own messages without a trace.
    case recallSilently = "recall_silently"
    /// Recalls messages of others without a trace.
    case recallOthersSilently = "recall_others_silently"
    /// Reacts, sets properties, votes.
    case annotate
    /// Pins messages for everybody.
    case pin
    /// Closes the user's own polls.
    case closePoll = "close_poll"
    /// Adds members.
    case addMembers = "add_members"
    /// Removes members, of the roles that the user manages.
    case removeMembers = "remove_members"
    /// Leaves the group.
    case leave
    /// Changes the title and the shared attributes.
    case change
    /// Appoints admins, and hands the group over.
    case setRoles = "set_roles"
    /// Decides who may join: opens the group, makes and revokes links, answers applications.
    case admit
    /// Ends the group.
    case dismiss
    /// Bans users who are not members, and members of the roles that the user manages; lists and lifts bans.
    case ban
    /// Takes a name in the group.
    case nickname
    /// Gives members of the roles that the user manages a name in the group.
    case nameMembers = "name_members"
    /// Changes the announcement.
    case announce
    /// Keeps members from writing: all, or single ones of the roles that the user manages.
    case silence
  }

  /// What is permitted.
  public let operations: Set<Operation>
  /// The roles of the members whom the user may remove, ban, silence and name.
  public let manages: Set<Member.Role>

  /// Whether something is permitted.
  ///
  /// - Parameter operation: What the user would do.
  /// - Returns: True if the server would permit it.
  public func contains(_ operation: Operation) -> Bool { operations.contains(operation) }

  init(operations: Set<Operation>, manages: Set<Member.Role>) { (self.operations, self.manages) = (operations, manages) }

  /// Nothing is permitted.
  static let none = Permissions(operations: [], manages: [])
}

extension Conversation {
  /// What the user may do in the conversation at a time.
  ///
  /// Until the first connection it is nothing.
  ///
  /// - Parameter time: The time by the server's clock; it matters while the user is silenced.
  /// - Returns: What is permitted.
  public func permissions(at time: Timestamp) -> Permissions {
    guard let bounds, let role else { return .none }
    let usual = Permissions(of: role, in: id.kind, bounds)
    let mayWrite = role != .member || ((!isSilenced || isSpeaker) && silencedUntil.map { $0 <= time } ?? true)
    let operations = usual.operations.filter { operation in
      isDismissed ? operation == .read || operation == .leave : mayWrite || !operation.permission.isWriting
    }
    return Permissions(operations: operations, manages: isDismissed ? [] : usual.manages)
  }
}

extension Permissions {
  /// What a role permits in conversations of a kind in which everybody may write.
  package init(of role: Member.Role, in kind: ConversationID.Kind, _ bounds: PermissionBounds) {
    let table = PermissionTable.standard(of: kind)
    let roles: Roles = role.added.union([.member, .anybody])
    let permitted = Operation.allCases.filter { operation in
      let allowed = bounds.roles(for: operation.permission, in: table) ?? []
      return !allowed.isDisjoint(with: operation.concernsOwn ? roles.union(.sender) : roles)
    }
    let managed: Set<Member.Role> = role == .owner ? [.member, .admin] : role == .admin ? [.member] : []
    self.init(operations: Set(permitted), manages: table[.silence].isEmpty ? [] : managed)
  }
}

extension Member.Role {
  /// What the role adds to being a member.
  fileprivate var added: Roles {
    switch self {
    case .owner: .owner
    case .admin: .admin
    case .member: []
    }
  }
}

extension Permissions.Operation {
  /// True if it is about a message of the user's own.
  fileprivate var concernsOwn: Bool {
    switch self {
    case .edit, .recall, .recallSilently, .closePoll: true
    default: false
    }
  }

  fileprivate var permission: Permission {
    switch self {
    case .read: .read
    case .send: .send
    case .sendDirected: .sendDirected
    case .signal: .signal
    case .edit: .edit
    case .recall, .recallOthers: .recall
    case .recallSilently, .recallOthersSilently: .recallSilently
    case .annotate: .annotate
    case .pin: .pin
    case .closePoll: .closePoll
    case .addMembers: .addMembers
    case .removeMembers: .removeMembers
    case .leave: .leave
    case .change: .change
    case .setRoles: .setRoles
    case .admit: .admit
    case .dismiss: .dismiss
    case .ban: .ban
    case .nickname: .nickname
    case .nameMembers: .nameMembers
    case .announce: .announce
    case .silence: .silence
    }
  }
}
