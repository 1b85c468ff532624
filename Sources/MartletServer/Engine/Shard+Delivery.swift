import MartletNet

extension Shard {
  /// The approximate number of recipients to look up in one turn of the loop, which takes some milliseconds.
  private static let looksPerTurn = 32_000

  /// Pushes to those recipients that are connected to this loop, after everything that came before.
  func deliver(_ deliveries: [Delivery]) {
    if !deliveries.isEmpty { environment.reached?(.beforeFanOut) }
    let isWaiting = !sessions.arrivals.isEmpty
    sessions.arrivals.append(deliveries)
    if !isWaiting { deliverSome() }
  }

  /// Pushes part of the waiting deliveries: busy groups with many members must not keep the loop from its other work.
  private func deliverSome() {
    var looks = 0
    while looks < Self.looksPerTurn, let delivery = sessions.arrivals.removeFirst() {
      looks &+= 1 &+ sessions.attendance.looks(for: delivery.audience)
      var frames = EncodedPush(delivery)
      var pushes = 0
      // Found before anyone is told: a session that ends with it leaves the attendance.
      let presences = sessions.attendance.present(of: delivery.audience)
      for presence in presences {
        if let except = delivery.except, presence.user == except { continue }
        for session in presence.sessions {
          session.push(&frames)
          pushes &+= 1
        }
      }
      if pushes > 0 { metrics.deliveries.add(pushes &* delivery.count) }
    }
    guard !sessions.arrivals.isEmpty else { return }
    loop.inNextTurn { self.onLoop { $0.deliverSome() } }
  }
}
