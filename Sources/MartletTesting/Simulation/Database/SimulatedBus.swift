import MartletBus
import MartletNet

/// The bus between the nodes of a simulation: it loses, delays and reorders messages, and nodes may be cut off from it.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class SimulatedBusHub: @unchecked Sendable {
  let executor: DrivenExecutor
  private let time: ManualTime
  private var random: SeededRandom
  private var members: [SimulatedBus] = []
  /// The percentage of messages that are lost.
  var loss: UInt64 = 0
  /// The longest time that a message takes, in nanoseconds.
  var slowest: UInt64 = 1_000_000
  /// Whether messages of one node may overtake each other.
  var isReordering = false

  init(time: ManualTime, seed: UInt64) {
    self.time = time
    random = SeededRandom(seed: seed)
    executor = DrivenExecutor(name: "bus", time: time)
  }

  fileprivate func join(_ bus: SimulatedBus) { members.append(bus) }

  fileprivate func leave(_ bus: SimulatedBus) { members.removeAll { $0 === bus } }

  fileprivate func send(_ message: [UInt8], from bus: SimulatedBus) {
    guard !bus.isCutOff else { return }
    for other in members where other !== bus && other.topic == bus.topic {
      guard UInt64.random(in: 0..<100, using: &random) >= loss else { continue }
      let now = time.monotonicNanoseconds
      var due = now &+ UInt64.random(in: 0...slowest, using: &random)
      if !isReordering { due = max(due, other.arrivals[ObjectIdentifier(bus)] ?? 0) }
      other.arrivals[ObjectIdentifier(bus)] = due
      executor.perform(after: .nanoseconds(Int64(clamping: due &- now))) { other.take(message) }
    }
  }

  func heal() {
    (loss, slowest, isReordering) = (0, 1_000_000, false)
    for member in members { member.set(isCutOff: false) }
  }
}

/// The end of the simulated bus at one node.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class SimulatedBus: Bus, @unchecked Sendable {
  private let hub: SimulatedBusHub
  fileprivate private(set) var topic: String?
  /// When the last message of each other node arrives.
  fileprivate var arrivals: [ObjectIdentifier: UInt64] = [:]
  private var receive: @Sendable ([UInt8]) -> Void = { _ in }
  private var connected: @Sendable (Bool) -> Void = { _ in }
  private(set) var isCutOff = false

  init(_ hub: SimulatedBusHub) { self.hub = hub }

  func start(
    topic: String, receive: @escaping @Sendable ([UInt8]) -> Void, connected: @escaping @Sendable (Bool) -> Void
  ) {
    (self.topic, self.receive, self.connected) = (topic, receive, connected)
    hub.join(self)
    connected(!isCutOff)
  }

  func publish(_ message: [UInt8]) { hub.send(message, from: self) }

  func close() {
    topic = nil
    hub.leave(self)
  }

  /// Cuts the node off, of which it learns, or ends that.
  func set(isCutOff: Bool) {
    guard isCutOff != self.isCutOff else { return }
    self.isCutOff = isCutOff
    if topic != nil { connected(!isCutOff) }
  }

  fileprivate func take(_ message: [UInt8]) {
    if topic != nil, !isCutOff { receive(message) }
  }
}
