import Martlet
import MartletNet
import MartletSQLite
import MartletWire

/// The thread, clock and network of a simulated device.
final class SimulatedTransport: TransportOnLoop {
  let loop: EventLoop
  private let network: SimulatedNetwork
  private let device: Int
  private let reading: DrivenExecutor

  init(device: Int, loop: EventLoop, reading: DrivenExecutor, network: SimulatedNetwork) {
    self.reading = reading
    self.device = device
    self.loop = loop
    self.network = network
  }

  func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: loop) { await body() }
  }

  func readingExecutor() throws -> any BlockingExecutor { reading }

  func dial(_ address: ServerAddress, handler: any TransportHandler) -> any TransportSocket {
    network.dial(device: device, loop: loop, handler: handler)
  }

  func stop() { Task(executorPreference: loop) { [loop] in await loop.stop() } }
}
