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
      if event == .caughtUp { reach(nil) { $0.isCaughtUp } }
    case .answer(let id, let result): calls.removeValue(forKey: id)?.resolve(result)
    case .written(let ticket, let error): drafted.removeValue(forKey: ticket)?(error)
    case .result(let id, let result): resolveSends(id, result)
    case .outboxLost: resolveAllSends()
    case .logs(let ids): for waker in wakers { waker.waker?.note(ids) }
    }
  }

  private func changed(to state: ConnectionState) {
    board.publish(state)
    switch state {
    case .online: reach(nil) { !$0.isCaughtUp }
    case .offline:
      fail(MartletError(.notConnected, "the client was disconnected"))
      end(wakers: nil)
    case .ended(let error):
      fail(error)
      end(wakers: error)
    case .connecting, .waitingForNetwork: break
    }
  }

  /// Fails the callers that wait for a connection.
  ///
  /// Requests in the outbox stay there.
  private func fail(_ error: MartletError) {
    reach(error) { _ in true }
    resolveAllSends()
  }

  func end(wakers error: MartletError?) {
    for waker in wakers { waker.waker?.end(error) }
  }

  private func reach(_ error: MartletError?, _ isMeant: (Milestone) -> Bool) {
    for milestone in milestones where isMeant(milestone) { milestone.promise.resolve(error) }
    milestones.removeAll(where: isMeant)
  }

  func resolveSends(_ id: ClientID, _ result: SendResult) {
    for promise in sends.removeValue(forKey: id) ?? [] { promise.resolve(result) }
  }

  /// Nobody waits for a send any more; how each ended is not known.
  func resolveAllSends() {
    for id in sends.keys { resolveSends(id, .unknown) }
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
    input { core in
      switch result {
      case .success(let token): core.input { $0.tokenGiven(token, at: now) }
      // The error may hold anything, the token too, so it is not passed on.
      case .failure:
        core.input { $0.tokenFailed(MartletError(.tokenUnavailable, "the app returned no token"), at: now) }
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
    input { $0.input { $0.dropped(MartletError(.unreachable, "the connection accepts no more data"), at: now) } }
  }

  fileprivate func opened(_ number: UInt64) {
    guard number == socketNumber else { return }
    input { $0.input { $0.opened(at: now) } }
  }

  /// The packet is nil if the bytes could not be decoded.
  fileprivate func received(_ number: UInt64, _ packet: Wire.ServerPacket?) {
    guard number == socketNumber else { return }
    input { core in
      core.input { sync in
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
    input { $0.input { $0.dropped(reason, at: now) } }
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
