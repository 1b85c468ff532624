/// Limits beyond which a decoder refuses, so that a peer cannot make it use unbounded memory or stack.
package struct DecodingLimits: Sendable, Equatable {
  /// The most bytes of one value.
  package var bytes: Int
  /// The deepest nesting below the outermost message; entries of maps count as messages.
  package var depth: Int
  /// The most elements of lists and maps, all together.
  ///
  /// An empty element takes two bytes of input but some hundred in memory, so `bytes` alone would not bound the
  /// memory.
  package var elements: Int

  package init(bytes: Int = 4 << 20, depth: Int = 64, elements: Int = 1 << 17) {
    self.bytes = bytes
    self.depth = depth
    self.elements = elements
  }
}
