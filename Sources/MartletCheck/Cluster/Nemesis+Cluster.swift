import MartletNet
import MartletTesting
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Faults of what nodes share, and of all nodes.
extension Nemesis {
  /// Brings a fault and takes it away again.
  ///
  /// - Returns: As `bring`.
  func bring(_ fault: Fault, to cluster: Cluster) async throws -> Bool? {
    switch fault {
    case .databaseCrash:
      await pause(0...400)
      try await cluster.database.crash()
    case .databaseFailover:
      try await cluster.database.addStandby()
      await pause(0...800)
      await cluster.database.losePrimary()
      await pause(0...800)
      try await cluster.database.promoteStandby()
    case .busKill:
      await cluster.bus.kill()
      await pause(0...3000)
      try await cluster.bus.start()
    case .busCut: try await cutBus(of: cluster)
    case .rollingRestart: try await restartAll()
    default: break
    }
    return nil
  }

  /// Takes the bus from one node: its connection breaks once, or it cannot connect for a while, or nothing goes through.
  private func cutBus(of cluster: Cluster) async throws {
    guard let link = cluster.links.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: await link.cut()
    case 1:
      await link.refuse()
      await link.cut()
      await pause(500...4000)
      try await link.accept()
    default:
      let ways: [FaultProxy.Way] = [.both, .toServer, .toClient]
      await link.silence(ways.randomElement(using: &random) ?? .both)
      // The node may or may not find out meanwhile.
      await pause(500...9000)
      await link.cut()
    }
  }

  /// Restarts the nodes one after the other, as the documents tell an operator to, while apps send.
  private func restartAll() async throws {
    // What the faults before did to connections is over.
    for server in reach.servers { try await Cluster.waitForBus(of: server, reach.loop, slack: reach.slack) }
    await pause(1000...2000)
    let time = SystemTimeSource()
    let begin = time.monotonicNanoseconds
    for server in reach.servers {
      await end(server, SIGTERM)
      try await server.start()
      try await Cluster.waitForBus(of: server, reach.loop, slack: reach.slack)
    }
    brought.restarts.append(RollingRestart.Window(begin: begin, end: time.monotonicNanoseconds))
    // Messages that were sent at the end are answered before the next fault, which may end their process.
    await pause(1500...2500)
  }
}
