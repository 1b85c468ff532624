import MartletWire

// Presence, which tests set. Each user has one session.
extension ModelServer {
  /// Sets the presence of a user, and tells the sessions that watch.
  package mutating func setPresence(of user: UserID, _ devices: [Wire.DeviceClass], text: String = "", lastSeen: Int64 = 0) {
    presenceOrder += 1
    let presence = Wire.Presence(user: user.text, devices: devices, text: text, lastSeen: lastSeen, order: presenceOrder)
    presences[user] = presence
    for watcher in presenceWatches.keys.sorted() where presenceWatches[watcher]?.contains(user) == true {
      deliveries.append(Delivery(user: watcher, push: Wire.Push(presences: [presence])))
    }
  }

  mutating func presence(_ request: Wire.ClientPacket.Request, _ user: UserID) -> Wire.ServerPacket.Body {
    guard limits.presence else { return .failure(Wire.Failure(.presenceOff)) }
    switch request {
    case .fetchPresence(let fetch): return found(fetch.users)
    case .watchPresence(let watch):
      presenceRequests.append(watch.users)
      let watched = presenceWatches[user, default: []].union(watch.users.compactMap { UserID($0) })
      guard watched.count <= Int(limits.presenceWatched) else {
        return .failure(Wire.Failure(.watchedFull, limit: UInt64(limits.presenceWatched)))
      }
      presenceWatches[user] = watched
      return found(watch.users)
    case .unwatchPresence(let unwatch): presenceWatches[user]?.subtract(unwatch.users.compactMap { UserID($0) })
    case .setPresence(let set): setPresence(of: user, [.tool], text: set.text)
    default: return .failure(Wire.Failure(.unknownRequest))
    }
    return .done(Wire.Done())
  }

  private func found(_ users: [String]) -> Wire.ServerPacket.Body {
    guard users.count <= Int(limits.presenceUsers), Set(users).count == users.count else {
      return .failure(Wire.Failure(.fieldInvalid, field: "users"))
    }
    let found = users.map { user in
      UserID(user).flatMap { presences[$0] } ?? Wire.Presence(user: user, order: presenceOrder)
    }
    return .presences(Wire.Presences(presences: found))
  }
}
