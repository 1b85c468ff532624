/// The size of a shard's unanswered requests.
struct Backlog {
  private(set) var requests = 0
  private(set) var bytes = 0

  var isEmpty: Bool { requests == 0 }

  /// Counts a request in, or says that there is no room for it.
  mutating func admit(_ work: any Work, limits: Limits) -> Bool {
    guard requests < limits.requestsWaiting, bytes &+ work.bytes <= limits.bytesWaiting else { return false }
    requests &+= 1
    bytes &+= work.bytes
    return true
  }

  /// Counts out a request that is answered.
  mutating func release(bytes count: Int) {
    requests &-= 1
    bytes &-= count
  }
}
