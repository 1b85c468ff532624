import MartletWire

/// The users whose presence the app watches, and their presence as the server told it last.
///
/// In memory only. The server watches for one session and for a limited time, so the client asks again after each connection
/// and before that time is over.
package struct PresenceProgress {
  /// The users of each watch of the app, by the watch's name.
  private var watches: [String: [UserID]] = [:]
  /// The number of watches that name a user.
  private var counts: [UserID: Int] = [:]
  private var known: [UserID: (presence: Presence, order: UInt64)] = [:]
  /// Users whom the server was asked to watch in this session.
  private var asked: Set<UserID> = []
  /// Users whose presence is as the server has it.
  private(set) var current: Set<UserID> = []
  /// Users whom the server does not watch for this session, because too many sessions watch them.
  private(set) var unwatched: Set<UserID> = []
  /// Users whom the server refused to watch in this session.
  private var refused: [UserID: MartletError] = [:]
  /// Users to ask about, and users whose watches to end.
  fileprivate var wanted = DistinctFifo<UserID>()
  fileprivate var unwanted = DistinctFifo<UserID>()
  /// When to ask again after a refusal; 0 if nothing waits.
  var heldUntil: UInt64 = 0
  /// When to renew all watches; 0 if there is none on the server.
  var renewAt: UInt64 = 0
  /// Grows with every change that a reader can see.
  private(set) var version: UInt64 = 0

  /// The status text of this device, and when the user set it.
  fileprivate var status: (text: String, since: UInt64)?
  /// True if the server was not told of it in this session.
  fileprivate var isStatusDue = false

  var isWaiting: Bool { !wanted.isEmpty || !unwanted.isEmpty || isStatusDue }

  // MARK: Watches

  fileprivate mutating func add(_ users: [UserID], as name: String) {
    guard watches[name] == nil else { return }
    watches[name] = users
    for user in users {
      counts[user, default: 0] += 1
      if counts[user] == 1, !asked.contains(user) { wanted.append(user) }
    }
    version &+= 1
  }

  fileprivate mutating func remove(_ name: String) {
    for user in watches.removeValue(forKey: name) ?? [] {
      counts[user, default: 1] -= 1
      guard counts[user] == 0 else { continue }
      counts[user] = nil
      forget(user)
      if asked.contains(user) { unwanted.append(user) }
    }
  }

  private mutating func forget(_ user: UserID) {
    (known[user], refused[user]) = (nil, nil)
    current.remove(user)
    unwatched.remove(user)
  }

  func isWatched(_ user: UserID) -> Bool { counts[user] != nil }

  /// A new session begins: the server watches nobody.
  mutating func begin() {
    (heldUntil, renewAt) = (0, 0)
    (asked, unwatched, refused) = ([], [], [:])
    unwanted.removeAll()
    // Numbers of another session cannot be compared.
    for user in known.keys { known[user]?.order = 0 }
    isStatusDue = status.map { !$0.text.isEmpty } ?? false
    renew()
  }

  /// The session ended: what is known may be old.
  mutating func end() {
    renewAt = 0
    guard !current.isEmpty else { return }
    current = []
    version &+= 1
  }

  /// Has the server watch everyone again.
  mutating func renew() {
    renewAt = 0
    for user in counts.keys.sorted() { wanted.append(user) }
  }

  /// The next users whose watches begin or are renewed.
  fileprivate mutating func takeWanted(_ most: Int) -> [UserID] {
    var users: [UserID] = []
    while users.count < most, let user = wanted.removeFirst() {
      guard isWatched(user) else { continue }
      users.append(user)
      asked.insert(user)
    }
    return users
  }

  /// The next users whose watches end.
  fileprivate mutating func takeUnwanted(_ most: Int) -> [UserID] {
    var users: [UserID] = []
    while users.count < most, let user = unwanted.removeFirst() {
      guard !isWatched(user), asked.remove(user) != nil else { continue }
      users.append(user)
    }
    return users
  }

  // MARK: What the server tells

  fileprivate mutating func take(_ presence: Presence, order: UInt64) {
    guard isWatched(presence.user), order >= known[presence.user]?.order ?? 0 else { return }
    let isNews = known[presence.user]?.presence != presence
    known[presence.user] = (presence, order)
    if isNews { version &+= 1 }
  }

  fileprivate mutating func answered(_ users: [UserID], unwatched left: Set<UserID>) {
    for user in users where isWatched(user) {
      if current.insert(user).inserted { version &+= 1 }
      if left.contains(user) {
        if unwatched.insert(user).inserted { version &+= 1 }
      } else if unwatched.remove(user) != nil {
        version &+= 1
      }
    }
  }

  fileprivate mutating func refuse(_ users: [UserID], _ error: MartletError) {
    for user in users {
      asked.remove(user)
      if isWatched(user) { refused[user] = error }
    }
    version &+= 1
  }

  fileprivate mutating func postpone(_ users: [UserID], until time: UInt64) {
    for user in users {
      asked.remove(user)
      wanted.append(user)
    }
    heldUntil = time
  }

  // MARK: Reading

  /// The presence of a watched user; unknown until the server has told it.
  func presence(of user: UserID) -> Presence { known[user]?.presence ?? Presence(user: user) }

  /// Why the server does not watch one of these users; nil if it refused none.
  func refusal(of users: [UserID]) -> MartletError? { refused.isEmpty ? nil : users.lazy.compactMap { refused[$0] }.first }
}

