/// Why bytes are not a value of the schema.
package struct WireError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  ///
  /// Open: more may come.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String {
      case truncated, malformed, invalidUTF8, outOfRange, duplicate, tooLarge, tooDeep, tooManyElements
    }
    private let name: Name

    /// The bytes end in the middle of a value.
    package static let truncated = Code(name: .truncated)
    /// The bytes break the rules of the format, or a value is of another type than its field.
    package static let malformed = Code(name: .malformed)
    /// A string is not UTF-8.
    package static let invalidUTF8 = Code(name: .invalidUTF8)
    /// A number does not fit its field.
    package static let outOfRange = Code(name: .outOfRange)
    /// JSON gives a field, a map key or the members of a oneof more than once.
    package static let duplicate = Code(name: .duplicate)
    /// There are more bytes than `DecodingLimits.bytes`.
    package static let tooLarge = Code(name: .tooLarge)
    /// Values are nested deeper than `DecodingLimits.depth`.
    package static let tooDeep = Code(name: .tooDeep)
    /// Lists and maps hold more than `DecodingLimits.elements` together.
    package static let tooManyElements = Code(name: .tooManyElements)

    package var description: String { name.rawValue }
  }

  package let code: Code
  /// The position in the input at which it was noticed, in bytes from the beginning.
  package let offset: Int

  package init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  package var description: String { "wire \(code) at byte \(offset)" }
}
