import MartletNet
import MartletProcess
import MartletTesting

/// The database and the bus that the nodes of a run share.
///
/// Each node reaches the bus through a proxy of its own.
struct Cluster: Sendable {
  let database: Database
  let bus: NatsServer
  /// The network of each node to the bus.
  let links: [FaultProxy]

  /// How long a node that starts may take until it is connected to the bus.
  private static let patience = Duration.seconds(30)

  /// Starts PostgreSQL and NATS.
  ///
  /// - Throws: `TestError` if one is not installed or does not start.
  static func start(_ plan: CheckPlan, folder: String) async throws -> Cluster {
    let database = try await Database(folder: folder, scratch: plan.scratch)
    let bus = try await NatsServer(in: plan.scratch)
    var links: [FaultProxy] = []
    for number in 0..<plan.nodes {
      links.append(try await FaultProxy(port: bus.port, seed: plan.seed &+ UInt64(number) &* 104_729))
    }
    return Cluster(database: database, bus: bus, links: links)
  }

  /// The options that make a server the node of this number.
  func options(of number: Int) -> [String] {
    ["--store", database.address, "--bus", "nats://127.0.0.1:\(links[number].port)"]
  }

  /// Starts nodes for the first time, all with the keys of the first.
  static func start(_ nodes: [ServerProcess]) async throws {
    guard let first = nodes.first else { return }
    try await first.start()
    for node in nodes.dropFirst() {
      try Folder.ensure(node.directory)
      try Folder.copy(first.directory + "/apps.json", to: node.directory + "/apps.json")
      try await node.start()
    }
  }

  /// Waits until a node has its bus.
  ///
  /// - Throws: `ProductFailure` if that takes too long.
  static func waitForBus(of node: ServerProcess, _ loop: EventLoop, slack: UInt64) async throws {
    let end = ContinuousClock.now + patience * Int(slack)
    while await !node.hasBus(loop) {
      guard ContinuousClock.now < end else { throw ProductFailure("\(node.name) was not connected to the bus in time") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func stop() async {
    for link in links { await link.close() }
    await bus.kill()
    await database.stop()
  }
}
