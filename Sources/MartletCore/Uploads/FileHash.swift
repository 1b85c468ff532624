/// The SHA-256 (FIPS 180-4) of bytes that come in pieces.
///
/// The SDK uses no cryptography of the system elsewhere, and the platforms have no common one.
package struct FileHash {
  private var state: [UInt32] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]
  /// The bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0
  /// The words of a block, in a place that is made once.
  private var words = [UInt32](repeating: 0, count: 64)

  private static let block = 64

  package init() {}

  /// Adds a piece.
  package mutating func add(_ bytes: [UInt8]) {
    count &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(Self.block - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == Self.block else { return }
      mix(rest, from: 0, blocks: 1)
      rest.removeAll(keepingCapacity: true)
    }
    let blocks = (bytes.count - start) / Self.block
    mix(bytes, from: start, blocks: blocks)
    rest += bytes[(start + blocks * Self.block)...]
  }

  /// The hash of all pieces in hexadecimal digits; nothing may be added afterwards.
  package mutating func finish() -> String {
    finishBytes().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// The 32 bytes of the hash of all pieces; nothing may be added afterwards.
  package mutating func finishBytes() -> [UInt8] {
    let bits = count &* 8
    let zeros = (Self.block * 2 - 9 - rest.count % Self.block) % Self.block
    add([0x80] + [UInt8](repeating: 0, count: zeros) + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) })
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// Mixes whole blocks of a piece into the state.
  private mutating func mix(_ bytes: [UInt8], from start: Int, blocks: Int) {
    // A file is hashed before it is sent, so this has to be fast: no memory is taken for a block, and no bound checked twice.
    bytes.withUnsafeBytes { bytes in
      words.withUnsafeMutableBufferPointer { words in
        Self.constants.withUnsafeBufferPointer { constants in
          state.withUnsafeMutableBufferPointer { state in
            for block in 0..<blocks { Self.mix(bytes, start + block * Self.block, words, constants, state) }
          }
        }
      }
    }
  }

  private static func mix(
    _ bytes: UnsafeRawBufferPointer, _ start: Int, _ words: UnsafeMutableBufferPointer<UInt32>,
    _ constants: UnsafeBufferPointer<UInt32>, _ state: UnsafeMutableBufferPointer<UInt32>
  ) {
    func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }
    for index in 0..<16 {
      words[index] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self))
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let one = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index] &+ words[index]
      let two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
    }
    for (index, word) in [(0, a), (1, b), (2, c), (3, d), (4, e), (5, f), (6, g), (7, h)] { state[index] &+= word }
  }

  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]
}
