import Martlet
import MartletWire

/// Settings and hidden entries of a simulated device's user.
extension SimulatedDevice {
  private static let tags = ["work", "fun"].compactMap { TagID($0) }
  private static let levels: [NotificationLevel?] = [nil, .all, .mentions, .nothing]

  /// Changes a setting, of a conversation or global.
  func personalize(_ turn: inout Turn) async {
    let (client, number) = (turn.client, turn.step.number)
    guard turn.chance(75), let tag = turn.pick(Self.tags) else { return await setDefaults(&turn) }
    // Also of direct conversations in which nothing was said yet, and of groups the user is in no more.
    let strange = turn.pick(turn.users).map { ConversationID.direct(user, $0) }
    guard let id = turn.chance(20) ? strange : turn.conversation()?.id else { return }
    let chat = client.chat(id)
    switch Int.random(in: 0..<12, using: &turn.dice) {
    case 0: try? await chat.pinToTop(countsAsActivity: turn.chance(50))
    case 1: try? await chat.unpinFromTop()
    case 2: try? await chat.setLevel(turn.pick(Self.levels) ?? nil)
    case 3: try? await chat.setMuted(turn.chance(60))
    case 4: try? await chat.setAlias(turn.chance(30) ? nil : "alias \(number)")
    case 5: try? await chat.setRingTone(turn.chance(30) ? nil : "ring \(number)")
    case 6, 7: try? await chat.saveDraft(turn.chance(30) ? nil : "draft \(number)")
    case 8: try? await chat.setAttribute("a\(number % 3)", turn.chance(30) ? nil : .integer(Int64(number)))
    case 9: try? await chat.setFlags(UInt64(1) << UInt64(number % 8), unset: UInt64(number % 5))
    case 10:
      try? await client.addTag(tag, to: [id])
      if turn.chance(40) { try? await chat.setPinned(turn.chance(70), in: tag) }
    default:
      if turn.chance(50) { try? await client.removeTag(tag, from: [id]) } else { try? await chat.removeFromList() }
    }
  }

  private func setDefaults(_ turn: inout Turn) async {
    guard let tag = turn.pick(Self.tags) else { return }
    let minutes = turn.step.number % 1440
    switch Int.random(in: 0..<8, using: &turn.dice) {
    case 5, 6: await changeProfile(&turn)
    case 7: _ = try? await turn.client.profiles(of: turn.users)
    case 0, 1: try? await turn.client.setTag(tag, name: "tag \(turn.step.number)")
    case 2: try? await turn.client.deleteTag(tag)
    case 3: try? await turn.client.setDefaultLevel(turn.pick(Self.levels) ?? nil, of: turn.chance(50) ? .group : nil)
    default:
      try? await turn.client.setQuietHours(
        turn.chance(30) ? nil : QuietHours(from: minutes, to: (minutes + 60) % 1440, zoneOffset: 60))
    }
  }

  /// Changes fields of the own profile, or who sees it.
  private func changeProfile(_ turn: inout Turn) async {
    let number = turn.step.number
    let fields: [Profile.Field: String?] = [
      .name: turn.chance(20) ? nil : "name \(number)", turn.chance(50) ? .about : .location: turn.chance(30) ? nil : "\(number)",
    ]
    let visibility = turn.chance(60) ? nil : turn.pick([Profile.Visibility.asAppDecides, .nobody, .everyone])
    _ = try? await turn.client.updateProfile(fields, visibility: visibility)
  }

  /// Blocks a user or lifts a block, mostly with a message to the other on the way.
  func block(_ turn: inout Turn) async {
    guard let other = turn.pick(turn.users) else { return }
    if turn.chance(60) {
      try? await turn.client.block(other)
    } else {
      try? await turn.client.unblock(turn.chance(70) ? [other] : turn.users.filter { $0 != user })
    }
  }

  /// Changes the allow list, or whether only those on it may write.
  func allow(_ turn: inout Turn) async {
    guard let other = turn.pick(turn.users) else { return }
    if turn.chance(40) {
      try? await turn.client.setTakesOnlyAllowed(turn.chance(60))
    } else if turn.chance(50) {
      try? await turn.client.allow(other)
    } else {
      try? await turn.client.disallow(turn.chance(70) ? [other] : turn.users.filter { $0 != user })
    }
  }

  /// Asks a user to become friends, accepts, declines, or ends it.
  func befriend(_ turn: inout Turn) async {
    guard let other = turn.pick(turn.users) else { return }
    if turn.chance(50) {
      try? await turn.client.requestFriend(other, text: turn.chance(50) ? "Hello" : "")
    } else if turn.chance(50) {
      try? await turn.client.acceptFriend(other)
    } else {
      try? await turn.client.removeFriends(turn.chance(70) ? [other] : turn.users.filter { $0 != user })
    }
  }

  /// Hides messages of a conversation, or all up to one of them.
  func hide(_ turn: inout Turn) async {
    guard let chosen = turn.conversation() else { return }
    if turn.world.hidesHere, turn.chance(60) { return await hideHere(chosen, &turn) }
    let chat = turn.client.chat(chosen.id)
    if turn.chance(25) {
      let until = turn.chance(30) ? nil : turn.target(in: chosen)
      if turn.chance(20) {
        try? await chat.removeFromList(withHistory: true)
      } else {
        try? await chat.hide(upTo: until.map(chosen.id.message(at:)))
      }
    } else {
      try? await chat.hide(turn.targets(in: chosen).map(chosen.id.message(at:)))
    }
  }

  /// Hides entries on this device alone.
  private func hideHere(_ chosen: Conversation, _ turn: inout Turn) async {
    let (start, name, chat) = (start, chosen.id.text, turn.client.chat(chosen.id))
    let upTo = turn.chance(25) ? turn.target(in: chosen) : nil
    // Also what is hidden everywhere: a restored server may have lost that.
    let targets = Set(upTo.map { Array(1...max($0, 1)) } ?? turn.targets(in: chosen))
    guard !targets.isEmpty else { return }
    hiddenHere[name, default: DeviceState.HiddenHere()].perhaps.formUnion(targets)
    do {
      if let upTo {
        try await chat.hide(upTo: chosen.id.message(at: upTo), on: .thisDevice)
      } else {
        try await chat.hide(targets.sorted().map(chosen.id.message(at:)), on: .thisDevice)
      }
    } catch {
      return
    }
    // A process could report nothing that it learned while it was being killed.
    guard self.start == start else { return }
    hiddenHere[name]?.positions.formUnion(targets)
    hiddenHere[name]?.perhaps.subtract(targets)
  }
}
