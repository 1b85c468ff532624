import Martlet
import MartletNet
import MartletWire
import Synchronization

/// WebSockets in the form of URLSession's, made of MartletNet's; for plain TCP.
///
/// They call back on the thread of a loop, which is not the client's.
package final class LoopSocketSession: WebSocketSession {
  private struct State {
    var tasks = 0
    var isFinished = false
  }

  private let loop: EventLoop
  private let state = Mutex(State())

  package init() throws { loop = try EventLoop(name: "test-sockets") }

  deinit { finish() }

  package func task(
    _ address: ServerAddress, subprotocol: String, observer: any WebSocketTaskObserver
  ) throws(MartletError) -> any WebSocketTask {
    guard !address.isSecure else { throw MartletError(.configurationInvalid, "the test's sockets know no TLS", field: "server") }
    state.withLock { $0.tasks += 1 }
    return LoopSocketTask(address, subprotocol, observer, session: self, loop: loop)
  }

  package func finish() { change { $0.isFinished = true } }

  fileprivate func taskEnded() { change { $0.tasks -= 1 } }

  private func change(_ body: (inout State) -> Void) {
    let isOver = state.withLock { state in
      let wasOver = state.isFinished && state.tasks == 0
      body(&state)
      return !wasOver && state.isFinished && state.tasks == 0
    }
    if isOver { Task { [loop] in await loop.stop() } }
  }
}

private actor LoopSocketTask: WebSocketTask, WebSocketHandler, LoopActor {
  /// Messages that wait for `receive`, beyond which no more are read.
  private static let room = 16

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private nonisolated let largest = Mutex(1 << 20)
  private let address: ServerAddress
  private let subprotocol: String
  private let session: LoopSocketSession

  /// Nil once the end was told.
  private var observer: (any WebSocketTaskObserver)?
  private var opening: Task<Void, Never>?
  private var socket: WebSocket?
  private var ending: MartletError?
  private var received: [[UInt8]?] = []
  private var receiver: (@Sendable (Result<[UInt8]?, MartletError>) -> Void)?
  private var unsent: [(message: [UInt8], done: @Sendable (MartletError?) -> Void)] = []
  /// Those whose messages the socket has, which has not emptied its queue since.
  private var leaving: [@Sendable (MartletError?) -> Void] = []

  init(
    _ address: ServerAddress, _ subprotocol: String, _ observer: any WebSocketTaskObserver, session: LoopSocketSession,
    loop: EventLoop
  ) {
    self.loop = loop
    self.address = address
    self.subprotocol = subprotocol
    self.observer = observer
    self.session = session
  }

  nonisolated var maximumMessageSize: Int {
    get { largest.withLock { $0 } }
    set { largest.withLock { $0 = newValue } }
  }

  private nonisolated func enter(_ body: @escaping @Sendable (isolated LoopSocketTask) -> Void) {
    loop.post { self.onLoop { body($0) } }
  }

  // MARK: Opening

  nonisolated func resume() { enter { $0.connect() } }

  private func connect() {
    guard ending == nil else { return }
    opening = Task {
      do {
        var options = WebSocketOptions()
        options.writeQueueLimit = 32 << 20
        options.limits = WebSocketLimits(message: maximumMessageSize, frame: maximumMessageSize)
        let socket = try await WebSocketClient.connect(
          host: address.host, port: address.port, path: address.path, subprotocols: [subprotocol], options: options,
          loop: loop, timeout: .seconds(15)
        ) { _ in self }
        opened(socket)
      } catch {
        end(MartletError(connecting: error))
      }
    }
  }

  private func opened(_ socket: WebSocket) {
    guard ending == nil else { return socket.abort() }
    self.socket = socket
    observer?.opened(subprotocol: socket.subprotocol)
    write()
  }

  // MARK: Sending

  nonisolated func send(binary message: [UInt8], done: @escaping @Sendable (MartletError?) -> Void) {
    enter { task in
      if let ending = task.ending { return done(ending) }
      task.unsent.append((message, done))
      task.write()
    }
  }

  private func write() {
    while let socket, let next = unsent.first, socket.send(binary: next.message) == .queued {
      unsent.removeFirst()
      leaving.append(next.done)
      socket.tellWhenDrained()
    }
  }

  nonisolated func socketDrained() { onLoop { $0.drained() } }

  private func drained() {
    let gone = leaving
    leaving = []
    for done in gone { done(nil) }
    write()
  }

  // MARK: Receiving

  nonisolated func receive(done: @escaping @Sendable (Result<[UInt8]?, MartletError>) -> Void) {
    enter { $0.give(done) }
  }

  private func give(_ done: @escaping @Sendable (Result<[UInt8]?, MartletError>) -> Void) {
    guard received.isEmpty else {
      done(.success(received.removeFirst()))
      if received.isEmpty { socket?.resumeReading() }
      return
    }
    if let ending { done(.failure(ending)) } else { receiver = done }
  }

  nonisolated func socketReceived(_ message: WebSocketMessage) {
    let bytes: [UInt8]? = if case .binary(let bytes) = message { Array(bytes) } else { nil }
    onLoop { $0.take(bytes) }
  }

  private func take(_ message: [UInt8]?) {
    if let receiver {
      self.receiver = nil
      return receiver(.success(message))
    }
    received.append(message)
    if received.count >= Self.room { socket?.pauseReading() }
  }

  // MARK: Ending

  nonisolated func close(code: UInt16) {
    enter { task in
      task.opening?.cancel()
      if let socket = task.socket { socket.close(code: code) } else { task.end(.connectionClosed) }
    }
  }

  nonisolated func socketClosed(code: UInt16, reason: String) { onLoop { $0.end(.connectionClosed) } }

  private func end(_ reason: MartletError) {
    guard ending == nil else { return }
    ending = reason
    socket = nil
    let (failed, receiver, observer) = (leaving + unsent.map(\.done), receiver, observer)
    (leaving, unsent, self.receiver, self.observer) = ([], [], nil, nil)
    for done in failed { done(reason) }
    receiver?(.failure(reason))
    observer?.ended(reason)
    session.taskEnded()
  }
}
