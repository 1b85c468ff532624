/// An error that prevented a check; it says nothing about the system to check.
package struct CheckError: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
