import Martlet
import MartletNet
import MartletWire

/// The ways in which a client reaches its server; tests about the network run with each.
package enum TransportKind: String, CaseIterable, Sendable {
  /// MartletNet's, which clients use on Linux.
  case loop
  /// The one of Apple's platforms, with MartletNet's WebSockets in the place of URLSession's.
  case system

  /// Makes a transport.
  package func transport(time: any TimeSource = SystemTimeSource()) throws -> any Transport {
    switch self {
    case .loop: LoopTransport(loop: try EventLoop(name: "client", time: time))
    case .system: try SystemTransport(session: LoopSocketSession(), time: time)
    }
  }

  /// Opens a client.
  package func client(
    _ configuration: MartletClient.Configuration, time: any TimeSource = SystemTimeSource()
  ) throws -> MartletClient {
    try MartletClient(
      configuration: configuration, transport: transport(time: time), random: SystemRandomNumberGenerator())
  }
}
