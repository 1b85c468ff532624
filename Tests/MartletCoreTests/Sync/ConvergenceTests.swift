import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// In whatever order packets arrive, connections break and processes are killed: afterwards every device shows the same as a
/// fresh login, and every message is stored once.
@Suite struct ConvergenceTests {
  @Test(arguments: SeededRandom.environmentSeeds(60)) func randomScheduleConverges(seed: UInt64) throws {
    try Schedule(seed: seed, kills: false, refusals: 0).run()
  }

  @Test(arguments: SeededRandom.environmentSeeds(40)) func killedDevicesConverge(seed: UInt64) throws {
    try Schedule(seed: seed, kills: true, refusals: 0).run()
  }

  @Test(arguments: SeededRandom.environmentSeeds(20)) func serverThatTurnsAwayConverges(seed: UInt64) throws {
    try Schedule(seed: seed, kills: true, refusals: 20).run()
  }

  /// The server is restored from a backup now and then, while devices have unsent requests about messages that are gone.
  @Test(arguments: SeededRandom.environmentSeeds(40)) func restoredServerConverges(seed: UInt64) throws {
    try Schedule(seed: seed, kills: seed % 2 == 0, refusals: seed % 3 == 0 ? 20 : 0, restores: true).run()
  }

  /// A device is put out of a group it has read, and taken in again, while the server is yet to learn of its marker.
  @Test func markersOfAnEarlierMembershipConverge() throws {
    try Schedule(seed: 4_334_880_419_702_676_889, kills: true, refusals: 0).run()
  }

  /// A page leaves out entries that the user hid, before the user log reports the hiding.
  @Test func whatAPageLeavesOutBeforeItIsToldConverges() throws {
    try Schedule(seed: 1_674_970_888_512_098_319, kills: true, refusals: 20).run()
  }

  /// An overtaken page of a fresh listing knows of a hidden entry; the user-log entry about it is never read.
  @Test func whatAnOvertakenPageKnowsToBeHiddenConverges() throws {
    try Schedule(seed: 2_835_272_070_454_703_314, kills: true, refusals: 20).run()
  }

  /// A device is killed after its first messages to a user were sent, and before it learns of the conversation.
  ///
  /// The server then goes back to a backup with fewer messages.
  @Test func whatWasSentBeforeItsConversationWasListedConverges() throws {
    try Schedule(seed: 17_850_507_514_980_580_784, kills: true, refusals: 0, restores: true).run()
  }

  /// A device hides a message that mentions its user before it holds it.
  @Test func whatIsHiddenBeforeItIsHeldConverges() throws {
    try Schedule(seed: 4_115_274_127_355_432_832, kills: false, refusals: 0).run()
  }
}

/// A random history of three users with five devices, and the conditions at its end.
private final class Schedule {
  private static let users = ["alice", "alice", "bob", "carol", "carol"]
  /// Carol mostly reads, so that much is unread; her second device is installed anew now and then.
  private static let reinstalled = 4

  let seed: UInt64
  let world: World
  let kills: Bool
  /// Whether the server takes every message, so that order is kept.
  let isOrderly: Bool
  let losesPushes: Bool
  let restores: Bool
  private var backup: ModelServer?
  /// Sends that were acknowledged before the last restore of the server.
  private var acknowledgedBefore: Set<ClientID> = []
  let folders: [TemporaryDirectory]
  /// The sends of each device, in order.
  var sent: [(device: Int, id: ClientID, to: ConversationID, text: String)] = []
  var count = 0

  init(seed: UInt64, kills: Bool, refusals: Int, restores: Bool = false) throws {
    self.restores = restores
    self.seed = seed
    self.kills = kills
    folders = try Self.users.map { _ in try TemporaryDirectory() }
    isOrderly = refusals == 0
    world = World(seed: seed)
    world.refusals = refusals
    losesPushes = world.chance(30)
    // Small bounds, so that a short history passes them.
    var bounds = Sync.Bounds()
    if world.chance(70) {
      bounds.forward = .random(in: 1...12, using: &world.random)
      bounds.prefetchPage = .random(in: 1...4, using: &world.random)
      bounds.ahead = .random(in: 1...4, using: &world.random)
      bounds.asked = .random(in: 1...3, using: &world.random)
      world.server.limits.pageEntries = .random(in: 1...6, using: &world.random)
    }
    for (user, folder) in zip(Self.users, folders) {
      let device = try world.add(user, directory: kills ? folder.path : nil, bounds: bounds)
      device.play(.start(at: 0))
      device.commit()
    }
  }

