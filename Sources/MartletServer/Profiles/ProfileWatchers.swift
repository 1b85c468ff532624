import MartletStore

/// The sessions on one loop that are told when profiles change: those that fetched them.
///
/// So a changed profile costs one push for each session that shows it, however many members the user's groups have.
struct ProfileWatchers {
  /// A session is told of at least so many users, the last that it asked for.
  static let mostOfSession = 1000

  private var sessions: [UserKey: [ObjectIdentifier: any LiveSession]] = [:]
  /// For each session, when it asked for users last, counted from the first time.
  private var asked: [ObjectIdentifier: [UserKey: UInt64]] = [:]
  private var count: UInt64 = 0

  var isEmpty: Bool { sessions.isEmpty && asked.isEmpty }

  mutating func add(_ session: any LiveSession, to users: [UserKey]) {
    let identity = ObjectIdentifier(session)
    var own = asked.removeValue(forKey: identity) ?? [:]
    for user in users {
      count &+= 1
      own[user] = count
      sessions[user, default: [:]][identity] = session
    }
    if own.count > Self.mostOfSession + Self.mostOfSession / 4 {
      let newest = own.sorted { $0.value > $1.value }
      for (user, _) in newest.dropFirst(Self.mostOfSession) {
        own[user] = nil
        remove(identity, from: user)
      }
    }
    asked[identity] = own
  }

  mutating func remove(_ session: any LiveSession) {
    let identity = ObjectIdentifier(session)
    for user in (asked.removeValue(forKey: identity) ?? [:]).keys { remove(identity, from: user) }
  }

  private mutating func remove(_ identity: ObjectIdentifier, from user: UserKey) {
    sessions[user]?[identity] = nil
    if sessions[user]?.isEmpty == true { sessions[user] = nil }
  }

  /// The sessions to tell about a user.
  func sessions(of user: UserKey) -> [any LiveSession] { sessions[user].map { Array($0.values) } ?? [] }
}
