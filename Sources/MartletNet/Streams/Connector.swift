import CUV
import Glibc

/// One call of `connect`: tries addresses until one answers.
///
/// `@unchecked Sendable`: the stored variables are touched on `loop` only.
final class Connector: @unchecked Sendable {
  private let loop: EventLoop
  private let target: String
  private let options: StreamOptions
  private let handler: @Sendable (ByteStream) -> any ByteStreamHandler

  private var untried: [sockaddr_storage] = []
  private var attempts: [ConnectAttempt] = []
  private var timers: [LoopTimer] = []
  private var continuation: CheckedContinuation<ByteStream, any Error>?
  /// Set once: what `connect` ends with.
  private var outcome: Result<ByteStream, any Error>?
  private var lastError: NetError?

  init(
    loop: EventLoop, target: String, options: StreamOptions, handler: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) {
    self.loop = loop
    self.target = target
    self.options = options
    self.handler = handler
  }

  func connect(
    timeout: Duration, addresses: @escaping @Sendable () async throws -> [sockaddr_storage]
  ) async throws -> ByteStream {
    try await withTaskCancellationHandler {
      let limit = loop.schedule(after: timeout) { self.finish(.failure(NetError(.timedOut, "connecting to \(self.target)"))) }
      let lookup = Task {
        do {
          let found = try await addresses()
          loop.post { self.start(found) }
        } catch {
          loop.post { self.finish(.failure(error)) }
        }
      }
      defer {
        lookup.cancel()
        limit.cancel()
      }
      return try await withCheckedThrowingContinuation { continuation in
        loop.post { self.wait(continuation) }
      }
    } onCancel: {
      loop.post { self.finish(.failure(CancellationError())) }
    }
  }

  private func wait(_ continuation: CheckedContinuation<ByteStream, any Error>) {
    if let outcome { continuation.resume(with: outcome) } else { self.continuation = continuation }
  }

  private func start(_ addresses: [sockaddr_storage]) {
    guard outcome == nil else { return }
    untried = addresses
    tryNext()
  }

  private func tryNext() {
    guard outcome == nil, !untried.isEmpty else { return }
    let address = untried.removeFirst()
    do {
      attempts.append(
        try ConnectAttempt(loop: loop, address: address) { attempt, result in self.attemptEnded(attempt, result) })
    } catch let error as NetError {
      return attemptFailed(error)
    } catch { return }
    guard !untried.isEmpty else { return }
    let left = untried.count
    timers.append(
      loop.schedule(after: .milliseconds(250)) { if self.untried.count == left { self.tryNext() } })
  }

  private func attemptEnded(_ attempt: ConnectAttempt, _ result: Result<(Int32, SocketAddress), NetError>) {
    attempts.removeAll { $0 === attempt }
    switch result {
    case .failure(let error): attemptFailed(error)
    case .success(let (descriptor, address)):
      do {
        let stream = try ByteStream(loop: loop, descriptor: descriptor, remoteAddress: address, options: options)
        stream.begin(handler(stream))
        finish(.success(stream))
      } catch {
        finish(.failure(error))
      }
    }
  }

  private func attemptFailed(_ error: NetError) {
    lastError = NetError(error.code, "connecting to \(target): \(error.message)")
    if !untried.isEmpty { return tryNext() }
    if attempts.isEmpty, let lastError { finish(.failure(lastError)) }
  }

  private func finish(_ result: Result<ByteStream, any Error>) {
    guard outcome == nil else { return }
    outcome = result
    untried = []
    for timer in timers { timer.cancel() }
    for attempt in attempts { attempt.cancel() }
    attempts = []
    continuation?.resume(with: result)
    continuation = nil
  }
}

/// One address being connected to, on one loop.
private final class ConnectAttempt {
  private let descriptor: Int32
  private let address: sockaddr_storage
  private var watch: DescriptorWatch?
  private var ended: ((ConnectAttempt, Result<(Int32, SocketAddress), NetError>) -> Void)?

  /// Begins to connect; `ended` is called later, once, unless `cancel()` comes first.
  init(
    loop: EventLoop, address: sockaddr_storage,
    ended: @escaping (ConnectAttempt, Result<(Int32, SocketAddress), NetError>) -> Void
  ) throws {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(Int32(address.ss_family), kind, 0)
    self.address = address
    guard descriptor >= 0 else { throw NetError(status: -errno, "no socket") }
    let status = address.withSockaddr { Glibc.connect(descriptor, $0, $1) }
    guard status == 0 || errno == EINPROGRESS || errno == EINTR else {
      // A Unix domain socket whose backlog is full says EAGAIN.
      let error = errno == EAGAIN ? NetError(.refused, "the peer is busy") : NetError(status: -errno, "not connected")
      Glibc.close(descriptor)
      throw error
    }
    do {
      watch = try DescriptorWatch(
        loop: loop, descriptor: descriptor, events: UV_WRITABLE, ready: { self.ready() },
        stopped: { self.end(.failure(NetError(.closed, "loop \(loop.name) is stopped"))) })
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.ended = ended
  }

  private func ready() {
    var status: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &status, &length)
    guard status == 0 else { return end(.failure(NetError(status: -status, "not connected"))) }
    guard let peer = SocketAddress(address) else { return end(.failure(NetError(.failed, "not connected"))) }
    end(.success((descriptor, peer)))
  }

  private func end(_ result: Result<(Int32, SocketAddress), NetError>) {
    watch?.close()
    watch = nil
    if case .failure = result { Glibc.close(descriptor) }
    let ended = self.ended
    self.ended = nil
    ended?(self, result)
  }

  func cancel() {
    guard ended != nil else { return }
    ended = nil
    watch?.close()
    watch = nil
    Glibc.close(descriptor)
  }
}
