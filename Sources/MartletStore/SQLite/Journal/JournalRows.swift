/// The rows in the journal's file: dense ids, and the size of each row.
struct JournalRows {
  /// The rows to remove from the front.
  struct Removal {
    fileprivate var count: Int
    /// The last row of it.
    var id: Int64
    var bytes: Int
  }

  /// From the oldest; those before `start` were removed.
  private var sizes: [Int] = []
  private var start = 0
  private(set) var last: Int64 = 0
  private(set) var bytes = 0
  /// The number of oldest rows that may be removed, and their bytes.
  private var released = 0
  private(set) var releasedBytes = 0

  var count: Int { sizes.count &- start }

  /// The oldest row; beyond `last` if there is none.
  var first: Int64 { last &- Int64(count) &+ 1 }

  /// Adds the row after the last, or as the only one any; false if it is another.
  mutating func append(id: Int64, bytes size: Int64) -> Bool {
    guard let size = Int(exactly: size), id > 0, count == 0 || id == last &+ 1 else { return false }
    sizes.append(size)
    last = id
    bytes &+= size
    return true
  }

  /// Allows the rows up to `id` to be removed.
  mutating func release(through id: Int64) {
    guard id >= first, let upTo = Int(exactly: min(id, last) &- first &+ 1) else { return }
    while released < upTo {
      releasedBytes &+= sizes[start &+ released]
      released &+= 1
    }
  }

  /// The oldest rows that may go, `most` bytes of them but one row at least; nil if not even `least` bytes may go.
  func removal(atLeast least: Int, atMost most: Int) -> Removal? {
    guard releasedBytes >= least else { return nil }
    var removal = Removal(count: 0, id: first &- 1, bytes: 0)
    while removal.count < released {
      let size = sizes[start &+ removal.count]
      guard removal.count == 0 || removal.bytes &+ size <= most else { break }
      removal.bytes &+= size
      removal.count &+= 1
      removal.id &+= 1
    }
    return removal
  }

  /// Drops the removed rows; for the newest row, only its bytes.
  mutating func remove(_ removal: Removal) {
    bytes &-= removal.bytes
    releasedBytes &-= removal.bytes
    let isNewest = removal.id == last
    let gone = removal.count &- (isNewest ? 1 : 0)
    start &+= gone
    released &-= gone
    if isNewest { sizes[start] = 0 }
    if start > 1024, start > count {
      sizes.removeFirst(start)
      start = 0
    }
  }
}
