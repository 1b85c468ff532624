import MartletWire

// Performs decisions, and accepts events from outside. Everything here runs on the client's thread.
extension MartletClient {
  func perform(_ effect: ClientCore.Effect) {
    switch effect {
    case .obtainToken: obtainToken()
    case .cancelToken: cancelToken()
    case .dial: dial()
    case .hangUp: hangUp()
    case .send(let packet): send(packet)
    case .state(let state): changed(to: state)
    case .event(let event):
      if case .localDataReset = event { reader?.forget() }
      board.publish(event)
    case .upload(let upload): begin(upload)
    case .cancelUpload(let row): cancelUpload(row)
    case .forget(let upload): forget(upload)
    case .release(let file): files.remove(file)
    case .answer, .written, .result, .outboxLost: break
    case .logs(let ids): for waker in wakers { waker.waker?.note(ids) }
    }
  }

  private func changed(to state: ConnectionState) {
    board.publish(state)
    switch state {
    case .offline: end(wakers: nil)
    case .ended(let error): end(wakers: error)
    case .online, .connecting, .waitingForNetwork: break
    }
  }

  func end(wakers error: MartletError?) {
    for waker in wakers { waker.waker?.end(error) }
  }

  // MARK: Token

  private func obtainToken() {
    cancelToken()
    let (provide, number) = (configuration.token, tokenNumber)
    tokenTask = transport.begin { [weak self] in
      let result: Result<String, any Error>
      do {
        result = .success(try await provide())
      } catch {
        result = .failure(error)
      }
      await self?.tokenArrived(number, result)
    }
  }

  private func cancelToken() {
    tokenNumber += 1
    tokenTask?.cancel()
    tokenTask = nil
  }

  private func tokenArrived(_ number: UInt64, _ result: Result<String, any Error>) {
    guard number == tokenNumber else { return }
    input { engine in
      switch result {
      case .success(let token): engine.sync { $0.tokenGiven(token, at: now) }
      // The error may hold anything, the token too, so it is not passed on.
      case .failure:
        engine.sync { $0.tokenFailed(MartletError(.tokenUnavailable, "the app returned no token"), at: now) }
      }
    }
  }

  // MARK: Socket

  private func dial() {
    hangUp()
    socket = transport.dial(address, handler: SocketEvents(client: self, number: socketNumber))
  }

  func hangUp() {
    socketNumber += 1
    socket?.close()
    socket = nil
  }

  private func send(_ packet: [UInt8]) {
    guard let socket, !socket.send(packet) else { return }
    hangUp()
    input { $0.sync { $0.dropped(MartletError(.unreachable, "the connection accepts no more data"), at: now) } }
  }

  fileprivate func opened(_ number: UInt64) {
    guard number == socketNumber else { return }
    input { $0.sync { $0.opened(at: now) } }
  }

  /// The packet is nil if the bytes could not be decoded.
  fileprivate func received(_ number: UInt64, _ packet: Wire.ServerPacket?) {
    guard number == socketNumber else { return }
    input { engine in
      engine.sync { sync in
        if let packet {
          sync.received(packet, at: now)
        } else {
          sync.garbled(at: now)
        }
      }
    }
  }

  fileprivate func closed(_ number: UInt64, _ reason: MartletError) {
    guard number == socketNumber else { return }
    hangUp()
    input { $0.sync { $0.dropped(reason, at: now) } }
  }
}

/// Passes a socket's events to the client, while it is the client's current socket.
private final class SocketEvents: TransportHandler {
  private weak let client: MartletClient?
  private let number: UInt64

  init(client: MartletClient, number: UInt64) {
    self.client = client
    self.number = number
  }

  func opened() { client?.assumeIsolated { $0.opened(number) } }
  func received(_ bytes: UnsafeRawBufferPointer) {
    let packet = try? Wire.ServerPacket(decoding: bytes, limits: DecodingLimits(bytes: SocketBounds.messageBytes))
    client?.assumeIsolated { $0.received(number, packet) }
  }
  func closed(_ reason: MartletError) { client?.assumeIsolated { $0.closed(number, reason) } }
}
