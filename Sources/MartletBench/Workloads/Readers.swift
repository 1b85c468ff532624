import MartletNet
import MartletWire

/// Reads the newest messages of random conversations, a number of them at once.
///
/// Used on its loop only.
final class Readers {
  /// The number of messages per read.
  static let page = 50

  private let loop: EventLoop
  private let run: UInt16
  private let clients: [BenchClient]
  /// Each lane that has messages, with the client that reads it.
  private var lanes: [(lane: Lane, reader: Int)] = []
  /// The lane that each client reads now.
  private var reading: [(lane: Lane, since: UInt64)?]
  private var random = CheapRandom(state: 1)
  private var isOn = true
  private(set) var latency = Histogram()
  private(set) var entries: UInt64 = 0
  /// Reads with something missing or misplaced.
  private(set) var faulty: UInt64 = 0

  init(_ mesh: Mesh, loop: EventLoop, run: UInt16) {
    self.loop = loop
    self.run = run
    clients = mesh.crowd.clients
    reading = Array(repeating: nil, count: clients.count)
    for (lane, receivers) in mesh.lanes where lane.sent > 0 {
      if let reader = receivers.first { lanes.append((lane, reader)) }
    }
  }

  /// Begins; at no time are more reads under way.
  func start(atOnce count: Int) { for _ in 0..<count { next() } }

  func stop() { isOn = false }

  func reset() { (latency, entries) = (Histogram(), 0) }

  private func next() {
    guard isOn else { return }
    // A client reads one conversation at a time, and nearly all are free.
    for _ in 0..<100 {
      guard let (lane, reader) = lanes.randomElement(using: &random) else { return }
      guard reading[reader] == nil else { continue }
      reading[reader] = (lane, loop.time.monotonicNanoseconds)
      return clients[reader].read(newest: Self.page, of: lane.conversation)
    }
  }

  func take(_ client: BenchClient, _ body: UnsafeRawBufferPointer) {
    guard let (lane, since) = reading[client.index] else { return }
    reading[client.index] = nil
    latency.record(loop.time.monotonicNanoseconds &- since)
    var last: UInt64?
    var count: UInt64 = 0
    var isRight = true
    let isWhole = ScannedEntry.each(in: body, field: ScannedEntry.ofEntries) { entry in
      count &+= 1
      let follows = last.map { $0 &+ 1 == entry.position } ?? true
      last = entry.position
      if !follows || entry.mark?.run != run || entry.mark?.lane != lane.index { isRight = false }
    }
    entries &+= count
    if !isWhole || !isRight || count == 0 { faulty &+= 1 }
    next()
  }
}
