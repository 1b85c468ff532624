import MartletSQLite
import MartletWire

// Groups and their members.
extension ClientEngine {
  /// Users named in one request; more are sent in several.
  private static let usersPerRequest = 200

  /// Creates a group that this user owns and is a member of.
  package func createGroup(
    title: String, members: [UserID], attributes: [String: ContentValue], id: String?, for operation: Operation,
    then: @escaping Completion<ConversationID>
  ) {
    attempt(then) { () throws(MartletError) in
      if let closure { throw closure }
      let name = id ?? newClientID().text
      guard let group = ConversationID.group(name) ?? ConversationID(name), group.pair == nil else {
        throw MartletError(.argumentInvalid, "the group's id must be 1 to 64 of A-Z a-z 0-9 _ . -", field: "id")
      }
      let (first, rest) = (members.prefix(Self.usersPerRequest), members.dropFirst(Self.usersPerRequest))
      let create = Wire.CreateGroup(
        group: name, clientId: newClientID().text, title: title, members: first.map { $0.text },
        attributes: try Self.wire(attributes.mapValues { .some($0) }))
      call(.request(.createGroup(create)), for: operation) { [self] result in
        proceed(result, then) { body throws(MartletError) in
          guard case .appended = body else { throw .unexpectedAnswer }
          add(Array(rest), to: .conversation(group), for: operation) { [self] result in
            proceed(result, then) { _ throws(MartletError) in
              arrives(group, for: operation) { then($0.map { _ in group }) }
            }
          }
        }
      }
    }
  }

  package func add(_ users: [UserID], to destination: Destination, for operation: Operation, then: @escaping Completion<Void>) {
    changeMembers(users.map { $0.text }[...], for: operation, then: then) { part, id in
      .addMembers(Wire.AddMembers(conversation: destination.description, clientId: id, users: part))
    }
  }

  package func remove(
    _ users: [UserID], from destination: Destination, reason: String, for operation: Operation, then: @escaping Completion<Void>
  ) {
    changeMembers(users.map { $0.text }[...], for: operation, then: then) { part, id in
      .removeMembers(Wire.RemoveMembers(conversation: destination.description, clientId: id, users: part, reason: reason))
    }
  }

  /// Leaves a group.
  package func leave(_ destination: Destination, reason: String, for operation: Operation, then: @escaping Completion<Void>) {
    user(for: operation) { [self] result in
      proceed(result, then) { user throws(MartletError) in
        remove([user], from: destination, reason: reason, for: operation, then: then)
      }
    }
  }

  func changeMembers(
    _ users: ArraySlice<String>, for operation: Operation, then: @escaping Completion<Void>,
    _ request: @escaping ([String], String) -> Wire.ClientPacket.Request
  ) {
    guard !users.isEmpty else { return then(.success(())) }
    let part = Array(users.prefix(Self.usersPerRequest))
    call(.request(request(part, newClientID().text)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        switch body {
        case .appended, .done: changeMembers(users.dropFirst(part.count), for: operation, then: then, request)
        default: throw .unexpectedAnswer
        }
      }
    }
  }

  // MARK: Roles and silence

  package func setRole(
    _ role: Member.Role, of users: [UserID], in destination: Destination, for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    attempt(then) { () throws(MartletError) in
      guard role != .owner || users.count == 1 else {
        throw MartletError(.argumentInvalid, "a group is handed over to one member", field: "users")
      }
      changeMembers(users.map { $0.text }[...], for: operation, then: then) { part, id in
        .setRoles(Wire.SetRoles(conversation: destination.description, clientId: id, users: part, role: role.wire))
      }
    }
  }

  /// Keeps members from writing until a time, at the latest for ever; 0 lets them write again, `speaker` makes them speakers.
  package func silence(
    _ users: [UserID], in destination: Destination, until: Int64, for operation: Operation, then: @escaping Completion<Void>
  ) {
    let end = min(max(until, Wire.SilenceMembers.speaker), Wire.SilenceMembers.forever)
    changeMembers(users.map { $0.text }[...], for: operation, then: then) { part, id in
      .silenceMembers(Wire.SilenceMembers(conversation: destination.description, clientId: id, users: part, until: end))
    }
  }

  // MARK: Lists

  /// All members that pass a filter, from the server; without a connection, as this device knows them.
  package func members(
    of destination: Destination, matching filter: MemberFilter = MemberFilter(), for operation: Operation,
    then: @escaping Completion<[Member]>
  ) {
    listMembers(of: destination, after: "", found: [], head: .max, for: operation) { [self] result in
      attempt(then) { () throws(MartletError) in
        switch result {
        case .success(let members): then(.success(try passing(filter, members)))
        case .failure(let error):
          guard error.code == .notConnected, let known = try heldMembers(of: destination, matching: filter) else { throw error }
          then(.success(known))
        }
      }
    }
  }

