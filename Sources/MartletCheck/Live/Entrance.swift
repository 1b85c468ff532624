import MartletTesting
import Synchronization

/// The way to the servers of a run without any fault in between: straight to a server, or through a proxy that spreads
/// connections over nodes.
struct Entrance: Sendable {
  /// A port for clients that keep one address.
  let fixedPort: UInt16
  private let ports: [UInt16]
  private let random: RandomPort
  /// Nil if there is one server.
  private let proxy: FaultProxy?

  init(to ports: [UInt16], seed: UInt64) async throws {
    self.ports = ports
    random = RandomPort(seed: seed)
    guard let first = ports.first, ports.count > 1 else {
      (fixedPort, proxy) = (ports.first ?? 0, nil)
      return
    }
    let proxy = try await FaultProxy(port: first, seed: seed)
    proxy.spread(over: ports)
    (self.proxy, fixedPort) = (proxy, proxy.port)
  }

  /// The port of any server, for one connection.
  var port: UInt16 { random.next(of: ports) }

  func close() async { await proxy?.close() }

  private final class RandomPort: Sendable {
    private let random: Mutex<SeededRandom>

    init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

    func next(of ports: [UInt16]) -> UInt16 { random.withLock { ports.randomElement(using: &$0) ?? 0 } }
  }
}