  func run() throws {
    for _ in 0..<600 { try step() }
    world.refusals = 0
    // A push that got lost on a living connection is noticed with the next one; here none may follow.
    if losesPushes { for device in world.devices { device.breakConnection() } }
    world.settle()
    for device in world.devices { try check(device) }
    try checkSends()
  }

  private func step() throws {
    let index = Int.random(in: 0..<world.devices.count, using: &world.random)
    let device = world.devices[index]
    switch Int.random(in: 0..<100, using: &world.random) {
    case 0..<25: world.serve(device)
    case 25..<55: device.receive(commits: world.chance(70))
    case 55..<60: device.releaseLate()
    case 60..<66: device.open()
    case 66..<84: try act(device, index)
    case 84..<88: world.advance()
    case 88..<91: device.breakConnection()
    case 91..<93: if losesPushes, device.toDevice.first?.id == 0 { device.toDevice.removeFirst() }
    case 93..<94: if kills { try device.kill() }
    case 94..<95: if index == Self.reinstalled { try device.reinstall() }
    case 95 where restores: if world.chance(30), let backup { restore(backup) } else { backup = world.server }
    default: device.commit()
    }
  }

  /// The server ends, and another one begins with an older copy of the data.
  private func restore(_ backup: ModelServer) {
    for device in world.devices { device.breakConnection() }
    world.server.restore(backup, as: "restored at \(count)")
    for device in world.devices {
      acknowledgedBefore.formUnion(device.results.filter { if case .sent = $0.value { true } else { false } }.keys)
    }
  }

  // MARK: User actions

  private var conversations: [ConversationID] { world.server.logs.keys.sorted { $0.text < $1.text } }

  private func act(_ device: Device, _ index: Int) throws {
    count += 1
    let id = conversations.randomElement(using: &world.random)
    // Carol does little but read.
    let isReader = device.user.text == "carol"
    switch Int.random(in: isReader && world.chance(80) ? 11..<17 : 0..<36, using: &world.random) {
    case 0..<9: if index != Self.reinstalled { try send(device, index, id) }
    case 9..<11:
      if let id, let target = target(id) { device.enqueue(.edit(target, .text("edit \(count)")), to: .conversation(id)) }
    case 11:
      let details = RecallDetails(isSilent: world.chance(50), extra: world.chance(50) ? "{}" : "")
      if let id, let target = target(id) { device.enqueue(.recall(target, details), to: .conversation(id)) }
    case 12..<16:
      if let id, let head = world.server.logs[id]?.head, head > 0 {
        // Up to two positions that no message has yet, too.
        try? device.markRead(id, upTo: head + 2 - UInt64.random(in: 0..<min(head + 2, 10), using: &world.random))
      }
    case 16: if let id { device.call(.older(id, limit: 5)) }
    case 17:
      let create = Wire.CreateGroup(
        group: "g\(count)", clientId: "create-\(seed)-\(count)", title: "Group \(count)", members: ["alice", "bob", "carol"],
        attributes: [Wire.Attribute(key: "made", value: "\(count)")])
      device.call(.request(.createGroup(create)))
    case 18..<21: changeMembers(device, id)
    case 21..<27: if let id { annotate(device, id) }
    case 28..<30: if let id, let target = target(id) { hide(device, id, target) }
    case 30..<33: try set(device, id)
    case 33: changeConversation(device, id)
    case 34: lead(device, id)
    default:
      if let id { world.server.storeUnknown(in: id, by: device.user) }
      world.deliver()
    }
    if world.chance(70) { device.commit() }
  }

