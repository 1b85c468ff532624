/// Keeps a large, mostly absent value outside of its owner, so that the owner is cheap to copy.
@propertyWrapper
package struct Apart<Value: Equatable & Sendable>: Equatable, Sendable {
  private indirect enum Place: Equatable, Sendable {
    case absent
    case present(Value)
  }

  private var place: Place

  /// The value; nil if it is absent.
  package var wrappedValue: Value? {
    get { if case .present(let value) = place { value } else { nil } }
    set { place = newValue.map { .present($0) } ?? .absent }
  }

  /// Keeps a value or nil.
  package init(wrappedValue: Value?) { place = wrappedValue.map { .present($0) } ?? .absent }
}
