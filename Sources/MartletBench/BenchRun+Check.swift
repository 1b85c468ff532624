import MartletNet
import MartletWire

extension BenchRun {
  /// The time at which the server is killed, to check its stored data.
  enum Killing {
    /// When everything sent has arrived.
    case atRest
    /// While messages flow: unacknowledged messages may be lost.
    case underLoad(Traffic)
  }

  /// Checks the messages of lanes, on the way and in the store; closes the clients.
  ///
  /// - Parameters:
  ///   - crowd: The clients.
  ///   - accounts: The clients' accounts.
  ///   - lanes: The lanes, each with the indexes of its receiving clients.
  ///   - known: Errors that are known already.
  ///   - killing: The time at which to kill the benchmark's own server.
  ///   - report: Receives the findings.
  /// - Throws: `BenchError` if the server does not restart or does not answer.
  func check(
    _ crowd: ClientCrowd, _ accounts: [Account], _ lanes: [(lane: Lane, receivers: [Int])], and known: Tally = Tally(),
    killing: Killing = .atRest, into report: inout BenchReport
  ) async throws {
    if let own { try await kill(own, killing, crowd) }
    let lanes = Confined(lanes)
    var (tally, kept) = await loop.run {
      var tally = known
      var kept: [KeptLane] = []
      for (lane, receivers) in lanes.value {
        let (arrived, stored) = killing.isUnderLoad ? (lane.completed, lane.stored) : (lane.sent, lane.sent)
        for receiver in receivers { tally += crowd.clients[receiver].inbox.tally(of: lane.index, sent: arrived) }
        guard stored > 0, let reader = receivers.first else { continue }
        kept.append(KeptLane(index: lane.index, conversation: lane.conversation, sent: stored, reader: accounts[reader]))
      }
      return (tally, kept)
    }
    await crowd.close()
    if let own {
      try await restart(own, reading: kept.first, into: &report)
      let stored = try await StoreCheck(server: try own.address(), loop: loop, run: run, progress: progress).tally(of: kept)
      report.add("stored_after_restart", "messages stored after the restart", stored.received)
      tally.lost &+= stored.lost
      tally.duplicated &+= stored.duplicated
      tally.outOfOrder &+= stored.outOfOrder
    }
    report.add(tally)
  }

  private func kill(_ own: OwnServer, _ killing: Killing, _ crowd: ClientCrowd) async throws {
    guard case .underLoad(let traffic) = killing else {
      progress("killing the server")
      return own.kill()
    }
    progress("killing the server under load")
    await loop.run { traffic.start() }
    try await traffic.pass(max(plan.warmup, .milliseconds(200)))
    await crowd.expectEnd()
    own.kill()
    await loop.run { traffic.stop() }
  }

  /// Starts the server again, and measures how long it takes until it serves.
  private func restart(_ own: OwnServer, reading lane: KeptLane?, into report: inout BenchReport) async throws {
    let begun = loop.time.monotonicNanoseconds
    func milliseconds() -> Double { Double(loop.time.monotonicNanoseconds &- begun) / 1_000_000 }
    try await own.launch()
    report.add("listening_ms", "time until listening after kill -9", milliseconds(), unit: "ms")
    if let lane {
      let crowd = try await ClientCrowd.connect([lane.reader], to: try own.address(), loop: loop)
      _ = try await crowd.clients[0].request(
        .fetchEntries(Wire.FetchEntries(conversation: lane.conversation, limit: 50, newest: true)))
      await crowd.close()
    }
    report.add("restart_ms", "time after kill -9 until a user could sign in and read", milliseconds(), unit: "ms")
  }
}

extension BenchRun.Killing {
  fileprivate var isUnderLoad: Bool {
    if case .underLoad = self { true } else { false }
  }
}
