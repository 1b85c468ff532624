import MartletStore
import MartletWire

/// Answers which users are connected.
enum FetchPresenceRequest: ServedRequest {
  typealias Message = Wire.FetchPresence

  static var effort: RequestEffort { .read }

  static func named(_ request: Wire.FetchPresence) -> Int { request.users.count }

  static func serve(_ request: Wire.FetchPresence, for context: RequestContext) throws(Refusal) {
    let users = try Form.presence(of: request.users, for: context)
    let (engine, asker) = (context.gateway.engine, PresenceAsker(context))
    context.read { _ in .presences(Wire.Presences(presences: try await engine.presences(of: users, for: asker))) }
  }
}

/// Answers which users are connected, and has the session told of changes for a while.
enum WatchPresenceRequest: ServedRequest {
  typealias Message = Wire.WatchPresence

  static var effort: RequestEffort { .read }

  static func named(_ request: Wire.WatchPresence) -> Int { request.users.count }

  static func serve(_ request: Wire.WatchPresence, for context: RequestContext) throws(Refusal) {
    let users = try Form.presence(of: request.users, for: context)
    let limits = context.limits.value
    let longest = UInt64(clamping: limits.presenceLongest.milliseconds)
    guard request.durationMs <= longest else {
      throw Refusal(.fieldInvalid, field: "duration_ms", limit: longest, actual: request.durationMs)
    }
    guard let session = context.session.live, let shard = context.gateway.engine.shard(on: session.loop) else {
      throw Refusal(.notSupportedHere)
    }
    let (engine, asker) = (context.gateway.engine, PresenceAsker(context))
    let duration = Duration.milliseconds(Int64(clamping: request.durationMs == 0 ? longest : request.durationMs))
    // At once, so that what follows in the session finds it.
    let isDone = shard.onLoop { $0.watchPresence(of: users, for: session, asker, during: duration, limits) }
    guard isDone else { throw Refusal(.watchedFull, limit: UInt64(clamping: limits.presenceWatched)) }
    context.read { _ in
      let presences = try await engine.presences(of: users, for: asker)
      let unwatched = await engine.unwatched(users, by: session, asker)
      return .presences(Wire.Presences(presences: presences, unwatched: unwatched.map(\.text)))
    }
  }
}

/// Ends watches.
enum UnwatchPresenceRequest: ServedRequest {
  typealias Message = Wire.UnwatchPresence

  static var effort: RequestEffort { .read }

  static func named(_ request: Wire.UnwatchPresence) -> Int { request.users.count }

  static func serve(_ request: Wire.UnwatchPresence, for context: RequestContext) throws(Refusal) {
    let users = request.users.isEmpty ? nil : try Form.presence(of: request.users, for: context)
    guard let session = context.session.live, let shard = context.gateway.engine.shard(on: session.loop) else {
      throw Refusal(.notSupportedHere)
    }
    let app = context.user.app
    shard.onLoop { shard in shard.unwatchPresence(of: users?.map { UserKey(app: app, user: $0) }, for: session) }
    context.answer(.done(Wire.Done()))
  }
}

/// Sets the status text of the caller's device.
enum SetPresenceRequest: ServedRequest {
  typealias Message = Wire.SetPresence

  static var effort: RequestEffort { .write }

  static func serve(_ request: Wire.SetPresence, for context: RequestContext) throws(Refusal) {
    let limits = context.limits.value
    try Form.presence(isOn: limits)
    try Form.statusText(request.text, "text", limits: limits)
    guard let session = context.session.live else { throw Refusal(.notSupportedHere) }
    let time = max(0, context.now &- Int64(clamping: min(request.ageMs, UInt64(context.now.magnitude))))
    let (user, origin, id) = (context.user, context.session, context.id)
    context.gateway.engine.home(of: user).perform { shard in
      shard.users.signIns.set(StatusText(text: request.text, time: time), of: session, of: user)
      shard.presenceChanged(of: user)
      shard.tell(origin, id, .done(Wire.Done()))
    }
  }
}

/// The user who asks for presence, or the app, which sees all of it.
struct PresenceAsker: Sendable {
  let user: UserKey
  let isOfApp: Bool

  init(_ context: RequestContext) {
    user = context.user
    isOfApp = context.isOfApp
  }

  func seesAll(of other: UserKey) -> Bool { isOfApp || other == user }
}

extension Form {
  /// Refuses where the app has no presence.
  static func presence(isOn limits: Limits) throws(Refusal) { if !limits.presence { throw Refusal(.presenceOff) } }

  /// Different users whose presence is asked for, in the order given.
  static func presence(of texts: [String], for context: RequestContext) throws(Refusal) -> [UserID] {
    var limits = context.limits.value
    try presence(isOn: limits)
    limits.usersPerRequest = limits.presenceUsers
    let users = try Form.users(texts, "users", limits: limits, atLeast: 1)
    guard users.count == texts.count else { throw Refusal(field: "users") }
    return users
  }

  /// Checks the value of a setting on which presence depends.
  static func presence(_ value: String, of name: SettingName, limits: Limits) throws(Refusal) {
    guard let setting = PresenceSetting(name), !value.isEmpty else { return }
    switch setting {
    case .text:
      guard let text = PresenceSetting.text(value) else { throw Refusal(field: name.key) }
      try statusText(text, name.key, limits: limits)
    case .visibility: if PresenceSetting.visibility(value) == nil { throw Refusal(field: name.key) }
    }
  }

  /// One line of limited length.
  static func statusText(_ text: String, _ field: String, limits: Limits) throws(Refusal) {
    let count = text.unicodeScalars.count
    guard count <= limits.presenceText else { throw Refusal(field: field, limit: limits.presenceText, count) }
    guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else { throw Refusal(field: field) }
  }
}
