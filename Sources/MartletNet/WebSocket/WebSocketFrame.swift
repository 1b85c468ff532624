/// The kinds of frames (RFC 6455, section 5.2).
package enum WebSocketOpcode: UInt8, Sendable {
  case continuation = 0
  case text = 1
  case binary = 2
  case close = 8
  case ping = 9
  case pong = 10

  var isControl: Bool { rawValue >= 8 }
}

/// Why a WebSocket is closed (RFC 6455, section 7.4).
package enum WebSocketCloseCode {
  package static let normal: UInt16 = 1_000
  package static let goingAway: UInt16 = 1_001
  package static let protocolError: UInt16 = 1_002
  /// Never sent: the peer gave no code.
  package static let none: UInt16 = 1_005
  /// Never sent: the connection broke.
  package static let abnormal: UInt16 = 1_006
  package static let invalidText: UInt16 = 1_007
  package static let policy: UInt16 = 1_008
  package static let tooBig: UInt16 = 1_009
  package static let internalError: UInt16 = 1_011

  /// Whether a close frame may carry the code: one that is defined for the wire, a library's or an application's.
  package static func mayBeSent(_ code: UInt16) -> Bool {
    switch code {
    case 1_000...1_003, 1_007...1_014, 3_000...4_999: true
    default: false
    }
  }
}

/// Writes frames.
enum WebSocketFrame {
  /// One whole frame.
  ///
  /// - Parameters:
  ///   - opcode: The kind.
  ///   - payload: Its content; at most 125 bytes in a control frame.
  ///   - mask: The client's masking key, its first byte lowest; nil from a server.
  ///   - isFinal: False if fragments of the message follow.
  /// - Returns: Header and payload.
  static func encode(
    _ opcode: WebSocketOpcode, _ payload: UnsafeRawBufferPointer, mask: UInt32?, isFinal: Bool = true
  ) -> SharedBytes {
    encode(opcode, count: payload.count, mask: mask, isFinal: isFinal) { $0.copyMemory(from: payload) }
  }

  /// One whole frame whose payload of `count` bytes is written in place by `fill`, which must write all of them.
  static func encode(
    _ opcode: WebSocketOpcode, count: Int, mask: UInt32?, isFinal: Bool = true, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) -> SharedBytes {
    SharedBytes(capacity: size(count, isMasked: mask != nil)) { frame in
      write(opcode, count: count, mask: mask, isFinal: isFinal, into: frame, fill: fill)
      return frame.count
    }
  }

  /// The length of a frame whose payload has `count` bytes.
  static func size(_ count: Int, isMasked: Bool) -> Int { 2 + lengthBytes(count) + (isMasked ? 4 : 0) + count }

  /// The number of extended length bytes after the first two bytes.
  private static func lengthBytes(_ count: Int) -> Int { count < 126 ? 0 : count <= 0xFFFF ? 2 : 8 }

  /// Writes a whole frame into memory of exactly `size` bytes.
  static func write(
    _ opcode: WebSocketOpcode, count: Int, mask: UInt32?, isFinal: Bool = true, into frame: UnsafeMutableRawBufferPointer,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    let extra = lengthBytes(count)
    frame[0] = (isFinal ? 0x80 : 0) | opcode.rawValue
    let marker = extra == 0 ? UInt8(count) : extra == 2 ? 126 : 127
    frame[1] = (mask == nil ? 0 : 0x80) | marker
    for index in 0..<extra {
      frame[2 + index] = UInt8(truncatingIfNeeded: count >> (8 * (extra - 1 - index)))
    }
    let body = UnsafeMutableRawBufferPointer(rebasing: frame[(2 + extra + (mask == nil ? 0 : 4))...])
    fill(body)
    if let mask {
      frame.storeBytes(of: mask.littleEndian, toByteOffset: 2 + extra, as: UInt32.self)
      var masking = WebSocketMask(key: mask)
      masking.apply(to: body)
    }
  }

  /// The payload of a whole frame without a mask.
  static func payload(of frame: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let marker = frame.count > 1 ? frame[1] & 0x7F : 0
    return UnsafeRawBufferPointer(rebasing: frame.dropFirst(marker == 126 ? 4 : marker == 127 ? 10 : 2))
  }

  /// The payload of a close frame; the reason is cut at a character so that it fits.
  static func closePayload(code: UInt16, reason: String) -> [UInt8] {
    var payload = [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)]
    for scalar in reason.unicodeScalars {
      let bytes = String(scalar).utf8
      if payload.count + bytes.count > 125 { break }
      payload.append(contentsOf: bytes)
    }
    return payload
  }
}

/// The mask of a client's frame, and how far it has been applied.
struct WebSocketMask {
  /// The key, turned so that its lowest byte is for the next byte.
  private var key: UInt32

  init(key: UInt32) { self.key = key }

  /// Masks or unmasks the next bytes in place.
  mutating func apply(to bytes: UnsafeMutableRawBufferPointer) {
    let wide = UInt64(key) << 32 | UInt64(key)
    var index = 0
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ wide
      bytes.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < bytes.count {
      bytes[index] ^= UInt8(truncatingIfNeeded: key)
      key = key >> 8 | key << 24
      index += 1
    }
  }
}
