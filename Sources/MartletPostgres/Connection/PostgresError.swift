import MartletStore

/// An error of PostgreSQL or of the connection to it.
package struct PostgresError: Error, Sendable, CustomStringConvertible {
  /// The five characters by which PostgreSQL names an error; empty if the connection was lost.
  package let state: String
  /// For an operator's log; PostgreSQL's primary message, which holds no values of rows.
  package let message: String

  package init(state: String, message: String) {
    self.state = state
    self.message = message
  }

  /// The connection was lost, or never made.
  package static func lost(_ message: String) -> PostgresError {
    PostgresError(state: "", message: message.trimmingNewlines)
  }

  /// The node was taken for dead.
  static let endedNode = PostgresError(state: "23502", message: "the node was taken for dead")

  package var isLost: Bool { state.isEmpty || state.hasPrefix("57P") }

  /// True if the same transaction may succeed the next time: a deadlock, or a serialisation failure.
  package var isTransient: Bool { state == "40001" || state == "40P01" }

  /// Whether another node has changed what the transaction was decided from: it broke a key, or a check that divides by zero.
  var isStale: Bool { state == "23505" || state == "22012" || isTransient }

  /// Whether the node was taken for dead, so that it may not write before it enters anew.
  var isOfEndedNode: Bool { state == "23502" }

  package var description: String { state.isEmpty ? message : "\(message) (\(state))" }
}

extension StoreError {
  /// What an error of PostgreSQL means to the callers of a store.
  package init(_ error: PostgresError) {
    switch error.state {
    case "53100", "53200", "53400": self.init(.full, "PostgreSQL has no room: \(error)")
    case "25006": self.init(.readOnly, "PostgreSQL takes no writes, as a standby does not: \(error)")
    case "53300": self.init(.busy, "PostgreSQL takes no more connections: \(error)")
    case _ where error.isLost: self.init(.failed, "PostgreSQL cannot be reached: \(error)")
    default: self.init(.failed, "PostgreSQL refused a statement: \(error)")
    }
  }
}

extension String {
  fileprivate var trimmingNewlines: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
