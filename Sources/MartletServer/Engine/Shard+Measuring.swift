import MartletNet

// Measurements of a loop. None of them is on the path of a message.
extension Shard {
  /// The interval at which a loop measures itself.
  static let measureInterval = Duration.milliseconds(250)

  /// Looks now and then, for as long as the loop runs.
  package func startMeasuring() { measure(dueAt: nil, shown: (requests: 0, bytes: 0)) }

  /// Adds to the gauges what changed since the last look, which showed `shown`.
  private func measure(dueAt due: UInt64?, shown: (requests: Int, bytes: Int)) {
    let now = loop.time.monotonicNanoseconds
    if let due { metrics.loopLag.record(Int64(clamping: now > due ? now - due : 0)) }
    let found = (requests: requestsWaiting, bytes: sessions.arrivals.bytes)
    metrics.requestsWaiting.add(found.requests &- shown.requests)
    metrics.pushBytesWaiting.add(found.bytes &- shown.bytes)
    let next = now &+ Self.measureInterval.nanoseconds
    _ = loop.schedule(after: Self.measureInterval) { [weak self] in self?.onLoop { $0.measure(dueAt: next, shown: found) } }
  }
}
