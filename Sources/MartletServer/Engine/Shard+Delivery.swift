import MartletNet

extension Shard {
  /// The approximate number of recipients to look up in one turn of the loop, which takes some milliseconds.
  private static let looksPerTurn = 32_000

  /// Pushes to those recipients that are connected to this loop, after everything that came before.
  func deliver(_ deliveries: [Delivery]) {
    if !deliveries.isEmpty { reached?(.beforeFanOut) }
    let isWaiting = !arrivals.isEmpty
    arrivals.append(deliveries)
    if !isWaiting { deliverSome() }
  }

  /// Pushes part of the waiting deliveries: busy groups with many members must not keep the loop from its other work.
  private func deliverSome() {
    var looks = 0
    while looks < Self.looksPerTurn, let delivery = arrivals.removeFirst() {
      looks &+= 1 &+ delivery.audience.users.count
      var frames = EncodedPush(delivery)
      var pushes = 0
      // Found before anyone is told: a session that ends with it leaves the attendance.
      let presences = attendance.present(of: delivery.audience)
      for presence in presences {
        if let except = delivery.except, presence.user == except { continue }
        for session in presence.sessions {
          session.push(&frames)
          pushes &+= 1
        }
      }
      if pushes > 0 { metrics.deliveries.add(pushes) }
    }
    guard !arrivals.isEmpty else { return }
    loop.inNextTurn { self.onLoop { $0.deliverSome() } }
  }
}

/// Deliveries in the order of their arrival.
struct Arrivals {
  private var batches: [[Delivery]] = []
  /// The number of items of the first batch that were taken.
  private var gone = 0
  /// Their approximate size.
  private(set) var bytes = 0

  var isEmpty: Bool { batches.isEmpty }

  mutating func append(_ batch: [Delivery]) {
    guard !batch.isEmpty else { return }
    batches.append(batch)
    for delivery in batch { bytes &+= delivery.bytes }
  }

  mutating func removeFirst() -> Delivery? {
    guard let batch = batches.first, gone < batch.count else { return nil }
    let delivery = batch[gone]
    bytes &-= delivery.bytes
    gone &+= 1
    if gone == batch.count {
      batches.removeFirst()
      gone = 0
    }
    return delivery
  }
}

extension Delivery {
  /// The size of the frame, and an estimate of the rest.
  fileprivate var bytes: Int { frame.count &+ 256 }
}
