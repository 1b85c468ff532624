import MartletNet
import MartletStore
import MartletWire

// The presence of the users whose home this shard is. Changes are gathered, and told with the sweeps: one packet for each
// session that watches, and one for the other nodes.
extension Shard {
  // MARK: - Changes here

  /// A user's device came, went or set its status text.
  func presenceChanged(of user: UserKey) {
    guard limitsOfApps.of(user.app).value.presence else { return }
    users.presence.changed(user, to: users.signIns.part(of: user), at: loop.now, loop.time.wallMilliseconds)
  }

  /// A user changed who sees the presence, or the text that stays.
  func presenceSettingsChanged(of user: UserKey) {
    if environment.link != nil { presence.changedSettings.insert(user) }
    readPresence(of: user)
  }

  /// Tells what has changed since the last sweep.
  func tellPresence() {
    let signIns = users.signIns
    let changes = users.presence.takeDue(
      at: loop.now, part: { signIns.part(of: $0) },
      grace: { [limitsOfApps] in limitsOfApps.of($0.app).value.presenceGrace.nanoseconds })
    for change in changes {
      if change.lastSeen > 0 {
        presence.seen[change.user] = change.lastSeen
        presence.watchers.seen(change.user, at: change.lastSeen)
      }
      presence.watchers.note(change.user)
    }
    storeSeen()
    tellNodes(changes)
    recheckPresence()
    showPresence()
  }

  private func storeSeen() {
    guard presence.storing.isEmpty, !presence.seen.isEmpty else { return }
    presence.storing = presence.seen
    presence.seen = [:]
    start { shard in
      do {
        try await shard.store.noteSeen(shard.presence.storing.map { SeenUser($0.key, at: $0.value) })
      } catch {
        shard.environment.report(error)
      }
      shard.presence.storing = [:]
    }
  }

  // MARK: - To sessions

  /// Tells the watchers of users whose presence changed; some milliseconds of it in one turn.
  private func showPresence() {
    var pages: [ObjectIdentifier: (session: any LiveSession, presences: [Wire.Presence])] = [:]
    var looks = 0
    var isMore = false
    while let user = presence.watchers.takeChanged() {
      guard let record = presence.watchers.users[user]?.record else { continue }
      let (told, looked) = presence.watchers.show(shown(user, record), of: user, at: loop.now)
      for (session, one) in told { pages[ObjectIdentifier(session), default: (session, [])].presences.append(one) }
      looks &+= looked
      guard looks < HomePresence.looksPerTurn else {
        isMore = true
        break
      }
    }
    send(pages.values.map { $0 })
    if isMore { loop.inNextTurn { self.onLoop { $0.showPresence() } } }
  }

  private func send(_ pages: [(session: any LiveSession, presences: [Wire.Presence])]) {
    guard !pages.isEmpty else { return }
    for (loop, pages) in Dictionary(grouping: pages, by: { ObjectIdentifier($0.session.loop) }) {
      guard let shard = outgoing.shards.first(where: { ObjectIdentifier($0.loop) == loop }) else { continue }
      shard.perform { shard in
        for page in pages {
          var push = EncodedPush(.push(Wire.Push(presences: page.presences)))
          page.session.push(&push)
        }
        shard.metrics.deliveries.add(pages.count)
      }
    }
  }

  /// What can be shown of a user who is watched.
  private func shown(_ user: UserKey, _ record: PresenceRecord) -> ShownPresence {
    shown(user, record, elsewhere: presence.watchers.users[user]?.elsewhere ?? [:])
  }

  private func shown(_ user: UserKey, _ record: PresenceRecord, elsewhere: [Int64: PresencePart]) -> ShownPresence {
    var record = record
    record.lastSeen = max(record.lastSeen, presence.unstored(user))
    return ShownPresence(
      .together([users.presence.seen[user] ?? .none] + elsewhere.values), record, limitsOfApps.of(user.app).value)
  }

  // MARK: - Watching

