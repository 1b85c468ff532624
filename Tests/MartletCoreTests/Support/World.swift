import ClientModels
import CoreReplay
import Foundation
import Martlet
import MartletSQLite
import MartletWire
import Testing

@testable import MartletCore

/// A model server and devices of some users, with everything between them in the test's hands: when each packet arrives,
/// when a connection breaks, when a device is killed.
///
/// Time passes only when told to, and everything follows from the seed.
final class World {
  var server = ModelServer()
  var devices: [Device] = []
  var random: SplitMix64
  /// Nanoseconds, the same for all devices.
  var now: UInt64 = 1_000_000_000
  /// Parts of a hundred of the appends that the server turns away for the moment.
  var refusals = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  func add(_ user: String, directory: String? = nil, bounds: Sync.Bounds = Sync.Bounds()) throws -> Device {
    let device = try Device(
      try #require(UserID(user)), directory: directory, seed: random.next(), bounds: bounds, world: self)
    devices.append(device)
    return device
  }

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  // MARK: The server's side

  /// The server takes one packet of a device.
  func serve(_ device: Device) {
    guard let packet = device.toServer.removeFirst(), let request = packet.request else { return }
    if case .hello(let hello) = request {
      #expect(!device.isIn && hello.device?.id.isEmpty == false)
      device.isIn = true
      device.toDevice.append(Wire.ServerPacket(id: packet.id, body: .welcome(server.welcome(device.user))))
      return
    }
    guard device.isIn else {
      Issue.record("a request before Hello")
      return
    }
    if request.isAppend, chance(refusals) {
      device.toDevice.append(Wire.ServerPacket(id: packet.id, body: .failure(Wire.Failure(.overloaded, retryAfterMs: 100))))
      return
    }
    let answer = Wire.ServerPacket(id: packet.id, body: server.answer(request, of: device.user))
    // Reads are answered when they are done, and may be overtaken.
    if request.isAppend || chance(60) { device.toDevice.append(answer) } else { device.late.append(answer) }
    deliver()
  }

  /// Delivers the server's pushes.
  func deliver() {
    for delivery in server.takeDeliveries() {
      for device in devices where device.user == delivery.user && device.isIn {
        device.toDevice.append(Wire.ServerPacket(id: 0, body: delivery.body))
      }
    }
  }

  // MARK: Coming to rest

  /// Lets everything arrive, until nothing more happens.
  func settle(_ some: [Device]? = nil) {
    let some = some ?? devices
    for device in some {
      device.play(.start(at: now))
      device.commit()
    }
    for _ in 0..<400 {
      var hidesReceipts = true
      for device in some {
        while !device.toServer.isEmpty {
          serve(device)
          hidesReceipts = false
        }
        device.releaseLate()
        while !device.toDevice.isEmpty {
          device.receive()
          hidesReceipts = false
        }
        if device.dials {
          device.open()
          hidesReceipts = false
        }
      }
      guard hidesReceipts else { continue }
      // Pings never end; everything else does.
      if some.allSatisfy({ $0.isAtRest }) { return }
      advance(some)
    }
    Issue.record("it does not come to rest")
  }

  /// Lets time pass up to the next moment at which something is due.
  func advance(_ some: [Device]? = nil) {
    let due = (some ?? devices).compactMap { $0.core.sync.deadline }.min() ?? now
    now = max(now + 1_000_000, due)
    for device in some ?? devices { device.tick() }
  }
}

/// A device: the core of a client, and the two ways of its connection.
final class Device {
  let user: UserID
  let directory: String?
  unowned let world: World
  var core: ClientCore
  private let bounds: Sync.Bounds
  private var seed: UInt64

  /// The app wants a socket.
  var dials = false
  /// A socket is open.
  var isConnected = false
  /// The server has let it in.
  var isIn = false
  var toServer = Fifo<Wire.ClientPacket>()
  /// Bytes of the largest packet that was ever sent.
  private(set) var largestSent = 0
  var toDevice = Fifo<Wire.ServerPacket>()
  /// Answers the server is still working on.
  var late: [Wire.ServerPacket] = []

