/// Ends a test that cannot go on.
struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
