import CUV
import Glibc
import Synchronization

/// Options of a listener.
package struct ListenOptions: Sendable {
  package var stream = StreamOptions()
  /// The number of connections that the kernel holds until they are accepted; default 1,024.
  package var backlog: Int32 = 1_024
  /// Maximum number of open connections of this listener; one more is closed at once.
  ///
  /// Default: no limit but the process's.
  package var connectionLimit = Int.max
  /// Decides which connections are taken, by their address; nil takes all.
  package var gate: (any ConnectionGate)?
  /// The pause in accepting after the system ran out of descriptors or memory; default 0.1 s.
  package var exhaustedPause = Duration.milliseconds(100)
  /// Receives errors of accepting, on the listener's loop.
  ///
  /// `.exhausted`: accepting pauses. `.limit`: a connection was turned away. Others: a TLS handshake failed, which may be either
  /// side's fault.
  package var report: @Sendable (NetError) -> Void = { _ in }

  package init() {}
}

/// Decides by the client's address whether a listener accepts a connection.
///
/// Called from any loop.
package protocol ConnectionGate: AnyObject, Sendable {
  /// Decides whether to accept a new connection.
  ///
  /// - Returns: Nil to accept it; `closed(_:)` is called when it ends. Otherwise the bytes to send before closing, such as an
  ///   HTTP response. A connection with TLS is closed without them.
  func opened(_ address: SocketAddress) -> [UInt8]?

  /// A connection that was taken has ended.
  func closed(_ address: SocketAddress)
}

/// Counts the open connections of a listener.
final class ConnectionCensus: Sendable {
  private let open = Atomic<Int>(0)
  private let gate: (any ConnectionGate)?

  init(gate: (any ConnectionGate)? = nil) { self.gate = gate }

  var count: Int { open.load(ordering: .relaxed) }
  func add() { open.add(1, ordering: .relaxed) }
  func remove(_ address: SocketAddress) {
    open.subtract(1, ordering: .relaxed)
    gate?.closed(address)
  }
}

/// A socket that connections come in by.
package final class Listener: Sendable {
  /// The address on which it listens, with the actual port if 0 was requested.
  package let address: SocketAddress
  private let door: ListenerDoor
  private let loop: EventLoop

  init(address: SocketAddress, door: ListenerDoor, loop: EventLoop) {
    self.address = address
    self.door = door
    self.loop = loop
  }

  /// The number of open connections.
  package var connections: Int { door.census.count }

  /// Accepts no more connections; those accepted stay.
  ///
  /// The address is free when this returns.
  package func close() async { await loop.run { self.door.close() } }
}

/// Accepts connections on one loop and deals them out to all.
///
/// `@unchecked Sendable`: the stored variables are touched on `loops[0]` only.
final class ListenerDoor: @unchecked Sendable {
  let census: ConnectionCensus
  private let loops: [EventLoop]
  private let loop: EventLoop
  private let tls: TLSServerConfiguration?
  private let options: ListenOptions
  private let streamOptions: SharedOptions<StreamOptions>
  private let accept: @Sendable (ByteStream) -> any ByteStreamHandler
  private var descriptor: Int32
  private var watch: DescriptorWatch?
  private var next = 0
  /// A file to unlink at the end.
  private let path: String?

  /// Takes over a listening socket.
  init(
    descriptor: Int32, loop: EventLoop, loops: [EventLoop], tls: TLSServerConfiguration?, options: ListenOptions,
    path: String?,
    accept: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) throws {
    self.descriptor = descriptor
    self.loop = loop
    self.loops = loops
    self.tls = tls
    self.options = options
    streamOptions = SharedOptions(options.stream)
    self.path = path
    self.accept = accept
    census = ConnectionCensus(gate: options.gate)
    watch = try DescriptorWatch(
      loop: loop, descriptor: descriptor, events: .readable, ready: { [weak self] in self?.acceptReady() },
      // Strong: an open door stays open though nobody holds its listener.
      stopped: { self.close() })
  }

  func close() {
    guard descriptor >= 0 else { return }
    watch?.close()
    watch = nil
    Glibc.close(descriptor)
    descriptor = -1
    if let path { unlink(path) }
  }

  private func acceptReady() {
    var dealt = [[(Int32, SocketAddress)]](repeating: [], count: loops.count)
    // Bounded, so that a flood of connections leaves a turn to those that are open.
    for _ in 0..<128 {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let accepted = withUnsafeMutablePointer(to: &storage) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          accept4(descriptor, $0, &length, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
        }
      }
      guard accepted >= 0 else {
        if errno == EAGAIN { break }
        if [EINTR, ECONNABORTED, EPROTO].contains(errno) { continue }
        pause(NetError(status: -errno, "accepting"))
        break
      }
      let (taken, full) = (census.count &+ dealt.reduce(0) { $0 &+ $1.count }, options.connectionLimit)
      guard taken < full, let address = SocketAddress(storage) else {
        Glibc.close(accepted)
        options.report(NetError(.limit, "\(full) connections are open, so one more was refused"))
        continue
      }
      if let answer = options.gate?.opened(address) {
        turnAway(accepted, with: tls == nil ? answer : [])
        continue
      }
      dealt[next].append((accepted, address))
      next = (next &+ 1) % loops.count
    }
    for (index, batch) in dealt.enumerated() where !batch.isEmpty {
      let target = loops[index]
      if target === loop { open(batch, on: target) } else { target.post { self.open(batch, on: target) } }
    }
  }

  private func open(_ batch: [(Int32, SocketAddress)], on loop: EventLoop) {
    for (descriptor, address) in batch {
      do {
        let stream: ByteStream
        do {
          stream = try ByteStream(
            loop: loop, descriptor: descriptor, remoteAddress: address, options: streamOptions, census: census)
        } catch {
          options.gate?.closed(address)
          throw error
        }
        if let tls { try secure(stream, tls) } else { stream.begin(accept(stream)) }
      } catch {
        options.report(error as? NetError ?? NetError(.failed, "accepting"))
      }
    }
  }

  /// Closes a connection that the gate refused.
  ///
  /// Sending the answer is best effort: nothing is kept for a client that does not read it at once.
  private func turnAway(_ accepted: Int32, with answer: [UInt8]) {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    if !answer.isEmpty { _ = send(accepted, answer, answer.count, flags) }
    // A close with unread bytes would reset the connection, and the client would lose the answer.
    var request = [UInt8](repeating: 0, count: 4096)
    _ = recv(accepted, &request, request.count, flags)
    Glibc.close(accepted)
    options.report(NetError(.limit, "a network address exceeded its connection limit"))
  }

  private func secure(_ stream: ByteStream, _ tls: TLSServerConfiguration) throws {
    let (accept, report) = (accept, options.report)
    do {
      stream.secure(try TLSSession(server: tls)) { error in
        if let error { report(error) } else { stream.begin(accept(stream)) }
      }
    } catch {
      stream.abort()
      throw error
    }
  }

  /// Waits before the next try: the connection that could not be accepted stays ready, and would be again at once.
  private func pause(_ error: NetError) {
    watch?.pause()
    options.report(error)
    loop.schedule(after: options.exhaustedPause) { [weak self] in self?.watch?.resume() }
  }
}
