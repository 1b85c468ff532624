import MartletNet
import MartletWire

/// The expected contents of the store for a lane.
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
  /// - Parameter lanes: The expected contents.
  /// - Returns: The tally of the actual contents.
  /// - Throws: `BenchError` if the server does not answer.
  func tally(of lanes: [KeptLane]) async throws -> Tally {
    let readers = Dictionary(grouping: lanes) { $0.reader.user }.values.map { Array($0) }
    let crowd = try await ClientCrowd.connect(readers.compactMap(\.first?.reader), to: server, loop: loop)
    let reading = Rereading(crowd.clients, readers, run: run, progress)
    await crowd.tell(reading)
    do {
      let tally = try await reading.tally()
      await crowd.close()
      return tally
    } catch {
      await crowd.close()
      try Task.checkCancellation()
      throw error
    }
  }
}

/// Reads the conversations of many readers, page by page, some readers at a time.
///
/// `@unchecked Sendable`: `loop` never changes; all else is touched on the loop's thread only.
private final class Rereading: PacketReceiver, @unchecked Sendable {
  private struct Reader {
    var lanes: ArraySlice<KeptLane>
    var checker = DeliveryChecker()
  }

  /// Readers that have a page under way.
  private static let atOnce = 32

  private let loop: EventLoop?
  private let clients: [BenchClient]
  private let run: UInt16
  private let progress: @Sendable (String) -> Void
  private let count: Int
  private var readers: [Reader]
  private var begun = 0
  private var done = 0
  private var sum = Tally()
  private var outcome: Result<Tally, BenchError>?
  private var waiter: CheckedContinuation<Tally, any Error>?

  init(_ clients: [BenchClient], _ readers: [[KeptLane]], run: UInt16, _ progress: @escaping @Sendable (String) -> Void) {
    loop = clients.first?.loop
    self.clients = clients
    self.run = run
    self.progress = progress
    self.readers = readers.map { Reader(lanes: $0[...]) }
    count = readers.reduce(0) { $0 + $1.count }
  }

  /// Reads all of it.
  func tally() async throws -> Tally {
    guard let loop else { return Tally() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        loop.post {
          if let outcome = self.outcome { return continuation.resume(with: outcome) }
          self.waiter = continuation
          for _ in 0..<Self.atOnce { self.beginNext() }
        }
      }
    } onCancel: {
      loop.post { self.end(.failure(BenchError(.stalled, "reading back was cancelled"))) }
    }
  }

  private func beginNext() {
    guard begun < readers.count else { return }
    begun += 1
    read(begun - 1, from: 1)
  }

  private func read(_ index: Int, from position: UInt64) {
    guard outcome == nil, let lane = readers[index].lanes.first else { return }
    clients[index].read(from: position, of: lane.conversation)
  }

  func answered(_ client: BenchClient, _ entries: UnsafeRawBufferPointer) {
    let index = client.index
    guard outcome == nil, let lane = readers[index].lanes.first else { return }
    var checker = readers[index].checker
    let page = ScannedPage(entries) { entry in
      guard let mark = entry.mark, mark.run == run, mark.lane == lane.index else { return }
      _ = checker.receive(mark.number, at: entry.position)
    }
    readers[index].checker = checker
    guard let page else { return end(.failure(BenchError(.connection, "malformed page"))) }
    guard page.last == 0 || page.last >= page.head else { return read(index, from: page.last &+ 1) }
    finish(lane, of: index)
  }

  private func finish(_ lane: KeptLane, of index: Int) {
    sum += readers[index].checker.tally(sent: lane.sent)
    readers[index].checker = DeliveryChecker()
    readers[index].lanes.removeFirst()
    done += 1
    if done % 10_000 == 0 || done == count { progress("\(done) of \(count) conversations read back") }
    if done == count { return end(.success(sum)) }
    if readers[index].lanes.isEmpty { beginNext() } else { read(index, from: 1) }
  }

  private func end(_ outcome: Result<Tally, BenchError>) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    waiter?.resume(with: outcome.mapError { $0 as any Error })
    waiter = nil
  }

  func stored(_ client: BenchClient, id: UInt32) {}

  func arrived(_ client: BenchClient, _ entry: ScannedEntry) {}

  func failed(_ error: BenchError) { end(.failure(error)) }
}
