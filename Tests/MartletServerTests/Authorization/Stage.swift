import MartletNet
import MartletStore
import MartletTesting
import MartletWire

@testable import MartletServer

/// Callers with a session, by the names of the page's columns.
enum Caller: String, CaseIterable {
  case otherApp = "other app"
  case stranger
  case former = "former member"
  /// A former member who was banned.
  case banned
  case newcomer
  /// A member who may not write.
  case silenced
  case member
  case admin
  case owner

  /// Of the group of a world, that is.
  var isMember: Bool { [.newcomer, .silenced, .member, .admin, .owner].contains(self) }

  var app: AppID { self == .otherApp ? Stage.other : Stage.main }

  /// The other app's has the name that could do most in this one.
  var user: String {
    switch self {
    case .otherApp, .owner: "owner"
    case .former: "former"
    case .stranger, .banned, .newcomer, .silenced, .member, .admin: rawValue
    }
  }

  /// Marks of texts that this caller must never receive.
  var secrets: [String] {
    switch self {
    case .otherApp, .stranger: ["canary"]
    case .former: [Canary.profile, Canary.after, Canary.late, Canary.direct, Canary.directed]
    case .banned: [Canary.profile, Canary.after, Canary.late, Canary.direct, Canary.directed, Canary.application]
    case .newcomer: [Canary.profile, Canary.before, Canary.after, Canary.direct, Canary.directed, Canary.application]
    case .silenced: [Canary.profile, Canary.direct, Canary.directed, Canary.application]
    case .admin: [Canary.profile, Canary.direct, Canary.directed]
    case .member: [Canary.profile, Canary.application]
    case .owner: [Canary.profile]
    }
  }
}

/// Marks of texts, by the users who may see them.
enum Canary {
  static let before = "canary-before"
  /// Written after the removal of one and before the joining of another.
  static let after = "canary-after"
  static let late = "canary-late"
  /// In the profile of a user who does not show it.
  static let profile = "canary-profile"
  static let direct = "canary-direct-conversation"
  /// For some members of the group alone.
  static let directed = "canary-for-some"
  /// In the former member's application to join the group again, for its owner and admins.
  static let application = "canary-application"
}

/// A server with two apps and everybody the page speaks of, on a clock that stands still.
struct Stage {
  static let main = Names.app("main")
  static let other = Names.app("other")
  /// The user whose tokens will be revoked.
  static let deserter = "deserter"
  /// Account numbers: of a user who shows the profile to everyone, and of one who does not.
  static let shown = "1001"
  static let hidden = "1002"
  /// Names of users who show their profiles, and who hide them.
  static let named = "Findable"
  static let hiddenName = "Hidden"
  /// A user that there is in the other app alone.
  static let outsider = "outsider"

  let server: TestServer
  let store: any Store
  let time: ManualTime
  let loop: EventLoop

  static func with(_ body: (Stage) async throws -> Void) async throws {
    let directory = try MartletTesting.TemporaryDirectory(inMemory: true)
    let data = try DataDirectory.open(directory.path, random: SystemRandomBytes())
    // The second secret is withdrawn as soon as the server runs.
    try data.store(try Apps([appKeys("main", secret(1), secret(9)), appKeys("other", secret(3))]))
    data.close()
    var limits = Limits()
    limits.devicesPerClass[.tool] = 1000
    // Tokens do not refill on this clock, and every world has a scheduled message.
    limits.writesPerSecond = 0
    limits.readsPerSecond = 0
    limits.scheduledMessages = 1000
    limits.directory = true
    let time = ManualTime(wallMilliseconds: TokenText.now * 1000)
    let server = try await TestServer.start(directory: directory.path, limits: limits, time: time)
    let loop = try EventLoop(name: "callers")
    var failure: (any Error)?
    do {
      try DataDirectory.changeApps(at: directory.path) { _ in try Apps([appKeys("main", secret(1)), appKeys("other", secret(3))])
      }
      try await server.server.reloadApps()
      let stage = Stage(server: server, store: server.server.engine.store, time: time, loop: loop)
      for user in Caller.allCases { _ = try await stage.store.createUser(Names.user(user.user), app: user.app, at: 0) }
      for user in [Self.deserter, "somebody"] { _ = try await stage.store.createUser(Names.user(user), app: Self.main, at: 0) }
      _ = try await stage.store.createUser(Names.user(Self.outsider), app: Self.other, at: 0)
      _ = try await stage.store.change([
        ProfileChange(
          app: Self.main, user: Names.user("somebody"), fields: ["name": Self.hiddenName, "location": Canary.profile],
          visibility: .nobody, number: Self.hidden, time: 1),
        ProfileChange(
          app: Self.main, user: Names.user(Self.deserter), fields: ["name": Self.named], visibility: .everyone,
          number: Self.shown, time: 1),
      ])
      try await body(stage)
    } catch {
      failure = error
    }
    await server.stop()
    await loop.stop()
    if let failure { throw failure }
  }

