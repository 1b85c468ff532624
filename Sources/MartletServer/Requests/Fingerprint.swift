import MartletStore
import MartletWire

/// Hashes of what requests ask for.
enum Fingerprint {
  /// Hashes parts to 16 bytes; no two different lists of parts are alike to it.
  static func of(_ forEachPart: ((String) -> Void) -> Void) -> [UInt8] {
    var size = 0
    forEachPart { size &+= 4 &+ $0.utf8.count }
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { bytes in
      var end = 0
      // The length before each part keeps different lists apart.
      forEachPart { part in
        var part = part
        part.withUTF8 { text in
          bytes.storeBytes(of: UInt32(truncatingIfNeeded: text.count).littleEndian, toByteOffset: end, as: UInt32.self)
          end &+= 4
          UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(from: UnsafeRawBufferPointer(text))
          end &+= text.count
        }
      }
      return SHA256.digest(bytes, count: 16)
    }
  }
}
