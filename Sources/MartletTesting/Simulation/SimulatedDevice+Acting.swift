import Martlet
import MartletWire

/// Actions of a simulated device's user.
extension SimulatedDevice {
  /// Carries out a step, as far as it makes sense on this device now.
  func act(_ step: SimulationPlan.Step, in world: SimulatedWorld) {
    perform { device, client in
      let known = ((try? await client.conversations()) ?? []).sorted { $0.id.text < $1.id.text }
      var turn = Turn(step: step, world: world, known: known, client: client, dice: SeededRandom(seed: step.dice))
      await device.take(&turn)
    }
  }

  /// A step at the moment in which it is done.
  struct Turn {
    let step: SimulationPlan.Step
    let world: SimulatedWorld
    /// The conversations that the app shows, by id.
    let known: [Conversation]
    let client: MartletClient
    var dice: SeededRandom

    var users: [UserID] { world.server.users }

    /// One of the conversations that the app shows; nil if there is none.
    mutating func conversation() -> Conversation? { known.randomElement(using: &dice) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &dice) }

    /// A position of a conversation, more often one of the last.
    mutating func target(in conversation: Conversation) -> UInt64? {
      guard conversation.first <= conversation.head else { return nil }
      let span = conversation.head - conversation.first
      let back = Bool.random(using: &dice) ? min(span, 3) : span
      return conversation.head - UInt64.random(in: 0...back, using: &dice)
    }

