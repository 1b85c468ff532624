import MartletWire

// What the user has set about others, on all of the user's devices.
extension Sync {
  /// Takes relations from the user log.
  mutating func apply(_ changed: Wire.RelationsChanged, at seq: UInt64) {
    write(
      .relations(
        changed.relations.map { relation in
          var relation = relation
          relation.revision = seq
          return relation
        }))
  }

  /// The server has answered a request to set or unset a kind of relation.
  package mutating func relationsTold(
    _ users: [UserID], _ kind: RelationFlags, _ isSet: Bool, revision: UInt64, at now: UInt64
  ) {
    self.now = now
    // Otherwise the user log has told it, and perhaps more.
    guard revision > cursor ?? 0 else { return }
    write(.related(users, kind, isSet))
  }

  /// The server has answered a request about friendship.
  package mutating func friendshipTold(_ users: [UserID], _ friendship: Friendship, revision: UInt64, at now: UInt64) {
    self.now = now
    guard revision > cursor ?? 0 else { return }
    write(.befriended(users, friendship))
  }

  // MARK: The snapshot

  /// Requests a page of all relations: the last part of a first listing.
  mutating func fetchRelations(after last: String) {
    request(
      .relationsPage(after: last), .listRelations(Wire.ListRelations(after: last, limit: UInt32(limits.pageEntries))))
  }

  mutating func receive(_ page: Wire.Relations, after last: String) {
    guard page.head <= Self.lastPosition, page.relations.allSatisfy({ $0.revision <= Self.lastPosition }) else {
      return breakOff(breach: "relations without a position")
    }
    write(.relationsPage(page, after: last))
    guard page.more else { return finishListing() }
    guard let next = page.relations.last?.user, next != last else {
      return breakOff(breach: "a page of relations that does not end")
    }
    fetchRelations(after: next)
  }
}
