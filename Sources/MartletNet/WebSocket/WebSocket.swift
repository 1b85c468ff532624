/// A message; the bytes are valid during the call that delivers it.
package enum WebSocketMessage {
  /// Valid UTF-8.
  case text(UnsafeRawBufferPointer)
  case binary(UnsafeRawBufferPointer)

  /// Its number of bytes.
  package var count: Int {
    switch self {
    case .text(let bytes), .binary(let bytes): bytes.count
    }
  }
}

/// Receives the events of a WebSocket, on its loop only, so that an actor of that loop can enter itself with `assumeIsolated`.
package protocol WebSocketHandler: AnyObject, Sendable {
  /// A whole message arrived, in order.
  func socketReceived(_ message: WebSocketMessage)

  /// The queue is empty again after a send was refused as `.overflow` or the peer was slow.
  func socketDrained()

  /// The peer broke a rule of WebSocket; nothing more from it is read.
  ///
  /// - Parameters:
  ///   - code: 1002 for a malformed frame, 1007 for text that is not UTF-8, 1009 for a message that is too large.
  ///   - reason: The rule.
  /// - Returns: True if the handler closes the socket by `close(code:reason:)`, now or later; messages sent before that go out
  ///   first. False (the default) closes it with this code.
  func socketBroken(code: UInt16, reason: String) -> Bool

  /// The socket is closed.
  ///
  /// Called exactly once, as the last call.
  ///
  /// - Parameters:
  ///   - code: The peer's code; 1005 if it gave none; 1006 if the connection ended without a close frame; the code sent to the
  ///     peer if it broke a rule.
  ///   - reason: The peer's reason, or the rule it broke; may be empty.
  func socketClosed(code: UInt16, reason: String)
}

extension WebSocketHandler {
  package func socketBroken(code: UInt16, reason: String) -> Bool { false }
}

/// Options of a WebSocket.
package struct WebSocketOptions: Sendable {
  package var limits = WebSocketLimits()
  /// The time that `close(code:reason:)` waits for the peer's close frame; default 5 s.
  package var closeTimeout = Duration.seconds(5)
  /// For a client: maximum number of bytes waiting for the network, which one message may use up; at least 1 MiB.
  ///
  /// A server uses the limit of its streams.
  package var writeQueueLimit = 0
  /// The socket is closed (1001) when nothing came from the peer for so long; default: never.
  package var idleTimeout: Duration?

  package init() {}
}

