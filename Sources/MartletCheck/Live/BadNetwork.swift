import MartletTesting

/// The networks of a run, each with faults of its own, and operations on them.
struct BadNetwork: Sendable {
  let proxies: [FaultProxy]

  /// Networks to servers on these ports, of which each connection gets one.
  static func start(_ count: Int, ports: [UInt16], seed: UInt64) async throws -> BadNetwork {
    var proxies: [FaultProxy] = []
    for index in 0..<count {
      let proxy = try await FaultProxy(port: ports.first ?? 0, seed: seed &+ UInt64(index))
      proxy.spread(over: ports)
      proxies.append(proxy)
    }
    return BadNetwork(proxies: proxies)
  }

  /// Breaks all connections off.
  func cut() async { for proxy in proxies { await proxy.cut() } }

  /// Connections made from now on have faults of these kinds; those there are are cut, so that there are new ones.
  func worsen(seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    for proxy in proxies {
      var faults = FaultProxy.Faults()
      if Bool.random(using: &random) {
        faults.delay = .milliseconds(1) ... .milliseconds(Int.random(in: 5...300, using: &random))
      }
      if Bool.random(using: &random) { faults.piece = 1...Int.random(in: 1...40, using: &random) }
      if Bool.random(using: &random) { faults.cutAfter = 100...Int.random(in: 2000...60_000, using: &random) }
      if Int.random(in: 0..<4, using: &random) == 0 { faults.silentAfter = 1000...Int.random(in: 2000...60_000, using: &random) }
      if Int.random(in: 0..<3, using: &random) == 0 { faults.connectDelay = .zero ... .milliseconds(400) }
      faults.duplicates = Int.random(in: 0..<3, using: &random) == 0
      proxy.faults = faults
      await proxy.cut()
    }
  }

  /// Nothing more goes through, in one direction or both, and nobody is told.
  func silence(seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    let ways: [FaultProxy.Way] = [.both, .toServer, .toClient]
    for proxy in proxies { await proxy.silence(ways.randomElement(using: &random) ?? .both) }
  }

  /// Removes all faults.
  ///
  /// Closes connections affected by earlier ones, so that clients notice.
  func heal() async {
    for proxy in proxies {
      proxy.faults = FaultProxy.Faults()
      await proxy.cut()
    }
  }

  func close() async { for proxy in proxies { await proxy.close() } }
}
