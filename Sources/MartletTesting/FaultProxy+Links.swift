import MartletNet
import MartletWire
import Synchronization

/// Takes a proxy's connections.
///
/// `@unchecked Sendable`: `links` is touched on `loop` only, `state` is a mutex, the rest never changes.
final class FaultSwitchboard: @unchecked Sendable {
  struct State {
    var host: String
    /// One for each server.
    var ports: [UInt16]
    var faults = FaultProxy.Faults()
    var accepted = 0
    var listener: Listener?
    var random: SeededRandom
  }

  let loop: EventLoop
  let state: Mutex<State>
  var links: [ObjectIdentifier: FaultLink] = [:]

  init(host: String, port: UInt16, seed: UInt64, time: any TimeSource) throws {
    loop = try EventLoop(name: "fault-proxy", time: time)
    state = Mutex(State(host: host, ports: [port], random: SeededRandom(seed: seed)))
  }

  func listen(port: UInt16) async throws -> UInt16 {
    if let open = state.withLock({ $0.listener }) { return open.address.port }
    var options = ListenOptions()
    options.stream.writeQueueLimit = FaultLane.room
    let listener = try await TCP.listen(host: "127.0.0.1", port: port, loops: [loop], options: options) { stream in
      let link = FaultLink(client: stream, switchboard: self)
      self.links[ObjectIdentifier(link)] = link
      return link.connect()
    }
    state.withLock { $0.listener = listener }
    return listener.address.port
  }

  func stopListening() async {
    let listener = state.withLock { state in
      defer { state.listener = nil }
      return state.listener
    }
    await listener?.close()
  }
}

/// One connection of a client, and the one or two that it makes to the server.
///
/// `@unchecked Sendable`: touched on the proxy's loop only.
final class FaultLink: @unchecked Sendable {
  let loop: EventLoop
  let faults: FaultProxy.Faults
  private var isSilentToServer = false
  private var isSilentToClient = false
  private let switchboard: FaultSwitchboard
  private let target: (host: String, port: UInt16)
  private let toServer: FaultLane
  private let toClient: FaultLane
  private var connecting: [Task<Void, Never>] = []
  /// Bytes that may still go on, either way.
  private var beforeCut: Int?
  private var beforeSilence: Int?
  private var connectDelay: Duration?

  init(client: ByteStream, switchboard: FaultSwitchboard) {
    self.switchboard = switchboard
    loop = switchboard.loop
    let (faults, target, draws) = switchboard.state.withLock { state in
      state.accepted += 1
      let port = state.ports.count > 1 ? state.ports.randomElement(using: &state.random) : state.ports.first
      return (state.faults, (state.host, port ?? 0), (0..<3).map { _ in SeededRandom(seed: state.random.next()) })
    }
    (self.faults, self.target) = (faults, target)
    var random = draws[0]
    beforeCut = faults.cutAfter.map { Int.random(in: $0, using: &random) }
    beforeSilence = faults.silentAfter.map { Int.random(in: $0, using: &random) }
    connectDelay = faults.connectDelay.map {
      .nanoseconds(Int64(clamping: UInt64.random(in: $0.lowerBound.nanoseconds...$0.upperBound.nanoseconds, using: &random)))
    }
    toServer = FaultLane(random: draws[1])
    toClient = FaultLane(random: draws[2])
    toServer.source = client
    toClient.sinks = [client]
    toServer.link = self
    toClient.link = self
  }

  /// Connects to the server, and returns the handler of the client's stream.
  func connect() -> any ByteStreamHandler {
    open { stream in
      self.toClient.source = stream
      return self.toClient
    }
    if faults.duplicates { open { _ in FaultTwin(link: self) } }
    return toServer
  }

  private func open(_ handler: @escaping @Sendable (ByteStream) -> any ByteStreamHandler) {
    toServer.awaited += 1
    connecting.append(
      Task(executorPreference: loop) { [loop, target, connectDelay] in
        do {
          if let connectDelay { await loop.pause(connectDelay) }
          try Task.checkCancellation()
          var options = StreamOptions()
          options.writeQueueLimit = FaultLane.room
          _ = try await TCP.connect(host: target.host, port: target.port, loop: loop, options: options) { stream in
            self.toServer.join(stream)
            return handler(stream)
          }
        } catch {
          loop.post {
            self.toServer.awaited -= 1
            self.cut()
            self.closed()
          }
        }
      })
  }

  /// A stream has room again.
  func pump() {
    toServer.pump()
    toClient.pump()
  }

  /// The number of these bytes that may pass.
  ///
  /// When none may, the consequence follows after they have gone.
  func allow(_ count: Int) -> Int {
    let allowed = min(count, beforeCut ?? count, beforeSilence ?? count)
    beforeCut = beforeCut.map { $0 - allowed }
    beforeSilence = beforeSilence.map { $0 - allowed }
    if beforeCut == 0 { loop.inNextTurn { self.cut() } }
    if beforeSilence == 0 { silence(.both) }
    return allowed
  }

