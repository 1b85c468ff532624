import MartletNet
import MartletStore

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
      if let user = delivery.audience.watched {
        looks &+= deliver(delivery, toWatchersOf: user)
        continue
      }
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

  /// Pushes to the sessions that watch a user's profile, and returns how many those are.
  private func deliver(_ delivery: Delivery, toWatchersOf user: UserKey) -> Int {
    var frames = EncodedPush(delivery)
    // Found before anyone is told: a session that ends with it leaves the watchers.
    let watchers = sessions.watchers.sessions(of: user)
    for session in watchers { session.push(&frames) }
    if !watchers.isEmpty { metrics.deliveries.add(watchers.count) }
    return 1 &+ watchers.count
  }
}
