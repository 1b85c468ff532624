/// Decodes a terminal's input into keys.
///
/// Bytes may arrive cut anywhere.
struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []
  private var pasted: [UInt8]?

  private static let pasteBegin: [UInt8] = Array("\u{1B}[200~".utf8)
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
  /// A paste is cut here: larger than any message.
  static let pasteBytes = 1 << 20

  init() {}

  /// Whether a key has begun that is not complete.
  ///
  /// If nothing follows for a moment, it was a lone Escape.
  var isWaiting: Bool { pasted == nil && !pending.isEmpty }

  /// Takes bytes and returns the keys they complete.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending.append(contentsOf: bytes)
    var keys: [Key] = []
    while !pending.isEmpty {
      if pasted != nil {
        guard let key = takePaste() else { break }
        keys.append(key)
        continue
      }
      if pending.starts(with: KeyDecoder.pasteBegin) {
        pending.removeFirst(KeyDecoder.pasteBegin.count)
        pasted = []
        continue
      }
      guard let (key, length) = next() else { break }
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Nothing followed: decodes the pending bytes as they are.
  mutating func giveUp() -> [Key] {
    guard isWaiting else { return [] }
    pending.removeFirst()
    return [.other] + feed([])
  }

  /// Moves pasted text out of `pending`; returns the key once its end has arrived.
  private mutating func takePaste() -> Key? {
    let end = KeyDecoder.pasteEnd
    let found = pending.indices.first { pending[$0...].starts(with: end) }
    // Without an end, the last bytes may be its beginning.
    let ready = found ?? max(0, pending.count - end.count + 1)
    let room = KeyDecoder.pasteBytes - (pasted?.count ?? 0)
    pasted?.append(contentsOf: pending.prefix(min(ready, max(0, room))))
    pending.removeFirst(ready)
    guard found != nil, let bytes = pasted else { return nil }
    pending.removeFirst(end.count)
    pasted = nil
    let text = String(decoding: bytes, as: UTF8.self)
    return .paste(String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }))
  }

  /// The first key of `pending` and its length; nil while it is not complete.
  ///
  /// No key: bytes to pass over.
  private func next() -> (Key?, Int)? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return escape()
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x00: return (.other, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first &+ 0x60))), 1)
    case 0x1C...0x1F: return (.other, 1)
    default: return character(first)
    }
  }

  private func character(_ first: UInt8) -> (Key?, Int)? {
    let length =
      switch first {
      case 0x20...0x7E: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0 else { return (nil, 1) }
    let bytes = pending.prefix(length)
    // A byte that cannot continue the character ends the wait; earlier bytes are skipped.
    if let wrong = bytes.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) { return (nil, wrong) }
    guard bytes.count == length else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else { return (nil, length) }
    return (VisibleText.isHarmless(character.unicodeScalars.first ?? " ") ? .character(character) : .other, length)
  }

  /// ESC [ … letter, ESC O letter, or ESC before a key: the key with Alt.
  private func escape() -> (Key?, Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["):
      guard let final = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        // Longer than any key sends: not a key.
        return pending.count > 32 ? (.other, 2) : nil
      }
      return (KeyDecoder.named(parameters: pending[2..<final], final: pending[final]), final + 1)
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return nil }
      return (KeyDecoder.named(parameters: [], final: pending[2]), 3)
    case 0x0D, 0x0A: return (.newLine, 2)
    case UInt8(ascii: "b"): return (.wordLeft, 2)
    case UInt8(ascii: "f"): return (.wordRight, 2)
    case 0x7F, 0x08: return (.control("w"), 2)
    case 0x1B: return (.other, 1)
    default: return (.other, 2)
    }
  }

  private static func named(parameters: ArraySlice<UInt8>, final: UInt8) -> Key {
    // 5 is Ctrl, 3 is Alt: either moves by words.
    let isByWord = parameters.count == 3 && (parameters.last == UInt8(ascii: "5") || parameters.last == UInt8(ascii: "3"))
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return isByWord ? .wordRight : .right
    case UInt8(ascii: "D"): return isByWord ? .wordLeft : .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch parameters.first {
      case UInt8(ascii: "1"), UInt8(ascii: "7"): return parameters.count == 1 ? .home : .other
      case UInt8(ascii: "3"): return .delete
      case UInt8(ascii: "4"), UInt8(ascii: "8"): return parameters.count == 1 ? .end : .other
      default: return .other
      }
    default: return .other
    }
  }
}