/// A WebSocket, either end.
///
/// `@unchecked Sendable`: `loop`, `subprotocol` and `remoteAddress` never change; all else is touched on the loop's
/// thread only.
package final class WebSocket: @unchecked Sendable {
  /// The negotiated subprotocol, if any.
  package let subprotocol: String?
  private let stream: ByteStream
  private let options: SharedOptions<WebSocketOptions>
  /// The masking keys of a client; nil for a server.
  private var keys: WebSocketKeys?

  private var handler: (any WebSocketHandler)?
  /// Only `receive` touches it, because the handler may call anything of this object meanwhile.
  private var decoder: WebSocketDecoder
  private var phase = Phase.open
  private var ending: (code: UInt16, reason: String)?
  /// The peer broke a rule, so its close frame will not be read.
  private var isBroken = false
  private var closeTimer: LoopTimer?
  private var idleTimer: LoopTimer?
  /// The time of the last received bytes, in the nanoseconds of the loop's time source.
  package private(set) var lastReceived: UInt64

  /// The newest ping that is not answered.
  private var latePing: [UInt8]?
  /// About the size of the answers to the pings read in one turn of the loop.
  private static let muchQueued = 64 << 10

  private enum Phase: UInt8 {
    case open
    /// Our close frame is sent, the peer's has not come.
    case closing
    /// Nothing more is sent or read.
    case ended
  }

  init(stream: ByteStream, subprotocol: String?, options: SharedOptions<WebSocketOptions>, keys: WebSocketKeys?) {
    self.stream = stream
    self.subprotocol = subprotocol
    self.options = options
    self.keys = keys
    decoder = WebSocketDecoder(expectsMask: keys == nil, limits: options.value.limits)
    lastReceived = stream.loop.now
  }

  /// Takes over the stream after the handshake.
  func begin(_ handler: any WebSocketHandler) {
    self.handler = handler
    stream.handOver(to: self)
    watchIdleness()
  }

  package var loop: EventLoop { stream.loop }
  package var remoteAddress: SocketAddress { stream.remoteAddress }
  /// The number of bytes waiting for the kernel.
  package var queuedBytes: Int { stream.queuedBytes }

  // MARK: Sending

  package func send(text: String) -> WriteResult {
    var text = text
    return text.withUTF8 { send(.text, UnsafeRawBufferPointer($0)) }
  }

  /// Sends text, which must be UTF-8.
  package func send(text: SharedBytes) -> WriteResult { text.withUnsafeBytes { send(.text, $0) } }

  package func send(binary: SharedBytes) -> WriteResult { binary.withUnsafeBytes { send(.binary, $0) } }

  package func send(binary: [UInt8]) -> WriteResult { binary.withUnsafeBytes { send(.binary, $0) } }

  package func send(binary: UnsafeRawBufferPointer) -> WriteResult { send(.binary, binary) }

  /// Sends a frame made with `serverFrame`; a client, which must mask, cannot.
  package func send(frame: SharedBytes) -> WriteResult {
    guard phase == .open, keys == nil else { return .closed }
    return stream.write(frame)
  }

  /// Sends a message of `count` bytes to this socket alone; `fill` writes all of it in place.
  ///
  /// For servers only, because a client has to mask its messages.
  package func send(_ opcode: WebSocketOpcode, count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) -> WriteResult {
    guard phase == .open, keys == nil else { return .closed }
    let size = WebSocketFrame.size(count, isMasked: false)
    guard size <= WriteQueue.gathered / 2 else { return stream.write(Self.serverFrame(opcode: opcode, count: count, fill: fill)) }
    return stream.write(count: size) { WebSocketFrame.write(opcode, count: count, mask: nil, into: $0, fill: fill) }
  }

  /// A whole frame as servers send it, encoded once for any number of sockets.
  ///
  /// - Parameters:
  ///   - opcode: `.text` with UTF-8, or `.binary`.
  ///   - payload: The message.
  /// - Returns: Header and payload, for `send(frame:)`.
  package static func serverFrame(opcode: WebSocketOpcode, payload: UnsafeRawBufferPointer) -> SharedBytes {
    WebSocketFrame.encode(opcode, payload, mask: nil)
  }

  /// A whole frame as servers send it, whose payload of `count` bytes `fill` writes in place, all of it.
  package static func serverFrame(
    opcode: WebSocketOpcode, count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) -> SharedBytes {
    WebSocketFrame.encode(opcode, count: count, mask: nil, fill: fill)
  }

  /// Calls `body` with the payload of a frame made with `serverFrame`.
  package static func withPayload<Result>(
    ofServerFrame frame: SharedBytes, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try frame.withUnsafeBytes { try body(WebSocketFrame.payload(of: $0)) }
  }

  package static func serverFrame(opcode: WebSocketOpcode, payload: [UInt8]) -> SharedBytes {
    payload.withUnsafeBytes { serverFrame(opcode: opcode, payload: $0) }
  }

  /// Asks the peer for a sign of life; `lastReceived` shows it.
  package func ping() { _ = send(.ping, UnsafeRawBufferPointer(start: nil, count: 0)) }

  private func send(_ opcode: WebSocketOpcode, _ payload: UnsafeRawBufferPointer) -> WriteResult {
    guard phase == .open else { return .closed }
    return stream.write(WebSocketFrame.encode(opcode, payload, mask: keys?.next()))
  }

  // MARK: Reading

  /// Calls the handler's `socketDrained` when the queue is empty: at the end of this turn, if it is empty then.
  package func tellWhenDrained() { stream.tellWhenDrained() }

  /// Leaves the peer's bytes in the kernel; messages already read are still delivered.
  package func pauseReading() { stream.pauseReading() }

  package func resumeReading() { stream.resumeReading() }

  private func receive(_ event: WebSocketDecoder.Event) -> Bool {
    switch event {
    case .message(let message): if phase == .open { handler?.socketReceived(message) }
    case .ping(let payload): answerPing(payload)
    case .pong: break
    case .close(let code, let reason):
      ending = (code, reason)
      // The peer does not want the bytes that it has not taken so far.
      if phase == .open { stream.dropUntaken() }
      sendClose(code == WebSocketCloseCode.none ? [] : WebSocketFrame.closePayload(code: code, reason: ""))
      finish()
    case .failure(let code, let reason):
      ending = (code, reason)
      isBroken = true
      if phase == .open, handler?.socketBroken(code: code, reason: reason) == true { break }
      sendClose(WebSocketFrame.closePayload(code: code, reason: reason))
      finish()
    }
    return phase != .ended
  }

  /// A peer that pings and does not read must not fill the queue with answers.
  ///
  /// If much is queued, only the newest ping is answered, once there is less.
  private func answerPing(_ payload: UnsafeRawBufferPointer) {
    guard stream.queuedBytes > Self.muchQueued else {
      latePing = nil
      _ = send(.pong, payload)
      return
    }
    let isFirst = latePing == nil
    latePing = Array(payload)
    // Bytes that only wait for the turn's end do not show that the peer is slow.
    if isFirst { loop.inNextTurn { [weak self] in self?.answerLatePing() } }
  }

  private func answerLatePing() {
    guard let payload = latePing else { return }
    guard stream.queuedBytes <= Self.muchQueued else { return stream.tellWhenDrained() }
    latePing = nil
    _ = payload.withUnsafeBytes { send(.pong, $0) }
  }

  // MARK: Closing

  /// Begins the close handshake; no more messages are sent or delivered.
  ///
  /// Ends when the peer has answered and closed, or after the timeout of the options.
  ///
  /// - Parameters:
  ///   - code: One that may be sent; any other is sent as 1000.
  ///   - reason: Cut to 123 bytes.
  package func close(code: UInt16, reason: String = "") {
    guard phase == .open else { return }
    sendClose(
      WebSocketFrame.closePayload(
        code: WebSocketCloseCode.mayBeSent(code) ? code : WebSocketCloseCode.normal, reason: reason))
    if isBroken { return finish() }
    phase = .closing
    stream.resumeReading()
    closeTimer = loop.schedule(after: options.value.closeTimeout) { [weak self] in self?.abort() }
  }

  /// Closes a socket whose peer does not read: forgets the messages that have not begun to go out, says a last one, and
  /// begins the close handshake.
  ///
  /// - Parameters:
  ///   - frame: The last message, made with `serverFrame`.
  ///   - code: See `close(code:reason:)`.
  ///   - reason: See there.
  package func closeDroppingQueue(last frame: SharedBytes, code: UInt16, reason: String) {
    guard phase == .open else { return }
    stream.dropQueued()
    _ = stream.write(frame, passesLimit: true)
    close(code: code, reason: reason)
  }

  /// Closes at once, without a handshake, and drops queued bytes.
  package func abort() {
    phase = .ended
    stream.abort()
  }

  /// Sends the close frame, unless one was sent.
  ///
  /// It may pass the queue's limit, since there is only one.
  private func sendClose(_ payload: [UInt8]) {
    guard phase == .open else { return }
    let frame = payload.withUnsafeBytes { WebSocketFrame.encode(.close, $0, mask: keys?.next()) }
    _ = stream.write(frame, passesLimit: true)
  }

  private func finish() {
    phase = .ended
    closeTimer?.cancel()
    closeTimer = nil
    stream.shutdown()
  }

  /// One timer for the socket's life.
  ///
  /// It is restarted with the remaining time, instead of being moved by every message.
  private func watchIdleness() {
    guard let limit = options.value.idleTimeout, phase == .open else { return }
    let idle = loop.now &- lastReceived
    guard idle < limit.nanoseconds else {
      return close(code: WebSocketCloseCode.goingAway, reason: "idle")
    }
    idleTimer = loop.schedule(after: limit - .nanoseconds(Int64(idle))) { [weak self] in self?.watchIdleness() }
  }
}

