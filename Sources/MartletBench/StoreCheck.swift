import MartletNet
import MartletWire

/// What the store should hold of a lane.
struct KeptLane: Sendable {
  let index: UInt32
  let conversation: String
  let sent: UInt64
  /// A member of the conversation.
  let reader: Account
}

/// Reads conversations back and looks whether all that was sent is there once, in order.
struct StoreCheck: Sendable {
  let server: BenchServer
  let loop: EventLoop
  let run: UInt16
  let progress: @Sendable (String) -> Void

  /// Reads the lanes' conversations, with a connection for each reader.
  ///
  /// - Parameter lanes: What should be there.
  /// - Returns: What is.
  /// - Throws: `BenchError` where the server cannot be asked.
  func tally(of lanes: [KeptLane]) async throws -> Tally {
    let readers = Dictionary(grouping: lanes) { $0.reader.user }.values.map { Array($0) }
    let crowd = try await ClientCrowd.connect(readers.compactMap(\.first?.reader), to: server, loop: loop)
    let sum = Sum()
    do {
      try await inParallel(
        readers.count, width: 8, progress: { if $0 % 50 == 0 { progress("\($0) of \(readers.count) read back") } }
      ) {
        for lane in readers[$0] { await sum.add(try await tally(of: lane, through: crowd.clients[$0])) }
      }
      await crowd.close()
    } catch {
      await crowd.close()
      throw error
    }
    return await sum.tally
  }

  private func tally(of lane: KeptLane, through client: BenchClient) async throws -> Tally {
    var checker = DeliveryChecker()
    var from: UInt64 = 1
    while true {
      let answer = try await client.request(
        .fetchEntries(Wire.FetchEntries(conversation: lane.conversation, from: from, limit: 1000)))
      guard case .entries(let page) = answer, let last = page.entries.last else { break }
      for entry in page.entries {
        let id = Array(entry.clientId.utf8)
        guard let mark = id.withUnsafeBytes({ MessageMark($0) }), mark.run == run, mark.lane == lane.index else { continue }
        _ = checker.receive(mark.number, at: entry.seq)
      }
      guard last.seq < page.head else { break }
      from = last.seq &+ 1
    }
    return checker.tally(sent: lane.sent)
  }
}

/// Tallies from several tasks.
private actor Sum {
  private(set) var tally = Tally()

  func add(_ other: Tally) { tally += other }
}
