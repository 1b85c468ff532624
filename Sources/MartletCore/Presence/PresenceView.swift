import MartletWire

/// A change of watched presences, with their new state.
public struct PresenceUpdate: Hashable, Sendable {
  /// The parts of an update that concern all presences together.
  struct Facts: Hashable, Sendable {
    let isCurrent: Bool
    let unwatched: Set<UserID>
  }

  /// The presences, in the order in which the users were given.
  public let presences: [Presence]
  /// The difference from the update before; in the first update all presences are inserted.
  public let change: RowChange<Presence>
  let facts: Facts
  /// True for the first update of a watch.
  package let isFirst: Bool

  /// False while the client is not connected, and until the server has answered about all of the users.
  ///
  /// The presences are then as the server told them last.
  public var isCurrent: Bool { facts.isCurrent }
  /// Users who have too many watchers, so that changes are not told; the client tries again later.
  public var unwatched: Set<UserID> { facts.unwatched }
}

/// Users whose presence the app watches.
final class PresenceView: LiveView {
  let name: String
  let users: [UserID]
  private var seen: UInt64?
  private var reader = Reader<Presence, PresenceUpdate.Facts, PresenceUpdate>()

  init(_ name: String, _ users: [UserID]) {
    self.name = name
    self.users = users
  }

  var isStale: Bool { reader.isWaiting }

  func note(_ event: Event, of user: UserID?, in engine: ClientEngine) {}

  func note(logs: Set<ConversationID>, in engine: ClientEngine) {}

  func abandon(_ operation: ClientEngine.Operation) { reader.abandon(operation) }

  func end(_ error: MartletError) { reader.wake()?(.failure(error)) }

  func answer(from engine: ClientEngine) {
    let presence = engine.core.sync.presence
    guard reader.isWaiting, !engine.isClosed, seen != presence.version else { return }
    if let refusal = presence.refusal(of: users) { return end(refusal) }
    seen = presence.version
    let facts = PresenceUpdate.Facts(
      isCurrent: users.allSatisfy(presence.current.contains), unwatched: presence.unwatched.intersection(users))
    let rows = users.map { presence.presence(of: $0) }
    guard let (change, isFirst) = reader.take(rows, facts) else { return }
    reader.wake()?(.success(PresenceUpdate(presences: rows, change: change, facts: facts, isFirst: isFirst)))
  }

  fileprivate func next(
    in engine: ClientEngine, for operation: ClientEngine.Operation, then: @escaping Completion<PresenceUpdate>
  ) {
    reader.wait(operation, then)?(.failure(.readTwice))
    answer(from: engine)
  }
}

// Presence of users. A watch is known by a name that the app's side gives it, and begins when it is first named.
extension ClientEngine {
  /// Waits for the next change of a watch; the first has all presences.
  ///
  /// - Parameters:
  ///   - name: The watch.
  ///   - users: The users to watch if the watch is new; repeated ones count once.
  ///   - operation: The operation.
  ///   - then: Gets the change.
  package func nextOfPresence(
    _ name: String, _ users: [UserID], for operation: Operation, then: @escaping Completion<PresenceUpdate>
  ) {
    if let view = presenceViews.first(where: { $0.name == name }) { return view.next(in: self, for: operation, then: then) }
    if let closure { return then(.failure(closure)) }
    let view = PresenceView(name, users.distinct)
    presenceViews.append(view)
    sync { $0.watch(view.users, as: name, at: now) }
    view.next(in: self, for: operation, then: then)
  }

  /// Asks the server for the presence of users.
  package func presences(of users: [UserID], for operation: Operation, then: @escaping Completion<[UserID: Presence]>) {
    fetchPresences(of: users.distinct[...], [:], for: operation, then: then)
  }

  private func fetchPresences(
    of users: ArraySlice<UserID>, _ found: [UserID: Presence], for operation: Operation,
    then: @escaping Completion<[UserID: Presence]>
  ) {
    guard !users.isEmpty else { return then(.success(found)) }
    let page = users.prefix(core.sync.limits.presenceUsers)
    call(.read(.fetchPresence(Wire.FetchPresence(users: page.map { $0.text }))), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .presences(let answer) = body else { throw .unexpectedAnswer }
        var found = found
        for presence in answer.presences.compactMap({ Presence($0) }) { found[presence.user] = presence }
        fetchPresences(of: users.dropFirst(page.count), found, for: operation, then: then)
      }
    }
  }

  /// Sets the status text of this device, which the client tells again after each connection; empty for none.
  package func setDeviceStatus(_ text: String, for operation: Operation, then: @escaping Completion<Void>) {
    call(.request(.setPresence(Wire.SetPresence(text: text))), for: operation) { [self] result in
      proceed(result, then) { _ throws(MartletError) in
        sync { $0.tookStatus(text, at: now) }
        then(.success(()))
      }
    }
  }
}

extension [UserID] {
  /// The same users, each once.
  fileprivate var distinct: [UserID] {
    var seen: Set<UserID> = []
    return filter { seen.insert($0).inserted }
  }
}
