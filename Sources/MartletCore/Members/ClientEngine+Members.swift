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

  private func changeMembers(
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

  /// Keeps members from writing until a time, at the latest for ever; 0 lets them write again.
  package func silence(
    _ users: [UserID], in destination: Destination, until: Int64, for operation: Operation, then: @escaping Completion<Void>
  ) {
    let end = min(max(until, 0), Wire.SilenceMembers.forever)
    changeMembers(users.map { $0.text }[...], for: operation, then: then) { part, id in
      .silenceMembers(Wire.SilenceMembers(conversation: destination.description, clientId: id, users: part, until: end))
    }
  }

  /// All members, from the server.
  package func members(of destination: Destination, for operation: Operation, then: @escaping Completion<[Member]>) {
    listMembers(of: destination, after: "", found: [], for: operation, then: then)
  }

  private func listMembers(
    of destination: Destination, after: String, found: [Member], for operation: Operation, then: @escaping Completion<[Member]>
  ) {
    let request = Wire.ListMembers(conversation: destination.description, after: after, limit: 100)
    call(.read(.listMembers(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .members(let page) = body else { throw .unexpectedAnswer }
        var found = found
        for member in page.members {
          guard let user = UserID(member.user), !member.user.utf8.lexicographicallyPrecedes(after.utf8) else {
            throw .unexpectedAnswer
          }
          found.append(Member(member, user))
        }
        if page.more, let last = page.members.last?.user, last != after {
          return listMembers(of: destination, after: last, found: found, for: operation, then: then)
        }
        keepMarkers(of: found, in: destination, for: operation, then: then)
      }
    }
  }

  private func keepMarkers(
    of members: [Member], in destination: Destination, for operation: Operation, then: @escaping Completion<[Member]>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        try read { store throws(SQLiteError) in try store.keepMarkers(of: members, in: id) }
        then(.success(members))
      }
    }
  }

  // MARK: Title, attributes, and who may write

  /// Changes the title and the shared attributes, whether only the owner and the admins may write, whether everybody may join,
  /// and what new members may read.
  package func change(
    _ destination: Destination, title: String? = nil, attributes: [String: ContentValue?] = [:], isSilenced: Bool? = nil,
    isOpen: Bool? = nil, history: GroupHistory? = nil, for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    attempt(then) { () throws(MartletError) in
      if let closure { throw closure }
      let change = Wire.ChangeConversation(
        conversation: destination.description, clientId: newClientID().text, title: title,
        attributes: try Self.wire(attributes), silenced: isSilenced, open: isOpen, history: history?.number)
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
