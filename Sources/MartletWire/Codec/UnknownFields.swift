/// Fields of a message that the schema at hand does not have, kept so that passing a message on loses nothing.
///
/// JSON has no place for them: they are kept in the binary format only.
package struct UnknownFields: Equatable, Sendable {
  /// Tags and values as they came, one after the other.
  ///
  /// An empty array takes no memory of its own.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Makes room for so many bytes.
  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Adds whole fields, each a tag and its value.
  package mutating func append(_ field: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: field)
  }
}
