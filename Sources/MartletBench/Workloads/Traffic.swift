import MartletNet
import MartletWire

/// Keeps messages flowing, at a rate or as fast as the windows allow, and checks their delivery.
///
/// `@unchecked Sendable`: `loop`, `lanes` and `run` never change; all else is touched on the loop's thread only.
final class Traffic: PacketReceiver, @unchecked Sendable {
  let loop: EventLoop
  let lanes: [Lane]
  /// Marks the messages of this benchmark.
  let run: UInt16
  private let senders: [Sender]
  /// By the index of the client.
  private let senderOfClient: [Int: Sender]
  private let senderOfLane: [Sender]

  private(set) var counters = Counters()
  /// From the moment each message was due until each of its receivers got it, since `resetLatency`.
  private(set) var latency = Histogram()
  private(set) var failure: BenchError?
  /// Receives the answers of reads.
  var onAnswer: ((BenchClient, UnsafeRawBufferPointer) -> Void)?

  /// Messages a second in all; nil sends whenever a window has room.
  private var rate: Double?
  private var isFlowing = false
  private var paced: (since: UInt64, count: UInt64) = (0, 0)
  private var nextSender = 0
  private var underWay: UInt64 = 0
  private var waiter: (isMet: () -> Bool, continuation: CheckedContinuation<Void, any Error>)?

  /// The counts so far.
  struct Counters: Sendable, Equatable {
    var sent: UInt64 = 0
    /// Stored, and received by everyone.
    var completed: UInt64 = 0
    /// Each message counts once for each receiver that got it.
    var delivered: UInt64 = 0
  }

  init(loop: EventLoop, senders: [Sender], run: UInt16) {
    self.loop = loop
    self.senders = senders
    self.run = run
    let pairs = senders.flatMap { sender in sender.lanes.map { (lane: $0, sender: sender) } }.sorted {
      $0.lane.index < $1.lane.index
    }
    lanes = pairs.map(\.lane)
    senderOfLane = pairs.map(\.sender)
    senderOfClient = Dictionary(senders.map { ($0.client.index, $0) }) { first, _ in first }
  }

  private var now: UInt64 { loop.time.monotonicNanoseconds }

  // MARK: - Flowing

  /// Begins to send.
  func start(rate: Double? = nil) {
    self.rate = rate
    isFlowing = true
    if rate == nil {
      for sender in senders { fill(sender) }
    } else {
      paced = (now, 0)
      pace()
    }
  }

  /// Stops sending; pending messages still arrive.
  func stop() {
    isFlowing = false
    for sender in senders { sender.forgetDue() }
  }

  func resetLatency() { latency = Histogram() }

  /// Messages that are due and were not sent because their windows are full.
  var backlog: Int { senders.reduce(0) { $0 + $1.backlog } }

  private func fill(_ sender: Sender) {
    guard isFlowing, rate == nil || sender.backlog > 0 else { return }
    let moment = now
    let milliseconds = UInt64(clamping: loop.time.wallMilliseconds)
    while rate == nil || sender.backlog > 0, let lane = sender.laneWithRoom() {
      lane.send(run: run, due: sender.takeDue() ?? moment, milliseconds: milliseconds) { sender.client.send($0) }
      counters.sent &+= 1
      underWay &+= 1
    }
  }

  /// Passes due messages to the senders in turn.
  private func pace() {
    guard isFlowing, let rate else { return }
    let moment = now
    let target = UInt64(Double(moment &- paced.since) / 1_000_000_000 * rate)
    while paced.count < target {
      paced.count &+= 1
      senders[nextSender].isDue(at: moment)
      fill(senders[nextSender])
      nextSender = nextSender + 1 < senders.count ? nextSender + 1 : 0
    }
    loop.schedule(after: .milliseconds(1)) { [weak self] in self?.pace() }
  }

  // MARK: - Arrivals

  func stored(_ client: BenchClient, id: UInt32) {
    guard let sender = senderOfClient[client.index], let ordinal = SendTemplate.ordinal(of: id), ordinal < sender.lanes.count
    else { return }
    let lane = sender.lanes[ordinal]
    let before = lane.underWay
    guard lane.noteStored(id: id) else {
      return failed(BenchError(.refused, "the server answered messages of one conversation out of order"))
    }
    settle(lane, of: sender, before)
  }

  func arrived(_ client: BenchClient, _ entry: ScannedEntry) {
    guard let mark = entry.mark, mark.run == run, Int(mark.lane) < lanes.count,
      let isFirst = client.inbox.receive(mark, at: entry.position), isFirst
    else { return }
    let lane = lanes[Int(mark.lane)]
    counters.delivered &+= 1
    let before = lane.underWay
    guard let due = lane.noteReceived(mark.number) else { return }
    latency.record(now &- due)
    settle(lane, of: senderOfLane[Int(mark.lane)], before)
  }

  func answered(_ client: BenchClient, _ entries: UnsafeRawBufferPointer) { onAnswer?(client, entries) }

  private func settle(_ lane: Lane, of sender: Sender, _ before: UInt64) {
    let done = before &- lane.underWay
    guard done > 0 else { return }
    underWay &-= done
    counters.completed &+= done
    sender.done(done)
    fill(sender)
    if let waiter, waiter.isMet() { resume() }
  }

  func failed(_ error: BenchError) {
    guard failure == nil else { return }
    failure = error
    isFlowing = false
    resume()
  }

  // MARK: - Waiting

  /// Waits until so much time has passed; throws at once when the traffic fails.
  func pass(_ duration: Duration) async throws { _ = try await wait(within: duration) { false } }

  /// Waits until nothing is under way.
  ///
  /// - Returns: False if that takes longer than `limit`.
  func drain(within limit: Duration) async throws -> Bool {
    try await wait(within: limit) { [self] in underWay == 0 }
  }

  /// Waits until so many messages were completed in all.
  ///
  /// - Returns: False if that takes longer than `limit`.
  func reach(_ count: UInt64, within limit: Duration) async throws -> Bool {
    try await wait(within: limit) { [self] in counters.completed >= count }
  }

  /// Waits until `isMet` holds, which is asked whenever a message is done with.
  private func wait(within limit: Duration, _ isMet: @escaping @Sendable () -> Bool) async throws -> Bool {
    try Task.checkCancellation()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        loop.post {
          if let failure = self.failure { return continuation.resume(throwing: failure) }
          if isMet() { return continuation.resume() }
          let timer = self.loop.schedule(after: limit) { self.resume() }
          self.waiter = (
            {
              guard isMet() else { return false }
              timer.cancel()
              return true
            }, continuation
          )
        }
      }
    } onCancel: {
      loop.post { self.resume() }
    }
    try Task.checkCancellation()
    return await loop.run { isMet() }
  }

  private func resume() {
    guard let waiter else { return }
    self.waiter = nil
    if let failure { waiter.continuation.resume(throwing: failure) } else { waiter.continuation.resume() }
  }
}