  var events: [Event] = []
  var states: [ConnectionState] = []
  var results: [ClientID: SendResult] = [:]
  /// All sends that were reported to be in the outbox.
  var written: Set<ClientID> = []
  /// Uploads that were begun, stopped and forgotten, and files that are not needed any more.
  var uploads: [Upload] = []
  var stoppedUploads: [Int64] = []
  var forgottenUploads: [Int64] = []
  var releasedFiles: [String] = []
  var answers: [Sync.CallID: Result<Wire.ServerPacket.Body, MartletError>] = [:]
  private var calls: UInt64 = 0
  /// The client id of each draft.
  private var drafted: [ClientID] = []
  /// What the core was told and told, for the WebAssembly module to repeat.
  private var tape = CoreTape()
  private var installations = 0

  init(_ user: UserID, directory: String?, seed: UInt64, bounds: Sync.Bounds, world: World) throws {
    self.user = user
    self.directory = directory
    self.seed = seed
    self.bounds = bounds
    self.world = world
    core = try ClientCore.placeholder()
    try load()
  }

  private func load() throws {
    let file = directory.map { _ in "martlet\(installations).sqlite" }
    let opening = CoreOpening(file: file, seed: seed, bounds: bounds)
    core = try opening.open(try directory.map { try LocalFolder($0) })
    tape?.note(opening)
  }

  deinit { tape?.finish(core.store) }

  /// Hands an input to the core.
  @discardableResult
  func play(_ step: CoreStep) -> [ClientCore.Effect] {
    do {
      let effects = try step.play(core)
      tape?.note(step, effects, core.store)
      return effects
    } catch {
      Issue.record("\(error)")
      return []
    }
  }

  /// Ends the recording, because the test does what no input of a core does, such as filling the disk.
  func endTape() {
    tape?.finish(core.store)
    tape = nil
  }

  /// Whether nothing is left to happen but pings.
  var isAtRest: Bool { core.sync.isAtRest }

  // MARK: The app

  /// Puts a message in the outbox.
  @discardableResult
  func send(_ text: String, _ details: MessageDetails = MessageDetails(), to destination: Destination) -> ClientID {
    enqueue(.send(.text(text)), details, to: destination)
  }

  @discardableResult
  func enqueue(
    _ action: PendingSend.Action, _ details: MessageDetails = MessageDetails(), to destination: Destination, id: ClientID? = nil
  ) -> ClientID {
    let id = id ?? ClientID(milliseconds: 1_700_000_000_000, random: &world.random)
    play(.enqueue(action, details, to: destination, id: id, ticket: UInt64(drafted.count)))
    drafted.append(id)
    return id
  }

  /// Puts a message with a file in the outbox.
  @discardableResult
  func sendFile(_ size: Int64 = 10, _ ordering: FileOrdering = .inOrder, to destination: Destination, id: ClientID? = nil)
    -> ClientID
  {
    let id = id ?? ClientID(milliseconds: 1_700_000_000_000, random: &world.random)
    let media = Media(awaited: "a", size: size)
    guard let content = try? MessageContent(FileContent(Attachment(media: media))) else { return id }
    play(.enqueueFile(content, size: size, ordering, to: destination, id: id, ticket: UInt64(drafted.count)))
    drafted.append(id)
    return id
  }

  /// Ends the oldest upload of a message that is under way.
  func finishUpload(of id: ClientID, at place: FilePlace = .server(id: "f")) {
    guard let upload = uploads.last(where: { $0.message == id }) else {
      Issue.record("no upload was begun")
      return
    }
    play(.uploaded(row: upload.row, place, at: world.now))
    commit()
  }

  /// Lets the newest upload of a message fail.
  func failUpload(of id: ClientID, _ error: MartletError) {
    guard let upload = uploads.last(where: { $0.message == id }) else {
      Issue.record("no upload was begun")
      return
    }
    play(.uploadFailed(row: upload.row, error, at: world.now))
    commit()
  }

  @discardableResult
  func call(_ call: Sync.Call) -> Sync.CallID {
    calls += 1
    let id = Sync.CallID(number: calls)
    play(.call(calls, call, at: world.now))
    return id
  }

  func markRead(_ id: ConversationID, upTo seq: UInt64?) throws {
    play(.markRead(id, upTo: seq, at: world.now))
  }

  func hide(_ id: ConversationID, until: UInt64, _ targets: [UInt64]) throws {
    play(.hide(id, until: until, targets, at: world.now))
  }

