/// The outcome of messages that should each arrive once and in order.
package struct Tally: Sendable, Equatable {
  /// Arrived, the first time.
  package var received: UInt64 = 0
  package var lost: UInt64 = 0
  /// Arrived again.
  package var duplicated: UInt64 = 0
  /// Arrived after a later one, or at a position that is not its own.
  package var outOfOrder: UInt64 = 0

  package init() {}

  /// Whether everything arrived once and in order.
  package var isClean: Bool { lost == 0 && duplicated == 0 && outOfOrder == 0 }

  package static func += (left: inout Tally, right: Tally) {
    left.received &+= right.received
    left.lost &+= right.lost
    left.duplicated &+= right.duplicated
    left.outOfOrder &+= right.outOfOrder
  }
}

/// Checks one receiver's view of one sender's messages, which are numbered 0, 1, 2 … and are alone in their conversation's log
/// from the first on.
package struct DeliveryChecker: Sendable {
  /// Lower numbers arrived, but for those missing.
  private var next: UInt64 = 0
  /// Passed over so far, in ascending order.
  private var missing: [Range<UInt64>] = []
  /// The difference between positions and numbers, the same for all messages.
  private var lead: UInt64?
  private var tally = Tally()

  package init() {}

  /// Takes in an arrival.
  ///
  /// - Parameters:
  ///   - number: The message's number.
  ///   - position: Where it stands in the log.
  /// - Returns: Whether it arrived for the first time.
  package mutating func receive(_ number: UInt64, at position: UInt64) -> Bool {
    let lead = position &- number
    let isInPlace = self.lead ?? lead == lead
    if self.lead == nil { self.lead = lead }
    if number == next {
      next &+= 1
    } else if number > next {
      missing.append(next..<number)
      next = number &+ 1
    } else if take(number) {
      tally.received &+= 1
      tally.outOfOrder &+= 1
      return true
    } else {
      tally.duplicated &+= 1
      return false
    }
    tally.received &+= 1
    if !isInPlace { tally.outOfOrder &+= 1 }
    return true
  }

  /// The outcome of the messages, given the number sent.
  package func tally(sent: UInt64) -> Tally {
    var tally = tally
    tally.lost = missing.reduce(sent > next ? sent &- next : 0) { $0 &+ UInt64($1.count) }
    return tally
  }

  /// Takes a number out of those missing, if it is one.
  private mutating func take(_ number: UInt64) -> Bool {
    guard let index = missing.firstIndex(where: { $0.contains(number) }) else { return false }
    let gap = missing[index]
    let rest = [gap.lowerBound..<number, (number &+ 1)..<gap.upperBound].filter { !$0.isEmpty }
    missing.replaceSubrange(index...index, with: rest)
    return true
  }
}
