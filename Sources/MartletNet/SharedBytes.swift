/// Immutable bytes on the heap, counted, at an address that stays.
///
/// The same bytes may be queued on any number of sockets at once: an event is encoded once however many
/// connections it goes to.
///
/// `@unchecked Sendable`: the storage is written only before anyone else has it: inside the initialisers, and by the write queue
/// that made it to gather small pieces.
package struct SharedBytes: @unchecked Sendable {
  private let storage: ManagedBuffer<Int, UInt8>

  /// Copies the bytes.
  package init(_ bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count) { buffer in
      let copied = bytes.withContiguousStorageIfAvailable { source in
        buffer.copyMemory(from: UnsafeRawBufferPointer(source))
        return source.count
      }
      if let copied { return copied }
      var count = 0
      for byte in bytes.prefix(buffer.count) {
        buffer[count] = byte
        count += 1
      }
      return count
    }
  }

  /// Copies the bytes of a buffer.
  package init(copying bytes: UnsafeRawBufferPointer) {
    self.init(capacity: bytes.count) { buffer in
      buffer.copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// Allocates `capacity` bytes and lets `body` fill them.
  ///
  /// `body` returns the number of bytes written, which is clamped to `capacity`.
  package init(capacity: Int, initializing body: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
    let room = max(0, capacity)
    storage = ManagedBuffer<Int, UInt8>.create(minimumCapacity: room) { _ in 0 }
    let written = try storage.withUnsafeMutablePointerToElements { start in
      try body(UnsafeMutableRawBufferPointer(start: start, count: room))
    }
    storage.header = min(max(0, written), room)
  }

  package var count: Int { storage.header }

  /// Appends `count` bytes, which `fill` writes in place; the storage must have room and no other owner.
  func grow(by count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    storage.withUnsafeMutablePointers { used, start in
      fill(UnsafeMutableRawBufferPointer(start: start + used.pointee, count: count))
      used.pointee &+= count
    }
  }

  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try storage.withUnsafeMutablePointers { count, start in
      try body(UnsafeRawBufferPointer(start: start, count: count.pointee))
    }
  }

  /// The address of the first byte; valid for as long as a copy of this value exists.
  var start: UnsafeMutablePointer<UInt8> { storage.withUnsafeMutablePointerToElements { $0 } }
}
