import Martlet
import MartletNet
import MartletWire

/// A device of a simulation: the whole client library on a loop that the simulation drives, and an app that uses it.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class SimulatedDevice: @unchecked Sendable {
  /// A send of the app, and its outcome.
  struct Sent {
    let id: ClientID
    let conversation: ConversationID
    /// The expected action of its pending row.
    let action: PendingSend.Action
    var details = MessageDetails()
    /// The installation, and its start.
    let installation: Int
    let start: Int
    /// True if the app knows that it is on disk.
    var isWritten = false
  }

  /// The contents of a device: its list, and all messages of its conversations.
  struct Shown {
    var list: [Conversation] = []
    var lines: [ConversationID: [Message]] = [:]
    /// The lists of members of groups: `user role joined silence`.
    var members: [ConversationID: [String]] = [:]
  }

  let index: Int
  let user: UserID
  let time: SkewedTime
  private let hidesReceipts: Bool
  /// Nil if all is in memory.
  let disk: FaultDisk?
  private var directory: TemporaryDirectory?
  private let network: SimulatedNetwork
  private let bounds: SyncBounds
  let recorder: Recorder
  private var random: SeededRandom
  private let provideToken: @Sendable (UserID) async throws -> String
  /// Counts the installations, and the starts of all of them.
  private(set) var installation = 0
  private(set) var start = 0
  private(set) var loop: EventLoop
  private var reading: DrivenExecutor
  private(set) var client: MartletClient?
  /// The number of the app's unfinished operations.
  private(set) var underWay = 0
  var sent: [Sent] = []
  /// Sends that the device reported as failed: refused, or about data that a restored server lacks.
  private(set) var given: Set<ClientID> = []
  /// Entries hidden on this device alone, by conversation.
  var hiddenHere: [String: DeviceState.HiddenHere] = [:]
  /// Positions of the user's own messages that the device was shown.
  private(set) var said: [ConversationID: [UInt64]] = [:]
  /// Events that the app received since the start.
  private(set) var events: [Event] = []
  /// The list at the start.
  private(set) var listAtStart: [Conversation] = []
  private(set) var state = ConnectionState.offline
  /// True if the app wants to be connected.
  var wantsConnection = false
  /// Why it could not be started.
  private(set) var failure: String?

  init(
    index: Int, user: UserID, disk: FaultDisk?, bounds: SyncBounds, network: SimulatedNetwork, recorder: Recorder,
    time: SkewedTime, hidesReceipts: Bool, seed: UInt64, token: @escaping @Sendable (UserID) async throws -> String
  ) throws {
    self.index = index
    self.user = user
    self.network = network
    self.bounds = bounds
    self.recorder = recorder
    self.time = time
    self.hidesReceipts = hidesReceipts
    random = SeededRandom(seed: seed)
    provideToken = token
    loop = EventLoop(driven: "device-\(index)", time: time)
    reading = DrivenExecutor(name: "device-\(index)-read", time: time)
    self.disk = disk
    if disk != nil { directory = try TemporaryDirectory(inMemory: true) }
    open()
  }

  /// Components that need turns.
  var driven: [any Driven] { [loop, reading] }

  /// The name of the installation.
  var name: String { "device-\(index)-\(installation)" }

  // MARK: - Starting and ending

  private func open() {
    start += 1
    recorder.started(self)
    loop = EventLoop(driven: "device-\(index)-\(start)", time: time)
    reading = DrivenExecutor(name: "device-\(index)-\(start)-read", time: time)
    (events, listAtStart, state, underWay, failure) = ([], [], .offline, 0, nil)
    let (user, provide) = (user, provideToken)
    var configuration = MartletClient.Configuration(
      server: "ws://simulation", directory: directory?.path, device: .init(class: .tool)
    ) {
      try await provide(user)
    }
    configuration.eventBuffer = 1_000_000
    configuration.hidesReceipts = hidesReceipts
    do {
      let client = try MartletClient(
        configuration: configuration,
        transport: SimulatedTransport(device: index, loop: loop, reading: reading, network: network),
        random: SeededRandom(seed: random.next()), vfs: disk?.name, bounds: bounds)
      self.client = client
      listen(to: client)
    } catch {
      failure = error.description
    }
  }

  /// Follows the client's events, for as long as it lives.
  private func listen(to client: MartletClient) {
    let start = start
    let (events, states) = (client.events(), client.states())
    perform { device, client in
      if device.start == start { device.listAtStart = (try? await client.conversations()) ?? [] }
    }
    Task(executorPreference: loop) {
      for await event in events where self.start == start { self.note(event) }
    }
    Task(executorPreference: loop) {
      for await state in states where self.start == start { self.note(state) }
    }
  }

  private func note(_ event: Event) {
    events.append(event)
    switch event {
    case .pending(let pending):
      if let place = sent.firstIndex(where: { $0.id == pending.id }) { sent[place].isWritten = true }
      if case .failed = pending.state { given.insert(pending.id) }
    case .message(let message):
      if message.sender == user { said[message.conversation, default: []].append(message.seq) }
      recorder.record(.entry(EntryFact(message), .shown), device: name, user: user.text)
    case .localDataReset(let path, let outboxKept):
      // After a restore, the device keeps operations on messages that still exist.
      let isRestored = path == nil && outboxKept
      hiddenHere = isRestored ? hiddenHere.mapValues { DeviceState.HiddenHere(perhaps: $0.all) } : [:]
      recorder.record(.restarted(how: "local data reset"), device: name, user: user.text)
    default: break
    }
  }

  /// Records failed sends in the outbox, including those that failed while nobody listened.
  func note(given pending: [PendingSend]) {
    for one in pending { if case .failed = one.state { given.insert(one.id) } }
  }

  /// An app whose user is put out tries again after a while.
  private func note(_ state: ConnectionState) {
    self.state = state
    guard case .ended = state, wantsConnection else { return }
    let start = start
    loop.schedule(after: .seconds(3)) {
      if self.start == start, self.wantsConnection { self.connect() }
    }
  }

  /// Ends the app as the system does, at any moment.
  ///
  /// - Parameters:
  ///   - lost: The percentage of unsynced sectors that survive, if the machine loses power too.
  ///   - tells: True if the server learns of it.
  func kill(losingAllBut lost: Int?, tellingServer tells: Bool) {
    for connection in network.connections(of: index) where connection.hasClient {
      connection.abandonClient(tellingServer: tells)
    }
    end()
    if let lost { disk?.losePower(&random, kept: lost) }
    disk?.restart()
    open()
    if wantsConnection { connect() }
  }

  /// The app is removed and installed again.
  func reinstall() throws {
    for connection in network.connections(of: index) where connection.hasClient {
      connection.abandonClient(tellingServer: true)
    }
    end()
    disk?.restart()
    disk?.forget()
    installation += 1
    hiddenHere = [:]
    if directory != nil { directory = try TemporaryDirectory(inMemory: true) }
    open()
    if wantsConnection { connect() }
  }

  /// Lets go of the client; nothing it still does reaches a disk.
  private func end() {
    start += 1
    disk?.cutPower()
    let loop = loop
    if let client { Task(executorPreference: loop) { await client.close() } }
    client = nil
    driven.exhaust()
  }

  /// Starts the app where it could not be started, and connects.
  func revive() {
    if client == nil { open() }
    connect()
  }

  /// Its state, for people.
  var description: String {
    let last = ask { $0.lastConnectionError?.description }.map { $0 ?? "" } ?? ""
    let pending = ask { (try? $0.pending())?.count ?? 0 } ?? 0
    return "\(state), \(underWay) under way, \(pending) in the outbox, last error \(last), \(failure ?? "")"
  }

  /// Ends the device for good.
  func dispose() { end() }

  // MARK: - Actions of the app

  /// Does something with the client, on its loop.
  func perform(_ body: @escaping @Sendable (SimulatedDevice, MartletClient) async -> Void) {
    guard let client else { return }
    underWay += 1
    let start = start
    Task(executorPreference: loop) {
      await body(self, client)
      if self.start == start { self.underWay -= 1 }
    }
  }

  /// The contents of a client.
  func shown(by client: MartletClient) async -> Shown {
    var shown = Shown(list: (try? await client.conversations()) ?? [])
    for conversation in shown.list {
      shown.lines[conversation.id] = (try? await client.chat(conversation.id).history(limit: 1_000)) ?? []
      shown.members[conversation.id] = try? await client.currentMembers(of: conversation.id)?.map { member in
        let end = member.isSpeaker ? MarkLine.speaker : member.silencedUntil?.milliseconds ?? 0
        return "\(member.id) \(member.role) \(member.joined) \(end)"
      }
    }
    return shown
  }

  /// Reads the members of all groups from the server, so that `shown(by:)` has them.
  func readMembers(_ client: MartletClient) async {
    for group in (try? await client.conversations()) ?? [] where group.id.kind == .group {
      _ = try? await client.chat(group.id).members()
    }
  }

  func connect() {
    wantsConnection = true
    perform { await $1.connect() }
  }

  func disconnect() {
    wantsConnection = false
    perform { await $1.disconnect() }
  }

  /// Asks the client something, at once.
  func ask<Value: Sendable>(_ body: @Sendable (isolated MartletClient) throws -> Value) rethrows -> Value? {
    guard let client else { return nil }
    return try loop.asDriven { try client.assumeIsolated { try body($0) } }
  }

  /// Whether nothing is left to happen on this device.
  var isAtRest: Bool {
    guard state == .online, underWay == 0 else { return false }
    return ask { $0.isAtRest } ?? false
  }
}
