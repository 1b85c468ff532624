import ClientModels
import MartletNet
import MartletTesting
import MartletWire
import Synchronization

@testable import Martlet
@testable import MartletCore

/// A model server that clients reach without sockets: packets go from thread to thread.
///
/// A client's token is its user's name.
final class MemoryNetwork: Sendable {
  fileprivate struct State {
    var server = ModelServer()
    var sessions: [ObjectIdentifier: Session] = [:]
    /// Nobody can connect, and nobody is connected.
    var isDown = false
    /// Requests are taken, and nothing is answered.
    var isMute = false
    /// True to hold pushes back.
    var holdsPushes = false
    var refusal: Wire.Failure?
    /// The threads of the clients.
    var loops: [EventLoop] = []
    /// Tokens that apps were asked for and have not given.
    var tokens = 0
    var hellos = 0
    var pings = 0
    /// Parts of packets arrive all the time.
    var trickles = false
  }

  fileprivate struct Session {
    let socket: MemorySocket
    var user: UserID?
  }

  fileprivate let state = Mutex(State())
  let time = ManualTime()

  /// A client of this server; a user's name is its token.
  func client(
    _ user: String, directory: String? = nil, eventBuffer: Int = 1_024, token: (@Sendable () async throws -> String)? = nil,
    intercept: (@Sendable (OutgoingMessage) async throws -> OutgoingMessage?)? = nil,
    shows: (@Sendable (Message) -> Bool)? = nil, hidesReceipts: Bool = false, receiptKinds: Set<ConversationID.Kind>? = nil,
    recallEditWindow: Duration = .seconds(300), monitor: (any ConditionMonitor)? = nil, suspendsInBackground: Bool = false,
    vfs: String? = nil, configure change: (inout MartletClient.Configuration) -> Void = { _ in }
  ) throws -> MartletClient {
    var configuration = MartletClient.Configuration(
      server: "ws://memory", directory: directory, device: .init(class: .tool), token: token ?? { user })
    configuration.eventBuffer = eventBuffer
    (configuration.sendInterceptor, configuration.receiveInterceptor) = (intercept, shows)
    (configuration.hidesReceipts, configuration.receiptKinds) = (hidesReceipts, receiptKinds)
    configuration.recallEditWindow = recallEditWindow
    (configuration.monitor, configuration.suspendsInBackground) = (monitor, suspendsInBackground)
    change(&configuration)
    return try MartletClient(
      configuration: configuration, transport: MemoryTransport(network: self), random: SystemRandomNumberGenerator(), vfs: vfs)
  }

  /// Reads or changes the server, and delivers its pushes.
  @discardableResult
  func server<Value>(_ body: (inout ModelServer) -> Value) -> Value {
    state.withLock { state in
      let value = body(&state.server)
      Self.deliver(&state)
      return value
    }
  }

  /// Sends a message as a user who has no client.
  func say(_ text: String, as user: String, to conversation: String) {
    server { server in
      var random = SystemRandomNumberGenerator()
      let id = ClientID(milliseconds: 0, random: &random).text
      let send = Wire.Send(conversation: conversation, clientId: id, type: "text", content: MessageContent.text(text).json)
      _ = server.answer(.send(send), of: UserID.of(user))
    }
  }

  /// Cuts every connection; until `comeBack` nobody can connect.
  func goDown() {
    let sockets = state.withLock { state in
      state.isDown = true
      defer { state.sessions = [:] }
      return state.sessions.values.map(\.socket)
    }
    for socket in sockets { socket.drop() }
  }

  func comeBack() { state.withLock { $0.isDown = false } }

  func mute(_ isMute: Bool) { state.withLock { $0.isMute = isMute } }

  /// Holds the server's pushes back until they are released; answers are unaffected.
  func holdPushes(_ holds: Bool) {
    state.withLock { state in
      state.holdsPushes = holds
      Self.deliver(&state)
    }
  }

  /// Refuses clients that connect from now on.
  func refuse(with failure: Wire.Failure?) { state.withLock { $0.refusal = failure } }

  var hellos: Int { state.withLock { $0.hellos } }

  /// How often clients asked for a sign of life, be it answered or not.
  var pings: Int { state.withLock { $0.pings } }

  /// Lets parts of packets arrive all the time, and no packet because of that.
  func trickle(_ trickles: Bool) { state.withLock { $0.trickles = trickles } }

  /// Whether an app was asked for a token that the client does not have yet.
  var isObtaining: Bool { state.withLock { $0.tokens > 0 } }

