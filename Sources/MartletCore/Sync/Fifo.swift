/// A first-in, first-out queue.
package struct Fifo<Element> {
  private var elements: [Element]
  private var start = 0

  package init(_ elements: [Element] = []) { self.elements = elements }

  package var isEmpty: Bool { start >= elements.count }
  package var count: Int { elements.count - start }
  package var first: Element? { isEmpty ? nil : elements[start] }

  package mutating func append(_ element: Element) { elements.append(element) }

  @discardableResult
  package mutating func removeFirst() -> Element? {
    guard let first else { return nil }
    start += 1
    // Amortised O(1): moving the rest costs no more than the removals before it.
    if start * 2 >= elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return first
  }

  package mutating func removeAll() {
    elements = []
    start = 0
  }
}

extension Fifo: Sendable where Element: Sendable {}

/// A queue that holds each element at most once.
package struct DistinctFifo<Element: Hashable> {
  private var queue = Fifo<Element>()
  private var members: Set<Element> = []

  var isEmpty: Bool { queue.isEmpty }
  package var first: Element? { queue.first }

  package init(_ elements: [Element] = []) {
    for element in elements { append(element) }
  }

  package mutating func append(_ element: Element) {
    if members.insert(element).inserted { queue.append(element) }
  }

  @discardableResult
  package mutating func removeFirst() -> Element? {
    guard let first = queue.removeFirst() else { return nil }
    members.remove(first)
    return first
  }

  mutating func removeAll() {
    queue.removeAll()
    members = []
  }
}

extension DistinctFifo: Sendable where Element: Sendable {}

/// A small deterministic random number generator.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension UInt64 {
  /// Returns the sum, or the largest number on overflow.
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
