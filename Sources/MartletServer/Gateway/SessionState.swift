import MartletStore
import MartletWire

/// Decides without I/O what a session does with each packet: packets in, actions out.
struct SessionState {
  /// The phase of a session.
  enum Phase: Equatable {
    /// Hello has not come.
    case greeting
    /// The token is being checked; packets wait.
    case checking
    case open
    case ended
  }

  /// An action for the session.
  enum Action {
    case check(Wire.Hello, id: UInt32)
    case serve(Wire.ClientPacket.Request, id: UInt32, user: UserKey)
    case reply(Wire.ServerPacket.Body, id: UInt32)
    /// Says why, and closes.
    case end(Wire.Failure)
  }

  /// The protocol version this server speaks.
  static let version: UInt32 = 1

  private(set) var phase = Phase.greeting
  /// The user named by the token; set before the token is checked against the store.
  var user: UserKey?
  /// The requests that are not answered, each with the bytes that it came in.
  private var inFlight: [UInt32: Int] = [:]
  private var waiting: [Wire.ClientPacket] = []
  /// The bytes of the packets that wait for the token's check.
  private(set) var waitingBytes = 0
  /// The client's error while its token is checked; reported after the answer to Hello.
  private var fault: Shared<Wire.Failure>?
  private let requestLimit: Int

  init(requestLimit: Int) { self.requestLimit = requestLimit }

  /// Takes a packet that came in so many bytes.
  mutating func receive(_ packet: Wire.ClientPacket, bytes: Int = 0) -> Action? {
    switch phase {
    case .ended: return nil
    case .greeting: return greet(packet)
    case .checking:
      guard fault == nil else { return nil }
      guard packet.id != 0, inFlight[packet.id] == nil else { return breach(Wire.Failure(.requestIdInvalid)) }
      if case .hello? = packet.request { return breach(Wire.Failure(.helloExpected)) }
      guard inFlight.count < requestLimit else {
        return breach(Wire.Failure(.tooManyRequestsInFlight, limit: UInt64(clamping: requestLimit)))
      }
      inFlight[packet.id] = bytes
      waiting.append(packet)
      waitingBytes &+= bytes
      return nil
    case .open:
      guard packet.id != 0, inFlight[packet.id] == nil else { return end(.requestIdInvalid) }
      guard inFlight.count < requestLimit else {
        return .reply(
          .failure(Wire.Failure(.tooManyRequestsInFlight, limit: UInt64(clamping: requestLimit), retryAfterMs: 1000)),
          id: packet.id)
      }
      inFlight[packet.id] = bytes
      return serve(packet)
    }
  }

  /// The client broke the protocol: ends the session, but not before Hello was answered.
  mutating func breach(_ failure: Wire.Failure) -> Action? {
    switch phase {
    case .ended: return nil
    case .greeting, .open: return .end(failure)
    case .checking:
      if fault == nil { fault = Shared(failure) }
      return nil
    }
  }

  /// Whether nothing that the client still sends is looked at.
  var isBreached: Bool { fault != nil }

  /// The token is valid: the actions for packets that arrived meanwhile, in order, after Welcome.
  mutating func open(_ user: UserKey) -> [Action] {
    guard phase == .checking else { return [] }
    (phase, self.user) = (.open, user)
    defer {
      waiting = []
      waitingBytes = 0
    }
    var actions: [Action] = []
    for packet in waiting {
      guard let action = serve(packet) else { continue }
      actions.append(action)
      if case .end = action { return actions }
    }
    if let fault { actions.append(.end(fault.value)) }
    return actions
  }

  /// Notes that a request was answered, and tells whether the answer is still wanted.
  mutating func answered(_ id: UInt32) -> Bool {
    guard phase != .ended, inFlight.removeValue(forKey: id) != nil else { return false }
    // An idle session keeps no memory for requests.
    if inFlight.isEmpty { inFlight = [:] }
    return true
  }

  /// The size of the packet of a request; 0 if no request with this id is unanswered.
  func bytes(of id: UInt32) -> Int { inFlight[id] ?? 0 }

  /// Ends the session; returns whether it was open.
  @discardableResult
  mutating func end() -> Bool {
    defer {
      phase = .ended
      waiting = []
      waitingBytes = 0
      inFlight = [:]
    }
    return phase == .open
  }

  private mutating func greet(_ packet: Wire.ClientPacket) -> Action {
    guard packet.id != 0 else { return end(.requestIdInvalid) }
    guard case .hello(let hello)? = packet.request else { return end(.helloExpected) }
    guard hello.versionMin <= Self.version, hello.versionMax >= Self.version else { return end(.versionUnsupported) }
    guard let device = hello.device, AppID(device.id) != nil else { return end(.fieldInvalid, field: "device.id") }
    guard device.name.utf8.count <= Limits.idBytes else {
      return end(.fieldInvalid, field: "device.name", limit: Limits.idBytes)
    }
    phase = .checking
    inFlight[packet.id] = 0
    return .check(hello, id: packet.id)
  }

  private mutating func serve(_ packet: Wire.ClientPacket) -> Action? {
    switch packet.request {
    case .hello?: return end(.helloExpected)
    case nil:
      // A request of a newer schema: its field is unknown here.
      inFlight[packet.id] = nil
      return .reply(.failure(Wire.Failure(.unknownRequest)), id: packet.id)
    case let request?: return user.map { .serve(request, id: packet.id, user: $0) }
    }
  }

  private mutating func end(_ code: ErrorCode, field: String = "", limit: Int = 0) -> Action {
    .end(Wire.Failure(code, field: field, limit: UInt64(clamping: limit)))
  }
}
