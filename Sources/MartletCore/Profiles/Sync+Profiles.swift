import MartletWire

/// The profiles that the app looks at, kept up to date.
///
/// The server tells a session of changes of the profiles that it fetched. So the profiles are fetched again after each
/// connection, which brings only those that changed.
struct ProfileProgress {
  /// The revisions held.
  private(set) var held: [UserID: UInt64] = [:]
  /// The same users, in the order in which the app first looked at them.
  private var order = Fifo<UserID>()
  /// Users whose profiles are as the server has them, until it says otherwise.
  var current: Set<UserID> = []
  /// Users to ask about.
  var wanted = DistinctFifo<UserID>()
  /// The newest revisions that the server told of while a profile was not current.
  var told: [UserID: UInt64] = [:]
  /// When to ask again after a refusal; 0 if nothing waits.
  var heldUntil: UInt64 = 0

  /// Users in one request.
  static let atOnce = 100
  /// The server tells a session of so many users.
  static let most = 1000

  /// Adds a user of whose profile this revision is cached; false if the user is known.
  mutating func add(_ user: UserID, revision: UInt64) -> Bool {
    guard held[user] == nil else { return false }
    held[user] = revision
    order.append(user)
    if held.count > Self.most, let oldest = order.removeFirst() {
      held[oldest] = nil
      told[oldest] = nil
      current.remove(oldest)
    }
    return true
  }

  /// Notes the revision of a known user's profile.
  mutating func hold(_ user: UserID, revision: UInt64) { if held[user] != nil { held[user] = revision } }

  /// Another session begins: nothing is known to be current.
  mutating func begin() {
    (current, told, heldUntil) = ([], [:], 0)
    for user in held.keys.sorted() { wanted.append(user) }
  }

  /// Nothing is cached any more.
  mutating func forgetRevisions() { for user in held.keys { held[user] = 0 } }
}

extension Sync {
  /// The app looks at profiles, of which these revisions are cached; 0 for none.
  package mutating func look(at users: [(user: UserID, revision: UInt64)], at now: UInt64) {
    self.now = now
    for (user, revision) in users where profiles.add(user, revision: revision) { profiles.wanted.append(user) }
    pump()
  }

  /// Whether a profile is as the server has it, or is not kept up to date because the app looks at too many.
  package func isCurrent(_ user: UserID) -> Bool { profiles.current.contains(user) || profiles.held[user] == nil }

  /// The server has answered a change of the own profile.
  package mutating func changedOwn(_ profile: Wire.Profile, at now: UInt64) {
    self.now = now
    guard let user = UserID(profile.user), user == self.user else { return }
    _ = profiles.add(user, revision: 0)
    profiles.current.insert(user)
    take(profile, of: user)
  }

  /// Asks for profiles, one request at a time.
  mutating func askProfiles() {
    guard !profiles.wanted.isEmpty, profiles.heldUntil <= now, !isAskingProfiles else { return }
    var users: [UserID] = []
    while users.count < ProfileProgress.atOnce, let user = profiles.wanted.removeFirst() {
      if profiles.held[user] != nil, !profiles.current.contains(user) { users.append(user) }
    }
    guard !users.isEmpty else { return }
    let known = users.map { Wire.KnownProfile(user: $0.text, revision: profiles.held[$0] ?? 0) }
    request(.profiles(users), .fetchProfiles(Wire.FetchProfiles(users: known)))
  }

  private var isAskingProfiles: Bool { requests.values.contains { if case .profiles = $0 { true } else { false } } }

  /// Takes profiles that were asked for.
  mutating func receive(_ page: Wire.Profiles, about users: [UserID]) {
    guard page.covered > 0 else { return breakOff(breach: "an answer about no profile") }
    let covered = min(Int(clamping: page.covered), users.count)
    let found = Dictionary(latest: page.profiles.map { ($0.user, $0) })
    for user in users.prefix(covered) {
      // A change of the own profile may have been answered meanwhile.
      let isOlder = profiles.current.contains(user)
      if let profile = found[user.text], !isOlder || profile.revision > profiles.held[user] ?? 0 {
        profiles.hold(user, revision: profile.revision)
        write(.profile(profile))
      }
      guard profiles.held[user] != nil else { continue }
      profiles.current.insert(user)
      if let told = profiles.told.removeValue(forKey: user), told > profiles.held[user] ?? 0 { lookAgain(user) }
    }
    for user in users.dropFirst(covered) { profiles.wanted.append(user) }
  }

  mutating func failedToAsk(_ users: [UserID], _ failure: Wire.Failure) {
    // An older server without profiles refuses for good.
    guard failure.errorCode.retry != .never else { return profiles.current.formUnion(users.filter { profiles.held[$0] != nil }) }
    for user in users { profiles.wanted.append(user) }
    profiles.heldUntil = now.addingClamped(max(UInt64(failure.retryAfterMs) * 1_000_000, 1_000_000_000))
  }

  /// Takes a change that the server told of.
  mutating func receive(_ change: Wire.ProfileChange) {
    guard let user = UserID(change.user) else { return }
    // Other devices change the own profile, whether the app has looked at it or not.
    if user == self.user, profiles.add(user, revision: 0) { return profiles.wanted.append(user) }
    guard let held = profiles.held[user] else { return }
    guard profiles.current.contains(user) else { return profiles.told[user] = max(profiles.told[user] ?? 0, change.revision) }
    guard change.revision > held else { return }
    guard change.base == held || change.base == 0 else { return lookAgain(user) }
    profiles.hold(user, revision: change.revision)
    write(.profileChanged(change))
  }

  private mutating func lookAgain(_ user: UserID) {
    profiles.current.remove(user)
    profiles.wanted.append(user)
  }

  private mutating func take(_ profile: Wire.Profile, of user: UserID) {
    guard profile.revision > profiles.held[user] ?? 0 else { return }
    profiles.hold(user, revision: profile.revision)
    write(.profile(profile))
  }
}
