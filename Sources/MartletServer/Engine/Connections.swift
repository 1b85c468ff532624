/// Every connection of one loop, and when each has to be looked at next.
///
/// Most connections are idle, and of thousands only those are looked at whose time may be over.
struct Connections {
  private struct Connection {
    let session: any LiveSession
    /// The bucket it is in.
    var due: UInt64?
  }

  private var connections: [ObjectIdentifier: Connection] = [:]
  /// By seconds; who left, or is in another bucket by now, may still be named here.
  private var buckets: [UInt64: [ObjectIdentifier]] = [:]

  private static let second: UInt64 = 1_000_000_000

  var isEmpty: Bool { connections.isEmpty }

  var sessions: [any LiveSession] { connections.values.map(\.session) }

  /// Adds a session, or sets anew when it is looked at, in monotonic nanoseconds.
  mutating func put(_ session: any LiveSession, lookingAt moment: UInt64) {
    let identity = ObjectIdentifier(session)
    let due = moment / Self.second
    guard connections[identity]?.due != due else { return }
    connections[identity] = Connection(session: session, due: due)
    buckets[due, default: []].append(identity)
  }

  /// Takes a session out, and tells whether it was here.
  mutating func remove(_ session: any LiveSession) -> Bool {
    connections.removeValue(forKey: ObjectIdentifier(session)) != nil
  }

  /// Takes out of the buckets whoever has to be looked at now; who is not put back is not looked at again.
  mutating func takeDue(at now: UInt64) -> [any LiveSession] {
    let second = now / Self.second
    var due: [any LiveSession] = []
    for bucket in buckets.keys.filter({ $0 <= second }).sorted() {
      for identity in buckets.removeValue(forKey: bucket) ?? [] where connections[identity]?.due == bucket {
        connections[identity]?.due = nil
        if let session = connections[identity]?.session { due.append(session) }
      }
    }
    return due
  }
}
