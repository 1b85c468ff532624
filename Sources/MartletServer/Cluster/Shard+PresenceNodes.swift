import MartletNet
import MartletStore
import MartletWire

// What nodes tell each other of users' devices. Each tells of its own; a node that begins to watch a user asks the others.
extension Shard {
  /// Among the shards of this node.
  private var lane: Int { outgoing.shards.firstIndex { $0 === self } ?? 0 }

  // MARK: - To other nodes

  /// Tells the other nodes of changes, or now and then that there is none.
  func tellNodes(_ changes: [OwnPresence.Change]) {
    guard let link = environment.link, link.hasOthers else { return }
    var told: [Nodes.UserPresence] = []
    for change in changes {
      let changed = presence.changedSettings.remove(change.user) != nil
      told.append(Nodes.UserPresence(change.user, change.part, lastSeen: change.lastSeen, changed: changed))
    }
    for user in presence.changedSettings {
      told.append(Nodes.UserPresence(user, users.presence.seen[user] ?? .none, lastSeen: 0, changed: true))
    }
    presence.changedSettings = []
    presence.quiet += 1
    guard !told.isEmpty || presence.quiet >= HomePresence.quietAtMost else { return }
    publish(told, link)
  }

  private func publish(_ users: [Nodes.UserPresence], answers: UInt64 = 0, asker: Int64 = 0, _ link: NodeLink) {
    presence.quiet = 0
    var rest = users[...]
    repeat {
      presence.number &+= 1
      link.tell(
        Nodes.PresenceTold(
          lane: UInt32(clamping: lane), number: presence.number, users: Array(rest.prefix(HomePresence.usersAtOnce)),
          answers: answers, asker: asker))
      rest = rest.dropFirst(HomePresence.usersAtOnce)
    } while !rest.isEmpty
  }

  /// Tells of all users, because the others know this node under another name.
  func announcePresence() {
    guard let link = environment.link, link.hasOthers else { return }
    publish(users.presence.seen.map { Nodes.UserPresence($0.key, $0.value, lastSeen: 0) }, link)
  }

  /// Answers another node's question about users whose home this shard is.
  func answerPresence(_ asked: [UserKey], to asker: Int64, _ id: UInt64) {
    guard let link = environment.link else { return }
    publish(asked.map { Nodes.UserPresence($0, users.presence.seen[$0] ?? .none, lastSeen: 0) }, answers: id, asker: asker, link)
  }

  // MARK: - Questions

  /// How long other nodes have to answer.
  private static let patience = Duration.seconds(1)

  /// Asks the other nodes for their parts of users; what is not answered in time is asked again if the users are watched.
  func ask(_ users: [UserKey]) async -> [UserKey: [Int64: PresencePart]] {
    guard let link = environment.link, !users.isEmpty else { return [:] }
    let nodes = link.others
    guard !nodes.isEmpty else { return [:] }
    return await withCheckedContinuation { continuation in
      let id = presence.questions.begin(users.count, to: nodes, lane: lane, lanes: outgoing.shards.count) { parts, isWhole in
        if !isWhole { self.perform { $0.presence.watchers.doubt(users) } }
        continuation.resume(returning: parts)
      }
      link.ask(Nodes.PresenceAsked(id: id, users: users.map { Nodes.UserName(app: $0.app.text, user: $0.user.text) }))
      start { shard in
        // Also if the loop ends.
        _ = await shard.loop.pause(Self.patience)
        let tell = shard.presence.questions.end(id)
        tell?()
      }
    }
  }

  /// Asks again about users of whom something may have been missed.
  func recheckPresence() {
    guard !presence.watchers.unsure.isEmpty else { return }
    let unsure = presence.watchers.takeUnsure(HomePresence.recheckedAtOnce)
    for (app, users) in Dictionary(grouping: unsure, by: \.app) {
      start { shard in
        do {
          let readings = users.map { shard.presence.watchers.reading(of: $0) }
          let records = try await shard.store.presence(of: users.map(\.user), app: app)
          for ((user, record), reading) in zip(zip(users, records), readings) {
            shard.presence.watchers.read(record, of: user, reading: reading)
          }
          _ = await shard.ask(users)
        } catch {
          shard.environment.report(error)
          shard.presence.watchers.doubt(users)
        }
      }
    }
  }

  // MARK: - From other nodes

  /// Another node tells of users whose home this shard is.
  func heard(_ told: [(user: UserKey, part: PresencePart, presence: Nodes.UserPresence)], of node: Int64) {
    for (user, part, one) in told {
      presence.watchers.heard(part, lastSeen: max(0, one.lastSeen), of: user, at: node)
      if one.changed { readPresence(of: user) }
    }
  }

  /// The nodes that there are now.
  func presence(of nodes: Set<Int64>) { presence.watchers.keep(nodes: nodes) }

  /// Something may have been missed of all users.
  func doubtPresence() { presence.watchers.doubtAll() }
}

extension Nodes.UserPresence {
  init(_ user: UserKey, _ part: PresencePart, lastSeen: Int64, changed: Bool = false) {
    self.init(
      app: user.app.text, user: user.user.text, devices: part.classes.map(\.rawValue), text: part.status?.text ?? "",
      textTime: part.status?.time ?? 0, lastSeen: lastSeen, changed: changed)
  }

  /// The part that it tells of.
  var part: PresencePart {
    PresencePart(
      classes: devices.map { Wire.DeviceClass(rawValue: $0) },
      status: textTime > 0 || !text.isEmpty ? StatusText(text: text, time: textTime) : nil)
  }
}
