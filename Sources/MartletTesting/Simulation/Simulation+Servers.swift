/// Servers that start, end, and are started again.
extension Simulation {
  /// A server that runs, of several any; nil if none runs.
  var someServer: SimulatedServer? {
    guard seats.count > 1 else { return seats.first?.server }
    let running = seats.compactMap(\.server).filter(\.takesConnections)
    return running.randomElement(using: &random)
  }

  /// The seat that a step is about.
  func seat(of step: SimulationPlan.Step) -> ServerSeat { seats[Int(step.dice % UInt64(seats.count))] }

  /// Parts of servers that may have a turn, always in the same order.
  var drivenServers: [any Driven] { seats.flatMap { $0.server?.driven ?? [] } }

  func startServer(_ seat: ServerSeat) {
    lives += 1
    seat.lives += 1
    let backing: SimulatedServer.Backing =
      if let shared { .shared(shared.database, shared.bus) } else {
        .files(directory: directory.path, disk: disk, isRestored: isRestored)
      }
    seat.server = SimulatedServer(
      plan.world.server, name: shared == nil ? "server-\(lives)" : "node-\(seat.number)-\(seat.lives)",
      generation: "life-\(lives)", backing, network: network, time: SkewedTime(time, skew: seat.skew), seed: random.next())
    network.servers = seats.compactMap(\.server)
  }

  /// Starts servers again that are gone, as an operating system does, and ends those that can store nothing any more.
  func superviseServers() { for seat in seats { supervise(seat) } }

  private func supervise(_ seat: ServerSeat) {
    guard let server = seat.server else {
      if time.monotonicNanoseconds >= seat.comesBackAt { startServer(seat) }
      return
    }
    if server.phase == .running { isRestored = false }
    switch server.phase {
    case .running where server.failure != nil: server.stop()
    case .ended: endServer(seat, losingAllBut: nil, tellingClients: true)
    case .starting, .running, .stopping, .killed: break
    }
  }

  /// Ends the server, however far it is.
  func endServer(_ seat: ServerSeat, losingAllBut kept: Int?, tellingClients tells: Bool) {
    guard let server = seat.server else { return }
    for connection in network.connections where shared == nil || connection.isOf(server) {
      if shared != nil { recorder.lostServer(connection) }
      connection.abandonServer(tellingClient: tells)
    }
    disk.cutPower()
    server.kill()
    recorder.abandon()
    // The sessions at other nodes go on.
    if shared == nil { recorder.record(.restarted(how: kept.map { "lost power, \($0) % kept" } ?? "killed")) }
    lastFailure = server.failure ?? lastFailure
    if let kept { disk.losePower(&random, kept: kept) }
    disk.restart()
    seat.server = nil
    network.servers = seats.compactMap(\.server)
    seat.comesBackAt = time.monotonicNanoseconds &+ UInt64.random(in: 0...2_000_000_000, using: &random)
  }
}
