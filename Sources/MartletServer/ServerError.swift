/// An error that keeps a server from starting or working, for its operator.
///
/// Errors of clients travel as error codes on the wire instead.
package struct ServerError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure; open, as more may come.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String { case cryptography, exposed, foreign, unwritable, inUse, addressInUse, malformed, missing, failed }
    private let name: Name

    /// The cryptographic library refused.
    package static let cryptography = Code(name: .cryptography)
    /// A secret can be read by other users of the machine.
    package static let exposed = Code(name: .exposed)
    /// A file or directory belongs to another user of the machine, or is not the kind of file it should be.
    package static let foreign = Code(name: .foreign)
    /// A file or directory cannot be written.
    package static let unwritable = Code(name: .unwritable)
    /// Another server uses it.
    package static let inUse = Code(name: .inUse)
    /// Another program listens at the address.
    package static let addressInUse = Code(name: .addressInUse)
    /// A file does not have the form it should have.
    package static let malformed = Code(name: .malformed)
    /// Something named does not exist.
    package static let missing = Code(name: .missing)
    /// The operating system refused for another reason.
    package static let failed = Code(name: .failed)

    package var description: String { name.rawValue }
  }

  package let code: Code
  /// A full sentence that states the problem and, if possible, the remedy.
  ///
  /// Holds no secret.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
