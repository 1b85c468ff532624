/// Bytes that grow at the end, with reserved space at the beginning for data known last, such as a frame header before its
/// payload.
package struct ByteWriter: Sendable {
  package var bytes: [UInt8]

  /// - Parameters:
  ///   - reserved: The number of zero bytes at the start; the caller fills them in `bytes` later.
  ///   - capacity: The number of further bytes to make room for.
  package init(reserving reserved: Int = 0, capacity: Int = 0) {
    bytes = []
    if reserved &+ capacity > 0 { bytes.reserveCapacity(reserved &+ capacity) }
    for _ in 0..<max(0, reserved) { bytes.append(0) }
  }

  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  package mutating func append(_ other: UnsafeRawBufferPointer) { bytes.append(contentsOf: other) }

  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ bytes.append(contentsOf: $0) }) == nil {
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Appends bytes that `fill` writes in place; it must write all of them.
  mutating func append(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    bytes.withUnsafeMutableBytes { fill(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
  }
}