extension WebSocket: ByteStreamHandler {
  package func streamReceived(_ bytes: UnsafeRawBufferPointer) {
    lastReceived = loop.now
    decoder.receive(bytes) { receive($0) }
  }

  package func streamDrained() {
    answerLatePing()
    handler?.socketDrained()
  }

  /// A WebSocket has no half: a peer that ends its side without a close frame is gone.
  package func streamEnded() { stream.shutdown() }

  package func streamClosed(_ error: NetError?) {
    phase = .ended
    closeTimer?.cancel()
    idleTimer?.cancel()
    (closeTimer, idleTimer) = (nil, nil)
    let handler = self.handler
    self.handler = nil
    let ending = self.ending ?? (WebSocketCloseCode.abnormal, error.map { "\($0.code)" } ?? "")
    handler?.socketClosed(code: ending.code, reason: ending.reason)
  }
}

/// The keys a client masks its frames with: unpredictable, drawn from the system a few at a time.
struct WebSocketKeys {
  private var drawn: [UInt32] = []
  private var random: any RandomNumberGenerator & Sendable

  init(random: any RandomNumberGenerator & Sendable) { self.random = random }

  mutating func next() -> UInt32 {
    if let key = drawn.popLast() { return key }
    for _ in 0..<8 {
      let word = random.next()
      drawn.append(UInt32(truncatingIfNeeded: word))
      drawn.append(UInt32(truncatingIfNeeded: word >> 32))
    }
    return drawn.popLast() ?? 0
  }
}
