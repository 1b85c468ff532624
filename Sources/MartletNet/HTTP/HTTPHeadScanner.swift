/// Collects the head of a message, which arrives in pieces, and refuses forbidden bytes.
///
/// Accepts only lines that end in CR LF, no continuation lines, no NUL and no bare CR. So all readers agree where the head ends;
/// request smuggling depends on disagreement.
struct HTTPHeadScanner {
  private let limits: HTTPLimits
  private(set) var head: [UInt8] = []
  private var lines = 0
  private var lineLength = 0
  private var isAfterCR = false
  private var leadingEmptyLines = 0

  enum Step: Equatable {
    case more
    /// `head` is complete; it ended after so many bytes of the last piece.
    case complete(Int)
    case refused(HTTPRefusal)
  }

  init(limits: HTTPLimits) { self.limits = limits }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Step {
    for (index, byte) in bytes.enumerated() {
      if let refusal = check(byte) { return .refused(refusal) }
      head.append(byte)
      if head.count > limits.headerBytes {
        return .refused(
          HTTPRefusal(status: 431, reason: "the header is longer than \(limits.headerBytes) bytes", limit: limits.headerBytes))
      }
      guard byte == 0x0A else { continue }
      if lineLength > 0 {
        lines += 1
        lineLength = 0
        // The first line is the request's or the status.
        if lines > limits.headerCount &+ 1 {
          return .refused(
            HTTPRefusal(status: 431, reason: "there are more than \(limits.headerCount) header fields", limit: limits.headerCount)
          )
        }
      } else if lines > 0 {
        return .complete(index + 1)
      } else {
        // Old clients send an empty line after a body.
        head.removeAll(keepingCapacity: true)
        leadingEmptyLines += 1
        if leadingEmptyLines > 2 { return .refused(.bad("empty lines before the request")) }
      }
    }
    return .more
  }

  private mutating func check(_ byte: UInt8) -> HTTPRefusal? {
    if isAfterCR {
      isAfterCR = false
      return byte == 0x0A ? nil : .bad("CR without LF")
    }
    switch byte {
    case 0x0D:
      isAfterCR = true
      return nil
    case 0x0A: return .bad("LF without CR")
    case 0x20, 0x09:
      if lineLength == 0 { return .bad(lines > 0 ? "continued header line" : "space before the request") }
    default:
      guard HTTPSyntax.isValue(byte) else { return .bad("control character in the header") }
    }
    lineLength += 1
    return nil
  }
}
