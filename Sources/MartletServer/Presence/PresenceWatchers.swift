import MartletStore
import MartletWire

/// The watched users whose home is this shard, with the sessions that watch them on any loop.
struct PresenceWatchers {
  struct Watcher {
    let session: any LiveSession
    /// Whether the session is the user's own.
    let isOwn: Bool
    /// In monotonic nanoseconds.
    var until: UInt64
  }

  struct Watched {
    fileprivate(set) var watchers: [ObjectIdentifier: Watcher] = [:]
    /// The user's devices at other nodes, by node.
    fileprivate(set) var elsewhere: [Int64: PresencePart] = [:]
    /// The record as it was read last; nil before the first read.
    fileprivate var lastRecord: PresenceRecord?
    /// True if the record has changed in the store since it was read.
    fileprivate var isRecordOld = false
    /// Grows with each change of the record in the store, so that an earlier read can be told from a later one.
    fileprivate(set) var reading: UInt64 = 0
    /// The presence as the watchers were told last; nil until it is known.
    fileprivate(set) var shown: ShownPresence?

    /// The record as the store has it; nil before the first read, and from a change until it was read again.
    var record: PresenceRecord? { isRecordOld ? nil : lastRecord }
  }

  private(set) var users: [UserKey: Watched] = [:]
  /// Those whose presence may have changed.
  private var changed: Set<UserKey> = []
  /// Those of whom something may have been missed.
  private(set) var unsure: Set<UserKey> = []
  /// Grows with every change that is told.
  private(set) var order: UInt64 = 0

  // MARK: - Watching

  /// Adds a watcher of a user, or sets a new end.
  ///
  /// - Returns: False if the user has so many already.
  mutating func add(_ session: any LiveSession, isOwn: Bool, to user: UserKey, until: UInt64, most: Int, at now: UInt64) -> Bool {
    let identity = ObjectIdentifier(session)
    var watched = users[user] ?? Watched()
    if watched.watchers[identity] == nil, watched.watchers.count >= most {
      watched.watchers = watched.watchers.filter { $0.value.until > now }
      guard watched.watchers.count < most else { return false }
    }
    watched.watchers[identity] = Watcher(session: session, isOwn: isOwn, until: until)
    users[user] = watched
    return true
  }

  mutating func remove(_ session: any LiveSession, from user: UserKey) { remove(ObjectIdentifier(session), from: user) }

  private mutating func remove(_ identity: ObjectIdentifier, from user: UserKey) {
    users[user]?.watchers[identity] = nil
    if users[user]?.watchers.isEmpty == true { forget(user) }
  }

  private mutating func forget(_ user: UserKey) {
    users[user] = nil
    changed.remove(user)
    unsure.remove(user)
  }

  func isWatched(_ user: UserKey, by session: any LiveSession) -> Bool {
    users[user]?.watchers[ObjectIdentifier(session)] != nil
  }

  /// True if a user can be shown without asking the store or other nodes.
  func isKnown(_ user: UserKey) -> Bool { users[user].map { $0.shown != nil && $0.record != nil } ?? false }

  // MARK: - What is known

  /// Notes a user's devices at another node.
  mutating func heard(_ part: PresencePart, lastSeen: Int64, of user: UserKey, at node: Int64) {
    guard users[user] != nil else { return }
    users[user]?.elsewhere[node] = part.isOffline ? nil : part
    seen(user, at: lastSeen)
    changed.insert(user)
  }

  /// Notes when a user's last device at one node disconnected.
  mutating func seen(_ user: UserKey, at time: Int64) {
    guard let known = users[user]?.lastRecord?.lastSeen, time > known else { return }
    users[user]?.lastRecord?.lastSeen = time
  }

  /// Notes that a user's record changed in the store; nothing is shown of the old one any more.
  ///
  /// - Returns: The number under which to read it again; nil if the user is not watched.
  mutating func beginReading(_ user: UserKey) -> UInt64? {
    guard users[user] != nil else { return nil }
    users[user]?.reading &+= 1
    users[user]?.isRecordOld = true
    return users[user]?.reading
  }

  /// Takes a user's record, unless it changed since the read of this number began.
  mutating func read(_ record: PresenceRecord, of user: UserKey, reading: UInt64) {
    guard let known = users[user], known.reading == reading else { return }
    var record = record
    record.lastSeen = max(record.lastSeen, known.lastRecord?.lastSeen ?? 0)
    users[user]?.lastRecord = record
    users[user]?.isRecordOld = false
    changed.insert(user)
  }

  func reading(of user: UserKey) -> UInt64 { users[user]?.reading ?? 0 }

