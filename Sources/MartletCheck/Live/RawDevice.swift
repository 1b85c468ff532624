import MartletNet
import MartletTesting
import MartletWire

/// A device that speaks packets: it asks for all there is to ask for, and takes down what it asks, is answered and sees.
///
/// It keeps nothing but requests to send again; when its connection is gone it makes another.
actor RawDevice {
  /// Where it connects, and how.
  struct Place: Sendable {
    let control: ControlSocket
    let loop: EventLoop
    let history: History
    let town: Town
    /// The port, which may be that of a proxy.
    let port: @Sendable () -> UInt16
    let subprotocol: String
  }

  nonisolated let name: String
  nonisolated let user: String
  private let caller: UserID
  private let place: Place
  var random: SeededRandom
  private var client: WireClient?
  private var token: (text: String, at: UInt64)?
  /// Requests to make again, some that were answered and some that were not.
  private var again: [Wire.ClientPacket.Request] = []
  private var asked = 0

  /// How long an answer may take before the connection is given up.
  private static let patience = Duration.seconds(15)

  init?(name: String, user: String, seed: UInt64, place: Place) {
    guard let caller = UserID(user) else { return nil }
    (self.name, self.user, self.caller, self.place) = (name, user, caller, place)
    random = SeededRandom(seed: seed)
  }

  /// Asks for one thing after another until the town is over, then hangs up.
  func live() async {
    while !place.town.isOver {
      guard await connect() else {
        await rest(milliseconds: 20...200)
        continue
      }
      while !place.town.isOver, await isOpen {
        await act()
        await rest(milliseconds: 2...40)
      }
    }
    await client?.close()
  }

  private func rest(milliseconds range: ClosedRange<Int>) async {
    try? await Task.sleep(for: .milliseconds(Int.random(in: range, using: &random)))
  }

  // MARK: - The connection

  private var isOpen: Bool {
    get async { await client?.closeCode == nil && client != nil }
  }

  /// Opens a session, with the token of the last one often enough.
  func connect() async -> Bool {
    client = nil
    if token == nil || Int.random(in: 0..<3, using: &random) == 0 {
      guard let text = try? await place.control.token(for: user) else { return false }
      token = (text, SystemTimeSource().monotonicNanoseconds)
    }
    guard let token else { return false }
    let next = WireClient(loop: place.loop)
    let opened = HistoryEvent.opened(tokenAt: token.at, askedAt: SystemTimeSource().monotonicNanoseconds)
    await next.listen { [place, name, user] in Self.hear($0, place, name, user, opened) }
    do {
      try await next.connect(host: "127.0.0.1", port: place.port(), subprotocol: place.subprotocol)
      let giveUp = Task {
        try await Task.sleep(for: Self.patience)
        await next.abort()
      }
      defer { giveUp.cancel() }
      guard case .welcome = try await next.hello(token: token.text, device: name) else {
        self.token = nil
        await next.abort()
        return false
      }
    } catch {
      return false
    }
    client = next
    return true
  }

  /// What arrives, in the order of its arrival.
  private static func hear(_ heard: WireClient.Heard, _ place: Place, _ name: String, _ user: String, _ opened: HistoryEvent) {
    switch heard {
    case .packet(.welcome): place.history.record(opened, device: name, user: user)
    case .packet(.push(let push)):
      place.history.record(push, device: name, user: user)
      for entry in push.entries { place.town.note(entry) }
    case .packet(.closing(let closing)):
      place.history.record(.closed(code: closing.failure?.code ?? 0), device: name, user: user)
    case .closed: place.history.record(.closed(code: 0), device: name, user: user)
    case .packet: break
    }
  }

  /// Stops reading for a while, as a program that hangs.
  func hang(milliseconds: Int) async {
    guard let client else { return }
    place.history.record(.delayed, device: name, user: user)
    await client.setReading(false)
    try? await Task.sleep(for: .milliseconds(milliseconds))
    await client.setReading(true)
  }

  // MARK: - Asking

  /// Makes a request and takes down how it ends.
  @discardableResult
  func ask(_ request: Wire.ClientPacket.Request) async -> Wire.ServerPacket.Body? {
    guard let client else { return nil }
    let call = place.history.invoke(Operation(request, caller: caller), device: name, user: user)
    let giveUp = Task {
      try await Task.sleep(for: Self.patience)
      await client.abort()
    }
    defer { giveUp.cancel() }
    do {
      let answer = try await client.request(request)
      place.history.record(answer, to: call, device: name, user: user)
      return answer
    } catch {
      place.history.record(.unknown(call: call), device: name, user: user)
      return nil
    }
  }

  private func remember(_ request: Wire.ClientPacket.Request) {
    if again.count < 64 { again.append(request) } else { again[asked % 64] = request }
    asked += 1
  }

  /// One request, or a few at once.
  private func act() async {
    if Int.random(in: 0..<8, using: &random) == 0 {
      let requests = (0..<Int.random(in: 2...12, using: &random)).map { _ in next() }
      await withTaskGroup(of: Void.self) { group in
        for request in requests { group.addTask { await self.ask(request) } }
      }
    } else {
      await ask(next())
    }
  }

  /// What to ask for next.
  private func next() -> Wire.ClientPacket.Request {
    let request = choose()
    if Operation(request, caller: caller).appends { remember(request) }
    return request
  }

  private func choose() -> Wire.ClientPacket.Request {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<46: return .send(send())
    case 46..<56: return again.randomElement(using: &random) ?? .send(send())
    case 56..<58: return conflicting()
    case 58..<66:
      guard let said = place.town.anyMessage(by: user, &random) else { return .send(send()) }
      let text = content("edited")
      return .edit(
        Wire.Edit(conversation: said.conversation, clientId: clientID(), target: said.seq, type: "text", content: text))
    case 66..<70:
      // Now and then one of somebody else's, which only a group's owner may.
      let owner = Int.random(in: 0..<4, using: &random) == 0 ? nil : user
      guard let said = place.town.anyMessage(by: owner, &random) else { return .send(send()) }
      return .recall(Wire.Recall(conversation: said.conversation, clientId: clientID(), target: said.seq))
    case 70..<79:
      guard let said = place.town.anyMessage(&random) else { return .send(send()) }
      let beyond: UInt64 = Int.random(in: 0..<10, using: &random) == 0 ? 1000 : 0
      return .markRead(Wire.MarkRead(conversation: said.conversation, seq: said.seq + beyond))
    case 79..<83:
      guard let said = place.town.anyMessage(&random) else { return .send(send()) }
      return annotate(said.conversation, said.seq)
    case 83..<95: return reading()
    default: return membership()
    }
  }

  private func content(_ what: String) -> String {
    asked += 1
    let filling = String(repeating: "x", count: Int.random(in: 0..<200, using: &random))
    return #"{"text":"\#(what) \#(name) \#(asked) \#(filling)"}"#
  }

  private func send() -> Wire.Send {
    Wire.Send(
      conversation: place.town.anyConversation(of: user, &random), clientId: clientID(), type: "text", content: content("sent"))
  }

  /// Most ids say when they were made, which bounds how long they are remembered; some do not.
  private func clientID() -> String {
    if Int.random(in: 0..<10, using: &random) == 0 { return "\(name)-\(random.next())" }
    return ClientID(milliseconds: SystemTimeSource().wallMilliseconds, random: &random).text
  }

  /// A request under the client id of another one.
  private func conflicting() -> Wire.ClientPacket.Request {
    guard let known = again.randomElement(using: &random), case .send(var send) = known else { return .send(send()) }
    send.content = content("conflicting")
    return .send(send)
  }

  private func annotate(_ conversation: String, _ seq: UInt64) -> Wire.ClientPacket.Request {
    let isPin = Int.random(in: 0..<8, using: &random) == 0
    let item = Wire.AnnotationItem(
      key: isPin ? "" : ["ok", "no"][Int.random(in: 0..<2, using: &random)], removed: Int.random(in: 0..<3, using: &random) == 0)
    return .annotate(
      Wire.Annotate(
        conversation: conversation, clientId: clientID(), target: seq, kind: isPin ? .pin : .reaction, items: [item]))
  }

  private func reading() -> Wire.ClientPacket.Request {
    let conversation = place.town.anyConversation(of: user, &random)
    switch Int.random(in: 0..<18, using: &random) {
    case 16: return .listPinned(Wire.ListPinned(conversation: conversation))
    case 17:
      let seq = place.town.anyMessage(&random)?.seq ?? 1
      return .countReceipts(Wire.CountReceipts(conversation: conversation, seqs: [seq, seq + 1]))
    case 0..<6: return .listConversations(Wire.ListConversations())
    case 6..<10: return .fetchEntries(Wire.FetchEntries(conversation: conversation, limit: 50, newest: true))
    case 10..<12:
      let from = place.town.anyMessage(&random)?.seq ?? 1
      return .fetchEntries(Wire.FetchEntries(conversation: conversation, from: from, limit: 30))
    case 12..<14: return .listMembers(Wire.ListMembers(conversation: conversation))
    default: return .fetchUserEntries(Wire.FetchUserEntries(after: UInt64.random(in: 0...20, using: &random)))
    }
  }

  private func membership() -> Wire.ClientPacket.Request {
    let group = place.town.groups.randomElement(using: &random) ?? ""
    let others = Array(place.town.users.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: return .addMembers(Wire.AddMembers(conversation: group, clientId: clientID(), users: others))
    case 5..<7: return .removeMembers(Wire.RemoveMembers(conversation: group, clientId: clientID(), users: others))
    case 7:
      let value = ["", "true", "1"].randomElement(using: &random) ?? ""
      return .changeConversation(
        Wire.ChangeConversation(
          conversation: group, clientId: clientID(), title: Bool.random(using: &random) ? "T \(random.next() % 3)" : nil,
          attributes: [Wire.Attribute(key: "a", value: value)]))
    case 8: return .removeMembers(Wire.RemoveMembers(conversation: group, clientId: clientID(), users: [user]))
    default:
      guard place.town.groups.count < 24 else { return .listConversations(Wire.ListConversations()) }
      let name = "g\(random.next() % 1_000_000_007)"
      place.town.add(group: "group:\(name)")
      return .createGroup(Wire.CreateGroup(group: name, clientId: clientID(), title: "T \(name)", members: others))
    }
  }
}
