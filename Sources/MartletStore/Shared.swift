/// A large value that is passed on often: copying it copies one reference instead of all its parts.
package final class Shared<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

extension Shared: Equatable where Value: Equatable {
  package static func == (one: Shared, other: Shared) -> Bool { one === other || one.value == other.value }
}
