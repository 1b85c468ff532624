/// Collects a body that comes whole or in chunks.
///
/// Strict where http-parser is lax: chunk sizes are hexadecimal digits only, lines end in CR LF only. Extensions and
/// trailers are dropped.
struct HTTPBodyDecoder {
  enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
    /// A response may go on until its sender closes.
    case untilClose
  }

  enum Step: Equatable {
    case more
    /// `body` is complete; it ended after so many bytes of the last piece.
    case complete(Int)
    case refused(HTTPRefusal)
  }

  private let limit: Int
  /// The bytes that were not taken yet.
  private(set) var body: [UInt8] = []
  /// The bytes that were taken.
  private var taken = 0
  private var stage: Stage
  /// Bytes of the body or the chunk still to come.
  private var missing = 0
  private var digits = 0
  private var lineLength = 0
  /// Maximum overhead of chunking: generous, since small chunks are legal, but bounded.
  private var overhead: Int

  private enum Stage {
    case whole, open, size, sizeRest, sizeEnd, data, dataEnd, dataFeed, trailer, trailerEnd, done
  }

  /// Refuses a length over the limit at once.
  init(_ framing: Framing, limit: Int) throws {
    self.limit = limit
    overhead = 65_536 &+ limit
    switch framing {
    case .none: stage = .done
    case .length(let count):
      guard count <= limit else { throw Self.tooLarge(limit) }
      stage = count == 0 ? .done : .whole
      missing = count
    case .chunked: stage = .size
    case .untilClose: stage = .open
    }
  }

  private static func tooLarge(_ limit: Int) -> HTTPRefusal {
    HTTPRefusal(status: 413, reason: "the body is longer than \(limit) bytes", limit: limit)
  }

  /// Hands out what has come so far.
  mutating func take() -> [UInt8] {
    taken += body.count
    defer { body = [] }
    return body
  }

  /// The bytes of the body that have come.
  private var count: Int { taken &+ body.count }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Step {
    var index = 0
    while stage != .done {
      guard index < bytes.count else { return .more }
      switch stage {
      case .whole, .data, .open:
        let take = stage == .open ? bytes.count - index : min(missing, bytes.count - index)
        guard count + take <= limit else { return .refused(Self.tooLarge(limit)) }
        body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[index..<index + take]))
        index += take
        if stage == .open { continue }
        missing -= take
        if missing == 0 { stage = stage == .whole ? .done : .dataEnd }
      default:
        overhead -= 1
        if overhead < 0 { return .refused(Self.tooLarge(limit)) }
        if let refusal = receiveFraming(bytes[index]) { return .refused(refusal) }
        index += 1
      }
    }
    return .complete(index)
  }

  /// Whether the end of the connection is the end of the body.
  var mayEnd: Bool { stage == .open || stage == .done }

  private mutating func receiveFraming(_ byte: UInt8) -> HTTPRefusal? {
    switch (stage, byte) {
    case (.size, _): return receiveSize(byte)
    case (.sizeRest, 0x0D): stage = .sizeEnd
    case (.sizeRest, _): if !HTTPSyntax.isValue(byte) { return .bad("malformed chunk") }
    case (.sizeEnd, 0x0A):
      lineLength = 0
      digits = 0
      stage = missing > 0 ? .data : .trailer
    case (.dataEnd, 0x0D): stage = .dataFeed
    case (.dataFeed, 0x0A): stage = .size
    case (.trailer, 0x0D): stage = .trailerEnd
    case (.trailer, _):
      guard HTTPSyntax.isValue(byte) else { return .bad("malformed trailer") }
      lineLength += 1
    case (.trailerEnd, 0x0A):
      stage = lineLength == 0 ? .done : .trailer
      lineLength = 0
    default: return .bad("malformed chunk")
    }
    return nil
  }

  private mutating func receiveSize(_ byte: UInt8) -> HTTPRefusal? {
    let digit: Int
    switch byte {
    case 0x30...0x39: digit = Int(byte) - 0x30
    case 0x41...0x46, 0x61...0x66: digit = Int(byte | 0x20) - 0x57
    case 0x3B where digits > 0:
      stage = .sizeRest
      return nil
    case 0x0D where digits > 0:
      stage = .sizeEnd
      return nil
    default: return .bad("malformed chunk")
    }
    guard digits < 8 else { return Self.tooLarge(limit) }
    digits += 1
    missing = missing << 4 | digit
    return count &+ missing > limit ? Self.tooLarge(limit) : nil
  }
}
