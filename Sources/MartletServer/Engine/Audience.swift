import MartletStore
import MartletWire

/// A list of users that successive audiences share.
///
/// An object, so that a loop can tell by its identity alone that it knows them.
final class Roster: Sendable {
  /// In no particular order.
  let users: [UserID]

  init(_ users: [UserID]) { self.users = users }
}

/// The recipients of a delivery: a conversation's members at a position of its log, every user of the app, one user, or the
/// sessions that watch a user's profile.
///
/// A change of members makes another audience, which shares the roster and holds the difference.
final class Audience: Sendable {
  let app: AppID
  let roster: Roster
  /// Recipients who are not on the roster, and users of the roster who are no longer recipients.
  let joined: Set<UserID>
  let left: Set<UserID>
  let isAsRoster: Bool
  /// True for all users of the app.
  let isEveryone: Bool
  /// The user whose profile the recipients watch; nil for any other audience.
  let watched: UserKey?

  private init(
    app: AppID, _ roster: Roster, joined: Set<UserID> = [], left: Set<UserID> = [], isEveryone: Bool = false,
    watched: UserKey? = nil
  ) {
    self.watched = watched
    self.app = app
    self.roster = roster
    self.joined = joined
    self.left = left
    isAsRoster = joined.isEmpty && left.isEmpty
    self.isEveryone = isEveryone
  }

  convenience init(app: AppID, users: [UserID]) { self.init(app: app, Roster(users)) }

  /// All users of an app.
  convenience init(everyoneOf app: AppID) { self.init(app: app, Roster([]), isEveryone: true) }

  /// The sessions that fetched a user's profile, except the user's own.
  convenience init(watching user: UserKey) { self.init(app: user.app, Roster([]), watched: user) }

  /// The users, in no particular order; none for everyone.
  var users: [UserID] { isAsRoster ? roster.users : roster.users.filter { !left.contains($0) } + joined }

  var count: Int { roster.users.count &+ joined.count &- left.count }

  /// True if there are no recipients.
  var isEmpty: Bool { count == 0 && !isEveryone && watched == nil }

  /// The audience after some users joined and others left.
  func changed(joining new: [UserID], leaving gone: [UserID]) -> Audience {
    guard !isEveryone, !new.isEmpty || !gone.isEmpty else { return self }
    var (joined, left) = (joined, left)
    for user in gone where joined.remove(user) == nil { left.insert(user) }
    for user in new where left.remove(user) == nil { joined.insert(user) }
    let changed = Audience(app: app, roster, joined: joined, left: left)
    // Each change copies the difference, so a large difference becomes a new roster. Of changes of many users at once, more fit
    // it: then a group that is filled in batches makes few rosters.
    let size = Double(max(1, new.count &+ gone.count))
    let most = max(16, Int((Double(roster.users.count) * size).squareRoot()))
    return joined.count &+ left.count <= most ? changed : Audience(app: app, users: changed.users)
  }
}

/// The sessions of one user on one loop.
final class Presence {
  let user: UserID
  fileprivate(set) var sessions: [any LiveSession] = []

  fileprivate init(of user: UserID) { self.user = user }
}

/// The users connected to a loop.
///
/// It caches the connected users of recently used rosters, because a look-up of thousands of users for every message is slow.
/// Users who connect later are added to the rosters that name them.
struct Attendance {
  private var presences: [UserKey: Presence] = [:]
  /// The users who connected last, when they had no session yet.
  private var arrived: [(user: UserKey, presence: Presence)] = []
  /// The number of users who connected before these.
  private var forgotten: UInt64 = 0
  private var found: [ObjectIdentifier: Found] = [:]
  /// Results from before the last `forgetUnused`, not used since.
  private var unused: [ObjectIdentifier: Found] = [:]

  /// Fewer users are as quickly looked for.
  private static let worthRemembering = 5
  private static let arrivalsKept = 1024

