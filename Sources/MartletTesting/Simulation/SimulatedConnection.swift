import Martlet
import MartletNet
import MartletServer
import MartletWire

/// A connection of a simulated network, with an end at a device and one at the server.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class SimulatedConnection: @unchecked Sendable {
  let number: Int
  let device: Int
  unowned let network: SimulatedNetwork
  let toServer: Channel
  let toClient: Channel
  /// The device's end; the handler is nil once that is closed.
  private let clientLoop: EventLoop
  private var clientHandler: (any TransportHandler)?
  /// The server's end; nil before it is accepted, and once it is closed.
  private var server: ServerEnd?
  /// The server that accepted it.
  private weak var acceptor: SimulatedServer?
  private var wasAccepted = false

  init(number: Int, device: Int, network: SimulatedNetwork, loop: EventLoop, handler: any TransportHandler) {
    self.number = number
    self.device = device
    self.network = network
    clientLoop = loop
    clientHandler = handler
    toServer = Channel(network, number: number, isToServer: true)
    toClient = Channel(network, number: number, isToServer: false)
    (toServer.connection, toClient.connection) = (self, self)
  }

  /// Whether the device has its end open.
  var hasClient: Bool { clientHandler != nil }

  /// Whether a server accepted it.
  func isOf(_ server: SimulatedServer) -> Bool { acceptor === server }

  /// Whether the server that accepted it is gone, without having ended it.
  var hasLostServer: Bool { wasAccepted && server == nil }

  /// Nothing more will arrive anywhere.
  var isOver: Bool { clientHandler == nil && server?.isOpen != true && toServer.isEmpty && toClient.isEmpty }

  var description: String {
    "connection \(number) of device \(device): client \(hasClient), server \(server != nil), \(toServer.count) and "
      + "\(toClient.count) under way, paused \(toServer.isPaused), held \(toServer.heldUntil) \(toClient.heldUntil)"
  }

  // MARK: - Arrivals

  /// An item in one direction.
  enum Item {
    case dial
    case opened
    case packet([UInt8])
    /// The other end is closed.
    case end
  }

  /// One direction of a connection: the items under way, in order.
  final class Channel {
    fileprivate(set) weak var connection: SimulatedConnection?
    let number: Int
    let isToServer: Bool
    private unowned let network: SimulatedNetwork
    /// Its own: the server sends to many at once in an order that means nothing.
    private var random: SeededRandom
    private var items: [(due: UInt64, item: Item)] = []
    private var hasEnded = false
    /// Bytes of packets under way.
    private(set) var bytes = 0
    /// Nothing arrives before.
    var heldUntil: UInt64 = 0
    /// Whether the reader leaves everything where it is.
    var isPaused = false

    init(_ network: SimulatedNetwork, number: Int, isToServer: Bool) {
      self.network = network
      self.number = number
      self.isToServer = isToServer
      random = SeededRandom(seed: network.seed &+ UInt64(number) << 1 | (isToServer ? 1 : 0))
    }

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }

    /// The arrival time of the next item; nil if none arrives by itself.
    var due: UInt64? {
      guard !isPaused, let first = items.first, heldUntil < .max else { return nil }
      return max(first.due, heldUntil)
    }

    func isDue(at now: UInt64) -> Bool { due.map { $0 <= now } ?? false }

    /// Puts something under way; nothing comes after the end.
    func append(_ item: Item) {
      guard !hasEnded else { return }
      if case .end? = items.last?.item { return }
      if case .packet(let packet) = item { bytes += packet.count }
      let arrival = network.now &+ UInt64.random(in: network.latency, using: &random)
      items.append((max(arrival, items.last?.due ?? 0), item))
    }

    func removeFirst() -> Item? {
      guard !items.isEmpty else { return nil }
      let item = items.removeFirst().item
      if case .packet(let packet) = item { bytes -= packet.count }
      if case .end = item { hasEnded = true }
      return item
    }

    /// Drops all items under way after the first few.
    func cut(keeping count: Int) {
      items.removeLast(max(0, items.count - count))
      bytes = items.reduce(0) { if case .packet(let packet) = $1.item { $0 + packet.count } else { $0 } }
    }

    /// Drops some of the items under way, at random.
    func cutSomewhere() { cut(keeping: Int.random(in: 0...items.count, using: &random)) }

    /// Lets the next item of the direction arrive.
    func deliver(_ trace: inout Trace) {
      guard let item = removeFirst(), let connection else { return }
      if case .packet(let bytes) = item { trace.note(bytes) }
      if isToServer { connection.arriveAtServer(item) } else { connection.arriveAtClient(item) }
    }
  }

  private func arriveAtServer(_ item: Item) {
    switch item {
    case .dial:
      guard let running = network.target, running.takesConnections else { return toClient.append(.end) }
      (wasAccepted, acceptor) = (true, running)
      server = running.accept(self)
      toClient.append(.opened)
    case .packet(let bytes):
      // Nobody knows of the connection any more, and says so.
      guard let server, server.isOpen else { return toClient.append(.end) }
      server.receive(bytes)
    case .end:
      server?.lose()
      server = nil
    case .opened: break
    }
  }

  private func arriveAtClient(_ item: Item) {
    switch item {
    case .opened:
      tellClient { $0.opened() }
      network.recorder?.opened(self)
    case .packet(let bytes):
      if clientHandler != nil { network.recorder?.received(bytes, by: self) }
      tellClient { handler in bytes.withUnsafeBytes { handler.received($0) } }
    case .end: endClient()
    case .dial: break
    }
    if toClient.isEmpty { server?.drained() }
  }

  /// Delivers arrivals in the device's next turn, if it still wants them.
  private func tellClient(_ body: @escaping @Sendable (any TransportHandler) -> Void) {
    clientLoop.post { if let handler = self.clientHandler { body(handler) } }
  }

  private func endClient() {
    clientLoop.post {
      guard let handler = self.clientHandler else { return }
      self.clientHandler = nil
      self.network.recorder?.closed(self)
      handler.closed(MartletError(.unreachable, "the connection was closed"))
    }
  }

  // MARK: - Faults

  /// Breaks the connection: some of the items under way arrive, then both ends learn of it.
  func breakOff() {
    release()
    for channel in [toServer, toClient] {
      channel.cutSomewhere()
      channel.append(.end)
    }
  }

  /// The device is gone; the server learns of it, or not.
  func abandonClient(tellingServer tells: Bool) {
    clientHandler = nil
    network.recorder?.closed(self)
    toClient.cut(keeping: 0)
    toServer.cutSomewhere()
    if tells { toServer.append(.end) }
  }

  /// The server is gone; the device learns of it, or not.
  func abandonServer(tellingClient tells: Bool) {
    guard wasAccepted else { return }
    server?.close()
    server = nil
    toServer.isPaused = false
    toClient.cutSomewhere()
    if tells { toClient.append(.end) }
  }

  /// Drops items still on their way from a server that is gone.
  func loseAnswers() {
    guard wasAccepted, server == nil else { return }
    toClient.cut(keeping: 0)
    toClient.append(.end)
  }

  /// Ends a stall.
  func release() {
    for channel in [toServer, toClient] { channel.heldUntil = 0 }
  }

  /// Tells the device where the server's end is gone, which it would find out by itself only when nothing is answered.
  func tellOfLoss() {
    if wasAccepted, server?.isOpen != true { toClient.append(.end) }
  }
}

