/// An error of a media store.
package struct MediaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure; more may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String { case unknown, offset, tooLong, tooMany, quota, hash, full, busy, failed }
    private let name: Name

    /// There is no such file.
    package static let unknown = Code(name: .unknown)
    /// The bytes do not continue at the offset that the file has.
    package static let offset = Code(name: .offset)
    /// More bytes than announced.
    package static let tooLong = Code(name: .tooLong)
    /// The user has as many uploads as allowed.
    package static let tooMany = Code(name: .tooMany)
    /// The user's files would take more bytes than allowed.
    package static let quota = Code(name: .quota)
    /// The bytes did not have the announced hash, and are gone.
    package static let hash = Code(name: .hash)
    /// No space is left; later calls may succeed.
    package static let full = Code(name: .full)
    /// Too much is going on; later calls may succeed.
    package static let busy = Code(name: .busy)
    /// Anything else.
    package static let failed = Code(name: .failed)

    package var description: String { name.rawValue }
  }

  package let code: Code
  /// For an operator's log; names no user.
  package let message: String

  package init(_ code: Code, _ message: String = "") {
    self.code = code
    self.message = message
  }

  package var description: String { "media \(code): \(message)" }
}
