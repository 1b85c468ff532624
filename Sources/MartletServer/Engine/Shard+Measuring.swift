import MartletNet

// Measurements of a loop. None of them is on the path of a message.
extension Shard {
  /// The interval at which a loop measures itself.
  static let measureInterval = Duration.milliseconds(250)

  /// Looks now and then, for as long as the loop runs.
  package func startMeasuring() { measure(dueAt: nil) }

  private func measure(dueAt due: UInt64?) {
    let now = loop.time.monotonicNanoseconds
    if let due { metrics.loopLag.record(Int64(clamping: now > due ? now - due : 0)) }
    showWaiting(requests: requestsWaiting, bytes: arrivals.bytes)
    let next = now &+ Self.measureInterval.nanoseconds
    _ = loop.schedule(after: Self.measureInterval) { [weak self] in self?.onLoop { $0.measure(dueAt: next) } }
  }

  private func showWaiting(requests: Int, bytes: Int) {
    metrics.requestsWaiting.add(requests &- shown.requests)
    metrics.pushBytesWaiting.add(bytes &- shown.bytes)
    shown = (requests, bytes)
  }
}