  private struct Found {
    /// Kept, so that no other roster gets its identity.
    let roster: Roster
    var presences: [Presence]
    /// How many users had come by then.
    var arrivals: UInt64
    /// The users of the roster, once one came.
    var users: Set<UserID>?
    /// The presences of the audience last asked for, if it is not as the roster.
    var changed: (audience: Audience, presences: [Presence])?

    mutating func add(_ presence: Presence) {
      if users == nil { users = Set(roster.users) }
      guard users?.contains(presence.user) == true else { return }
      // A user who disconnects leaves an empty presence behind.
      if presences.count >= roster.users.count { presences.removeAll { $0.sessions.isEmpty } }
      presences.append(presence)
    }
  }

  private var arrivals: UInt64 { forgotten &+ UInt64(arrived.count) }

  /// True if no user is connected.
  var isEmpty: Bool { presences.isEmpty }

  /// About how many users have to be looked at to find an audience.
  func looks(for audience: Audience) -> Int { audience.isEveryone ? presences.count : audience.count }

  mutating func add(_ session: any LiveSession, of user: UserKey) {
    if let presence = presences[user] { return presence.sessions.append(session) }
    let presence = Presence(of: user.user)
    presence.sessions = [session]
    presences[user] = presence
    arrived.append((user, presence))
    guard arrived.count >= 2 &* Self.arrivalsKept else { return }
    arrived.removeFirst(Self.arrivalsKept)
    forgotten &+= UInt64(Self.arrivalsKept)
  }

  /// From here on the session is in nothing that was found.
  ///
  /// - Returns: False if it was not there.
  @discardableResult mutating func remove(_ session: any LiveSession, of user: UserKey) -> Bool {
    guard let presence = presences[user], let index = presence.sessions.firstIndex(where: { $0 === session }) else {
      return false
    }
    presence.sessions.remove(at: index)
    if presence.sessions.isEmpty { presences[user] = nil }
    return true
  }

  /// The presences of an audience's users; some may be empty.
  mutating func present(of audience: Audience) -> [Presence] {
    if audience.isEveryone { return presences.compactMap { $0.key.app == audience.app ? $0.value : nil } }
    guard audience.count >= Self.worthRemembering else { return look(for: audience.users, audience.app) }
    let identity = ObjectIdentifier(audience.roster)
    if let known = found[identity], known.arrivals == arrivals {
      if audience.isAsRoster { return known.presences }
      if let changed = known.changed, changed.audience === audience { return changed.presences }
    }
    let known = found.removeValue(forKey: identity) ?? unused.removeValue(forKey: identity)
    var found = upToDate(known, audience)
    if !audience.isAsRoster, found.changed?.audience !== audience {
      let still = found.presences.filter { !audience.left.contains($0.user) }
      found.changed = (audience, still + look(for: Array(audience.joined), audience.app))
    }
    self.found[identity] = found
    return audience.isAsRoster ? found.presences : found.changed?.presences ?? []
  }

  /// The cached users of a roster, with the users who connected since.
  private mutating func upToDate(_ known: Found?, _ audience: Audience) -> Found {
    guard var found = known, found.arrivals >= forgotten else {
      let presences = look(for: audience.roster.users, audience.app)
      return Found(roster: audience.roster, presences: presences, arrivals: arrivals)
    }
    guard found.arrivals < arrivals else { return found }
    for (user, presence) in arrived[Int(found.arrivals &- forgotten)...] where user.app == audience.app { found.add(presence) }
    found.arrivals = arrivals
    found.changed = nil
    return found
  }

  /// Evicts rosters that were not used since the last call.
  mutating func forgetUnused() {
    unused = found
    found = [:]
  }

  /// The number of look-ups of users since the start; tests measure the cost of connections and changes by it.
  private(set) var looked = 0

  private mutating func look(for users: [UserID], _ app: AppID) -> [Presence] {
    looked &+= users.count
    return users.compactMap { presences[UserKey(app: app, user: $0)] }
  }
}
