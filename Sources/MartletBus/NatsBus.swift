import CNats
import Synchronization

/// A bus through NATS servers.
///
/// The library connects, and connects again, in threads of its own, and calls back there.
package final class NatsBus: Bus {
  private let address: String
  private let secret: String?
  private let state = Mutex(State())

  private struct State {
    var connection: Connection?
    var subscription: Subscription?
    var topic = ""
  }

  /// `@unchecked Sendable`: the library's objects may be used from any thread, and are freed in `close` after the last use.
  private struct Connection: @unchecked Sendable { let pointer: OpaquePointer }

  /// As `Connection`.
  private struct Subscription: @unchecked Sendable { let pointer: OpaquePointer }

  /// What callbacks get; kept until the connection is closed.
  private final class Handlers: Sendable {
    let receive: @Sendable ([UInt8]) -> Void
    let connected: @Sendable (Bool) -> Void

    init(receive: @escaping @Sendable ([UInt8]) -> Void, connected: @escaping @Sendable (Bool) -> Void) {
      self.receive = receive
      self.connected = connected
    }

    static func of(_ closure: UnsafeMutableRawPointer?) -> Handlers? {
      closure.map { Unmanaged<Handlers>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Milliseconds between two attempts to connect.
  private static let pause: Int64 = 250
  /// Messages of up to so many bytes wait for a connection that is made again.
  private static let waitingBytes: Int32 = 1 << 20

  /// - Parameters:
  ///   - address: In the form of `BusAddress`.
  ///   - secret: The password of the user in the address, or a token if there is no user in it.
  package init(_ address: String, secret: String? = nil) {
    self.address = address
    self.secret = secret
  }

  package func start(
    topic: String, receive: @escaping @Sendable ([UInt8]) -> Void, connected: @escaping @Sendable (Bool) -> Void
  ) throws {
    let handlers = Handlers(receive: receive, connected: connected)
    // Callbacks may come until the library has ended its threads, which nobody is told of; so it is never freed.
    let closure = Unmanaged.passRetained(handlers).toOpaque()
    var options: OpaquePointer?
    try Self.check(natsOptions_Create(&options), "prepare the connection")
    defer { natsOptions_Destroy(options) }
    try Self.setServers(options, address, secret: secret)
    try configure(options, closure)
    var connection: OpaquePointer?
    let status = natsConnection_Connect(&connection, options)
    guard status == NATS_OK || status == NATS_NOT_YET_CONNECTED, let connection else {
      throw BusError("the bus \(address) cannot be used: \(Self.text(status))")
    }
    var subscription: OpaquePointer?
    let subscribed = natsConnection_Subscribe(
      &subscription, connection, topic,
      { _, _, message, closure in
        defer { natsMsg_Destroy(message) }
        guard let bytes = natsMsg_GetData(message), let handlers = Handlers.of(closure) else { return }
        let count = Int(natsMsg_GetDataLength(message))
        handlers.receive(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
      }, closure)
    guard subscribed == NATS_OK, let subscription else {
      natsConnection_Destroy(connection)
      throw BusError("the bus \(address) cannot be listened to: \(Self.text(subscribed))")
    }
    state.withLock {
      $0 = State(
        connection: Connection(pointer: connection), subscription: Subscription(pointer: subscription), topic: topic)
    }
    connected(status == NATS_OK)
  }

  /// Sets where to connect, and as whom.
  static func setServers(_ options: OpaquePointer?, _ address: String, secret: String?) throws {
    let (servers, user) = BusAddress.parts(of: address)
    try withPointers(to: servers) { pointers in
      try check(natsOptions_SetServers(options, pointers, Int32(servers.count)), "use the address \(address)")
    }
    // The library itself makes nothing of the scheme.
    if address.contains("tls://") { try check(natsOptions_SetSecure(options, true), "use TLS") }
    if let user {
      try check(natsOptions_SetUserInfo(options, user, secret ?? ""), "use the user")
    } else if let secret {
      try check(natsOptions_SetToken(options, secret), "use the token")
    }
  }

  private func configure(_ options: OpaquePointer?, _ closure: UnsafeMutableRawPointer) throws {
    let statuses = [
      natsOptions_SetName(options, "martlet"), natsOptions_SetNoEcho(options, true), natsOptions_SetSendAsap(options, true),
      natsOptions_SetTimeout(options, 2000), natsOptions_SetMaxReconnect(options, -1),
      natsOptions_SetReconnectWait(options, Self.pause), natsOptions_SetReconnectBufSize(options, Self.waitingBytes),
      natsOptions_SetPingInterval(options, 2000), natsOptions_SetMaxPingsOut(options, 2),
      natsOptions_SetRetryOnFailedConnect(options, true, { _, closure in Handlers.of(closure)?.connected(true) }, closure),
      natsOptions_SetReconnectedCB(options, { _, closure in Handlers.of(closure)?.connected(true) }, closure),
      natsOptions_SetDisconnectedCB(options, { _, closure in Handlers.of(closure)?.connected(false) }, closure),
    ]
    for status in statuses { try Self.check(status, "prepare the connection") }
  }

  private static func withPointers(
    to texts: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) throws -> Void
  ) throws {
    let copies = texts.map { Array($0.utf8CString) }
    func lend(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) throws {
      guard index < copies.count else {
        var pointers = pointers
        return try pointers.withUnsafeMutableBufferPointer { buffer in
          if let start = buffer.baseAddress { try body(start) }
        }
      }
      try copies[index].withUnsafeBufferPointer { try lend(index + 1, pointers + [$0.baseAddress]) }
    }
    try lend(0, [])
  }

  static func check(_ status: natsStatus, _ deed: String) throws {
    guard status == NATS_OK else { throw BusError("cannot \(deed) of the bus: \(text(status))") }
  }

  static func text(_ status: natsStatus) -> String {
    natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
  }

  package func publish(_ message: [UInt8]) {
    state.withLock { state in
      guard let connection = state.connection else { return }
      // A message that is too large or cannot wait is lost; the feed has it.
      _ = message.withUnsafeBytes { natsConnection_Publish(connection.pointer, state.topic, $0.baseAddress, Int32($0.count)) }
    }
  }

  package func close() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    if let subscription = ended.subscription { natsSubscription_Destroy(subscription.pointer) }
    if let connection = ended.connection {
      natsConnection_Close(connection.pointer)
      natsConnection_Destroy(connection.pointer)
    }
  }
}
