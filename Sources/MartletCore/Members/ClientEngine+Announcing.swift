import MartletWire

// Names of members in a group, and its announcements.
extension ClientEngine {
  /// Gives a member a name in the group; nil for this user.
  package func setNickname(
    _ name: String, of user: UserID?, in destination: Destination, for operation: Operation, then: @escaping Completion<Void>
  ) {
    append(
      .setNickname(
        Wire.SetNickname(
          conversation: destination.description, clientId: newClientID().text, user: user?.text ?? "", name: name)),
      for: operation, then: then)
  }

  package func announce(
    _ text: String, in destination: Destination, for operation: Operation, then: @escaping Completion<Void>
  ) {
    append(
      .announce(Wire.Announce(conversation: destination.description, clientId: newClientID().text, text: text)),
      for: operation, then: then)
  }

  /// A page of announcements from the server, newest first.
  package func announcements(
    of destination: Destination, after cursor: UInt64?, limit: Int, for operation: Operation,
    then: @escaping Completion<Page<GroupAnnouncement>>
  ) {
    let request = Wire.ListAnnouncements(
      conversation: destination.description, from: cursor ?? 0, limit: UInt32(min(max(limit, 1), 50)))
    call(.read(.listAnnouncements(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .announcements(let page) = body, let id = ConversationID(page.conversation) else { throw .unexpectedAnswer }
        let next = page.next > 0 ? PageCursor(.position(page.next)) : nil
        then(.success(Page(items: page.announcements.map { GroupAnnouncement($0, of: id) }, next: next)))
      }
    }
  }
}
