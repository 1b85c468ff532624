import MartletNet
import MartletTesting
import MartletWire

/// The requests of a device that speaks packets, chosen from all kinds of request.
extension RawDevice {
  private static let choices = 3

  /// The next request.
  func next() -> Wire.ClientPacket.Request {
    let request = choose()
    if Operation(request, caller: caller).appends { remember(request) }
    return request
  }

  private func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }

  private func choose() -> Wire.ClientPacket.Request {
    switch roll(100) {
    case 0..<40: return .send(send())
    case 40..<49: return again.randomElement(using: &random) ?? .send(send())
    case 49..<51: return conflicting()
    case 51..<58:
      guard let said = place.workload.anyMessage(by: user, &random) else { return .send(send()) }
      let text = content("edited")
      return .edit(
        Wire.Edit(conversation: said.conversation, clientId: clientID(), target: said.seq, type: "text", content: text))
    case 58..<62:
      // Now and then one of somebody else's, which only a group's owner may.
      let owner = roll(4) == 0 ? nil : user
      guard let said = place.workload.anyMessage(by: owner, &random) else { return .send(send()) }
      return .recall(Wire.Recall(conversation: said.conversation, clientId: clientID(), target: said.seq))
    case 62..<70: return mark()
    case 70..<77:
      guard let said = place.workload.anyMessage(&random) else { return .send(send()) }
      return annotate(said.conversation, said.seq)
    case 77..<81: return own()
    case 81..<84: return later()
    case 84..<95: return reading()
    default: return membership()
    }
  }

  // MARK: - Sending

  private func content(_ what: String) -> String {
    asked += 1
    let filling = String(repeating: "x", count: roll(200))
    return #"{"text":"\#(what) \#(name) \#(asked) \#(filling)"}"#
  }

  /// A message, which now and then carries something, or is for some only.
  private func send() -> Wire.Send {
    let conversation = place.workload.anyConversation(of: user, &random)
    var send = Wire.Send(conversation: conversation, clientId: clientID(), type: "text", content: content("sent"))
    switch roll(20) {
    case 0: send.details = Wire.Details(mentions: Wire.Mentions(all: roll(4) == 0, users: someUsers()))
    case 1 where conversation.hasPrefix("group:"): send.details = Wire.Details(directed: someUsers())
    case 2:
      let choices = (0..<3).map { _ in roll(2) == 0 ? Wire.Choice.no : .asType }
      send.details = Wire.Details(policy: Wire.MessagePolicy(counted: choices[0], listed: choices[1], live: choices[2]))
    case 3:
      send.expandable = true
      if roll(2) == 0 { send.properties = [Wire.AnnotationItem(key: "a", value: "\(asked)")] }
    case 4:
      send.type = "poll"
      send.content = #"{"question":"\#(asked)","choices":[{},{},{}],"most":2,"secret":\#(roll(2) == 0)}"#
    case 5:
      if let said = place.workload.anyMessage(&random), said.conversation == conversation { send.replyTo = said.seq }
    default: break
    }
    return send
  }

  /// Sends someone some large messages at once, and waits for their answers.
  func talk(to peer: String, count: Int) async {
    guard let other = UserID(peer) else { return }
    let conversation = ConversationID.direct(caller, other).text
    let filling = String(repeating: "y", count: 48 << 10)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        asked += 1
        let text = #"{"text":"large \#(name) \#(asked) \#(filling)"}"#
        let send = Wire.Send(conversation: conversation, clientId: clientID(), type: "text", content: text)
        group.addTask { await self.ask(.send(send)) }
      }
    }
  }

  private func someUsers() -> [String] { Array(place.workload.users.shuffled(using: &random).prefix(1 + roll(3))) }

  /// Most ids say when they were made, which bounds how long they are remembered; some do not.
  private func clientID() -> String {
    if roll(10) == 0 { return "\(name)-\(random.next())" }
    return ClientID(milliseconds: SystemTimeSource().wallMilliseconds, random: &random).text
  }

  /// A request under the client id of another one.
  private func conflicting() -> Wire.ClientPacket.Request {
    guard let known = again.randomElement(using: &random), case .send(var send) = known else { return .send(send()) }
    send.content = content("conflicting")
    return .send(send)
  }

  /// A request to schedule a message some seconds ahead, or to cancel one.
  private func later() -> Wire.ClientPacket.Request {
    if roll(3) == 0, let id = scheduled.randomElement(using: &random) {
      return .cancelScheduled(Wire.CancelScheduled(clientId: id))
    }
    if roll(5) == 0 { return .listScheduled(Wire.ListScheduled()) }
    var send = send()
    (send.expandable, send.properties) = (false, [])
    if scheduled.count < 16 { scheduled.append(send.clientId) } else { scheduled[roll(16)] = send.clientId }
    return .schedule(
      Wire.Schedule(send: send, at: SystemTimeSource().wallMilliseconds + Int64.random(in: 1_100...9_000, using: &random)))
  }

  // MARK: - Annotations, markers and per-user data

  private func annotate(_ conversation: String, _ seq: UInt64) -> Wire.ClientPacket.Request {
    var annotate = Wire.Annotate(conversation: conversation, clientId: clientID(), target: seq)
    let isRemoved = roll(3) == 0
    switch roll(10) {
    case 0: (annotate.kind, annotate.items) = (.pin, [Wire.AnnotationItem(removed: isRemoved)])
    case 1, 2:
      annotate.kind = .property
      annotate.items = [Wire.AnnotationItem(key: "a", value: isRemoved ? "" : "\(asked)", removed: isRemoved)]
    // Most messages are no polls, and refuse it.
    case 3, 4:
      annotate.kind = .vote
      annotate.items = (0..<Self.choices).filter { _ in roll(3) == 0 }.map { Wire.AnnotationItem(key: "\($0)") }
    default:
      annotate.kind = .reaction
      annotate.items = [Wire.AnnotationItem(key: roll(2) == 0 ? "ok" : "no", removed: isRemoved)]
    }
    return .annotate(annotate)
  }

  private func mark() -> Wire.ClientPacket.Request {
    guard let said = place.workload.anyMessage(&random) else { return .send(send()) }
    if roll(6) == 0 {
      return .markDelivered(Wire.MarkDelivered(marks: [Wire.Delivered(conversation: said.conversation, seq: said.seq)]))
    }
    let beyond: UInt64 = roll(10) == 0 ? 1000 : 0
    return .markRead(Wire.MarkRead(conversation: said.conversation, seq: said.seq + beyond, quiet: roll(8) == 0))
  }

  /// Hides something from oneself, or sets something.
  private func own() -> Wire.ClientPacket.Request {
    guard let said = place.workload.anyMessage(&random) else { return .send(send()) }
    if roll(2) == 0 {
      // Hides everything up to a position only rarely; otherwise nothing is left to compare.
      if roll(12) == 0 { return .hide(Wire.Hide(conversation: said.conversation, until: said.seq)) }
      return .hide(Wire.Hide(conversation: said.conversation, targets: [said.seq]))
    }
    asked += 1
    let value = roll(3) == 0 ? "" : "\"\(asked)\""
    let conversation = roll(4) == 0 ? "" : said.conversation
    let setting = Wire.Setting(conversation: conversation, key: "attr.\(["a", "b", "c"][roll(3)])", value: value)
    return .changeSetting(Wire.ChangeSetting(settings: [setting]))
  }

  // MARK: - Reading and members

  private func reading() -> Wire.ClientPacket.Request {
    let conversation = place.workload.anyConversation(of: user, &random)
    let seq = place.workload.anyMessage(&random)?.seq ?? 1
    switch roll(24) {
    case 0..<6: return .listConversations(Wire.ListConversations())
    case 6..<10: return .fetchEntries(Wire.FetchEntries(conversation: conversation, limit: 50, newest: true))
    case 10..<12: return .fetchEntries(Wire.FetchEntries(conversation: conversation, from: seq, limit: 30))
    case 12..<14: return .listMembers(Wire.ListMembers(conversation: conversation))
    case 14..<16: return .fetchUserEntries(Wire.FetchUserEntries(after: UInt64.random(in: 0...20, using: &random)))
    case 16: return .listPinned(Wire.ListPinned(conversation: conversation))
    case 17: return .countReceipts(Wire.CountReceipts(conversation: conversation, seqs: [seq, seq + 1]))
    case 18: return .listReceipts(Wire.ListReceipts(conversation: conversation, seq: seq, limit: 2))
    case 19: return .listVersions(Wire.ListVersions(conversation: conversation, target: seq))
    case 20:
      return .listAnnotators(Wire.ListAnnotators(conversation: conversation, target: seq, kind: .reaction, key: "ok"))
    case 21: return .listReplies(Wire.ListReplies(conversation: conversation, target: seq))
    case 22: return .listMentions(Wire.ListMentions(conversation: conversation))
    default: return .fetchSettings(Wire.FetchSettings())
    }
  }

  /// An application or an answer to one, a name, or an announcement.
  private func conversing(in group: String, with others: [String]) -> Wire.ClientPacket.Request {
    switch roll(8) {
    case 0:
      return .changeConversation(
        Wire.ChangeConversation(conversation: group, clientId: clientID(), applications: roll(4) > 0))
    case 1, 2:
      return .applyToGroup(Wire.ApplyToGroup(conversation: group, clientId: clientID(), text: "P \(roll(3))", way: "check"))
    case 3: return .applyToGroup(Wire.ApplyToGroup(conversation: group, clientId: clientID(), withdrawn: true))
    case 4, 5:
      return .answerApplications(
        Wire.AnswerApplications(conversation: group, clientId: clientID(), users: others, accepted: roll(3) > 0))
    case 6:
      let user = roll(2) == 0 ? "" : others.first ?? ""
      return .setNickname(
        Wire.SetNickname(conversation: group, clientId: clientID(), user: user, name: ["", "N 1", "N 2"][roll(3)]))
    default: return .announce(Wire.Announce(conversation: group, clientId: clientID(), text: ["", "A 1", "A 2"][roll(3)]))
    }
  }

  private func membership() -> Wire.ClientPacket.Request {
    let group = place.workload.groups.randomElement(using: &random) ?? ""
    let others = someUsers()
    switch roll(21) {
    case 0..<5: return .addMembers(Wire.AddMembers(conversation: group, clientId: clientID(), users: others))
    case 5..<7: return .removeMembers(Wire.RemoveMembers(conversation: group, clientId: clientID(), users: others))
    case 7:
      return .changeConversation(
        Wire.ChangeConversation(
          conversation: group, clientId: clientID(), title: roll(2) == 0 ? "T \(roll(3))" : nil,
          attributes: [Wire.Attribute(key: "a", value: ["", "true", "1"][roll(3)])]))
    case 8: return .removeMembers(Wire.RemoveMembers(conversation: group, clientId: clientID(), users: [user]))
    case 9:
      return .setRoles(Wire.SetRoles(conversation: group, clientId: clientID(), users: others, role: [.admin, .member][roll(2)]))
    case 10:
      // Mostly for a moment, so that there is something to see.
      let until = [0, 1, Wire.SilenceMembers.speaker, Wire.SilenceMembers.forever][roll(4)]
      return .silenceMembers(Wire.SilenceMembers(conversation: group, clientId: clientID(), users: others, until: until))
    case 11:
      return .changeConversation(
        Wire.ChangeConversation(conversation: group, clientId: clientID(), silenced: roll(4) == 0))
    case 12:
      let history: UInt32? = roll(2) == 0 ? nil : [0, 5, .max][roll(3)]
      return .changeConversation(
        Wire.ChangeConversation(
          conversation: group, clientId: clientID(), open: history == nil ? roll(3) > 0 : nil, history: history))
    case 13: return .joinGroup(Wire.JoinGroup(conversation: group, clientId: clientID(), way: "check"))
    case 14 where roll(20) > 0: return .makeLink(Wire.MakeLink(conversation: group, clientId: clientID(), uses: UInt32(roll(3))))
    // Seldom, because a group that has ended is of little use.
    case 14: return .dismissGroup(Wire.DismissGroup(conversation: group, clientId: clientID()))
    case 16..<20: return conversing(in: group, with: others)
    case 15:
      let until = [0, 0, 1, Wire.SilenceMembers.forever][roll(4)]
      return .banUsers(Wire.BanUsers(conversation: group, clientId: clientID(), users: others, until: until))
    default:
      guard place.workload.groups.count < 24 else { return .listConversations(Wire.ListConversations()) }
      let name = "g\(random.next() % 1_000_000_007)"
      place.workload.add(group: "group:\(name)")
      return .createGroup(Wire.CreateGroup(group: name, clientId: clientID(), title: "T \(name)", members: others))
    }
  }
}