  mutating func note(_ user: UserKey) { if users[user] != nil { changed.insert(user) } }

  /// Forgets the parts of nodes that are gone.
  mutating func keep(nodes: Set<Int64>) {
    for (user, watched) in users where watched.elsewhere.keys.contains(where: { !nodes.contains($0) }) {
      users[user]?.elsewhere = watched.elsewhere.filter { nodes.contains($0.key) }
      changed.insert(user)
    }
  }

  /// Notes that something may have been missed of these users, or of all.
  mutating func doubt(_ doubted: some Sequence<UserKey>) { unsure.formUnion(doubted.filter { users[$0] != nil }) }

  mutating func doubtAll() { unsure = Set(users.keys) }

  /// Takes out so many users of whom something may have been missed.
  mutating func takeUnsure(_ most: Int) -> [UserKey] {
    let taken = Array(unsure.prefix(most))
    unsure.subtract(taken)
    return taken
  }

  // MARK: - Telling

  /// Takes out one user whose presence may have changed.
  mutating func takeChanged() -> UserKey? { changed.popFirst() }

  /// Notes how a user is to be shown.
  ///
  /// - Returns: The watchers to tell, each with what it sees, and how many were looked at.
  mutating func show(
    _ new: ShownPresence, of user: UserKey, at now: UInt64
  ) -> (told: [(session: any LiveSession, presence: Wire.Presence)], looks: Int) {
    guard let watched = users[user] else { return ([], 0) }
    let old = watched.shown
    users[user]?.shown = new
    guard let old, old != new else { return ([], 1) }
    order &+= 1
    var told: [(session: any LiveSession, presence: Wire.Presence)] = []
    for (identity, watcher) in watched.watchers {
      guard watcher.until > now else {
        remove(identity, from: user)
        continue
      }
      guard old.seen(asOwn: watcher.isOwn) != new.seen(asOwn: watcher.isOwn) else { continue }
      told.append((watcher.session, new.presence(of: user.user, asOwn: watcher.isOwn, order: order)))
    }
    return (told, 1 &+ watched.watchers.count)
  }
}

/// What can be shown of a user's presence.
struct ShownPresence: Sendable, Equatable {
  struct Seen: Sendable, Equatable {
    var classes: [Wire.DeviceClass] = []
    var text = ""
    var lastSeen: Int64 = 0
  }

  let seen: Seen
  /// Whether others see none of it.
  let isHidden: Bool

  init(_ part: PresencePart, _ record: PresenceRecord, _ limits: Limits) {
    let status = part.status?.text ?? ""
    seen = Seen(
      classes: part.classes, text: status.isEmpty ? record.text : status, lastSeen: part.isOffline ? record.lastSeen : 0)
    isHidden =
      switch record.visibility {
      case .app: limits.presenceVisibility == .nobody
      case .nobody: true
      case .everyone: false
      }
  }

  /// As its user sees it, or as others do.
  func seen(asOwn isOwn: Bool) -> Seen { isHidden && !isOwn ? Seen() : seen }

  func presence(of user: UserID, asOwn isOwn: Bool, order: UInt64) -> Wire.Presence {
    let seen = seen(asOwn: isOwn)
    return Wire.Presence(
      user: user.text, devices: seen.classes, text: seen.text, lastSeen: seen.lastSeen, order: order)
  }
}

/// The users whom each session on a loop watches, with the end of each watch in monotonic nanoseconds.
struct WatchedBySessions {
  private var sessions: [ObjectIdentifier: [UserKey: UInt64]] = [:]

  /// Notes that a session watches users until a moment, unless it would watch more than `most`.
  ///
  /// - Returns: The users whose watches have ended meanwhile, to make room; nil if there is none.
  mutating func add(_ users: [UserKey], to session: any LiveSession, until: UInt64, most: Int, at now: UInt64) -> [UserKey]? {
    let identity = ObjectIdentifier(session)
    var watched = sessions[identity] ?? [:]
    for user in users { watched[user] = until }
    let ended = watched.count > most ? watched.filter { $0.value <= now }.map(\.key) : []
    guard watched.count &- ended.count <= most else { return nil }
    for user in ended { watched[user] = nil }
    sessions[identity] = watched
    return ended
  }

  /// Takes users out, or all of them; returns those who were there.
  mutating func remove(_ users: [UserKey]?, from session: any LiveSession) -> [UserKey] {
    let identity = ObjectIdentifier(session)
    guard let users else { return (sessions.removeValue(forKey: identity) ?? [:]).map(\.key) }
    return users.filter { sessions[identity]?.removeValue(forKey: $0) != nil }
  }
}
