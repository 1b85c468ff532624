import CUV
import Glibc

/// One call of `connect`: tries addresses until one answers.
///
/// `@unchecked Sendable`: the stored variables are touched on `loop` only.
final class Connector: @unchecked Sendable {
  private let loop: EventLoop
  private let target: String
  private let tls: (configuration: TLSClientConfiguration, host: String)?
  private let options: StreamOptions
  private let handler: @Sendable (ByteStream) -> any ByteStreamHandler
  private let outcome: Outcome<ByteStream>

  private var untried: [sockaddr_storage] = []
  private var attempts: [ConnectAttempt] = []
  private var timers: [LoopTimer] = []
  /// Is doing its handshake.
  private var securing: ByteStream?
  private var lookup: Task<Void, Never>?

  init(
    loop: EventLoop, target: String, tls: (TLSClientConfiguration, String)? = nil, options: StreamOptions,
    handler: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) {
    self.loop = loop
    self.target = target
    self.tls = tls
    self.options = options
    self.handler = handler
    outcome = Outcome(loop: loop)
  }

  func connect(
    timeout: Duration, addresses: @escaping @Sendable () async throws -> [sockaddr_storage]
  ) async throws -> ByteStream {
    try await outcome.value(
      within: timeout, doing: "connecting to \(target)", start: { self.find(addresses) }, ended: { _ in self.tidy() })
  }

  private func find(_ addresses: @escaping @Sendable () async throws -> [sockaddr_storage]) {
    lookup = Task(executorPreference: loop) { [loop] in
      do {
        let found = try await addresses()
        loop.post { self.start(found) }
      } catch {
        loop.post { self.outcome.set(.failure(error)) }
      }
    }
  }

  private func start(_ addresses: [sockaddr_storage]) {
    guard !outcome.isSet else { return }
    untried = addresses
    tryNext()
  }

  private func tryNext() {
    guard !outcome.isSet, !untried.isEmpty else { return }
    let address = untried.removeFirst()
    do {
      attempts.append(try ConnectAttempt(loop: loop, address: address) { self.attemptEnded($0, $1) })
    } catch {
      return attemptFailed(error)
    }
    guard !untried.isEmpty else { return }
    let left = untried.count
    timers.append(loop.schedule(after: .milliseconds(250)) { if self.untried.count == left { self.tryNext() } })
  }

  private func attemptEnded(_ attempt: ConnectAttempt, _ result: Result<(Int32, SocketAddress), NetError>) {
    attempts.removeAll { $0 === attempt }
    do {
      let (descriptor, address) = try result.get()
      let stream = try ByteStream(loop: loop, descriptor: descriptor, remoteAddress: address, options: options)
      guard let tls else { return succeed(stream) }
      securing = stream
      stream.secure(try TLSSession(client: tls.configuration, host: tls.host)) { error in
        if let error { self.attemptFailed(error) } else { self.succeed(stream) }
      }
    } catch {
      attemptFailed(error)
    }
  }

  private func succeed(_ stream: ByteStream) {
    securing = nil
    guard !outcome.isSet else { return stream.abort() }
    stream.begin(handler(stream))
    outcome.set(.success(stream))
  }

  private func attemptFailed(_ error: any Error) {
    if !untried.isEmpty { return tryNext() }
    guard attempts.isEmpty else { return }
    let error = error as? NetError ?? NetError(.failed, "not connected")
    outcome.set(.failure(NetError(error.code, "connecting to \(target): \(error.message)")))
  }

  private func tidy() {
    lookup?.cancel()
    untried = []
    for timer in timers { timer.cancel() }
    for attempt in attempts { attempt.cancel() }
    attempts = []
    securing?.abort()
    securing = nil
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
    descriptor = address.newSocket()
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
