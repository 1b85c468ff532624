import MartletNet
import MartletWire

/// Receives the packets of clients, on their loop only.
protocol PacketReceiver: AnyObject, Sendable {
  /// The server has stored the message that was sent with this request id.
  func stored(_ client: BenchClient, id: UInt32)
  /// An entry was pushed.
  func arrived(_ client: BenchClient, _ entry: ScannedEntry)
  /// A read was answered with these Entries.
  func answered(_ client: BenchClient, _ entries: UnsafeRawBufferPointer)
  /// Nothing more can be measured.
  func failed(_ error: BenchError)
}

/// One connection of one user, which speaks packets and keeps nothing.
///
/// `@unchecked Sendable`: `index`, `user` and `loop` never change; all else is touched on the loop's thread only.
final class BenchClient: WebSocketHandler, @unchecked Sendable {
  /// Its place among the clients of the benchmark.
  let index: Int
  let user: UserID
  let loop: EventLoop

  /// Kept until the crowd is closed.
  var receiver: (any PacketReceiver)?
  /// Arrivals of the lanes that this client receives.
  var inbox = Inbox()
  private var socket: WebSocket?
  private var nextID: UInt32 = 1
  private var waiting: [UInt32: CheckedContinuation<Wire.ServerPacket.Body, any Error>] = [:]
  private var ending: String?
  /// The session is open: before, nothing but Hello may be sent.
  private var isWelcome = false
  /// Its end is no failure any more.
  private var mayEnd = false

  /// The id of read requests whose answers go to the receiver; only one is pending at a time.
  private static let readID: UInt32 = SendTemplate.firstID - 1

  init(index: Int, user: UserID, loop: EventLoop) {
    self.index = index
    self.user = user
    self.loop = loop
  }

  // MARK: - Opening and closing

  /// Connects and opens the session.
  func open(at server: BenchServer, token: String) async throws {
    do {
      _ = try await WebSocketClient.connect(
        to: server.endpoint, path: server.path, subprotocols: ["martlet.v1"], tls: server.tls,
        random: CheapRandom(state: UInt64(truncatingIfNeeded: index)), loop: loop, timeout: .seconds(30)
      ) { socket in
        self.socket = socket
        return self
      }
    } catch {
      throw BenchError(.connection, "cannot connect a client: \(error)")
    }
    let hello = Wire.Hello(
      versionMin: 1, versionMax: 1, token: token, device: Wire.Device(id: "bench", class: .tool, name: "benchmark"))
    guard case .welcome(let welcome) = try await request(.hello(hello)), welcome.user == user.text else {
      throw BenchError(.connection, "the server did not answer Hello with a Welcome to \(user)")
    }
  }

  /// From now on the connection's end is no failure.
  func expectEnd() { mayEnd = true }

  /// Ends the connection with a close frame, and waits for nothing.
  func close() {
    mayEnd = true
    socket?.close(code: WebSocketCloseCode.normal)
  }

  /// Ends the connection at once.
  func abort() {
    mayEnd = true
    socket?.abort()
  }

  // MARK: - Sending

  /// Sends a request and waits for its answer, from any thread.
  func request(_ request: Wire.ClientPacket.Request) async throws -> Wire.ServerPacket.Body {
    let answer: Wire.ServerPacket.Body = try await withCheckedThrowingContinuation { continuation in
      loop.post {
        if let ending = self.ending {
          return continuation.resume(throwing: BenchError(.connection, "the connection ended: \(ending)"))
        }
        let id = self.nextID
        self.nextID = id &+ 1 < Self.readID ? id &+ 1 : 1
        self.waiting[id] = continuation
        self.send(Wire.ClientPacket(id: id, request: request).encoded())
      }
    }
    if case .failure(let failure) = answer {
      throw BenchError(.refused, "the server refused a request: \(failure.name) \(failure.field)")
    }
    return answer
  }

  /// Asks for the newest messages of a conversation; the receiver is told the answer.
  func read(newest count: Int, of conversation: String) {
    send(
      Wire.ClientPacket(
        id: Self.readID,
        request: .fetchEntries(Wire.FetchEntries(conversation: conversation, limit: UInt32(clamping: count), newest: true))
      ).encoded())
  }

