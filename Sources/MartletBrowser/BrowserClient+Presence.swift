import MartletCore
import MartletWire

// Presence of users.
extension BrowserClient {
  /// - Returns: False for other operations.
  func beginOnPresence(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .presences(let named):
      engine.presences(
        of: try Parsed.users(named.users, "users"), for: operation,
        then: completion(call) { found in
          .presences(Bridge.Presences(presences: found.values.sorted { $0.user < $1.user }.map { Bridge.Presence($0) }))
        })
    case .nextOfPresence(let watch):
      engine.nextOfPresence(
        try Self.name(watch.name), try Parsed.users(watch.users, "users"), for: operation,
        then: completion(call) { .presenceUpdate(Bridge.PresenceUpdate($0)) })
    case .setDeviceStatus(let text): engine.setDeviceStatus(text, for: operation, then: completion(call))
    default: return false
    }
    return true
  }
}

extension Bridge.Presence {
  init(_ presence: MartletCore.Presence) {
    self.init(user: presence.user.text, status: presence.status)
    switch presence.state {
    case .unknown: break
    case .online(let devices): (state, self.devices) = ("online", devices.map { $0.rawValue }.sorted())
    case .offline(let time): (state, lastSeen) = ("offline", time.milliseconds)
    }
  }
}

extension Bridge.PresenceUpdate {
  init(_ update: MartletCore.PresenceUpdate) {
    func placed(_ rows: [RowChange<MartletCore.Presence>.Placed]) -> [Bridge.PlacedPresence] {
      rows.map { Bridge.PlacedPresence(index: UInt32(clamping: $0.index), row: Bridge.Presence($0.row)) }
    }
    let change = update.change
    self.init(
      first: update.isFirst, removed: change.removed.map { UInt32(clamping: $0) }, inserted: placed(change.inserted),
      updated: placed(change.updated), current: update.isCurrent, unwatched: update.unwatched.map { $0.text }.sorted())
  }
}
