import MartletNet
import MartletServer
import MartletWire

/// A client that only sends and receives packets, in the order of its calls.
package actor WireClient: WebSocketHandler {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Everything pushed so far.
  package private(set) var pushes: [Wire.Push] = []
  /// Answers to packets that were posted.
  package private(set) var unawaited: [Wire.ServerPacket.Body] = []
  /// Why the server said it closes, once it did.
  package private(set) var closing: Wire.Closing?
  /// The close code, once the socket is closed.
  package private(set) var closeCode: UInt16?

  /// A packet or event that a client received.
  package enum Heard: Sendable {
    case packet(Wire.ServerPacket.Body)
    /// The connection is over.
    case closed
  }

  /// Receives all events on the loop, before any waiting caller.
  private var listener: (@Sendable (Heard) -> Void)?
  /// True to keep pushes in `pushes`.
  private var keepsPushes = true
  private var socket: WebSocket?
  private var nextID: UInt32 = 1
  private var answers: [UInt32: CheckedContinuation<Wire.ServerPacket.Body, any Error>] = [:]
  private var watchers: [(isMet: (isolated WireClient) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  package init(loop: EventLoop) { self.loop = loop }

  /// Passes all events to `listener`, and keeps none.
  package func listen(_ listener: @escaping @Sendable (Heard) -> Void) {
    self.listener = listener
    keepsPushes = false
  }

  /// Opens the socket; says nothing yet.
  package func connect(
    host: String, port: UInt16, path: String = Gateway.path, subprotocol: String = Gateway.binaryProtocol
  ) async throws {
    var options = WebSocketOptions()
    // As much as the client library takes.
    options.limits = WebSocketLimits(message: 8 << 20, frame: 8 << 20)
    options.writeQueueLimit = 32 << 20
    socket = try await WebSocketClient.connect(
      host: host, port: port, path: path, subprotocols: [subprotocol], options: options, loop: loop,
      handler: { _ in self })
  }

  /// Opens the session.
  package func hello(
    token: String, device: String = "device", class deviceClass: Wire.DeviceClass = .tool
  ) async throws -> Wire.ServerPacket.Body {
    try await request(
      .hello(Wire.Hello(versionMin: 1, versionMax: 1, token: token, device: Wire.Device(id: device, class: deviceClass))))
  }

  /// Sends a request and waits for its answer; throws when the connection ends first.
  package func request(_ request: Wire.ClientPacket.Request) async throws -> Wire.ServerPacket.Body {
    let id = nextID
    nextID += 1
    return try await withCheckedThrowingContinuation { continuation in
      guard closeCode == nil, let socket else { return continuation.resume(throwing: NetError(.closed, "not connected")) }
      answers[id] = continuation
      send(Wire.ClientPacket(id: id, request: request), on: socket)
    }
  }

  /// Sends packets without waiting for their answers.
  package func post(_ packets: [Wire.ClientPacket]) {
    guard let socket else { return }
    for packet in packets { send(packet, on: socket) }
  }

  private func send(_ packet: Wire.ClientPacket, on socket: WebSocket) {
    _ =
      socket.subprotocol == Gateway.jsonProtocol
      ? socket.send(text: SharedBytes(packet.json())) : socket.send(binary: SharedBytes(packet.encoded()))
  }

  /// Sends bytes as they are, in a binary frame.
  package func send(raw bytes: [UInt8]) { _ = socket?.send(binary: SharedBytes(bytes)) }

  /// Sends text as it is, in a text frame.
  package func send(text: String) { _ = socket?.send(text: text) }

  /// Waits until `isMet` holds; it is asked again after everything that arrives.
  package func until(_ isMet: @escaping @Sendable (isolated WireClient) -> Bool) async {
    await withCheckedContinuation { continuation in
      if isMet(self) { continuation.resume() } else { watchers.append((isMet, continuation)) }
    }
  }

  /// Every entry pushed of a conversation, in the order of arrival.
  package func entries(of conversation: String) -> [Wire.Entry] {
    pushes.flatMap(\.entries).filter { $0.conversation == conversation }
  }

  /// Cuts the connection without a word.
  package func abort() { socket?.abort() }

  /// Closes the connection politely.
  package func close() { socket?.close(code: WebSocketCloseCode.normal, reason: "") }

  /// Stops or goes on reading from the socket.
  package func setReading(_ reads: Bool) { reads ? socket?.resumeReading() : socket?.pauseReading() }

  // MARK: - The socket

  package nonisolated func socketReceived(_ message: WebSocketMessage) {
    let packet: Wire.ServerPacket? =
      switch message {
      case .binary(let bytes): try? Wire.ServerPacket(decoding: bytes)
      case .text(let bytes): try? Wire.ServerPacket(json: bytes)
      }
    guard let packet, let body = packet.body else { return }
    assumeIsolated { $0.take(body, id: packet.id) }
  }

  package nonisolated func socketDrained() {}

  package nonisolated func socketClosed(code: UInt16, reason: String) {
    assumeIsolated { client in
      client.closeCode = code
      let open = client.answers
      client.answers = [:]
      client.listener?(.closed)
      for continuation in open.values { continuation.resume(throwing: NetError(.closed, "closed with \(code) \(reason)")) }
      client.wake()
    }
  }

  private func take(_ body: Wire.ServerPacket.Body, id: UInt32) {
    listener?(.packet(body))
    switch body {
    case .push(let push): if keepsPushes { pushes.append(push) }
    case .closing(let reason): closing = reason
    default: if let asked = answers.removeValue(forKey: id) { asked.resume(returning: body) } else { unawaited.append(body) }
    }
    wake()
  }

  private func wake() {
    var waiting: [(isMet: (isolated WireClient) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    for watcher in watchers {
      if watcher.isMet(self) { watcher.continuation.resume() } else { waiting.append(watcher) }
    }
    watchers = waiting
  }
}
