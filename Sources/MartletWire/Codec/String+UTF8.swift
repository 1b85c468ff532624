#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension String {
  /// Takes UTF-8; nil for other bytes.
  ///
  /// Does the same as `String(validating:as:)`, several times as fast for short texts. Decoding repairs invalid UTF-8, and a
  /// repaired text differs from the input.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    self.init(decoding: bytes, as: UTF8.self)
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      guard own.count == bytes.count, let mine = own.baseAddress, let theirs = bytes.baseAddress else { return bytes.isEmpty }
      #if canImport(Darwin) || canImport(Glibc)
        return memcmp(mine, theirs, bytes.count) == 0
      #else
        return own.elementsEqual(bytes)
      #endif
    }
    guard isSame ?? utf8.elementsEqual(bytes) else { return nil }
  }
}
