import MartletWire

// What the user has set about others.
extension MartletClient {
  // MARK: - Blocks

  /// Blocks users: from then on they cannot write to the user.
  ///
  /// The server refuses what a blocked user sends, edits, annotates or signals in the direct conversation with this user, with
  /// `.server(.blocked)`. This user can still write there. Groups that both are in are not affected. Nobody else is told. All of
  /// the user's devices publish ``Event/relation(_:)``. If the connection is lost, the request is retried.
  ///
  /// - Parameter users: The users; those who are blocked already are ignored. All are blocked, or none on an error.
  /// - Throws: `.server(.peerUnknown)` for a user who does not exist, `.server(.relationToSelf)` for the own user,
  ///   `.server(.relationsFull)` if there would be too many. After `.cancelled`, `.notConnected` and `.timedOut` the users may
  ///   or may not be blocked.
  public func block(_ users: UserID...) async throws(MartletError) { try await set(.blocked, true, to: users) }

  /// Blocks users, as ``block(_:)-(UserID...)`` does.
  public func block(_ users: [UserID]) async throws(MartletError) { try await set(.blocked, true, to: users) }

  /// Lifts blocks: the users can write to the user again.
  ///
  /// - Parameter users: The users; those who are not blocked are ignored.
  /// - Throws: As ``block(_:)-(UserID...)``.
  public func unblock(_ users: UserID...) async throws(MartletError) { try await set(.blocked, false, to: users) }

  /// Lifts blocks, as ``unblock(_:)-(UserID...)`` does.
  public func unblock(_ users: [UserID]) async throws(MartletError) { try await set(.blocked, false, to: users) }

  /// Returns the users whom the user blocks, in the order of their ids, from the local database.
  ///
  /// - Parameters:
  ///   - user: The last user of the previous page; nil for the first page.
  ///   - limit: The largest number of users; 1 to 1,000.
  /// - Throws: `.storageFailed`.
  /// - Returns: The users; fewer than `limit` at the end.
  public nonisolated func blocked(after user: UserID? = nil, limit: Int = 1_000) async throws(MartletError) -> [UserID] {
    try await related(.blocked, after: user, limit: limit).map(\.user)
  }

  // MARK: - The allow list

  /// Puts users on the allow list.
  ///
  /// It matters if the user takes messages only from allowed users (``setTakesOnlyAllowed(_:)``), or if the app says so for all
  /// users. Then the server refuses what anybody else sends, edits, annotates or signals in the direct conversation with this
  /// user, with `.server(.notOnAllowList)`. A block counts more than the list. Nobody else is told. All of the user's devices
  /// publish ``Event/relation(_:)``. If the connection is lost, the request is retried.
  ///
  /// - Parameter users: The users; those who are on the list already are ignored. All are allowed, or none on an error.
  /// - Throws: As ``block(_:)-(UserID...)``.
  public func allow(_ users: UserID...) async throws(MartletError) { try await set(.allowed, true, to: users) }

  /// Puts users on the allow list, as ``allow(_:)-(UserID...)`` does.
  public func allow(_ users: [UserID]) async throws(MartletError) { try await set(.allowed, true, to: users) }

  /// Takes users off the allow list.
  ///
  /// - Parameter users: The users; those who are not on the list are ignored.
  /// - Throws: As ``block(_:)-(UserID...)``.
  public func disallow(_ users: UserID...) async throws(MartletError) { try await set(.allowed, false, to: users) }

  /// Takes users off the allow list, as ``disallow(_:)-(UserID...)`` does.
  public func disallow(_ users: [UserID]) async throws(MartletError) { try await set(.allowed, false, to: users) }

  /// Returns the users on the allow list, as ``blocked(after:limit:)`` does.
  ///
  /// - Parameters:
  ///   - user: The last user of the previous page; nil for the first page.
  ///   - limit: The largest number of users; 1 to 1,000.
  /// - Throws: `.storageFailed`.
  /// - Returns: The users; fewer than `limit` at the end.
  public nonisolated func allowed(after user: UserID? = nil, limit: Int = 1_000) async throws(MartletError) -> [UserID] {
    try await related(.allowed, after: user, limit: limit).map(\.user)
  }

  /// Says whether only users on the allow list may write to the user.
  ///
  /// It holds in all direct conversations, those that exist already included, on all of the user's devices. In the relation to
  /// the own user, ``Relation/takesOnlyAllowed`` says it, and ``Event/relation(_:)`` tells of changes. An app may let only
  /// allowed users write to anybody; then this setting has no effect.
  ///
  /// - Parameter isSet: False lets everybody write who is not blocked.
  /// - Throws: After `.cancelled`, `.notConnected` and `.timedOut` it may or may not be so.
  public func setTakesOnlyAllowed(_ isSet: Bool) async throws(MartletError) {
    try await outcome { $0.setTakesOnlyAllowed(isSet, for: $1, then: $2) }
  }

  // MARK: - Relations

  /// Returns what the user has set about another user, from the local database.
  ///
  /// - Parameter user: The other user; the own user for what is set about everybody.
  /// - Throws: `.storageFailed`.
  /// - Returns: The relation.
  public nonisolated func relation(to user: UserID) async throws(MartletError) -> Relation {
    try await readAside { try $0.relation(to: user) }
  }

  private func set(_ kind: RelationFlags, _ isSet: Bool, to users: [UserID]) async throws(MartletError) {
    try await outcome { $0.setRelations(users, kind, isSet, for: $1, then: $2) }
  }

  /// The relations of one kind, by the page.
  nonisolated func related(
    _ kind: RelationFlags, after user: UserID?, limit: Int
  ) async throws(MartletError) -> [Relation] {
    let limit = min(max(limit, 1), 1_000)
    return try await readAside { try $0.relations(of: kind, after: user, limit: limit) }
  }
}
