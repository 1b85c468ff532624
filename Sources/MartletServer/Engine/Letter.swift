import MartletWire

/// The deliveries and requests that one shard passes to another at the end of a turn.
///
/// They go over together, because waking another loop costs more than a request.
struct Letter: Sendable {
  /// Requests on conversations whose home is there.
  var requests: [any Work] = []
  /// Answers to requests of sessions there.
  var answers: [Answer] = []
  /// Deliveries to users who may be connected there, in log order.
  var deliveries: [Delivery] = []

  /// Reserves space for about this many deliveries.
  init(deliveries count: Int = 0) { deliveries.reserveCapacity(count) }

  var isEmpty: Bool { requests.isEmpty && answers.isEmpty && deliveries.isEmpty }
}

/// The answer to a request.
struct Answer: Sendable {
  let origin: any Origin
  let id: UInt32
  let body: Wire.ServerPacket.Body
}