    /// A few positions of a conversation.
    mutating func targets(in conversation: Conversation) -> [UInt64] {
      var targets: [UInt64] = []
      for _ in 0..<Int.random(in: 1...4, using: &dice) { if let target = target(in: conversation) { targets.append(target) } }
      return targets
    }
  }

  private func take(_ turn: inout Turn) async {
    let (step, client) = (turn.step, turn.client)
    switch step.what {
    case .send(_, let bytes): await say(bytes, &turn)
    case .retry: await retry(client, &turn.dice)
    case .edit:
      guard let chosen = turn.conversation() else { return }
      // Most positions hold messages of others, which one may not edit.
      let own = turn.chance(50) ? turn.pick(said[chosen.id] ?? []) : nil
      guard let target = own ?? turn.target(in: chosen) else { return }
      await send(.edit(target, .text("edit \(step.number)")), in: chosen.id, client)
    case .recall:
      guard let chosen = turn.conversation(), let target = turn.target(in: chosen) else { return }
      var recall = RecallDetails()
      recall.isSilent = turn.chance(25)
      await send(.recall(target, recall), in: chosen.id, client)
    case .mark:
      guard let chosen = turn.conversation() else { return }
      let seq = turn.chance(50) ? nil : turn.target(in: chosen)
      try? await client.chat(chosen.id).markRead(upTo: seq.map(chosen.id.message(at:)))
    case .createGroup:
      var members = turn.users
      members.removeAll { _ in turn.chance(33) }
      let attributes: [String: ContentValue] = turn.chance(50) ? ["a": .integer(Int64(step.number))] : [:]
      _ = try? await client.createGroup(
        title: "Group \(step.number)", members: members, attributes: attributes, id: "g\(step.number)")
    case .changeConversation: await changeConversation(&turn)
    case .lead: await lead(&turn)
    case .personalize: await personalize(&turn)
    case .hide: await hide(&turn)
    case .block: await block(&turn)
    case .allow: await allow(&turn)
    case .befriend: await befriend(&turn)
    case .annotate: await annotate(&turn)
    case .signal: await signal(&turn)
    case .schedule: await schedule(&turn)
    case .cancelScheduled: await cancelScheduled(&turn)
    default: await changeMembers(&turn)
    }
  }

  /// Changes a group's title or attributes, sometimes to the current values.
  private func changeConversation(_ turn: inout Turn) async {
    guard let group = turn.pick(turn.known.filter({ $0.id.kind == .group })) else { return }
    let number = turn.step.number
    let title = turn.chance(50) ? "Title \(number % 3)" : nil
    var attributes: [String: ContentValue?] = [:]
    for key in ["a", "b", "c"] where turn.chance(40) {
      attributes.updateValue(turn.chance(30) ? nil : .integer(Int64(number % 4)), forKey: key)
    }
    try? await turn.client.chat(group.id).change(title: title, attributes: attributes)
  }

  /// Gives a role, silences members or a group, bans users, or decides who may join, mostly where the user may; or joins.
  private func lead(_ turn: inout Turn) async {
    let groups = turn.known.filter { $0.id.kind == .group }
    let own = groups.filter { $0.role(of: self.user) != Member.Role.member }
    guard let group = turn.pick(own.isEmpty || turn.chance(10) ? groups : own), let other = turn.pick(turn.users) else { return }
    let chat = turn.client.chat(group.id)
    // From now on the device keeps the list.
    if turn.chance(30) { _ = try? await chat.members() }
    switch Int.random(in: 0..<120, using: &turn.dice) {
    case ..<40:
      let role: Member.Role = turn.chance(65) ? .admin : turn.chance(50) ? .member : .owner
      try? await chat.setRole(role, of: [other])
    case ..<46: try? await chat.makeSpeakers([other])
    case ..<65:
      let end = await turn.client.serverTime.milliseconds + Int64.random(in: 0...20_000, using: &turn.dice)
      try? await chat.silence([other], until: turn.chance(70) ? Timestamp(milliseconds: end) : nil)
    case ..<72: try? await chat.endSilence(of: [other])
    case ..<80: try? await chat.setSilenced(turn.chance(40))
    case ..<86: try? await chat.setOpen(turn.chance(70))
    case ..<88: try? await chat.setHistory(turn.chance(30) ? .none : turn.chance(50) ? .all : .last(3))
    case ..<90: _ = try? await chat.makeLink(uses: turn.chance(50) ? 1 : nil)
    case ..<92: if let links = try? await chat.links() { try? await chat.revokeLinks(links.prefix(1).map(\.id)) }
    case ..<93: try? await chat.dismiss()
    case ..<96:
      let end = await turn.client.serverTime.milliseconds + Int64.random(in: 0...20_000, using: &turn.dice)
      try? await chat.ban([other], until: turn.chance(80) ? Timestamp(milliseconds: end) : nil)
    case ..<97: try? await chat.unban([other])
    default: await converse(&turn, with: other)
    }
  }

  /// Answers applications, gives a name, announces, or comes to a group.
  private func converse(_ turn: inout Turn, with other: UserID) async {
    let groups = turn.known.filter { $0.id.kind == .group }
    guard let group = turn.pick(groups) else { return await join(&turn) }
    let chat = turn.client.chat(group.id)
    switch Int.random(in: 0..<100, using: &turn.dice) {
    case ..<15: try? await chat.setTakesApplications(turn.chance(80))
    case ..<25: if let all = try? await chat.applications() { try? await chat.accept(all.prefix(1).map(\.id)) }
    case ..<30: try? await chat.accept([other])
    case ..<35: try? await chat.refuse([other], reason: turn.chance(50) ? "no" : "")
    case ..<45: try? await chat.setNickname(turn.chance(20) ? "" : "Name \(turn.step.number % 3)")
    case ..<50: try? await chat.setNickname("By others", of: other)
    case ..<60: try? await chat.announce(turn.chance(20) ? "" : "News \(turn.step.number % 3)")
    case ..<80: await apply(&turn)
    default: await join(&turn)
    }
  }

  /// Applies to join one of the groups that somebody may have made, or withdraws that.
  private func apply(_ turn: inout Turn) async {
    guard let id = ConversationID.group("g\(Int.random(in: 0..<turn.step.number + 1, using: &turn.dice))") else { return }
    if turn.chance(20) {
      try? await turn.client.withdrawApplication(to: id)
    } else {
      try? await turn.client.apply(to: id, text: "Please \(turn.step.number % 2)")
    }
  }

  /// Joins one of the groups that somebody may have made, if it is open.
  private func join(_ turn: inout Turn) async {
    let name = "g\(Int.random(in: 0..<turn.step.number + 1, using: &turn.dice))"
    guard let id = ConversationID.group(name) else { return }
    _ = try? await turn.client.join(.group(id))
  }

  private func changeMembers(_ turn: inout Turn) async {
    let client = turn.client
    let groups = turn.known.filter { $0.id.kind == .group }
    switch turn.step.what {
    case .addMember:
      guard let group = turn.pick(groups), let user = turn.pick(turn.users) else { return }
      try? await client.chat(group.id).add([user])
    case .removeMember:
      // The owner of a group may do this; other members sometimes try.
      let own = groups.filter { $0.owner == self.user }
      let some = own.isEmpty || turn.chance(10) ? groups : own
      guard let group = turn.pick(some), let user = turn.pick(turn.users) else { return }
      try? await client.chat(group.id).remove([user])
    case .leave:
      guard let group = turn.pick(groups) else { return }
      try? await client.chat(group.id).leave()
    case .readHistory:
      guard let chosen = turn.conversation() else { return }
      let before = turn.target(in: chosen)
      let limit = Int.random(in: 1...10, using: &turn.dice)
      _ = try? await client.chat(chosen.id).history(before: before.map(chosen.id.message(at:)), limit: limit)
    default: break
    }
  }

  /// Sends a message to a conversation of the list, or to some user.
  private func say(_ bytes: Int, _ turn: inout Turn) async {
    let chosen = turn.conversation()
    let text = "\(turn.step.number) " + String(repeating: "x", count: bytes)
    if turn.chance(50) || chosen == nil, let peer = turn.pick(turn.users) {
      let (content, details) = message(text, in: nil, &turn)
      await send(.send(content), details, in: .direct(user, peer), turn.client)
    } else if let chosen {
      let (content, details) = message(text, in: chosen, &turn)
      await send(.send(content), details, in: chosen.id, turn.client)
    }
  }

  /// Sends it, and learns how it ends.
  func send(
    _ action: PendingSend.Action, _ details: MessageDetails = MessageDetails(), in conversation: ConversationID,
    _ client: MartletClient
  ) async {
    let id = await client.newClientID()
    let sent = Sent(
      id: id, conversation: conversation, action: action, details: details, installation: installation, start: start)
    await send(sent, client)
  }

  /// Sends an earlier message again, under the same id.
  private func retry(_ client: MartletClient, _ dice: inout SeededRandom) async {
    guard let old = sent.filter({ $0.installation == installation }).randomElement(using: &dice) else { return }
    let again = Sent(
      id: old.id, conversation: old.conversation, action: old.action, details: old.details, installation: installation,
      start: start)
    await send(again, client)
  }

  private func send(_ new: Sent, _ client: MartletClient) async {
    sent.append(new)
    let chat = client.chat(new.conversation)
    let message = new.conversation.message(at:)
    let result =
      switch new.action {
      case .send(let content): await chat.send(content, details: new.details, id: new.id)
      case .edit(let target, let content): await chat.edit(message(target), to: content, id: new.id)
      case .recall(let target, let details): await chat.recall(message(target), details: details, id: new.id)
      case .annotate(let target, let change): await chat.annotate(message(target), change, id: new.id)
      }
    // A process could report nothing that it learned while it was being killed.
    guard start == new.start else { return }
    recorder.told(result, of: Operation(new), device: name, user: user)
  }
}

extension Operation {
  /// The operation that an app's send requests from the server.
  fileprivate init(_ sent: SimulatedDevice.Sent) {
    let (conversation, clientID) = (sent.conversation.text, sent.id.text)
    switch sent.action {
    case .send(let content):
      var send = Wire.Send(conversation: conversation, clientId: clientID, type: content.type, content: content.json)
      sent.details.write(to: &send)
      self.init(send, in: conversation)
    case .edit(let target, let content):
      self.init(
        .edit, conversation: conversation, clientID: clientID,
        payload: PayloadHash.of(type: content.type, content: content.json), target: target)
    case .recall(let target, _): self.init(.recall, conversation: conversation, clientID: clientID, target: target)
    case .annotate(let target, let change):
      self.init(annotate: target, change.kind, change.items, in: conversation, clientID: clientID)
    }
  }
}
