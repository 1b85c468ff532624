import MartletCore
import MartletSQLite
import MartletWire

/// The client as JavaScript uses it: texts of JSON and packets in, notices and packets out.
///
/// The shell that `ClientEngine` expects, without sockets, timers and promises of its own: JavaScript supplies those, and calls
/// `endTurn()` after each batch of inputs. Not Sendable: a module has one thread.
package final class BrowserClient {
  /// The functions that JavaScript supplies.
  package struct Host {
    let tell: (Bridge.Notice.Notice) -> Void
    let send: ([UInt8]) -> Void
    let surroundings: ClientEngine.Surroundings

    package init(
      tell: @escaping (Bridge.Notice.Notice) -> Void, send: @escaping ([UInt8]) -> Void, surroundings: ClientEngine.Surroundings
    ) {
      self.tell = tell
      self.send = send
      self.surroundings = surroundings
    }
  }

  let engine: ClientEngine
  let host: Host
  /// Tells the token that is waited for from those asked for earlier.
  private var tokenNumber: UInt32 = 0
  /// The time for which JavaScript has a timer.
  private var timer: UInt64?
  /// True once somebody follows logs.
  var followsLogs = false
  /// Operations in progress, by the number of their call.
  var operations: [UInt32: ClientEngine.Operation] = [:]

  /// Opens the local data.
  ///
  /// - Parameters:
  ///   - opening: The settings of the client.
  ///   - folder: The local data; nil keeps everything in memory.
  ///   - host: The functions that JavaScript supplies.
  ///   - bounds: Limits of requests and cached data.
  /// - Throws: As opening a client does.
  package init(
    _ opening: Bridge.Opening, folder: LocalFolder?, host: Host, bounds: SyncBounds = SyncBounds()
  ) throws(MartletError) {
    let surroundings = host.surroundings
    let (wall, installation) = (surroundings.wall(), surroundings.random())
    let timeout: Duration = opening.requestTimeout == 0 ? .seconds(30) : .milliseconds(Int64(clamping: opening.requestTimeout))
    var bounds = bounds
    if opening.uploadsAtOnce > 0 { bounds.uploads = Int(clamping: opening.uploadsAtOnce) }
    let (core, reset) = try ClientCore.open(
      folder, device: try Device(opening), outboxLimit: opening.outboxLimit == 0 ? 10_000 : Int(clamping: opening.outboxLimit),
      seed: surroundings.random(), wallMilliseconds: wall, bounds: bounds, contents: ContentRegistry(opening),
      hidesReceipts: opening.hidesReceipts,
      receiptKinds: opening.receiptKinds.map { Set($0.ids.compactMap { ConversationID.Kind(rawValue: $0) }) },
      recallEditWindow: .milliseconds(Int64(clamping: opening.recallEditWindow ?? 300_000)),
      yieldsWhenReconnecting: opening.yieldsWhenReconnecting, requestTimeout: timeout,
      makeDeviceID: { ClientCore.deviceID(from: installation, at: wall) })
    engine = ClientEngine(core, surroundings, requestTimeout: timeout)
    self.host = host
    let needed = try core.read { store throws(SQLiteError) in try store.neededFiles() }
    host.tell(.opened(Bridge.Opened(user: core.store.user?.text ?? "", device: core.store.deviceID, neededFiles: needed)))
    if let reset {
      let event = Bridge.LocalDataReset(keptAt: reset.keptAt, outboxKept: reset.outboxKept)
      host.tell(.event(Bridge.Event(event: .localDataReset(event))))
    }
  }

  /// True if only pings are left to happen.
  package var isAtRest: Bool { engine.core.sync.isAtRest }

  // MARK: The connection

  package func connected() { engine.sync { $0.opened(at: engine.now) } }

  /// Takes a binary message of the connection.
  package func received(_ bytes: UnsafeRawBufferPointer) {
    let packet = try? Wire.ServerPacket(decoding: bytes, limits: DecodingLimits(bytes: Self.messageBytes))
    engine.sync { sync in
      if let packet { sync.received(packet, at: engine.now) } else { sync.garbled(at: engine.now) }
    }
  }

  /// Pages of entries are the largest messages there are.
  private static let messageBytes = 8 << 20

  /// The connection ended, or could not be made.
  package func disconnected(_ reason: String) {
    engine.sync { $0.dropped(MartletError(.unreachable, reason), at: engine.now) }
  }

  package func tokenObtained(_ number: UInt32, _ token: String) {
    guard number == tokenNumber else { return }
    engine.sync { $0.tokenGiven(token, at: engine.now) }
  }

  package func tokenFailed(_ number: UInt32) {
    guard number == tokenNumber else { return }
    // The error may hold anything, the token too, so it is not passed on.
    let error = MartletError(.tokenUnavailable, "the app returned no token")
    engine.sync { $0.tokenFailed(error, at: engine.now) }
  }

  // MARK: Turns

  package func timerFired() {
    timer = nil
    engine.tick()
  }

  /// Stores what the inputs of this turn caused, and performs it.
  package func endTurn() {
    while engine.hasInput, !engine.isClosed { commit() }
    setTimer()
  }

  private func commit() { engine.commit { perform($0) } }

  private func perform(_ effect: ClientCore.Effect) {
    switch effect {
    case .obtainToken:
      tokenNumber &+= 1
      host.tell(.obtainToken(tokenNumber))
    case .cancelToken:
      tokenNumber &+= 1
      host.tell(.cancelToken(Bridge.Nothing()))
    case .dial: host.tell(.dial(Bridge.Nothing()))
    case .hangUp: host.tell(.hangUp(Bridge.Nothing()))
    case .send(let packet): host.send(packet)
    case .state(let state): host.tell(.state(Bridge.ConnectionState(state)))
    case .event(let event): host.tell(.event(Bridge.Event(event)))
    case .logs(let ids): if followsLogs { host.tell(.event(Bridge.Event(event: .logs(Bridge.Names(grown: ids))))) }
    case .upload(let upload): host.tell(.upload(Bridge.Upload(upload)))
    case .cancelUpload(let row): host.tell(.cancelUpload(row))
    case .forget(let upload): host.tell(.forgetUpload(Bridge.Upload(upload)))
    case .release(let file): host.tell(.releaseFile(file))
    case .answer, .written, .result, .outboxLost: break
    }
  }

  private func setTimer() {
    let deadline = engine.isClosed ? nil : engine.deadline
    guard deadline != timer else { return }
    timer = deadline
    guard let deadline else { return host.tell(.timer(-1)) }
    let now = engine.now
    let delay = deadline > now ? deadline - now : 0
    // Rounded up, so that it is due when the timer fires.
    host.tell(.timer(Double((delay + 999_999) / 1_000_000)))
  }

  /// Disconnects, and closes the local data.
  ///
  /// Calls in progress are answered with `closed`.
  package func close() {
    guard !engine.isClosed else { return }
    engine.sync { $0.stop(at: engine.now) }
    commit()
    engine.close()
    setTimer()
  }

  // MARK: Answers

  func answer(_ call: UInt32, _ result: Bridge.Answer.Result) {
    operations[call] = nil
    host.tell(.answer(Bridge.Answer(call: call, result: result)))
  }

  /// The completion of a call, which answers it.
  ///
  /// It holds the client, and the engine drops it when the operation ends.
  func completion<Value>(_ call: UInt32, _ form: @escaping (Value) -> Bridge.Answer.Result) -> Completion<Value> {
    { [self] result in
      switch result {
      case .success(let value): answer(call, form(value))
      case .failure(let error): answer(call, .failure(Bridge.Failure(error)))
      }
    }
  }

  func completion(_ call: UInt32) -> Completion<Void> { completion(call) { .done(Bridge.Nothing()) } }
}
