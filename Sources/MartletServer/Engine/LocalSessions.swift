/// The sessions on one loop: every connection, those that are pushed to, and what is to be pushed to them.
struct LocalSessions {
  /// Every connection, from the handshake on.
  var connections = Connections()
  /// The sessions that are open.
  var attendance = Attendance()
  /// The sessions that are told of changed profiles.
  var watchers = ProfileWatchers()
  /// The users whose presence they watch.
  var watched = WatchedBySessions()
  /// The deliveries that wait to be pushed.
  var arrivals = Arrivals()
  private var sweeps = 0

  /// Counts a sweep.
  ///
  /// - Returns: True if what was not asked for lately is to be forgotten.
  mutating func isCleaning() -> Bool {
    sweeps &+= 1
    guard sweeps.isMultiple(of: Limits.sweepsUntilUnused) else { return false }
    attendance.forgetUnused()
    return true
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
