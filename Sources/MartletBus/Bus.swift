/// Carries messages from each node of a server to all others, quickly and without any promise.
///
/// A message may be lost, also if publishing it seemed to succeed. It never arrives twice on one connection, and those of one
/// node arrive in their order. The store is the truth: whoever receives messages must notice what is missing and read it there.
package protocol Bus: Sendable {
  /// Begins to receive.
  ///
  /// - Parameters:
  ///   - topic: Only messages published under the same topic arrive; letters, digits, `.` and `-`.
  ///   - receive: Called with each message of another node, one at a time, on a thread of the bus. It must not block.
  ///   - connected: Called when the connection is made or lost, on a thread of the bus.
  /// - Throws: `BusError` if the bus cannot be used at all. That it cannot be reached for the moment is no error.
  func start(
    topic: String, receive: @escaping @Sendable ([UInt8]) -> Void, connected: @escaping @Sendable (Bool) -> Void
  ) throws

  /// Sends a message to all other nodes; may be called from any thread, and never waits.
  func publish(_ message: [UInt8])

  /// Ends the connection; nothing is received when this has returned.
  func close()
}

/// Why a bus cannot be used.
package struct BusError: Error, Sendable, CustomStringConvertible {
  /// For the operator.
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