  func set(_ settings: Setting...) throws {
    play(.set(settings, at: world.now))
  }

  // MARK: The connection

  /// Ends the turn: stores, then performs the effects.
  func commit() {
    perform(play(.commit(at: world.now, wall: 1_700_000_000_000)))
  }

  func perform(_ effects: [ClientCore.Effect]) {
    for effect in effects { perform(effect) }
  }

  private func perform(_ effect: ClientCore.Effect) {
    switch effect {
    case .obtainToken:
      play(.tokenGiven(at: world.now))
      commit()
    case .dial: dials = true
    case .hangUp: hangUp()
    case .send(let bytes):
      guard let packet = try? Wire.ClientPacket(decoding: bytes) else {
        Issue.record("what is sent is no packet")
        return
      }
      largestSent = max(largestSent, bytes.count)
      // Packets decided before the connection broke are dropped.
      if isConnected { toServer.append(packet) }
    case .state(let state): states.append(state)
    case .event(let event):
      events.append(event)
      if case .pending(let pending) = event { written.insert(pending.id) }
    case .upload(let upload): uploads.append(upload)
    case .cancelUpload(let row): stoppedUploads.append(row)
    case .forget(let upload): forgottenUploads.append(upload.row)
    case .release(let file): releasedFiles.append(file)
    case .answer(let id, let result): answers[id] = result
    case .result(let id, let result): results[id] = result
    case .written(let ticket, let error?): results[drafted[Int(ticket)]] = .failed(error)
    case .written, .outboxLost, .logs, .cancelToken: break
    }
  }

  /// The socket opens.
  func open() {
    guard dials else { return }
    dials = false
    isConnected = true
    play(.opened(at: world.now))
    commit()
  }

  /// One packet of the server arrives.
  func receive(commits: Bool = true) {
    guard let packet = toDevice.removeFirst() else { return }
    // As on a real connection: through bytes.
    guard let copy = try? Wire.ServerPacket(decoding: packet.encoded()) else {
      Issue.record("what the server sends is no packet")
      return
    }
    play(.received(copy, at: world.now))
    if commits { commit() }
  }

  func releaseLate() {
    while let answer = late.popLast() { toDevice.append(answer) }
  }

  private func hangUp() {
    dials = false
    isConnected = false
    isIn = false
    toServer.removeAll()
    toDevice.removeAll()
    late = []
  }

  /// The connection breaks.
  ///
  /// Some of the packets under way may still arrive at the server.
  func breakConnection() {
    guard isConnected || dials else { return }
    let arriving = Int.random(in: 0...toServer.count, using: &world.random)
    for _ in 0..<arriving { world.serve(self) }
    hangUp()
    play(.dropped(at: world.now))
    commit()
  }

  func tick() {
    play(.tick(at: world.now))
    commit()
  }

  /// The process is killed and started again: nothing is left but the disk.
  func kill() throws {
    guard directory != nil else { return }
    try restart()
  }

  /// The app is removed and installed again: nothing is left at all.
  func reinstall() throws {
    if let directory { try? FileManager.default.removeItem(atPath: directory) }
    installations += 1
    events = []
    try restart()
  }

  private func restart() throws {
    let arriving = Int.random(in: 0...toServer.count, using: &world.random)
    for _ in 0..<arriving { world.serve(self) }
    hangUp()
    seed &+= 1
    // The old core is gone before the new one takes the lock, its database closed without goodbye.
    core = try ClientCore.placeholder()
    try load()
    play(.start(at: world.now))
    commit()
  }
}

extension ClientCore {
  /// A core with an empty database in memory, to stand in while another is opened.
  static func placeholder() throws -> ClientCore {
    try open(
      nil, device: MartletCore.Device(class: .tool), outboxLimit: 1, seed: 0, wallMilliseconds: 0, makeDeviceID: { "none" }
    ).core
  }
}

extension Wire.ClientPacket.Request {
  var isAppend: Bool {
    switch self {
    case .send, .edit, .recall, .annotate, .createGroup, .addMembers, .removeMembers, .changeConversation, .setRoles,
      .silenceMembers, .banUsers, .applyToGroup, .answerApplications, .setNickname, .announce, .joinGroup, .makeLink,
      .revokeLinks, .dismissGroup:
      true
    default: false
    }
  }
}
