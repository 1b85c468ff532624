/// Why a check could not be carried out: nothing is said of what was to be checked.
package struct CheckError: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
