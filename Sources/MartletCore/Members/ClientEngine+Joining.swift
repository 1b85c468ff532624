import MartletWire

// Ways into a group, and its end.
extension ClientEngine {
  /// Joins a group.
  package func join(
    _ entrance: GroupEntrance, sharedBy: UserID?, way: String, for operation: Operation,
    then: @escaping Completion<ConversationID>
  ) {
    let join = Wire.JoinGroup(
      conversation: entrance.group, clientId: newClientID().text, link: entrance.code, sharedBy: sharedBy?.text ?? "", way: way)
    call(.request(.joinGroup(join)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        switch body {
        case .appended(let appended):
          guard let id = ConversationID(appended.conversation) else { throw .unexpectedAnswer }
          arrives(id, for: operation) { then($0.map { _ in id }) }
        // The user is a member already.
        case .done: describe(entrance, for: operation) { then($0.map { $0.id }) }
        default: throw .unexpectedAnswer
        }
      }
    }
  }

  /// What a user who could join a group should know of it.
  package func describe(_ entrance: GroupEntrance, for operation: Operation, then: @escaping Completion<GroupCard>) {
    let request = Wire.DescribeGroup(conversation: entrance.group, link: entrance.code)
    call(.read(.describeGroup(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .groupCard(let card) = body, let shown = GroupCard(card) else { throw .unexpectedAnswer }
        then(.success(shown))
      }
    }
  }

  /// Makes a link.
  package func makeLink(
    to destination: Destination, until: Int64, uses: UInt32, for operation: Operation, then: @escaping Completion<GroupLink>
  ) {
    let make = Wire.MakeLink(
      conversation: destination.description, clientId: newClientID().text, until: max(0, until), uses: uses)
    call(.request(.makeLink(make)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .appended(let appended) = body else { throw .unexpectedAnswer }
        links(of: destination, for: operation) { [self] result in
          proceed(result, then) { links throws(MartletError) in
            // Somebody has revoked it already.
            guard let link = links.first(where: { $0.id == appended.seq }) else {
              throw MartletError(.server(.linkInvalid), "the link is gone already")
            }
            then(.success(link))
          }
        }
      }
    }
  }

  package func links(of destination: Destination, for operation: Operation, then: @escaping Completion<[GroupLink]>) {
    call(.read(.listLinks(Wire.ListLinks(conversation: destination.description))), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .links(let page) = body else { throw .unexpectedAnswer }
        then(.success(page.links.map { GroupLink($0) }))
      }
    }
  }

  package func revokeLinks(
    _ links: [UInt64], of destination: Destination, for operation: Operation, then: @escaping Completion<Void>
  ) {
    guard !links.isEmpty else { return then(.success(())) }
    append(
      .revokeLinks(
        Wire.RevokeLinks(conversation: destination.description, clientId: newClientID().text, links: links)),
      for: operation, then: then)
  }

  /// Ends a group.
  package func dismiss(_ destination: Destination, for operation: Operation, then: @escaping Completion<Void>) {
    append(
      .dismissGroup(Wire.DismissGroup(conversation: destination.description, clientId: newClientID().text)), for: operation,
      then: then)
  }
}

extension GroupEntrance {
  fileprivate var group: String { if case .group(let id) = self { id.text } else { "" } }
  fileprivate var code: String { if case .link(let code) = self { code } else { "" } }
}

extension GroupCard {
  /// Nil if it names no conversation.
  fileprivate init?(_ wire: Wire.GroupCard) {
    guard let id = ConversationID(wire.conversation) else { return nil }
    self.init(
      id: id, title: wire.title, memberCount: Int(clamping: wire.memberCount), owner: UserID(wire.owner),
      creator: UserID(wire.creator),
      attributes: wire.attributes.values.compactMapValues { ContentValue(settingJSON: $0) }, isMember: wire.member,
      isOpen: wire.open, takesApplications: wire.applications, appliedUntil: Timestamp(end: wire.appliedUntil))
  }
}
