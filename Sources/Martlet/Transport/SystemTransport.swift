import MartletSQLite
import MartletWire

/// A thread of its own, with the WebSockets of the operating system.
///
/// The thread ends with the last reference to the transport and its sockets.
package final class SystemTransport: Transport {
  private let thread: ThreadExecutor
  private let alarms: Alarms
  private let session: any WebSocketSession
  package let time: any TimeSource

  /// Starts the thread; it does not wait on a stepped time source, whose steps it is told.
  package init(session: any WebSocketSession, time: any TimeSource = SystemTimeSource()) throws(MartletError) {
    do {
      thread = try ThreadExecutor(name: "martlet-client")
    } catch {
      throw MartletError(.systemExhausted, "\(error)")
    }
    alarms = Alarms(thread: thread, time: time)
    self.session = session
    self.time = time
  }

  package var executor: any SerialExecutor { thread }

  package func atEndOfTurn(_ action: @escaping @Sendable () -> Void) { thread.perform(action) }

  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any TransportTimer {
    alarms.set(after: delay, action)
  }

  package func dial(_ address: ServerAddress, handler: any TransportHandler) -> any TransportSocket {
    SystemSocket(address, session: session, thread: thread, alarms: alarms, handler: handler)
  }

  package func exchange(
    _ request: TransportRequest, with address: ServerAddress
  ) async throws(MartletError) -> TransportResponse { try await session.exchange(request, with: address) }

  package func stop() { session.finish() }
}

/// A WebSocket of the operating system, from the moment it is wanted.
private actor SystemSocket: TransportSocket, WebSocketTaskObserver {
  /// How long the messages sent before `close()` may take to go out.
  private static let closeLimit = Duration.seconds(5)
  private static let subprotocol = "martlet.v1"

  private nonisolated let thread: ThreadExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  private let alarms: Alarms

  /// Nil once closed.
  private var handler: (any TransportHandler)?
  private var task: (any WebSocketTask)?
  private var isOpen = false
  /// The reason that the task gave for its end.
  private var ending: MartletError?
  /// Bytes that the task was given and has not sent.
  private var unsentBytes = 0
  /// Packets that the task is not given yet, because much is unsent.
  ///
  /// The bound on unanswered requests bounds them.
  private var waiting = Fifo<[UInt8]>()
  private var closeTimer: (any TransportTimer)?

  init(
    _ address: ServerAddress, session: any WebSocketSession, thread: ThreadExecutor, alarms: Alarms,
    handler: any TransportHandler
  ) {
    self.thread = thread
    self.alarms = alarms
    self.handler = handler
    enter { $0.open(address, session) }
  }

  /// Enters the actor from any thread, after everything that is now due on its own.
  private nonisolated func enter(_ body: @escaping @Sendable (isolated SystemSocket) -> Void) {
    thread.perform { self.assumeIsolated { body($0) } }
  }

  // MARK: Opening

  private func open(_ address: ServerAddress, _ session: any WebSocketSession) {
    guard handler != nil else { return }
    do throws(MartletError) {
      let task = try session.task(address, subprotocol: Self.subprotocol, observer: self)
      task.maximumMessageSize = SocketBounds.messageBytes
      self.task = task
      task.resume()
    } catch {
      drop(error)
    }
  }

  nonisolated func opened(subprotocol: String?) { enter { $0.begin(subprotocol) } }

  private func begin(_ subprotocol: String?) {
    guard let handler, !isOpen else { return }
    guard subprotocol == Self.subprotocol else {
      return drop(MartletError(.protocolViolation, "the server does not speak \(Self.subprotocol)"))
    }
    isOpen = true
    handler.opened()
    listen()
  }

  nonisolated func ended(_ reason: MartletError) { enter { $0.note(reason) } }

  /// Messages that came before the end may still be in the task, whose last one is followed by a failure.
  private func note(_ reason: MartletError) {
    guard isOpen, handler != nil else { return drop(reason) }
    ending = reason
  }

  // MARK: Receiving

  /// Asks for one message at a time, so that what a busy client cannot read stays with the server.
  private func listen() {
    guard handler != nil else { return }
    task?.receive { result in self.enter { $0.take(result) } }
  }

  private func take(_ result: Result<[UInt8]?, MartletError>) {
    switch result {
    case .success(let message):
      message?.withUnsafeBytes { handler?.received($0) }
      listen()
    case .failure(let error): drop(ending ?? error)
    }
  }

  // MARK: Sending

  nonisolated func send(_ packet: [UInt8]) -> Bool { assumeIsolated { $0.write(packet) } }

  private func write(_ packet: [UInt8]) -> Bool {
    guard isOpen, handler != nil else { return false }
    waiting.append(packet)
    drain()
    return true
  }

  private func drain() {
    while let task, let packet = waiting.first {
      // One packet always goes: alone it may exceed the bound.
      guard unsentBytes == 0 || unsentBytes + packet.count <= SocketBounds.queuedBytes else { return }
      waiting.removeFirst()
      unsentBytes += packet.count
      task.send(binary: packet) { error in self.enter { $0.sent(packet.count, error) } }
    }
  }

  private func sent(_ count: Int, _ error: MartletError?) {
    unsentBytes -= count
    if let error { return drop(ending ?? error) }
    drain()
    if handler == nil, unsentBytes == 0 { shut() }
  }

  // MARK: Closing

  nonisolated func close() { assumeIsolated { $0.end() } }

  private func end() {
    handler = nil
    waiting.removeAll()
    guard isOpen, unsentBytes > 0 else { return shut() }
    closeTimer = alarms.set(after: Self.closeLimit) { self.enter { $0.shut() } }
  }

  private func drop(_ reason: MartletError) {
    let handler = handler
    self.handler = nil
    shut()
    handler?.closed(reason)
  }

  private func shut() {
    closeTimer?.cancel()
    closeTimer = nil
    waiting.removeAll()
    // A normal closure; RFC 6455, 7.4.1.
    task?.close(code: 1000)
    task = nil
  }
}