  /// Begins watches of a session on this loop; false if it would have too many.
  func watchPresence(
    of users: [UserID], for session: any LiveSession, _ asker: PresenceAsker, during duration: Duration, _ limits: Limits
  ) -> Bool {
    guard sessions.connections.contains(session) else { return true }
    let keys = users.map { UserKey(app: asker.user.app, user: $0) }
    let (until, overflow) = loop.now.addingReportingOverflow(duration.nanoseconds)
    let end = overflow ? .max : until
    guard let ended = sessions.watched.add(keys, to: session, until: end, most: limits.presenceWatched, at: loop.now) else {
      return false
    }
    eachHome(of: ended) { shard, users in for user in users { shard.presence.watchers.remove(session, from: user) } }
    let most = limits.presenceWatchers
    eachHome(of: keys) { shard, users in
      for user in users {
        _ = shard.presence.watchers.add(
          session, isOwn: user == asker.user, to: user, until: end, most: most, at: shard.loop.now)
      }
    }
    return true
  }

  /// Ends watches of a session on this loop, or all of them.
  func unwatchPresence(of users: [UserKey]?, for session: any LiveSession) {
    let watched = sessions.watched.remove(users, from: session)
    eachHome(of: watched) { shard, users in for user in users { shard.presence.watchers.remove(session, from: user) } }
  }

  /// Has the homes of users do something, each after all that it was told before.
  private func eachHome(of users: [UserKey], _ body: @escaping @Sendable (isolated Shard, [UserKey]) -> Void) {
    for (index, users) in Dictionary(grouping: users, by: { outgoing.home(of: .user($0)) }) {
      if let index { outgoing.shards[index].perform { body($0, users) } }
    }
  }

  /// The users whom a session does not watch, because they have too many watchers.
  func unwatched(_ users: [UserKey], by session: any LiveSession) -> [UserKey] {
    users.filter { !presence.watchers.isWatched($0, by: session) }
  }

  // MARK: - Reading

  /// The presence of users whose home this shard is.
  func presences(of users: [UserKey], for asker: PresenceAsker) async throws -> [Wire.Presence] {
    let unknown = users.filter { !presence.watchers.isKnown($0) }
    let found = try await lookUp(unknown)
    return users.map { user in
      let known = presence.watchers.users[user]
      let record = known?.record ?? found[user]?.record ?? PresenceRecord()
      let shown = shown(user, record, elsewhere: known?.elsewhere ?? found[user]?.elsewhere ?? [:])
      // What is found first is what changes are compared with from now on.
      if known != nil, known?.shown == nil { _ = presence.watchers.show(shown, of: user, at: loop.now) }
      return shown.presence(of: user.user, asOwn: asker.seesAll(of: user), order: presence.watchers.order)
    }
  }

  private struct Found {
    var record: PresenceRecord
    var elsewhere: [Int64: PresencePart]
  }

  /// Asks the store and the other nodes about users, and notes the answers about watched ones.
  private func lookUp(_ users: [UserKey]) async throws -> [UserKey: Found] {
    guard let app = users.first?.app else { return [:] }
    let readings = Dictionary(users.map { ($0, presence.watchers.reading(of: $0)) }) { first, _ in first }
    let records = try await store.presence(of: users.map(\.user), app: app)
    let elsewhere = await ask(users)
    var found: [UserKey: Found] = [:]
    for (user, record) in zip(users, records) {
      presence.watchers.read(record, of: user, reading: readings[user] ?? 0)
      found[user] = Found(record: record, elsewhere: elsewhere[user] ?? [:])
    }
    return found
  }

  /// Reads a watched user's record again, after it changed.
  func readPresence(of user: UserKey) {
    guard let reading = presence.watchers.beginReading(user) else { return }
    start { shard in
      do {
        guard let record = try await shard.store.presence(of: [user.user], app: user.app).first else { return }
        shard.presence.watchers.read(record, of: user, reading: reading)
      } catch {
        shard.environment.report(error)
        // The next sweep reads it.
        shard.presence.watchers.doubt([user])
      }
    }
  }
}
