// Where the network is MartletNet's.
#if os(Linux) && !MARTLET_SYSTEM_TRANSPORT
  import MartletNet
  import MartletWire

  /// A transport whose thread is an event loop.
  package protocol TransportOnLoop: Transport {
    var loop: EventLoop { get }
  }

  extension TransportOnLoop {
    package var executor: any SerialExecutor { loop }
    package var time: any TimeSource { loop.time }

    package func atEndOfTurn(_ action: @escaping @Sendable () -> Void) {
      if loop.isCurrent { loop.atEndOfTurn(action) } else { loop.post(action) }
    }

    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any TransportTimer {
      loop.schedule(after: delay, action)
    }
  }

  /// A thread of its own with a libuv loop.
  package final class LoopTransport: TransportOnLoop {
    package let loop: EventLoop
    /// A file of PEM certificates to trust; nil trusts the system's.
    private let trustedCertificates: String?

    init(_ configuration: MartletClient.Configuration) throws(MartletError) {
      trustedCertificates = configuration.trustedCertificates
      do {
        loop = try EventLoop(name: "martlet-client")
      } catch {
        throw MartletError(.systemExhausted, (error as? NetError)?.message ?? "\(error)")
      }
    }

    /// A transport on a given loop, which ends with it.
    package init(loop: EventLoop) {
      self.loop = loop
      trustedCertificates = nil
    }

    deinit { stop() }

    package func dial(_ address: ServerAddress, handler: any TransportHandler) -> any TransportSocket {
      LoopSocket(address, trustedCertificates: trustedCertificates, loop: loop, handler: handler)
    }

    package func exchange(
      _ request: TransportRequest, with address: ServerAddress
    ) async throws(MartletError) -> TransportResponse {
      do {
        let tls = address.isSecure ? try TLSClientConfiguration(trust: trustedCertificates.map { .file($0) } ?? .system) : nil
        var headers = HTTPHeaders()
        for (name, value) in request.headers { headers.add(name: name, value: value) }
        var limits = HTTPLimits()
        limits.bodyBytes = SocketBounds.answerBytes
        let response = try await HTTPClient.request(
          method: request.method, at: .tcp(host: address.host, port: address.port), path: request.path, headers: headers,
          body: request.body, tls: tls, limits: limits, loop: loop)
        return TransportResponse(
          status: response.status, headers: response.headers.fields.map { ($0.name, $0.value) }, body: response.body)
      } catch is CancellationError {
        throw .cancelled
      } catch {
        throw MartletError(connecting: error)
      }
    }

    package func stop() {
      // Does not wait: the loop ends by itself once enqueued jobs have run.
      Task { [loop] in await loop.stop() }
    }
  }

  extension LoopTimer: TransportTimer {}

  /// A WebSocket on a loop, from the moment it is wanted.
  private actor LoopSocket: TransportSocket, WebSocketHandler {
    private let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Nil once closed.
    private var handler: (any TransportHandler)?
    private var socket: WebSocket?
    private var opening: Task<Void, Never>?
    /// Packets for which the socket had no room.
    ///
    /// The bound on unanswered requests bounds them.
    private var waiting = Fifo<[UInt8]>()

    init(_ address: ServerAddress, trustedCertificates: String?, loop: EventLoop, handler: any TransportHandler) {
      self.loop = loop
      self.handler = handler
      opening = nil
      loop.post { self.assumeIsolated { $0.open(address, trustedCertificates) } }
    }

    private func open(_ address: ServerAddress, _ trustedCertificates: String?) {
      guard handler != nil else { return }
      opening = Task {
        do {
          // A `wss` server is never spoken to without TLS, nor one whose certificate is not trusted.
          let tls = address.isSecure ? try TLSClientConfiguration(trust: trustedCertificates.map { .file($0) } ?? .system) : nil
          var options = WebSocketOptions()
          options.writeQueueLimit = SocketBounds.queuedBytes
          options.limits = WebSocketLimits(message: SocketBounds.messageBytes, frame: SocketBounds.messageBytes)
          let socket = try await WebSocketClient.connect(
            host: address.host, port: address.port, path: address.path, subprotocols: ["martlet.v1"], tls: tls,
            options: options, loop: loop, timeout: .seconds(15)
          ) { _ in self }
          opened(socket)
        } catch {
          fail(error)
        }
      }
    }

    private func opened(_ socket: WebSocket) {
      guard let handler else { return socket.abort() }
      self.socket = socket
      handler.opened()
    }

    private func fail(_ error: any Error) {
      let handler = handler
      self.handler = nil
      handler?.closed(MartletError(connecting: error))
    }

    nonisolated func send(_ packet: [UInt8]) -> Bool { assumeIsolated { $0.write(packet) } }

    private func write(_ packet: [UInt8]) -> Bool {
      guard let socket, handler != nil else { return false }
      guard waiting.isEmpty else {
        waiting.append(packet)
        return true
      }
      switch socket.send(binary: packet) {
      case .queued: return true
      case .overflow:
        waiting.append(packet)
        return true
      case .closed: return false
      }
    }

    nonisolated var lastReceived: UInt64? { assumeIsolated { $0.socket?.lastReceived } }

    nonisolated func close() { assumeIsolated { $0.end() } }

    private func end() {
      handler = nil
      opening?.cancel()
      waiting.removeAll()
      socket?.close(code: WebSocketCloseCode.normal)
    }

    nonisolated func socketReceived(_ message: WebSocketMessage) {
      guard case .binary(let bytes) = message else { return }
      assumeIsolated { $0.handler }?.received(bytes)
    }

    nonisolated func socketDrained() { assumeIsolated { $0.drain() } }

    private func drain() {
      while let socket, let packet = waiting.first, socket.send(binary: packet) == .queued { waiting.removeFirst() }
    }

    nonisolated func socketClosed(code: UInt16, reason: String) {
      assumeIsolated { $0.ended() }
    }

    private func ended() {
      socket = nil
      let handler = handler
      self.handler = nil
      handler?.closed(.connectionClosed)
    }
  }

  extension MartletError {
    /// Converts an error of opening a connection.
    package init(connecting error: any Error) {
      guard let error = error as? NetError else {
        self.init(.unreachable, "the connection could not be opened")
        return
      }
      let code: Code =
        switch error.code {
        case .tls: .tlsFailed
        case .protocolViolation: .protocolViolation
        case .timedOut: .timedOut
        default: .unreachable
        }
      self.init(code, error.message)
    }
  }
#endif
