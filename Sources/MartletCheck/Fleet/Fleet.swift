import Martlet
import MartletNet
import MartletProcess
import MartletTesting
import MartletWire

/// Devices on the client library, in a process that may be killed at any moment.
///
/// Each record is written to a file at once, so that it survives the process.
package enum Fleet {
  /// The variable with the plan, which makes a process started by `martlet check` a fleet.
  package static let variable = "MARTLET_CHECK_FLEET"

  /// Executes a plan until it is cancelled.
  ///
  /// - Parameters:
  ///   - path: The plan's file.
  ///   - clock: The file of its clock; nil for the machine's clock.
  /// - Throws: `CheckError` if either file is invalid; `ProcessError` if nothing can be written; `MartletError` if a device's
  ///   data cannot be opened.
  package static func run(plan path: String, clock: String?) async throws {
    guard let plan = FleetPlan(Folder.text(path)) else { throw CheckError("\(path) is not a fleet plan") }
    let time = clock.flatMap { ClockByFile(file: $0) }
    guard clock == nil || time != nil else { throw CheckError("cannot read the fleet's clock file") }
    let loop = try EventLoop(name: "fleet")
    let control = ControlSocket(directories: plan.directories, loop: loop)
    let file = try Folder.log(plan.history)
    // A life that was killed may have left half a line behind.
    try Folder.append("\n", to: file)
    let history = History(time: SystemTimeSource(), firstCall: plan.firstCall, file: file)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, device) in plan.devices.enumerated() {
        let client = try MartletClient(
          configuration: .init(server: plan.server, directory: device.directory, device: .init(class: .tool)) {
            try await control.token(for: device.user)
          },
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
  private var said: [MessageID] = []
  /// Messages seen so far.
  private var seen: [MessageID] = []
  private var count = 0

  init(client: MartletClient, device: FleetPlan.Device, plan: FleetPlan, history: History, seed: UInt64) {
    (self.client, self.device, self.plan, self.history) = (client, device, plan, history)
    random = SeededRandom(seed: seed)
  }

  func live() async {
    await withTaskGroup(of: Void.self) { group in
      let events = client.events()
      group.addTask { await self.watch(events) }
      let states = client.states()
      group.addTask { await self.stayConnected(states) }
      group.addTask { await self.work() }
      await group.waitForAll()
    }
    await client.close()
  }

  /// Records the events of an app.
  private func watch(_ events: Events) async {
    for await event in events {
      switch event {
      case .message(let message):
        history.record(.entry(EntryFact(message), .shown), device: device.name, user: device.user)
        if message.content != nil {
          remember(message.id, in: &seen)
          if message.sender.text == device.user { remember(message.id, in: &said) }
        }
      // The following events may repeat earlier ones.
      case .missed: history.record(.restarted(how: "missed events"), device: device.name, user: device.user)
      case .localDataReset: history.record(.restarted(how: "local data reset"), device: device.name, user: device.user)
      default: break
      }
    }
  }

  private func remember(_ id: MessageID, in some: inout [MessageID]) {
    if some.count < 64 { some.append(id) } else { some[count % 64] = id }
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
        // Requests that wait for an answer must not block others, but their number is bounded.
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
    case 0..<52: await say()
    case 52..<60:
      guard let one = said.randomElement(using: &random) else { return }
      let content = text("edited")
      await end {
        Operation(
          .edit, conversation: one.conversation.text, clientID: $0.text,
          payload: PayloadHash.of(type: content.type, content: content.json), target: one.seq)
      } _: { [client] id in
        await client.chat(one.conversation).edit(one, to: content, id: id, within: Self.limit)
      }
    case 60..<65:
      guard let one = said.randomElement(using: &random) else { return }
      await end {
        Operation(.recall, conversation: one.conversation.text, clientID: $0.text, target: one.seq)
      } _: { [client] id in
        await client.chat(one.conversation).recall(one, id: id, within: Self.limit)
      }
    case 65..<75: await react()
    case 75..<78: await hide()
    default: await markRead()
    }
  }

  /// Sends a message, which now and then mentions some or is for some only.
  private func say() async {
    guard let (destination, conversation) = anywhere() else { return }
    let content = text("sent")
    var details = MessageDetails()
    let some = plan.users.compactMap { UserID($0) }.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: details.mentions = MessageDetails.Mentions(users: some)
    case 1 where conversation.hasPrefix("group:"): details.directedTo = some
    default: break
    }
    await end { [details] id in
      var send = Wire.Send(conversation: conversation, clientId: id.text, type: content.type, content: content.json)
      details.write(to: &send)
      return Operation(send, in: conversation)
    } _: { [client, details] id in
      await client.chat(to: destination).send(content, details: details, id: id, within: Self.limit)
    }
  }

  /// Reacts to something, or pins it.
  private func react() async {
    guard let one = seen.randomElement(using: &random) else { return }
    let key = Bool.random(using: &random) ? "ok" : "no"
    let change: AnnotationChange =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: .pin(Bool.random(using: &random))
      case 1...3: .reactions(added: [], removed: [key])
      default: .reactions(added: [key], removed: [])
      }
    await end {
      Operation(annotate: one.seq, change.kind, change.items, in: one.conversation.text, clientID: $0.text)
    } _: { [client] id in
      await client.chat(one.conversation).annotate(one, change, id: id, within: Self.limit)
    }
  }

  /// Hides something on all of the user's devices.
  private func hide() async {
    guard let one = seen.randomElement(using: &random) else { return }
    var operation = Operation(.hide, conversation: one.conversation.text)
    operation.targets = [one.seq]
    await note(operation) { [client] in try await client.chat(one.conversation).hide([one]) }
  }

  private func text(_ what: String) -> MessageContent {
    count += 1
    return .text("\(what) by \(device.name) \(count) \(random.next())")
  }

  /// A group, or another user; nil if the plan names none.
  private func anywhere() -> (Destination, String)? {
    if Bool.random(using: &random), let group = plan.groups.randomElement(using: &random), let id = ConversationID(group) {
      return (.conversation(id), group)
    }
    guard let own = UserID(device.user), let peer = plan.users.randomElement(using: &random).flatMap({ UserID($0) }) else {
      return nil
    }
    return (.user(peer), ConversationID.direct(own, peer).text)
  }

  /// The longest wait for the outcome of a request.
  private static let limit = Duration.seconds(20)

  /// Makes a request and takes down how it ends.
  private func end(_ operation: (ClientID) -> Operation, _ body: (ClientID) async -> SendResult) async {
    let id = await client.newClientID()
    let call = history.invoke(operation(id), device: device.name, user: device.user)
    let event: HistoryEvent =
      switch await body(id) {
      case .sent(let entry, _): .ok(call: call, seq: entry.seq)
      case .unchanged: .ok(call: call, seq: 0)
      case .failed(let error): .refused(call: call, code: error.serverCode)
      case .unknown, .takenOver: .unknown(call: call)
      }
    history.record(event, device: device.name, user: device.user)
  }

  private func markRead() async {
    guard let one = try? await client.conversations().randomElement(using: &random) else { return }
    let operation = Operation(.mark, conversation: one.id.text, target: one.head)
    await note(operation) { [client] in try await client.chat(one.id).markRead(upTo: one.id.message(at: one.head)) }
  }

  /// Performs an operation that applies on this device at once.
  ///
  /// The time when the server learns of it is unknown.
  private func note(_ operation: Operation, _ body: () async throws -> Void) async {
    let call = history.invoke(operation, device: device.name, user: device.user)
    try? await body()
    history.record(.unknown(call: call), device: device.name, user: device.user)
  }
}
