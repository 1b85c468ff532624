import MartletWire

// Bans from a group.
extension ClientEngine {
  /// Bans users until a time, at the latest for ever; 0 lifts their bans.
  package func ban(
    _ users: [UserID], from destination: Destination, until: Int64, reason: String = "", for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    let end = min(max(until, 0), Wire.SilenceMembers.forever)
    changeMembers(users.map { $0.text }[...], for: operation, then: then) { part, id in
      .banUsers(
        Wire.BanUsers(conversation: destination.description, clientId: id, users: part, until: end, reason: reason))
    }
  }

  /// All bans, from the server.
  package func bans(of destination: Destination, for operation: Operation, then: @escaping Completion<[GroupBan]>) {
    listOutsiders(for: operation, then: then) { after in
      .listBans(Wire.ListBans(conversation: destination.description, after: after, limit: 100))
    } page: { body in
      guard case .bans(let page) = body else { return nil }
      return (page.bans.compactMap { GroupBan($0) }, page.more ? page.bans.last?.user : nil)
    }
  }

  /// All pages of a list of users who are not members, in ascending order of their ids.
  ///
  /// `request` asks for the page after a user. `page` reads an answer: its items, and its last user if more follow; nil for
  /// another answer.
  func listOutsiders<Item>(
    after: String = "", found: [Item] = [], for operation: Operation, then: @escaping Completion<[Item]>,
    request: @escaping (String) -> Wire.ClientPacket.Request,
    page: @escaping (Wire.ServerPacket.Body) -> (items: [Item], last: String?)?
  ) {
    call(.read(request(after)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard let (items, last) = page(body) else { throw .unexpectedAnswer }
        let found = found + items
        guard let last, after.utf8.lexicographicallyPrecedes(last.utf8) else { return then(.success(found)) }
        listOutsiders(after: last, found: found, for: operation, then: then, request: request, page: page)
      }
    }
  }
}