// MARK: - The device's end

extension SimulatedConnection: TransportSocket {
  func send(_ packet: [UInt8]) -> Bool {
    guard clientHandler != nil else { return false }
    network.recorder?.sent(packet, by: self)
    toServer.append(.packet(packet))
    return true
  }

  func close() {
    guard clientHandler != nil else { return }
    clientHandler = nil
    network.recorder?.closed(self)
    toClient.cut(keeping: 0)
    toServer.append(.end)
  }
}

// MARK: - The server's end

/// The server's end of a connection: stands in for the WebSocket of its session.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class ServerEnd: SessionSocket, @unchecked Sendable {
  let loop: EventLoop
  let subprotocol: String? = Gateway.binaryProtocol
  let remoteAddress = SocketAddress.local
  private weak var connection: SimulatedConnection?
  private let limit: Int
  private var handler: (any WebSocketHandler)?
  private(set) var isOpen = true
  private var owesDrained = false

  init(_ connection: SimulatedConnection, gateway: Gateway, loop: EventLoop, limit: Int) {
    self.connection = connection
    self.loop = loop
    self.limit = limit
    loop.post { if self.isOpen { self.handler = gateway.accept(self) } }
  }

  // MARK: Input from the network

  func receive(_ bytes: [UInt8]) {
    loop.post {
      guard self.isOpen, let handler = self.handler else { return }
      bytes.withUnsafeBytes { handler.socketReceived(.binary($0)) }
    }
  }

  func lose() { finish(code: 1006) }

  func drained() {
    guard owesDrained else { return }
    owesDrained = false
    loop.post { if self.isOpen { self.handler?.socketDrained() } }
  }

  /// The server is no more: nothing is told to anyone.
  func close() {
    isOpen = false
    handler = nil
  }

  private func finish(code: UInt16) {
    loop.post {
      self.isOpen = false
      let handler = self.handler
      self.handler = nil
      handler?.socketClosed(code: code, reason: "")
    }
  }

  // MARK: Output of the session

  var queuedBytes: Int { connection?.toClient.bytes ?? 0 }

  func send(frame: SharedBytes) -> WriteResult {
    guard isOpen, let connection else { return .closed }
    owesDrained = true
    guard queuedBytes + frame.count <= limit else { return .overflow }
    connection.toClient.append(.packet(Self.payload(of: frame)))
    return .queued
  }

  func send(_ opcode: WebSocketOpcode, count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> WriteResult {
    send(frame: WebSocket.serverFrame(opcode: opcode, count: count, fill: fill))
  }

  private static func payload(of frame: SharedBytes) -> [UInt8] {
    WebSocket.withPayload(ofServerFrame: frame) { [UInt8]($0) }
  }

  func tellWhenDrained() {
    owesDrained = true
    if queuedBytes == 0 { drained() }
  }

  func pauseReading() { connection?.toServer.isPaused = true }

  func resumeReading() { connection?.toServer.isPaused = false }

  func close(code: UInt16, reason: String) {
    guard isOpen, let connection else { return }
    isOpen = false
    resumeReading()
    connection.toClient.append(.end)
    finish(code: code)
  }

  func closeDroppingQueue(last frame: SharedBytes, code: UInt16, reason: String) {
    guard isOpen, let connection else { return }
    // An item that has begun to go out cannot be dropped.
    connection.toClient.cut(keeping: 1)
    connection.toClient.append(.packet(Self.payload(of: frame)))
    close(code: code, reason: reason)
  }
}
