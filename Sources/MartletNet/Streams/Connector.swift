import CUV
import Glibc

/// One call of `connect`: tries addresses until one answers and, with TLS, has done its handshake.
///
/// An address that fails ends nothing but its own attempt.
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
  /// Addresses that answered and are at their handshakes.
  private var securing: [ByteStream] = []
  /// The error of the attempt that got farthest; the first, if several got as far.
  private var failure: NetError?
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
      let stream = try ByteStream(loop: loop, descriptor: descriptor, remoteAddress: address, options: SharedOptions(options))
      guard let tls else { return succeed(stream) }
      secure(stream, tls.configuration, tls.host)
    } catch {
      attemptFailed(error)
    }
  }

  private func secure(_ stream: ByteStream, _ configuration: TLSClientConfiguration, _ host: String) {
    do {
      let session = try TLSSession(client: configuration, host: host)
      securing.append(stream)
      stream.secure(session) { error in
        self.securing.removeAll { $0 === stream }
        if let error { self.attemptFailed(error) } else { self.succeed(stream) }
      }
    } catch {
      stream.abort()
      attemptFailed(error)
    }
  }

  private func succeed(_ stream: ByteStream) {
    guard !outcome.isSet else { return stream.abort() }
    stream.begin(handler(stream))
    outcome.set(.success(stream))
  }

  private func attemptFailed(_ error: any Error) {
    guard !outcome.isSet else { return }
    let error = error as? NetError ?? NetError(.failed, "not connected")
    let failure = self.failure.flatMap { error.reach > $0.reach ? nil : $0 } ?? error
    self.failure = failure
    if !untried.isEmpty { return tryNext() }
    guard attempts.isEmpty, securing.isEmpty else { return }
    outcome.set(.failure(NetError(failure.code, "cannot connect to \(target): \(failure.message)")))
  }

  private func tidy() {
    lookup?.cancel()
    untried = []
    for timer in timers { timer.cancel() }
    for attempt in attempts { attempt.cancel() }
    attempts = []
    for stream in securing { stream.abort() }
    securing = []
  }
}

extension NetError {
  /// The progress of an attempt with this error: 0 did not leave this machine, 1 reached the host, 2 reached a handshake.
  ///
  /// If several addresses of a host fail, the error of the furthest attempt is the most useful.
  fileprivate var reach: Int {
    switch code {
    case .tls: 2
    case .refused, .timedOut, .reset: 1
    default: 0
    }
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
      let error = errno == EAGAIN ? NetError(.refused, "the peer is busy") : NetError(status: -errno)
      Glibc.close(descriptor)
      throw error
    }
    do {
      watch = try DescriptorWatch(
        loop: loop, descriptor: descriptor, events: .writable, ready: { self.ready() },
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
    guard status == 0 else { return end(.failure(NetError(status: -status))) }
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
