import MartletWire

// What this device holds: told to the server for those who sent it, gathered.
extension Sync {
  /// Conversations told of in one request.
  private static let atOnce = 100
  /// How long more is gathered before it is told, and how long is waited where the server takes nothing.
  private static let gathering: UInt64 = 500_000_000
  private static let pause: UInt64 = 5_000_000_000

  /// Logs grew, as is stored already.
  mutating func holds(_ positions: [(id: ConversationID, seq: UInt64)], at now: UInt64) {
    self.now = now
    for (id, seq) in positions where shelves[id] != nil {
      if deliveries.isEmpty { deliveriesHeldUntil = max(deliveriesHeldUntil, now.addingClamped(Self.gathering)) }
      deliveries[id] = max(deliveries[id] ?? 0, seq)
    }
  }

  /// When there is something to tell; nil where there is not.
  var deliveriesDeadline: UInt64? { deliveries.isEmpty || !deliveriesUnderWay.isEmpty ? nil : deliveriesHeldUntil }

  mutating func sendDeliveries() {
    guard let deadline = deliveriesDeadline, deadline <= now else { return }
    let some = deliveries.sorted { $0.key.text < $1.key.text }.prefix(Self.atOnce)
    deliveriesUnderWay = Dictionary(some.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let marks = some.map { Wire.Delivered(conversation: $0.key.text, seq: $0.value) }
    request(.deliveries, .markDelivered(Wire.MarkDelivered(marks: marks)))
  }

  /// The server took what it was told, or will not take it ever.
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
