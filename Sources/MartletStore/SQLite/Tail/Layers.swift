import MartletWire

/// The layers of a slice: the one being folded, and the one that grows.
struct Layers: Sendable {
  var frozen: Layer?
  var fresh: Layer
  /// The newest change that is in the tables and not here any more.
  var dropped: Int64 = 0
  /// The time when the oldest change of each layer was published.
  var frozenSince: Duration?
  var freshSince: Duration?

  init(fresh: Layer) { self.fresh = fresh }

  var weight: Int { fresh.weight &+ (frozen?.weight ?? 0) }
  /// The oldest change here; 0 for none.
  var first: Int64 { frozen?.first ?? fresh.first }
  var since: Duration? { frozenSince ?? freshSince }
  var frozenLast: Int64 { frozen?.last ?? 0 }

  /// A conversation's changes of each layer, the older first.
  func conversations(_ number: Int64) -> [ConversationTail] {
    [frozen?.conversations[number], fresh.conversations[number]].compactMap(\.self)
  }

  func user(_ name: UserKey) -> UserTail? {
    guard var older = frozen?.users[name] else { return fresh.users[name] }
    if let newer = fresh.users[name] { older.add(newer) }
    return older
  }

  func user(numbered number: AccountNumber) -> UserID? { fresh.numbered[number] ?? frozen?.numbered[number] }

  func users(named beginning: NameBeginning) -> [NamedUser] {
    fresh.names.users(beginning) + (frozen?.names.users(beginning) ?? [])
  }

  func suspensions(of app: AppID) -> [UserID: Int64] {
    (frozen?.suspensions(of: app) ?? [:]).merging(fresh.suspensions(of: app)) { $1 }
  }

  var scheduled: [ScheduledKey: ScheduledMessage?] {
    guard let older = frozen?.scheduled, !older.isEmpty else { return fresh.scheduled }
    return older.merging(fresh.scheduled) { $1 }
  }

  func scheduled(_ key: ScheduledKey) -> ScheduledMessage?? { fresh.scheduled[key] ?? frozen?.scheduled[key] }

  func rememberedSchedule(_ key: ScheduledKey) -> RememberedSchedule? {
    fresh.rememberedSchedules[key] ?? frozen?.rememberedSchedules[key]
  }

  func made(_ name: ConversationKey) -> Int64? { frozen?.made[name] ?? fresh.made[name] }

  /// The conversations of a kind that were made here.
  func made(of kind: ConversationID.Kind, app: AppID) -> [Int64] {
    (frozen?.made(of: kind, app: app) ?? []) + fresh.made(of: kind, app: app)
  }
}
