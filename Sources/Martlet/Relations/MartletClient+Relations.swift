import MartletWire

// What the user has set about others.
extension MartletClient {
  /// Blocks users: from then on they cannot write to the user.
  ///
  /// The server refuses what a blocked user sends, edits, annotates or signals in the direct conversation with this user, with
  /// `.server(.blocked)`. This user can still write there. Groups that both are in are not affected. Nobody else is told. All of
  /// the user's devices publish ``Event/relation(_:)``. If the connection is lost, the request is retried.
  ///
  /// - Parameter users: The users; those who are blocked already are ignored. All are blocked, or none on an error.
  /// - Throws: `.server(.peerUnknown)` for a user who does not exist, `.server(.relationToSelf)` for the own user,
  ///   `.server(.blocksFull)` if there would be too many. After `.cancelled`, `.notConnected` and `.timedOut` the users may or
  ///   may not be blocked.
  public func block(_ users: UserID...) async throws(MartletError) { try await setBlocked(users, true) }

  /// Blocks users, as ``block(_:)-(UserID...)`` does.
  public func block(_ users: [UserID]) async throws(MartletError) { try await setBlocked(users, true) }

  /// Lifts blocks: the users can write to the user again.
  ///
  /// - Parameter users: The users; those who are not blocked are ignored.
  /// - Throws: As ``block(_:)-(UserID...)``.
  public func unblock(_ users: UserID...) async throws(MartletError) { try await setBlocked(users, false) }

  /// Lifts blocks, as ``unblock(_:)-(UserID...)`` does.
  public func unblock(_ users: [UserID]) async throws(MartletError) { try await setBlocked(users, false) }

  private func setBlocked(_ users: [UserID], _ isBlocked: Bool) async throws(MartletError) {
    try await outcome { $0.setBlocked(users, isBlocked, for: $1, then: $2) }
  }

  /// Returns the users whom the user blocks, in the order of their ids, from the local database.
  ///
  /// - Parameters:
  ///   - user: The last user of the previous page; nil for the first page.
  ///   - limit: The largest number of users; 1 to 1,000.
  /// - Throws: `.storageFailed`.
  /// - Returns: The users; fewer than `limit` at the end.
  public nonisolated func blocked(after user: UserID? = nil, limit: Int = 1_000) async throws(MartletError) -> [UserID] {
    let limit = min(max(limit, 1), 1_000)
    return try await readAside { try $0.blockedUsers(after: user, limit: limit) }
  }

  /// Returns what the user has set about another user, from the local database.
  ///
  /// - Parameter user: The other user.
  /// - Throws: `.storageFailed`.
  /// - Returns: The relation.
  public nonisolated func relation(to user: UserID) async throws(MartletError) -> Relation {
    try await readAside { try $0.relation(to: user) }
  }
}
