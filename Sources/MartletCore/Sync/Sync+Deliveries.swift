import MartletWire

// Delivered markers: this device reports to the server, in batches, how far it holds logs.
extension Sync {
  /// Conversations per request.
  private static let atOnce = 100
  /// Batching delay, and pause after a failure.
  private static let gathering: UInt64 = 500_000_000
  private static let pause: UInt64 = 5_000_000_000

  /// Notes that logs grew; already stored.
  mutating func holds(_ positions: [(id: ConversationID, seq: UInt64)], at now: UInt64) {
    self.now = now
    for (id, seq) in positions where shelves[id] != nil {
      if deliveries.isEmpty { deliveriesHeldUntil = max(deliveriesHeldUntil, now.addingClamped(Self.gathering)) }
      deliveries[id] = max(deliveries[id] ?? 0, seq)
    }
  }

  /// The time at which to send the next batch; nil if there is none.
  var deliveriesDeadline: UInt64? { deliveries.isEmpty || !deliveriesUnderWay.isEmpty ? nil : deliveriesHeldUntil }

  mutating func sendDeliveries() {
    guard let deadline = deliveriesDeadline, deadline <= now else { return }
    let some = deliveries.sorted { $0.key.text < $1.key.text }.prefix(Self.atOnce)
    deliveriesUnderWay = Dictionary(latest: some.map { ($0.key, $0.value) })
    let marks = some.map { Wire.Delivered(conversation: $0.key.text, seq: $0.value) }
    request(.deliveries, .markDelivered(Wire.MarkDelivered(marks: marks)))
  }

  /// Settles a batch that the server accepted, or refused for good.
  mutating func deliveriesSettled() {
    for (id, seq) in deliveriesUnderWay.sorted(by: { $0.key.text < $1.key.text }) {
      guard let newest = deliveries[id] else { continue }
      if newest <= seq { deliveries[id] = nil }
      write(.deliverySettled(id, seq))
    }
    deliveriesUnderWay = [:]
  }

  mutating func deliveriesFailed(_ failure: Wire.Failure) {
    guard failure.errorCode.retry == .safe else { return deliveriesSettled() }
    deliveriesUnderWay = [:]
    deliveriesHeldUntil = now.addingClamped(max(UInt64(failure.retryAfterMs) * 1_000_000, Self.pause))
  }
}
