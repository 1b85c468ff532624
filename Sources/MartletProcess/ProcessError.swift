/// Why a process could not be started, or a file not be written; in a sentence.
package struct ProcessError: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