  private func send(_ device: Device, _ index: Int, _ id: ConversationID?) throws {
    let peers = ["alice", "bob", "carol"].filter { $0 != device.user.text }
    let direct = try #require(Destination("direct:\(peers.randomElement(using: &world.random) ?? "")"))
    let to = world.chance(50) ? direct : id.map { .conversation($0) } ?? direct
    let text = "message \(count)"
    let client = device.send(text, details(to), to: to)
    sent.append((index, client, try #require(to.conversation(of: device.user)), text))
  }

  /// The details of a message, usually empty.
  private func details(_ to: Destination) -> MessageDetails {
    var details = MessageDetails()
    guard world.chance(40) else { return details }
    func users() -> [UserID] { ["alice", "bob", "carol"].filter { _ in world.chance(40) }.compactMap { UserID($0) } }
    if world.chance(60) { details.mentions = .init(users: users(), all: world.chance(20), text: "you are meant") }
    if world.chance(30) { details.extra = "{\"count\":\(count)}" }
    if world.chance(40), case .conversation(let id) = to, id.kind == .group { details.directedTo = users() }
    if world.chance(20) { details.policy.isCounted = false }
    if world.chance(20) { details.policy.isListed = false }
    return details
  }

  private func hide(_ device: Device, _ id: ConversationID, _ target: UInt64) {
    var hide = Wire.Hide(conversation: id.text, targets: world.chance(80) ? [target, target + 2] : [])
    if hide.targets.isEmpty { hide.until = world.chance(30) ? .max : target }
    // By the app, which need not be connected, or as by another device. With restores, a device may be the only one to hide
    // entries, because the server has forgotten the request.
    if !restores, world.chance(50), (try? device.hide(id, until: hide.until, hide.targets)) != nil { return }
    device.call(.request(.hide(hide)))
  }

  /// Something of the user's own, of a conversation that may not have begun, or of the user as such.
  private func set(_ device: Device, _ id: ConversationID?) throws {
    let values: [ContentValue?] = [nil, .flag(true), .integer(Int64(count)), .text("x")]
    func value() -> ContentValue? { values.randomElement(using: &world.random) ?? nil }
    let peer = ["alice", "bob", "carol"].randomElement(using: &world.random) ?? ""
    let direct = Destination("direct:\(peer)")?.conversation(of: device.user)
    try device.set(Setting("a", value()), Setting("pin", of: world.chance(60) ? id : direct, value()))
  }

  /// A position to edit or take back, more often one of the last.
  private func target(_ id: ConversationID) -> UInt64? {
    let entries = world.server.logs[id]?.entries ?? []
    return (world.chance(50) ? entries.suffix(3) : entries[...]).randomElement(using: &world.random)?.seq
  }

  /// By this device, or as by another one of the user.
  private func annotate(_ device: Device, _ id: ConversationID) {
    guard let target = target(id) else { return }
    let client = "annotation-\(seed)-\(count)"
    let kinds: [(Wire.AnnotationKind, [String])] = [
      (.reaction, ["👍", "👎"]), (.property, ["k", "l"]), (.vote, ["0", "1"]), (.pin, [""]), (.closing, [""]),
    ]
    let (kind, keys) = kinds.randomElement(using: &world.random) ?? (.reaction, ["👍"])
    let isGone = kind != .vote && kind != .closing && world.chance(30)
    let item = Wire.AnnotationItem(
      key: keys.randomElement(using: &world.random) ?? "", value: kind == .property ? "\(count)" : "", removed: isGone)
    let annotate = Wire.Annotate(conversation: id.text, clientId: client, target: target, kind: kind, items: [item])
    if world.chance(50), let change = AnnotationChange(annotate) {
      device.enqueue(.annotate(target, change), to: .conversation(id))
    } else {
      _ = world.server.answer(.annotate(annotate), of: device.user)
    }
    if world.chance(40) {
      var send = Wire.Send(conversation: id.text, clientId: client + "-reply", type: "text", content: #"{"text":"reply"}"#)
      send.replyTo = target
      send.expandable = world.chance(50)
      _ = world.server.answer(.send(send), of: device.user)
    }
    world.deliver()
  }

  private func changeMembers(_ device: Device, _ id: ConversationID?) {
    guard let id, id.kind == .group else { return }
    let client = "members-\(seed)-\(count)"
    // The owner may do this, so it is done as the owner here; the answer is dropped.
    let by = world.chance(70) ? UserID(world.server.logs[id]?.owner ?? "") ?? device.user : device.user
    let user = ["carol", "carol", "bob", device.user.text].randomElement(using: &world.random) ?? "carol"
    let isMember = world.server.logs[id]?.members.keys.contains { $0.text == user } ?? false
    if !isMember, world.chance(40), let one = UserID(user) {
      let link = world.server.logs[id]?.links.last?.code ?? ""
      _ = world.server.answer(.joinGroup(Wire.JoinGroup(conversation: id.text, clientId: client, link: link)), of: one)
      return world.deliver()
    }
    _ = world.server.answer(
      isMember
        ? .removeMembers(Wire.RemoveMembers(conversation: id.text, clientId: client, users: [user]))
        : .addMembers(Wire.AddMembers(conversation: id.text, clientId: client, users: [user])), of: by)
    world.deliver()
  }

  /// Gives a role, silences a member or the group, or decides who may join, as its owner.
  private func lead(_ device: Device, _ id: ConversationID?) {
    guard let id, id.kind == .group else { return }
    let client = "lead-\(seed)-\(count)"
    let by = UserID(world.server.logs[id]?.owner ?? "") ?? device.user
    let other = ["alice", "bob", "carol"].randomElement(using: &world.random) ?? "bob"
    let request: Wire.ClientPacket.Request =
      switch Int.random(in: 0..<15, using: &world.random) {
      case 10:
        .changeConversation(
          Wire.ChangeConversation(
            conversation: id.text, clientId: client, open: world.chance(50),
            history: world.chance(50) ? [0, 2, .max].randomElement(using: &world.random) : nil))
      case 11: .makeLink(Wire.MakeLink(conversation: id.text, clientId: client, uses: 1))
      case 12:
        .revokeLinks(
          Wire.RevokeLinks(conversation: id.text, clientId: client, links: world.server.logs[id]?.links.map(\.id) ?? []))
      // A ban that has ended, so that the user can come back.
      case 14:
        .banUsers(
          Wire.BanUsers(
            conversation: id.text, clientId: client, users: [other, "dave"], until: world.chance(70) ? 1 : 0, reason: "why"))
      case 13 where world.chance(10): .dismissGroup(Wire.DismissGroup(conversation: id.text, clientId: client))
      case ..<4:
        .setRoles(
          Wire.SetRoles(
            conversation: id.text, clientId: client, users: [other],
            role: world.chance(70) ? .admin : world.chance(50) ? .owner : .member))
      // A silence that has ended, so that the messages that follow are stored.
      case ..<8:
        .silenceMembers(
          Wire.SilenceMembers(conversation: id.text, clientId: client, users: [other], until: world.chance(50) ? 1 : 0))
      default: .changeConversation(Wire.ChangeConversation(conversation: id.text, clientId: client, silenced: true))
      }
    _ = world.server.answer(request, of: by)
    if case .changeConversation(var change) = request, change.silenced != nil {
      (change.clientId, change.silenced) = (client + "-end", false)
      _ = world.server.answer(.changeConversation(change), of: by)
    }
    world.deliver()
  }

  private func changeConversation(_ device: Device, _ id: ConversationID?) {
    guard let id else { return }
    let value = ["", "true", "\(count)"].randomElement(using: &world.random) ?? ""
    let change = Wire.ChangeConversation(
      conversation: id.text, clientId: "change-\(seed)-\(count)", title: world.chance(50) ? "Title \(count % 3)" : nil,
      attributes: world.chance(30) ? [] : [Wire.Attribute(key: world.chance(50) ? "a" : "made", value: value)])
    device.call(.request(.changeConversation(change)))
  }

  // MARK: Conditions

  private func check(_ device: Device) throws {
    let fresh = try world.add(device.user.text, directory: nil)
    world.settle([fresh])
    world.devices.removeLast()
    let shown = try device.core.store.conversations()
    let expected = try fresh.core.store.conversations()
    #expect(shown == expected, "seed \(seed): the list is not what a fresh login shows")
    let kept = try device.core.store.settings(of: nil)
    #expect(try kept == fresh.core.store.settings(of: nil), "seed \(seed): settings are not what a fresh login has")
    let ofConversations = try device.core.store.allSettings()
    #expect(try ofConversations == fresh.core.store.allSettings(), "seed \(seed): settings are not what a fresh login has")
    #expect(
      kept.count + ofConversations.values.reduce(0) { $0 + $1.count } == world.server.settings[device.user]?.count ?? 0,
      "seed \(seed): settings are not those of the server")
    #expect(try device.core.store.pendingSettings().isEmpty, "seed \(seed): not all settings were told")
    for id in world.server.logs.keys {
      guard let row = try device.core.store.stored(id) else { continue }
      let log = try #require(world.server.logs[id])
      #expect(row.last == log.head, "seed \(seed): \(id) is held up to \(row.last) of \(log.head)")
      let held = try device.core.store.entries(of: row, after: 0, limit: .max)
      #expect(held.map(\.seq) == Array(row.first..<(row.last + 1)), "seed \(seed): \(id) has a gap")
      let member = try #require(log.members[device.user])
      for (mine, theirs) in zip(held, log.entries[(Int(row.first) - 1)...]) {
        // Hidden entries outside the cached range are unknown, so an edit of one may be stored as pushed.
        if case .edited(let edited)? = theirs.event, edited.target < row.first, member.hides(theirs) { continue }
        let seen = log.shown(theirs.shown(to: device.user, in: log.entries, since: member.since), to: device.user)
        let theirs = member.hides(seen) ? seen.hidden : seen
        #expect(mine == theirs, "seed \(seed): \(id)#\(mine.seq) differs from the server's log")
      }
    }
    checkEvents(device)
  }

  /// A list that applies the events equals the database.
  private func checkEvents(_ device: Device) {
    guard !kills, device !== world.devices[Self.reinstalled] else { return }
    var list: [ConversationID: Conversation] = [:]
    var seen: [ConversationID: UInt64] = [:]
    for event in device.events {
      switch event {
      case .conversation(let conversation): list[conversation.id] = conversation
      case .conversationRemoved(let id, _):
        list[id] = nil
        seen[id] = nil
      case .message(let message):
        #expect(message.seq > seen[message.conversation] ?? 0, "seed \(seed): \(message.id) was told twice")
        seen[message.conversation] = message.seq
      default: break
      }
    }
    #expect(
      (try? device.core.store.conversations())?.map(\.id).sorted { $0.text < $1.text } == list.keys.sorted { $0.text < $1.text })
    for conversation in (try? device.core.store.conversations()) ?? [] {
      #expect(list[conversation.id] == conversation, "seed \(seed): events and list differ")
    }
  }

  private func checkSends() throws {
    var positions: [String: UInt64] = [:]
    for (device, id, to, _) in sent {
      let stored = (world.server.logs[to]?.entries ?? []).filter { $0.clientId == id.text }
      let pending = try world.devices[device].core.store.pending().first { $0.id == id }
      if case .failed? = pending?.state {
        #expect(stored.isEmpty, "seed \(seed): \(id) is said to have failed, and is stored")
        continue
      }
      #expect(pending == nil, "seed \(seed): \(id) is still in the outbox")
      // Killed before it was written, a message is nowhere.
      let least = world.devices[device].written.contains(id) && !acknowledgedBefore.contains(id) ? 1 : 0
      #expect((least...1).contains(stored.count), "seed \(seed): \(id) is stored \(stored.count) times")
      if case .sent(let entry, _)? = world.devices[device].results[id], least == 1 { #expect(entry.seq == stored.first?.seq) }
      // In a group that the user was removed from and added to again, messages refused in between arrive late.
      guard isOrderly, to.kind == .direct, let seq = stored.first?.seq else { continue }
      let key = "\(device)/\(to)"
      #expect(seq > positions[key] ?? 0, "seed \(seed): \(id) came out of order")
      positions[key] = seq
    }
  }

}
