/// The largest accepted messages of a peer.
package struct WebSocketLimits: Sendable {
  /// Bytes of a message, all fragments together; default 1 MiB.
  package var message = 1 << 20
  /// Bytes of one frame's payload; default 1 MiB.
  package var frame = 1 << 20
  /// Maximum bytes of the first message, if smaller than for others, because the peer is not authenticated yet.
  ///
  /// Default: `message`.
  package var firstMessage: Int?

  package init() {}

  package init(message: Int, frame: Int, firstMessage: Int? = nil) {
    self.message = message
    self.frame = frame
    self.firstMessage = firstMessage
  }
}

/// Reads the frames of one direction of a WebSocket: bytes in, cut anywhere; messages and control frames out.
///
/// Checks every rule of RFC 6455 sections 5 and 7 that one direction can break; a violation ends decoding. Allocates memory only
/// for bytes that have arrived, never for a length that a header announces, and keeps nothing between messages.
struct WebSocketDecoder {
  enum Event {
    /// A whole message; text is valid UTF-8. The bytes are valid during the call.
    case message(WebSocketMessage)
    /// To be answered with a pong of the same payload.
    case ping(UnsafeRawBufferPointer)
    case pong(UnsafeRawBufferPointer)
    /// The peer's close frame, the last event.
    ///
    /// The code is 1005 if the frame has none.
    case close(code: UInt16, reason: String)
    /// The peer broke a rule; nothing comes after. The code is for the close frame that says so.
    case failure(code: UInt16, reason: String)
  }

  /// True if frames must be masked: a client's frames must, a server's must not.
  private let expectsMask: Bool
  private let limits: WebSocketLimits

  private var stage = Stage.start
  private var isFinal = false
  private var opcode = WebSocketOpcode.continuation
  /// Bytes still to come, of the length, the key or the payload.
  private var missing = 0
  private var length: UInt64 = 0
  private var lengthBytes: UInt8 = 0
  private var key: UInt32 = 0
  private var mask: WebSocketMask?

  /// The kind of the current message; nil between messages.
  private var kind: WebSocketOpcode?
  private var assembled: [UInt8] = []
  private var isFirst = true
  private var check = UTF8Check()
  /// The payload of a control frame that arrives in pieces.
  private var control: [UInt8] = []

  private enum Stage: UInt8 { case start, marker, length, key, payload, ended }

  init(expectsMask: Bool, limits: WebSocketLimits) {
    self.expectsMask = expectsMask
    self.limits = limits
  }

  /// True after a close frame or a violation; later bytes are ignored.
  var isEnded: Bool { stage == .ended }

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: Any number of bytes, as they arrived.
  ///   - sink: Called for each event; returns true to continue. It must not access this decoder.
  mutating func receive(_ bytes: UnsafeRawBufferPointer, _ sink: (Event) -> Bool) {
    var rest = bytes
    while stage != .ended {
      if stage == .payload {
        let take = min(missing, rest.count)
        let piece = UnsafeRawBufferPointer(rebasing: rest[..<take])
        rest = UnsafeRawBufferPointer(rebasing: rest[take...])
        missing -= take
        guard take > 0 || missing == 0 else { return }
        guard receivePayload(piece, sink) else { return }
        continue
      }
      guard let byte = rest.first else { return }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
      if let failure = receiveHeader(byte) {
        end()
        _ = sink(failure)
        return
      }
    }
  }

  private mutating func end() {
    stage = .ended
    assembled = []
    control = []
  }

  private static func broken(_ reason: String) -> Event {
    .failure(code: WebSocketCloseCode.protocolError, reason: reason)
  }

  // MARK: Headers

  private mutating func receiveHeader(_ byte: UInt8) -> Event? {
    switch stage {
    case .start: return receiveStart(byte)
    case .marker: return receiveMarker(byte)
    case .length:
      length = length << 8 | UInt64(byte)
      missing -= 1
      return missing == 0 ? receiveLength() : nil
    case .key:
      key = key >> 8 | UInt32(byte) << 24
      missing -= 1
      if missing == 0 {
        mask = WebSocketMask(key: key)
        beginPayload()
      }
      return nil
    case .payload, .ended: return nil
    }
  }

  private mutating func receiveStart(_ byte: UInt8) -> Event? {
    guard byte & 0x70 == 0 else { return Self.broken("reserved bit set") }
    guard let opcode = WebSocketOpcode(rawValue: byte & 0x0F) else { return Self.broken("unknown opcode") }
    isFinal = byte & 0x80 != 0
    self.opcode = opcode
    stage = .marker
    if opcode.isControl { return isFinal ? nil : Self.broken("fragmented control frame") }
    if opcode == .continuation { return kind == nil ? Self.broken("continuation without a message") : nil }
    return kind == nil ? nil : Self.broken("message within a message")
  }