  /// Asks for messages of a conversation from a position on, as many as the server gives; the receiver is told the answer.
  func read(from position: UInt64, of conversation: String) {
    send(
      Wire.ClientPacket(
        id: Self.readID,
        request: .fetchEntries(Wire.FetchEntries(conversation: conversation, from: position, limit: UInt32.max))
      ).encoded())
  }

  /// Shows the server that the client is there, as it must be shown now and then.
  func ping() {
    guard isWelcome else { return }
    send(Wire.ClientPacket(id: SendTemplate.firstID - 2, request: .ping(Wire.Ping())).encoded())
  }

  private func send(_ bytes: [UInt8]) { bytes.withUnsafeBytes { send($0) } }

  func send(_ bytes: UnsafeRawBufferPointer) {
    guard let socket, socket.send(binary: bytes) != .queued, !mayEnd else { return }
    receiver?.failed(BenchError(.connection, "the server does not read the requests sent to it"))
  }

  // MARK: - The socket

  func socketReceived(_ message: WebSocketMessage) {
    guard case .binary(let bytes) = message else { return }
    switch ScannedPacket(bytes) {
    case .appended(let id) where id >= SendTemplate.firstID: receiver?.stored(self, id: id)
    case .push(let body):
      let isWhole = ScannedEntry.each(in: body, field: ScannedEntry.ofPush) { receiver?.arrived(self, $0) }
      if !isWhole { receiver?.failed(BenchError(.connection, "malformed push")) }
    case .entries(Self.readID, let body): receiver?.answered(self, body)
    case .appended(let id), .entries(let id, _), .other(let id): take(bytes, id: id)
    case .malformed: receiver?.failed(BenchError(.connection, "malformed packet"))
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer, id: UInt32) {
    guard let packet = try? Wire.ServerPacket(decoding: bytes, limits: DecodingLimits(bytes: bytes.count)), let body = packet.body
    else {
      receiver?.failed(BenchError(.connection, "malformed packet"))
      return
    }
    if case .welcome = body { isWelcome = true }
    if let continuation = waiting.removeValue(forKey: id) { return continuation.resume(returning: body) }
    switch body {
    case .failure(let failure):
      receiver?.failed(BenchError(.refused, "the server refused a message: \(failure.name) \(failure.message)"))
    case .closing(let closing): ending = closing.failure?.name
    default: break
    }
  }

  func socketDrained() {}

  func socketClosed(code: UInt16, reason: String) {
    let why = ending ?? "code \(code) \(reason)"
    ending = why
    socket = nil
    let waiting = self.waiting
    self.waiting = [:]
    for continuation in waiting.values {
      continuation.resume(throwing: BenchError(.connection, "the connection ended: \(why)"))
    }
    if !mayEnd { receiver?.failed(BenchError(.connection, "the connection of \(user) ended: \(why)")) }
  }
}

/// Fast randomness for uses that need not be unpredictable: a client's masks on its own machine.
struct CheapRandom: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

/// The messages that one client gets of its lanes.
struct Inbox {
  /// Nearly every client receives one lane, which needs no table.
  private var only: (lane: UInt32, checker: DeliveryChecker)?
  private var others: [UInt32: DeliveryChecker] = [:]

  /// Expects the messages of a lane.
  mutating func expect(_ lane: UInt32) {
    if only == nil { only = (lane, DeliveryChecker()) } else { others[lane] = DeliveryChecker() }
  }

  /// Takes in an arrival; nil if the lane is not expected, else whether it is the first of its number.
  mutating func receive(_ mark: MessageMark, at position: UInt64) -> Bool? {
    if only?.lane == mark.lane { return only?.checker.receive(mark.number, at: position) }
    return others[mark.lane]?.receive(mark.number, at: position)
  }

  func tally(of lane: UInt32, sent: UInt64) -> Tally {
    let checker = only?.lane == lane ? only?.checker : others[lane]
    return checker?.tally(sent: sent) ?? Tally()
  }
}
