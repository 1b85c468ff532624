/// The kind of a server packet, read only as far as a benchmark needs.
enum ScannedPacket {
  /// A message was stored.
  case appended(id: UInt32)
  /// The bytes of a Push.
  case push(UnsafeRawBufferPointer)
  /// The bytes of Entries.
  case entries(id: UInt32, UnsafeRawBufferPointer)
  /// Any other packet, to be decoded in full.
  case other(id: UInt32)
  case malformed

  /// Reads a packet; the bytes must outlive the value.
  init(_ bytes: UnsafeRawBufferPointer) {
    var fields = FieldScan(bytes)
    var id: UInt32 = 0
    self = .malformed
    while let tag = fields.tag() {
      switch tag {
      case 1 << 3:
        guard let value = fields.varint() else { return }
        id = UInt32(truncatingIfNeeded: value)
      case 5 << 3 | 2:
        self = .appended(id: id)
        return
      case 12 << 3 | 2:
        guard let body = fields.span() else { return }
        self = .push(body)
        return
      case 8 << 3 | 2:
        guard let body = fields.span() else { return }
        self = .entries(id: id, body)
        return
      default:
        self = .other(id: id)
        return
      }
    }
  }
}

/// An entry, read only as far as a benchmark needs.
struct ScannedEntry {
  var position: UInt64 = 0
  /// Nil for an entry that no benchmark appended.
  var mark: MessageMark?

  /// The fields of `Push` and `Entries` that hold entries.
  static let ofPush: UInt64 = 1
  static let ofEntries: UInt64 = 2

  /// Reads the entries that are in the given field of a body.
  ///
  /// - Returns: Whether all of it could be read.
  static func each(in body: UnsafeRawBufferPointer, field: UInt64, _ take: (ScannedEntry) -> Void) -> Bool {
    var fields = FieldScan(body)
    while let tag = fields.tag() {
      guard tag == field << 3 | 2 else {
        guard fields.skip(tag) else { return false }
        continue
      }
      guard let span = fields.span(), let entry = ScannedEntry(span) else { return false }
      take(entry)
    }
    return fields.isAtEnd
  }

  private init?(_ bytes: UnsafeRawBufferPointer) {
    var fields = FieldScan(bytes)
    while let tag = fields.tag() {
      switch tag {
      case 2 << 3:
        guard let value = fields.varint() else { return nil }
        position = value
      case 5 << 3 | 2:
        guard let span = fields.span() else { return nil }
        mark = MessageMark(span)
        // Later fields are not needed.
        return
      default: guard fields.skip(tag) else { return nil }
      }
    }
    guard fields.isAtEnd else { return nil }
  }
}

/// A page of a conversation's log, read only as far as a benchmark needs.
struct ScannedPage {
  /// The newest position of the log, and the last one in the page; 0 for none.
  private(set) var head: UInt64 = 0
  private(set) var last: UInt64 = 0

  /// Reads the body of Entries; nil if not all of it can be read.
  init?(_ body: UnsafeRawBufferPointer, _ take: (ScannedEntry) -> Void) {
    var last: UInt64 = 0
    let isWhole = ScannedEntry.each(in: body, field: ScannedEntry.ofEntries) { entry in
      last = entry.position
      take(entry)
    }
    guard isWhole else { return nil }
    self.last = last
    var fields = FieldScan(body)
    while let tag = fields.tag() {
      if tag == 3 << 3, let value = fields.varint() { head = value } else if tag != 3 << 3 { _ = fields.skip(tag) }
    }
  }
}

/// Steps through the fields of a message in the binary format; every step is checked against the end.
private struct FieldScan {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// Field number and wire type; nil at the end, or if malformed.
  mutating func tag() -> UInt64? { place < bytes.count ? varint() : nil }

  mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count, shift < 64 {
      let byte = bytes[place]
      place &+= 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift &+= 7
    }
    return nil
  }

  mutating func span() -> UnsafeRawBufferPointer? {
    guard let length = varint(), length <= UInt64(bytes.count &- place) else { return nil }
    let start = place
    place &+= Int(length)
    return UnsafeRawBufferPointer(rebasing: bytes[start..<place])
  }

  mutating func skip(_ tag: UInt64) -> Bool {
    switch tag & 7 {
    case 0: return varint() != nil
    case 1: return advance(8)
    case 2: return span() != nil
    case 5: return advance(4)
    default: return false
    }
  }

  private mutating func advance(_ count: Int) -> Bool {
    guard count <= bytes.count &- place else { return false }
    place &+= count
    return true
  }
}
