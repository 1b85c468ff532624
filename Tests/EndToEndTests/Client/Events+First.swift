import Martlet

extension Events.Iterator {
  /// The first event that `pick` takes; waits for it.
  mutating func first<Value>(_ pick: (Event) -> Value?) async throws -> Value {
    while let event = await next() { if let value = pick(event) { return value } }
    throw Peer.Gone(description: "the events ended")
  }
}