  func silence(_ way: FaultProxy.Way) {
    if way != .toClient { isSilentToServer = true }
    if way != .toServer { isSilentToClient = true }
  }

  func isSilent(_ lane: FaultLane) -> Bool { lane === toServer ? isSilentToServer : isSilentToClient }

  func cut() {
    for task in connecting { task.cancel() }
    toServer.abort()
    toClient.abort()
  }

  /// A side has closed, or will not open.
  func closed() {
    guard toServer.source == nil else { return }
    switchboard.links[ObjectIdentifier(self)] = nil
    guard toClient.source == nil, toServer.awaited == 0 else { return }
    toServer.link = nil
    toClient.link = nil
  }
}

/// One direction of a link: reads from `source`, and writes to `sinks` as the faults will have it.
///
/// `@unchecked Sendable`: touched on the proxy's loop only.
final class FaultLane: ByteStreamHandler, @unchecked Sendable {
  /// The number of bytes that may wait on a stream.
  ///
  /// A lane holds no more than a quarter of it, so that no write is refused.
  static let room = 4 << 20

  /// Nil when it has closed.
  var source: ByteStream?
  /// Nil when both sides have closed.
  var link: FaultLink?
  var sinks: [ByteStream] = []
  /// The number of sinks still missing; nothing is sent before all are there.
  var awaited = 0
  private var random: SeededRandom
  private var pieces: [(bytes: SharedBytes, due: UInt64)] = []
  private var held = 0
  private var lastDue: UInt64 = 0
  private var hasEnded = false
  private var isWaiting = false
  /// True if the sinks are known to be slow; they report when they no longer are.
  private var isSlow = false

  init(random: SeededRandom) { self.random = random }

  func join(_ sink: ByteStream) {
    awaited -= 1
    guard link != nil else { return sink.abort() }
    sinks.append(sink)
    pump()
  }

  func abort() {
    (pieces, held) = ([], 0)
    source?.abort()
    for sink in sinks { sink.abort() }
  }

  func streamReceived(_ bytes: UnsafeRawBufferPointer) {
    guard let link, !link.isSilent(self) else { return }
    var rest = bytes
    while !rest.isEmpty {
      let size = link.faults.piece.map { Int.random(in: $0, using: &random) } ?? rest.count
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(max(1, size)))
      rest = UnsafeRawBufferPointer(rebasing: rest[piece.count...])
      let wait = link.faults.delay.map {
        UInt64.random(in: $0.lowerBound.nanoseconds...$0.upperBound.nanoseconds, using: &random)
      }
      lastDue = max(lastDue, link.loop.time.monotonicNanoseconds &+ (wait ?? 0))
      pieces.append((SharedBytes(copying: piece), lastDue))
      held += piece.count
    }
    if held > Self.room / 4 { source?.pauseReading() }
    pump()
  }

  func pump() {
    guard let link, awaited == 0, !isWaiting else { return }
    while !link.isSilent(self), let piece = pieces.first {
      let now = link.loop.time.monotonicNanoseconds
      guard piece.due <= now else {
        return resume { act in link.loop.schedule(after: .nanoseconds(Int64(clamping: piece.due - now)), act) }
      }
      // A full sink may have room as soon as the turn ends; if not, it tells when it has.
      guard sinks.allSatisfy({ $0.queuedBytes < Self.room / 4 }) else {
        if isSlow { return }
        isSlow = true
        return resume { act in link.loop.inNextTurn(act) }
      }
      isSlow = false
      pieces.removeFirst()
      held -= piece.bytes.count
      send(piece.bytes, link.allow(piece.bytes.count))
      if link.faults.piece != nil { return resume { act in link.loop.inNextTurn(act) } }
    }
    if held <= Self.room / 8 { source?.resumeReading() }
    if hasEnded, pieces.isEmpty, !link.isSilent(self) { for sink in sinks { sink.shutdown() } }
  }

  private func send(_ bytes: SharedBytes, _ count: Int) {
    let part =
      count == bytes.count
      ? bytes : bytes.withUnsafeBytes { SharedBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    for sink in sinks { _ = sink.write(part) }
  }

  private func resume(_ arrange: (@escaping @Sendable () -> Void) -> Void) {
    isWaiting = true
    arrange {
      self.isWaiting = false
      self.pump()
    }
  }

  func streamDrained() { link?.pump() }

  func streamClosed(_ error: NetError?) {
    let link = self.link
    source = nil
    hasEnded = true
    if error != nil, link?.isSilent(self) == false { link?.cut() }
    pump()
    link?.closed()
  }
}

/// The second connection of a client, whose answers go nowhere.
private final class FaultTwin: ByteStreamHandler {
  private let link: FaultLink

  init(link: FaultLink) { self.link = link }

  func streamReceived(_ bytes: UnsafeRawBufferPointer) {}
  func streamDrained() { link.pump() }
  func streamClosed(_ error: NetError?) {}
}
