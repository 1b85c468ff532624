/// Why a benchmark could not be carried out; that messages went missing is a result and no error.
package struct BenchError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String { case server, refused, connection, stalled, invalid }
    private let name: Name

    /// The server did not start, or ended.
    package static let server = Code(name: .server)
    /// The server answered a request with an error.
    package static let refused = Code(name: .refused)
    /// A connection could not be made, or was lost.
    package static let connection = Code(name: .connection)
    /// Something did not happen in time.
    package static let stalled = Code(name: .stalled)
    /// The requested measurement is impossible.
    package static let invalid = Code(name: .invalid)

    package var description: String { name.rawValue }
  }

  package let code: Code
  /// A sentence for the user of the benchmark.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
