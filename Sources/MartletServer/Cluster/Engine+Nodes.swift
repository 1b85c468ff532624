import MartletNet
import MartletStore
import MartletWire

// What other nodes tell.
extension Engine {
  /// Takes in what another node committed.
  func take(_ changes: Nodes.Changes) {
    for change in changes.logs {
      guard let key = ConversationKey(change.app, change.conversation), change.first > 0, change.first <= change.last
      else { continue }
      home(of: .conversation(key)).perform { $0.arrived(key, change) }
    }
    for change in changes.markers {
      guard let key = ConversationKey(change.app, change.conversation) else { continue }
      let marker = Wire.Marker(
        conversation: change.conversation, user: change.user, read: change.read, delivered: change.delivered)
      home(of: .conversation(key)).perform { $0.moved(marker, of: key) }
    }
    for change in changes.users {
      guard let user = UserKey(change.app, change.user), change.first > 0, change.first <= change.last else { continue }
      home(of: user).perform { $0.arrived(user, change.first...change.last) }
    }
    for news in changes.relations.compactMap({ PairNews($0) }) {
      if let key = news.key {
        home(of: .conversation(key)).perform { $0.take(news) }
      } else {
        for shard in shards { shard.perform { $0.take(news) } }
      }
    }
    for change in changes.revocations {
      guard let user = UserKey(change.app, change.user) else { continue }
      home(of: user).perform { $0.revoke(user, issuedUntil: change.until) }
    }
    for change in changes.suspensions {
      guard let user = UserKey(change.app, change.user) else { continue }
      home(of: user).perform { $0.suspend(user, until: change.until) }
    }
  }

  /// Takes in what another node tells besides.
  func take(_ packet: Nodes.Packet) {
    for signal in packet.signals {
      guard let key = ConversationKey(signal.app, signal.conversation), Wire.ServerPacket.isOne(signal.packet) else { continue }
      let frame = WebSocket.serverFrame(opcode: .binary, payload: signal.packet)
      home(of: .conversation(key)).perform { $0.signalled(frame, of: key, except: UserID(signal.except)) }
    }
    for push in packet.pushes {
      guard let user = UserKey(push.app, push.user), Wire.ServerPacket.isOne(push.packet) else { continue }
      let frame = WebSocket.serverFrame(opcode: .binary, payload: push.packet)
      shards.first?.perform { $0.mail(Delivery(to: Audience(app: user.app, users: [user.user]), frame: frame)) }
    }
    for push in packet.profiles {
      guard let user = UserKey(push.app, push.user), Wire.ServerPacket.isOne(push.packet) else { continue }
      let frame = WebSocket.serverFrame(opcode: .binary, payload: push.packet)
      shards.first?.perform { $0.mail(Delivery(to: Audience(watching: user), frame: frame)) }
    }
    if let told = packet.presence { take(told, of: packet.node) }
    if let asked = packet.presenceAsked { answer(asked, of: packet.node) }
    for signIn in packet.signIns {
      guard let user = UserKey(signIn.app, signIn.user) else { continue }
      let deviceClass = Wire.DeviceClass(rawValue: signIn.deviceClass)
      home(of: user).perform { $0.signedInElsewhere(user, device: signIn.device, deviceClass: deviceClass) }
    }
  }

  // MARK: - Presence

  private func take(_ told: Nodes.PresenceTold, of node: Int64) {
    let parts = told.users.compactMap { one in UserKey(one.app, one.user).map { (user: $0, part: one.part, presence: one) } }
    for (index, parts) in Dictionary(grouping: parts, by: { homes.index(of: $0.user) }) {
      shards[index].perform { $0.heard(parts, of: node) }
    }
    guard told.answers > 0, let index = Int(exactly: told.answers % UInt64(clamping: max(1, shards.count))) else { return }
    shards[index].perform { shard in
      guard shard.environment.link?.named == told.asker else { return }
      let tell = shard.presence.questions.take(parts.map { ($0.user, $0.part) }, of: node, to: told.answers)
      tell?()
    }
  }

  private func answer(_ asked: Nodes.PresenceAsked, of node: Int64) {
    let users = asked.users.compactMap { UserKey($0.app, $0.user) }
    for (index, users) in Dictionary(grouping: users, by: { homes.index(of: $0) }) {
      shards[index].perform { $0.answerPresence(users, to: node, asked.id) }
    }
  }

  /// Something may have been missed of users' presence.
  func doubtPresence() { for shard in shards { shard.perform { $0.doubtPresence() } } }

  /// These nodes there are now.
  func presence(of nodes: [Int64]) { for shard in shards { shard.perform { $0.presence(of: Set(nodes)) } } }

  /// The other nodes know this one under another name.
  func announcePresence() { for shard in shards { shard.perform { $0.announcePresence() } } }

  private func home(of place: Place) -> Shard { shards[homes.index(of: place)] }

  /// All has been taken in that other nodes committed before this reading of the feed began.
  func feedIsRead(_ reading: UInt64) { for shard in shards { shard.perform { $0.slots.feedRead = reading } } }

  /// Ends all sessions, because it is not known what they were not told.
  func beginAnew() {
    for shard in shards {
      shard.perform { shard in
        for session in shard.sessions.connections.sessions {
          session.end(Wire.Failure(.unavailable, retryAfterMs: 1000), reconnect: true)
        }
      }
    }
  }
}

extension ConversationKey {
  fileprivate init?(_ app: String, _ conversation: String) {
    guard let app = AppID(app), let id = ConversationID(conversation) else { return nil }
    self.init(app: app, id: id)
  }
}

extension UserKey {
  fileprivate init?(_ app: String, _ user: String) {
    guard let app = AppID(app), let user = UserID(user) else { return nil }
    self.init(app: app, user: user)
  }
}

extension Wire.ServerPacket {
  /// Whether bytes are a packet that sessions can be sent.
  fileprivate static func isOne(_ bytes: [UInt8]) -> Bool { (try? Wire.ServerPacket(decoding: bytes)) != nil }
}