  /// The members that pass a filter as this device knows them; nil if it has never read the list.
  package func cachedMembers(
    of destination: Destination, matching filter: MemberFilter, for operation: Operation,
    then: @escaping Completion<[Member]?>
  ) {
    attempt(then) { () throws(MartletError) in then(.success(try heldMembers(of: destination, matching: filter))) }
  }

  private func heldMembers(of destination: Destination, matching filter: MemberFilter) throws(MartletError) -> [Member]? {
    guard let id = destination.conversation(of: core.store.user) else { return nil }
    return try read { store throws(SQLiteError) in try store.members(of: id) }.map { members throws(MartletError) in
      try passing(filter, members)
    }
  }

  private func passing(_ filter: MemberFilter, _ members: [Member]) throws(MartletError) -> [Member] {
    guard filter != MemberFilter() else { return members }
    let time = Timestamp(milliseconds: wall)
    return try read { store throws(SQLiteError) in
      var passing: [Member] = []
      for member in members {
        let passes = try filter.passes(member, at: time) { () throws(SQLiteError) in
          try store.profile(of: member.id).flatMap { Profile($0)?.name }
        }
        if passes { passing.append(member) }
      }
      return passing
    }
  }

  private func listMembers(
    of destination: Destination, after: String, found: [Wire.Member], head: UInt64, for operation: Operation,
    then: @escaping Completion<[Member]>
  ) {
    let request = Wire.ListMembers(conversation: destination.description, after: after, limit: 100)
    call(.read(.listMembers(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .members(let page) = body, page.head <= Sync.lastPosition,
          page.members.allSatisfy({ UserID($0.user) != nil && !$0.user.utf8.lexicographicallyPrecedes(after.utf8) })
        else { throw .unexpectedAnswer }
        let (found, head) = (found + page.members, min(head, page.head))
        if page.more, let last = page.members.last?.user, last != after {
          return listMembers(of: destination, after: last, found: found, head: head, for: operation, then: then)
        }
        keep(found, asOf: head, of: destination, for: operation, then: then)
      }
    }
  }

  private func keep(
    _ found: [Wire.Member], asOf head: UInt64, of destination: Destination, for operation: Operation,
    then: @escaping Completion<[Member]>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        let members = found.compactMap { wire in UserID(wire.user).map { Member(wire, $0) } }
        try change { store throws(SQLiteError) in
          try store.keepMarkers(of: members, in: id)
          return ((), try store.keepMembers(found, asOf: head, of: id))
        }
        then(.success(members))
      }
    }
  }

  // MARK: Permissions

  /// What the user may do in a conversation now.
  ///
  /// A direct conversation need not have begun.
  package func permissions(in destination: Destination, for operation: Operation, then: @escaping Completion<Permissions>) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        let known = try read { store throws(SQLiteError) -> Conversation? in
          if let conversation = try store.conversation(id) { return conversation }
          return try store.notBegun(id)
        }
        guard let known else { throw .conversationUnknown }
        then(.success(known.permissions(at: Timestamp(milliseconds: wall))))
      }
    }
  }

  // MARK: Title, attributes, and who may write

  /// Changes the title and the shared attributes, whether only the owner and the admins may write, whether everybody may join,
  /// and what new members may read.
  package func change(
    _ destination: Destination, title: String? = nil, attributes: [String: ContentValue?] = [:], isSilenced: Bool? = nil,
    isOpen: Bool? = nil, history: GroupHistory? = nil, takesApplications: Bool? = nil, for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    attempt(then) { () throws(MartletError) in
      if let closure { throw closure }
      let change = Wire.ChangeConversation(
        conversation: destination.description, clientId: newClientID().text, title: title,
        attributes: try Self.wire(attributes), silenced: isSilenced, open: isOpen, history: history?.number,
        applications: takesApplications)
      append(.changeConversation(change), for: operation, then: then)
    }
  }

  /// Asks for an entry of a log, which is not needed if it would change nothing.
  func append(_ request: Wire.ClientPacket.Request, for operation: Operation, then: @escaping Completion<Void>) {
    call(.request(request), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        switch body {
        case .appended, .done: then(.success(()))
        default: throw .unexpectedAnswer
        }
      }
    }
  }

  private static func wire(_ values: [String: ContentValue?]) throws(MartletError) -> [Wire.Attribute] {
    guard values.keys.allSatisfy({ NameForm.isSettingKey($0) }) else {
      throw MartletError(.argumentInvalid, "an attribute's key must be 1 to 64 of A-Z a-z 0-9 _ . -", field: "attributes")
    }
    return [Wire.Attribute](values.mapValues { $0?.json ?? "" })
  }
}