extension Sync {
  /// The app watches users, each once, under a name of its own.
  package mutating func watch(_ users: [UserID], as name: String, at now: UInt64) {
    self.now = now
    presence.add(users, as: name)
    pump()
  }

  /// The app no longer watches the users of this name.
  package mutating func endWatch(_ name: String, at now: UInt64) {
    self.now = now
    presence.remove(name)
    pump()
  }

  /// The server has taken the status text of this device, which is told again after each connection.
  package mutating func tookStatus(_ text: String, at now: UInt64) { presence.status = (text, now) }

  /// Begins, renews and ends watches, one request at a time.
  mutating func askPresence() {
    guard presence.isWaiting, presence.heldUntil <= now, !isAskingPresence else { return }
    // Ending comes first: it makes room on the server.
    let unwanted = presence.takeUnwanted(limits.presenceUsers)
    if !unwanted.isEmpty {
      return request(.presence([]), .unwatchPresence(Wire.UnwatchPresence(users: unwanted.map { $0.text })))
    }
    if presence.isStatusDue, let status = presence.status {
      presence.isStatusDue = false
      let age = (now - min(now, status.since)) / 1_000_000
      return request(.presence([]), .setPresence(Wire.SetPresence(text: status.text, ageMs: age)))
    }
    let users = presence.takeWanted(limits.presenceUsers)
    guard !users.isEmpty else { return }
    if presence.renewAt == 0 { presence.renewAt = now.addingClamped(limits.presenceLongest / 4 * 3) }
    request(.presence(users), .watchPresence(Wire.WatchPresence(users: users.map { $0.text })))
  }

  private var isAskingPresence: Bool { requests.values.contains { if case .presence = $0 { true } else { false } } }

  /// Takes the answer about users whose watches began.
  mutating func receive(_ page: Wire.Presences, about users: [UserID]) {
    for wire in page.presences { receive(wire) }
    presence.answered(users, unwatched: Set(page.unwatched.compactMap { UserID($0) }))
  }

  /// Takes a presence that the server told.
  mutating func receive(_ wire: Wire.Presence) {
    if let told = Presence(wire) { presence.take(told, order: wire.order) }
  }

  mutating func failedToWatch(_ users: [UserID], _ failure: Wire.Failure) {
    let until = now.addingClamped(max(UInt64(failure.retryAfterMs) * 1_000_000, 1_000_000_000))
    guard failure.errorCode.retry == .never else { return presence.postpone(users, until: until) }
    presence.refuse(users, MartletError(failure))
  }
}
