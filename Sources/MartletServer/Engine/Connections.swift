/// Every connection of one loop, and when each has to be looked at next.
///
/// Most connections are idle, and of thousands only those are looked at whose time may be over.
struct Connections {
  private struct Connection {
    let session: any LiveSession
    /// Which connection of the loop it is, counted from the first.
    let number: UInt64
    /// The bucket it is in.
    var due: UInt64?
  }

  private var connections: [ObjectIdentifier: Connection] = [:]
  private var made: UInt64 = 0
  /// By seconds; who left, or is in another bucket by now, may still be named here.
  private var buckets: [UInt64: [ObjectIdentifier]] = [:]

  private static let second: UInt64 = 1_000_000_000

  var isEmpty: Bool { connections.isEmpty }

  /// The oldest first.
  var sessions: [any LiveSession] { connections.values.sorted { $0.number < $1.number }.map(\.session) }

  /// Adds a session, or sets anew when it is looked at, in monotonic nanoseconds.
  mutating func put(_ session: any LiveSession, lookingAt moment: UInt64) {
    let identity = ObjectIdentifier(session)
    let due = moment / Self.second
    guard connections[identity]?.due != due else { return }
    if connections[identity] == nil { made &+= 1 }
    connections[identity] = Connection(session: session, number: connections[identity]?.number ?? made, due: due)
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