  private mutating func receiveMarker(_ byte: UInt8) -> Event? {
    guard (byte & 0x80 != 0) == expectsMask else {
      return Self.broken(expectsMask ? "frame not masked" : "frame masked")
    }
    let marker = byte & 0x7F
    if opcode.isControl, marker > 125 { return Self.broken("control frame too long") }
    length = 0
    lengthBytes = marker == 126 ? 2 : marker == 127 ? 8 : 0
    if lengthBytes == 0 {
      length = UInt64(marker)
      return receiveLength()
    }
    stage = .length
    missing = Int(lengthBytes)
    return nil
  }

  private mutating func receiveLength() -> Event? {
    guard length >> 63 == 0 else { return Self.broken("length with its highest bit set") }
    guard lengthBytes == 0 || (lengthBytes == 2 ? length > 125 : length > 0xFFFF) else {
      return Self.broken("length not in its shortest form")
    }
    if !opcode.isControl {
      let most = isFirst ? min(limits.message, limits.firstMessage ?? limits.message) : limits.message
      let room = max(0, most - assembled.count)
      guard length <= UInt64(max(0, min(limits.frame, room))) else {
        return .failure(code: WebSocketCloseCode.tooBig, reason: "message too big")
      }
    }
    if expectsMask {
      stage = .key
      missing = 4
    } else {
      beginPayload()
    }
    return nil
  }

  private mutating func beginPayload() {
    stage = .payload
    missing = Int(length)
    guard !opcode.isControl, opcode != .continuation else { return }
    kind = opcode
    check = UTF8Check()
  }

  // MARK: Payloads

  /// Takes a piece of the payload; `missing` bytes follow it.
  ///
  /// False to stop reading.
  private mutating func receivePayload(_ piece: UnsafeRawBufferPointer, _ sink: (Event) -> Bool) -> Bool {
    let isWhole = missing == 0
    if isWhole { stage = .start }
    let isAlone = isWhole && (opcode.isControl ? control.isEmpty : isFinal && assembled.isEmpty)
    if isAlone {
      guard mask != nil else { return finish(piece, sink, isChecked: false) }
      // The bytes that arrived are not ours to change.
      return withUnsafeTemporaryAllocation(byteCount: piece.count, alignment: 8) { copy in
        copy.copyMemory(from: piece)
        mask?.apply(to: copy)
        return finish(UnsafeRawBufferPointer(copy), sink, isChecked: false)
      }
    }
    if opcode.isControl {
      append(piece, to: \.control)
      guard isWhole else { return true }
      let payload = control
      control = []
      return payload.withUnsafeBytes { finish($0, sink, isChecked: false) }
    }
    let before = assembled.count
    append(piece, to: \.assembled)
    if kind == .text {
      let isValid = assembled.withUnsafeBytes { check.take(UnsafeRawBufferPointer(rebasing: $0[before...])) }
      guard isValid else { return fail(sink) }
    }
    guard isWhole, isFinal else { return true }
    let message = assembled
    assembled = []
    return message.withUnsafeBytes { finish($0, sink, isChecked: true) }
  }

  private mutating func append(_ piece: UnsafeRawBufferPointer, to buffer: WritableKeyPath<Self, [UInt8]>) {
    let before = self[keyPath: buffer].count
    self[keyPath: buffer].append(contentsOf: piece)
    guard var mask else { return }
    self[keyPath: buffer].withUnsafeMutableBytes { mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: $0[before...])) }
    self.mask = mask
  }

  private mutating func fail(_ sink: (Event) -> Bool) -> Bool {
    end()
    return sink(.failure(code: WebSocketCloseCode.invalidText, reason: "invalid UTF-8"))
  }

  /// Reports the whole payload of a message or a control frame.
  private mutating func finish(_ payload: UnsafeRawBufferPointer, _ sink: (Event) -> Bool, isChecked: Bool) -> Bool {
    switch opcode {
    case .ping: return sink(.ping(payload))
    case .pong: return sink(.pong(payload))
    case .close: return finishClose(payload, sink)
    case .text, .binary, .continuation:
      let isText = kind == .text
      kind = nil
      isFirst = false
      if isText {
        guard isChecked || check.take(payload), check.isComplete else { return fail(sink) }
      }
      return sink(.message(isText ? .text(payload) : .binary(payload)))
    }
  }

  private mutating func finishClose(_ payload: UnsafeRawBufferPointer, _ sink: (Event) -> Bool) -> Bool {
    end()
    guard !payload.isEmpty else { return sink(.close(code: WebSocketCloseCode.none, reason: "")) }
    guard payload.count >= 2 else { return sink(Self.broken("close code cut short")) }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard WebSocketCloseCode.mayBeSent(code) else { return sink(Self.broken("close code that must not be sent")) }
    let reason = UnsafeRawBufferPointer(rebasing: payload[2...])
    var check = UTF8Check()
    guard check.take(reason), check.isComplete else { return fail(sink) }
    return sink(.close(code: code, reason: String(decoding: reason, as: UTF8.self)))
  }
}