  /// A token that is good now.
  func token(_ user: String, of app: AppID) async throws -> String {
    guard let record = try await store.user(Names.user(user), app: app), let keys = server.server.apps.current[app] else {
      throw TestError("no user \(user)")
    }
    return try TokenIssuer().issue(for: record, keys: keys, now: time.wallMilliseconds).token
  }

  func session(
    _ user: String, of app: AppID = main, device: String, subprotocol: String = Gateway.binaryProtocol
  ) async throws -> WireClient {
    let client = try await server.connection(subprotocol: subprotocol)
    guard case .welcome = try await client.hello(token: try await token(user, of: app), device: device) else {
      throw TestError("\(user) is not welcome")
    }
    return client
  }

  /// A session of each caller.
  func sessions(device: String, subprotocol: String = Gateway.binaryProtocol) async throws -> [Caller: WireClient] {
    var sessions: [Caller: WireClient] = [:]
    for caller in Caller.allCases {
      sessions[caller] = try await session(caller.user, of: caller.app, device: device, subprotocol: subprotocol)
    }
    return sessions
  }

  /// The apps, and the users whose records, logs and settings an image holds.
  private var people: [(app: AppID, user: UserID)] {
    let users = Set(Caller.allCases.map(\.user) + [Self.deserter, Self.outsider, "somebody", "newborn", "nobody"]).sorted()
    return [Self.main, Self.other].flatMap { app in users.map { (app, Names.user($0)) } }
  }

  /// The newest position of each user's log.
  func userHeads() async throws -> [UInt64] {
    var heads: [UInt64] = []
    for (app, user) in people { heads.append(try await store.userLog(of: user, app: app, after: .max, limit: 1).head) }
    return heads
  }

  /// Everything in the store that a request on these conversations could change; of users' logs all that follows `heads`.
  func image(of conversations: [String] = [], after heads: [UInt64]? = nil) async throws -> StoreImage {
    var image = StoreImage()
    for (index, (app, user)) in people.enumerated() {
      image.users.append(try await store.user(user, app: app))
      image.logs.append(try await store.userLog(of: user, app: app, after: heads?[index] ?? 0, limit: 1000))
      image.settings.append(try await store.settings(of: user, app: app, after: nil, limit: 1000))
      image.scheduled.append(try await store.scheduled(of: user, app: app, after: nil, limit: 1000))
    }
    for app in [Self.main, Self.other] {
      image.stamps.append(try await store.stamp(app: app))
      for text in conversations {
        guard let id = ConversationID(text, caller: Names.user("owner")) else { throw TestError("\(text) is no conversation") }
        image.conversations.append(try await store.conversation(id, app: app))
        image.members.append(try await store.members(of: id, app: app, after: nil, limit: 1000))
        // Every group is shorter; in the direct conversation, no request names a message further back.
        image.entries.append(
          try await store.entries(of: id, app: app, range: 1...UInt64(UInt32.max), limit: 100, newest: true))
      }
    }
    return image
  }
}

/// The contents of the store, as far as a test checks them.
struct StoreImage: Equatable {
  var stamps: [UInt64] = []
  var users: [UserRecord?] = []
  var logs: [UserLogPage] = []
  var settings: [SettingsPage] = []
  var scheduled: [[ScheduledMessage]] = []
  var conversations: [ConversationRecord?] = []
  var members: [[MemberRecord]] = []
  var entries: [[LogEntry]] = []
}
