/// Reads one response: bytes in, cut anywhere; the response out.
struct HTTPResponseParser {
  enum Step {
    case more
    /// The whole response, and the number of bytes used.
    ///
    /// With status 101, the remaining bytes belong to another protocol.
    case response(HTTPResponse, consumed: Int)
    case refused(HTTPRefusal)
  }

  private let limits: HTTPLimits
  /// True for a HEAD request: no body follows, whatever the head announces.
  private let isHead: Bool
  private var scanner: HTTPHeadScanner
  private var head: HTTPHead?
  private var decoder: HTTPBodyDecoder?

  init(limits: HTTPLimits, isHead: Bool) {
    self.limits = limits
    self.isHead = isHead
    scanner = HTTPHeadScanner(limits: limits)
  }

  mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Step {
    var consumed = 0
    do {
      while decoder == nil {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[consumed...])
        switch scanner.receive(rest) {
        case .more: return .more
        case .refused(let refusal): return .refused(refusal)
        case .complete(let used):
          consumed += used
          let head = try HTTPHead(scanner.head, kind: .response)
          scanner = HTTPHeadScanner(limits: limits)
          // Interim responses announce the one to come.
          if (100...199).contains(head.status), head.status != 101 { continue }
          self.head = head
          decoder = try HTTPBodyDecoder(framing(head), limit: limits.bodyBytes)
        }
      }
      guard let head, let step = decoder?.receive(UnsafeRawBufferPointer(rebasing: bytes[consumed...])) else { return .more }
      switch step {
      case .more: return .more
      case .refused(let refusal): return .refused(refusal)
      case .complete(let used): return .response(response(head), consumed: consumed + used)
      }
    } catch {
      return .refused(error as? HTTPRefusal ?? .bad("not HTTP"))
    }
  }

  /// The response that the end of the connection completes; nil if it is cut short.
  func ended() -> HTTPResponse? {
    guard let head, let decoder, decoder.mayEnd else { return nil }
    return response(head)
  }

  /// Whether the connection carries another response after this one.
  var keepsAlive: Bool { head?.keepsAlive ?? false }

  private func response(_ head: HTTPHead) -> HTTPResponse {
    HTTPResponse(status: head.status, headers: head.headers, body: decoder?.body ?? [])
  }

  private func framing(_ head: HTTPHead) throws -> HTTPBodyDecoder.Framing {
    if isHead || head.status == 101 || head.status == 204 || head.status == 304 { return .none }
    let framing = try head.framing()
    return framing == .none ? .untilClose : framing
  }
}
