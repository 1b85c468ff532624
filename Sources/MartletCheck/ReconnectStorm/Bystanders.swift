import MartletNet
import MartletTesting
import MartletWire

/// Two users who write to each other during a reconnect storm.
///
/// They run on a loop of their own, so that the load of the other clients in this process does not slow them down.
actor Bystanders {
  private nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let one: WireClient
  private let other: WireClient
  private var waits: [UInt64] = []
  private var count = 0
  /// Why they could not go on; nil while they can.
  private(set) var obstacle: String?

  private init(_ one: WireClient, _ other: WireClient, loop: EventLoop) {
    (self.one, self.other, self.loop) = (one, other, loop)
  }

  static func connect(control: ControlSocket, port: UInt16, loop: EventLoop) async throws -> Bystanders {
    var clients: [WireClient] = []
    for user in ["bystander1", "bystander2"] {
      let client = WireClient(loop: loop)
      try await client.connect(host: "127.0.0.1", port: port)
      guard case .welcome = try await client.hello(token: try await control.token(for: user), device: user) else {
        throw CheckError("the server refused a bystander's session")
      }
      clients.append(client)
    }
    return Bystanders(clients[0], clients[1], loop: loop)
  }

  /// Sends one message after another until cancelled, or until one does not arrive, and notes how long each takes to arrive.
  func talk() async {
    let time = SystemTimeSource()
    while !Task.isCancelled {
      count += 1
      let id = "talk-\(count)"
      let began = time.monotonicNanoseconds
      let send = Wire.Send(
        conversation: "direct:bystander2", clientId: id, type: "text", content: #"{"text":"is it loud in here?"}"#)
      guard case .appended? = try? await one.request(.send(send)) else { return stop("was refused or never answered") }
      await other.until { $0.closeCode != nil || $0.pushes.last?.entries.last?.clientId == id }
      guard await other.closeCode == nil else { return stop("never arrived") }
      waits.append(time.monotonicNanoseconds &- began)
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  private func stop(_ what: String) { obstacle = "message \(count) of the bystanders \(what)" }

  /// Cuts their connections, so that they wait for nothing more.
  func leave() async {
    await one.abort()
    await other.abort()
  }

  /// In order.
  var latencies: [UInt64] { waits.sorted() }
}