  /// Returns when every client has had a turn.
  func takeTurns() async {
    for loop in state.withLock({ $0.loops }) { await loop.run {} }
  }

  fileprivate var lastReceived: UInt64? { state.withLock { $0.trickles ? time.monotonicNanoseconds : nil } }

  // MARK: Sockets

  fileprivate func opened(_ socket: MemorySocket) -> Bool {
    state.withLock { state in
      guard !state.isDown else { return false }
      state.sessions[ObjectIdentifier(socket)] = Session(socket: socket)
      return true
    }
  }

  fileprivate func closed(_ socket: MemorySocket) {
    _ = state.withLock { $0.sessions.removeValue(forKey: ObjectIdentifier(socket)) }
  }

  fileprivate func received(_ bytes: [UInt8], from socket: MemorySocket) {
    guard let packet = try? Wire.ClientPacket(decoding: bytes), let request = packet.request else { return }
    state.withLock { state in
      if case .ping = request { state.pings += 1 }
      guard var session = state.sessions[ObjectIdentifier(socket)], !state.isMute else { return }
      if case .hello(let hello) = request {
        state.hellos += 1
        if let refusal = state.refusal {
          return socket.push(.closing(Wire.Closing(failure: refusal, reconnect: false)))
        }
        guard let user = UserID(hello.token) else {
          return socket.push(.closing(Wire.Closing(failure: Wire.Failure(.tokenMalformed), reconnect: false)))
        }
        session.user = user
        state.sessions[ObjectIdentifier(socket)] = session
        state.server.presenceWatches[user] = nil
        return socket.push(.welcome(state.server.welcome(user)), id: packet.id)
      }
      guard let user = session.user else { return }
      socket.push(state.server.answer(request, of: user), id: packet.id)
      Self.deliver(&state)
    }
  }

  private static func deliver(_ state: inout State) {
    guard !state.holdsPushes else { return }
    for delivery in state.server.takeDeliveries() {
      for session in state.sessions.values where session.user == delivery.user { session.socket.push(delivery.body) }
    }
  }
}

/// A loop as a client's thread, with a model server at the other end of its sockets.
private final class MemoryTransport: TransportOnLoop {
  private let network: MemoryNetwork
  let loop: EventLoop

  init(network: MemoryNetwork) throws {
    self.network = network
    let loop = try EventLoop(name: "memory", time: network.time)
    self.loop = loop
    network.state.withLock { $0.loops.append(loop) }
  }

  func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    network.state.withLock { $0.tokens += 1 }
    return Task { [network] in
      await body()
      network.state.withLock { $0.tokens -= 1 }
    }
  }

  /// No token is on its way because of this.
  func follow(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> { Task { await body() } }

  func atEndOfTurn(_ action: @escaping @Sendable () -> Void) { loop.post { self.loop.atEndOfTurn(action) } }

  func dial(_ address: ServerAddress, handler: any TransportHandler) -> any TransportSocket {
    let socket = MemorySocket(loop: loop, network: network, handler: handler)
    socket.open()
    return socket
  }

  func stop() {
    network.state.withLock { state in state.loops.removeAll { $0 === loop } }
    Task { [loop] in await loop.stop() }
  }
}

private final class MemorySocket: TransportSocket {
  private let loop: EventLoop
  private let network: MemoryNetwork
  private let handler: Mutex<(any TransportHandler)?>

  init(loop: EventLoop, network: MemoryNetwork, handler: any TransportHandler) {
    self.loop = loop
    self.network = network
    self.handler = Mutex(handler)
  }

  private var listener: (any TransportHandler)? { handler.withLock { $0 } }

  func open() {
    loop.post {
      if self.network.opened(self) { self.listener?.opened() } else { self.drop() }
    }
  }

  func push(_ body: Wire.ServerPacket.Body, id: UInt32 = 0) {
    let bytes = Wire.ServerPacket(id: id, body: body).encoded()
    loop.post { bytes.withUnsafeBytes { self.listener?.received($0) } }
  }

  func drop() {
    loop.post {
      let listener = self.handler.withLock { handler in
        defer { handler = nil }
        return handler
      }
      listener?.closed(MartletError(.unreachable, "the test's network is down"))
    }
  }

  func send(_ packet: [UInt8]) -> Bool {
    guard listener != nil else { return false }
    network.received(packet, from: self)
    return true
  }

  var lastReceived: UInt64? { network.lastReceived }

  func close() {
    handler.withLock { $0 = nil }
    network.closed(self)
  }
}
