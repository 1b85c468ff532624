import MartletWire

// Users, their logs and settings.
extension LogReading {
  package func users(_ ids: [UserID], app: AppID) throws -> [UserRecord] {
    try ids.mapGathering { try rows.user(UserKey(app: app, user: $0)) }.compactMap(\.self)
  }

  package func existing(_ ids: [UserID], app: AppID) throws -> Set<UserID> {
    Set(try users(ids, app: app).map(\.id))
  }

  /// The users whose names have words that begin with those of a query, at most so many, and not those who hide their profiles.
  ///
  /// Names are searched for by the longest word of the query: if very many users have a word that begins so, only the first of
  /// them are looked at.
  package func users(named query: String, app: AppID, limit: Int) throws -> [UserRecord] {
    let beginnings = NameWords.beginnings(of: query)
    guard let longest = beginnings.max(by: { $0.utf8.count < $1.utf8.count }) else { return [] }
    let named = try rows.users(named: NameBeginning(longest, app: app), limit: Self.namesAtOnce)
    var known: Set<UserID> = []
    let found = try users(named.map(\.user).filter { known.insert($0).inserted }, app: app)
    return Array(
      found.lazy.filter { record in
        guard let profile = record.profile, profile.visibility != .nobody else { return false }
        return NameWords.match(profile.fields["name"] ?? "", beginnings)
      }.prefix(limit))
  }

  private static var namesAtOnce: Int { 500 }

  package func settings(of user: UserID, app: AppID, after: SettingName?, limit: Int) throws -> SettingsPage {
    let key = UserKey(app: app, user: user)
    // The head first: later changes may be included too.
    let head = try rows.userHead(of: key)
    let settings = try rows.settings(of: key, after: after, limit: limit.addingClamped(1))
    return SettingsPage(settings: Array(settings.prefix(limit)), head: head, more: settings.count > limit)
  }

  package func relations(
    of user: UserID, app: AppID, _ flags: RelationFlags, after: UserID?, limit: Int
  ) throws -> RelationsPage {
    let key = UserKey(app: app, user: user)
    // The head first, as above.
    let head = try rows.userHead(of: key)
    let relations = try rows.relations(of: key, flags, after: after, limit: limit.addingClamped(1))
    return RelationsPage(relations: Array(relations.prefix(limit)), head: head, more: relations.count > limit)
  }

  /// Entries of a user's log; a long log keeps only the newest.
  ///
  /// An engine removes older entries from time to time. Reads leave them out even before that.
  package func userLog(of user: UserID, app: AppID, after: UInt64, limit: Int) throws -> UserLogPage {
    let key = UserKey(app: app, user: user)
    var after = after
    while true {
      var page = try rows.userLog(of: key, after: after, limit: limit)
      let floor = page.head > userLogEntries ? page.head &- userLogEntries : 0
      guard after >= floor else {
        after = floor
        continue
      }
      page.first = max(page.first, floor &+ 1)
      return page
    }
  }
}
