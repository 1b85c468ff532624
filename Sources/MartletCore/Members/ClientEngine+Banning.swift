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
    listBans(of: destination, after: "", found: [], for: operation, then: then)
  }

  private func listBans(
    of destination: Destination, after: String, found: [GroupBan], for operation: Operation,
    then: @escaping Completion<[GroupBan]>
  ) {
    let request = Wire.ListBans(conversation: destination.description, after: after, limit: 100)
    call(.read(.listBans(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .bans(let page) = body else { throw .unexpectedAnswer }
        let found = found + page.bans.compactMap { GroupBan($0) }
        guard page.more, let last = page.bans.last?.user, after.utf8.lexicographicallyPrecedes(last.utf8) else {
          return then(.success(found))
        }
        listBans(of: destination, after: last, found: found, for: operation, then: then)
      }
    }
  }
}
