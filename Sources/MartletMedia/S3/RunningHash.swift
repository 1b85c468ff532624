import COpenSSL

/// A SHA-256 of bytes that come in pieces, whose state another process can take over.
///
/// OpenSSL's own functions for this hide their state, so these are the older ones, which show it.
struct RunningHash {
  private var context = SHA256_CTX()

  /// The bytes of a state.
  static let stateBytes = 32
  /// A state can be taken after a multiple of so many bytes.
  static let block: Int64 = 64

  init() { SHA256_Init(&context) }

  /// Continues after so many bytes; nil if there is no such state.
  init?(state: [UInt8], after count: Int64) {
    self.init()
    guard state.count == Self.stateBytes, count >= 0, count % Self.block == 0 else { return nil }
    withUnsafeMutableBytes(of: &context.h) { words in
      for index in 0..<8 {
        let word = state[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
        words.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self)
      }
    }
    let bits = UInt64(count) &* 8
    (context.Nl, context.Nh) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
  }

  /// The state; nil in the middle of a block.
  var state: [UInt8]? {
    guard context.num == 0 else { return nil }
    return withUnsafeBytes(of: context.h) { words in
      (0..<8).flatMap { index in
        let word = words.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
      }
    }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) { SHA256_Update(&context, bytes.baseAddress, bytes.count) }

  /// The hash of what was added so far.
  func finish() -> [UInt8] {
    var rest = context
    return [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_LENGTH)) { bytes, count in
      SHA256_Final(bytes.baseAddress, &rest)
      count = Int(SHA256_DIGEST_LENGTH)
    }
  }
}
