import MartletStore
import MartletWire

/// The sessions, on any loop, of the users whose home a shard is.
struct SignIns {
  private var ofUsers: [UserKey: [SignIn]] = [:]

  /// A session that has to end, and why.
  struct End {
    let session: any LiveSession
    let failure: Wire.Failure
  }

  var isEmpty: Bool { ofUsers.isEmpty }

  /// True if the user has a session, found good or not.
  func has(_ user: UserKey) -> Bool { ofUsers[user] != nil }

  /// True if the user has a session that was found good.
  func isConnected(_ user: UserKey) -> Bool { ofUsers[user]?.contains(where: \.isConfirmed) ?? false }

  mutating func add(_ signIn: SignIn, of user: UserKey) { ofUsers[user, default: []].append(signIn) }

  mutating func remove(_ session: any LiveSession, of user: UserKey) {
    ofUsers[user]?.removeAll { $0.session === session }
    if ofUsers[user]?.isEmpty == true { ofUsers[user] = nil }
  }

  /// Notes that a session was found good, of which so many devices of each class are allowed.
  ///
  /// - Returns: The sessions it pushes out: an earlier one of the same device, and the oldest of its class beyond the number
  ///   allowed; or the session itself, where it gives way to those.
  mutating func confirm(
    _ session: any LiveSession, of user: UserKey, devicesPerClass: [Wire.DeviceClass: Int]
  ) -> [End] {
    guard var entries = ofUsers[user], let index = entries.firstIndex(where: { $0.session === session }) else { return [] }
    let signIn = entries[index]
    let others = entries.filter { $0.isConfirmed && $0.session !== session }
    let replaced = others.filter { $0.device == signIn.device }
    let limit = devicesPerClass[signIn.deviceClass] ?? 1
    let rivals = others.filter { $0.deviceClass == signIn.deviceClass && $0.device != signIn.device }
    let isTurnedAway = signIn.yields && rivals.count >= max(limit, 1)
    entries[index].isConfirmed = !isTurnedAway
    let surplus = isTurnedAway ? [signIn] : Array(rivals.prefix(max(0, rivals.count + 1 - max(limit, 1))))
    let ended = Set((replaced + surplus).map { ObjectIdentifier($0.session) })
    entries.removeAll { ended.contains(ObjectIdentifier($0.session)) }
    ofUsers[user] = entries
    let elsewhere = Wire.Failure(.signedInElsewhere, limit: UInt64(clamping: limit))
    return replaced.map { End(session: $0.session, failure: Wire.Failure(.replaced)) }
      + surplus.map { End(session: $0.session, failure: elsewhere) }
  }

  /// A session that was found good and may stay; nil otherwise.
  func confirmed(_ session: any LiveSession, of user: UserKey) -> SignIn? {
    ofUsers[user]?.first { $0.session === session && $0.isConfirmed }
  }

  /// Notes that a session was found good at another node.
  ///
  /// - Returns: The sessions that it pushes out here. Of a class of which several devices are allowed, each node counts its own.
  mutating func confirmElsewhere(
    _ device: String, _ deviceClass: Wire.DeviceClass, of user: UserKey, devicesPerClass: [Wire.DeviceClass: Int]
  ) -> [End] {
    guard let entries = ofUsers[user] else { return [] }
    let confirmed = entries.filter(\.isConfirmed)
    let replaced = confirmed.filter { $0.device == device }
    let limit = max(1, devicesPerClass[deviceClass] ?? 1)
    let rivals = confirmed.filter { $0.deviceClass == deviceClass && $0.device != device }
    let surplus = rivals.prefix(max(0, rivals.count + 1 - limit))
    let ended = Set((replaced + surplus).map { ObjectIdentifier($0.session) })
    ofUsers[user] = entries.filter { !ended.contains(ObjectIdentifier($0.session)) }
    if ofUsers[user]?.isEmpty == true { ofUsers[user] = nil }
    let elsewhere = Wire.Failure(.signedInElsewhere, limit: UInt64(clamping: limit))
    return replaced.map { End(session: $0.session, failure: Wire.Failure(.replaced)) }
      + surplus.map { End(session: $0.session, failure: elsewhere) }
  }

  /// All sign-ins of a user, found good or not.
  func signIns(of user: UserKey) -> [SignIn] { ofUsers[user] ?? [] }

  /// Notes the status text of a device; nothing if its session has ended.
  mutating func set(_ status: StatusText, of session: any LiveSession, of user: UserKey) {
    guard let index = ofUsers[user]?.firstIndex(where: { $0.session === session }) else { return }
    ofUsers[user]?[index].status = status
  }

  /// All sessions of a user, found good or not.
  func sessions(of user: UserKey) -> [any LiveSession] { (ofUsers[user] ?? []).map(\.session) }

  /// The sessions opened with a token issued at or before a moment, in seconds since 1970.
  func revoked(of user: UserKey, issuedUntil: Int64) -> [any LiveSession] {
    (ofUsers[user] ?? []).filter { $0.issuedAt <= issuedUntil }.map(\.session)
  }

  /// The sessions opened with a token whose key is not in force any more.
  func withoutKey(isAccepted: (AppID, String) -> Bool) -> [any LiveSession] {
    ofUsers.flatMap { user, signIns in signIns.filter { !isAccepted(user.app, $0.key) }.map(\.session) }
  }
}
