import MartletWire

/// The latest requests, so that nearly every new one is recognised as no retry without a table lookup.
///
/// A client id carries its creation time. For evicted requests, the newest such time is known per group of senders; a request
/// with a later time was never stored.
struct RecentRequests {
  private static let groups = 256

  private let capacity: Int
  private var young: [RequestName: RememberedAppend] = [:]
  private var old: [RequestName: RememberedAppend] = [:]
  /// The newest time in a group among `young`, among `old`, and among those that are here no longer.
  private var youngNewest = [Int64](repeating: .min, count: groups)
  private var oldNewest = [Int64](repeating: .min, count: groups)
  private var goneNewest: [Int64]
  /// The journal row that brought the newest request of `old`.
  private var oldRow: Int64 = 0

  /// Keeps at least `capacity` requests.
  ///
  /// - Parameters:
  ///   - capacity: The number.
  ///   - newestMade: The newest time among those in the tables.
  init(capacity: Int, newestMade: Int64?) {
    self.capacity = capacity
    goneNewest = [Int64](repeating: newestMade ?? .min, count: Self.groups)
  }

  func find(_ name: RequestName) -> RememberedAppend? { young[name] ?? old[name] }

  /// True if a request that is not cached may be in the tables.
  func mayBeStored(_ name: RequestName) -> Bool {
    guard let made = name.made else { return true }
    return made <= goneNewest[Self.group(name)]
  }

  mutating func add(_ name: RequestName, _ append: RememberedAppend) {
    young[name] = append
    let group = Self.group(name)
    youngNewest[group] = max(youngNewest[group], name.made ?? .min)
  }

  mutating func remove(_ name: RequestName) { young[name] = nil }

  /// Drops older requests that are in the tables, if there are too many.
  ///
  /// - Parameters:
  ///   - row: The journal row of the newest request here.
  ///   - foldedThrough: The row up to which everything is in the tables.
  mutating func trim(at row: Int64, foldedThrough: @autoclosure () -> Int64) {
    guard young.count >= capacity, oldRow <= foldedThrough() else { return }
    for group in goneNewest.indices { goneNewest[group] = max(goneNewest[group], oldNewest[group]) }
    (oldNewest, oldRow) = (youngNewest, row)
    swap(&young, &old)
    young.removeAll(keepingCapacity: true)
    youngNewest = [Int64](repeating: .min, count: Self.groups)
  }

  private static func group(_ name: RequestName) -> Int { Int(UInt(bitPattern: name.user.user.hashValue) % UInt(groups)) }
}

/// The idempotency key of a request: its sender and client id.
struct RequestName: Hashable, Sendable {
  let user: UserKey
  let client: ClientID
  /// The time in the client id, if it has one.
  let made: Int64?
  /// A hash of the client id, computed once for several look-ups.
  private let digest: Int

  init(_ client: ClientID, of user: UserKey) {
    self.user = user
    self.client = client
    made = client.madeAt
    digest = client.hashValue
  }

  func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
