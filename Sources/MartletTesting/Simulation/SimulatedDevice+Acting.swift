import Martlet
import MartletWire

/// What the user of a simulated device does.
extension SimulatedDevice {
  /// Carries out a step, as far as it makes sense on this device now.
  func act(_ step: SimulationPlan.Step, users: [UserID]) {
    perform { device, client in
      var dice = SeededRandom(seed: step.dice)
      let known = ((try? await client.conversations()) ?? []).sorted { $0.id.text < $1.id.text }
      let chosen = known.randomElement(using: &dice)
      switch step.what {
      case .send(_, let bytes):
        let text = "\(step.number) " + String(repeating: "x", count: bytes)
        await device.send(.send(.text(text)), to: chosen, users: users, client, &dice)
      case .retry: await device.retry(client, &dice)
      case .edit:
        guard let chosen, let target = Self.target(in: chosen, &dice) else { return }
        await device.send(.edit(target, .text("edit \(step.number)")), in: chosen.id, client)
      case .recall:
        guard let chosen, let target = Self.target(in: chosen, &dice) else { return }
        await device.send(.recall(target), in: chosen.id, client)
      case .mark:
        guard let chosen else { return }
        let seq = Bool.random(using: &dice) ? nil : Self.target(in: chosen, &dice)
        try? await client.chat(chosen.id).markRead(upTo: seq)
      case .createGroup:
        let members = users.filter { _ in Int.random(in: 0..<3, using: &dice) > 0 }
        _ = try? await client.createGroup(title: "Group \(step.number)", members: members, id: "g\(step.number)")
      default: await device.changeMembers(step, in: known, users: users, client, &dice)
      }
    }
  }

  private func changeMembers(
    _ step: SimulationPlan.Step, in known: [Conversation], users: [UserID], _ client: MartletClient,
    _ dice: inout SeededRandom
  ) async {
    let groups = known.filter { $0.id.kind == .group }
    switch step.what {
    case .addMember:
      guard let group = groups.randomElement(using: &dice), let user = users.randomElement(using: &dice) else { return }
      try? await client.chat(group.id).add([user])
    case .removeMember:
      // Whoever owns a group may; others try now and then.
      let own = groups.filter { $0.owner == self.user }
      let some = own.isEmpty || Int.random(in: 0..<10, using: &dice) == 0 ? groups : own
      guard let group = some.randomElement(using: &dice), let user = users.randomElement(using: &dice) else { return }
      try? await client.chat(group.id).remove([user])
    case .leave:
      guard let group = groups.randomElement(using: &dice) else { return }
      try? await client.chat(group.id).leave()
    case .readHistory:
      guard let chosen = known.randomElement(using: &dice) else { return }
      let before = Self.target(in: chosen, &dice)
      _ = try? await client.chat(chosen.id).history(before: before, limit: Int.random(in: 1...10, using: &dice))
    default: break
    }
  }

  /// A position of a conversation, more often one of the last.
  private static func target(in conversation: Conversation, _ dice: inout SeededRandom) -> UInt64? {
    guard conversation.first <= conversation.head else { return nil }
    let span = conversation.head - conversation.first
    let back = Bool.random(using: &dice) ? min(span, 3) : span
    return conversation.head - UInt64.random(in: 0...back, using: &dice)
  }

  private func send(
    _ action: PendingSend.Action, to chosen: Conversation?, users: [UserID], _ client: MartletClient,
    _ dice: inout SeededRandom
  ) async {
    guard Bool.random(using: &dice) || chosen == nil, let peer = users.randomElement(using: &dice) else {
      if let chosen { await send(action, in: chosen.id, client) }
      return
    }
    await send(action, in: .direct(user, peer), client)
  }

  private func send(_ action: PendingSend.Action, in conversation: ConversationID, _ client: MartletClient) async {
    let id = await client.newClientID()
    await send(Sent(id: id, conversation: conversation, action: action, installation: installation, start: start), client)
  }

  /// Sends again what was sent before, under the same id.
  private func retry(_ client: MartletClient, _ dice: inout SeededRandom) async {
    guard let old = sent.filter({ $0.installation == installation }).randomElement(using: &dice) else { return }
    await send(
      Sent(id: old.id, conversation: old.conversation, action: old.action, installation: installation, start: start), client)
  }

  private func send(_ new: Sent, _ client: MartletClient) async {
    sent.append(new)
    let chat = client.chat(new.conversation)
    let result =
      switch new.action {
      case .send(let content): await chat.send(content, id: new.id)
      case .edit(let target, let content): await chat.edit(target, to: content, id: new.id)
      case .recall(let target, let details): await chat.recall(target, details: details, id: new.id)
      case .annotate(let target, let change): await chat.annotate(target, change, id: new.id)
      }
    // What a process learned while it was being killed it could tell nobody.
    guard start == new.start else { return }
    recorder.told(result, of: Operation(new), device: name, user: user)
  }
}

extension Operation {
  /// What something sent by an app asks of the server.
  fileprivate init(_ sent: SimulatedDevice.Sent) {
    self.init(.send, conversation: sent.conversation.text, clientID: sent.id.text)
    switch sent.action {
    case .send(let content): payload = PayloadHash.of(type: content.type, content: content.json)
    case .edit(let target, let content):
      kind = .edit
      (self.target, payload) = (target, PayloadHash.of(type: content.type, content: content.json))
    case .recall(let target, _):
      kind = .recall
      self.target = target
    case .annotate: kind = .read
    }
  }
}
