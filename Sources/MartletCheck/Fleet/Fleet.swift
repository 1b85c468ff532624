import Martlet
import MartletNet
import MartletProcess
import MartletTesting
import MartletWire

/// Some devices on the client library, in a process that may be killed at any moment.
///
/// What they ask and see goes to a file with each record, so that it is there whatever becomes of the process.
package enum Fleet {
  /// Names the plan to whom `martlet check` starts: the variable that makes it a fleet.
  package static let variable = "MARTLET_CHECK_FLEET"

  /// Does what a plan says until it is cancelled.
  ///
  /// - Parameters:
  ///   - path: The plan's file.
  ///   - clock: The file of its clock; nil for the machine's.
  /// - Throws: `CheckError` where either is none; `MartletError` where a device's data cannot be opened.
  package static func run(plan path: String, clock: String?) async throws {
    guard let plan = FleetPlan(Folder.text(path)) else { throw CheckError("\(path) is no plan of a fleet") }
    let time = clock.flatMap { ClockByFile(file: $0) }
    guard clock == nil || time != nil else { throw CheckError("the clock of a fleet cannot be read") }
    let loop = try EventLoop(name: "fleet")
    let control = ControlSocket(directory: plan.directory, loop: loop)
    let history = History(time: SystemTimeSource(), firstCall: plan.firstCall, file: try Folder.log(plan.history))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, device) in plan.devices.enumerated() {
        let client = try MartletClient(
          configuration: .init(server: plan.server, directory: device.directory) { try await control.token(for: device.user) },
          transport: LoopTransport(loop: EventLoop(name: device.name, time: time ?? SystemTimeSource())),
          random: SystemRandomNumberGenerator())
        let member = FleetDevice(
          client: client, device: device, plan: plan, history: history, seed: plan.seed &+ UInt64(index))
        group.addTask { await member.live() }
      }
      try await group.waitForAll()
    }
    await loop.stop()
  }
}

/// One device of a fleet.
private actor FleetDevice {
  private let client: MartletClient
  private let device: FleetPlan.Device
  private let plan: FleetPlan
  private let history: History
  private var random: SeededRandom
  private var said: [EntryID] = []
  private var count = 0

  init(client: MartletClient, device: FleetPlan.Device, plan: FleetPlan, history: History, seed: UInt64) {
    (self.client, self.device, self.plan, self.history) = (client, device, plan, history)
    random = SeededRandom(seed: seed)
  }

  func live() async {
    await withTaskGroup(of: Void.self) { group in
      let events = client.events
      group.addTask { await self.watch(events) }
      let states = client.states
      group.addTask { await self.stayConnected(states) }
      group.addTask { await self.work() }
      await group.waitForAll()
    }
    await client.close()
  }

  /// Takes down what an app is shown.
  private func watch(_ events: Events) async {
    for await event in events {
      switch event {
      case .message(let message):
        history.record(.entry(EntryFact(message), .shown), device: device.name, user: device.user)
        if message.sender.text == device.user, message.content != nil {
          if said.count < 64 { said.append(message.id) } else { said[count % 64] = message.id }
        }
      // What comes next may come again.
      case .missed: history.record(.restarted(how: "missed events"), device: device.name, user: device.user)
      case .localDataReset: history.record(.restarted(how: "local data reset"), device: device.name, user: device.user)
      default: break
      }
    }
  }

  /// A user whose token was revoked gets another one.
  private func stayConnected(_ states: ConnectionStates) async {
    await client.connect()
    for await state in states {
      guard case .ended = state else { continue }
      try? await Task.sleep(for: .milliseconds(200))
      if Task.isCancelled { return }
      await client.connect()
    }
  }

  private func work() async {
    await withTaskGroup(of: Void.self) { group in
      while !Task.isCancelled {
        // What waits for an answer must not keep others from being asked; but not without end.
        if count % 8 == 7 { await group.next() }
        count += 1
        group.addTask { await self.act() }
        try? await Task.sleep(for: .milliseconds(Int.random(in: 20...120, using: &random)))
      }
      group.cancelAll()
    }
    await client.close()
  }

  private func act() async {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<60:
      guard let (destination, conversation) = anywhere() else { return }
      let content = text("sent")
      await end(.send, conversation, content: content) { [client] id in
        await client.chat(to: destination).send(content, id: id, within: .seconds(20))
      }
    case 60..<70:
      guard let one = said.randomElement(using: &random) else { return }
      let content = text("edited")
      await end(.edit, one.conversation.text, content: content, target: one.seq) { [client] id in
        await client.chat(one.conversation).edit(one.seq, to: content, id: id, within: .seconds(20))
      }
    case 70..<75:
      guard let one = said.randomElement(using: &random) else { return }
      await end(.recall, one.conversation.text, target: one.seq) { [client] id in
        await client.chat(one.conversation).recall(one.seq, id: id, within: .seconds(20))
      }
    default: await markRead()
    }
  }

  private func text(_ what: String) -> MessageContent {
    count += 1
    return .text("\(what) by \(device.name) \(count) \(random.next())")
  }

  /// A group, or another user; nil where the plan names none.
  private func anywhere() -> (Destination, String)? {
    if Bool.random(using: &random), let group = plan.groups.randomElement(using: &random), let id = ConversationID(group) {
      return (.conversation(id), group)
    }
    guard let own = UserID(device.user), let peer = plan.users.randomElement(using: &random).flatMap({ UserID($0) }) else {
      return nil
    }
    return (.user(peer), ConversationID.direct(own, peer).text)
  }

  /// Makes a request and takes down how it ends.
  private func end(
    _ kind: Operation.Kind, _ conversation: String, content: MessageContent? = nil, target: UInt64 = 0,
    _ body: (ClientID) async -> SendResult
  ) async {
    let id = await client.newClientID()
    let operation = Operation(
      kind, conversation: conversation, clientID: id.text,
      payload: content.map { PayloadHash.of(type: $0.type, content: $0.json) } ?? 0, target: target)
    let call = history.invoke(operation, device: device.name, user: device.user)
    let event: HistoryEvent =
      switch await body(id) {
      case .sent(let entry, _): .ok(call: call, seq: entry.seq)
      case .unchanged: .ok(call: call, seq: 0)
      case .failed(let error): .refused(call: call, code: error.serverCode)
      case .unknown: .unknown(call: call)
      }
    history.record(event, device: device.name, user: device.user)
  }

  private func markRead() async {
    guard let one = try? await client.conversations().randomElement(using: &random) else { return }
    let operation = Operation(.mark, conversation: one.id.text, target: one.head)
    let call = history.invoke(operation, device: device.name, user: device.user)
    try? await client.chat(one.id).markRead(upTo: one.head)
    // It is on this device; when the server learns of it is not told.
    history.record(.unknown(call: call), device: device.name, user: device.user)
  }
}
