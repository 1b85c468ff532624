/// The signatures one app used within the time in which they would be accepted again.
struct SignatureWindow {
  /// The largest difference between a request's time and the server's clock, in seconds.
  static let tolerance: Int64 = 300

  enum Outcome: Equatable {
    case admitted
    case replayed
    /// The request's time is too far from the clock, or from the time before which signatures were forgotten.
    case outOfTime
    /// No room to remember another one.
    case full
  }

  /// The first half of a signature; finding two that share it is beyond anybody without the secret.
  private struct Mark: Hashable {
    let high: UInt64
    let low: UInt64

    init(_ signature: [UInt8]) {
      func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
      high = word(signature.prefix(8))
      low = word(signature.dropFirst(8).prefix(8))
    }
  }

  private let capacity: Int
  /// Requests of an earlier time may have been admitted and forgotten.
  private var earliest: Int64
  private var marks: [Int64: Set<Mark>] = [:]
  private(set) var count = 0

  /// A window that remembers nothing.
  ///
  /// - Parameters:
  ///   - capacity: The most signatures remembered.
  ///   - earliest: The time in seconds from which on nothing can have been admitted and forgotten.
  init(capacity: Int, earliest: Int64) {
    self.capacity = capacity
    self.earliest = earliest
  }

  /// Whether a request of this time may be admitted at all.
  func isInTime(_ time: Int64, now: Int64) -> Bool {
    time >= earliest && time >= now - Self.tolerance && time <= now + Self.tolerance
  }

  /// Admits a request whose signature is right, at most once.
  mutating func admit(_ signature: [UInt8], time: Int64, now: Int64) -> Outcome {
    guard isInTime(time, now: now) else { return .outOfTime }
    forget(before: now - Self.tolerance)
    let mark = Mark(signature)
    guard marks[time]?.contains(mark) != true else { return .replayed }
    guard count < capacity else { return .full }
    marks[time, default: []].insert(mark)
    count += 1
    return .admitted
  }

  /// A clock that is set back later does not bring forgotten times back.
  private mutating func forget(before time: Int64) {
    guard time > earliest else { return }
    earliest = time
    // At most one entry a second of the window, so that looking at all of them is cheap.
    for (second, old) in marks where second < time {
      count -= old.count
      marks[second] = nil
    }
  }
}
