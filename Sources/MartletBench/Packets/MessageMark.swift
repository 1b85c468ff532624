/// Identifies a message of a benchmark.
///
/// It is kept in the client id, a UUIDv7 whose random bits hold run, lane and number. So it is unique, and a receiver recognises
/// the message without reading the content.
package struct MessageMark: Sendable, Hashable {
  /// 12 bits that distinguish the ids of one run from those of others.
  package var run: UInt16
  /// The index of the lane, 22 bits.
  package var lane: UInt32
  /// 0, 1, 2 … within the lane, 40 bits.
  package var number: UInt64

  package static let lanes = 1 << 22
  private static let numberMask: UInt64 = 1 << 40 - 1

  package init(run: UInt16, lane: UInt32, number: UInt64) {
    self.run = run & 0x0FFF
    self.lane = lane & UInt32(Self.lanes - 1)
    self.number = number & Self.numberMask
  }

  /// The bytes of a client id.
  package static let length = 36

  /// Writes the client id.
  ///
  /// - Parameters:
  ///   - bytes: 36 bytes; nothing is written where they are fewer.
  ///   - milliseconds: When it is made, since 1970.
  package func write(to bytes: UnsafeMutableRawBufferPointer, milliseconds: UInt64) {
    guard bytes.count >= Self.length else { return }
    let high = milliseconds << 16 | 0x7000 | UInt64(run)
    let low = 0x8000_0000_0000_0000 | UInt64(lane) << 40 | number
    var place = 0
    for word in [high, low] {
      var shift: UInt64 = 64
      while shift > 0 {
        if place == 8 || place == 13 || place == 18 || place == 23 {
          bytes[place] = UInt8(ascii: "-")
          place += 1
        }
        shift -= 4
        let nibble = UInt8(truncatingIfNeeded: word >> shift) & 15
        bytes[place] = nibble < 10 ? 48 + nibble : 87 + nibble
        place += 1
      }
    }
  }

  /// Reads a client id; nil if it has another form.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.length else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for place in 0..<Self.length {
      let byte = bytes[place]
      let nibble: UInt8
      switch byte {
      case 48...57: nibble = byte - 48
      case 97...102: nibble = byte - 87
      case UInt8(ascii: "-") where place == 8 || place == 13 || place == 18 || place == 23: continue
      default: return nil
      }
      if place < 18 { words.high = words.high << 4 | UInt64(nibble) } else { words.low = words.low << 4 | UInt64(nibble) }
    }
    guard words.high >> 12 & 15 == 7, words.low >> 62 == 2 else { return nil }
    run = UInt16(truncatingIfNeeded: words.high) & 0x0FFF
    lane = UInt32(truncatingIfNeeded: words.low >> 40) & UInt32(Self.lanes - 1)
    number = words.low & Self.numberMask
  }

  /// The client id as text.
  package func clientID(milliseconds: UInt64) -> String {
    String(unsafeUninitializedCapacity: Self.length) { buffer in
      write(to: UnsafeMutableRawBufferPointer(buffer), milliseconds: milliseconds)
      return Self.length
    }
  }
}
