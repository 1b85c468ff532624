/// Every connection of one loop, and the time of its next check.
///
/// Most connections are idle. Of thousands, only those are checked whose time may have come.
struct Connections {
  private struct Connection {
    let session: any LiveSession
    /// The connection's number in its loop, counted from the first.
    let number: UInt64
    /// The bucket it is in.
    var due: UInt32?
  }

  private var connections: [ObjectIdentifier: Connection] = [:]
  private var made: UInt64 = 0
  /// By seconds.
  ///
  /// May still name sessions that left, or that moved to another bucket.
  private var buckets: [UInt32: [ObjectIdentifier]] = [:]

  private static func bucket(of nanoseconds: UInt64) -> UInt32 { UInt32(clamping: nanoseconds / 1_000_000_000) }

  var isEmpty: Bool { connections.isEmpty }

  /// The oldest first.
  var sessions: [any LiveSession] { connections.values.sorted { $0.number < $1.number }.map(\.session) }

  /// Adds a session, or changes the time of its next check, in monotonic nanoseconds.
  mutating func put(_ session: any LiveSession, lookingAt moment: UInt64) {
    let identity = ObjectIdentifier(session)
    let due = Self.bucket(of: moment)
    guard connections[identity]?.due != due else { return }
    if connections[identity] == nil { made &+= 1 }
    connections[identity] = Connection(session: session, number: connections[identity]?.number ?? made, due: due)
    buckets[due, default: []].append(identity)
  }

  func contains(_ session: any LiveSession) -> Bool { connections[ObjectIdentifier(session)] != nil }

  /// Takes a session out, and tells whether it was here.
  mutating func remove(_ session: any LiveSession) -> Bool {
    connections.removeValue(forKey: ObjectIdentifier(session)) != nil
  }

  /// Removes the sessions from the buckets that are due for a check.
  ///
  /// A session is not checked again unless it is put back.
  mutating func takeDue(at now: UInt64) -> [any LiveSession] {
    let second = Self.bucket(of: now)
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
