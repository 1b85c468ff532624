import Martlet
import MartletNet
import MartletServer
import MartletWire

/// The network of a simulation: the items under way between devices and the server, and their arrival times.
///
/// A live connection loses nothing, as TCP promises. A connection may be slow, stall, or end on one side or both.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class SimulatedNetwork: @unchecked Sendable {
  private let time: ManualTime
  private var random: SeededRandom
  /// The seed of the connections' own randomness.
  var seed: UInt64 { random.seed }
  /// The latency of an item, in nanoseconds.
  var latency: ClosedRange<UInt64> = 0...0
  /// Connections with possible arrivals, oldest first.
  private(set) var connections: [SimulatedConnection] = []
  private var made = 0
  /// Take connections: those that run.
  var servers: [SimulatedServer] = []
  /// Told of each packet that arrives at a device, and of each that one sends.
  var recorder: Recorder?

  init(time: ManualTime, random: SeededRandom) {
    self.time = time
    self.random = random
  }

  var now: UInt64 { time.monotonicNanoseconds }

  /// A number below a bound.
  func roll(_ bound: Int) -> Int { Int.random(in: 0..<max(1, bound), using: &random) }

  /// The server that a new connection goes to, of several any.
  var target: SimulatedServer? { servers.count > 1 ? servers[roll(servers.count)] : servers.first }

  /// Begins to connect a device.
  func dial(device: Int, loop: EventLoop, handler: any TransportHandler) -> SimulatedConnection {
    made += 1
    let connection = SimulatedConnection(number: made, device: device, network: self, loop: loop, handler: handler)
    connections.append(connection)
    connection.toServer.append(.dial)
    return connection
  }

  /// The directions in which something can arrive now.
  var deliverable: [SimulatedConnection.Channel] {
    let now = now
    return connections.flatMap { [$0.toServer, $0.toClient].filter { $0.isDue(at: now) } }
  }

  /// The time of the next arrival; nil if none arrives by itself.
  var deadline: UInt64? { connections.lazy.flatMap { [$0.toServer.due, $0.toClient.due] }.compactMap(\.self).min() }

  /// Whether anything is under way.
  var isQuiet: Bool { connections.allSatisfy { $0.toServer.isEmpty && $0.toClient.isEmpty } }

  /// The items under way, for people.
  var description: String { connections.map(\.description).joined(separator: "; ") }

  /// Forgets connections that are over.
  func sweep() { connections.removeAll(where: \.isOver) }

  /// The connections of a device.
  func connections(of device: Int) -> [SimulatedConnection] { connections.filter { $0.device == device } }

  /// The number of a device's open connection; nil if there is none.
  func openConnection(of device: Int) -> Int? { connections.last { $0.device == device && $0.hasClient }?.number }

  /// Lets everything pass from now on.
  func heal() {
    latency = 0...1_000_000
    for connection in connections {
      connection.release()
      connection.tellOfLoss()
    }
  }
}
